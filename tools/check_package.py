# SPDX-License-Identifier: MIT
"""Build the package as it is published, look at it, and test it where the sources are not.

    python -m pip install '.[package]'
    python tools/check_package.py --suite none      # a minute or two: what a change should pass
    python tools/check_package.py                   # and the whole test suite on every Python

The source archive is made from this folder, the wheel from the unpacked archive, far from any
repository. Each Python that pyproject.toml names and that is found here (on the PATH or with
pyenv) gets the wheel in an empty virtual environment, with what it declares to need and nothing
else, and imports every module. The tests run in the unpacked archive after its `src` is gone.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
#: What may stand at the top of the source archive.
TOP = {
    *("CHANGELOG.md", "CMakeLists.txt", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "LICENSE"),
    *("PKG-INFO", "README.md", "SECURITY.md", "csrc", "docs", "plugins", "pyproject.toml"),
    *("src", "tests"),
}
#: Traces of building and running, which no archive may hold.
TRACES = re.compile(r"(^|/)(\.[^/]+|__pycache__|_build|_generated)(/|$)|\.(pyc|egg-info|orig|rej)$")
#: The most KiB that a wheel may have.
LARGEST = 400
#: Files that are no code and that the package cannot do without.
NEEDED = {"py.typed", "_core.pyi", "record.schema.json", "replay_page/page.html"}

IMPORT_ALL = """
import importlib, pathlib, pkgutil, sys
import dominocore
extras, package = set(sys.argv[2].split(",")), pathlib.Path(dominocore.__file__).parent
if pathlib.Path(sys.argv[1]).resolve() not in package.resolve().parents:
    sys.exit(f"dominocore was imported from {package}, expected a place under {sys.argv[1]}")
done, waiting = 0, {}
for module in pkgutil.walk_packages(dominocore.__path__, "dominocore."):
    if module.name.endswith("__main__"):
        continue
    try:
        importlib.import_module(module.name)
        done += 1
    except ModuleNotFoundError as error:
        if error.name not in extras:
            raise
        waiting.setdefault(error.name, []).append(module.name)
print(f"{done} modules import;", *(f"{len(m)} need the extra {e}" for e, m in waiting.items()))
"""


def main() -> None:
    """Run the checks; the first that fails ends the run with its message."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--suite",
        choices=("all", "newest", "none"),
        default="all",
        help="the Pythons on which the test suite runs",
    )
    parser.add_argument("--keep", type=Path, metavar="DIR", help="copy what was built to DIR")
    parser.add_argument(
        "tests", nargs="*", help="what pytest runs instead of the whole suite: tests/test_docs.py"
    )
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="check-package-") as folder:
        work = Path(folder)
        archive = build("sdist", ROOT, work / "dist")
        tree = unpack(archive, work / "tree")
        wheel = build("wheel", tree, work / "dist")
        look_at_archive(archive)
        look_at_wheel(wheel)
        run_tools(archive, wheel)
        pythons = find_pythons()
        for version, python in pythons.items():
            say(f"Python {version}: the wheel alone")
            import_everything(python, wheel, work / f"bare-{version}")
        shutil.rmtree(tree / "src")
        tested = {"all": list(pythons), "newest": list(pythons)[-1:], "none": []}
        for version in tested[arguments.suite]:
            say(f"Python {version}: the tests, without src")
            run_suite(pythons[version], wheel, tree, work / f"suite-{version}", arguments.tests)
        again = unpack(archive, work / "again") / "src"
        shutil.move(again, tree / "src")  # beside whatever the tests have left
        if names(build("sdist", tree, work / "dist-again")) != names(archive):
            sys.exit("an archive made from the unpacked archive holds other files")
        if arguments.keep:
            shutil.copytree(work / "dist", arguments.keep, dirs_exist_ok=True)
    say("done")


def say(text: str) -> None:
    print(f"-- {text}", flush=True)


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Run a command to its end and give what it printed; show that and leave if it fails."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1"}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\n{' '.join(map(str, command))}: exit code {done.returncode}")
    return done.stdout


def build(kind: str, source: Path, target: Path) -> Path:
    """Make a source archive or a wheel with the declared build requirements alone."""
    before = set(target.glob("*"))
    run(sys.executable, "-m", "build", f"--{kind}", "--outdir", target, source, cwd=target.parent)
    (made,) = set(target.glob("*")) - before
    size = made.stat().st_size / 1024
    say(f"{made.name}: {size:.0f} KiB")
    if kind == "wheel" and size > LARGEST:
        sys.exit(f"{made.name} has {size:.0f} KiB, more than {LARGEST}")
    return made


def unpack(archive: Path, target: Path) -> Path:
    """Unpack a source archive and give the folder that it holds."""
    with tarfile.open(archive) as packed:
        packed.extractall(target, filter="data")
    (folder,) = target.iterdir()
    return folder


def names(archive: Path) -> set[str]:
    """Give the files of a source archive, relative to its folder."""
    with tarfile.open(archive) as packed:
        return {file.name.partition("/")[2] for file in packed if file.isfile()}


def look_at_archive(archive: Path) -> None:
    """The source archive has what the build, the tests and the pages need, and nothing else."""
    held = names(archive)
    if strange := {name.partition("/")[0] for name in held} - TOP:
        sys.exit(f"the source archive holds {sorted(strange)}, which it should not")
    if traces := sorted(filter(TRACES.search, held)):
        sys.exit(f"the source archive holds traces of work: {traces}")
    if shutil.which("git") and (ROOT / ".git").exists():
        known = set(run("git", "ls-files", cwd=ROOT).splitlines())
        if unknown := held - known - {"PKG-INFO"}:
            sys.exit(f"the source archive holds files that git does not know: {sorted(unknown)}")


def look_at_wheel(wheel: Path) -> None:
    """The wheel has the tag of all Pythons, one package at its top, and what goes with it."""
    version = str(PROJECT["requires-python"]).removeprefix(">=").replace(".", "")
    if f"-cp{version}-abi3-" not in wheel.name:
        sys.exit(f"{wheel.name} should be a cp{version}-abi3 wheel")
    with zipfile.ZipFile(wheel) as packed:
        held = set(packed.namelist())
    tops = {name.partition("/")[0] for name in held}
    if {top for top in tops if not top.endswith(".dist-info")} != {"dominocore"}:
        sys.exit(f"the wheel has {sorted(tops)} at its top, expected dominocore alone")
    if missing := {name for name in NEEDED if f"dominocore/{name}" not in held}:
        sys.exit(f"the wheel lacks {sorted(missing)}")
    if traces := sorted(filter(TRACES.search, held)):
        sys.exit(f"the wheel holds traces of work: {traces}")


def run_tools(archive: Path, wheel: Path) -> None:
    """Ask the tools that know what registries and installers refuse."""
    run(sys.executable, "-m", "validate_pyproject", ROOT / "pyproject.toml")
    run(sys.executable, "-m", "twine", "check", "--strict", archive, wheel)
    run(sys.executable, "-m", "check_wheel_contents", wheel)
    run(sys.executable, "-m", "abi3audit", "--strict", wheel)
    say("validate-pyproject, twine, check-wheel-contents and abi3audit are content")


def find_pythons() -> dict[str, Path]:
    """Give the Pythons that pyproject.toml names and that run here, oldest first."""
    prefix = "Programming Language :: Python :: 3."
    minors = sorted(
        int(line.removeprefix(prefix)) for line in PROJECT["classifiers"] if line.startswith(prefix)
    )
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found: dict[str, Path] = {}
    for minor in minors:
        on_path = shutil.which(f"python3.{minor}")
        candidates = [Path(on_path)] if on_path else []
        candidates += sorted(pyenv.glob(f"3.{minor}.*/bin/python"))
        if python := next(filter(runs, candidates), None):
            found[f"3.{minor}"] = python
        else:
            say(f"Python 3.{minor} is not here: not tried")
    return found


def runs(python: Path) -> bool:
    """Say whether a Python starts and can make virtual environments: a shim may not."""
    command = [str(python), "-c", "import ensurepip, venv"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def environment(python: Path, folder: Path, requirement: str) -> Path:
    """Make a virtual environment with one requirement in it and give its Python."""
    run(python, "-m", "venv", folder)
    inside = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(inside, "-m", "pip", "install", "--quiet", requirement)
    return inside


def import_everything(python: Path, wheel: Path, folder: Path) -> None:
    """Every module imports with what the wheel requires, or names the extra that it lacks."""
    inside = environment(python, folder, str(wheel))
    extras = {
        re.split(r"[^\w.-]", line)[0]
        for lines in PROJECT["optional-dependencies"].values()
        for line in lines
    }
    print(run(inside, "-c", IMPORT_ALL, folder, ",".join(extras), cwd=folder), end="")
    run(inside, "-m", "pip", "check")


def run_suite(python: Path, wheel: Path, tree: Path, folder: Path, tests: list[str]) -> None:
    """The test suite passes with the installed wheel."""
    inside = environment(python, folder, f"{wheel}[test,lint]")
    done = run(inside, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, cwd=tree)
    print(done.strip().splitlines()[-1])


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: MIT
"""Change one token of a source file at a time, and see which changes no test notices.

    python tools/check/mutants.py --sample 40 csrc/score.c src/dominocore/paired.py

Each mutant is tried on the tests that `TESTS` names for its file, the quickest first. Works in a
copy: an environment of its own, which borrows what the running interpreter has installed. Survivors
are listed; the exit status is their number, 99 at most. The same seed takes the same mutants.
"""

from __future__ import annotations

import argparse
import ast
import io
import os
import random
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = "test_golden test_closings test_fives_scores test_setup test_worked_cases"
TESTS = {
    "score.c": "test_settling",
    "moves.c": f"test_state {ROUNDS} test_observation",
    "play.c": f"test_state {ROUNDS} test_observation",
    "paired.py": "test_paired",
    "record_check.py": "test_record test_record_text",
    "rules.py": "test_rules test_field_text test_worked_cases test_match test_settling",
    "rule_fields.py": "test_rules test_rule_text test_field_text test_limits",
    "match.py": "test_match test_record",
    "settling.py": "test_settling test_builtin_variants",
}
ORACLE = {".c": "test_against_oracle", ".py": ""}
"""What is tried last, on what the quick tests let through."""
SWAPS = {
    "<": ("<=",), "<=": ("<",), ">": (">=",), ">=": (">",), "==": ("!=",), "!=": ("==",),
    "+": ("-",), "-": ("+",), "*": ("+",), "/": ("*",), "//": ("*",), "%": ("+",), "**": ("*",),
    "+=": ("-=",), "-=": ("+=",), "++": ("--",), "--": ("++",), "&&": ("||",), "||": ("&&",),
    "&": ("|",), "|": ("&",), "|=": ("&=",), "&=": ("|=",), "<<": (">>",), ">>": ("<<",),
    "and": ("or",), "or": ("and",), "not": ("",), "!": ("",), "is": ("is not",), "in": ("not in",),
    "True": ("False",), "False": ("True",), "true": ("false",), "false": ("true",),
    "break": ("continue",), "continue": ("break",),
}  # fmt: skip
C_TOKEN = re.compile(
    r'/\*.*?\*/|^#[^\n]*|"[^"\n]*"|[A-Za-z_]\w*|\d\w*|[-+*/%&|<>=!^]=|&&|\|\||<<|>>|->|\+\+|--|\S',
    re.S | re.M,
)


@dataclass(frozen=True)
class Mutant:
    """A token of a file, and what stands for it."""

    file: Path
    before: str
    start: int
    end: int
    text: str

    @property
    def line(self) -> int:
        return self.before.count("\n", 0, self.start) + 1

    def __str__(self) -> str:
        column = self.start - self.before.rfind("\n", 0, self.start)
        place = f"{self.file.relative_to(ROOT)}:{self.line}:{column}"
        token = self.before[self.start : self.end]
        whole = self.before.splitlines()[self.line - 1].strip()
        return f"{place}: {token} -> {self.text or 'nothing'}: {whole}"

    @property
    def source(self) -> str:
        return self.before[: self.start] + self.text + self.before[self.end :]


def tokens(text: str, c: bool) -> list[tuple[int, int, str]]:
    """Give the place and text of each token that is code."""
    if c:
        return [(m.start(), m.end(), m[0]) for m in C_TOKEN.finditer(text)]
    types = list(annotations(text))
    lines = [0]
    for line in text.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    kinds = (tokenize.OP, tokenize.NAME, tokenize.NUMBER)
    return [
        (lines[t.start[0] - 1] + t.start[1], lines[t.end[0] - 1] + t.end[1], t.string)
        for t in tokenize.generate_tokens(io.StringIO(text).readline)
        if t.type in kinds and not any(start <= t.start < end for start, end in types)
    ]


def annotations(text: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Give where the types of Python code stand, which nothing evaluates: line and column."""
    for node in ast.walk(ast.parse(text)):
        for name in ("annotation", "returns"):
            kind = getattr(node, name, None)
            if kind is not None:
                yield (kind.lineno, kind.col_offset), (kind.end_lineno, kind.end_col_offset)


def mutants(file: Path) -> list[Mutant]:
    """Give every mutant of a file that looks as if it could be compiled."""
    found, operand = [], False
    before = file.read_text("utf-8")
    for start, end, text in tokens(before, file.suffix == ".c"):
        swapped = SWAPS.get(text, ())
        if text in {"-", "*", "&", "+", "**"} and not operand:
            swapped = ()  # a sign, a pointer, or what unpacks
        if re.fullmatch(r"\d+[uU]?", text):
            swapped = (str(int(text.rstrip("uU")) + 1),)
        found += [Mutant(file, before, start, end, other) for other in swapped]
        operand = bool(re.match(r"[\w)\]]", text)) and text not in {"return", "in", "and", "or"}
    return found


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


class Lab:
    """An environment with a copy of the package, in which files can be exchanged."""

    def __init__(self, work: Path) -> None:
        self.work = work
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", work / "venv"], check=True)
        self.python = work / "venv" / "bin" / "python"
        own = Path(self._ask("purelib"))
        (own / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
        self.package = own / "dominocore"
        shutil.copytree(ROOT / "src" / "dominocore", self.package)
        shutil.copytree(ROOT / "tests", work / "tests")
        shutil.copytree(ROOT / "csrc", work / "csrc")
        generator = ROOT / "csrc" / "cffi" / "gen_core.py"
        subprocess.run([sys.executable, generator, work / "_core.c"], check=True)
        for source in [*sorted((work / "csrc").glob("*.c")), work / "_core.c"]:
            self._compile(source)
        self._link()

    def _ask(self, path: str) -> str:
        code = f"import sysconfig; print(sysconfig.get_path({path!r}))"
        return subprocess.run(
            [self.python, "-c", code], check=True, capture_output=True, text=True
        ).stdout.strip()

    def _compile(self, source: Path) -> bool:
        csrc = self.work / "csrc"
        command = ["cc", "-std=c11", "-O1", "-fPIC", "-w", "-DPy_LIMITED_API=0x030b0000",
                   f"-I{csrc / 'include'}", f"-I{csrc}", f"-I{sysconfig.get_path('include')}",
                   "-c", source, "-o", self.work / f"{source.stem}.o"]  # fmt: skip
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

    def _link(self) -> None:
        objects = sorted(self.work.glob("*.o"))
        out = self.package / "_core.abi3.so"
        out.unlink(missing_ok=True)
        subprocess.run(["cc", "-shared", *objects, "-o", out], check=True)

    def put(self, file: Path, text: str) -> bool:
        """Put text in the place of a file; tell whether it can be run."""
        if file.suffix == ".py":
            (self.package / file.name).write_text(text, "utf-8")
            return _is_python(text)
        source = self.work / "csrc" / file.name
        source.write_text(text, "utf-8")
        if not self._compile(source):
            return False
        self._link()
        return True

    def passes(self, tests: str, seconds: float) -> bool:
        """Run tests; they fail as well when they take too long."""
        files = [self.work / "tests" / f"{test}.py" for test in tests.split()]
        options = ["-q", "-x", "-p", "no:cacheprovider", "-o", "addopts=", "-c", "/dev/null"]
        command = [self.python, "-B", "-m", "pytest", *options, "--rootdir", self.work, *files]
        env = os.environ | {"PYTHONPATH": str(self.work / "tests")}
        try:
            done = subprocess.run(
                command, cwd=self.work, env=env, capture_output=True, timeout=seconds, check=False
            )
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0


def survivors(lab: Lab, tried: list[Mutant], stages: list[str], seconds: float) -> list[Mutant]:
    """Give the mutants of one file that no stage of tests notices.

    A later stage, which is slower, runs only for what the earlier ones let through.
    """
    left = tried
    for tests in stages:
        if not left:
            break
        lab.put(left[0].file, left[0].before)
        if not lab.passes(tests, seconds):
            sys.exit(f"{left[0].file.name}: {tests} fail without any change")
        left = [mutant for mutant in left if lab.put(mutant.file, mutant.source)
                and lab.passes(tests, seconds)]  # fmt: skip
        print(f"{len(left)} left by {tests}", flush=True)
    lab.put(tried[0].file, tried[0].before)
    return left


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--sample", type=int, default=30, help="mutants a file")
    parser.add_argument("--lines", type=int, nargs="+", help="only the mutants of these lines")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600, help="longest run of the tests")
    parser.add_argument("--quick", action="store_true", help="leave the slow oracle out")
    given = parser.parse_args()
    found = 0
    with tempfile.TemporaryDirectory() as work:
        lab = Lab(Path(work))
        for file in (path.resolve() for path in given.files):
            stages = [TESTS[file.name]]
            if ORACLE[file.suffix] and not given.quick:
                stages.append(ORACLE[file.suffix])
            every = [m for m in mutants(file) if not given.lines or m.line in given.lines]
            random.Random(given.seed).shuffle(every)
            able = (mutant for mutant in every if lab.put(file, mutant.source))
            tried = list(islice(able, given.sample))
            left = survivors(lab, tried, stages, given.seconds) if tried else []
            for mutant in left:
                print("survived", mutant, flush=True)
            print(f"{file.name}: {len(tried)} of {len(every)} mutants tried", flush=True)
            found += len(left)
    return min(found, 99)


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: MIT
"""Plugins that are installed, as distributions on the path of another process.

`test_registry.py` tries the same faults in memory; here Python itself finds the entry points, and
the command line says what became of them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import dominocore

HOOK = """
import dominocore as dc

VARIANT = dc.Variant("{name}", dc.Rules(target=21), summary="The block game to 21.")

@dc.hookimpl
def dominocore_variants():
"""
GOOD = HOOK + "    yield VARIANT"
WHY = {
    "import": "ModuleNotFoundError: No module named 'no_such_module'",
    "syntax": "SyntaxError: ",
    "native": "ImportError: ",
    "type": "dominocore_variants yields Variants, but gave Rules(",
    "taken": "dominocore_variants gives 'block', which the plugin 'builtin_variants' (of ",
    "twice": "dominocore_variants gives 'fine', which the plugin 'fine' (of a-fine 1.0) has given",
    "raises": "OSError: the disk is gone",
    "exits": "SystemExit: 3",
    "newer": f"it requires dominocore 99.1, and this is {dominocore.__version__}",
    "later": "there is no hook dominocore_engines: the hooks are ",
    "attribute": "AttributeError: module 'plugin_nothing' has no attribute 'missing'",
}


def install(
    site: Path, name: str, code: str, *, target: str = "", requires: str = "dominocore"
) -> None:
    """Lay a distribution down as an installer does: a module, its metadata and one entry point."""
    module = target.partition(":")[0] or f"plugin_{name}"
    (site / f"{module}.py").write_text(code, encoding="utf-8")
    about = site / f"a_{name}-1.0.dist-info"
    about.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: a-{name}\nVersion: 1.0\nRequires-Dist: {requires}\n"
    (about / "METADATA").write_text(metadata, encoding="utf-8")
    (about / "entry_points.txt").write_text(
        f"[dominocore]\n{name} = {target or module}\n", encoding="utf-8"
    )


def run(site: Path, *arguments: str, switch: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run Python with what is installed there."""
    environment = {**os.environ, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("DOMINOCORE_PLUGINS", None)
    environment.pop("PYTHONWARNINGS", None)
    if switch is not None:
        environment["DOMINOCORE_PLUGINS"] = switch
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with a plugin that works and one for each fault."""
    site = tmp_path_factory.mktemp("site")
    install(site, "fine", GOOD.format(name="fine"))
    install(site, "import", "import no_such_module")
    install(site, "syntax", "def dominocore_variants(:")
    install(site, "native", "raise ImportError('undefined symbol: dmc_nothing')")
    install(
        site,
        "type",
        HOOK.format(name="half") + "    return [dc.Variant('half', dc.Rules()), dc.Rules()]",
    )
    install(site, "taken", GOOD.format(name="block"))
    install(site, "twice", GOOD.format(name="fine"))
    install(
        site,
        "raises",
        HOOK.format(name="half") + "    yield VARIANT\n    raise OSError('the disk is gone')",
    )
    install(site, "exits", "import sys\nsys.exit(3)")
    install(site, "newer", GOOD.format(name="half"), requires="dominocore[cli] (>=99.1,<100)")
    hook = GOOD.format(name="half").replace("dominocore_variants", "dominocore_engines")
    install(site, "later", hook)
    install(site, "attribute", GOOD.format(name="half"), target="plugin_nothing:missing")
    return site


@pytest.fixture(scope="module")
def listed(site: Path) -> dict[str, dict[str, object]]:
    """Give what the command line lists, by the names of the plugins."""
    done = run(site, "-m", "dominocore", "plugins", "--json")
    assert done.returncode == 0, done.stderr
    return {plugin["name"]: plugin for plugin in json.loads(done.stdout)["plugins"]}


@pytest.mark.parametrize("name", WHY)
def test_each_broken_plugin_is_named_with_the_reason(
    name: str, listed: dict[str, dict[str, object]]
) -> None:
    """It stands there with its distribution, is skipped whole, and says why."""
    plugin = listed[name]

    assert (plugin["status"], plugin["distribution"]) == ("skipped", f"a-{name}")
    assert (plugin["variants"], plugin["players"]) == ([], [])
    assert WHY[name] in str(plugin["reason"])


def test_the_rest_works_beside_broken_plugins(
    site: Path, listed: dict[str, dict[str, object]]
) -> None:
    """The plugin that is well is loaded, its variant is found, and a match of it is played."""
    done = run(
        site, "-m", "dominocore", "play", "fine", "--players", "greedy,random", "--seed", "7"
    )

    assert (listed["fine"]["status"], listed["fine"]["variants"]) == ("loaded", ["fine"])
    assert listed["builtin_variants"]["status"] == "loaded"
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_list_for_people_has_the_reasons_too(site: Path) -> None:
    """Each broken plugin has its line, and standard error a warning of each."""
    done = run(site, "-m", "dominocore", "plugins")

    assert done.returncode == 0
    for name in WHY:
        line = next(line for line in done.stdout.splitlines() if line.split()[:1] == [name])
        assert f"a-{name} 1.0" in line
        assert "skipped" in line
        assert f"the plugin '{name}' (of a-{name} 1.0) was left out: " in done.stderr


def test_a_plugin_for_a_newer_version_is_not_imported(site: Path) -> None:
    """What would break by a missing name is not even tried."""
    code = (
        "import sys, warnings; warnings.simplefilter('ignore'); import dominocore as dc; "
        "dc.variants['fine']; print('plugin_fine' in sys.modules, 'plugin_newer' in sys.modules)"
    )

    assert run(site, "-c", code).stdout.split() == ["True", "False"]


@pytest.mark.parametrize(
    "requires",
    [
        "dominocore",
        "dominocore>=0.0.1",
        f"dominocore >= {dominocore.__version__}.0",
        "dominocore<99,>=0.1",
        "dominocore!=99",
        "dominocore-engines>=99",
        "numpy>=99; extra == 'dominocore>=99'",
    ],
)
def test_a_requirement_that_is_met_is_no_reason(requires: str, tmp_path: Path) -> None:
    """An older bound, an upper bound and other distributions leave a plugin as it is."""
    install(tmp_path, "fine", GOOD.format(name="fine"), requires=requires)
    done = run(tmp_path, "-m", "dominocore", "plugins", "--json", switch="fine")

    assert {"fine": "loaded"}.items() <= {
        plugin["name"]: plugin["status"] for plugin in json.loads(done.stdout)["plugins"]
    }.items()
    assert done.stderr == ""


def test_the_switch_leaves_broken_plugins_alone(site: Path) -> None:
    """With the plugins to load named, nothing is said of the others."""
    done = run(site, "-m", "dominocore", "variants", "fine", switch="fine")

    assert (done.returncode, done.stderr) == (0, "")
    assert "To 21 points" in done.stdout


def test_a_slow_plugin_costs_nothing_until_it_is_asked_for_and_is_named(tmp_path: Path) -> None:
    """Built-in games are played without it, and the list of plugins says how long it took."""
    install(tmp_path, "slow", "import time; time.sleep(0.6)\n" + GOOD.format(name="slow"))
    code = (
        "import sys, dominocore as dc; dc.Match(dc.Rules(), seed=1).state.moves; "
        "dc.Match('draw', seed=1).state.moves; dc.player('greedy'); 'block' in dc.variants; "
        "print('plugin_slow' in sys.modules)"
    )
    listing = run(tmp_path, "-m", "dominocore", "plugins", switch="slow").stdout
    line = next(line for line in listing.splitlines() if line.startswith("slow "))

    assert run(tmp_path, "-c", code).stdout.split() == ["False"]
    assert "loaded" in line
    assert " s to load" in line

"""The C core keeps nothing, asks nothing of the system, and documents above, not beside."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

CSRC = Path(__file__).resolve().parent.parent / "csrc"
SOURCES = sorted(CSRC.glob("*.c"))
COMPILER = shutil.which(os.environ.get("CC", "gcc"))
NM = shutil.which("nm")

# What a compiler may call for a copy, a comparison, a population count or a guarded stack.
SUPPORT = {"memcpy", "memmove", "memset", "memcmp", "__popcountdi2", "__stack_chk_fail"}
CODE, CONSTANT, UNDEFINED = "Tt", "Rr", "U"

pytestmark = pytest.mark.skipif(not SOURCES, reason="the C sources are not beside the tests")
needs_tools = pytest.mark.skipif(
    COMPILER is None or NM is None, reason="gcc or nm is not installed"
)


@pytest.fixture(scope="module")
def symbols(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str, str]]:
    """Give (file, type, name) of every symbol of the core, as nm tells them."""
    assert COMPILER is not None and NM is not None
    out = tmp_path_factory.mktemp("objects")
    # Position-independent code would move constants that hold addresses to a writable section.
    flags = ["-std=c11", "-O0", "-fno-pic", "-fno-pie", f"-I{CSRC / 'include'}", f"-I{CSRC}"]
    subprocess.run([COMPILER, *flags, "-c", *map(str, SOURCES)], cwd=out, check=True)
    found = []
    for file in sorted(out.glob("*.o")):
        listed = subprocess.run(
            [NM, "--format=posix", str(file)], check=True, capture_output=True, text=True
        )
        for line in listed.stdout.splitlines():
            name, kind, *_ = line.split()
            found.append((file.stem, kind, name))
    return found


@needs_tools
def test_nothing_is_writable(symbols: list[tuple[str, str, str]]) -> None:
    """No file of the core defines a variable that could be written: all is code and constants."""
    kinds = CODE + CONSTANT + UNDEFINED
    assert {file for file, _, _ in symbols} == {source.stem for source in SOURCES}
    assert [symbol for symbol in symbols if symbol[1] not in kinds] == []


@needs_tools
def test_nothing_is_asked_of_the_system(symbols: list[tuple[str, str, str]]) -> None:
    """The core allocates, prints and times nothing: it calls itself and memory copies alone."""
    defined = {name for _, kind, name in symbols if kind in CODE + CONSTANT}
    wanted = {name for _, kind, name in symbols if kind == UNDEFINED}
    assert wanted - defined - SUPPORT == set()


@needs_tools
def test_every_name_has_the_prefix(symbols: list[tuple[str, str, str]]) -> None:
    """What the core defines for the linker starts with `dmc_`, so it collides with nothing."""
    visible = {name for _, kind, name in symbols if kind in "TR"}
    assert {name for name in visible if not name.startswith("dmc_")} == set()


@needs_tools
def test_the_headers_and_the_core_agree(symbols: list[tuple[str, str, str]]) -> None:
    """Each function that the public headers declare is defined."""
    headers = "".join(path.read_text() for path in CSRC.glob("include/*.h"))
    code = re.sub(r"/\*.*?\*/", "", headers, flags=re.S)
    declared = set(re.findall(r"\b(dmc_\w+)\([^;{]*\);", code))
    defined = {name for _, kind, name in symbols if kind == "T"}
    assert declared
    assert declared - defined == set()


def test_comments_stand_above() -> None:
    """No comment documents what stands before it: generators attach such ones to the next item."""
    files = [*SOURCES, *CSRC.glob("*.h"), *CSRC.glob("include/*.h"), *CSRC.glob("cffi/*.h")]
    assert [file.name for file in files if re.search(r"/\*\*<|///<", file.read_text())] == []

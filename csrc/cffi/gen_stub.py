# SPDX-License-Identifier: MIT
"""Write the type stub of the cffi module: gen_stub.py [--check]

The functions and constants come from the same declarations as the module; `--check` fails when
the committed stub is not what they give.
"""

import re
import sys
from pathlib import Path

from gen_core import HERE, cdef

STUB = HERE.parent.parent / "src" / "dominocore" / "_core.pyi"
HEAD = """# SPDX-License-Identifier: MIT
# Generated from csrc/include/*.h by csrc/cffi/gen_stub.py; do not edit.
from typing import Any

ffi: Any

class _Lib:
"""


#: The functions of objects.h, which are not there where cffi has modules of another kind.
TAIL = """
lib: _Lib

def list_moves(known: list[Any], data: bytes, /) -> tuple[Any, ...] | None: ...
def play_move(address: int, data: bytes, packed: bytes, /) -> bytes | None: ...
def bare(kind: type, /) -> Any: ...
"""
RESULTS = {"int": "int", "bool": "bool", "uint32_t": "int", "void": "None"}


def argument(declared: str) -> str:
    """Give the name of a declared C parameter."""
    return re.findall(r"\w+", re.sub(r"\[.*?\]", "", declared))[-1]


def stub() -> str:
    """Give the text of the stub."""
    code = re.sub(r"/\*.*?\*/", "", cdef(), flags=re.S)
    names = re.findall(r"#define (DMC_\w+) ", code)
    for body in re.findall(r"enum \w+ \{(.*?)\}", code, re.S):
        names += re.findall(r"(DMC_\w+) =", body)
    lines = [f"    {name}: int\n" for name in names]
    prototypes = re.findall(r"^(\w[\w ]*?[ *]+)(dmc_\w+)\((.*?)\);", code, re.S | re.M)
    for kind, name, parameters in prototypes:
        arguments = ", ".join(f"{argument(part)}: Any" for part in parameters.split(","))
        result = RESULTS.get(kind.strip(), "Any")
        lines.append(f"    @staticmethod\n    def {name}({arguments}, /) -> {result}: ...\n")
    return HEAD + "".join(lines) + TAIL


def main() -> None:
    """Write the stub, or check it."""
    if "--check" not in sys.argv[1:]:
        STUB.write_text(stub())
    elif STUB.read_text() != stub():
        raise SystemExit(f"{STUB.name} is out of date: run csrc/cffi/gen_stub.py")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    main()

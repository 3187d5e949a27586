# SPDX-License-Identifier: MIT
"""Write the C source of the cffi module: gen_core.py OUT.c

The cdef is cut out of the public headers between their marks, and out of shims.h, so no declaration
is written twice. It works with any cffi, PyPy's too. Where cffi writes something in another way
than is looked for here, the module is only slower.
"""

import re
import sys
from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent
INCLUDE = HERE.parent / "include"
HEADERS = (INCLUDE / "dominocore.h", INCLUDE / "dominocore_search.h")
SHIMS = HERE / "shims.h"
OBJECTS = HERE / "objects.h"


def cdef() -> str:
    """Give the declarations of the public headers and of the shims."""
    parts = []
    for header in HEADERS:
        marked = re.search(r"/\* cffi: begin \*/(.*?)/\* cffi: end \*/", header.read_text(), re.S)
        if marked is None:
            raise SystemExit(f"{header.name} has no cffi marks")
        parts.append(marked[1])
    text = SHIMS.read_text()
    structs = re.findall(r"^typedef struct .*?^\} \w+;\n", text, re.S | re.M)
    functions = re.findall(r"^static (.*?)\n\{", text, re.S | re.M)
    return "".join([*parts, *structs, *(f"{signature};\n" for signature in functions)])


def keep_lock(source: str, name: str) -> str:
    """Take out of a module's C source that a function's call lets other threads run."""
    call = rf"  Py_BEGIN_ALLOW_THREADS\n(.*\n.* {name}\(.*\n.*\n)  Py_END_ALLOW_THREADS\n"
    return re.sub(call, r"\1", source)


def add_objects(source: str) -> str:
    """Put the functions of objects.h into a module's C source, and into the module."""
    begin = r"(PyMODINIT_FUNC\nPyInit_\w+\(void\)\n\{\n  return )(_cffi_init\(.*\));"
    return re.sub(begin, r"\1with_objects(\2);", source)


def main() -> None:
    """Write the module's C source to the path given."""
    ffi = FFI()
    ffi.cdef(cdef())
    includes = "".join(f'#include "{header.name}"\n' for header in HEADERS)
    ffi.set_source("dominocore._core", includes + SHIMS.read_text() + OBJECTS.read_text())
    ffi.emit_c_code(sys.argv[1])
    path = Path(sys.argv[1])
    # a view takes less time than to give the interpreter lock away and take it back
    path.write_text(add_objects(keep_lock(path.read_text(), "dmc_round_view")))


if __name__ == "__main__":
    main()

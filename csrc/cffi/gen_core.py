# SPDX-License-Identifier: MIT
"""Write the C source of the cffi module: gen_core.py OUT.c

The cdef is cut out of the public header between its marks, and out of shims.h, so no declaration
is written twice. It works with any cffi, PyPy's too.
"""

import re
import sys
from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent
HEADER = HERE.parent / "include" / "dominocore.h"
SHIMS = HERE / "shims.h"


def cdef() -> str:
    """Give the declarations of the public header and of the shims."""
    marked = re.search(r"/\* cffi: begin \*/(.*?)/\* cffi: end \*/", HEADER.read_text(), re.S)
    if marked is None:
        raise SystemExit(f"{HEADER.name} has no cffi marks")
    text = SHIMS.read_text()
    structs = re.findall(r"^typedef struct .*?^\} \w+;\n", text, re.S | re.M)
    functions = re.findall(r"^static (.*?)\n\{", text, re.S | re.M)
    return marked[1] + "".join([*structs, *(f"{signature};\n" for signature in functions)])


def main() -> None:
    """Write the module's C source to the path given."""
    ffi = FFI()
    ffi.cdef(cdef())
    ffi.set_source("dominocore._core", '#include "dominocore.h"\n' + SHIMS.read_text())
    ffi.emit_c_code(sys.argv[1])


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: MIT
"""Configuration of the documentation. It builds without a network."""

from __future__ import annotations

import doctest
import os
import sys
from pathlib import Path

import dominocore

# The pages describe what comes with the library, whatever plugins the builder has installed.
os.environ["DOMINOCORE_PLUGINS"] = ""

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "dominocore"
author = "The dominocore authors"
project_copyright = "the dominocore authors"
version = release = dominocore.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.doctest",
    "sphinx.ext.viewcode",
    "myst_parser",
    "sphinx_copybutton",
    "dominocore_docs",
]
exclude_patterns = ["_build", "_generated"]
source_suffix = {".md": "markdown"}

html_theme = "furo"
html_title = f"dominocore {release}"
html_show_sourcelink = False
html_copy_source = False

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# Docstrings are Google style; a single backtick means code in them, as it does in the pages.
default_role = "code"
# Napoleon's own handler is off: the extension of these pages calls it for every docstring.
napoleon_google_docstring = False
napoleon_numpy_docstring = False
napoleon_use_ivar = True
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
autodoc_class_signature = "mixed"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
maximum_signature_line_length = 80

doctest_global_setup = """
import dominocore as dc
from dominocore import *
from dominocore.moves import LEFT
from dominocore.player_type import parse_spec
"""
# The games of the how-to guides can be imported in them.
sys.path.append(str(Path(__file__).parent / "howto" / "code"))
doctest_test_doctest_blocks = "default"
doctest_default_flags = doctest.ELLIPSIS  # messages of exceptions are compared as well
trim_doctest_flags = True

nitpicky = True
# No inventory of other projects is read, so that the build needs no network: names of the
# standard library, of pluggy and of click are not linked.
nitpick_ignore_regex = [
    (
        r"py:.*",
        r"(collections\.abc|concurrent\.futures|typing|dataclasses|enum|importlib|pathlib|os|threading|pluggy|click)\..*",
    ),
    (
        r"py:.*",
        r"(Any|Self|Callable|Iterable|Iterator|Mapping|Sequence|Protocol|StrEnum|Path|Executor|array)",
    ),
    # A union, a callable or a class that the package does not export, by its short name in
    # signatures; the page of its user says what it is.
    (r"py:class", r"(WorldCount|HandLike|TileLike|PlayerLike|ScoreRound|OptionValue|MoveReader)"),
    # The integer types of C and the members of structs have no page.
    (r"c:identifier", r"(u?int\d+_t|size_t|bool)"),
]

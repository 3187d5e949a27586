# SPDX-License-Identifier: MIT
"""Find the links of built pages that lead nowhere.

    python -m sphinx -b html docs OUT && python tools/check_links.py OUT

Every link inside the folder must meet a file, and its fragment an id or a name there. Links to
other places are not followed. The broken ones are listed; the exit status says whether there are
any.
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """What a page links to and the anchors that it has."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if key in ("href", "src") and value:
                self.links.add(value)
            elif key == "id" or (key == "name" and tag == "a"):
                self.anchors.add(value or "")


def broken(folder: Path) -> list[str]:
    """List the links that lead nowhere, each with the page that it stands on."""
    root = folder.resolve()
    pages = {path: Page(path) for path in sorted(root.rglob("*.html"))}
    if not pages:
        raise SystemExit(f"there are no pages in {folder}")
    found = []
    for path, page in pages.items():
        for link in sorted(page.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            anchor = unquote(parts.fragment)
            there = target.is_file() and target.is_relative_to(root)
            if not there or (anchor and target in pages and anchor not in pages[target].anchors):
                found.append(f"{path.relative_to(root)}: {link}")
    return found


if __name__ == "__main__":
    links = broken(Path(sys.argv[1]))
    print(*links, sep="\n")
    sys.exit(bool(links))

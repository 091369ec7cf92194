"""Documents refer only to what exists: files, headings, modules and make targets."""

import re
from importlib.util import find_spec
from pathlib import Path

from tests.house.source_files import PRODUCT, ROOT, name_of, room, tracked_files

DOCUMENTS = [
    path
    for path in tracked_files()
    if path.suffix == ".md" and room(path) not in (*PRODUCT, "tests")
]
FOLDERS = "|".join((*PRODUCT, "tests", "docs"))

LINK = re.compile(r'\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"')
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
CODE = re.compile(r"```.*?```|`[^`]+`", re.DOTALL)
PATH = re.compile(rf"(?<![\w./~-])((?:{FOLDERS})/[\w./-]*\w)")
FILE = re.compile(r"`([\w/]+\.py)`")
MODULE = re.compile(rf"(?:-m |`)((?:{FOLDERS})(?:\.[a-z_]+\b)+)(?!\.)")
TARGET = re.compile(r"\bmake ([a-z]+)\b")


def anchors(path: Path) -> set[str]:
    """Return the names by which a page on the web would have its headings."""
    headings = HEADING.findall(path.read_text("utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}


def broken_links(document: Path) -> list[str]:
    targets = [match[1] or match[2] for match in LINK.finditer(document.read_text("utf-8"))]
    return [target for target in targets if not leads_somewhere(document, target)]


def leads_somewhere(document: Path, target: str) -> bool:
    if target.startswith("https://"):
        return True
    name, _, anchor = target.partition("#")
    file = document.parent / name if name else document
    return file.exists() and (not anchor or anchor in anchors(file))


def test_links_lead_somewhere() -> None:
    assert [(name_of(path), broken) for path in DOCUMENTS if (broken := broken_links(path))] == []


def test_paths_and_commands_exist() -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    files = "".join(f"/{name_of(path)}\n" for path in tracked_files())
    missing = []
    for path in DOCUMENTS:
        code = "\n".join(CODE.findall(path.read_text("utf-8")))
        missing += [(name_of(path), it) for it in PATH.findall(code) if not (ROOT / it).exists()]
        missing += [(name_of(path), it) for it in FILE.findall(code) if f"/{it}\n" not in files]
        missing += [(name_of(path), it) for it in MODULE.findall(code) if not find_spec(it)]
        missing += [(name_of(path), it) for it in TARGET.findall(code) if it not in targets]
    assert missing == []

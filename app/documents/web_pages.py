"""Reads web pages, pages saved with their pictures, and EPUB books as a browser shows them."""

import email
import email.policy
import plistlib
import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote

from selectolax.lexbor import LexborHTMLParser, LexborNode

from app.documents import markdown_text as markdown
from app.documents.archives import UNREADABLE, BoundedArchive, DocumentRefused
from app.documents.pdf_text import DocumentTrouble
from app.documents.text_decoding import Certainty, NotText, decoded_text

PROPERTY_LIST = b"bplist00"  # of a page that Safari has saved
_MAX_DEPTH = 150  # of elements; deeper ones are plain text
_MAX_SPAN = 100
_UNSEEN = frozenset(
    (
        *(
            "script",
            "style",
            "template",
            "noscript",
            "head",
            "title",
            "iframe",
            "object",
            "datalist",
        ),
        *("audio", "video", "canvas", "rp", "-comment", "!doctype", "meta", "link", "base"),
    )
)
_BLOCKS = frozenset(
    (
        *("address", "article", "aside", "body", "center", "details", "dialog", "div", "dl", "dt"),
        *("fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "hr", "html"),
        *("legend", "main", "nav", "p", "search", "section", "summary", "tbody", "tr", "td", "th"),
        *("caption", "option", "menu", "listing", "xmp"),
    )
)
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_SPACES = re.compile(r"[ \t\r\n\f]+")
_SELF_CLOSED = re.compile(r"<([a-zA-Z][\w:-]*)((?:\s[^<>]*)?)/>")
_VOID = frozenset(
    (
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source"),
        *("track", "wbr", "image"),
    )
)


@dataclass(slots=True)
class _Written:
    """Blocks that were written, and the line that is being written."""

    blocks: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)

    def end_line(self) -> None:
        lines = (_SPACES.sub(" ", each).strip() for each in "".join(self.line).split("\0"))
        text = "\n".join(lines).strip("\n")
        self.line.clear()
        if text:
            self.blocks.append(text)

    def add(self, block: str) -> None:
        self.end_line()
        if block:
            self.blocks.append(block)


def page_text(content: bytes) -> Iterator[str]:
    """Yield the text of a web page that was saved as HTML, MHTML or by Safari."""
    if content.startswith(PROPERTY_LIST):
        yield html_text(*_page_of_safari(content))
    elif b"<" not in content[:1] and re.match(rb"[\w-]+:", content) is not None:
        yield html_text(*_page_in_mail(content))
    else:
        yield html_text(content)


def book_text(archive: BoundedArchive) -> Iterator[str]:
    """Yield the chapters of an epub file, in their order; a missing one is named."""
    container = archive.xml("META-INF/container.xml")
    root = next(container.iter("container:rootfile")).get("full-path", "")
    package = archive.xml(root)
    items = {each.get("id"): each.get("href", "") for each in package.iter("opf:item")}
    locks = "META-INF/encryption.xml"
    locked = archive.read(locks) if locks in archive.names else b""
    for number, reference in enumerate(package.iter("opf:itemref"), 1):
        href = unquote(items.get(reference.get("idref"), ""))
        name = posixpath.normpath(posixpath.join(posixpath.dirname(root), href))
        # Fonts are often encrypted as well, which does not prevent reading.
        if href and name.encode() in locked:
            raise DocumentRefused(DocumentTrouble.ENCRYPTED)
        try:
            yield html_text(archive.read(name), is_xml=True)
        except (*UNREADABLE, DocumentRefused):
            archive.unread.append(f"chapter {number}")


def html_text(content: bytes, charset: str = "", *, is_xml: bool = False) -> str:
    """Return the visible text of a page as Markdown. Raises DocumentRefused if it is not text."""
    try:
        decoded = decoded_text(content, charset)
    except NotText as error:
        raise DocumentRefused(DocumentTrouble.UNKNOWN) from error
    text = decoded.text
    # As XML, an element may end in its first tag; as HTML, it would contain the rest of the page.
    if is_xml or text.lstrip().startswith("<?xml"):
        text = _SELF_CLOSED.sub(_opened, text)
    root = LexborHTMLParser(text.replace("\0", "")).root
    written = _Written()
    if root is not None:
        _write(root, written, 0)
    written.end_line()
    if decoded.certainty is Certainty.UNSURE and written.blocks:
        written.add(f"[The encoding is not named; the page was read as {decoded.encoding}.]")
    return markdown.joined(written.blocks)


def nodes_text(nodes: Iterable[LexborNode]) -> str:
    """Return the visible text of elements as Markdown."""
    written = _Written()
    for node in nodes:
        # As a child of its parent, so that its own tag counts as well.
        _write_element(node, node.tag or "", written, 1)
        written.end_line()
    return markdown.joined(written.blocks)


def _opened(match: re.Match[str]) -> str:
    is_void = match[1].lower() in _VOID
    return match[0] if is_void else f"<{match[1]}{match[2]}></{match[1]}>"


def _write(node: LexborNode, out: _Written, depth: int) -> None:
    for child in node.iter(include_text=True, skip_empty=False):
        tag = child.tag or ""
        if tag == "-text":
            # NUL stands for the line breaks that are kept.
            out.line.append(child.text_content or "")
        elif tag not in _UNSEEN and not _is_hidden(child):
            _write_element(child, tag, out, depth + 1)


def _write_element(node: LexborNode, tag: str, out: _Written, depth: int) -> None:
    if depth > _MAX_DEPTH:
        out.line.append(node.text(deep=True))
    elif tag in ("br", "wbr"):
        out.line.append("\0" if tag == "br" else "")
    elif tag[0] == "h" and tag[1:].isdecimal():
        out.add(markdown.heading(int(tag[1:]), " ".join(_inner(node, depth))))
    elif tag in ("ul", "ol", "menu", "dir"):
        _write_list(node, tag, out, depth)
    elif tag in ("li", "dd"):
        out.add(markdown.item(0, "" if tag == "li" else ":", "\n".join(_inner(node, depth))))
    elif tag in ("pre", "textarea", "listing", "xmp"):
        out.add(markdown.code(_kept(node).strip("\n")))
    elif tag == "blockquote":
        out.add(markdown.quote(markdown.joined(_inner(node, depth))))
    elif tag == "table":
        _write_table(node, out, depth)
    elif tag in _BLOCKS:
        out.end_line()
        _write(node, out, depth)
        out.end_line()
    else:
        _write_inline(node, tag, out, depth)


def _write_inline(node: LexborNode, tag: str, out: _Written, depth: int) -> None:
    match tag:
        case "code" | "kbd" | "samp" | "tt":
            text = _SPACES.sub(" ", _kept(node)).strip()
            out.line.append(f"`{text}`" if text else "")
        case "del" | "s" | "strike":
            text = " ".join(_inner(node, depth))
            out.line.append(f"~~{text}~~" if text else "")
        case "rt":
            out.line.append(f"({node.text(deep=True).strip()})")
        case "img":
            alt = node.attributes.get("alt")
            out.line.append(f"[Image: {alt.strip()}]" if alt and alt.strip() else "")
        case "input":
            out.line.append(_field(node))
        case "select":
            options = node.css("option")
            picked = [each for each in options if "selected" in each.attributes] or options[:1]
            out.line.append(" ".join(each.text(deep=True).strip() for each in picked))
        case "math":
            source = node.css_first("annotation[encoding*=tex]")
            text = node.text(deep=True) if source is None else f"${source.text().strip()}$"
            out.line.append(text)
        case "svg":
            out.line.append(" ".join(each.text(deep=True) for each in node.css("text")))
        case _:
            _write(node, out, depth)


def _inner(node: LexborNode, depth: int) -> list[str]:
    written = _Written()
    _write(node, written, depth)
    written.end_line()
    return written.blocks


def _write_list(node: LexborNode, tag: str, out: _Written, depth: int) -> None:
    out.end_line()
    start = node.attributes.get("start") or "1"
    number = int(start) if start.isdecimal() else 1
    items = []
    for child in node.iter(include_text=False):
        if child.tag in _UNSEEN or _is_hidden(child):
            continue
        label = f"{number}." if tag == "ol" and child.tag == "li" else ""
        number += child.tag == "li"
        text = "\n".join(_inner(child, depth))
        if child.tag in ("ul", "ol"):  # a list that stands in a list without an item
            _write_list(child, child.tag, out, depth)
        elif text:
            items.append(markdown.item(0, label, text))
    out.add("\n".join(items))


def _write_table(node: LexborNode, out: _Written, depth: int) -> None:
    out.end_line()
    if node.css_first("table table, table pre, table h1, table h2") is not None or (
        node.attributes.get("role") in ("presentation", "none")
    ):
        _write(node, out, depth)  # it only places its cells on the page
        return
    for caption in node.css("caption"):
        out.add("\n".join(_inner(caption, depth)))
    covered: dict[int, int] = {}  # by column, the number of rows that a cell above reaches down
    rows = [_row(row, covered, depth) for row in node.css("tr") if not _is_hidden(row)]
    out.add(markdown.table(rows))


def _row(row: LexborNode, covered: dict[int, int], depth: int) -> list[str]:
    cells: list[str] = []
    for child in row.iter(include_text=False):
        if child.tag not in ("td", "th") or _is_hidden(child):
            continue
        _skip_covered(cells, covered)
        height, width = _span(child, "rowspan"), _span(child, "colspan")
        for each in range(width):
            if height > 1:
                covered[len(cells) + each] = height - 1
        cells += ["\n".join(_inner(child, depth)), *[""] * (width - 1)]
    _skip_covered(cells, covered)
    return cells


def _skip_covered(cells: list[str], covered: dict[int, int]) -> None:
    while covered.get(len(cells), 0) > 0:
        covered[len(cells)] -= 1
        cells.append("")


def _span(cell: LexborNode, name: str) -> int:
    text = cell.attributes.get(name) or "1"
    return min(int(text), _MAX_SPAN) if text.isdecimal() and int(text) else 1


def _kept(node: LexborNode) -> str:
    """Return a text with its spaces and line breaks."""
    parts = []
    for child in node.traverse(include_text=True):
        if child.tag == "-text":
            parts.append(child.text_content or "")
        elif child.tag == "br":
            parts.append("\n")
    return "".join(parts)


def _field(node: LexborNode) -> str:
    kind = (node.attributes.get("type") or "text").lower()
    if kind in ("checkbox", "radio"):
        return "[x] " if "checked" in node.attributes else "[ ] "
    is_shown = kind not in ("hidden", "password", "image", "file", "color", "range")
    return (node.attributes.get("value") or "") if is_shown else ""


def _is_hidden(node: LexborNode) -> bool:
    attributes = node.attributes
    return "hidden" in attributes or _HIDDEN_STYLE.search(attributes.get("style") or "") is not None


def _page_in_mail(content: bytes) -> tuple[bytes, str]:
    message = email.message_from_bytes(content, policy=email.policy.default)
    for part in message.walk():
        if part.get_content_type() in ("text/html", "application/xhtml+xml"):
            payload = part.get_payload(decode=True)
            if isinstance(payload, bytes):
                return payload, part.get_content_charset() or ""
    raise DocumentRefused(DocumentTrouble.UNKNOWN)


def _page_of_safari(content: bytes) -> tuple[bytes, str]:
    page = plistlib.loads(content)["WebMainResource"]
    return bytes(page["WebResourceData"]), str(page.get("WebResourceTextEncodingName", ""))

"""What is written in saved web pages and in books, which are web pages in a ZIP."""

import email
import email.policy
import posixpath
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import unquote

from app.documents.limits import MOST_LETTERS, DocumentRefused, DocumentTrouble
from app.documents.office import BoundedArchive

_CONTAINER = "{urn:oasis:names:tc:opendocument:xmlns:container}"
_PACKAGE = "{http://www.idpf.org/2007/opf}"
_HIDDEN = frozenset(("script", "style", "template", "noscript", "svg", "head", "nav", "iframe"))
_BLOCKS = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "br", "dd", "details", "div", "dl"),
        *("dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hr", "li", "main"),
        *("h1", "h2", "h3", "h4", "h5", "h6", "ol", "p", "pre", "section", "table", "tbody", "td"),
        *("th", "tr", "ul"),
    )
)
_ENDED_BY_THE_NEXT = frozenset(("td", "th", "tr", "li", "dt", "dd"))
_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?([\w-]+)", re.IGNORECASE)
_CHARSET_WITHIN = 4096


def page_text(content: bytes) -> Iterator[str]:
    """Yield the text of a web page that was saved as HTML or as MHTML."""
    if b"<" not in content[:1] and re.match(rb"[\w-]+:", content) is not None:
        content, charset = _page_in_mail(content)
        yield html_text(content, charset)
        return
    yield html_text(content)


def book_text(archive: BoundedArchive) -> Iterator[str]:
    """Yield the chapters of an epub file, in their order."""
    container = archive.xml("META-INF/container.xml")
    root = next(container.iter(f"{_CONTAINER}rootfile")).get("full-path", "")
    package = archive.xml(root)
    items = {each.get("id"): each.get("href", "") for each in package.iter(f"{_PACKAGE}item")}
    locked = archive.read("META-INF/encryption.xml") if _has_locks(archive) else b""
    for reference in package.iter(f"{_PACKAGE}itemref"):
        path = posixpath.join(posixpath.dirname(root), unquote(items[reference.get("idref")]))
        name = posixpath.normpath(path)
        # Fonts are often locked as well, which keeps nobody from reading.
        if name.encode() in locked:
            raise DocumentRefused(DocumentTrouble.ENCRYPTED)
        yield html_text(archive.read(name))


def html_text(content: bytes, charset: str = "") -> str:
    """Return what a page shows, one line for each of its blocks."""
    found = _CHARSET.search(content[:_CHARSET_WITHIN])
    reader = _PageReader()
    reader.feed(_decoded(content, charset or (found[1].decode() if found else "utf-8")))
    reader.close()
    lines = (" ".join(line.split()) for line in "".join(reader.parts).splitlines())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


class _PageReader(HTMLParser):
    """Keeps the text outside of what a page does not show."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._hidden = ""
        self._depth = 0
        self._room = MOST_LETTERS

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line with a block."""
        del attrs
        # Browsers close a head by themselves, so pages leave it open.
        if self._hidden == "head" and tag == "body":
            self._hidden = ""
        if self._hidden:
            self._depth += tag == self._hidden
        elif tag in _HIDDEN:
            self._hidden, self._depth = tag, 1
        elif tag in ("td", "th"):
            self.parts.append(" | ")
        elif tag in _BLOCKS:
            self.parts.append("\n" + _HEADINGS.get(tag, ""))

    def handle_endtag(self, tag: str) -> None:
        """End a line with a block."""
        if self._hidden:
            self._depth -= tag == self._hidden
            if self._depth <= 0:
                self._hidden = ""
        elif tag in _HEADINGS or tag in ("p", "table", "ul", "ol"):
            self.parts.append("\n\n")
        elif tag in _BLOCKS and tag not in _ENDED_BY_THE_NEXT:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        """Keep what is shown."""
        if not self._hidden and self._room > 0:
            self.parts.append(data)
            self._room -= len(data)


def _page_in_mail(content: bytes) -> tuple[bytes, str]:
    message = email.message_from_bytes(content, policy=email.policy.default)
    for part in message.walk():
        if part.get_content_type() == "text/html":
            payload = part.get_payload(decode=True)
            if isinstance(payload, bytes):
                return payload, part.get_content_charset() or ""
    raise DocumentRefused(DocumentTrouble.UNKNOWN)


def _decoded(content: bytes, charset: str) -> str:
    # A mark of the byte order says more than what the page says of itself.
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        charset = "utf-16"
    try:
        return content.decode(charset, "replace").removeprefix("\ufeff")
    except LookupError:  # an encoding that nobody knows
        return content.decode("utf-8", "replace")


def _has_locks(archive: BoundedArchive) -> bool:
    return "META-INF/encryption.xml" in archive.names

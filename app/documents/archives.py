"""Bounded ZIP archives of XML, as office programs write them, and the troubles of documents."""

import io
import posixpath
import zipfile
import zlib
from collections.abc import Mapping
from urllib.parse import unquote
from xml.etree.ElementTree import Element, ParseError
from xml.parsers.expat import ExpatError

import msgspec
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from app.documents.pdf_text import DocumentTrouble

MAX_ENTRIES = 10_000
MAX_EXPANDED_BYTES = 256 << 20
_IS_ENCRYPTED = 0x1
_OFFICE = "http://schemas.openxmlformats.org"
_STRICT = "http://purl.oclc.org/ooxml"
_OPEN = "urn:oasis:names:tc:opendocument:xmlns"
# Short names of namespaces; each office format has two sets of them.
_PREFIXES = {
    **dict.fromkeys(
        (f"{_OFFICE}/wordprocessingml/2006/main", f"{_STRICT}/wordprocessingml/main"), "w"
    ),
    **dict.fromkeys((f"{_OFFICE}/spreadsheetml/2006/main", f"{_STRICT}/spreadsheetml/main"), "x"),
    **dict.fromkeys((f"{_OFFICE}/presentationml/2006/main", f"{_STRICT}/presentationml/main"), "p"),
    **dict.fromkeys((f"{_OFFICE}/drawingml/2006/main", f"{_STRICT}/drawingml/main"), "a"),
    **dict.fromkeys((f"{_OFFICE}/drawingml/2006/chart", f"{_STRICT}/drawingml/chart"), "c"),
    **dict.fromkeys((f"{_OFFICE}/drawingml/2006/diagram", f"{_STRICT}/drawingml/diagram"), "dgm"),
    **dict.fromkeys((f"{_OFFICE}/officeDocument/2006/math", f"{_STRICT}/officeDocument/math"), "m"),
    **dict.fromkeys(
        (f"{_OFFICE}/officeDocument/2006/relationships", f"{_STRICT}/officeDocument/relationships"),
        "r",
    ),
    **dict.fromkeys(
        (
            f"{_OFFICE}/drawingml/2006/wordprocessingDrawing",
            f"{_STRICT}/drawingml/wordprocessingDrawing",
        ),
        "wp",
    ),
    f"{_OFFICE}/package/2006/relationships": "rel",
    f"{_OFFICE}/markup-compatibility/2006": "mc",
    "urn:schemas-microsoft-com:vml": "v",
    "http://www.w3.org/XML/1998/namespace": "xml",
    f"{_OPEN}:text:1.0": "text",
    f"{_OPEN}:table:1.0": "table",
    f"{_OPEN}:office:1.0": "office",
    f"{_OPEN}:drawing:1.0": "draw",
    f"{_OPEN}:style:1.0": "style",
    f"{_OPEN}:presentation:1.0": "presentation",
    f"{_OPEN}:svg-compatible:1.0": "svg",
    f"{_OPEN}:xsl-fo-compatible:1.0": "fo",
    f"{_OPEN}:container": "container",
    "http://www.w3.org/1998/Math/MathML": "math",
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://www.idpf.org/2007/opf": "opf",
}
# The errors that a damaged member raises.
UNREADABLE = (
    *(LookupError, ValueError, NotImplementedError, RuntimeError, EOFError, SyntaxError),
    *(zipfile.BadZipFile, zlib.error, ParseError, ExpatError),
)


class DocumentRefused(Exception):
    """A document has no readable text."""

    def __init__(self, trouble: DocumentTrouble) -> None:
        super().__init__(trouble.name)
        self.trouble = trouble


class Relation(msgspec.Struct, frozen=True):
    """A reference of one part of an office file to another, or to an address."""

    kind: str
    target: str


class BoundedArchive:
    """The members of a ZIP by name. Raises DocumentRefused if it is too large or encrypted.

    A member can't exceed the size in the archive's directory: zipfile stops there. ``unread``
    collects the names of members that could not be read.
    """

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.unread: list[str] = []
        self._file = zipfile.ZipFile(io.BytesIO(content))
        members = self._file.infolist()
        expanded = sum(each.file_size for each in members)
        # Before unpacking: a small file may expand to a hundred gigabytes.
        if len(members) > MAX_ENTRIES or expanded > MAX_EXPANDED_BYTES:
            raise DocumentRefused(DocumentTrouble.TOO_LARGE)
        if any(each.flag_bits & _IS_ENCRYPTED for each in members):
            raise DocumentRefused(DocumentTrouble.ENCRYPTED)
        self.names = frozenset(each.filename for each in members)

    def read(self, name: str) -> bytes:
        """Return a member. Raises KeyError or an error of ``UNREADABLE``."""
        return self._file.read(name)

    def xml(self, name: str) -> Element:
        """Return a member as XML with short names such as ``w:p``. Raises as ``read`` does.

        One that defines entities raises DocumentRefused, which refuses the whole file.
        """
        try:
            root: Element = fromstring(self.read(name), forbid_dtd=True)
        except DefusedXmlException as error:
            raise DocumentRefused(DocumentTrouble.ENTITIES) from error
        for element in root.iter():
            element.tag = short_name(element.tag)
            if any(key[0] == "{" for key in element.attrib):
                element.attrib = {short_name(key): value for key, value in element.attrib.items()}
        return root

    def part(self, name: str, title: str) -> Element | None:
        """Return a member that other parts can do without; its title is noted if it is damaged."""
        if name not in self.names:
            return None
        try:
            return self.xml(name)
        except UNREADABLE:
            self.unread.append(title)
            return None

    def relations(self, name: str) -> Mapping[str, Relation]:
        """Return the references of a member by their ids; none if they can't be read."""
        folder, base = posixpath.split(name)
        root = self.part(f"{folder}/_rels/{base}.rels".lstrip("/"), f"references of {base}")
        if root is None:
            return {}
        return {
            each.get("Id", ""): Relation(
                each.get("Type", "").rpartition("/")[2], _joined(folder, each.get("Target", ""))
            )
            for each in root.iter("rel:Relationship")
        }

    def related(self, name: str, kind: str) -> list[str]:
        """Return the members of a kind that a member refers to, in their order."""
        return [each.target for each in self.relations(name).values() if each.kind == kind]


def short_name(name: str) -> str:
    """Return ``{namespace}name`` with a short prefix; only the name for other namespaces."""
    if name[:1] != "{":
        return name
    namespace, _, local = name[1:].partition("}")
    prefix = _PREFIXES.get(namespace)
    return local if prefix is None else f"{prefix}:{local}"


def _joined(folder: str, target: str) -> str:
    if "://" in target:
        return target
    path = unquote(target)
    joined = path if path.startswith("/") else posixpath.join(folder, path)
    return posixpath.normpath(joined).lstrip("/")

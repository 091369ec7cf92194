"""A ZIP that somebody else has made: what it would expand to is known before anything is read."""

import io
import zipfile
from collections.abc import Iterator
from xml.etree.ElementTree import Element
from xml.parsers import expat

from defusedxml.ElementTree import fromstring

from app.documents.limits import (
    MOST_ENTRIES,
    MOST_EXPANDED_BYTES,
    DocumentRefused,
    DocumentTrouble,
)

_IS_ENCRYPTED = 0x1
_XML_SUFFIXES = (".xml", ".rels", ".opf", ".vml")


class BoundedArchive:
    """The members of a ZIP by name. Raises DocumentRefused for one that is too large or locked.

    A member can't grow past the size in the archive's list: zipfile reads no further.
    """

    def __init__(self, content: bytes) -> None:
        self.content = content
        self._file = zipfile.ZipFile(io.BytesIO(content))
        members = self._file.infolist()
        expanded = sum(each.file_size for each in members)
        # Before anything is unpacked: a small file may claim, or hold, a hundred gigabytes.
        if len(members) > MOST_ENTRIES or expanded > MOST_EXPANDED_BYTES:
            raise DocumentRefused(DocumentTrouble.TOO_LARGE)
        if any(each.flag_bits & _IS_ENCRYPTED for each in members):
            raise DocumentRefused(DocumentTrouble.ENCRYPTED)
        self.names = frozenset(each.filename for each in members)

    def read(self, name: str) -> bytes:
        """Return a member. Raises KeyError."""
        return self._file.read(name)

    def xml(self, name: str) -> Element:
        """Return a member as XML. Raises DocumentRefused for one that defines entities."""
        root: Element = fromstring(self.read(name), forbid_dtd=True)
        return root

    def numbered(self, folder: str, stem: str) -> Iterator[str]:
        """Yield the members ``stem1.xml``, ``stem2.xml`` ... of a folder, in this order."""
        begin = f"{folder}/{stem}"
        found = [each for each in self.names if each.startswith(begin) and each.endswith(".xml")]
        numbers = {each: each[len(begin) : -len(".xml")] for each in found}
        yield from sorted(
            (each for each in found if numbers[each].isdecimal()),
            key=lambda each: int(numbers[each]),
        )

    def refuse_entities(self) -> None:
        """Raise DocumentRefused where any XML in it has a document type, which defines entities.

        The libraries that read the archive themselves need not be trusted with that.
        """
        for name in self.names:
            if name.lower().endswith(_XML_SUFFIXES):
                parser = expat.ParserCreate()
                parser.StartDoctypeDeclHandler = _refuse_document_type
                parser.Parse(self.read(name), True)


def _refuse_document_type(*_about: object) -> None:
    raise DocumentRefused(DocumentTrouble.ENTITIES)

"""Decodes text of an unknown encoding: marks, declared names, UTF-8, then a guess.

All files whose text Hubbub reads pass through here. Pure; a megabyte takes some milliseconds.
"""

import codecs
import enum
import re
from functools import cache

import msgspec

_LOOKED_AT_BYTES = 8192
_GUESSED_BYTES = 65536
_MAX_CONTROL_SHARE = 0.05
_TEXT_CONTROLS = frozenset(b"\t\n\r\f\x1b\b")
_DECLARED_WITHIN = 1024
# UTF-32 comes first: its little-endian mark begins with that of UTF-16.
_BYTE_ORDER_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
    (b"\xef\xbb\xbf", "UTF-8"),
)
# Named at the start of XML, web pages, style sheets and source code.
_XML_NAME = re.compile(rb"\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]+)")
_PAGE_NAME = re.compile(rb"<meta[^>]{0,300}?charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_STYLE_NAME = re.compile(rb'@charset "([\w.:-]+)"')
_CODE_NAME = re.compile(rb"(?:[^\n]*\n)?[ \t\f]*(?:#|//|;+|/?\*)[^\n]*?coding[:=][ \t]*([-\w.]+)")
_HIGH_BYTE = re.compile(rb"[\x80-\xff]")
# Texts in 7 bits: an escape sequence or "~{" starts their other characters.
_SHIFTED = re.compile(rb"\x1b[$(][@-Z$()]|~\{[!-~]{2}")
_SHIFTED_NAMES = ("iso2022", "hz")
_UNICODE_NAMES = ("utf-16", "utf-32")
_SURE = 0.3  # chardet's confidence; of 979 paragraphs of the tests above it, 976 are right
_FEW_HIGH_BYTES = 10
_MIN_VALID_PER_ERROR = 5
_MAX_ERROR_SHARE = 0.01
_MIN_NUL_SHARE = 0.25  # of UTF-16 whose other bytes are ASCII

ENCODINGS = {
    "UTF-8": "utf-8",
    "UTF-16LE": "utf-16-le",
    "UTF-16BE": "utf-16-be",
    "Windows-1252": "cp1252",
    "ISO-8859-15": "iso8859-15",
    "Macintosh": "mac-roman",
    "CP850": "cp850",
    "CP437": "cp437",
    "Windows-1250": "cp1250",
    "ISO-8859-2": "iso8859-2",
    "CP852": "cp852",
    "Windows-1257": "cp1257",
    "CP775": "cp775",
    "Windows-1251": "cp1251",
    "KOI8-R": "koi8-r",
    "KOI8-U": "koi8-u",
    "CP866": "cp866",
    "ISO-8859-5": "iso8859-5",
    "Mac Cyrillic": "mac-cyrillic",
    "Windows-1253": "cp1253",
    "CP737": "cp737",
    "Windows-1254": "cp1254",
    "CP857": "cp857",
    "Windows-1255": "cp1255",
    "CP862": "cp862",
    "Windows-1256": "cp1256",
    "CP720": "cp720",
    "Windows-874": "cp874",
    "Windows-1258": "cp1258",
    "Shift_JIS": "cp932",
    "EUC-JP": "euc-jp",
    "ISO-2022-JP": "iso2022-jp",
    "GB18030": "gb18030",
    "Big5": "cp950",
    "Big5-HKSCS": "big5hkscs",
    "EUC-KR": "cp949",
    "Johab": "johab",
}
"""The encodings that a user can choose, by name: the codecs that browsers use for them."""

_WIDER = {  # what browsers read under these names is a superset
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "cp950",
    "tis-620": "cp874",
    "iso8859-11": "cp874",
}
# Python's own, which are not encodings of files: they would change a text, or lose it.
_NOT_OF_FILES = ("charmap", "idna", "punycode", "raw-unicode-escape", "unicode-escape")


class Certainty(enum.Enum):
    """How an encoding was found."""

    KNOWN = "known"  # marked, declared, or UTF-8 without an error
    GUESSED = "guessed"  # the text has the statistics of this encoding
    UNSURE = "unsure"  # others fit almost as well: the user should look at it


class DecodedText(msgspec.Struct, frozen=True):
    """A text, the name of its encoding, and how certain that is."""

    text: str
    encoding: str = "UTF-8"
    certainty: Certainty = Certainty.KNOWN


class NotText(Exception):
    """The bytes are not a text."""


def decoded_text(content: bytes, declared: str = "", *, is_cut: bool = False) -> DecodedText:
    """Return bytes as text. Raises NotText.

    ``declared`` is a name from outside, such as that of a mail header; a byte order mark comes
    before it, and names in the text follow. If ``is_cut``, the last character may be incomplete.
    """
    for mark, name in _BYTE_ORDER_MARKS:
        if content.startswith(mark):
            decoder = codecs.getincrementaldecoder(name)("replace")
            return DecodedText(decoder.decode(content, not is_cut).removeprefix("\ufeff"), name)
    for codec in (_codec_of(declared), _codec_of(_name_in(content))):
        text = _decoded(content, codec, is_cut=is_cut) if codec else None
        if text is not None:
            return DecodedText(text, _shown(codec))
    if _SHIFTED.search(content[:_GUESSED_BYTES]) is not None and content.isascii():
        codec, _ = _guess(content)
        if codec.startswith(_SHIFTED_NAMES):
            text = _decoded(content, codec, is_cut=is_cut)
            if text is not None:
                return DecodedText(text, _shown(codec), Certainty.GUESSED)
    if _looks_binary(content):
        return _without_mark(content, is_cut=is_cut)
    return _as_utf_8(content, is_cut=is_cut) or _guessed(content, is_cut=is_cut)


def decoded_as(content: bytes, name: str, *, is_cut: bool = False) -> str:
    """Return bytes as text in an encoding of ``ENCODINGS``; impossible bytes become U+FFFD."""
    decoder = codecs.getincrementaldecoder(ENCODINGS[name])("replace")
    return decoder.decode(content, final=not is_cut).removeprefix("\ufeff")


def _as_utf_8(content: bytes, *, is_cut: bool) -> DecodedText | None:
    """Return valid UTF-8, or UTF-8 with so few errors that it can't be anything else."""
    decoder = codecs.getincrementaldecoder("utf-8")
    try:
        return DecodedText(decoder().decode(content, final=not is_cut))
    except UnicodeDecodeError:
        text = decoder("replace").decode(content, final=not is_cut)
    error_count = text.count("\ufffd")
    valid_count = len(text) - error_count - len(text.encode("ascii", "ignore"))
    if error_count * _MIN_VALID_PER_ERROR > valid_count:
        return None
    return DecodedText(text, "UTF-8", Certainty.GUESSED)


def _guessed(content: bytes, *, is_cut: bool) -> DecodedText:
    codec, certainty = _guess(content)
    text = _decoded(content, codec, is_cut=is_cut) if codec else None
    if text is None:
        # Windows-1252 can hold any bytes, and most of what is left is in it.
        text, codec, certainty = content.decode("cp1252", "replace"), "cp1252", Certainty.UNSURE
    return DecodedText(text, _shown(codec), certainty)


def _guess(content: bytes) -> tuple[str, Certainty]:
    """Return the codec that chardet finds; "" for none."""
    from chardet import EncodingEra, detect  # imported late: few texts need it

    # The start of a long text may be ASCII.
    first = _HIGH_BYTE.search(content)
    start = max(0, first.start() - 1000) if first is not None else 0
    sample = content[start : start + _GUESSED_BYTES]
    found = detect(sample)
    if found["confidence"] >= _SURE:
        return _widest(found["encoding"]), Certainty.GUESSED
    if len(_HIGH_BYTE.findall(sample)) <= _FEW_HIGH_BYTES:
        # Too little to tell rare encodings from common ones.
        found = detect(sample, encoding_era=EncodingEra.MODERN_WEB)
    return _widest(found["encoding"]), Certainty.UNSURE


def _looks_binary(content: bytes) -> bool:
    start = content[:_LOOKED_AT_BYTES]
    strange_count = sum(byte < 32 and byte not in _TEXT_CONTROLS for byte in start)
    return 0 in start or strange_count > _MAX_CONTROL_SHARE * len(start)


def _without_mark(content: bytes, *, is_cut: bool) -> DecodedText:
    """Return UTF-16 and UTF-32 without a byte order mark. Raises NotText for other bytes."""
    # Of these, UTF-8 with a few NULs would be some rare characters.
    start = content[:_GUESSED_BYTES]
    without = start.replace(b"\0", b"")
    has_few = len(without) > (1 - _MIN_NUL_SHARE) * len(start)
    if has_few and _as_utf_8(without, is_cut=True) is not None:
        raise NotText
    codec, _ = _guess(content)
    text = None
    if codec.startswith(_UNICODE_NAMES):
        text = _decoded(content, codec, is_cut=is_cut)
    if text is None or any(character < "\t" for character in text):
        raise NotText
    return DecodedText(text, _shown(codec), Certainty.GUESSED)


def _decoded(content: bytes, codec: str, *, is_cut: bool) -> str | None:
    """Return a text with at most few errors, or None."""
    try:
        decoder = codecs.getincrementaldecoder(codec)("replace")
        text = decoder.decode(content, final=not is_cut)
    except (LookupError, UnicodeError, ValueError):
        return None
    is_possible = text.count("\ufffd") <= _MAX_ERROR_SHARE * len(text)
    return text.removeprefix("\ufeff") if is_possible else None


def _name_in(content: bytes) -> str:
    """Return the encoding that a text names itself; "" for none."""
    start = content[:_DECLARED_WITHIN]
    found = _XML_NAME.match(start) or _STYLE_NAME.match(start) or _CODE_NAME.match(start)
    if found is None and start.lstrip()[:1] == b"<":
        found = _PAGE_NAME.search(start)
    if found is None:
        return ""
    name = found[1].decode("ascii", "replace")
    # The name could not have been found in UTF-16.
    return "utf-8" if name.lower().startswith("utf-16") else name


def _codec_of(name: str) -> str:
    """Return Python's codec for a declared name, by the table of browsers; "" for none."""
    from webencodings import lookup

    if name.strip().lower() in ("", "utf-16", "utf-32"):
        return ""  # without a mark, its byte order is found by the text
    found = lookup(name)
    # Browsers refuse what WHATWG calls "replacement"; as a text it can be read.
    codec = name if found is None or found.name == "replacement" else found.codec_info.name
    return _widest(codec)


def _widest(codec: str | None) -> str:
    """Return the codec that browsers use for this one; "" if it does not exist for texts."""
    try:
        "".encode(codec or "")  # fails for codecs between bytes, such as "hex"
        name = codecs.lookup(codec or "").name
    except (LookupError, ValueError):
        return ""
    return "" if name in _NOT_OF_FILES else _WIDER.get(name, name)


@cache
def _names() -> dict[str, str]:
    return {codecs.lookup(codec).name: name for name, codec in ENCODINGS.items()}


def _shown(codec: str) -> str:
    return _names().get(codec, codec.upper())

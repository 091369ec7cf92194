"""Reads RTF files: every word that a reader of the document sees, with changes accepted.

The characters of a file are bytes in the encoding of their font, or numbers of UTF-16 with a
replacement for old readers (Microsoft's specification 1.9.1).
"""

import bisect
import codecs
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import msgspec
from msgspec.structs import replace

from app.documents import markdown_text as markdown
from app.documents.word import CODE_STYLES, heading_level

_TOKEN = re.compile(
    rb"\\(?:'([0-9a-fA-F]{2})|([a-zA-Z]{1,32})(-?\d{1,10})? ?|([^a-zA-Z]))"
    rb"|([{}])|[\r\n]+|([^\\{}\r\n]+)",
    re.DOTALL,
)
_MAX_DEPTH = 100_000
_MAX_ITEM_DEPTH = 8
_NO_LEVEL = 9  # of an outline: body text
_SAME_COLUMN = 60  # twips between left edges, which rows of one table round differently
# Encodings of fonts by the number of their character set.
_CHARSETS = {
    0: "cp1252",
    77: "mac-roman",
    78: "cp932",
    79: "cp949",
    80: "gb18030",
    81: "cp950",
    83: "cp1255",
    84: "cp1256",
    85: "mac-greek",
    86: "mac-turkish",
    87: "cp874",
    88: "mac-latin2",
    89: "mac-cyrillic",
    128: "cp932",
    129: "cp949",
    130: "johab",
    134: "gb18030",
    136: "cp950",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
    254: "cp437",
    255: "cp850",
}
_CODE_PAGES = {
    708: "iso8859-6",
    932: "cp932",
    936: "gb18030",
    949: "cp949",
    950: "cp950",
    1361: "johab",
    10000: "mac-roman",
    10006: "mac-greek",
    10007: "mac-cyrillic",
    10029: "mac-latin2",
    10081: "mac-turkish",
    54936: "gb18030",
    65001: "utf-8",
}
_ENCODINGS = {"ansi": "cp1252", "mac": "mac-roman", "pc": "cp437", "pca": "cp850"}
_SYMBOL_CHARSET = 2
# Encodings of fonts whose characters are signs.
_SIGNS_FONT, _GREEK_FONT = "signs", "greek"
_GREEK: dict[int, str] = dict(
    zip(
        (*range(0x41, 0x5B), *range(0x61, 0x7B)),
        "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖαβχδεφγηιϕκλμνοπθρστυϖωξψζ",
        strict=True,
    )
)
_CHARACTERS = {
    "tab": "\t",
    "line": "\n",
    "lbr": "\n",
    "emdash": "—",
    "endash": "\u2013",
    "bullet": "•",
    "lquote": "\u2018",
    "rquote": "\u2019",
    "ldblquote": "“",
    "rdblquote": "”",
    "emspace": "\u2003",
    "enspace": "\u2002",
    "qmspace": "\u2005",
    "zwj": "\u200d",
    "zwnj": "\u200c",
    "ltrmark": "\u200e",
    "rtlmark": "\u200f",
    "zwbo": "\u200b",
}
_SIGNS = {b"~": "\xa0", b"_": "\u2011", b"\\": "\\", b"{": "{", b"}": "}"}
# Groups with content that is not part of the text, besides the unknown ones after "\*".
_SKIPPED = frozenset(
    (
        *("colortbl", "info", "fldinst", "nonshppict", "shprslt", "xe", "tc", "tcn", "rxe"),
        *("filetbl", "sp", "nonesttables", "objdata", "objclass", "objname", "private", "txe"),
        *("listtable", "listoverridetable", "revtbl", "template", "ftnsep", "ftnsepc", "ftncn"),
        *("aftnsep", "aftnsepc", "aftncn", "atnid", "atnref", "atndate", "pn", "pnseclvl"),
    )
)
# Groups after "\*" that old readers skip, but whose words are seen.
_SEEN = frozenset(("shpinst", "shppict", "do", "ud", "nesttableprops", "moMath", "moMathPara"))
_HEADERS = frozenset(("header", "headerl", "headerr", "headerf"))
_FOOTERS = frozenset(("footer", "footerl", "footerr", "footerf"))
_BOXES = frozenset(("shptxt", "dptxbxtext"))
_FLOWS = _HEADERS | _FOOTERS | _BOXES | {"footnote", "annotation"}
_CAPTURED = frozenset(("listtext", "pntext", "atnauthor"))
_BULLETS = frozenset("•·o§▪◦‣\u2013—-*➢✓ü\u25cf\u25cb\u25aa\u25a0")


@dataclass(slots=True)
class _Row:
    """A row of a table: its cells, and their right edges in twips."""

    cells: list[str]
    edges: list[int]


@dataclass(slots=True)
class _Flow:
    """A sequence of blocks: the text, a note, or a box."""

    blocks: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    label: str | None = None
    cell: list[str] = field(default_factory=list)
    row: list[str] = field(default_factory=list)
    inner_cell: list[str] = field(default_factory=list)
    inner_row: list[str] = field(default_factory=list)
    table: list[_Row] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    boxes: list[str] = field(default_factory=list)


class _State(msgspec.Struct, frozen=True):
    """The state that a group inherits from the one around it.

    Attributes:
        flow: where text goes; None if it is skipped.
        kind: the destination that this group began; empty if none.
        capture: collects text that is not part of a flow, such as the label of an item.
        outer: the flow around a group with two forms, of which the second is read.
        region: the table of fonts or styles that this group belongs to; empty for none.
        skip_count: characters after a number of Unicode that repeat it for old readers.
    """

    flow: _Flow | None
    kind: str = ""
    capture: tuple[list[str], ...] = ()
    outer: _Flow | None = None
    region: str = ""
    font: int = -1
    other_font: int = -1
    is_rtl: bool = False
    skip_count: int = 1
    is_hidden: bool = False
    is_deleted: bool = False
    style: int = 0
    level: int | None = None
    depth: int = 0
    is_in_table: bool = False
    nesting: int = 0
    note_prefix: str = ""


def rich_text(content: bytes) -> Iterator[str]:
    """Yield the blocks of an RTF file; pictures are counted in the last one."""
    reader = _Reader(content)
    reader.read()
    yield from reader.blocks()


class _Reader:
    def __init__(self, content: bytes) -> None:
        self._content = content
        self._body = _Flow()
        self._state = _State(self._body)
        self._states: list[_State] = []
        self._bytes = bytearray()
        self._is_raw = False  # whether all bytes above 127 stand in the file as they are
        self._high = 0  # the first half of a surrogate pair
        self._skipping = 0
        self._is_starred = False
        self._encoding = "cp1252"
        self._default_font = -1
        self._encodings: dict[int, str] = {}
        self._levels: dict[int, int] = {}
        self._code_styles: set[int] = set()
        self._name: list[str] = []  # of a font or a style
        self._font = self._style = 0  # the one that a table is describing
        self._edges: list[int] = []
        self._margins: dict[str, dict[str, None]] = {"Header": {}, "Footer": {}}
        self._notes: list[str] = []
        self._note_counts = {"": 0, "e": 0}
        self._author = ""
        self._picture_count = 0

    def blocks(self) -> Iterator[str]:
        """Yield the blocks that were read."""
        yield from (f"[Header: {text}]" for text in self._margins["Header"])
        yield from self._body.blocks
        yield from self._notes
        yield from (f"[Footer: {text}]" for text in self._margins["Footer"])
        if self._picture_count == 1:
            yield "[Not read: one picture.]"
        elif self._picture_count:
            yield f"[Not read: {self._picture_count} pictures.]"

    def read(self) -> None:
        """Read the whole file."""
        position = 0
        while match := _TOKEN.match(self._content, position):
            position = match.end()
            code, word, number, sign, brace, text = match.groups()
            if text is not None:
                self._on_text(text)
            elif code is not None:
                self._on_byte(int(code, 16))
            elif word is not None:
                value = int(number) if number is not None else None
                if word == b"bin":
                    position += max(0, value or 0)
                self._on_word(word.decode(), value)
            elif sign is not None:
                self._on_sign(sign)
            elif brace is not None:
                self._flush()
                self._skipping = 0
                if brace == b"{":
                    if len(self._states) < _MAX_DEPTH:
                        self._states.append(self._state)
                        self._state = replace(self._state, kind="")
                    self._is_starred = False
                elif self._states:
                    self._close_group()
        self._flush()
        while self._states:
            self._close_group()
        self._finish(self._body)

    # --- characters -----------------------------------------------------------------------

    def _on_text(self, text: bytes) -> None:
        if self._skipping:
            skipped = min(self._skipping, len(text))
            self._skipping -= skipped
            text = text[skipped:]
        if text and not text.isascii():
            if self._bytes and not self._is_raw and not self._bytes.isascii():
                self._flush()
            self._is_raw = True
        self._bytes += text

    def _on_byte(self, byte: int) -> None:
        if self._skipping:
            self._skipping -= 1
            return
        self._is_raw = False
        self._bytes.append(byte)

    def _on_sign(self, sign: bytes) -> None:
        if sign == b"*":
            self._is_starred = True
        elif self._skipping:
            self._skipping -= 1
        elif sign in (b"\n", b"\r"):
            self._on_word("par", None)
        elif sign in _SIGNS:
            self._add(_SIGNS[sign])

    def _on_unicode(self, number: int) -> None:
        self._flush(keeps_half=True)
        self._skipping = self._state.skip_count
        number &= 0xFFFF
        if 0xD800 <= number < 0xDC00:
            self._high = number
            return
        if 0xDC00 <= number < 0xE000 and self._high:
            number = 0x10000 + (self._high - 0xD800 << 10) + (number - 0xDC00)
        self._high = 0
        if 0xD800 <= number < 0xE000 or not number:
            return
        # Symbol fonts use this private area for their own signs.
        is_symbol = 0xF000 <= number <= 0xF0FF
        self._add_now(_symbol(number & 0xFF, self._font_encoding()) if is_symbol else chr(number))

    def _add(self, text: str) -> None:
        self._flush()
        self._add_now(text)

    def _add_now(self, text: str) -> None:
        state = self._state
        if state.capture:
            state.capture[0].append(text)
        elif state.flow is not None and not (state.is_hidden or state.is_deleted):
            state.flow.text.append(text)

    def _flush(self, *, keeps_half: bool = False) -> None:
        """Decode the bytes since the last control word."""
        if not keeps_half:
            self._high = 0
        if not self._bytes:
            return
        content, self._bytes = bytes(self._bytes), bytearray()
        encoding = self._font_encoding()
        if encoding in (_SIGNS_FONT, _GREEK_FONT):
            self._add_now("".join(_symbol(byte, encoding) for byte in content))
            return
        if self._is_raw:
            # Some programs write UTF-8 regardless of the declared encoding.
            try:
                self._add_now(content.decode("utf-8"))
                return
            except UnicodeDecodeError:
                pass
        self._add_now(content.decode(encoding, "replace"))

    def _font_encoding(self) -> str:
        state = self._state
        font = state.other_font if state.is_rtl and state.other_font >= 0 else state.font
        return self._encodings.get(font if font >= 0 else self._default_font, self._encoding)

    # --- groups ---------------------------------------------------------------------------

    def _on_word(self, word: str, value: int | None) -> None:
        if word == "u":
            self._on_unicode(value or 0)
            return
        if self._skipping and word != "bin":
            self._skipping -= 1
            if word in _CHARACTERS:
                return
        self._flush()
        is_starred, self._is_starred = self._is_starred, False
        state = self._state
        if word in _FLOWS and state.flow is not None:
            self._begin_flow(word)
        elif word in ("fonttbl", "stylesheet"):
            self._name.clear()
            self._state = replace(state, flow=None, region=word, capture=(self._name,))
        elif word in _CAPTURED and state.flow is not None:
            self._state = replace(state, kind=word, capture=([],))
        elif word == "pict":
            self._picture_count += state.flow is not None and not state.is_hidden
            self._state = replace(state, flow=None, kind=word, capture=())
        elif word in _SKIPPED or (is_starred and word not in _SEEN):
            self._state = replace(state, flow=None, kind=word, capture=())
        elif word == "upr":
            self._state = replace(state, flow=None, outer=state.flow)
        elif word == "ud":
            self._state = replace(state, flow=state.outer)
        elif state.region == "fonttbl":
            self._on_font_word(word, value)
        elif state.region == "stylesheet":
            self._on_style_word(word, value)
        elif not self._on_character_word(word, value):
            self._on_paragraph_word(word, value)

    def _close_group(self) -> None:
        state, self._state = self._state, self._states.pop()
        outer = self._state
        if state.region == "fonttbl":
            self._end_font()
        elif state.region == "stylesheet" and outer.region == "stylesheet":
            self._end_style()
        elif state.kind == "atnauthor" and state.capture:
            self._author = "".join(state.capture[0]).strip()
        elif state.kind in _CAPTURED and state.capture and outer.flow is not None:
            outer.flow.label = "".join(state.capture[0]).strip()
        elif state.kind in _FLOWS and state.flow is not None and outer.flow is not None:
            self._finish(state.flow)
            self._end_flow(state, outer.flow)

    def _begin_flow(self, kind: str) -> None:
        self._state = replace(
            self._state,
            flow=_Flow(),
            kind=kind,
            capture=(),
            style=0,
            level=None,
            is_in_table=False,
            nesting=0,
        )

    def _end_flow(self, state: _State, outer: _Flow) -> None:
        assert state.flow is not None
        blocks = state.flow.blocks
        text = "\n".join(blocks)
        if state.kind in _BOXES:
            outer.boxes += blocks
        elif state.kind in _HEADERS | _FOOTERS:
            # A field of a page number alone says nothing.
            if text.strip() and not text.strip().isdecimal():
                kind = "Header" if state.kind in _HEADERS else "Footer"
                self._margins[kind][text.strip()] = None
        elif state.kind == "annotation":
            outer.text.append(markdown.comment(self._author, blocks))
            self._author = ""
        elif text.strip() and not (self._state.is_hidden or self._state.is_deleted):
            prefix = state.note_prefix
            self._note_counts[prefix] += 1
            mark = f"[^{prefix}{self._note_counts[prefix]}]"
            outer.text.append(mark)
            self._notes.append(f"{mark}: {text.strip()}")

    # --- tables of fonts and styles -------------------------------------------------------

    def _on_font_word(self, word: str, value: int | None) -> None:
        if word == "f":
            self._end_font()
            self._font = value or 0
        elif word == "fcharset" and value == _SYMBOL_CHARSET:
            self._encodings[self._font] = _SIGNS_FONT
        elif word == "fcharset" and value in _CHARSETS:
            self._encodings[self._font] = _CHARSETS[value]
        elif word == "cpg" and value:
            self._encodings[self._font] = _code_page(value)

    def _end_font(self) -> None:
        name = "".join(self._name).strip()
        self._name.clear()
        if name.startswith("Symbol") and self._encodings.get(self._font) == _SIGNS_FONT:
            self._encodings[self._font] = _GREEK_FONT

    def _on_style_word(self, word: str, value: int | None) -> None:
        if word == "s":
            self._style = value or 0
        elif word == "outlinelevel" and value is not None and 0 <= value < _NO_LEVEL:
            self._levels[self._style] = value + 1

    def _end_style(self) -> None:
        name = "".join(self._name).strip().rstrip(";").lower()
        self._name.clear()
        level = heading_level(name)
        if level is not None:
            self._levels.setdefault(self._style, level)
        if name in CODE_STYLES:
            self._code_styles.add(self._style)
        self._style = 0

    # --- the document ---------------------------------------------------------------------

    def _on_character_word(self, word: str, value: int | None) -> bool:
        """Take a word about characters; return whether it was one."""
        state = self._state
        if word in _CHARACTERS:
            self._add_now(_CHARACTERS[word])
            return True
        match word:
            case "f":
                state = replace(state, font=-1 if value is None else value)
            case "af":
                state = replace(state, other_font=-1 if value is None else value)
            case "rtlch" | "ltrch":
                state = replace(state, is_rtl=word == "rtlch")
            case "uc":
                state = replace(state, skip_count=max(0, value if value is not None else 1))
            case "v":
                state = replace(state, is_hidden=value != 0)
            case "deleted":
                state = replace(state, is_deleted=value != 0)
            case "plain":
                state = replace(
                    state, font=-1, other_font=-1, is_rtl=False, is_hidden=False, is_deleted=False
                )
            case "ansi" | "mac" | "pc" | "pca":
                self._encoding = _ENCODINGS[word]
            case "ansicpg":
                self._encoding = _code_page(value or 0)
            case "deff":
                self._default_font = -1 if value is None else value
            case _:
                return False
        self._state = state
        return True

    def _on_paragraph_word(self, word: str, value: int | None) -> None:
        state, flow = self._state, self._state.flow
        match word:
            case "pard":
                self._state = replace(
                    state, style=0, level=None, depth=0, is_in_table=False, nesting=0
                )
            case "s":
                self._state = replace(state, style=value or 0)
            case "outlinelevel" if value is not None and 0 <= value < _NO_LEVEL:
                self._state = replace(state, level=value + 1)
            case "ilvl":
                self._state = replace(state, depth=min(max(value or 0, 0), _MAX_ITEM_DEPTH))
            case "intbl":
                self._state = replace(state, is_in_table=True)
            case "itap":
                nesting = 1 if value is None else value
                self._state = replace(state, nesting=nesting, is_in_table=nesting > 0)
            case "trowd":
                self._edges = []
            case "cellx":
                self._edges.append(value or 0)
            case "ftnalt" if state.kind == "footnote":
                self._state = replace(state, note_prefix="e")
            case "par" | "sect" if flow is not None:
                self._end_paragraph(flow)
            case "cell" if flow is not None:
                self._end_cell(flow)
            case "row" if flow is not None and flow.row:
                flow.table.append(_Row(flow.row, self._edges))
                flow.row = []
            case "nestcell" if flow is not None:
                flow.inner_row.append(self._cell_text(flow, flow.inner_cell))
            case "nestrow" if flow is not None and flow.inner_row:
                flow.cell.append(" | ".join(flow.inner_row))
                flow.inner_row = []

    def _end_paragraph(self, flow: _Flow) -> None:
        state = self._state
        if state.is_in_table:
            cell = flow.inner_cell if state.nesting > 1 else flow.cell
            cell += [self._shown(flow), *flow.boxes]
            flow.boxes = []
            return
        self._end_table(flow)
        if state.style in self._code_styles:
            flow.code.append("".join(flow.text))
            flow.text = []
        else:
            _end_code(flow)
            flow.blocks.append(self._shown(flow))
        flow.blocks += flow.boxes
        flow.boxes = []

    def _shown(self, flow: _Flow) -> str:
        """Return the paragraph that was read, as Markdown."""
        text, label = "".join(flow.text), flow.label
        flow.text, flow.label = [], None
        if not text.strip():
            return ""
        state = self._state
        level = state.level if state.level is not None else self._levels.get(state.style)
        if level is not None:
            return markdown.heading(level, f"{label or ''} {text}")
        if label is None:
            return text
        is_bullet = all(each in _BULLETS or not each.isprintable() for each in label)
        return markdown.item(state.depth, "" if is_bullet else label, text.lstrip("\t "))

    def _cell_text(self, flow: _Flow, paragraphs: list[str]) -> str:
        paragraphs += [self._shown(flow), *flow.boxes]
        text = "\n".join(filter(str.strip, paragraphs))
        paragraphs.clear()
        flow.boxes = []
        return text

    def _end_cell(self, flow: _Flow) -> None:
        if not (flow.table or flow.row):
            _end_code(flow)
        flow.row.append(self._cell_text(flow, flow.cell))

    def _end_table(self, flow: _Flow) -> None:
        if flow.row:
            flow.table.append(_Row(flow.row, self._edges))
            flow.row = []
        if flow.table:
            flow.blocks.append(markdown.table(_aligned(flow.table)))
            flow.table = []
        flow.blocks += flow.cell  # paragraphs of a table without a cell
        flow.cell = []

    def _finish(self, flow: _Flow) -> None:
        """End what is open in a flow."""
        self._state = replace(self._state, is_in_table=False)
        self._end_paragraph(flow)
        _end_code(flow)
        flow.blocks = [block for block in flow.blocks if block.strip()]


def _end_code(flow: _Flow) -> None:
    if flow.code:
        flow.blocks.append(markdown.code("\n".join(flow.code)))
        flow.code = []


def _aligned(table: Sequence[_Row]) -> Iterator[list[str]]:
    """Yield the cells of rows under each other; a cell may be as wide as several of another row."""
    if len({len(row.cells) for row in table}) == 1 or not all(
        len(row.edges) >= len(row.cells) for row in table
    ):
        yield from (row.cells for row in table)
        return
    columns: list[int] = []
    for left in sorted({left for row in table for left in row.edges[: len(row.cells) - 1]}):
        if not columns or left - columns[-1] > _SAME_COLUMN:
            columns.append(left)
    for row in table:
        cells = [""] * (len(columns) + 1)
        for number, text in enumerate(row.cells):
            # The first cell may begin further left or right than that of other rows.
            place = bisect.bisect_right(columns, row.edges[number - 1]) if number else 0
            cells[place] = f"{cells[place]} {text}".strip()
        yield cells


def _code_page(number: int) -> str:
    """Return the codec of a code page; that of Western Europe for an unknown one."""
    name = _CODE_PAGES.get(number, f"cp{number}")
    try:
        codecs.lookup(name)
    except LookupError:
        return "cp1252"
    return name


def _symbol(code: int, encoding: str) -> str:
    """Return the character of a font of signs, or a bullet."""
    if code in (0x20, 0xA0):
        return " "
    if encoding == _GREEK_FONT and code < 0x7F:
        return _GREEK.get(code, chr(code))
    return "•"

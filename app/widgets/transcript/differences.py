"""The words in which an answer differs from another one: found, marked, and said in words."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from difflib import SequenceMatcher

import msgspec
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from app.widgets.kit.theme import Colours
from app.widgets.kit.translation import fill, translate

# Comparing takes about a microsecond for each pair of equal words, in the thread of the window.
MAX_PAIRS = 10_000
TINT = 0.16  # opacity of the ground of a marked word
# Chinese and Japanese have no spaces: each of their characters counts as a word.
_UNSPACED = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_UNSPACED}]|[^\s{_UNSPACED}]+")


class Difference(msgspec.Struct, frozen=True):
    """How an answer differs from another one.

    Attributes:
        words: the numbers of its own words that differ.
        count: of its words that differ, and of words of the other one that it leaves out.
        missing_count: of those that it leaves out.
        is_mostly: most of its words differ, so that marks would tell nothing.
        is_unknown: the answers are too long to be compared.
    """

    words: frozenset[int] = frozenset()
    count: int = 0
    missing_count: int = 0
    is_mostly: bool = False
    is_unknown: bool = False


UNKNOWN = Difference(is_unknown=True)


def words_of(text: str) -> list[str]:
    """Return the words of a text, with the punctuation at them."""
    return _WORD.findall(text)


def difference(first: Sequence[str], other: Sequence[str]) -> Difference:
    """Return how the words of an answer differ from those of the first one."""
    same = _same_count(first, other)  # many answers begin in the same way
    first_rest, rest = first[same:], other[same:]
    if _pair_count(first_rest, rest) > MAX_PAIRS:
        return UNKNOWN
    words, count, missing = set[int](), 0, 0
    matcher = SequenceMatcher(None, first_rest, rest, autojunk=False)
    for kind, first_start, first_end, start, end in matcher.get_opcodes():
        if kind != "equal":
            words.update(range(same + start, same + end))
            count += max(first_end - first_start, end - start)
            missing += max(0, (first_end - first_start) - (end - start))
    is_mostly = 2 * len(words) > len(other) or 2 * count > len(first) + len(words)
    return Difference(frozenset(words), count, missing, is_mostly)


def difference_text(state: str, found: Difference, number: int) -> str:
    """Return the state of an answer, and how it differs from the answer with a number."""
    if found.is_unknown:
        text = translate("AnswerCard", "{state}. Too long to compare with answer {number}")
    elif found.is_mostly:
        text = translate("AnswerCard", "{state}. Mostly different from answer {number}")
    elif not found.count:
        text = translate("AnswerCard", "{state}. Same words as answer {number}")
    elif found.count == found.missing_count == 1:
        text = translate("AnswerCard", "{state}. Leaves out one word of answer {number}")
    elif found.count == 1:
        text = translate("AnswerCard", "{state}. One word differs from answer {number}")
    elif found.missing_count:
        text = translate(
            "AnswerCard",
            "{state}. Differs from answer {number} in {count:,} words ({missing:,} left out)",
        )
    else:
        text = translate("AnswerCard", "{state}. Differs from answer {number} in {count:,} words")
    return fill(
        text,
        state=state.rstrip(".\u3002"),  # a reason ends with a stop
        number=number,
        count=found.count,
        missing=found.missing_count,
    )


def mark_words(
    edit: QTextEdit | QPlainTextEdit, numbers: Collection[int], colours: Colours, first: int
) -> int:
    """Mark the words of a document with these numbers; return the number after its last word.

    ``first`` is the number of its first word. The underline has the contrast, not the ground.
    """
    shape = QTextCharFormat()
    ground = QColor(colours.warning)
    ground.setAlphaF(TINT)
    shape.setBackground(ground)
    shape.setFontUnderline(True)
    shape.setUnderlineColor(QColor(colours.warning))
    text = edit.document().toPlainText()
    marks: list[QTextEdit.ExtraSelection] = []
    number, end, position = first, 0, 0
    for number, found in enumerate(_WORD.finditer(text), first):
        position += _units(text[end : found.start()])
        length = _units(found.group())
        if number in numbers:
            marks.append(_mark(edit, shape, position, length))
        position, end = position + length, found.end()
    edit.setExtraSelections(marks)
    return number + 1 if end else first


def _mark(
    edit: QTextEdit | QPlainTextEdit, shape: QTextCharFormat, position: int, length: int
) -> QTextEdit.ExtraSelection:
    mark = QTextEdit.ExtraSelection()
    mark.format = shape
    mark.cursor = QTextCursor(edit.document())
    mark.cursor.setPosition(position)
    mark.cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
    return mark


def _units(text: str) -> int:
    """Return the length of a text in Qt's characters, of which some signs need two."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def _same_count(first: Sequence[str], other: Sequence[str]) -> int:
    """Return the number of words with which both begin."""
    pairs = enumerate(zip(first, other, strict=False))
    return next((at for at, (one, two) in pairs if one != two), min(len(first), len(other)))


def _pair_count(first: Sequence[str], other: Sequence[str]) -> int:
    counts = Counter(first)
    return sum(counts[word] for word in other)

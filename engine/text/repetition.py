"""Detects a reply that repeats itself without end, from its text, as it is written.

The end of a text is periodic where each character equals the one ``period`` characters before it. A
period that has held for a short while is normal: a refrain, equal rows of a table, a ruler of
dashes. The required length depends on the repeated block; lists, tables and drawings of useful size
stay below it.
"""

import re
import unicodedata

LONGEST_PERIOD = 4096  # characters; longer blocks are not compared
SEED = 16  # equal characters that suggest a period
FENCE_LINE = 100  # characters; a longer line does not open or close a block of code
FENCES = ("```", "~~~")

# Characters that must have been periodic, by kind of block.
BLANKS = 1_000
SYMBOLS = 1_500  # "!!!!!"
EMOJIS = 250  # about three tokens each
PROSE = 2_000  # about 400 words
UNSPACED = 4_000  # "AAAA" or "0, 0, 0", as in a dump of zeros
STRUCTURED = 10_000  # rows of a table, lines of code, of a drawing or of a dump
REPEATS = 3  # of a long block
# Lists consist of texts that differ only in their numbers.
NUMBERED_REPEATS, NUMBERED = 300, 60_000
CYCLE, CYCLE_REPEATS, CYCLE_LINES = 6_000, 5, 3  # a list that repeats its entries
STRUCTURED_FACTOR = 4  # rows of test data with running numbers
DENSE_FACTOR = 3  # a character of Chinese, Japanese or Korean carries as much as three Latin ones
SENTENCE = 10  # alphabetic characters

_NUMBER = "#"
_LIST_NUMBER = re.compile(r"^\s*#[.):]", re.MULTILINE)

_DIGITS = re.compile(r"\d+")
_CODE_OR_ROW = re.compile(r"^\s*\||^ {4}|^\t|[;{}=]|\w\(")


class RepetitionDetector:
    """Follows the text of one reply. Each character costs the same, however long the reply is.

    The verdict depends on the text alone, not on the pieces in which it arrives.
    """

    def __init__(self) -> None:
        self._exact = _PeriodicEnd()
        self._numbered = _PeriodicEnd(has_numbers=True)
        self._is_in_number = False

    def feed(self, text: str) -> bool:
        """Add a piece of the reply; return whether the reply repeats itself."""
        self._exact.feed(text)
        self._numbered.feed(self._with_equal_numbers(text))
        return self.is_repeating

    @property
    def is_repeating(self) -> bool:
        """Return whether the reply repeats itself; once True, it stays so."""
        return self._exact.is_repeating or self._numbered.is_repeating

    def _with_equal_numbers(self, text: str) -> str:
        """Return a piece with each number replaced by one sign."""
        if not text:
            return text
        was_in_number, self._is_in_number = self._is_in_number, text[-1].isdecimal()
        if text.isalpha():
            return text
        found = _DIGITS.sub(_NUMBER, text)
        return found[1:] if was_in_number and text[0].isdecimal() else found


class _PeriodicEnd:
    """The period of a text's end, and the number of characters for which it has held."""

    def __init__(self, *, has_numbers: bool = False) -> None:
        self._needed = _needed_numbered if has_numbers else _needed_exact
        self._text = ""
        self._seen: dict[str, int] = {}  # the last end of each run of SEED characters
        self._period = 0
        self._length = 0
        self._next_look = EMOJIS
        self._line_start = 0
        self._is_in_code = False
        self.is_repeating = False

    def feed(self, piece: str) -> None:
        """Add a piece; ``is_repeating`` becomes True after enough repetition."""
        if self.is_repeating or not piece:
            return
        at = len(self._text)
        text = self._text = self._text + piece
        seen, period, length = self._seen, self._period, self._length
        for character in piece:
            seed = text[at - SEED + 1 : at + 1] if at >= SEED else ""
            if period and character == text[at - period]:
                length += 1
                if length >= self._next_look and self._is_enough(at, period, length):
                    self.is_repeating = True
                    return
            elif period or seed:
                before = seen.get(seed, -1)
                is_near = before >= 0 and at - before <= LONGEST_PERIOD
                period = at - before if is_near else 0
                length = period + SEED if is_near else 0
                # Classifying a block costs time in proportion to its length: not before it was
                # repeated.
                self._next_look = max(EMOJIS, REPEATS * period)
            if seed:
                seen[seed] = at
            if character == "\n":
                self._end_line(at)
            at += 1
        self._period, self._length = period, length
        if len(self._text) > 2 * (LONGEST_PERIOD + SEED):
            self._trim()

    def _end_line(self, at: int) -> None:
        line = self._text[max(self._line_start, at - FENCE_LINE) : at]
        if at - self._line_start < FENCE_LINE and line.lstrip().startswith(FENCES):
            self._is_in_code = not self._is_in_code
        self._line_start = at + 1

    def _is_enough(self, at: int, period: int, length: int) -> bool:
        """Return whether a block was repeated for long enough; else set when to check again."""
        block = _whole_lines(self._text[at - period + 1 : at + 1])
        self._next_look = self._needed(block, is_in_code=self._is_in_code)
        return length >= self._next_look

    def _trim(self) -> None:
        """Keep only the text that later characters may be compared with."""
        cut = len(self._text) - LONGEST_PERIOD - SEED
        self._text = self._text[cut:]
        self._line_start = self._line_start - cut
        self._seen = {seed: at - cut for seed, at in self._seen.items() if at >= cut}


def _needed_exact(block: str, *, is_in_code: bool) -> int:
    """Return the required number of characters for an unchanged block."""
    if block.isspace():
        return BLANKS
    if _is_structured(block, is_in_code=is_in_code):
        within_line = PROSE if _is_mostly_alphabetic(block) else UNSPACED
        return max(STRUCTURED if "\n" in block else within_line, REPEATS * len(block))
    density = _density(block)
    if not any(map(str.isalnum, block)):
        return max(SYMBOLS if density == 1 else EMOJIS, REPEATS * len(block))
    is_spaced = any(map(str.isspace, block)) and any(map(str.isalpha, block))
    if density == 1 and not is_spaced:
        return max(UNSPACED, REPEATS * len(block))
    return max(PROSE // density, REPEATS * len(block))


def _whole_lines(block: str) -> str:
    """Return the repeated block, starting at the beginning of a line."""
    start = block.rfind("\n") + 1
    return block[start:] + block[:start]


def _needed_numbered(block: str, *, is_in_code: bool) -> int:
    """Return the required number of characters for a block with changing numbers."""
    density = _density(block)
    weight = sum(map(str.isalpha, block)) * density
    if _NUMBER not in block or weight < SENTENCE:
        return 1 << 62  # an equal block, or a text that counts
    needed = min(NUMBERED_REPEATS * len(block), NUMBERED)
    if _is_structured(block, is_in_code=is_in_code):
        return STRUCTURED_FACTOR * needed
    if len(_LIST_NUMBER.findall(block)) == block.count(_NUMBER) >= CYCLE_LINES:
        return max(CYCLE // density, CYCLE_REPEATS * len(block))
    return needed


def _is_structured(block: str, *, is_in_code: bool) -> bool:
    """Return whether a block belongs to code, a table, a drawing or a dump."""
    if any(fence in block for fence in FENCES):
        return False  # whole blocks of code are repeated
    if is_in_code:
        return True
    lines = [line for line in block.split("\n") if line.strip()]
    if "\n" not in block or not lines:
        return False
    if all(map(_CODE_OR_ROW.search, lines)):
        return True
    return not _is_mostly_alphabetic(block)


def _is_mostly_alphabetic(block: str) -> bool:
    return sum(map(str.isalpha, block)) * 2 >= sum(not each.isspace() for each in block)


def _density(block: str) -> int:
    """Return the number of Latin characters that one of these is worth."""
    visible = [character for character in block if not character.isspace()]
    wide = sum(unicodedata.east_asian_width(each) in "WF" for each in visible)
    return DENSE_FACTOR if wide * 2 > len(visible) else 1

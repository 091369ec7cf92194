"""Checks that the library can read a GBNF grammar safely.

The library parses groups by recursion, multiplies repetitions out, follows every possible parse of
a text at once, and aborts the process on unexpected input. The accepted grammars are a subset of
its language: bounded in size, depth and number of parses, without left recursion and without token
names. Raises InvalidSampling.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from typing import NoReturn

from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.errors import InvalidSampling

MAX_GRAMMAR_BYTES = 64 * 1024
MAX_DEPTH = 32
MAX_RULE_COUNT = 1000
MAX_REPETITION = 2000  # the library's own limit
MAX_SYMBOL_COUNT = 50_000  # with every repetition written out
MAX_READING_COUNT = 1000
# Short optional items in a row: the library tries all ways to divide a token's text among them, in
# one call that cannot be interrupted. Two more that repeat take four times as long.
MAX_OPTIONAL_COUNT = 20
LOOPED_COUNT = 2  # optional items that a repeated one counts as
SHORT_CHARACTERS = 4  # maximum length of a short item; a token can hold several
MAX_LOOK_COUNT = 300_000  # groups visited to find which may be empty; one second of work

_SPACE = re.compile(r"(?:[ \t]|#[^\r\n]*)*")
_SPACE_AND_LINES = re.compile(r"(?:[ \t\r\n]|#[^\r\n]*)*")
_NAME = re.compile(r"[A-Za-z0-9-]+")
_DEFINED = re.compile(r"::=")
_CHARACTER = r"""(?:\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[trn\\"\[\]-])|[^\\%s])"""
_LITERAL = re.compile(f'"({_CHARACTER % chr(34)}*)"')
_CLASS = re.compile(rf"\[(?:\^|(?!\^))({_CHARACTER % re.escape(']')}+)\]")
_RANGE = re.compile(rf"({_CHARACTER % re.escape(']')})(?:-({_CHARACTER % re.escape(']')}))?")
_ESCAPES = {"t": "\t", "r": "\r", "n": "\n"}
_SURROGATES = (0xD800, 0xDFFF)  # surrogates are not characters, nor are codes after the last one
_LAST_CHARACTER = 0x10FFFF
_LITERAL_CHARACTER = re.compile(_CHARACTER % '"')
_REPETITION = re.compile(r"([*+?])|\{[ \t]*([0-9]{1,9})[ \t]*(?:(,)[ \t]*([0-9]{1,9})?[ \t]*)?\}")


@dataclass(slots=True)
class _Item:
    """One item in a sequence: characters (neither name nor group), a name, or a group.

    ``weight`` is the number of symbols that the library makes of it, ``length`` its number of
    characters. ``is_looped`` marks a group whose content may repeat.
    """

    name: str | None = None
    group: "_Alternates | None" = None
    can_be_left_out: bool = False
    is_repetition: bool = False
    is_looped: bool = False
    weight: int = 1
    length: int = 1


@dataclass(slots=True)
class _Alternates:
    """The alternatives between bars; whether they may be empty is determined once."""

    sequences: list[list[_Item]] = field(default_factory=list)
    is_empty: bool | None = None


def check_grammar(text: str) -> None:
    """Raise InvalidSampling, with a message, unless the library can read this grammar."""
    if len(text.encode("utf-8", errors="replace")) > MAX_GRAMMAR_BYTES:
        _reject(lazy("The grammar is longer than {most} KiB.", most=MAX_GRAMMAR_BYTES // 1024))
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        _reject(lazy("The grammar contains a character that is not valid in text."))
    reader = _Reader(text)
    try:
        rules = reader.rules()
    except InvalidSampling as error:
        error.at = reader.at
        raise
    _Rules(rules).check()


def _reject(reason: LazyText) -> NoReturn:
    raise InvalidSampling(reason)


class _Reader:
    """Parses the text from left to right; its recursion is bounded by ``MAX_DEPTH``."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.at = 0
        self._weight = 0

    def rules(self) -> dict[str, _Alternates]:
        """Return the rules by name."""
        rules: dict[str, _Alternates] = {}
        self._skip(_SPACE_AND_LINES)
        while self.at < len(self._text):
            name = self._expect(_NAME, lazy("a rule's name"))
            self._skip(_SPACE)
            self._expect(_DEFINED, "“::=”")
            self._skip(_SPACE_AND_LINES)
            if name in rules:
                _reject(lazy("The grammar defines “{name}” twice.", name=name))
            rules[name] = self._alternates(depth=0)
            if self.at < len(self._text) and self._text[self.at] not in "\r\n":
                self._stop(lazy("the end of a line"))
            self._skip(_SPACE_AND_LINES)
            if len(rules) > MAX_RULE_COUNT:
                _reject(lazy("The grammar has more than {most:,} rules.", most=MAX_RULE_COUNT))
        return rules

    def _alternates(self, depth: int) -> _Alternates:
        if depth > MAX_DEPTH:
            _reject(lazy("The grammar nests groups more than {most} deep.", most=MAX_DEPTH))
        result = _Alternates([self._sequence(depth)])
        while self._text.startswith("|", self.at):
            self.at += 1
            self._skip(_SPACE_AND_LINES)
            result.sequences.append(self._sequence(depth))
        return result

    def _sequence(self, depth: int) -> list[_Item]:
        items: list[_Item] = []
        space = _SPACE_AND_LINES if depth else _SPACE
        while self.at < len(self._text):
            repetition = _REPETITION.match(self._text, self.at)
            if repetition:
                self.at = repetition.end()
                self._repeat(items, repetition)
            elif not self._take_item(items, depth):
                break
            self._skip(space)
        return items

    def _take_item(self, items: list[_Item], depth: int) -> bool:
        """Read one item; return False at the end of the sequence."""
        if found := _LITERAL.match(self._text, self.at):
            count = len(_LITERAL_CHARACTER.findall(found[1]))
            item = _Item(can_be_left_out=count == 0, weight=max(1, count), length=count)
        elif found := _CLASS.match(self._text, self.at):
            _check_class(found[1], is_negated=found[0].startswith("[^"))
            item = _Item(weight=len(found[1]))
        elif found := _NAME.match(self._text, self.at):
            item = _Item(name=found[0])
        elif self._text[self.at] == ".":
            self.at += 1
            item = _Item()
        elif self._text[self.at] == "(":
            item = self._group(depth)
        elif self._text[self.at] in "<!":
            _reject(lazy("The grammar names single tokens, which is not supported."))
        else:
            return False
        self.at = found.end() if found else self.at
        self._weigh(item.weight)
        items.append(item)
        return True

    def _group(self, depth: int) -> _Item:
        self.at += 1
        self._skip(_SPACE_AND_LINES)
        item = _Item(group=self._alternates(depth + 1))
        if not self._text.startswith(")", self.at):
            self._stop("“)”")
        self.at += 1
        return item

    def _repeat(self, items: list[_Item], found: "re.Match[str]") -> None:
        if not items:
            self._stop(lazy("something to repeat"))
        sign, low, comma, high = found.groups()
        least = int(low) if low else int(sign == "+")
        most = least if low and not comma else int(high) if high else None
        if sign == "?":
            most = 1
        if most is not None and most < least:
            _reject(
                lazy("The grammar asks for {least} to {most} repetitions.", least=least, most=most)
            )
        count = max(least, most or 1)
        if count > MAX_REPETITION:
            _reject(
                lazy("The grammar repeats something more than {most:,} times.", most=MAX_REPETITION)
            )
        item = items[-1]
        if item.is_repetition:
            _reject(lazy("The grammar repeats a repetition without brackets around it."))
        weight = (item.weight + 1) * count
        self._weigh(weight)
        items[-1] = _Item(
            group=_Alternates([[item]]),
            can_be_left_out=least == 0,
            is_repetition=True,
            is_looped=most != 1,
            weight=weight,
        )

    def _weigh(self, weight: int) -> None:
        self._weight += weight
        if self._weight > MAX_SYMBOL_COUNT:
            _reject(lazy("The grammar becomes too large with its repetitions written out."))

    def _skip(self, pattern: "re.Pattern[str]") -> None:
        found = pattern.match(self._text, self.at)
        assert found is not None
        self.at = found.end()

    def _expect(self, pattern: "re.Pattern[str]", what: str) -> str:
        found = pattern.match(self._text, self.at)
        if found is None:
            self._stop(what)
        self.at = found.end()
        return found[0]

    def _stop(self, what: str) -> NoReturn:
        line = self._text.count("\n", 0, self.at) + 1
        seen = self._text[self.at : self.at + 20].split("\n")[0]
        _reject(
            lazy(
                "The grammar cannot be read in line {line}: {what} is missing before “{seen}”.",
                line=line,
                what=what,
                seen=seen,
            )
        )


class _Rules:
    """Properties of the rules as a whole."""

    def __init__(self, rules: dict[str, _Alternates]) -> None:
        self._rules = rules
        self._empty: set[str] = set()  # rules that match only the empty text
        self._are_empty_known = False
        self._look_count = 0
        self._readings: dict[str, int] = {}
        self._optional: dict[str, int] = {}
        self._lengths: dict[str, int] = {}

    def check(self) -> None:
        if "root" not in self._rules:
            _reject(lazy("The grammar has no rule “root”."))
        users = self._users()
        self._find_empty(users)
        for name in self._from_the_left():
            self._readings[name] = self._count(self._rules[name])
            self._optional[name] = self._count_optional(self._rules[name])
            self._lengths[name] = self._least_length(self._rules[name])
        for rule in self._rules.values():  # again, now that the parses of inner rules are known
            self._count(rule)
            self._count_optional(rule)

    def _users(self) -> dict[str, set[str]]:
        """Return for each rule the rules that refer to it."""
        users: dict[str, set[str]] = {name: set() for name in self._rules}
        for rule, alternates in self._rules.items():
            for item in _items(alternates):
                if item.name is None:
                    continue
                if item.name not in users:
                    _reject(
                        lazy("The grammar uses “{name}”, which it does not define.", name=item.name)
                    )
                users[item.name].add(rule)
        return users

    def _find_empty(self, users: dict[str, set[str]]) -> None:
        waiting = list(self._rules)
        while waiting:
            name = waiting.pop()
            if name not in self._empty and self._is_empty(self._rules[name]):
                self._empty.add(name)
                waiting.extend(users[name])
        self._are_empty_known = True

    def _is_empty(self, alternates: _Alternates) -> bool:
        if not self._are_empty_known:
            return self._look(alternates)
        if alternates.is_empty is None:
            alternates.is_empty = self._look(alternates)
        return alternates.is_empty

    def _look(self, alternates: _Alternates) -> bool:
        self._look_count += 1
        if self._look_count > MAX_LOOK_COUNT:
            _reject(lazy("The grammar takes too long to check."))
        return any(all(map(self._may_miss, sequence)) for sequence in alternates.sequences)

    def _may_miss(self, item: _Item) -> bool:
        if item.can_be_left_out or item.name in self._empty:
            return True
        return item.group is not None and self._is_empty(item.group)

    def _from_the_left(self) -> list[str]:
        """Return the names in an order in which each follows those that its text may begin with."""
        graph = {name: set(self._first_rules(rule)) for name, rule in self._rules.items()}
        try:
            return list(TopologicalSorter(graph).static_order())
        except CycleError as error:
            cycle = error.args[1]
            _reject(
                lazy(
                    "The grammar is left-recursive: “{name}” may begin with itself.", name=cycle[0]
                )
            )

    def _first_rules(self, alternates: _Alternates) -> Iterator[str]:
        for sequence in alternates.sequences:
            for item in sequence:
                if item.name is not None:
                    yield item.name
                elif item.group is not None:
                    yield from self._first_rules(item.group)
                if not self._may_miss(item):
                    break

    def _count(self, alternates: _Alternates) -> int:
        """Return the number of grammar positions possible before the first character of a text."""
        return self._bounded(sum(map(self._count_sequence, alternates.sequences)))

    def _count_sequence(self, sequence: list[_Item]) -> int:
        count = 0
        for item in reversed(sequence):  # from every position, as texts reach all of them
            own = self._count_item(item)
            count = self._bounded(own + count) if self._may_miss(item) else own
        return count

    def _count_item(self, item: _Item) -> int:
        if item.name is not None:
            return self._readings.get(item.name, 1)
        if item.group is None:
            return 1
        if item.is_looped and self._is_empty(item.group):
            _reject(lazy("The grammar repeats something that may be empty."))
        return self._count(item.group)

    def _count_optional(self, alternates: _Alternates) -> int:
        """Return the maximum number of short optional items before the first character of a text.

        Long items do not count, such as the properties of an object. Raises InvalidSampling if
        there are too many anywhere.
        """
        most = 0
        for sequence in alternates.sequences:
            count = 0
            for item in reversed(sequence):
                own = self._count_optional_item(item)
                count = own + count if self._may_miss(item) else own
                if count > MAX_OPTIONAL_COUNT:
                    _reject(
                        lazy(
                            "The grammar has more than {most:,} items in a row that may all be "
                            "left out. One that may be repeated counts as {looped}.",
                            most=MAX_OPTIONAL_COUNT,
                            looped=LOOPED_COUNT,
                        )
                    )
            most = max(most, count)
        return most

    def _count_optional_item(self, item: _Item) -> int:
        if item.name is not None:
            count = self._optional.get(item.name, 0)
        else:
            count = 0 if item.group is None else self._count_optional(item.group)
        if self._item_length(item) > SHORT_CHARACTERS:
            return count
        if item.is_looped:
            return count + LOOPED_COUNT
        return max(count, 1) if self._may_miss(item) else count

    def _least_length(self, alternates: _Alternates) -> int:
        """Return the minimum length of a non-empty text, at most SHORT_CHARACTERS + 1."""
        least = SHORT_CHARACTERS + 1
        for sequence in alternates.sequences:
            length = 0
            for item in sequence:
                if length <= SHORT_CHARACTERS and not self._may_miss(item):
                    length += self._item_length(item)
            if not length:
                length = min(map(self._item_length, sequence), default=least)
            least = min(least, length)
        return least

    def _item_length(self, item: _Item) -> int:
        """Return the minimum length of an item's text; an unknown rule counts as one character."""
        if item.name is not None:
            return self._lengths.get(item.name, 1)
        if item.group is not None:
            return self._least_length(item.group)
        return item.length or SHORT_CHARACTERS + 1

    def _bounded(self, count: int) -> int:
        if count > MAX_READING_COUNT:
            _reject(
                lazy(
                    "The grammar can be read in more than {most:,} ways at one place.",
                    most=MAX_READING_COUNT,
                )
            )
        return count


def _check_class(content: str, *, is_negated: bool) -> None:
    """Reject a class with a reversed range, or one that allows no character."""
    ranges = [_SURROGATES, (0, 0)]  # NUL is not allowed in text either
    for found in _RANGE.finditer(content):
        low = _code_of(found[1])
        high = low if found[2] is None else _code_of(found[2])
        if low > high:
            _reject(
                lazy(
                    "The grammar has the range “{range}”, whose end comes before its beginning.",
                    range=found[0],
                )
            )
        ranges.append((low, high))
    if not is_negated:
        return
    reached = -1
    for low, high in sorted(ranges):
        if low > reached + 1:
            return
        reached = max(reached, high)
    if reached >= _LAST_CHARACTER:
        _reject(
            lazy(
                "The grammar has the class “[^{content}]”, which allows no character.",
                content=content[:40],
            )
        )


def _code_of(character: str) -> int:
    if len(character) == 1:
        return ord(character)
    if len(character) == 2:
        return ord(_ESCAPES.get(character[1], character[1]))
    return int(character[2:], 16)


def _items(alternates: _Alternates) -> Iterator[_Item]:
    for sequence in alternates.sequences:
        for item in sequence:
            yield item
            if item.group is not None:
                yield from _items(item.group)

"""Separates a streamed answer into text and calls, in the format of the model's template.

Names and arguments leave as they are written. Text is held back only while it may still become the
beginning of a call, which is at most the texts of the format around the tool's name.
"""

import json
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec

from engine.dialects.tool_arguments import (
    ArgumentReader,
    NotArgumentsError,
    decoded,
    overlap,
    reader_of,
    skip,
)
from engine.messages.tool_format import (
    ANY_ID,
    ANY_NUMBER,
    THE_NAME,
    ArgumentForm,
    ToolFormat,
)


class CallBegun(msgspec.Struct, frozen=True):
    """The model calls a tool; the arguments follow."""

    id: str
    name: str


class CallArguments(msgspec.Struct, frozen=True):
    """A further part of the JSON text of a call's arguments."""

    text: str


class CallEnded(msgspec.Struct, frozen=True):
    """A call is complete: its arguments are a JSON object."""


CallEvent: TypeAlias = CallBegun | CallArguments | CallEnded
Found: TypeAlias = str | CallBegun | CallArguments | CallEnded

_MAX_WORD = 128  # characters of an id or number
_MAX_KEYS = 16  # of a call's object before its arguments, and after them
_PARTS = re.compile(f"([{ANY_ID}{ANY_NUMBER}{THE_NAME}]|\\s+)")
_WORD = re.compile(r"[\w.:/-]*")
_OTHER_KEYS = frozenset({"id", "type", "index", "tool_call_id", "call_id"})
_ARGUMENT_KEYS = frozenset({"arguments", "parameters"})
_SCALAR = re.compile(r'"[^"\\]{0,64}"|-?\d{1,20}|true|false|null')
_BEGINS_SCALAR = re.compile(r'"[^"\\]{0,64}|-?\d{0,20}|t|tr|tru|f|fa|fal|fals|n|nu|nul')
_KEY = re.compile(r'"([^"\\]{0,64})"')
# gpt-oss writes the channel before or after the tool, and says or omits that JSON follows.
_CHANNEL_BEGINNING = ("?<|start|>", "?assistant", "?<|channel|>", "?commentary", "?analysis")
_CHANNEL_MIDDLE = (
    *("?<|channel|>", "?commentary", "?analysis", "?<|constrain|>", "?json", "?code"),
    "<|message|>",
)
BARE_FORMAT = ToolFormat(
    opening='{"name": "',
    middle='", "arguments": ',
    between='}, {"name": "',
    closing="}]",
    name_key="name",
    arguments_key="arguments",
)


class _MoreError(Exception):
    """The text ends before it is certain."""


class _OtherError(Exception):
    """The text is something else."""


class _Header(msgspec.Struct, frozen=True):
    """The beginning of a call: its tool, and where its arguments begin.

    ``arguments`` are those that were read with the header already.
    """

    name: str
    end: int
    arguments: str | None = None


class _Grammar:
    """Finds the beginnings and ends of calls of one format."""

    def __init__(self, form: ToolFormat, names: Sequence[str]) -> None:
        self.form = form
        # The longest first: one name may begin another.
        self._names = sorted(names, key=len, reverse=True)
        opening = form.opening
        self._opening = opening
        if form.name_key is not None:
            self._opening = opening[: opening.rfind("{")].rstrip().removesuffix("[").rstrip()
        self.is_bare = not self._opening.strip()
        marks = [next(filter(None, map(str.strip, _PARTS.split(self._opening))), "")]
        if form.has_channels:
            marks += ["<|start|>assistant", "<|channel|>"]
        self.marks = tuple(filter(None, marks))

    def header(self, text: str, at: int, *, is_first: bool = False) -> _Header:
        """Return the beginning of a call at a place. Raises _MoreError or _OtherError.

        ``is_first`` says that the prompt may have ended with the format's first text.
        """
        form = self.form
        if form.has_channels:
            for part in _CHANNEL_BEGINNING:
                at = _literal(text, skip(text, at), part)
        if not (is_first and form.given):
            at = _literal(text, at, self._opening)
        if form.name_key is not None:
            return self._object(text, at)
        return self._named(text, at)

    def following(self, text: str, at: int) -> _Header:
        """Return the beginning of a further call after the arguments of one."""
        form = self.form
        if not form.between:
            raise _OtherError
        if form.name_key is None:
            return self._named(text, _literal(text, at, form.between))
        at = self._object_end(text, at)
        between = form.between[: form.between.rfind("{")]
        between = re.sub(r"^[^{}]*\}", "", between, count=1)
        return self._object(text, _literal(text, at, between))

    def end(self, text: str, at: int, *, is_last: bool) -> int:
        """Return where the text of a call ends: as much of the format's end as is there."""
        closing = self.form.closing
        try:
            if self.form.name_key is not None:
                at = self._object_end(text, at)
                closing = re.sub(r"^[^{}]*\}", "", closing, count=1)
        except _OtherError:
            return at
        except _MoreError:
            if is_last:
                return len(text)
            raise
        for part in _UNITS.findall(closing):
            try:
                at = _literal(text, at, part)
            except _OtherError:
                continue  # the model may leave it out
            except _MoreError:
                if is_last:
                    return len(text)
                raise
        return at

    def _named(self, text: str, at: int) -> _Header:
        """Read the name and what stands between it and the arguments."""
        needs_more = False
        for name in self._names:
            if not text.startswith(name, at):
                needs_more = needs_more or name.startswith(text[at:])
                continue
            try:
                return self._begun(text, at + len(name), name)
            except _MoreError:
                needs_more = True
            except _OtherError:
                continue
        if needs_more:
            raise _MoreError
        raise _OtherError

    def _begun(self, text: str, at: int, name: str) -> _Header:
        form = self.form
        if form.has_channels:
            for part in _CHANNEL_MIDDLE:
                at = _literal(text, skip(text, at), part)
        else:
            at = self._after_middle(text, at)
        start = skip(text, at)
        if form.form is ArgumentForm.JSON:
            return _json_header(text, at, name)
        if form.form is ArgumentForm.LITERALS:
            return _Header(name, at)
        # An argument or the end of the call must follow: the texts so far may be too usual.
        ends = [_UNITS.findall(each)[:1] for each in (form.closing, form.between)]
        marks = [form.key_opening, *(each.strip() for end in ends for each in end)]
        rest = text[start:]
        if any(rest.startswith(mark) for mark in marks if mark):
            return _Header(name, at)
        if any(mark.startswith(rest) for mark in marks):
            raise _MoreError
        raise _OtherError

    def _after_middle(self, text: str, at: int) -> int:
        """Return where the text between name and arguments ends; an id in it may be missing."""
        try:
            return _literal(text, at, self.form.middle)
        except _OtherError:
            _, has_id, rest = self.form.middle.rpartition(ANY_ID)
            if not has_id or not rest:
                raise
            return _literal(text, at, rest)

    def _object(self, text: str, at: int) -> _Header:
        """Read a call that is a JSON object up to its arguments; it may be in a list."""
        form = self.form
        at = skip(text, at)
        if text.startswith("[", at):
            at = skip(text, at + 1)
        at = skip(text, _literal(text, at, "{"))
        name = ""
        for _ in range(_MAX_KEYS):
            if name and text.startswith("}", at):
                return _Header(name, at, "{}")
            if at == len(text):
                raise _MoreError
            found = _KEY.match(text, at)
            if found is None:
                if '"' not in text[at + 1 :] and text.startswith('"', at):
                    self._check_key(text[at + 1 :], has_name=bool(name))
                    raise _MoreError
                raise _OtherError
            key, at = found[1], skip(text, _literal(text, skip(text, found.end()), ":"))
            if form.name_key == "" and key in self._names:
                return _json_header(text, at, key)
            if key in (form.name_key, "name") and not name:
                name, at = self._quoted_name(text, at)
            elif name and (key == form.arguments_key or key in _ARGUMENT_KEYS):
                return _json_header(text, at, name)
            elif key in _OTHER_KEYS:
                at = _scalar(text, at)
            else:
                raise _OtherError
            at = skip(text, at)
            if at == len(text):
                raise _MoreError
            if not text.startswith((",", "}"), at):
                raise _OtherError
            if text.startswith(",", at):
                at = skip(text, at + 1)
        raise _OtherError

    def _check_key(self, begun: str, *, has_name: bool) -> None:
        """Raise _OtherError if no known key begins with this text."""
        form = self.form
        keys = {form.name_key or "", "name", *_OTHER_KEYS}
        keys |= set(self._names) if form.name_key == "" else set()
        keys |= {form.arguments_key, *_ARGUMENT_KEYS} if has_name else set()
        if not any(each.startswith(begun) for each in keys):
            raise _OtherError

    def _quoted_name(self, text: str, at: int) -> tuple[str, int]:
        for name in self._names:
            quoted = json.dumps(name, ensure_ascii=False)
            if text.startswith(quoted, at):
                return name, at + len(quoted)
            if quoted.startswith(text[at:]):
                raise _MoreError
        raise _OtherError

    def _object_end(self, text: str, at: int) -> int:
        """Return where the JSON object around arguments ends."""
        at = skip(text, at)
        for _ in range(_MAX_KEYS):
            if not text.startswith(",", at):
                break
            found = _KEY.match(text, skip(text, at + 1))
            if found is None:
                if re.fullmatch(r'\s*("[^"\\]{0,64})?', text[at + 1 :]):
                    raise _MoreError
                raise _OtherError
            at = skip(text, _literal(text, skip(text, found.end()), ":"))
            at = skip(text, _scalar(text, at))
        if at == len(text):
            raise _MoreError
        if not text.startswith("}", at):
            raise _OtherError
        return at + 1


_UNITS = re.compile(r"\s*(?:<[^<>\s]*>|[^\s<]+|<)")


def _literal(text: str, at: int, literal: str) -> int:
    """Return where a text of a format ends; white space may differ. Raises if it is not there.

    A ``?`` before a literal says that it may be missing.
    """
    is_optional = len(literal) > 1 and literal.startswith("?")
    for part in _PARTS.split(literal[1:] if is_optional else literal):
        if not part:
            continue
        if part.isspace():
            at = skip(text, at)
            continue
        if part in (ANY_ID, ANY_NUMBER, THE_NAME):
            found = _WORD.match(text, at, at + _MAX_WORD)
            assert found is not None
            at = found.end()
            if at == len(text):
                raise _MoreError
            continue
        if not part[0].isalnum():
            start = skip(text, at)
            at = start if text.startswith(part[0], start) or start == len(text) else at
        if text.startswith(part, at):
            at += len(part)
        elif part.startswith(text[at:]):
            raise _MoreError
        elif not is_optional:
            raise _OtherError
    return at


def _scalar(text: str, at: int) -> int:
    found = _SCALAR.match(text, at)
    if found is not None and found.end() < len(text):
        return found.end()
    if found is not None or _BEGINS_SCALAR.fullmatch(text, at):
        raise _MoreError
    raise _OtherError


def _json_header(text: str, at: int, name: str) -> _Header:
    """Return the header of arguments that are an object, or an object in a JSON string."""
    at = skip(text, at)
    if at == len(text):
        raise _MoreError
    if text.startswith("{", at):
        return _Header(name, at)
    if text.startswith("null", at):
        return _Header(name, at + 4, "{}")
    if "null".startswith(text[at:]):
        raise _MoreError
    if not text.startswith('"', at):
        raise _OtherError
    start = skip(text, at + 1)
    if start < len(text) and text[start] != "{":
        raise _OtherError
    found = _STRING.match(text, at)
    if found is None:
        raise _MoreError
    value = decoded(found[0])
    if not isinstance(value, str) or not isinstance(decoded(value), dict):
        raise _OtherError
    return _Header(name, found.end(), value.strip())


_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)


@dataclass(slots=True)
class _OpenCall:
    """The call that is being read."""

    grammar: _Grammar
    reader: ArgumentReader = field(repr=False)


class ToolCallReader:
    """Reads one answer. Text that may become a call is held back, and returned if it does not."""

    def __init__(
        self,
        formats: Sequence[ToolFormat],
        schemas: Mapping[str, Mapping[str, object]],
        *,
        is_reasoning: bool = False,
    ) -> None:
        """``schemas`` are those of the tools' arguments, by the names of the tools.

        The first format is the model's own. At the beginning of an answer, not of reasoning, a JSON
        object that names a tool is a call in every format.
        """
        self._schemas = schemas
        self._grammars = [_Grammar(each, list(schemas)) for each in formats]
        self._bare = _Grammar(BARE_FORMAT, list(schemas))
        self._text_opening = formats[0].text_opening
        self._gaps = {each.gap for each in formats} - {""}
        self._held = ""
        self._is_start = not is_reasoning
        self._call: _OpenCall | None = None  # while its arguments are read
        self._ending: _Grammar | None = None  # while the text after a call's arguments is read
        self._follows_call = False
        self._is_cut = False
        self.is_unfinished = False

    @property
    def held_length(self) -> int:
        """Return the number of characters held back."""
        return len(self._held)

    def feed(self, text: str) -> list[Found]:
        """Return the events that are certain after one more piece."""
        self._held += text
        return self._read(is_last=False)

    def finish(self, *, is_cut: bool = False) -> list[Found]:
        """Return the rest at the end of the answer; ``is_cut`` says that the model had not ended.

        Afterwards ``is_unfinished`` says whether a call has begun whose arguments are incomplete.
        """
        self._is_cut = is_cut
        return self._read(is_last=True)

    def _read(self, *, is_last: bool) -> list[Found]:
        found: list[Found] = []
        try:
            while self._held or is_last:
                if self._call is not None:
                    self._read_arguments(found, is_last=is_last)
                elif self._ending is not None:
                    self._read_ending(found, is_last=is_last)
                else:
                    self._read_text(found, is_last=is_last)
                if not self._held and self._call is None:
                    break
        except _MoreError:
            pass
        if is_last:
            if self._call is not None:
                self.is_unfinished = True
            elif self._held and self._ending is None:
                found.append(self._held)
            self._held = ""
        return [each for each in found if each != ""]

    def _read_arguments(self, found: list[Found], *, is_last: bool) -> None:
        call = self._call
        assert call is not None
        try:
            read = call.reader.read(self._held, 0, is_last=is_last and not self._is_cut)
        except NotArgumentsError:
            # The call was announced: it stays unfinished, and the rest is text.
            self.is_unfinished = True
            self._call = None
            return
        if read.piece:
            found.append(CallArguments(read.piece))
        self._held = self._held[read.end :]
        if not read.is_done:
            raise _MoreError
        found.append(CallEnded())
        self._call, self._ending = None, call.grammar

    def _read_ending(self, found: list[Found], *, is_last: bool) -> None:
        """Read what follows the arguments of a call: another call, or the end of the calls."""
        grammar = self._ending
        assert grammar is not None
        try:
            header = grammar.following(self._held, 0)
        except _OtherError:
            end = grammar.end(self._held, 0, is_last=is_last)
            self._held = self._held[end:]
            self._ending, self._follows_call = None, True
            return
        except _MoreError:
            if not is_last:
                raise
            end = grammar.end(self._held, 0, is_last=True)
            self._held = self._held[end:]
            self._ending, self._follows_call = None, True
            return
        self._begin(found, grammar, header)

    def _read_text(self, found: list[Found], *, is_last: bool) -> None:
        if self._follows_call:
            # Line breaks between calls are dropped.
            self._held = self._held.lstrip("\n")
            self._follows_call = not self._held
        if self._is_start and self._read_start(found, is_last=is_last):
            return
        at = 0
        while True:
            place = self._mark(at)
            if place is None:
                break
            at, grammar = place
            try:
                header = grammar.header(self._held, at)
            except _OtherError:
                at += 1
                continue
            except _MoreError:
                if is_last:
                    at += 1
                    continue
                self._emit(found, at)
                raise
            shift = self._emit(found, at)
            self._begin(found, grammar, header, shift)
            return
        held = 0 if is_last else self._uncertain()
        self._emit(found, len(self._held) - held)
        raise _MoreError

    def _read_start(self, found: list[Found], *, is_last: bool) -> bool:
        """Read the beginning of an answer, which may be a call without a mark."""
        start = skip(self._held, 0)
        if start == len(self._held) and not is_last:
            raise _MoreError
        bare = [each for each in self._grammars if each.is_bare or each.form.given]
        for grammar in (*bare, self._bare):
            try:
                header = grammar.header(self._held, start, is_first=True)
            except _OtherError:
                continue
            except _MoreError:
                if is_last:
                    continue
                raise
            self._is_start = False
            self._begin(found, grammar, header)
            return True
        opening = self._text_opening
        if opening:
            if opening.startswith(self._held) and len(self._held) < len(opening) and not is_last:
                raise _MoreError
            self._held = self._held.removeprefix(opening)
        self._is_start = False
        return False

    def _mark(self, at: int) -> tuple[int, _Grammar] | None:
        """Return the first place from ``at`` on where a format's first text is."""
        places = [
            (place, number)
            for number, grammar in enumerate(self._grammars)
            for mark in grammar.marks
            if (place := self._held.find(mark, at)) >= 0
        ]
        if not places:
            return None
        place, number = min(places)
        return place, self._grammars[number]

    def _uncertain(self) -> int:
        """Return how many characters at the end may begin a call, with the gap before it."""
        marks = [mark for grammar in self._grammars for mark in grammar.marks]
        whole = [*marks, *(f"{gap}{mark}" for gap in self._gaps for mark in marks)]
        return max((overlap(self._held, each) for each in whole), default=0)

    def _emit(self, found: list[Found], end: int) -> int:
        """Release the text before a place, without the gap before a call; return its length."""
        text = self._held[:end]
        if end < len(self._held):
            text = next((text.removesuffix(gap) for gap in self._gaps if text.endswith(gap)), text)
        found.append(text)
        self._held = self._held[len(text) :]
        return len(text)

    def _begin(
        self, found: list[Found], grammar: _Grammar, header: _Header, shift: int = 0
    ) -> None:
        self._held = self._held[header.end - shift :]
        found.append(CallBegun(f"call_{secrets.token_hex(12)}", header.name))
        if header.arguments is not None:
            found += [CallArguments(header.arguments), CallEnded()]
            self._ending = grammar
        else:
            reader = reader_of(grammar.form, self._schemas[header.name])
            self._call, self._ending = _OpenCall(grammar, reader), None


def calls_of(found: Sequence[Found]) -> list[tuple[str, object]]:
    """Return the complete calls of an answer, as names and arguments."""
    calls: list[tuple[str, object]] = []
    name, parts = "", list[str]()
    for each in found:
        match each:
            case CallBegun():
                name, parts = each.name, []
            case CallArguments():
                parts.append(each.text)
            case CallEnded():
                calls.append((name, msgspec.json.decode("".join(parts))))
            case str():
                pass
    return calls

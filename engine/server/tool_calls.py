"""Tool calls in what a model writes, found while it writes: ``<tool_call>`` or a bare object."""

import secrets

import msgspec

from engine.messages.commands import ToolCall

_OPENING, _CLOSING = "<tool_call>", "</tool_call>"
_MAX_CALLS = 64
_BARE_BEGINNINGS = ("{", "[")


class _Named(msgspec.Struct):
    name: str
    arguments: dict[str, object] | str | None = None
    parameters: dict[str, object] | None = None


class ToolCallParser:
    """Takes an answer piece by piece; gives back its text and its calls, in their order.

    What may yet become a call is held back. What turns out to be none is text.
    """

    def __init__(self, names: frozenset[str]) -> None:
        """``names`` are the tools that there are: of a bare object only they are calls."""
        self._names = names
        self._held = ""
        self._is_begun = False
        self._is_bare = False
        self._is_behind_call = False

    def feed(self, text: str) -> list[str | ToolCall]:
        """Return what is certain after one more piece."""
        self._held += text
        if not self._is_begun:
            beginning = self._held.lstrip()
            if not beginning:
                return []
            self._is_begun = True
            self._is_bare = beginning.startswith(_BARE_BEGINNINGS)
        return [] if self._is_bare else self._marked()

    def finish(self) -> list[str | ToolCall]:
        """Return what is left at the end of the answer."""
        held, self._held = self._held, ""
        if self._is_bare:
            calls = self._bare_calls(held)
            return list(calls) if calls else [held]
        if held.startswith(_OPENING):
            # Its end may have been cut off, or be a control token, which is no text.
            call = _call(held.removeprefix(_OPENING))
            return [held if call is None else call]
        return [held] if held else []

    def _marked(self) -> list[str | ToolCall]:
        found: list[str | ToolCall] = []
        while self._held:
            if self._is_behind_call:
                # Between two calls there is a line break that says nothing.
                self._held = self._held.lstrip("\n")
                self._is_behind_call = not self._held
            before, opening, rest = self._held.partition(_OPENING)
            if not opening:
                kept = _overlap(before, _OPENING)
                self._held = before[len(before) - kept :]
                _add_text(found, before[: len(before) - kept])
                break
            inside, closing, behind = rest.partition(_CLOSING)
            _add_text(found, before)
            if not closing:
                self._held = opening + rest
                break
            call = _call(inside)
            if call is None:
                _add_text(found, opening + inside + closing)
            else:
                found.append(call)
            self._held = behind
            self._is_behind_call = call is not None
        return found

    def _bare_calls(self, text: str) -> list[ToolCall]:
        try:
            value = msgspec.json.decode(text.strip())
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return []
        values = value if isinstance(value, list) else [value]
        calls = [_converted(each) for each in values[:_MAX_CALLS]]
        known = [each for each in calls if each is not None and each.name in self._names]
        return known if len(known) == len(values) else []


def _call(text: str) -> ToolCall | None:
    try:
        return _converted(msgspec.json.decode(text.strip()))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _converted(value: object) -> ToolCall | None:
    try:
        named = msgspec.convert(value, _Named)
    except msgspec.ValidationError:
        return None
    given = named.arguments if named.arguments is not None else named.parameters
    arguments = given if isinstance(given, str) else msgspec.json.encode(given or {}).decode()
    return ToolCall(f"call_{secrets.token_hex(12)}", named.name, arguments)


def _overlap(text: str, marker: str) -> int:
    """Return how many letters at the end of a text may be the beginning of a marker."""
    for count in range(min(len(text), len(marker) - 1), 0, -1):
        if text.endswith(marker[:count]):
            return count
    return 0


def _add_text(found: list[str | ToolCall], text: str) -> None:
    if text:
        found.append(text)

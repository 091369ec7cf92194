"""Translatable sentences for the user: a template and its values.

Packages without a window create them in English; ``app/widgets/kit/translation.py`` translates
them. Each template is written out in a call of ``lazy``, where translators' tools find it.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

Value: TypeAlias = "int | float | str"

_PLACE = re.compile(r"\{(\w+)(?::(?:(bytes)|(,?)(?:\.(\d)f)?))?\}")
_UNITS = ("kB", "MB", "GB", "TB", "PB")


class LazyText(str):
    """An English text that knows its template and its values; a value may be a LazyText.

    ``str(error)`` of an error that was created with one returns it.
    """

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, Value]

    def __new__(cls, template: str = "", values: Mapping[str, Value] | None = None) -> "LazyText":
        """Fill a template in English."""
        known = values or {}
        text = _filled(template, known, str, _english, english_bytes)
        sentence = super().__new__(cls, text)
        sentence.template, sentence.values = template, known
        return sentence

    def __str__(self) -> "LazyText":
        return self

    def translated(
        self,
        translate: Callable[[str], str],
        format_number: Callable[[float, int], str],
        format_bytes: Callable[[int], str],
    ) -> str:
        """Return it in the language that ``translate`` has for templates, with its figures."""

        def text(value: object) -> str:
            if isinstance(value, LazyText):
                return value.translated(translate, format_number, format_bytes)
            return str(value)

        template = translate(self.template)
        return _filled(template, self.values, text, format_number, format_bytes)

    def parts(self) -> object:
        """Return the input of ``of`` for the same sentence, in lists, dicts, texts and numbers."""
        values = {
            name: value.parts() if isinstance(value, LazyText) else value
            for name, value in self.values.items()
        }
        return [self.template, values]

    @classmethod
    def of(cls, parts: object) -> "LazyText":
        """Return the sentence of these parts; of any other value its text, without values."""
        match parts:
            case LazyText():
                return parts
            case [str(template), dict(values)]:
                return cls(template, {str(name): _value(each) for name, each in values.items()})
        return cls(str(parts))


def lazy(template: str, **values: object) -> LazyText:
    """Return an English sentence: ``lazy("{name} has {count:,} tokens.", name=…, count=…)``.

    Fields are ``{name}``, ``{name:,}`` for grouped figures and ``{name:.1f}`` for decimals. Of an
    OSError only the system's message is shown, not the path, which the sentence names itself.
    """
    return LazyText(template, {name: _value(each) for name, each in values.items()})


def lazy_bytes(byte_count: int) -> LazyText:
    """Return a size, shown with the unit that suits it: a value of a sentence."""
    return LazyText("{size:bytes}", {"size": byte_count})


def english_bytes(byte_count: int) -> str:
    """Return a size in English, in at most three digits from a kilobyte on."""
    if byte_count < 1024:
        return f"{byte_count:,} bytes"
    size = byte_count / 1024
    for unit in _UNITS[:-1]:
        if size < 999.5:
            return f"{size:.{int(size < 99.95)}f} {unit}"
        size = max(1.0, size / 1024)  # 1,000 of a unit are more than three digits
    return f"{size:,.{int(size < 99.95)}f} {_UNITS[-1]}"


def lazy_join(sentences: Iterable[str], separator: str = " ") -> LazyText:
    """Return sentences joined in order, without empty ones."""
    given = [each for each in sentences if each]
    if len(given) == 1 and isinstance(given[0], LazyText):
        return given[0]  # if wrapped each time that it is read and stored, it would grow forever
    values = {f"s{index}": each for index, each in enumerate(given)}
    return LazyText(separator.join(f"{{{name}}}" for name in values), values)


def _value(value: object) -> Value:
    match value:
        case LazyText() | int() | float():
            return value
        case list():
            return LazyText.of(value)
        case OSError(strerror=str(reason)):
            return LazyText(reason)
    return str(value)


def _filled(
    template: str,
    values: Mapping[str, Value],
    text: Callable[[object], str],
    format_number: Callable[[float, int], str],
    format_bytes: Callable[[int], str],
) -> str:
    def fill(match: re.Match[str]) -> str:
        name, is_size, comma, decimals = match.groups()
        value = values.get(name)
        if value is None:
            return match[0]
        if is_size and isinstance(value, int | float):
            return format_bytes(round(value))
        if isinstance(value, int | float) and (comma or decimals):
            return format_number(value, int(decimals or 0))
        return text(value)

    return _PLACE.sub(fill, template)


def _english(value: float, decimals: int) -> str:
    return f"{value:,.{decimals}f}"

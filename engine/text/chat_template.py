"""The chat template that a model file carries, rendered in jinja2's immutable sandbox."""

import functools
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NoReturn

from jinja2 import TemplateError, nodes
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

from engine.errors import ChatTemplateFailed
from engine.protocol import ChatMessage, Role
from engine.sentence import say

MAX_TEMPLATE_CHARACTERS = 256 * 1024
RENDER_SECONDS = 2.0  # real templates take milliseconds, and other conversations wait meanwhile

_LONGEST_REPEAT = 1 << 20  # characters or items that `*` may make
_LARGEST_EXPONENT = 64
_TEMPLATE_TROUBLE = (
    TemplateError,
    TypeError,
    ValueError,
    ArithmeticError,
    LookupError,
    RecursionError,
    MemoryError,
)

CHATML = (
    "{% for message in messages %}"
    "{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n' }}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)


class ChatTemplate:
    """Renders conversations; a file without a template is treated as ChatML.

    Raises ChatTemplateFailed if the source cannot be compiled. The functions which templates
    expect (``raise_exception``, ``strftime_now``, ``tojson``) are those of Hugging Face's
    ``apply_chat_template``, with its ``trim_blocks`` and ``lstrip_blocks``.
    """

    def __init__(self, source: str | None, special_texts: Mapping[str, str]) -> None:
        if source is not None and len(source) > MAX_TEMPLATE_CHARACTERS:
            raise ChatTemplateFailed(say("The model's chat template is too long to be trusted."))
        try:
            self._environment = _environment()
            self._template = self._environment.from_string(source or CHATML)
        except _TEMPLATE_TROUBLE as error:
            raise ChatTemplateFailed(
                say("The model's chat template is broken: {reason}", reason=error)
            ) from error
        self._special_texts = {"bos_token": "", "eos_token": "", **special_texts}

    @property
    def bos_text(self) -> str:
        """Return what the template writes for BOS; empty if the model has none."""
        return self._special_texts["bos_token"]

    def render(self, messages: Sequence[ChatMessage], *, is_reply_awaited: bool = True) -> str:
        """Return the prompt's text, ending where the reply is to begin if one is awaited.

        A template that refuses a system message gets it as the beginning of the first user
        message. Raises ChatTemplateFailed.
        """
        try:
            return self._render(messages, is_reply_awaited=is_reply_awaited)
        except ChatTemplateFailed:
            if not messages or messages[0].role is not Role.SYSTEM or len(messages) < 2:
                raise
            return self._render(_without_system(messages), is_reply_awaited=is_reply_awaited)

    def _render(self, messages: Sequence[ChatMessage], *, is_reply_awaited: bool) -> str:
        plain = [{"role": each.role.value, "content": each.content} for each in messages]
        self._environment.begin()
        try:
            return self._template.render(
                messages=plain, add_generation_prompt=is_reply_awaited, **self._special_texts
            )
        except _TEMPLATE_TROUBLE as error:
            raise ChatTemplateFailed(
                say("The model's chat template refused this conversation: {reason}", reason=error)
            ) from error


def _without_system(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    system, first, *rest = messages
    return [ChatMessage(first.role, f"{system.content}\n\n{first.content}"), *rest]


class _Sandbox(ImmutableSandboxedEnvironment):
    """Refuses, too, what would take all memory in one operation, or more than its time in many.

    Whatever can be repeated looks at the clock: each turn of a loop, each call, each filter.
    """

    intercepted_binops = frozenset({"*", "**"})

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.begin()
        for name, apply in self.filters.items():
            self.filters[name] = self._timed(apply)

    def begin(self) -> None:
        """Give what follows its time."""
        self._end = time.monotonic() + RENDER_SECONDS

    def watched(self, items: Iterable[object]) -> Iterator[object]:
        """Yield what a loop goes through, as long as there is time."""
        for item in items:
            self._look_at_the_clock()
            yield item

    def call(self, context: Context, called: Any, /, *args: Any, **named: Any) -> Any:
        self._look_at_the_clock()
        return super().call(context, called, *args, **named)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        if operator == "**" and abs(right) > _LARGEST_EXPONENT:
            raise TemplateError(say("a power is too large"))
        if operator == "*" and _repeat_length(left, right) > _LONGEST_REPEAT:
            raise TemplateError(say("a repetition is too long"))
        return super().call_binop(context, operator, left, right)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """Let each loop go through ``watched``; no template can give that another meaning."""
        parsed = super()._parse(source, name, filename)
        for loop in parsed.find_all(nodes.For):
            watched = nodes.EnvironmentAttribute("watched", lineno=loop.lineno)
            loop.iter = nodes.Call(watched, [loop.iter], [], None, None, lineno=loop.lineno)
        return parsed

    def _timed(self, apply: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(apply)
        def apply_in_time(*args: Any, **named: Any) -> Any:
            self._look_at_the_clock()
            return apply(*args, **named)

        return apply_in_time

    def _look_at_the_clock(self) -> None:
        if time.monotonic() > self._end:
            raise TemplateError(say("it takes too long"))


def _repeat_length(left: object, right: object) -> int:
    """Return how long a text or list becomes that is repeated; 0 for plain numbers."""
    for repeated, count in ((left, right), (right, left)):
        if isinstance(repeated, str | list | tuple) and isinstance(count, int):
            return len(repeated) * count
    return 0


def _environment() -> _Sandbox:
    environment = _Sandbox(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]
    )
    environment.globals["raise_exception"] = _raise_exception
    environment.globals["strftime_now"] = _strftime_now
    environment.filters["tojson"] = _to_json
    return environment


def _raise_exception(text: str) -> NoReturn:
    raise TemplateError(text)


def _strftime_now(form: str) -> str:
    return datetime.now().astimezone().strftime(form)


def _to_json(value: Any, indent: int | None = None) -> str:  # whatever a template passes
    return json.dumps(value, ensure_ascii=False, indent=indent)

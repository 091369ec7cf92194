"""The chat template that a model file carries, rendered in jinja2's immutable sandbox."""

from collections.abc import Callable, Mapping, Sequence

from jinja2 import TemplateError

from engine.text.template_sandbox import COMMAND_SECONDS, TemplateSandbox, TooSlow
from engine.wire.commands import ChatMessage, Role
from engine.wire.errors import ChatTemplateFailed, ChatTemplateTooSlow
from engine.wire.lazy_text import LazyText, lazy

MAX_TEMPLATE_CHARACTERS = 256 * 1024

_LONGEST_REASON = 500
# Whatever filters and calls raise that are given what they were not made for.
_TEMPLATE_TROUBLE = (
    TemplateError,
    TypeError,
    ValueError,
    ArithmeticError,
    LookupError,
    AttributeError,
    AssertionError,
    NameError,
    RuntimeError,  # deep recursion is one, too
    SyntaxError,  # jinja2 lets Python say that loops are nested too deep
    MemoryError,
    OSError,
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
            raise ChatTemplateFailed(lazy("The model's chat template is too long to be trusted."))
        try:
            self._environment = TemplateSandbox(
                trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]
            )
            self._template = self._environment.from_string(source or CHATML)
        except _TEMPLATE_TROUBLE as error:
            raise ChatTemplateFailed(
                lazy("The model's chat template is broken: {reason}", reason=_reason(error))
            ) from error
        self._special_texts = {"bos_token": "", "eos_token": "", **special_texts}

    @property
    def bos_text(self) -> str:
        """Return what the template writes for BOS; empty if the model has none."""
        return self._special_texts["bos_token"]

    def begin(
        self, seconds: float = COMMAND_SECONDS, is_wanted: Callable[[], bool] = lambda: True
    ) -> None:
        """Give all renderings of one command their time, together.

        They also end, as if it were spent, when they are wanted no more.
        """
        self._environment.begin(seconds, is_wanted)

    @property
    def seconds_left(self) -> float:
        """Return what is left of a command's time."""
        return self._environment.seconds_left

    def render(self, messages: Sequence[ChatMessage], *, is_reply_awaited: bool = True) -> str:
        """Return the prompt's text, ending where the reply is to begin if one is awaited.

        A template that refuses a system message gets it as the beginning of the first user
        message. Raises ChatTemplateFailed, and ChatTemplateTooSlow where its time is spent.
        """
        try:
            return self._render(messages, is_reply_awaited=is_reply_awaited)
        except ChatTemplateFailed:
            if not messages or messages[0].role is not Role.SYSTEM or len(messages) < 2:
                raise
            return self._render(_without_system(messages), is_reply_awaited=is_reply_awaited)

    def _render(self, messages: Sequence[ChatMessage], *, is_reply_awaited: bool) -> str:
        plain = [{"role": each.role.value, "content": each.content} for each in messages]
        try:
            with self._environment.rendering():
                return self._template.render(
                    messages=plain, add_generation_prompt=is_reply_awaited, **self._special_texts
                )
        except TooSlow as error:
            raise ChatTemplateTooSlow(
                lazy(
                    "The model's chat template takes too long for this chat. Start a new chat, or "
                    "open another model."
                )
            ) from error
        except _TEMPLATE_TROUBLE as error:
            raise ChatTemplateFailed(
                lazy(
                    "The model's chat template refused this conversation: {reason}",
                    reason=_reason(error),
                )
            ) from error


def _without_system(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    system, first, *rest = messages
    return [ChatMessage(first.role, f"{system.content}\n\n{first.content}"), *rest]


def _reason(error: Exception) -> str:
    """Return what a template says of itself, as far as it can be shown."""
    said = str(error)
    if isinstance(said, LazyText):
        return said
    whole = said.encode("utf-8", "replace").decode()
    return whole[:_LONGEST_REASON] or lazy("it takes too much memory")

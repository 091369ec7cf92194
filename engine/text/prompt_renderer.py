"""Renders chosen turns to the text of a prompt, and finds where turns begin in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engine.messages.commands import ChatMessage, Role
from engine.messages.errors import ChatTemplateFailed
from engine.text.chat_template import ChatTemplate
from engine.text.control_texts import UNWRITTEN, ControlTexts
from engine.text.prompt_media import (
    Placeholders,
    check_placeholders,
    placeholders_of,
    with_placeholders,
)
from engine.text.reasoning import ReasoningMarkers
from engine.text.template_probe import fenced_message
from engine.text.turn_index import TurnIndex

_MAX_BOUNDARIES = 64  # turns of a new conversation whose starts are located
_NONE: Mapping[str, object] = {}
_KEPT_SHARE = 0.5  # fraction of a command's time that remains for other work afterwards


@dataclass(frozen=True, slots=True)
class RenderedPrompt:
    """The text of a prompt, and the messages in it, control texts fenced in both.

    ``numbers`` are the messages' indexes among the non-system messages, ``arguments`` the further
    template variables, ``media`` the pictures and sounds by their placeholders.
    """

    text: str
    messages: Sequence[ChatMessage]
    numbers: Sequence[int]
    dropped_messages: int
    arguments: Mapping[str, object] = field(default_factory=dict)
    media: Placeholders = field(default_factory=dict)


class PromptRenderer:
    """Renders conversations with the template of one model."""

    def __init__(
        self, template: ChatTemplate, control_texts: ControlTexts, markers: ReasoningMarkers | None
    ) -> None:
        self._template = template
        self._control_texts = control_texts
        self._markers = markers

    def render(
        self, turns: TurnIndex, start: int, arguments: Mapping[str, object] = _NONE
    ) -> RenderedPrompt:
        """Return the prompt of system messages, pinned turns, and everything from ``start`` on.

        It ends where the model continues, after the text of an unfinished last reply. Raises
        ChatTemplateFailed.
        """
        kept = turns.kept(start)
        messages = self._fenced(turns, kept)
        if messages[-1].role is Role.ASSISTANT and not messages[-1].tool_calls:
            text = self._template.render(messages[:-1], arguments=arguments)
            if self._markers is not None and self._markers.is_open_after(text):
                text += f"\n{self._markers.closing[0]}\n\n"  # it was past thinking
            text += messages[-1].content
        else:
            text = self._template.render(messages, arguments=arguments)
        media = placeholders_of(messages)
        check_placeholders(text, media)
        numbers = [turns.numbers[index] for index in kept]
        return RenderedPrompt(text, messages, numbers, turns.numbers[start], arguments, media)

    def render_certain(
        self, turns: TurnIndex, dropped: int, arguments: Mapping[str, object] = _NONE
    ) -> RenderedPrompt | None:
        """Return the part of the prompt that is certain: all before one more message.

        None if the template does not show it. Raises ChatTemplateFailed.
        """
        kept = turns.kept(turns.starts_after(dropped)[0])
        messages = [*self._fenced(turns, kept), ChatMessage(Role.USER, UNWRITTEN)]
        text = self._template.render(messages, arguments=arguments)
        certain, found, _ = text.partition(UNWRITTEN)
        if not found:
            return None
        media = placeholders_of(messages)
        check_placeholders(certain, media)
        return RenderedPrompt(certain, (), (), dropped, media=media)

    def boundaries(self, rendered: RenderedPrompt, known: int) -> dict[int, int | None]:
        """Return where turns begin in the text after the known part, and where the reply begins.

        Each comes with the index of its message; None for the reply. Found by rendering the
        conversation up to there: the result is the text's beginning for every template that does
        not look ahead.
        """
        messages = rendered.messages
        users = [index for index, each in enumerate(messages) if each.role is Role.USER]
        found: dict[int, int | None] = {}
        least_seconds = self._template.seconds_left * _KEPT_SHARE
        # Each is a separate rendering, so the newest turns come first, and the known part ends the
        # search: usually there is one new turn.
        for index in reversed(users[-_MAX_BOUNDARIES:]):
            if self._template.seconds_left < least_seconds:
                break  # a missing start only costs some reuse, an exception the reply
            at = self._length_up_to(rendered, index) if index else self._first_turn(rendered)
            if at is None:
                break
            found[at] = rendered.numbers[index]
            if at <= known:
                break
        is_begun = messages[-1].role is Role.ASSISTANT and not messages[-1].tool_calls
        reply_start = self._length_up_to(rendered, len(messages) - is_begun)
        if reply_start is not None:
            found.setdefault(reply_start, None)
        return found

    def _fenced(self, turns: TurnIndex, indexes: Sequence[int]) -> list[ChatMessage]:
        fence = self._control_texts.fence
        return [with_placeholders(fenced_message(turns.messages[i], fence)) for i in indexes]

    def _first_turn(self, rendered: RenderedPrompt) -> int:
        """Return where the first message begins, including its role marker.

        It may follow text that is in no message, such as a default system prompt of the template;
        the marker is then searched together with the message.
        """
        marker, first = self._user_marker, rendered.messages[0].content.strip()
        return max(0, rendered.text.find(marker + first)) if marker else 0

    @cached_property
    def _user_marker(self) -> str:
        """Return the text that the template writes between a reply and the next message, or ""."""
        talk = [ChatMessage(Role.USER, "a"), ChatMessage(Role.ASSISTANT, "b")]
        longer = [*talk, ChatMessage(Role.USER, UNWRITTEN)]
        try:
            before = self._template.render(talk, is_reply_awaited=False)
            following = self._template.render(longer, is_reply_awaited=False)
        except ChatTemplateFailed:
            return ""
        return (
            following[len(before) :].partition(UNWRITTEN)[0] if following.startswith(before) else ""
        )

    def _length_up_to(self, rendered: RenderedPrompt, count: int) -> int | None:
        """Return where the first messages end in a prompt; None if it cannot be determined."""
        try:
            beginning = self._template.render(
                rendered.messages[:count], is_reply_awaited=False, arguments=rendered.arguments
            )
        except ChatTemplateFailed:
            return None
        return len(beginning) if rendered.text.startswith(beginning) else None

"""From chosen turns to the text of a prompt, and where turns begin in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.text.chat_template import ChatTemplate
from engine.text.control_texts import UNWRITTEN, ControlTexts
from engine.text.reasoning import ReasoningMarkers
from engine.text.turn_index import TurnIndex
from engine.wire.commands import ChatMessage, Role
from engine.wire.errors import ChatTemplateFailed

_MOST_BOUNDARIES = 64  # turns of a conversation that was never seen whose beginnings are found
_KEPT_SHARE = 0.5  # of a command's time is left when they have been looked for


@dataclass(frozen=True, slots=True)
class RenderedPrompt:
    """The text of a prompt, and the messages in it, control texts fenced in both.

    ``numbers`` are the messages' indexes among those that are not the system's.
    """

    text: str
    messages: Sequence[ChatMessage]
    numbers: Sequence[int]
    dropped_messages: int


class PromptRenderer:
    """Renders conversations with the template of one model."""

    def __init__(
        self, template: ChatTemplate, control_texts: ControlTexts, markers: ReasoningMarkers | None
    ) -> None:
        self._template = template
        self._control_texts = control_texts
        self._markers = markers

    def render(self, turns: TurnIndex, start: int) -> RenderedPrompt:
        """Return the prompt of system messages, pinned turns, and everything from ``start`` on.

        It ends where the model writes, behind what a last reply has said already. Raises
        ChatTemplateFailed.
        """
        kept = turns.kept(start)
        messages = self._fenced(turns, kept)
        if messages[-1].role is Role.ASSISTANT:
            text = self._template.render(messages[:-1])
            if self._markers is not None and self._markers.is_open_behind(text):
                text += f"\n{self._markers.closing[0]}\n\n"  # it was past thinking
            text += messages[-1].content
        else:
            text = self._template.render(messages)
        numbers = [turns.numbers[index] for index in kept]
        return RenderedPrompt(text, messages, numbers, turns.numbers[start])

    def render_certain(self, turns: TurnIndex, dropped: int) -> RenderedPrompt | None:
        """Return what is certain of the prompt behind one more message: all in front of that.

        None where the template does not show it. Raises ChatTemplateFailed.
        """
        kept = turns.kept(turns.starts_behind(dropped)[0])
        messages = [*self._fenced(turns, kept), ChatMessage(Role.USER, UNWRITTEN)]
        certain, found, _ = self._template.render(messages).partition(UNWRITTEN)
        return RenderedPrompt(certain, (), (), dropped) if found else None

    def boundaries(self, rendered: RenderedPrompt, known: int) -> dict[int, int | None]:
        """Return where turns begin in the text behind what is known, and where the reply does.

        Each comes with the number of the message there, None for the reply. Found by rendering
        the conversation up to there: what comes out is the text's beginning for every template
        that does not look ahead.
        """
        text, messages = rendered.text, rendered.messages
        users = [index for index, each in enumerate(messages) if each.role is Role.USER]
        found: dict[int, int | None] = {}
        least_seconds = self._template.seconds_left * _KEPT_SHARE
        # Each is a rendering of its own, so the newest turns come first, and what is known ends
        # the search: usually there is one new turn.
        for index in reversed(users[-_MOST_BOUNDARIES:]):
            if self._template.seconds_left < least_seconds:
                break  # a turn that is not found costs a later cut some reuse, a failure the reply
            at = self._length_up_to(text, messages[:index]) if index else self._first_turn(rendered)
            if at is None:
                break
            found[at] = rendered.numbers[index]
            if at <= known:
                break
        is_begun = messages[-1].role is Role.ASSISTANT
        reply_start = self._length_up_to(text, messages[:-1] if is_begun else messages)
        if reply_start is not None:
            found.setdefault(reply_start, None)
        return found

    def _fenced(self, turns: TurnIndex, indexes: Sequence[int]) -> list[ChatMessage]:
        messages = (turns.messages[index] for index in indexes)
        return [
            ChatMessage(each.role, self._control_texts.fence(each.content)) for each in messages
        ]

    def _first_turn(self, rendered: RenderedPrompt) -> int:
        """Return where the first message begins, its role marker included.

        In front of it there may be text that no message holds, as a system prompt of the
        template's own; the marker is then looked for together with the message.
        """
        marker, first = self._user_marker, rendered.messages[0].content.strip()
        return max(0, rendered.text.find(marker + first)) if marker else 0

    @cached_property
    def _user_marker(self) -> str:
        """Return what the template writes between a reply and the next message, or nothing."""
        talk = [ChatMessage(Role.USER, "a"), ChatMessage(Role.ASSISTANT, "b")]
        longer = [*talk, ChatMessage(Role.USER, UNWRITTEN)]
        try:
            before = self._template.render(talk, is_reply_awaited=False)
            behind = self._template.render(longer, is_reply_awaited=False)
        except ChatTemplateFailed:
            return ""
        return behind[len(before) :].partition(UNWRITTEN)[0] if behind.startswith(before) else ""

    def _length_up_to(self, text: str, messages: Sequence[ChatMessage]) -> int | None:
        try:
            beginning = self._template.render(messages, is_reply_awaited=False)
        except ChatTemplateFailed:
            return None
        return len(beginning) if text.startswith(beginning) else None

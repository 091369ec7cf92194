"""Renders chosen turns to the text of a prompt, and finds where turns begin in it."""

from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec

from engine.ipc.lazy_text import lazy
from engine.messages.commands import ChatMessage, Role
from engine.messages.errors import ChatTemplateFailed, ChatTemplateTooSlow
from engine.messages.history_needs import Rewrite
from engine.text.chat_template import ChatTemplate
from engine.text.control_texts import UNWRITTEN, ControlTexts
from engine.text.history_rewriter import forms, lost_message, rewrite
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
_SHOWN = 80  # characters of a message in an error
_NONE: Mapping[str, object] = {}
_KEPT_SHARE = 0.5  # fraction of a command's time that remains for other work afterwards


class RenderedPrompt(msgspec.Struct, frozen=True):
    """The text of a prompt, and the messages in it, control texts fenced in both.

    ``numbers`` are the messages' indexes among the non-system messages, ``arguments`` the further
    template variables, ``media`` the pictures and sounds by their placeholders. ``needs`` are the
    rewrites that the messages are written with, ``done`` those that changed any.
    """

    text: str
    messages: Sequence[ChatMessage]
    numbers: Sequence[int]
    dropped_messages: int
    arguments: Mapping[str, object] = msgspec.field(default_factory=dict)
    media: Placeholders = msgspec.field(default_factory=dict)
    needs: frozenset[Rewrite] = frozenset()
    done: tuple[Rewrite, ...] = ()


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
        numbers = [turns.numbers[index] for index in kept]
        text, needs, done = self._written(messages, arguments)
        media = placeholders_of(messages)
        check_placeholders(text, media)
        return RenderedPrompt(
            text, messages, numbers, turns.numbers[start], arguments, media, needs, done
        )

    def _written(
        self, messages: Sequence[ChatMessage], arguments: Mapping[str, object]
    ) -> tuple[str, frozenset[Rewrite], tuple[Rewrite, ...]]:
        """Return the text of messages, and the rewrites that it was made with.

        Where the ones that the template needs are not enough, more are tried. Raises
        ChatTemplateFailed if none helps.
        """
        refusal: ChatTemplateFailed | None = None
        for needs in forms(self._template.history.rewrites):
            rewritten = rewrite(messages, needs)
            try:
                text = self._text(messages, rewritten.messages, needs, arguments)
            except ChatTemplateTooSlow:
                raise
            except ChatTemplateFailed as error:
                refusal = refusal or error
                continue
            if Rewrite.OMITS in needs:
                return text, needs, (*rewritten.done, Rewrite.OMITS)
            lost = lost_message(text, messages)
            if lost is None:
                return text, needs, rewritten.done
            refusal = refusal or _left_out(lost)
        assert refusal is not None, "there is at least one form"
        raise refusal

    def _text(
        self,
        given: Sequence[ChatMessage],
        messages: Sequence[ChatMessage],
        needs: frozenset[Rewrite],
        arguments: Mapping[str, object],
    ) -> str:
        """Return the text of rewritten messages, continued where the ``given`` ones end."""
        if not (_is_begun(given) and _is_begun(messages)):
            return self._template.write(messages, needs, arguments=arguments)
        text = self._template.write(messages[:-1], needs, arguments=arguments)
        if self._markers is not None and self._markers.is_open_after(text):
            text += f"\n{self._markers.closing[0]}\n\n"  # it was past thinking
        return text + messages[-1].content

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
        starts = _turn_starts(messages)
        found: dict[int, int | None] = {}
        least_seconds = self._template.seconds_left * _KEPT_SHARE
        # Each is a separate rendering, so the newest turns come first, and the known part ends the
        # search: usually there is one new turn.
        for index in reversed(starts[-_MAX_BOUNDARIES:]):
            if self._template.seconds_left < least_seconds:
                break  # a missing start only costs some reuse, an exception the reply
            at = self._length_up_to(rendered, index) if index else self._first_turn(rendered)
            if at is None:
                break
            found[at] = rendered.numbers[index]
            if at <= known:
                break
        reply_start = self._length_up_to(rendered, len(messages) - _is_begun(messages))
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
        # A system message that is alone here has a question after it.
        needs = rendered.needs - ({Rewrite.SYSTEM_ALONE} - set(rendered.done))
        try:
            beginning = self._template.write(
                rewrite(rendered.messages[:count], needs).messages,
                needs,
                is_reply_awaited=False,
                arguments=rendered.arguments,
            )
        except ChatTemplateFailed:
            return None
        return len(beginning) if rendered.text.startswith(beginning) else None


def _is_begun(messages: Sequence[ChatMessage]) -> bool:
    """Return whether the last message is a reply that is to be continued."""
    return bool(messages) and messages[-1].role is Role.ASSISTANT and not messages[-1].tool_calls


def _turn_starts(messages: Sequence[ChatMessage]) -> list[int]:
    """Return where turns begin: messages of the user or a later system message, not in a row.

    A row may be written as one message. The first message may be the assistant's.
    """
    starts: list[int] = []
    is_in_row = False
    for index, message in enumerate(messages):
        is_first = not starts and message.role is not Role.SYSTEM
        is_asked = message.role is Role.USER or (message.role is Role.SYSTEM and bool(starts))
        if is_first or (is_asked and not is_in_row):
            starts.append(index)
        is_in_row = is_asked
    return starts


def _left_out(message: ChatMessage) -> ChatTemplateFailed:
    return ChatTemplateFailed(
        lazy(
            "The model's chat template leaves a message out: “{text}”. Remove it, or open another "
            "model.",
            text=(message.content or ", ".join(each.name for each in message.tool_calls))[:_SHOWN],
        )
    )

"""Where turns begin in a rendered prompt, and what is certain of the next one."""

import itertools
import time

import pytest

from engine.messages.commands import ChatMessage, Role
from engine.text.chat_template import ChatTemplate
from engine.text.control_texts import ControlTexts
from engine.text.prompt_renderer import PromptRenderer, RenderedPrompt
from engine.text.reasoning import ReasoningMarkers
from engine.text.turn_index import TurnIndex
from tests.fakes.vocabulary import FakeVocabulary

OWN_SYSTEM = (
    "Be nice. {% for m in messages %}<{{ m.role }}> {{ m.content }}\n{% endfor %}"
    "{% if add_generation_prompt %}<assistant> {% endif %}"
)
TALK = [
    ChatMessage(Role.USER, "one"),
    ChatMessage(Role.ASSISTANT, "two"),
    ChatMessage(Role.USER, "three"),
]


def _renderer(template: str = OWN_SYSTEM) -> PromptRenderer:
    markers = ReasoningMarkers(("<think>",), ("</think>",))
    return PromptRenderer(ChatTemplate(template, {}), ControlTexts(FakeVocabulary()), markers)


def _turns_at(renderer: PromptRenderer, rendered: RenderedPrompt, known: int) -> list[str]:
    found = renderer.boundaries(rendered, known)
    return [rendered.text[at:].partition("\n")[0] for at in sorted(found)]


def test_a_turn_begins_with_its_role_marker_behind_what_no_message_holds() -> None:
    renderer = _renderer()
    rendered = renderer.render(TurnIndex.of(TALK), 0)
    assert _turns_at(renderer, rendered, 0) == ["<user> one", "<user> three", "<assistant> "]


def test_what_is_known_is_not_searched_again() -> None:
    renderer = _renderer()
    rendered = renderer.render(TurnIndex.of(TALK), 0)
    known = rendered.text.index("<user> three")
    assert _turns_at(renderer, rendered, known) == ["<user> three", "<assistant> "]


def test_a_reply_that_was_cut_is_continued_where_it_ended() -> None:
    turns = TurnIndex.of([*TALK, ChatMessage(Role.ASSISTANT, "well, I")])
    assert _renderer().render(turns, 0).text.endswith("<user> three\n<assistant> well, I")
    thinking = OWN_SYSTEM.replace("<assistant> ", "<assistant> <think>")
    text = _renderer(thinking).render(turns, 0).text
    assert text.endswith("<assistant> <think>\n</think>\n\nwell, I")


def test_what_is_certain_ends_where_the_next_message_begins() -> None:
    certain = _renderer().render_certain(TurnIndex.of(TALK[:2]), 0)
    assert certain is not None
    assert certain.text == "Be nice. <user> one\n<assistant> two\n<user> "


def test_turns_are_looked_for_in_half_of_a_command_s_time(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count()
    monkeypatch.setattr(time, "thread_time", lambda: next(ticks) / 1000)
    template = ChatTemplate("{% for i in range(300) %}{% endfor %}" + OWN_SYSTEM, {})
    renderer = PromptRenderer(template, ControlTexts(FakeVocabulary()), None)
    talk = [*(TALK[:2] * 31), TALK[2]]
    template.begin(4.0)
    rendered = renderer.render(TurnIndex.of(talk), 0)
    found = _turns_at(renderer, rendered, 0)
    assert found[-3:] == ["<user> one", "<user> three", "<assistant> "]
    assert 4 < len(found) < 10
    assert template.seconds_left > 1.0  # for cutting the chat to its window

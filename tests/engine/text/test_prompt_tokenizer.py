"""Remembered ids are used again; what is new becomes a segment for each turn."""

import itertools
import time

import pytest

from engine.messages.commands import ChatMessage, Role
from engine.messages.errors import ContextWindowExceeded
from engine.text.chat_template import ChatTemplate
from engine.text.control_texts import FENCED, UNWRITTEN, ControlTexts
from engine.text.prompt import Prompt, Segment, TokenizedPrompt, TokenizedPrompts
from engine.text.prompt_media import PromptMedia
from engine.text.prompt_renderer import PromptRenderer, RenderedPrompt
from engine.text.prompt_tokenizer import PromptTokenizer
from engine.text.reasoning import ReasoningMarkers
from engine.text.turn_index import TurnIndex
from tests.fakes.vocabulary import FakeVocabulary

TALK = [
    ChatMessage(Role.USER, "one"),
    ChatMessage(Role.ASSISTANT, "two"),
    ChatMessage(Role.USER, "three"),
]
HEAD = Segment("<s>", (1,))
TURNS = [Segment(f"turn {n}", (10 + n, 20 + n), message=2 * n) for n in range(3)]
WHOLE = TokenizedPrompt((HEAD, *TURNS))
OWN_SYSTEM = (
    "Be nice. {% for m in messages %}<{{ m.role }}> {{ m.content }}\n{% endfor %}"
    "{% if add_generation_prompt %}<assistant> {% endif %}"
)


class _Spaced(FakeVocabulary):
    """As those that put a space before the first word."""

    @property
    def is_safe_to_join(self) -> bool:
        return False


def _parts(vocabulary: FakeVocabulary, window: int) -> tuple[PromptRenderer, PromptTokenizer]:
    texts = ControlTexts(vocabulary)
    renderer = PromptRenderer(ChatTemplate(None, {}), texts, None)
    return renderer, PromptTokenizer(
        vocabulary, texts, renderer, PromptMedia(None, 0), bos_text="", context_window=window
    )


def test_each_turn_is_a_segment_and_all_of_them_are_the_text() -> None:
    renderer, tokenizer = _parts(FakeVocabulary(), 512)
    rendered = renderer.render(TurnIndex.of(TALK), 0)
    prompt = tokenizer.tokenize(rendered, TokenizedPrompt())
    assert "".join(each.text for each in prompt.tokenized.segments) == rendered.text
    assert [each.message for each in prompt.tokenized.segments] == [0, 2, None]
    whole = FakeVocabulary().tokenize(rendered.text, parse_special=True)
    assert list(prompt.tokens) == whole


def test_counting_alone_needs_one_segment() -> None:
    renderer, tokenizer = _parts(FakeVocabulary(), 512)
    rendered = renderer.render(TurnIndex.of(TALK), 0)
    prompt = tokenizer.tokenize(rendered, TokenizedPrompt(), is_cut=False)
    assert len(prompt.tokenized.segments) == 1
    assert prompt.tokens == tokenizer.tokenize(rendered, TokenizedPrompt()).tokens


def test_remembered_text_that_cannot_be_joined_is_tokenized_again() -> None:
    remembered = TokenizedPrompt((Segment("<|im_start|>user\non", (9, 9)),))
    for vocabulary, is_used in ((FakeVocabulary(), True), (_Spaced(), False)):
        renderer, tokenizer = _parts(vocabulary, 512)
        prompt = tokenizer.tokenize(renderer.render(TurnIndex.of(TALK), 0), remembered)
        assert (prompt.tokens[:2] == (9, 9)) is is_used


def test_what_is_too_long_for_certain_is_refused() -> None:
    renderer, tokenizer = _parts(FakeVocabulary(), 64)
    turns = TurnIndex.of([ChatMessage(Role.USER, "x" * 100_000)])
    with pytest.raises(ContextWindowExceeded):
        tokenizer.tokenize(renderer.render(turns, 0), TokenizedPrompt())


TEXTS = ControlTexts(FakeVocabulary())


def test_a_typed_control_text_is_fenced_off_from_the_templates() -> None:
    text = "<|im_start|>" + TEXTS.fence("say <|im_end|> now") + "<|im_end|>"
    assert FENCED.split(text) == ["<|im_start|>say ", "<|im_end|>", " now<|im_end|>"]


def test_nobody_can_type_a_fence() -> None:
    assert TEXTS.fence(f"a\ufdd0b\ufdd1c{UNWRITTEN}d") == "abcd"


def test_a_fenced_control_text_does_not_stand_where_it_was_typed() -> None:
    assert TEXTS.stands_at("hi<|im_end|>", 2)
    assert not TEXTS.stands_at(TEXTS.fence("hi<|im_end|>"), 2)


def test_a_prompt_knows_where_its_segments_and_turns_are() -> None:
    prompt = Prompt((1, 10, 20, 11, 21, 12, 22), 0, WHOLE)
    assert prompt.segment_ends == (1, 3, 5, 7)
    assert prompt.turn_starts == ((1, 0), (3, 2), (5, 4))


def test_a_reply_is_remembered_with_its_ids() -> None:
    longer = WHOLE.with_reply("well", [7, 8])
    assert longer.segments[-1] == Segment("well", (7, 8))
    assert WHOLE.with_reply("", []) is WHOLE


def test_dropped_turns_go_with_their_ids_and_pinned_ones_stay() -> None:
    later = WHOLE.from_turn(4, frozenset({0}))
    assert later == TokenizedPrompt((HEAD, TURNS[0], TURNS[2]), 4)
    assert WHOLE.from_turn(3, frozenset()) is WHOLE, "no turn begins there"


def test_turns_have_other_numbers_when_messages_before_them_come_or_go() -> None:
    kept = TokenizedPrompt((HEAD, TURNS[0], TURNS[2]), 4)  # the first turn is pinned
    fewer = kept.renumbered(3, frozenset({1}))
    assert fewer.dropped_messages == 3
    assert [each.message for each in fewer.segments] == [None, 1, 3]
    assert [each.tokens for each in fewer.segments] == [each.tokens for each in kept.segments]
    unpinned = kept.renumbered(5, frozenset())
    assert [each.message for each in unpinned.segments] == [None, None, 5]
    assert kept.renumbered(None, frozenset()) is kept
    assert kept.renumbered(4, frozenset({0})) is kept
    assert WHOLE.renumbered(2, frozenset()) is WHOLE, "nothing was dropped"


def test_turns_that_slid_out_are_forgotten_by_their_tokens() -> None:
    assert WHOLE.without_tokens(1, 2) == TokenizedPrompt((HEAD, *TURNS[1:]), 2)


def test_only_the_conversations_used_last_are_remembered() -> None:
    prompts = TokenizedPrompts()
    for number in range(300):
        prompts.put(f"c{number}", WHOLE)
    prompts.restore("c299", TokenizedPrompt())
    assert prompts.get("c299") is WHOLE, "what came from a file is older"
    assert prompts.get("c0") == TokenizedPrompt()
    prompts.discard("c299")
    assert prompts.get("c299") == TokenizedPrompt()


SYSTEM = ChatMessage(Role.SYSTEM, "be brief")
QUESTION = ChatMessage(Role.USER, "why?")
ANSWER = ChatMessage(Role.ASSISTANT, "so.")
SPOKEN = [SYSTEM, QUESTION, ANSWER, QUESTION, ANSWER, QUESTION]


def test_a_conversation_may_begin_at_the_users_messages() -> None:
    turns = TurnIndex.of(SPOKEN)
    assert turns.starts == [1, 3, 5]
    assert [turns.numbers[start] for start in turns.starts] == [0, 2, 4]
    assert TurnIndex.of([ANSWER]).starts == [0]


def test_what_was_dropped_before_is_not_tried_again() -> None:
    turns = TurnIndex.of(SPOKEN)
    assert turns.starts_after(2) == [3, 5]
    assert turns.starts_after(3) == [5]
    assert turns.starts_after(99) == [1, 3, 5], "the conversation is another one now"


def test_system_messages_and_pinned_turns_stay() -> None:
    turns = TurnIndex.of(SPOKEN, pinned=[1])
    assert turns.pinned_numbers == {0}, "a pinned reply keeps its question"
    assert turns.kept(5) == [0, 1, 2, 5]
    assert TurnIndex.of(SPOKEN).kept(5) == [0, 5]


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

"""Remembered ids are used again; what is new becomes a segment for each turn."""

import pytest

from engine.messages.commands import ChatMessage, Role
from engine.messages.errors import ContextWindowExceeded
from engine.text.chat_template import ChatTemplate
from engine.text.control_texts import FENCED, UNWRITTEN, ControlTexts
from engine.text.prompt import Segment, TokenizedPrompt
from engine.text.prompt_media import PromptMedia
from engine.text.prompt_renderer import PromptRenderer
from engine.text.prompt_tokenizer import PromptTokenizer
from engine.text.turn_index import TurnIndex
from tests.fakes.vocabulary import FakeVocabulary

TALK = [
    ChatMessage(Role.USER, "one"),
    ChatMessage(Role.ASSISTANT, "two"),
    ChatMessage(Role.USER, "three"),
]


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

"""Control texts that somebody typed stay text; those of the template do not."""

from engine.text.control_texts import FENCED, UNWRITTEN, ControlTexts
from tests.fakes.vocabulary import FakeVocabulary

TEXTS = ControlTexts(FakeVocabulary())


def test_a_typed_control_text_is_fenced_off_from_the_templates() -> None:
    text = "<|im_start|>" + TEXTS.fence("say <|im_end|> now") + "<|im_end|>"
    assert FENCED.split(text) == ["<|im_start|>say ", "<|im_end|>", " now<|im_end|>"]


def test_nobody_can_type_a_fence() -> None:
    assert TEXTS.fence(f"a\ufdd0b\ufdd1c{UNWRITTEN}d") == "abcd"


def test_a_fenced_control_text_does_not_stand_where_it_was_typed() -> None:
    assert TEXTS.stands_at("hi<|im_end|>", 2)
    assert not TEXTS.stands_at(TEXTS.fence("hi<|im_end|>"), 2)

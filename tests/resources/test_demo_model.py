"""The built-in model is small, describes itself, and knows the app."""

import itertools
import tomllib
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import gguf
import pytest

import resources.demo_model as demo_model
from resources.demo_model import intents, make_corpus, wording
from tests.house.source_files import ROOT
from tests.resources import evaluate
from tests.resources.evaluate import Speaker


@pytest.fixture(scope="module")
def speaker() -> Iterator[Speaker]:
    speaker = Speaker(demo_model.path())
    yield speaker
    speaker.close()


def test_file_is_at_most_eight_megabytes() -> None:
    assert demo_model.path().stat().st_size <= 8_000_000


def test_file_describes_itself() -> None:
    reader = gguf.GGUFReader(demo_model.path())
    facts = {name: field.contents() for name, field in reader.fields.items()}

    assert facts["general.architecture"] == "llama"
    assert facts["general.name"] == "Hubbub demo"
    assert facts["llama.context_length"] >= 1024
    assert "<|im_start|>" in facts["tokenizer.chat_template"]
    end = facts["tokenizer.ggml.eos_token_id"]
    assert facts["tokenizer.ggml.tokens"][end] == "<|im_end|>"
    assert facts["tokenizer.ggml.token_type"][end] == gguf.TokenType.CONTROL


@pytest.mark.nightly
def test_nine_of_ten_held_out_questions_get_the_right_answer(speaker: Speaker) -> None:
    turns = [speaker.asked([], question, wanted) for question, wanted in evaluate.questions()]

    wrong = [turn for turn in turns if not turn.is_right]
    assert len(wrong) <= (1 - evaluate.BAR) * len(turns), wrong


def test_conversation_of_ten_turns_stays_on_topic(speaker: Speaker) -> None:
    turns = evaluate.conversed(speaker, evaluate.conversations()[0])

    wrong = [turn for turn in turns if not turn.is_right]
    assert len(turns) == 10
    assert len(wrong) <= 1, wrong


def test_held_out_questions_do_not_occur_in_the_training_text() -> None:
    kept = make_corpus.kept_back()
    assert len(list(evaluate.questions())) >= 200
    for dialogue in itertools.islice(make_corpus.corpus(1).dialogues(), 5000):
        assert kept.isdisjoint(wording.normalized(message.text) for message in dialogue)


def test_keys_of_an_answer_belong_to_one_intent_only() -> None:
    lore = intents.load()
    stories = {text for stage in lore.story.stages[1:] for text in stage}
    assert not set().union(*(intents.matching(lore, story) for story in stories))
    for intent in lore.intents.values():
        for text in (*intent.answer, *filter(None, [intent.short])):
            assert intents.matching(lore, text) == {intent.group}


def test_words_of_the_window_are_in_the_window() -> None:
    with (intents.FOLDER / "functions.toml").open("rb") as file:
        functions = tomllib.load(file)["function"]
    named = [(function, word) for function in functions for word in function.get("words", ())]
    said = _texts_of_the_window()

    assert len(named) >= 20
    for function, word in named:
        assert any(word in text for text in _answers(function)), (function["intent"], word)
        assert any(text.startswith(word) for text in said), f"The window has no “{word}” any more"


def _answers(function: dict[str, Any]) -> list[str]:
    return [*function["answer"], function.get("short", ""), function.get("more", "")]


def _texts_of_the_window() -> set[str]:
    root = ElementTree.parse(ROOT / "resources" / "translations" / "hubbub_de.ts")
    return {source.text.replace("&", "") for source in root.iter("source") if source.text}

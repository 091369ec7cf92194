"""Which files can draft for a model, as far as their headers tell, and their memory."""

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.gguf.draft_file import draft_bytes, draft_refusal
from engine.gguf.model_file import describe
from tests.models.cache import cached_model
from tests.models.synthesized import write_large_vocabulary
from tests.models.tiny import write_hybrid, write_mrope, write_plain, write_recurrent


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (write_plain, ""),
        (write_mrope, ""),
        (write_large_vocabulary, "another vocabulary"),
        (write_recurrent, "cannot take rejected tokens back"),
        (write_hybrid, "cannot take rejected tokens back"),
    ],
)
def test_a_draft_model_has_the_vocabulary_and_can_take_tokens_back(
    write: Callable[[Path], None], words: str
) -> None:
    model = describe(cached_model(write_plain)).shape
    assert model is not None
    refusal = draft_refusal(model, describe(cached_model(write)))
    assert (refusal is None) if not words else words in str(refusal)


def test_vocabularies_may_differ_in_a_few_tokens() -> None:
    draft = describe(cached_model(write_plain))
    shape = draft.shape
    assert shape is not None
    large = replace(shape, vocabulary_size=1000)
    alike = dataclasses.replace(draft, shape=replace(shape, vocabulary_size=992))
    assert draft_refusal(large, alike) is None
    other = dataclasses.replace(draft, shape=replace(shape, vocabulary_size=980))
    assert draft_refusal(large, other)


def test_the_memory_grows_with_the_number_of_chats() -> None:
    path = str(cached_model(write_plain))
    assert 0 < draft_bytes(path, 2) < draft_bytes(path, 8)
    assert draft_bytes(None, 4) == draft_bytes("/nowhere/small.gguf", 4) == 0

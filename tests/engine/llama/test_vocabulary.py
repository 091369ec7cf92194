"""Text to tokens and back, bytes exact."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.llama.backend import LlamaBackend
from engine.llama.vocabulary import MAX_TEXT_BYTES
from tests.engine.llama.conftest import Loader, Writer
from tests.models.tiny import write_plain, write_regex
from tests.models.tiny_vocabulary import CHAT_TEMPLATE, CONTROL_TEXTS


def back(backend: LlamaBackend, tokens: list[int]) -> bytes:
    return b"".join(backend.vocabulary.piece(token) for token in tokens)


@settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=st.text(max_size=200))
def test_any_text_comes_back_byte_for_byte(plain: LlamaBackend, text: str) -> None:
    tokens = plain.vocabulary.tokenize(text, parse_special=False)
    assert back(plain, tokens) == text.encode("utf-8", errors="replace")


def test_a_letter_of_four_bytes_comes_in_four_pieces(plain: LlamaBackend) -> None:
    tokens = plain.vocabulary.tokenize("🎉", parse_special=False)
    pieces = [plain.vocabulary.piece(token) for token in tokens]
    assert pieces == [b"\xf0", b"\x9f", b"\x8e", b"\x89"]
    assert [plain.vocabulary.piece(token) for token in tokens] == pieces  # from the cache


def test_control_texts_become_control_tokens_only_on_request(plain: LlamaBackend) -> None:
    vocabulary = plain.vocabulary
    text = "<|im_start|>"
    (token,) = vocabulary.tokenize(text, parse_special=True)
    assert vocabulary.piece(token) == b""
    as_typed = vocabulary.tokenize(text, parse_special=False)
    assert len(as_typed) > 1
    assert back(plain, as_typed) == text.encode()


def test_no_bos_or_eos_is_added(plain: LlamaBackend) -> None:
    assert back(plain, plain.vocabulary.tokenize("the", parse_special=True)) == b"the"
    assert plain.vocabulary.tokenize("", parse_special=True) == []
    assert plain.vocabulary.bos_token is None


def test_the_file_says_what_ends_a_reply(plain: LlamaBackend) -> None:
    (end,) = plain.vocabulary.tokenize("<|im_end|>", parse_special=True)
    (letter,) = plain.vocabulary.tokenize("t", parse_special=False)
    assert plain.vocabulary.is_end_of_generation(end)
    assert not plain.vocabulary.is_end_of_generation(letter)


def test_half_a_surrogate_pair_is_replaced(plain: LlamaBackend) -> None:
    tokens = plain.vocabulary.tokenize("a\ud83cb", parse_special=False)
    assert back(plain, tokens) == b"a?b"


@pytest.mark.parametrize("sign", ["x", " ", "中", "a1 !"])
@pytest.mark.parametrize("write", [write_plain, write_regex])
def test_a_text_without_a_break_may_be_long(load_tiny: Loader, write: Writer, sign: str) -> None:
    backend = load_tiny(write)
    text = "a word, " + sign * 60_000 + "<|im_end|>"
    tokens = backend.vocabulary.tokenize(text, parse_special=True)
    assert back(backend, tokens) == text.removesuffix("<|im_end|>").encode()
    assert backend.vocabulary.is_end_of_generation(tokens[-1])


def test_a_text_beyond_all_measure_is_refused(plain: LlamaBackend) -> None:
    with pytest.raises(ValueError, match="too long"):
        plain.vocabulary.tokenize("x" * (MAX_TEXT_BYTES + 1), parse_special=False)


@pytest.mark.parametrize("token", [-1, 1 << 20])
def test_a_token_that_does_not_exist_is_refused(plain: LlamaBackend, token: int) -> None:
    for call in (plain.vocabulary.piece, plain.vocabulary.is_end_of_generation):
        with pytest.raises(ValueError, match="not in a vocabulary"):
            call(token)


def test_the_model_brings_its_template_and_control_texts(plain: LlamaBackend) -> None:
    assert plain.chat_template == CHAT_TEMPLATE
    assert plain.vocabulary.control_texts == frozenset(CONTROL_TEXTS)
    assert plain.special_texts == {"bos_token": "<|endoftext|>", "eos_token": "<|im_end|>"}
    assert plain.vocabulary.is_safe_to_join
    assert plain.vocabulary.size == plain.info.vocabulary_size

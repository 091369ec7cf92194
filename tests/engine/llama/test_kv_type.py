"""Keys and values of eight bits: half the memory, the same replies, and as safe to keep."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from engine.backend import BatchEntry, DecodeStatus
from engine.llama.backend import LlamaBackend
from engine.llama.loader import load
from engine.messages.config import EngineConfig, KvType
from tests.engine.llama.steps import last_logits, prefill, tokens_of
from tests.models.talker import TALKER

TOKEN_COUNT = 1200
QUESTIONS = (
    "please give a short account of what hubbub is",
    "would two of my tabs be able to write at the very same time?",
    "is there any danger that tabs harm one another",
    "how does a tab get closed",
    "is my conversation still around after its tab was closed?",
)
FUSED, PLAIN = 1024, 2048  # tokens of a chat up to which attention is fused here, and beyond

Opener = Callable[[KvType, int], LlamaBackend]


@pytest.fixture(scope="module")
def opened() -> Iterator[Opener]:
    """Opens a small model with a KV type and a context, each at most once."""
    known: dict[tuple[KvType, int], LlamaBackend] = {}

    def open_one(kind: KvType, window: int) -> LlamaBackend:
        if (kind, window) not in known:
            config = EngineConfig(context_window=window, slot_count=2, kv_type=kind)
            path = str(TALKER)
            known[kind, window] = load(path, config, lambda _share: None)
        backend = known[kind, window]
        for slot in range(2):
            backend.clear(slot)
        return backend

    yield open_one
    for backend in known.values():
        backend.close()


@pytest.fixture(scope="module")
def conversation(opened: Opener) -> list[int]:
    """1,200 tokens of questions and what the model answers them."""
    return conversation_of(opened, TOKEN_COUNT)


def conversation_of(opened: Opener, token_count: int) -> list[int]:
    """Return so many tokens of questions and what the model answers them."""
    backend = opened(KvType.F16, PLAIN)
    tokens: list[int] = []
    while len(tokens) < token_count:
        asked = QUESTIONS[len(tokens) % len(QUESTIONS)]
        text = f"<|im_start|>user\n{asked}<|im_end|>\n<|im_start|>assistant\n"
        new = tokens_of(backend, text)
        for _ in range(120):
            tokens += new
            if len(tokens) >= token_count:
                break
            prefill(backend, 0, new)
            new = [int(last_logits(backend)[0].argmax())]
    return tokens[:token_count]


def perplexity(backend: LlamaBackend, slot: int, tokens: list[int]) -> float:
    """Return how surprised the model is of each token behind the first, on the average."""
    losses: list[float] = []
    for start in range(0, len(tokens) - 1, 32):
        part = tokens[start : start + 32]
        entry = BatchEntry(slot, part, start, logit_count=len(part))
        assert backend.decode([entry]) is DecodeStatus.DONE
        following = tokens[start + 1 : start + 1 + len(part)]
        rows = backend.logits()[: len(following)].astype(np.float64)
        top = rows.max(axis=1)
        sums = top + np.log(np.exp(rows - top[:, None]).sum(axis=1))
        losses += list(sums - rows[np.arange(len(following)), following])
    return float(np.exp(np.mean(losses)))


@pytest.mark.nightly
def test_the_model_is_as_sure_of_2000_tokens(opened: Opener) -> None:
    conversation = conversation_of(opened, 2000)
    plain = [perplexity(opened(kind, PLAIN), 0, conversation) for kind in KvType]
    half = conversation[:1000]
    fused = [perplexity(opened(kind, FUSED), 0, half) for kind in KvType]
    for exact, quantized in (plain, fused):
        assert quantized == pytest.approx(exact, rel=0.01)


@pytest.mark.parametrize(("window", "most"), [(FUSED, 0.55), (PLAIN, 0.78)])
def test_a_thousand_tokens_take_as_much_less_memory_as_said(
    opened: Opener, conversation: list[int], window: int, most: float
) -> None:
    sizes, said = [], []
    for kind in KvType:
        backend = opened(kind, window)
        prefill(backend, 0, conversation[:1000])
        sizes.append(len(backend.state(0)))
        said.append(backend.info.kv_bytes)
    assert 0.5 < sizes[1] / sizes[0] <= most
    assert said[1] / said[0] == pytest.approx(sizes[1] / sizes[0], abs=0.02)


@pytest.mark.parametrize("window", [FUSED, PLAIN])
def test_what_comes_back_is_the_same_to_the_last_bit(
    opened: Opener, conversation: list[int], window: int
) -> None:
    backend = opened(KvType.Q8_0, window)
    prefill(backend, 0, conversation[:500])
    state = backend.state(0)
    prefill(backend, 0, conversation[500:510])
    expected = last_logits(backend)
    backend.clear(0)
    assert backend.set_state(0, state, 500)
    assert backend.state(0) == state
    prefill(backend, 0, conversation[500:510])
    assert np.array_equal(last_logits(backend), expected)


def test_a_state_of_another_kv_type_is_never_taken(opened: Opener, conversation: list[int]) -> None:
    exact, quantized = (opened(kind, PLAIN) for kind in KvType)
    assert exact.state_identity != quantized.state_identity
    prefill(exact, 0, conversation[:100])
    assert not quantized.set_state(0, exact.state(0), 100)
    assert quantized.token_count(0) == 0


def test_sliding_again_and_again_loses_no_more_each_time(
    opened: Opener, conversation: list[int]
) -> None:
    exact, quantized = (opened(kind, PLAIN) for kind in KvType)
    assert quantized.capabilities.can_slide
    distances = []
    for backend in (exact, quantized):
        prefill(backend, 0, conversation[:600])
    for start in range(600, 1200, 30):
        rows = []
        for backend in (exact, quantized):
            backend.slide(0, 10, 30)
            prefill(backend, 0, conversation[start : start + 30])
            rows.append(last_logits(backend))
        distances.append(float(np.abs(rows[0] - rows[1]).mean() / rows[0].std()))
    assert np.mean(distances[-5:]) < 3 * np.mean(distances[:5])
    assert max(distances) < 0.1

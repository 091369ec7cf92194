"""Small steps with a backend that the tests take again and again."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt

from engine.backend import Backend, BatchEntry, DecodeStatus
from engine.llama.backend import LlamaBackend
from engine.messages.sampling_params import SamplingParams

GREEDY = SamplingParams(temperature=0.0)
PROMPT = "<|im_start|>user\nthe quick brown fox jumps over the lazy dog<|im_end|>\n"


def tokens_of(backend: LlamaBackend, text: str = PROMPT) -> list[int]:
    """Return a text's tokens, control tokens among them."""
    return backend.vocabulary.tokenize(text, parse_special=True)


def prefill(backend: LlamaBackend, slot: int, tokens: Sequence[int]) -> None:
    """Decode tokens behind what the slot holds, with logits for the last."""
    entry = BatchEntry(slot, tokens, backend.token_count(slot), logit_count=1)
    assert backend.decode([entry]) is DecodeStatus.DONE


def last_logits(backend: LlamaBackend) -> npt.NDArray[np.float32]:
    """Return a copy of the logits of the last decode."""
    return backend.logits().copy()


def logits_after(
    backend: LlamaBackend, slot: int, tokens: Sequence[int]
) -> npt.NDArray[np.float32]:
    """Decode tokens behind what the slot holds and return what the last one leads to."""
    prefill(backend, slot, tokens)
    return last_logits(backend)


@contextmanager
def pressing_stop(backend: Backend, after_seconds: float = 0.0) -> Iterator[None]:
    """Ask for an abort again and again, from another thread, until a with block ends."""
    is_over = threading.Event()

    def press() -> None:
        is_over.wait(after_seconds)
        while not is_over.wait(0.0005):
            backend.request_abort()

    thread = threading.Thread(target=press)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def generate(
    backend: LlamaBackend,
    slots: Sequence[int],
    count: int,
    params: Sequence[SamplingParams] | None = None,
) -> list[list[int]]:
    """Prefill a different prompt in each slot, then decode all of them together."""
    wishes = params or [GREEDY] * len(slots)
    samplers = [backend.new_sampler(wish, []) for wish in wishes]
    prompts = [tokens_of(backend, PROMPT + "fox " * slot) for slot in slots]
    entries = [
        BatchEntry(slot, prompt, 0, logit_count=1)
        for slot, prompt in zip(slots, prompts, strict=True)
    ]
    replies: list[list[int]] = [[] for _ in slots]
    for _ in range(count):
        assert backend.decode(entries) is DecodeStatus.DONE
        chosen = backend.sample([(sampler, i) for i, sampler in enumerate(samplers)])
        for reply, token in zip(replies, chosen, strict=True):
            assert token is not None
            reply.append(token)
        entries = [
            BatchEntry(slot, [reply[-1]], backend.token_count(slot), logit_count=1)
            for slot, reply in zip(slots, replies, strict=True)
        ]
    for sampler in samplers:
        sampler.close()
    return replies

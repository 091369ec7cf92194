"""A step adapts to what its first calls took."""

from unittest.mock import patch

from engine.scheduling.costs import MIN_SAMPLE_TOKENS, Costs
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import limit, strict, submit


def test_a_slow_decode_call_shortens_the_piece_of_a_prompt_after_it() -> None:
    backend = FakeBackend(slot_count=2, context_window=4096, reply_share=0)
    scheduler, listener = strict(backend)
    submit(scheduler, 1, "hello", sampling=limit(3000))
    while not listener.text(1):
        listener.step()
    submit(scheduler, 2, "a long prompt " * 250)
    listener.step()
    backend.token_seconds = 0.06  # another program needs the processor, for instance
    with patch.object(Costs, "seconds", _seconds):
        listener.step()
    # Without the slow call, 40 tokens would fit into four fifths of the rest of the target.
    assert MIN_SAMPLE_TOKENS <= listener.steps[-1].prefill_tokens <= 8


def _seconds(_costs: Costs, rows: int, prompt_tokens: int = 0, position: int = 0) -> float:
    return 0.03 * bool(rows) + 0.001 * prompt_tokens + 0.0 * position

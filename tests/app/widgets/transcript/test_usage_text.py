"""What a reply cost is said as far as it is known, and nothing is said of what nobody notices."""

import pytest

from app.domain import ReplyUsage, ReuseOrigin
from app.widgets.transcript.usage_text import usage_texts


def _warm(origin: ReuseOrigin, seconds: float) -> ReplyUsage:
    return ReplyUsage(
        prompt_tokens=3520, reused_tokens=3412, reused_from=origin, restore_seconds=seconds
    )


@pytest.mark.parametrize(
    ("usage", "texts"),
    [
        (ReplyUsage(), ()),
        (ReplyUsage(model_name="Tiny"), ("Tiny",)),
        (ReplyUsage(first_token_seconds=0.001), ("0.01 s to first token",)),
        (ReplyUsage(reply_tokens=322, decode_seconds=100.0), ("3.2 tokens/s",)),
        (
            ReplyUsage(reply_tokens=41, decode_seconds=2.0, first_token_seconds=0.25),
            ("20 tokens/s", "41 tokens in 2.3 s", "0.3 s to first token"),
        ),
        (
            ReplyUsage(reply_tokens=1, decode_seconds=0.0, first_token_seconds=0.25),
            ("1 token in 0.3 s", "0.3 s to first token"),
        ),
        (_warm(ReuseOrigin.READY, 0.0), ("3,412 of 3,520 tokens cached",)),
        (_warm(ReuseOrigin.DISK, 0.21), ("3,412 of 3,520 tokens cached, from disk, 0.2 s",)),
        (_warm(ReuseOrigin.MEMORY, 0.034), ("3,412 of 3,520 tokens cached, from memory, 0.03 s",)),
        (
            _warm(ReuseOrigin.SHARED_PROMPT, 0.0),
            ("3,412 of 3,520 tokens cached, from a shared system prompt",),
        ),
        (
            ReplyUsage(reply_tokens=480, drafted_tokens=300, accepted_tokens=212),
            ("212 of 480 tokens guessed ahead",),
        ),
        (ReplyUsage(queue_seconds=1.24), ("waited 1.2 s",)),
        (ReplyUsage(queue_seconds=0.05), ()),
        (
            ReplyUsage(shared_seconds=4.0, slowing_seconds=1.0),
            ("slowed others by 33 % (1.0 s)",),
        ),
        (ReplyUsage(shared_seconds=4.0), ("slowed others by less than 1 %",)),
        (ReplyUsage(reply_tokens=480, drafted_tokens=300), ()),
        (ReplyUsage(reply_tokens=480, drafted_tokens=9, accepted_tokens=4), ()),
    ],
)
def test_what_is_known_is_said(usage: ReplyUsage, texts: tuple[str, ...]) -> None:
    assert usage_texts(usage) == texts


@pytest.mark.parametrize(
    ("figures", "text"),
    [
        (
            {"network_seconds": 0.12, "queue_seconds": 0.3, "reading_seconds": 0.78},
            "1.2 s to first token (network 0.1 s, waiting 0.3 s, reading 0.8 s)",
        ),
        ({"network_seconds": 0.05}, "1.2 s to first token (network 0.05 s)"),
        ({"network_seconds": 0.001}, "1.2 s to first token"),
    ],
)
def test_another_machine_tells_where_the_time_went(figures: dict[str, float], text: str) -> None:
    usage = ReplyUsage(first_token_seconds=1.2, endpoint_name="rack", **figures)  # type: ignore[arg-type]
    assert usage_texts(usage) == (text,)
    here = ReplyUsage(first_token_seconds=1.2, **figures)  # type: ignore[arg-type]
    assert usage_texts(here)[0] == "1.2 s to first token"


def test_a_speed_that_is_not_what_is_seen_says_so() -> None:
    usage = ReplyUsage(reply_tokens=322, decode_seconds=1.0)
    assert usage_texts(usage, 40.0) == ("321 tokens/s (display limited to 40)",)

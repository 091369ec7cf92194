"""A full conversation gives up whole turns: the oldest, never the last, never a pinned one."""

import pytest

from engine.scheduling.sliding import Discard, choose_discards

STARTS = [(10, 0), (30, 2), (50, 4), (70, 6)]  # a head of 10 tokens, and turns of 20


def test_half_of_what_is_behind_the_head_goes() -> None:
    assert choose_discards(STARTS, cap=90, wanted=None) == (Discard(10, 40, 4),)


def test_the_last_turn_stays() -> None:
    assert choose_discards(STARTS, cap=90, wanted=79) == (Discard(10, 60, 6),)
    assert choose_discards(STARTS[-1:], cap=90, wanted=None) == ()


def test_a_pinned_turn_divides_what_goes() -> None:
    discards = choose_discards(STARTS, cap=90, wanted=30, pinned=frozenset({2}))
    assert discards == (Discard(50, 20, 6), Discard(10, 20, 6)), "the last range first"


def test_what_would_leave_nothing_is_half(caplog: pytest.LogCaptureFixture) -> None:
    assert choose_discards(STARTS, cap=90, wanted=500) == (Discard(10, 40, 4),)
    assert "would leave nothing" in caplog.text
    caplog.clear()

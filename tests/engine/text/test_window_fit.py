"""Whole turns go, oldest first, down to half of the window."""

import pytest

from engine.text.prompt import Prompt, TokenizedPrompt
from engine.text.turn_index import TurnIndex
from engine.text.window_fit import WindowFitter
from engine.wire.commands import ChatMessage, Role
from engine.wire.errors import ContextWindowExceeded
from tests.fakes.vocabulary import FakeVocabulary

TURNS = TurnIndex.of([ChatMessage(Role.USER, "x") for _ in range(10)])
FITTER = WindowFitter(FakeVocabulary(), 100)


class _Attempts:
    """Each turn has so many tokens; notes what was tried."""

    def __init__(self, turn_tokens: int) -> None:
        self.turn_tokens = turn_tokens
        self.tried: list[tuple[int, bool]] = []

    def __call__(self, start: int, is_cut: bool) -> Prompt:
        self.tried.append((start, is_cut))
        return Prompt((1,) * self.turn_tokens * (10 - start), start, TokenizedPrompt())


def test_a_conversation_that_fits_is_tried_once() -> None:
    attempts = _Attempts(9)
    prompt = FITTER.fit(TURNS, attempts, dropped=0, reply_reserve=10)
    assert (prompt.dropped_messages, attempts.tried) == (0, [(0, True)])


def test_a_full_one_is_cut_to_half_of_the_window() -> None:
    prompt = FITTER.fit(TURNS, _Attempts(10), dropped=0, reply_reserve=10)
    assert (prompt.dropped_messages, len(prompt.tokens)) == (5, 50)


def test_what_was_dropped_before_stays_dropped() -> None:
    attempts = _Attempts(10)
    assert FITTER.fit(TURNS, attempts, dropped=2, reply_reserve=10).dropped_messages == 2
    assert attempts.tried == [(2, True)]


def test_a_last_turn_that_is_too_long_is_refused() -> None:
    with pytest.raises(ContextWindowExceeded, match="need 200 tokens"):
        FITTER.fit(TURNS, _Attempts(200), dropped=0, reply_reserve=10)


def test_nothing_is_dropped_of_what_must_stay_whole() -> None:
    assert len(FITTER.fit_whole(TURNS, _Attempts(9)).tokens) == 90
    with pytest.raises(ContextWindowExceeded):
        FITTER.fit_whole(TURNS, _Attempts(10))

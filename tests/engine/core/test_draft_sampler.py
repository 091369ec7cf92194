"""Rows of guesses are sampled in their order, as far as the guesses are right."""

import pytest

from engine.core.draft_sampler import sample_drafted
from engine.wire.sampling_params import SamplingParams
from tests.fakes.backend import FakeBackend
from tests.fakes.vocabulary import IM_END


def _sampled(
    monkeypatch: pytest.MonkeyPatch, rows: list[int], drafted: list[tuple[int, ...]]
) -> tuple[list[list[int | None]], list[list[int]]]:
    """Return what is sampled where the rows have these tokens, and which rows were looked at."""
    backend = FakeBackend()
    asked: list[list[int]] = []

    def sample(wanted: list[tuple[object, int]]) -> list[int]:
        asked.append([row for _, row in wanted])
        return [rows[row] for _, row in wanted]

    monkeypatch.setattr(backend, "sample", sample)
    firsts = [sum(1 + len(each) for each in drafted[:index]) for index in range(len(drafted))]
    first = [(backend.new_sampler(SamplingParams(), []), row) for row in firsts]
    return sample_drafted(backend, first, drafted), asked


def test_replies_are_sampled_together_until_a_guess_is_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tokens, asked = _sampled(monkeypatch, [1, 2, 9, 9, 5, 6], [(1, 7), (9,), ()])
    assert tokens == [[1, 2], [9, 5], [6]]
    assert asked == [[0, 3, 5], [1, 4]]


def test_nothing_is_sampled_behind_the_end_of_a_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    tokens, _ = _sampled(monkeypatch, [97, IM_END, 98], [(97, IM_END)])
    assert tokens == [[97, IM_END]]

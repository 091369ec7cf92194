"""A threshold that is guessed saves time and changes no choice."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.llama.candidates import CandidateList
from engine.llama.sampling import BatchSampler
from engine.llama.threshold import ThresholdGuess
from engine.wire.sampling_params import SamplingParams
from tests.engine.llama.naive_chain import NaiveSampler
from tests.engine.llama.sampling_rows import WIDTH, Rows, rows_of

WISHES = {
    "default": SamplingParams(seed=1),
    "all of top-k": SamplingParams(seed=1, top_p=1.0, min_p=0.0, temperature=3.0),
    "penalties": SamplingParams(seed=1, repeat_penalty=1.3, presence_penalty=0.5),
    "XTC": SamplingParams(seed=1, xtc_probability=0.8, xtc_threshold=0.02),
    "typical": SamplingParams(seed=1, typical_p=0.7),
    "many": SamplingParams(seed=1, top_k=1500, min_p=0.0),
}


@settings(deadline=None, max_examples=80)
@given(
    name=st.sampled_from(sorted(WISHES)),
    seed=st.integers(0, 1 << 16),
    moves=st.lists(
        st.tuples(st.sampled_from([0.1, 1.0, 4.0]), st.sampled_from([-30.0, -1.0, 0.0, 2.0, 30.0])),
        min_size=2,
        max_size=12,
    ),
)
def test_rows_that_wander_are_chosen_from_as_by_the_whole_chain(
    name: str, seed: int, moves: list[tuple[float, float]]
) -> None:
    rows = [
        (scale * row + shift).astype(np.float32)
        for (scale, shift), row in zip(moves, rows_of(len(moves), seed=seed), strict=True)
    ]
    batch_sampler, candidates = BatchSampler(WIDTH), CandidateList(WIDTH)
    params = WISHES[name]
    guessing, whole = batch_sampler.new_sampler(params, []), NaiveSampler(params, [], WIDTH)
    expected = [whole.choose(row, candidates) for row in rows]
    chosen = [batch_sampler.sample([guessing], [row])[0] for row in rows]
    for each in (guessing, whole, batch_sampler):
        each.close()
    assert chosen == expected


@pytest.mark.parametrize("trouble", [np.nan, -np.nan, np.inf])
@pytest.mark.parametrize("name", sorted(WISHES))
def test_a_row_that_is_no_numbers_fails_behind_a_guess(name: str, trouble: float) -> None:
    rows = rows_of(4)
    batch_sampler = BatchSampler(WIDTH)
    sampler = batch_sampler.new_sampler(WISHES[name], [])
    chosen = [batch_sampler.sample([sampler], [row])[0] for row in rows]
    rows[0, 17] = trouble
    assert None not in chosen
    assert batch_sampler.sample([sampler], rows[:1]) == [None]
    assert batch_sampler.sample([sampler], rows[1:2]) != [None]
    batch_sampler.close()


def test_a_row_with_fewer_tokens_than_top_k_is_chosen_from_behind_a_guess() -> None:
    rows = rows_of(3)
    rows[2] = -np.inf
    rows[2, [5, 9]] = 1.0, 0.5
    batch_sampler = BatchSampler(WIDTH)
    sampler = batch_sampler.new_sampler(WISHES["default"], [])
    assert None not in [batch_sampler.sample([sampler], [row])[0] for row in rows[:2]]
    assert batch_sampler.sample([sampler], [rows[2]])[0] in {5, 9}
    batch_sampler.close()


def test_the_few_that_reach_a_guess_are_not_all_that_is_chosen_from() -> None:
    steady, odd = rows_of(1)[0], rows_of(1, seed=4)[0] / 8
    odd[[3, 30, 300]] = steady.max()
    params = SamplingParams(seed=1, top_p=1.0, min_p=0.0, temperature=50.0)
    rows = [*[steady] * 30, odd]
    batch_sampler, candidates = BatchSampler(WIDTH), CandidateList(WIDTH)
    for seed in range(8):
        wish = replace(params, seed=seed)
        guessing, whole = batch_sampler.new_sampler(wish, []), NaiveSampler(wish, [], WIDTH)
        chosen = [batch_sampler.sample([guessing], [row])[0] for row in rows]
        assert chosen == [whole.choose(row, candidates) for row in rows]
        guessing.close()
        whole.close()
    batch_sampler.close()


def test_a_guess_lets_few_tokens_through_and_seldom_too_few() -> None:
    random = np.random.default_rng(6)
    guess = ThresholdGuess(40, None)
    counts = []
    for row in rows_of(300) + random.standard_normal((300, 1), dtype=np.float32):
        if guess.value is not None:
            counts.append(int((row >= guess.value).sum()))
        guess.learn(float(np.partition(row, -40)[-40]))
    assert sum(count < 40 for count in counts) < 45
    assert np.median(counts) < 6 * 40


@given(
    lasts=st.lists(
        st.floats(width=32, allow_nan=False, allow_infinity=False), min_size=1, max_size=30
    )
)
def test_a_guess_is_a_logit_whatever_was_learned(lasts: list[float]) -> None:
    guess = ThresholdGuess(40, None)
    for last in lasts:
        guess.learn(last)
        assert guess.value is not None
        assert np.isfinite(np.float32(guess.value))
        assert guess.lower() <= guess.value


def test_what_a_request_learned_is_its_own() -> None:
    high, low = 3 * rows_of(8) + 20, rows_of(8)
    wish = WISHES["default"]
    assert _sampled_beside(wish, low, high) == _sampled_beside(wish, low, low)


def _sampled_beside(params: SamplingParams, rows: Rows, others: Rows) -> list[int | None]:
    batch_sampler = BatchSampler(WIDTH)
    pair = [batch_sampler.new_sampler(params, []) for _ in range(2)]
    chosen = [
        batch_sampler.sample(pair, [other, row])[1] for row, other in zip(rows, others, strict=True)
    ]
    batch_sampler.close()
    return chosen

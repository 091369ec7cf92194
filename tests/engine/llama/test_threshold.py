"""A threshold that is guessed saves time and changes no choice."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.llama.candidates import CandidateList
from engine.llama.sampling import BatchSampler
from engine.messages.sampling_params import SamplingParams
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
def test_an_invalid_row_fails_with_an_estimated_threshold(name: str, trouble: float) -> None:
    rows = rows_of(4)
    batch_sampler = BatchSampler(WIDTH)
    sampler = batch_sampler.new_sampler(WISHES[name], [])
    chosen = [batch_sampler.sample([sampler], [row])[0] for row in rows]
    rows[0, 17] = trouble
    assert None not in chosen
    assert batch_sampler.sample([sampler], rows[:1]) == [None]
    assert batch_sampler.sample([sampler], rows[1:2]) != [None]
    batch_sampler.close()


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

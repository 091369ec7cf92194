"""The fast ways choose exactly what one chain over the whole row chooses."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.llama.candidates import CandidateList
from engine.llama.sampling import BatchSampler, RowLogprobs
from engine.messages.sampling_params import Dry, Mirostat, SamplingParams
from tests.engine.llama.naive_chain import NaiveSampler
from tests.engine.llama.sampling_rows import WIDTH, Rows, rows_of

wishes = st.builds(
    SamplingParams,
    temperature=st.sampled_from([0.0, 0.3, 0.7, 1.0, 2.0]),
    dynatemp_range=st.sampled_from([0.0, 0.5]),
    dynatemp_exponent=st.sampled_from([1.0, 2.0]),
    top_n_sigma=st.sampled_from([0.0, 1.5]),
    adaptive_target=st.sampled_from([None, 0.4]),
    top_k=st.sampled_from([1, 2, 40, 64, 127, 300, 2000, 100_000]),
    top_p=st.sampled_from([0.3, 0.9, 1.0]),
    min_p=st.sampled_from([0.0, 0.05, 0.3]),
    typical_p=st.sampled_from([0.5, 1.0]),
    xtc_probability=st.sampled_from([0.0, 0.5]),
    xtc_threshold=st.sampled_from([0.02, 0.1]),
    repeat_penalty=st.sampled_from([0.7, 1.0, 1.5]),
    frequency_penalty=st.sampled_from([-0.5, 0.0, 1.0]),
    presence_penalty=st.sampled_from([-2.0, 0.0, 2.0]),
    penalty_window=st.sampled_from([0, 1, 5, 300]),
    dry=st.none() | st.builds(Dry, window=st.sampled_from([None, 10]), breakers=st.just(())),
    logit_bias=st.lists(
        st.tuples(st.integers(0, WIDTH - 1), st.sampled_from([-np.inf, -3.0, 8.0])),
        max_size=5,
        unique_by=lambda pair: pair[0],
    ).map(tuple),
    seed=st.integers(0, 1 << 31),
)


# What top-n-sigma rules out still counts for how sure the model may be.
_SIGMA_AND_DYNATEMP = SamplingParams(
    temperature=0.3, dynatemp_range=0.5, top_n_sigma=1.5, top_k=64, top_p=1.0, min_p=0.0, seed=0
)
WISHES = {
    "default": SamplingParams(seed=1),
    "all of top-k": SamplingParams(seed=1, top_p=1.0, min_p=0.0, temperature=3.0),
    "penalties": SamplingParams(seed=1, repeat_penalty=1.3, presence_penalty=0.5),
    "XTC": SamplingParams(seed=1, xtc_probability=0.8, xtc_threshold=0.02),
    "typical": SamplingParams(seed=1, typical_p=0.7),
    "many": SamplingParams(seed=1, top_k=1500, min_p=0.0),
}


@settings(deadline=None, max_examples=150)
@example(params=_SIGMA_AND_DYNATEMP, seed=0, recent_count=0)
@given(params=wishes, seed=st.integers(0, 1 << 16), recent_count=st.integers(0, 200))
def test_the_fast_way_chooses_what_the_whole_chain_chooses(
    params: SamplingParams, seed: int, recent_count: int
) -> None:
    rows = rows_of(4, seed=seed)
    likeliest = np.argsort(rows[0])[-40:]
    recent = np.random.default_rng(seed).choice(likeliest, recent_count).tolist()
    batch_sampler, candidates = BatchSampler(WIDTH), CandidateList(WIDTH)
    fast, whole = batch_sampler.new_sampler(params, recent), NaiveSampler(params, recent, WIDTH)
    neighbour = batch_sampler.new_sampler(SamplingParams(seed=1), [])
    expected = [whole.choose(row, candidates) for row in rows]
    chosen = [
        batch_sampler.sample([neighbour, fast], rows[[0, place]])[1] for place in range(len(rows))
    ]
    for each in (fast, whole, neighbour, batch_sampler):
        each.close()
    assert chosen == expected


def test_mirostat_has_the_librarys_distribution() -> None:
    rows = 2 * rows_of(1, width=200)
    params = SamplingParams(temperature=1.3, mirostat=Mirostat(tau=2.5, eta=0.2), seed=4)
    batch_sampler, candidates = BatchSampler(200), CandidateList(200)
    ours, theirs = batch_sampler.new_sampler(params, []), NaiveSampler(params, [], 200)
    count = 6000
    counts = np.zeros((2, 200))
    for _ in range(count):
        counts[0, batch_sampler.sample([ours], rows)[0]] += 1
        counts[1, theirs.choose(rows[0], candidates)] += 1
    for each in (ours, theirs, batch_sampler):
        each.close()
    assert np.abs(counts[0] - counts[1]).max() / count < 0.03
    assert (counts[0] > 0).sum() > 3


def test_they_are_the_logarithms_of_a_softmax() -> None:
    row = np.array([1.0, 2.0, 3.0, 2.0], dtype=np.float32)
    logprobs = RowLogprobs(row)
    shares = np.exp(row.astype(np.float64)) / np.exp(row.astype(np.float64)).sum()
    assert [logprobs.of(token) for token in range(4)] == pytest.approx(np.log(shares))
    assert logprobs.likeliest(3) == [2, 1, 3], "equal ones by their number"
    assert logprobs.likeliest(0) == []
    assert logprobs.likeliest(20) == [2, 1, 3, 0]


def test_what_is_ruled_out_is_infinitely_unlikely_and_large_logits_overflow_nothing() -> None:
    logprobs = RowLogprobs(np.array([-np.inf, 1e30, 0.0], dtype=np.float32))
    assert logprobs.of(0) == -np.inf
    assert logprobs.of(1) == 0


def test_what_a_sampler_does_to_the_row_afterwards_is_not_seen() -> None:
    row = np.array([1.0, 2.0], dtype=np.float32)
    logprobs = RowLogprobs(row)
    before = logprobs.of(0)
    row[0] = 50
    assert logprobs.of(0) == before


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

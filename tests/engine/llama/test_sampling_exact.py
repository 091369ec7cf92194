"""The fast ways choose exactly what one chain over the whole row chooses."""

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.llama.candidates import (
    CandidateList,
)
from engine.llama.sampling import BatchSampler
from engine.messages.sampling_params import Dry, Mirostat, SamplingParams
from tests.engine.llama.naive_chain import NaiveSampler
from tests.engine.llama.sampling_rows import WIDTH, rows_of

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

"""Choosing tokens: reproducible, independent of neighbours, and every wish has its effect."""

from collections import Counter

import numpy as np
import pytest
from msgspec.structs import replace

from engine.backend import BatchEntry
from engine.llama.backend import LlamaBackend
from engine.llama.sampling import BatchSampler
from engine.messages.errors import InvalidSampling
from engine.messages.sampling_params import Dry, Mirostat, SamplingParams
from tests.engine.llama.sampling_rows import WIDTH, chosen_by, row_with, rows_of
from tests.engine.llama.steps import GREEDY, generate, prefill, tokens_of

HOT = SamplingParams(temperature=1.5, top_p=1.0, min_p=0.0, seed=5)
OPEN = SamplingParams(temperature=1.0, top_p=1.0, min_p=0.0, seed=2)


def test_without_a_seed_replies_differ() -> None:
    fresh = SamplingParams(temperature=2.0, top_p=1.0, min_p=0.0)
    rows = rows_of(1)
    assert chosen_by(fresh, rows, 30) != chosen_by(fresh, rows, 30)


def test_a_reply_does_not_depend_on_its_neighbours(plain: LlamaBackend) -> None:
    wishes = [HOT, GREEDY, SamplingParams(repeat_penalty=1.3, seed=1, dry=Dry(), top_k=500)]
    wishes.append(SamplingParams(seed=1, mirostat=Mirostat(), grammar="root ::= [a-z ]*"))
    together = generate(plain, [0, 1, 2, 3], count=20, params=wishes)
    for slot, wish in enumerate(wishes):
        plain.clear(slot)
        assert generate(plain, [slot], count=20, params=[wish]) == [together[slot]]


def test_even_ties_do_not_depend_on_neighbours() -> None:
    rows = np.zeros((2, WIDTH), dtype=np.float32)
    shy = SamplingParams(top_k=3, top_p=1.0, min_p=0.0, seed=4)
    bold = SamplingParams(top_k=100, top_p=1.0, min_p=0.0, seed=4)
    batch_sampler = BatchSampler(WIDTH)
    pair = [batch_sampler.new_sampler(shy, []), batch_sampler.new_sampler(bold, [])]
    together = [batch_sampler.sample(pair, rows)[0] for _ in range(20)]
    assert together == chosen_by(shy, rows[:1], 20)


def test_temperature_zero_takes_the_likeliest_token() -> None:
    rows = rows_of(6)
    batch_sampler = BatchSampler(WIDTH)
    samplers = [batch_sampler.new_sampler(GREEDY, []) for _ in rows]
    assert batch_sampler.sample(samplers, rows) == rows.argmax(axis=1).tolist()


def test_tokens_come_up_as_often_as_their_probability_says() -> None:
    row = row_with({17: np.log(0.6), 2999: np.log(0.3), 512: np.log(0.1)})
    counts = Counter(chosen_by(OPEN, row, 4000))
    assert set(counts) == {17, 2999, 512}
    assert counts[17] / 4000 == pytest.approx(0.6, abs=0.04)
    assert counts[512] / 4000 == pytest.approx(0.1, abs=0.03)


@pytest.mark.parametrize("count", [5, 300, 2500])
def test_only_the_wished_for_number_of_tokens_is_looked_at(count: int) -> None:
    rows = rows_of(1)
    likeliest = set(np.argsort(rows[0])[-count:].tolist())
    params = SamplingParams(top_k=count, top_p=1.0, min_p=0.0, temperature=50.0, seed=1)
    chosen = set(chosen_by(params, rows, 40 * min(count, 50)))
    assert chosen <= likeliest
    assert len(chosen) >= min(count, 50)


@pytest.mark.parametrize("cut", [{"top_p": 0.75}, {"min_p": 0.5}])
def test_the_unlikely_rest_is_cut_off(cut: dict[str, float]) -> None:
    row = row_with({1: np.log(0.5), 2: np.log(0.3), 3: np.log(0.2)})
    assert set(chosen_by(replace(OPEN, **cut), row, 100)) == {1, 2}


def test_typical_sampling_drops_the_token_that_says_too_little() -> None:
    row = row_with({1: np.log(0.4), **{token: np.log(0.06) for token in range(2, 12)}})
    params = replace(OPEN, typical_p=0.5)
    assert 1 not in chosen_by(params, row, 100)


def test_typical_sampling_survives_impossible_tokens() -> None:
    row = row_with({1: 100.0, 2: 100.0}, others=-100.0)
    assert set(chosen_by(replace(OPEN, typical_p=0.9), row, 50)) == {1, 2}


def test_xtc_drops_the_likeliest_tokens_now_and_then() -> None:
    row = row_with({1: np.log(0.6), 2: np.log(0.35), 3: np.log(0.05)})
    always = replace(OPEN, xtc_probability=1.0, xtc_threshold=0.1)
    assert set(chosen_by(always, row, 200)) == {2, 3}
    never = replace(OPEN, xtc_probability=0.0, xtc_threshold=0.1)
    assert 1 in chosen_by(never, row, 50)


def test_a_repeat_penalty_knows_what_came_before() -> None:
    row = row_with({5: 10.0, 6: 9.0}, others=0.0).repeat(2, axis=0)
    params = SamplingParams(temperature=0.0, repeat_penalty=2.0)
    batch_sampler = BatchSampler(WIDTH)
    fresh, warned = batch_sampler.new_sampler(params, []), batch_sampler.new_sampler(params, [1, 5])
    assert batch_sampler.sample([fresh, warned], row) == [5, 6]
    assert batch_sampler.sample([fresh], row[:1]) == [6]  # it remembers its own choice


def test_dry_stops_a_sequence_from_being_said_again() -> None:
    row = row_with({4: 10.0, 9: 9.5})
    params = SamplingParams(temperature=0.0, dry=Dry(multiplier=1.0, allowed_length=2))
    assert chosen_by(params, row, 1, recent=[1, 2, 3, 4, 7, 1, 2, 3]) == [9]
    assert chosen_by(params, row, 1, recent=[1, 2, 3, 4, 7, 8, 8, 3]) == [4]
    short = SamplingParams(temperature=0.0, dry=Dry(multiplier=1.0, window=4))
    assert chosen_by(short, row, 1, recent=[1, 2, 3, 4, 7, 1, 2, 3]) == [4]


def test_dry_counts_no_repetition_across_a_breaker(plain: LlamaBackend) -> None:
    vocabulary = plain.vocabulary
    batch_sampler = BatchSampler(vocabulary.size, vocabulary)
    said = vocabulary.tokenize("xyz:qxyz:", parse_special=False)
    (next_token,) = vocabulary.tokenize("q", parse_special=False)
    row = row_with({next_token: 10.0, 0: 9.9}, width=vocabulary.size)
    for breakers, expected in (((":",), next_token), (("?",), 0)):
        params = SamplingParams(temperature=0.0, dry=Dry(breakers=breakers))
        assert batch_sampler.sample([batch_sampler.new_sampler(params, said)], row) == [expected]
    batch_sampler.close()


def test_a_bias_brings_any_token_up_or_forbids_it() -> None:
    row = row_with({5: 10.0, 6: 9.0})
    params = replace(OPEN, logit_bias=((5, -np.inf), (2000, 29.0), (2000, 1.0)))
    counts = Counter(chosen_by(params, row, 300))
    assert set(counts) == {6, 2000}
    assert counts[2000] > counts[6]
    everything = tuple((token, -np.inf) for token in range(8))
    assert chosen_by(SamplingParams(logit_bias=everything), row[:, :8].copy(), 3) == []


def test_the_rows_are_the_models_own_again_afterwards() -> None:
    rows = rows_of(3)
    before = rows.copy()
    params = SamplingParams(repeat_penalty=1.5, logit_bias=((3, 5.0),), dry=Dry(), seed=1)
    batch_sampler = BatchSampler(WIDTH)
    samplers = [batch_sampler.new_sampler(params, range(50)) for _ in rows]
    assert None not in batch_sampler.sample(samplers, rows)
    assert np.array_equal(rows, before)


def test_a_token_that_does_not_exist_is_refused(plain: LlamaBackend) -> None:
    with pytest.raises(ValueError, match="recent token"):
        plain.new_sampler(SamplingParams(repeat_penalty=1.1), [1 << 20])
    with pytest.raises(InvalidSampling, match="biased token"):
        plain.new_sampler(SamplingParams(logit_bias=((1 << 20, 1.0),)), [])


@pytest.mark.parametrize("trouble", [np.nan, np.inf])
@pytest.mark.parametrize(
    "params",
    [
        GREEDY,
        SamplingParams(seed=1),
        SamplingParams(seed=1, top_k=500),
        SamplingParams(seed=1, top_k=2500),
        SamplingParams(seed=1, mirostat=Mirostat()),
        SamplingParams(seed=1, repeat_penalty=1.1, logit_bias=((2900, -np.inf),)),
    ],
)
def test_logits_that_are_no_numbers_fail_their_own_row_only(
    params: SamplingParams, trouble: float
) -> None:
    rows = rows_of(3)
    rows[1, 2900] = trouble
    batch_sampler = BatchSampler(WIDTH)
    samplers = [batch_sampler.new_sampler(params, []) for _ in rows]
    chosen = batch_sampler.sample(samplers, rows)
    assert [token is None for token in chosen] == [False, True, False]


def test_tokens_may_be_ruled_out_by_minus_infinity() -> None:
    row = np.full((1, WIDTH), -np.inf, dtype=np.float32)
    row[0, 42] = 1.0
    for params in (HOT, SamplingParams(mirostat=Mirostat()), SamplingParams(typical_p=0.5)):
        assert set(chosen_by(params, row, 5)) == {42}


@pytest.mark.parametrize("seed", [0, -1, 0xFFFFFFFF, 1 << 40])
def test_every_whole_number_is_a_seed(seed: int) -> None:
    params = SamplingParams(temperature=2.0, top_p=1.0, min_p=0.0, seed=seed)
    assert chosen_by(params, rows_of(1), 20) == chosen_by(params, rows_of(1), 20)


def test_a_sampler_is_closed_twice_and_refuses_then(plain: LlamaBackend) -> None:
    prefill(plain, 0, tokens_of(plain))
    sampler = plain.new_sampler(SamplingParams(), [])
    sampler.close()
    sampler.close()
    with pytest.raises(ValueError, match="closed"):
        plain.sample([(sampler, 0)])


def test_samplers_may_come_in_any_order(plain: LlamaBackend) -> None:
    first, second = tokens_of(plain, "the fox"), tokens_of(plain, "the dog")
    plain.decode([BatchEntry(0, first, 0, 1), BatchEntry(1, second, 0, 1)])
    greedy = plain.new_sampler(GREEDY, [])
    in_order = plain.sample([(greedy, 0), (greedy, 1)])
    assert plain.sample([(greedy, 1), (greedy, 0)]) == in_order[::-1]
    assert plain.sample([(greedy, 1)]) == in_order[1:]


def test_mirostat_keeps_the_surprise_near_its_target() -> None:
    rows = rows_of(1)
    shares = np.exp(rows[0].astype(np.float64))
    surprises = -np.log2(shares / shares.sum())
    means = []
    for tau in (3.0, 6.0):
        params = SamplingParams(temperature=1.0, mirostat=Mirostat(tau=tau), seed=3)
        means.append(float(surprises[chosen_by(params, rows, 600)[100:]].mean()))
    assert means[0] < means[1]
    assert means[0] == pytest.approx(3.0, abs=1.5)


def test_mirostat_is_repeatable_and_never_without_a_token() -> None:
    rows = rows_of(1)
    params = SamplingParams(mirostat=Mirostat(tau=0.01, eta=10), seed=3)
    first = chosen_by(params, rows, 50)
    assert len(first) == 50
    assert chosen_by(params, rows, 50) == first


@pytest.mark.parametrize("temperature", [5e-324, 1e-300, 1e-40, 1e-10])
def test_mirostat_next_to_cold_takes_the_likeliest(temperature: float) -> None:
    rows = rows_of(1)
    params = SamplingParams(temperature=temperature, mirostat=Mirostat(), seed=3)
    assert chosen_by(params, rows, 20) == [int(rows[0].argmax())] * 20

"""Choosing tokens: reproducible, independent of neighbours, and exactly what the chain says."""

from collections import Counter

import msgspec
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.backend import BatchEntry
from engine.llama.backend import LlamaBackend
from engine.llama.candidates import GROUP_COUNT, MAX_REACH, group_maxima, thresholds
from engine.llama.sampling import LlamaSampler, TokenChooser
from engine.protocol import SamplingParams
from tests.engine.llama.steps import GREEDY, generate, prefill, tokens_of

WIDTH = 3000
HOT = SamplingParams(temperature=1.5, top_p=1.0, min_p=0.0, seed=5)


def rows_of(count: int, width: int = WIDTH) -> npt.NDArray[np.float32]:
    return 3 * np.random.default_rng(3).standard_normal((count, width), dtype=np.float32)


def chosen_by(params: SamplingParams, rows: npt.NDArray[np.float32], times: int) -> list[int]:
    """Return what one request's sampler chooses from the same row again and again."""
    sampler = LlamaSampler(params, [], rows.shape[1])
    chooser = TokenChooser(rows.shape[1])
    chosen = [chooser.choose([sampler], rows)[0] for _ in range(times)]
    sampler.close()
    return [token for token in chosen if token is not None]


def test_a_seed_makes_a_reply_repeatable(plain: LlamaBackend) -> None:
    first = generate(plain, [0], count=20, params=[HOT])
    plain.clear(0)
    assert generate(plain, [0], count=20, params=[HOT]) == first


def test_without_a_seed_replies_differ() -> None:
    fresh = SamplingParams(temperature=2.0, top_p=1.0, min_p=0.0)
    rows = rows_of(1)
    assert chosen_by(fresh, rows, 30) != chosen_by(fresh, rows, 30)


def test_a_reply_does_not_depend_on_its_neighbours(plain: LlamaBackend) -> None:
    wishes = [HOT, GREEDY, SamplingParams(repeat_penalty=1.3, seed=1)]
    together = generate(plain, [0, 1, 2], count=20, params=wishes)
    for slot, wish in enumerate(wishes):
        plain.clear(slot)
        assert generate(plain, [slot], count=20, params=[wish]) == [together[slot]]


def test_temperature_zero_takes_the_likeliest_token() -> None:
    rows = rows_of(6)
    samplers = [LlamaSampler(GREEDY, [], WIDTH) for _ in rows]
    assert TokenChooser(WIDTH).choose(samplers, rows) == rows.argmax(axis=1).tolist()


@pytest.mark.parametrize(
    "params",
    [
        SamplingParams(top_k=64, temperature=1.3, seed=9),
        SamplingParams(top_k=40, top_p=0.8, min_p=0.1, seed=9),
        SamplingParams(top_k=64, temperature=1.3, repeat_penalty=1.5, seed=9),
        SamplingParams(top_k=64, temperature=1.3, repeat_penalty=0.5, seed=9),
        SamplingParams(temperature=0.0, repeat_penalty=1.5),
    ],
)
def test_the_fast_way_chooses_what_the_whole_chain_chooses(params: SamplingParams) -> None:
    rows = rows_of(1)
    recent = np.argsort(rows[0])[-100:].tolist()
    chooser = TokenChooser(WIDTH)
    fast, whole = (LlamaSampler(params, recent, WIDTH) for _ in range(2))
    assert fast.reach <= MAX_REACH
    whole.reach = MAX_REACH + 1
    chosen = [chooser.choose([sampler], rows)[0] for _ in range(200) for sampler in (fast, whole)]
    assert chosen[::2] == chosen[1::2]
    assert len(set(chosen)) > 1


def test_tokens_come_up_as_often_as_their_probability_says() -> None:
    row = np.full((1, WIDTH), -20.0, dtype=np.float32)
    row[0, [17, 2999, 512]] = np.log([0.6, 0.3, 0.1])
    params = SamplingParams(temperature=1.0, top_p=1.0, min_p=0.0, seed=2)
    counts = Counter(chosen_by(params, row, 4000))
    assert set(counts) == {17, 2999, 512}
    assert counts[17] / 4000 == pytest.approx(0.6, abs=0.04)
    assert counts[512] / 4000 == pytest.approx(0.1, abs=0.03)


def test_only_the_wished_for_number_of_tokens_is_looked_at() -> None:
    rows = rows_of(1)
    likeliest = set(np.argsort(rows[0])[-5:].tolist())
    params = SamplingParams(top_k=5, top_p=1.0, min_p=0.0, temperature=5.0, seed=1)
    assert set(chosen_by(params, rows, 300)) == likeliest


@settings(deadline=None, max_examples=60)
@given(
    width=st.integers(1, 4 * GROUP_COUNT + 3),
    counts=st.lists(st.integers(1, MAX_REACH), min_size=1, max_size=4),
    seed=st.integers(0, 1 << 16),
)
def test_no_likeliest_token_is_ever_missed(width: int, counts: list[int], seed: int) -> None:
    random = np.random.default_rng(seed)
    rows = random.integers(-50, 50, (len(counts), width)).astype(np.float32)
    limits = thresholds(group_maxima(rows), counts)
    for row, limit, count in zip(rows, limits, counts, strict=True):
        expected = np.sort(row)[-count:]
        assert np.array_equal(np.sort(row[row >= limit])[-count:], expected)


def test_even_ties_do_not_depend_on_neighbours() -> None:
    rows = np.zeros((2, WIDTH), dtype=np.float32)
    shy = SamplingParams(top_k=3, top_p=1.0, min_p=0.0, seed=4)
    bold = SamplingParams(top_k=100, top_p=1.0, min_p=0.0, seed=4)
    pair = [LlamaSampler(shy, [], WIDTH), LlamaSampler(bold, [], WIDTH)]
    chooser = TokenChooser(WIDTH)
    together = [chooser.choose(pair, rows)[0] for _ in range(20)]
    assert together == chosen_by(shy, rows[:1], 20)


def test_a_token_that_does_not_exist_cannot_be_penalized(plain: LlamaBackend) -> None:
    with pytest.raises(ValueError, match="recent token"):
        plain.new_sampler(SamplingParams(repeat_penalty=1.1), [1 << 20])


def test_a_repeat_penalty_knows_what_came_before() -> None:
    row = np.zeros((1, WIDTH), dtype=np.float32)
    row[0, 5], row[0, 6] = 10.0, 9.0
    params = SamplingParams(temperature=0.0, repeat_penalty=2.0)
    fresh = LlamaSampler(params, [], WIDTH)
    warned = LlamaSampler(params, [1, 5], WIDTH)
    assert TokenChooser(WIDTH).choose([fresh, warned], row.repeat(2, axis=0)) == [5, 6]
    assert TokenChooser(WIDTH).choose([fresh], row) == [6]  # it remembers its own choice


@pytest.mark.parametrize("trouble", [np.nan, np.inf])
@pytest.mark.parametrize(
    "params", [GREEDY, SamplingParams(seed=1), SamplingParams(seed=1, top_k=500)]
)
def test_logits_that_are_no_numbers_fail_their_own_row_only(
    params: SamplingParams, trouble: float
) -> None:
    rows = rows_of(3)
    rows[1, 2900] = trouble
    samplers = [LlamaSampler(params, [], WIDTH) for _ in rows]
    chosen = TokenChooser(WIDTH).choose(samplers, rows)
    assert [token is None for token in chosen] == [False, True, False]


def test_tokens_may_be_ruled_out_by_minus_infinity() -> None:
    row = np.full((1, WIDTH), -np.inf, dtype=np.float32)
    row[0, 42] = 1.0
    assert set(chosen_by(HOT, row, 5)) == {42}


@pytest.mark.parametrize(
    "wish",
    [
        {"temperature": -1.0},
        {"temperature": float("nan")},
        {"top_k": 0},
        {"top_p": 0.0},
        {"min_p": 1.0},
        {"repeat_penalty": 0.0},
    ],
)
def test_impossible_wishes_are_refused(plain: LlamaBackend, wish: dict[str, float]) -> None:
    params = msgspec.structs.replace(SamplingParams(), **wish)
    with pytest.raises(ValueError, match="no sampler"):
        plain.new_sampler(params, [])


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
    plain.decode([BatchEntry(0, first, 0, True), BatchEntry(1, second, 0, True)])
    greedy = plain.new_sampler(GREEDY, [])
    in_order = plain.sample([(greedy, 0), (greedy, 1)])
    assert plain.sample([(greedy, 1), (greedy, 0)]) == in_order[::-1]
    assert plain.sample([(greedy, 1)]) == in_order[1:]

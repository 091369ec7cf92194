"""The rows of a step are cut into the calls with the least total."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from engine.scheduling.cuts import cheapest_sizes

COSTS = st.dictionaries(st.integers(1, 9), st.integers(1, 60).map(lambda ms: ms / 1000), min_size=1)


def partitions(rows: int, largest: int) -> Iterator[tuple[int, ...]]:
    if rows == 0:
        yield ()
    for size in range(min(rows, largest), 0, -1):
        for rest in partitions(rows - size, size):
            yield (size, *rest)


@given(st.integers(1, 12), COSTS)
def test_no_other_cut_is_cheaper(rows: int, costs: dict[int, float]) -> None:
    others = [cut for cut in partitions(rows, rows) if all(size in costs for size in cut)]
    sizes = cheapest_sizes(rows, costs)
    if not others:
        assert sizes == ()
        return
    least = min(sum(costs[size] for size in cut) for cut in others)
    assert sum(costs[size] for size in sizes) < least + 1e-6
    assert sum(sizes) == rows


@given(st.integers(1, 12), COSTS)
def test_of_equal_cuts_it_is_the_one_with_the_fewest_and_most_equal_calls(
    rows: int, costs: dict[int, float]
) -> None:
    others = [cut for cut in partitions(rows, rows) if all(size in costs for size in cut)]
    ranked = sorted(
        others, key=lambda each: (_milliseconds(each, costs), len(each), _squares(each))
    )
    sizes = cheapest_sizes(rows, costs)
    if ranked:
        assert (len(sizes), _squares(sizes)) == (len(ranked[0]), _squares(ranked[0]))
        assert list(sizes) == sorted(sizes, reverse=True)


def test_a_matrix_kernel_that_is_slow_for_few_rows_is_not_used_for_few() -> None:
    costs = {1: 0.00385, 2: 0.0164, 3: 0.0194, 4: 0.0221, 6: 0.0283, 8: 0.0303, 16: 0.0283}
    assert cheapest_sizes(2, costs) == (1, 1)
    assert cheapest_sizes(4, costs) == (1, 1, 1, 1)
    assert cheapest_sizes(8, costs) == (8,)
    assert cheapest_sizes(18, costs) == (16, 1, 1)


def _milliseconds(sizes: tuple[int, ...], costs: dict[int, float]) -> int:
    return round(sum(costs[size] for size in sizes) * 1000)


def _squares(sizes: tuple[int, ...]) -> int:
    return sum(size * size for size in sizes)


def test_where_all_cuts_cost_the_same_it_is_few_calls_of_equal_sizes() -> None:
    costs = {1: 0.01, 2: 0.02, 3: 0.03}
    assert cheapest_sizes(3, costs) == (3,)
    assert cheapest_sizes(4, costs) == (2, 2)
    assert cheapest_sizes(8, costs) == (3, 3, 2)

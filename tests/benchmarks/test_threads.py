"""Which numbers of threads the benchmark compares."""

import pytest

from tests.benchmarks.threads import fixed_counts


@pytest.mark.parametrize(
    ("limit", "counts"),
    [(1, [1]), (3, [1, 2, 3]), (8, [1, 2, 4, 8]), (24, [1, 2, 4, 8, 16, 24])],
)
def test_all_of_a_few_cores_are_tried_and_some_of_many(limit: int, counts: list[int]) -> None:
    assert fixed_counts(limit) == counts

"""How much of the comparison's ratio is the machine's."""

from tests.benchmarks.comparison import floor_of


def test_the_floor_compares_each_number_of_rows_on_its_best_threads() -> None:
    bare = {(1, 1): 6.0, (16, 1): 60.0, (1, 2): 5.0, (16, 2): 40.0}
    assert floor_of(bare) == 40.0 / (16 * 5.0)
    assert floor_of(bare | {(16, 2): 90.0}) == 60.0 / (16 * 5.0)

"""Heights of rows: estimated until they are laid out, known for each layout."""

from app.widgets.transcript.row_heights import MOST_ESTIMATES, MOST_LAYOUTS, SPACING, RowHeights

LAYOUT = (600, "font", 0)


def heights_of(count: int) -> RowHeights:
    heights = RowHeights(lambda _key, _width: 100)
    heights.set_layout(LAYOUT)
    heights.set_keys(range(1, count + 1))
    return heights


def test_rows_are_estimated_until_they_are_learned() -> None:
    heights = heights_of(3)
    assert heights.total == 3 * (100 + SPACING)
    assert heights.learn(2, 40), "it is not as expected"
    assert not heights.learn(2, 40)

    assert (heights.height(2), heights.top(3)) == (40, 100 + 40 + 2 * SPACING)


def test_the_last_unmeasured_row_comes_first() -> None:
    heights = heights_of(3)
    assert heights.next_unmeasured() == 3
    heights.learn(3, 50)
    heights.learn(2, 50)
    assert heights.next_unmeasured() == 1
    heights.learn(1, 50)
    assert heights.next_unmeasured() is None

    heights.forget(2)
    assert heights.next_unmeasured() == 2


def test_a_layout_is_remembered_for_who_goes_back_to_it() -> None:
    heights = heights_of(2)
    heights.learn(1, 40)
    assert heights.set_layout((300, "font", 0))
    assert heights.height(1) == 100
    assert heights.set_layout(LAYOUT)
    assert not heights.set_layout(LAYOUT)
    assert heights.height(1) == 40

    for width in range(MOST_LAYOUTS):
        heights.set_layout((width, "other", 0))
    heights.set_layout(LAYOUT)
    assert heights.height(1) == 100, "only a few are kept"


def test_rows_are_found_by_their_place() -> None:
    heights = heights_of(10)
    row = 100 + SPACING

    assert list(heights.between(row, 2 * row)) == [2, 3]
    assert list(heights.between(-50, -10)) == [1], "at least the nearest"
    assert list(heights_of(0).between(0, 100)) == []
    assert heights.in_order({7, 2, 9}) == (2, 7, 9)


def test_of_very_many_rows_only_some_are_estimated_and_once() -> None:
    asked: list[int] = []

    def estimate(key: int, _width: int) -> int:
        asked.append(key)
        return 100 if key <= 10_000 else 200

    heights = RowHeights(estimate)
    heights.set_keys(range(1, 20_001))
    heights.set_layout(LAYOUT)
    assert heights.total == 10_000 * (100 + SPACING) + 10_000 * (200 + SPACING)
    assert len(asked) == MOST_ESTIMATES
    heights.learn(15_000, 50)
    assert heights.height(15_000) == 50
    heights.append(20_001)
    assert heights.height(20_001) == 200
    assert len(asked) == MOST_ESTIMATES + 1

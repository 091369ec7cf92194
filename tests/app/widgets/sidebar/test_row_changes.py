"""The steps from one list of rows to another give exactly that other list."""

from hypothesis import given
from hypothesis import strategies as st

from app.widgets.sidebar.row_changes import MAX_STEPS, row_changes

KEYS = st.lists(st.sampled_from("abcdefgh"), unique=True)


@given(KEYS, KEYS, st.sets(st.sampled_from("abcdefgh")))
def test_the_steps_lead_to_the_new_rows(old: list[str], new: list[str], moved: set[str]) -> None:
    changes = row_changes(old, new, moved)
    if changes is None:
        return
    rows = list(old)
    for row in changes.removed:
        del rows[row]
    for row in changes.inserted:
        rows.insert(row, new[row])
    assert rows == new


def test_rows_that_changed_places_without_being_named_need_a_reset() -> None:
    assert row_changes(["a", "b"], ["b", "a"]) is None
    assert row_changes(["a", "b"], ["b", "a"], {"a"}) is not None


def test_many_steps_are_none() -> None:
    many = [str(number) for number in range(MAX_STEPS + 1)]
    assert row_changes([], many) is None
    assert row_changes([], many[1:]) is not None

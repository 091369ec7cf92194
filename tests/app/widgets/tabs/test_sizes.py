"""Tabs share the room that there is, and a row that is scrolled leaves none of it empty."""

from hypothesis import given
from hypothesis import strategies as st

from app.widgets.tabs.sizes import NARROWEST, WIDEST, scrolled_to, tab_width

LETTER = 6


def test_few_tabs_are_wide_and_many_are_narrow() -> None:
    assert tab_width(1000, 1, LETTER) == WIDEST
    assert tab_width(1000, 8, LETTER) == 125
    assert tab_width(1000, 20, LETTER) == NARROWEST


def test_large_letters_make_wide_tabs() -> None:
    assert tab_width(1000, 20, 2 * LETTER) > NARROWEST
    assert tab_width(4000, 4, 2 * LETTER) > WIDEST


@given(st.integers(0, 3000), st.integers(1, 100), st.integers(4, 20))
def test_tabs_that_could_fit_are_not_scrolled(room: int, count: int, letter: int) -> None:
    width = tab_width(room, count, letter)
    least = tab_width(room, 10_000, letter)
    assert (count * width <= room) or width == least


@given(
    st.integers(0, 5000),
    st.integers(1, 60),
    st.integers(20, 200),
    st.integers(20, 2000),
    st.data(),
)
def test_the_tab_in_front_is_in_sight_and_no_room_is_empty(
    offset: int, count: int, tab: int, room: int, data: st.DataObject
) -> None:
    front = data.draw(st.integers(0, count - 1))
    length = count * tab
    now = scrolled_to(offset, front * tab, (front + 1) * tab, room=room, length=length)
    assert 0 <= now <= max(0, length - room), "what is out of sight is so for lack of room"
    if room >= tab:
        assert now <= front * tab
        assert (front + 1) * tab <= now + room
    again = scrolled_to(now, front * tab, (front + 1) * tab, room=room, length=length)
    assert again == now

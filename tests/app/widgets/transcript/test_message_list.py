"""What a transcript knows of its messages apart from their texts."""

from dataclasses import replace

from app.domain import Role
from app.widgets.markdown.safe_text import LONGEST_DRAWN_TEXT
from app.widgets.transcript.message_list import BOUNDARY_ROW, RECAP_ROW, MessageList
from tests.app.widgets.samples import growing, question, reply


def filled() -> MessageList:
    messages = MessageList()
    messages.set_messages((question(), reply()))
    messages.row_keys()
    return messages


def test_other_messages_tell_which_of_the_old_ones_changed() -> None:
    messages = filled()
    changed = messages.set_messages((question(), reply(text="other"), question(3)))

    assert changed == {2}
    assert list(messages.by_id) == [1, 2, 3]


def test_a_state_counts_places_and_versions() -> None:
    messages = MessageList()
    second = replace(reply(), sibling_number=2, sibling_count=3, is_pinned=True)
    messages.set_messages((question(), second))
    messages.row_keys()
    state = messages.state_of(2)

    assert (state.number, state.count, state.is_newest) == (2, 2, True)
    assert (state.sibling_number, state.sibling_count, state.is_pinned) == (2, 3, True)
    assert not messages.state_of(1).is_newest


def test_the_boundary_is_a_row_above_its_message() -> None:
    messages = filled()
    messages.boundary_id = 2
    assert messages.row_keys() == [1, BOUNDARY_ROW, 2]

    messages.boundary_id = 99
    assert messages.row_keys() == [1, 2]


def test_only_a_known_reply_grows() -> None:
    messages = MessageList()
    messages.set_messages((question(), growing()))

    assert messages.grow(2, "half", "thoughts")
    assert messages.last_text(Role.ASSISTANT) == "half"
    assert not messages.grow(99, "late", "")


def test_each_next_part_shows_as_much_again() -> None:
    messages = filled()
    assert messages.shown_length(2) == LONGEST_DRAWN_TEXT
    messages.show_next_part(2)

    assert messages.shown_length(2) == 2 * LONGEST_DRAWN_TEXT
    assert messages.shown_length(1) == LONGEST_DRAWN_TEXT


def turns(count: int) -> MessageList:
    """Return so many turns; questions have odd ids."""
    messages = MessageList()
    both = ((question(2 * each - 1), reply(2 * each)) for each in range(1, count + 1))
    messages.set_messages(tuple(message for turn in both for message in turn))
    return messages


def test_the_model_does_not_see_what_is_above_the_line_but_pinned_turns() -> None:
    messages = turns(4)
    assert messages.forgotten_ids == set()
    messages.boundary_id = 7
    assert messages.forgotten_ids == {1, 2, 3, 4, 5, 6}
    messages.pinned_ids = frozenset({4})
    assert messages.forgotten_ids == {1, 2, 5, 6}
    messages.pinned_ids = frozenset({5, 8})
    assert messages.forgotten_ids == {1, 2, 3, 4}
    messages.row_keys()
    assert [messages.state_of(each).is_forgotten for each in (1, 5, 7)] == [True, False, False]


def test_what_the_model_does_not_see_has_no_rows_when_it_is_folded() -> None:
    messages = turns(3)
    messages.boundary_id, messages.is_folded = 5, True
    assert messages.row_keys() == [BOUNDARY_ROW, 5, 6]
    messages.pinned_ids = frozenset({1})
    assert messages.row_keys() == [1, 2, BOUNDARY_ROW, 5, 6]
    messages.boundary_id = None
    assert messages.row_keys() == [1, 2, 3, 4, 5, 6]


def test_the_newest_recap_stands_at_the_line() -> None:
    messages = turns(3)
    known = list(messages.by_id.values())
    assert (messages.recap, messages.recap_place) == ("", None)
    known[2] = replace(known[2], recap="old")
    messages.set_messages(tuple(known))
    assert (messages.recap, messages.recap_place) == ("old", 3), "without a line, where it ends"
    known[4] = replace(known[4], recap="new")
    messages.set_messages(tuple(known))
    messages.boundary_id = 5
    assert messages.recap == "new"
    assert messages.row_keys() == [1, 2, 3, 4, BOUNDARY_ROW, RECAP_ROW, 5, 6]
    messages.set_messages(tuple(known[:2]))
    assert messages.recap_place is None
    messages.is_recap_written = True
    assert messages.recap_place is None, "a branch without the line"

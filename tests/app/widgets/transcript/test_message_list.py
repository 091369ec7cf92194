"""What a transcript knows of its messages apart from their texts."""

from dataclasses import replace

from app.domain import Role
from app.widgets.markdown.safe_text import LONGEST_DRAWN_TEXT
from app.widgets.transcript.message_list import BOUNDARY_ROW, MessageList
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

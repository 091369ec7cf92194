"""The card of a tab tells what its title, cut in the row, can't."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QHelpEvent, QHoverEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from app.domain.tabs import TabActivity, TabState
from app.domain.usage import ReplyUsage
from app.widgets.kit.distinct_titles import ELLIPSIS, cut_titles
from app.widgets.tabs.hover_card import LONGEST, HoverCard, last_line
from app.widgets.tabs.items import numbered
from app.widgets.tabs.row import TabRow
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.samples import question, reply

LEAST = 12  # letters; a number behind an ellipsis and a letter or two fits into that
WORDS = st.lists(st.sampled_from(("Tell", "me", "a", "story", "about", "tabs", "2")), min_size=1)
TITLES = st.lists(WORDS.map(" ".join) | st.text(min_size=1, max_size=40), max_size=12)


@pytest.fixture
def row(window: MainWindow) -> TabRow:
    """The row of a window in which b was answered."""
    view = window.panes.view_of("b")
    assert view is not None
    view.transcript.set_messages(
        (question(1, "Why?"), reply(2, "# Because\n\n- of <b>this</b>\n\n"))
    )
    usage = ReplyUsage(model_name="tiny-1.gguf")
    window.panes.items.set_state("b", TabState(TabActivity.WRITING, usage=usage))
    window.panes.items.set_title("b", "A title & <i>more</i> of it")
    return window.panes.in_use.bar.row_of("b")


def rest_on(row: TabRow, index: int) -> None:
    """Let the mouse rest on a tab until Qt asks for a tooltip."""
    spot = row.tabRect(index).center()
    QApplication.sendEvent(row, QHelpEvent(QHelpEvent.Type.ToolTip, spot, row.mapToGlobal(spot)))


def move_to(row: TabRow, index: int) -> None:
    spot = QPointF(row.tabRect(index).center())
    moved = QHoverEvent(QHoverEvent.Type.HoverMove, spot, row.mapToGlobal(spot), spot)
    QApplication.sendEvent(row, moved)


def texts(card: HoverCard) -> list[str]:
    return [label.text() for label in card.findChildren(QLabel) if label.isVisible()]


def test_the_card_has_title_last_line_state_and_model(window: MainWindow, row: TabRow) -> None:
    card = window.panes.in_use.hover_card
    rest_on(row, 1)
    assert card.isVisible()
    assert texts(card) == [
        "A title & <i>more</i> of it",
        "of <b>this</b>",
        "Writing…  ·  tiny-1.gguf",
    ]
    assert window.panes.in_use.rect().contains(card.geometry())
    window.panes.items.set_state("b", TabState(is_interrupted=True))
    assert texts(card)[2] == "Interrupted", "it follows what the tab does"
    window.panes.items.set_state("b", TabState(machine="rack"))
    assert texts(card)[2] == "on rack"


def test_it_opens_after_a_rest_follows_the_mouse_and_goes_with_it(
    window: MainWindow, row: TabRow
) -> None:
    card = window.panes.in_use.hover_card
    move_to(row, 0)
    assert not card.isVisible()
    rest_on(row, 0)
    assert texts(card) == ["Title a"], "an empty chat has said nothing"
    move_to(row, 1)
    assert texts(card)[0] == "A title & <i>more</i> of it"
    QTest.mousePress(row, Qt.MouseButton.LeftButton, pos=row.tabRect(2).center())
    QTest.mouseRelease(row, Qt.MouseButton.LeftButton, pos=row.tabRect(2).center())
    assert not card.isVisible()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", ""),
        ("one\ntwo\n", "two"),
        ("say\n\n```\ncode\n```\n", "code"),
        ("| a | b |\n|---|---|\n", "a | b"),
        ("**bold** end.", "bold** end."),
        ("x" * 500, "x" * LONGEST + "…"),
    ],
)
def test_the_last_line_is_one_that_says_something(text: str, line: str) -> None:
    assert last_line(text) == line


def shown(*titles: str, room: int) -> tuple[str, ...]:
    return cut_titles(titles, [room] * len(titles), len)


CAT, DOG = "Tell me a story about a cat", "Tell me a story about a dog"


@pytest.mark.parametrize(
    ("titles", "room", "texts"),
    [
        (("Tell me a story about tabs",), 18, ("Tell me a story a…",)),
        ((CAT, DOG, "Count to 60"), 13, ("…about a cat", "…about a dog", "Count to 60")),
        ((CAT, DOG), 27, (CAT, DOG)),
        (
            ("Explain the left-handed rule", "Explain the right-handed rule"),
            12,
            ("…left-hande…", "…right-hand…"),
        ),
        (("a" * 30 + "b", "a" * 30 + "c"), 8, ("…b", "…c")),
        (("Tell me all about it", "Tell me all above us"), 6, ("…abou…", "…abov…")),
        (("Explain the rule of left hands", "Explain the role of right hands"), 5, ("Expl…",) * 2),
        (numbered(("Count to 60", "Count to 60")), 6, ("Count…", "C… · 2")),
        (numbered(("Write an example",) * 2), 12, ("Write an ex…", "Write a… · 2")),
    ],
)
def test_titles_are_cut_where_they_are_alike(
    titles: tuple[str, ...], room: int, texts: tuple[str, ...]
) -> None:
    assert shown(*titles, room=room) == texts


def test_a_few_letters_from_within_a_title_are_never_all_that_is_shown() -> None:
    titles = ("Tell me a story about a cat", "Tell me a story of animals", "Count")
    assert cut_titles(titles, (5, 16, 16), len) == ("Tell…", "…of animals", "Count")


def test_a_number_that_does_not_fit_leaves_its_room_to_the_title() -> None:
    labels = numbered(("Count to 60", "Count to 60"))
    assert cut_titles(labels, (11, 5), len) == ("Count to 60", "Coun…")


def test_equal_titles_have_numbers() -> None:
    assert numbered(("New chat", "Tea", "New chat", "New chat")) == (
        "New chat",
        "Tea",
        "New chat · 2",
        "New chat · 3",
    )
    assert numbered(("Tea", "Tea · 2", "Tea")) == ("Tea", "Tea · 2", "Tea · 3")


def test_titles_that_differ_in_two_places_have_numbers_where_only_one_is_in_sight() -> None:
    titles = [
        f"{verb} a very long {what}" for verb in ("Read", "Tell") for what in ("tale", "tune")
    ]
    assert shown(*titles, room=8) == ("…tale", "…tune", "…ta… · 2", "…tu… · 2")


@given(TITLES)
def test_numbers_tell_all_titles_apart(titles: list[str]) -> None:
    labels = numbered(titles)
    assert len(set(labels)) == len(titles)
    for title, label in zip(titles, labels, strict=True):
        assert label == title or (label.startswith(f"{title} · ") and titles.count(title) > 1)


@given(TITLES, st.integers(LEAST, 40))
def test_what_is_shown_fits_and_differs(titles: list[str], room: int) -> None:
    labels = numbered(titles)
    texts = shown(*labels, room=room)
    assert len(set(texts)) == len(labels)
    for label, text in zip(labels, texts, strict=True):
        assert len(text) <= room
        assert (text == label) if len(label) <= room else (ELLIPSIS in text)


@given(TITLES, st.integers(1, 6))
def test_rooms_that_are_too_small_for_anything_leave_something(
    titles: list[str], room: int
) -> None:
    assert all(shown(*numbered(titles), room=room))


def test_each_tab_has_its_own_room() -> None:
    for room in range(1, 30):
        texts = cut_titles(("Tell me a story", "Tell me a tale"), (room, 40), len)
        assert texts[1] == "Tell me a tale"

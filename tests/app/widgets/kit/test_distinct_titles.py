"""Equal titles are told apart by a number that stays, and that is never cut off."""

from dataclasses import replace

from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication

from app.domain import ConversationSummary
from app.widgets.kit.distinct_titles import elided_title, told_apart
from tests.app.widgets.samples import summary


def chat(id_: str, title: str, number: int) -> ConversationSummary:
    return replace(summary(id_, title), number=number)


def test_the_oldest_keeps_its_title_and_the_others_get_numbers() -> None:
    chats = [chat("new", "Hi", 9), chat("old", "Hi", 1), chat("x", "Else", 2), chat("mid", "Hi", 4)]
    assert told_apart(chats) == {"mid": "Hi · 2", "new": "Hi · 3"}
    assert told_apart(reversed(chats)) == told_apart(chats), "whatever was used last"


def test_a_number_that_a_fork_has_is_left_out() -> None:
    chats = [chat("a", "Hi", 1), chat("fork", "Hi · 2", 2), chat("b", "Hi", 3)]
    assert told_apart(chats) == {"b": "Hi · 3"}


def test_ten_thousand_equal_titles_are_numbered_in_one_pass() -> None:
    chats = [chat(str(number), "Hi", number) for number in range(10_000)]
    found = told_apart(chats)
    assert len(found) == len(set(found.values())) == 9_999
    assert found["9999"] == "Hi · 10000"


def test_copies_of_a_fork_go_on_with_its_number() -> None:
    chats = [chat("a", "Hi · 2", 1), chat("b", "Hi · 2", 2), chat("c", "Hi · 2", 3)]
    assert told_apart(chats) == {"b": "Hi · 3", "c": "Hi · 4"}


def test_different_titles_stay_as_they_are() -> None:
    assert told_apart([chat("a", "Hi", 1), chat("b", "Hello", 2)]) == {}


def test_a_long_title_is_cut_before_its_number(qapp: QApplication) -> None:
    metrics = QFontMetrics(QFont())
    title = "Say hello to everybody in the room · 12"
    width = metrics.horizontalAdvance("Say hello to every … · 12")
    assert elided_title(metrics, title, width).endswith("… · 12")
    assert elided_title(metrics, title, 10_000) == title
    assert elided_title(metrics, "Say hello to everybody", 40).endswith("…")

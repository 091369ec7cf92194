"""What a row shows of its chat: waiting, being written, cut off, archived, tags, its number."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QMenu

from app.domain.conversations import SearchHit
from app.domain.messages import Role
from app.domain.tabs import TabActivity, TabState
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.sidebar.delegate import tag_area
from app.widgets.sidebar.row_data import LOOK_ROLE
from app.widgets.sidebar.row_look import ConversationLook, conversation_tip
from app.widgets.sidebar.sidebar import Sidebar
from tests.app.widgets.samples import MOMENT, summary
from tests.app.widgets.sidebar.test_sidebar import rows

WORDS = Qt.ItemDataRole.AccessibleTextRole


@pytest.fixture
def sidebar(empty_sidebar: Sidebar) -> Sidebar:
    """Three conversations, two of them being answered."""
    chats = (summary("a", "A"), summary("b", "B"), summary("c", "C"))
    empty_sidebar.conversations.set_conversations(chats, ("a", "b"))
    return empty_sidebar


def heard(sidebar: Sidebar, name: str) -> object:
    return sidebar.conversations.index_of(name).data(WORDS)


def test_who_waits_looks_different_and_has_a_place(sidebar: Sidebar) -> None:
    changed = QSignalSpy(sidebar.conversations.dataChanged)
    written = sidebar.view.grab().toImage()
    waiting = TabState(activity=TabActivity.QUEUED, queue_position=2)
    sidebar.conversations.set_state("b", waiting)
    assert heard(sidebar, "b") == "B, waiting, position 2"
    assert heard(sidebar, "a") == "A, being answered"
    assert sidebar.view.grab().toImage() != written
    sidebar.conversations.set_state("b", waiting)
    assert changed.count() == 1, "the same again draws nothing"
    sidebar.conversations.set_state("b", TabState(activity=TabActivity.READING))
    assert heard(sidebar, "b") == "B, being answered"
    sidebar.conversations.set_state("a", waiting)
    sidebar.conversations.update_conversations((), (), ("b",))
    assert heard(sidebar, "a") == "A", "who is not answered any more waits for nothing"


def test_each_way_of_ending_has_its_sign_until_the_chat_is_answered(sidebar: Sidebar) -> None:
    seen = [sidebar.view.grab().toImage()]
    chat = summary("c", "C")
    for changed, said in (
        (replace(chat, is_short=True), "The last answer reached its maximum length"),
        (replace(chat, is_interrupted=True), "The last answer was interrupted"),
        (replace(chat, has_failed=True), "The last answer failed"),
    ):
        sidebar.conversations.update_conversations((changed,), (), ("a", "b"))
        assert heard(sidebar, "c") == f"C, {said}"
        tip = sidebar.conversations.index_of("c").data(Qt.ItemDataRole.ToolTipRole)
        assert f"{said}." in str(tip)
        picture = sidebar.view.grab().toImage()
        assert picture not in seen
        seen.append(picture)
    sidebar.conversations.update_conversations((changed,), (), ("a", "b", "c"))
    assert heard(sidebar, "c") == "C, being answered"


def test_equal_titles_have_numbers_that_follow_their_changes(sidebar: Sidebar) -> None:
    chats = tuple(replace(summary(name, "Hi"), number=n) for n, name in enumerate("abc"))
    sidebar.conversations.set_conversations(chats)
    assert rows(sidebar) == ["Today", "Hi", "Hi · 2", "Hi · 3"]
    sidebar.conversations.update_conversations((replace(chats[0], title="Other"),))
    assert rows(sidebar) == ["Today", "Other", "Hi", "Hi · 2"]
    sidebar.conversations.update_conversations((), ("b",))
    assert rows(sidebar) == ["Today", "Other", "Hi"]


@pytest.fixture
def tagged(empty_sidebar: Sidebar) -> Sidebar:
    """Conversations with two tags, one, and none."""
    empty_sidebar.conversations.set_conversations(
        (
            replace(summary("a", "Plans"), tags=("work", "2026")),
            replace(summary("b", "Other plans"), tags=("home",)),
            summary("c", "Plain"),
        )
    )
    QApplication.processEvents()
    return empty_sidebar


def test_tags_are_filtered_while_they_are_typed(tagged: Sidebar) -> None:
    for text, found in (
        ("#", ["Plans", "Other plans"]),
        ("#wo", ["Plans"]),
        ("#home plans", ["Other plans"]),
        ("#home plain", []),
    ):
        tagged.filter_box.setText(text)
        assert rows(tagged)[1:] == found
    assert tagged.nothing_label.text() == "No matching titles. Searching messages…"
    tagged.filter_box.setText("#nobody")
    assert tagged.nothing_label.text() == "No chat has this tag."


def test_messages_are_searched_for_words_and_only_where_the_tag_is(
    tagged: Sidebar,
) -> None:
    asked = QSignalSpy(tagged.requests.search_requested)
    tagged.filter_box.setText("#work")
    tagged.filter_box.setText("#work tea")
    assert asked.wait(5_000)
    assert [asked.at(at)[0] for at in range(asked.count())] == ["tea"]
    hits = tuple(
        SearchHit(name, "T", number, Role.USER, MOMENT, f"tea of {name}")
        for number, name in enumerate("abx", start=1)
    )
    tagged.set_hits("tea", hits)
    assert rows(tagged) == ["In messages", "tea of a"]


def test_a_narrow_row_leaves_the_model_to_its_tooltip() -> None:
    font = QApplication.font()
    wide, usual, narrow = (QRect(0, 0, width, 28) for width in (420, 232, 190))
    long = ConversationLook("List pros and cons of remote work", model="SmolLM2 135M Instruct")
    assert tag_area(wide, long, font).width() > 100
    assert tag_area(narrow, long, font).width() == 0
    assert "SmolLM2 135M Instruct" in conversation_tip(long)
    short = replace(long, title="Rome")
    assert tag_area(narrow, short, font).width() > 50, "the whole title has room next to it"
    name = QFontMetrics(sized_font(font, TypeSize.SMALL)).horizontalAdvance(short.model)
    assert tag_area(usual, short, font).width() > name, "a short title leaves it all it needs"
    middling = replace(long, title="Plan a weekend in Rome")
    title = QFontMetrics(font).horizontalAdvance(middling.title)
    assert tag_area(usual, middling, font).left() > 10 + title, "no title is cut for a model"
    tagged = replace(long, tags=("work",))
    assert tag_area(narrow, tagged, font).width() > 0, "a tag can be pressed"


def test_a_click_on_a_tag_shows_what_else_has_it(tagged: Sidebar) -> None:
    opened = QSignalSpy(tagged.requests.conversation_activated)
    view, index = tagged.view, tagged.conversations.index_of("a")
    area = view.visualRect(index).adjusted(4, 1, -4, -1)
    spot = tag_area(area, index.data(LOOK_ROLE), view.font()).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert tagged.filter_box.text() == "#work"
    assert rows(tagged) == ["Today", "Plans"]
    assert opened.count() == 0
    assert heard(tagged, "a") == "Plans, #work, #2026"


def test_the_menu_gives_tags_and_takes_them(tagged: Sidebar) -> None:
    asked = QSignalSpy(tagged.requests.tag_requested)
    for names, tag, checked in ((("a",), "#work", True), (("a", "b"), "#home", False)):
        menu = tagged.menus.of_conversations(names)
        (tags,) = (each.menu() for each in menu.actions() if each.text() == "Tags")
        assert isinstance(tags, QMenu)
        (entry,) = (each for each in tags.actions() if each.text() == tag)
        assert entry.isChecked() is checked
        entry.trigger()
    assert asked.at(0) == [("a",), "work", False]
    assert asked.at(1) == [("a", "b"), "home", True]


@pytest.fixture
def archived(empty_sidebar: Sidebar) -> Sidebar:
    """A conversation in the list and one in the archive."""
    empty_sidebar.conversations.set_conversations(
        (summary("a", "Here"), replace(summary("b", "Away"), is_archived=True))
    )
    return empty_sidebar


def test_the_archive_is_a_list_of_its_own(archived: Sidebar) -> None:
    assert rows(archived) == ["Today", "Here"]
    QTest.mouseClick(archived.archive_button, Qt.MouseButton.LeftButton)
    assert rows(archived) == ["Archive", "Away"]
    asked = QSignalSpy(archived.requests.archive_requested)
    menu = archived.menus.of_conversations(("b",))
    (entry,) = (each for each in menu.actions() if each.text() == "Move back to the list")
    entry.trigger()
    assert asked.at(0) == [("b",), False]
    archived.conversations.update_conversations((summary("b", "Away"),))
    assert archived.nothing_label.text().startswith("Nothing is archived.")
    QTest.mouseClick(archived.archive_button, Qt.MouseButton.LeftButton)
    assert rows(archived) == ["Today", "Here", "Away"]


def test_a_search_finds_what_is_archived_and_marks_it(archived: Sidebar) -> None:
    archived.filter_box.setText("a")
    archived.set_hits("a", (SearchHit("b", "Away", 7, Role.USER, MOMENT, "far away"),))
    assert rows(archived) == ["Archive", "Away", "In messages", "far away"]
    assert heard(archived, "b") == "Away, archived"
    marked = archived.view.grab().toImage()
    archived.conversations.update_conversations((summary("b", "Away"),))
    assert rows(archived) == ["Today", "Away", "In messages", "far away"]
    assert archived.view.grab().toImage() != marked


def test_an_answer_that_was_not_seen_is_bold_until_it_is(sidebar: Sidebar) -> None:
    read = sidebar.view.grab().toImage()
    sidebar.conversations.set_state("c", TabState(is_unread=True))
    assert heard(sidebar, "c") == "C, new answer"
    assert sidebar.view.grab().toImage() != read
    sidebar.conversations.set_state("c", TabState())
    assert heard(sidebar, "c") == "C"
    assert sidebar.view.grab().toImage() == read

"""The item model of the conversations and of their folders keeps Qt's rules."""

import itertools
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QMenu

from app.domain.chat_options import NO_MODEL, ChatModel
from app.domain.conversations import SearchHit
from app.domain.messages import Role
from app.widgets.kit.theme import DARK, LIGHT, Colours
from app.widgets.sidebar.groups import BY_AGE, Age, Days, folder_group
from app.widgets.sidebar.list import ConversationList, row_changes
from app.widgets.sidebar.listed import Folds, ListedConversations
from app.widgets.sidebar.row_data import IS_HEADING_ROLE, LOOK_ROLE
from app.widgets.sidebar.row_look import FolderColour, HeadingLook, colour_of
from app.widgets.sidebar.sidebar import Sidebar
from tests.app.widgets.kit.test_theme import MIN_MARK_CONTRAST, contrast
from tests.app.widgets.samples import summary
from tests.app.widgets.sidebar.test_sidebar import rows

MOMENT = datetime(2026, 3, 1, tzinfo=UTC)


def test_the_model_keeps_qts_rules() -> None:
    model = ConversationList()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    model.set_conversations((summary("a", "A"), summary("b", "B", days_ago=1)), ("a",))
    model.update_conversations((summary("c", "C"),), ("a",), ("b", "c"))
    model.update_conversations((), (), ())
    model.set_filter("b")
    model.set_hits((SearchHit("c", "A title", 3, Role.USER, MOMENT, "a bee"),))
    model.toggle_fold(model.index(0))

    assert model.rowCount() == 3
    assert model.index(0).data(IS_HEADING_ROLE) is True


@pytest.mark.parametrize(
    ("days_ago", "age"),
    [
        (-3, Age.TODAY),
        (0, Age.TODAY),
        (1, Age.YESTERDAY),
        (2, Age.PREVIOUS_7_DAYS),
        (7, Age.PREVIOUS_7_DAYS),
        (8, Age.PREVIOUS_30_DAYS),
        (31, Age.OLDER),
        (4000, Age.OLDER),
    ],
)
def test_age_is_counted_in_days(days_ago: int, age: Age) -> None:
    noon = datetime(2026, 3, 10, 12, tzinfo=UTC).astimezone()
    days = Days(noon.date())
    assert days.age_of(noon - timedelta(days=days_ago)) is age
    assert days.age_of(datetime.max.replace(tzinfo=UTC)) is Age.TODAY


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


@pytest.fixture
def listed() -> ListedConversations:
    """Two conversations of today and an old one in a folder."""
    listed = ListedConversations()
    filed = replace(summary("c", "Old apples", days_ago=40), folder="work")
    listed.replace((summary("a", "Apples"), summary("b", "Bread"), filed), ("b",))
    return listed


def test_what_is_running_or_pinned_is_counted_in_its_folder(listed: ListedConversations) -> None:
    filed = replace(summary("d", "Pinned"), folder="work", is_pinned=True)
    listed.update((filed, replace(summary("b", "Bread"), folder="work")), (), ("b",))
    listed.wanted_keys()
    assert listed.sizes[folder_group("work").key] == 3


def test_folders_and_tags_stand_in_the_order_of_their_figures(listed: ListedConversations) -> None:
    names = ("Chapter 10", "Chapter 2", "Appendix")
    filed = [
        replace(summary(name, name), folder=name, tags=(f"v{index}", f"v{index + 8}"))
        for index, name in enumerate(names, start=2)
    ]
    listed.replace(tuple(filed), ())
    assert listed.folders() == ("Appendix", "Chapter 2", "Chapter 10")
    assert listed.tags() == ("v2", "v3", "v4", "v10", "v11", "v12")
    rows = [key for key in listed.wanted_keys() if key.startswith(folder_group("").key)]
    assert rows == [folder_group(name).key for name in listed.folders()]


WORK = folder_group("work").key
TODAY = BY_AGE[Age.TODAY].key


def test_folders_that_an_older_version_had_folded_are_folded() -> None:
    folds = Folds()
    folds.restore((WORK, TODAY))
    assert folds.is_folded(WORK)
    assert folds.is_folded(TODAY)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_each_colour_is_seen_on_every_ground(colours: Colours) -> None:
    for colour, ground in itertools.product(FolderColour, ("window", "hover", "bubble", "raised")):
        ratio = contrast(colour.hue(colours), getattr(colours, ground))
        assert ratio >= MIN_MARK_CONTRAST, (colour, ground, round(ratio, 2))


def test_a_folder_keeps_the_colour_of_its_name_until_one_is_chosen() -> None:
    assert colour_of("work", {}) is colour_of("work", {"home": "red"})
    assert colour_of("work", {"work": "red"}) is FolderColour.RED
    assert colour_of("work", {"work": "of another version"}) is colour_of("work", {})
    assert len({colour_of(name, {}) for name in ("work", "home", "garden", "taxes")}) > 1


@pytest.fixture
def many(empty_sidebar: Sidebar) -> Sidebar:
    """Ten thousand conversations, two thirds of them in twenty folders."""
    # Made here: at import, "now" may be yesterday when the test runs.
    conversations = tuple(
        replace(
            summary(str(number), f"Chat {number}", days_ago=number / 100 if number else 0),
            folder=f"folder {number % 20:02}" if number % 3 else "",
            activity_number=10_000 - number,
        )
        for number in range(10_000)
    )
    empty_sidebar.conversations.set_conversations(conversations)
    QApplication.processEvents()
    return empty_sidebar


def test_today_is_in_sight_below_twenty_folders(many: Sidebar) -> None:
    assert rows(many)[0] == "Folders"
    assert rows(many)[6:9] == ["Show all 20 folders", "Today", "Chat 0"]
    assert many.view.verticalScrollBar().value() == 0
    area = many.view.visualRect(many.conversations.index_of("0"))
    assert many.view.viewport().rect().contains(area)


def test_the_folders_that_were_used_last_are_listed_by_name(many: Sidebar) -> None:
    used_last = [f"folder {number:02} (333)" for number in (1, 2, 4, 5, 7)]
    assert [each[:9] for each in rows(many)[1:6]] == [each[:9] for each in used_last]


def test_all_folders_are_shown_on_request_and_it_is_remembered(many: Sidebar) -> None:
    spy = QSignalSpy(many.conversations.folded_changed)
    many.view.setFocus()
    many.view.setCurrentIndex(many.conversations.index(6))
    QTest.keyClick(many.view, Qt.Key.Key_Return)
    assert rows(many)[21] == "Show fewer folders"
    names = spy.at(0)[0]
    QTest.mouseClick(
        many.view.viewport(),
        Qt.MouseButton.LeftButton,
        pos=many.view.visualRect(many.conversations.index(21)).center(),
    )
    assert rows(many)[6] == "Show all 20 folders"
    many.conversations.set_folded(names)
    assert rows(many)[21] == "Show fewer folders"


def test_a_folder_that_is_open_is_listed_whenever_it_was_used(many: Sidebar) -> None:
    many.conversations.open_folder("folder 19")
    assert any(each == "folder 19" for each in rows(many))


def test_a_search_opens_all_folders(many: Sidebar) -> None:
    many.filter_box.setText("chat 9998")
    assert rows(many) == ["Folders", "folder 18", "Chat 9998"]
    many.filter_box.clear()
    assert rows(many)[6] == "Show all 20 folders"


@pytest.fixture
def filed(empty_sidebar: Sidebar) -> Sidebar:
    """A folder with two conversations, and one outside."""
    empty_sidebar.conversations.set_conversations(
        (
            replace(summary("w", "W"), folder="work"),
            replace(summary("v", "V"), folder="work"),
            summary("a", "A"),
        )
    )
    QApplication.processEvents()
    assert rows(empty_sidebar) == ["Folders", "work (2)", "Today", "A"]
    return empty_sidebar


def click(sidebar: Sidebar, row: int, offset: QPoint | None = None) -> None:
    area = sidebar.view.visualRect(sidebar.conversations.index(row))
    spot = area.center() if offset is None else area.topRight() + offset
    QTest.mouseClick(sidebar.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def test_a_click_opens_a_folder_and_keys_are_about_it_then(filed: Sidebar) -> None:
    click(filed, 1)
    assert rows(filed)[1:4] == ["work", "W", "V"]
    filed.view.setFocus()
    assert filed.selected_folder() == "work"
    for key, shown in (
        (Qt.Key.Key_Left, ["work (2)"]),
        (Qt.Key.Key_Space, ["work", "W", "V"]),
        (Qt.Key.Key_Return, ["work (2)"]),
        (Qt.Key.Key_Right, ["work", "W", "V"]),
    ):
        QTest.keyClick(filed.view, key)
        assert rows(filed)[1 : 1 + len(shown)] == shown
        assert filed.selected_folder() == "work"


def test_a_folder_says_its_name_its_count_and_whether_it_is_open(filed: Sidebar) -> None:
    index = filed.conversations.index_of_folder("work")
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Folder work, 2 chats, collapsed"
    filed.conversations.open_folder("work")
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Folder work, 2 chats, expanded"
    moved = replace(summary("a", "A"), folder="work")
    filed.conversations.update_conversations((moved,))
    look = filed.conversations.index_of_folder("work").data(LOOK_ROLE)
    assert isinstance(look, HeadingLook)
    assert look.count == 3


def test_the_plus_of_a_folder_begins_a_chat_in_it(filed: Sidebar) -> None:
    asked = QSignalSpy(filed.requests.new_chat_in_folder_requested)
    click(filed, 1, QPoint(-14, 14))
    assert asked.at(0) == ["work"]
    assert rows(filed)[1] == "work (2)", "and does not open it"
    menu = filed.menus.of_folder("work")
    menu.actions()[0].trigger()
    assert asked.at(1) == ["work"]
    QTest.mouseClick(filed.new_chat_button, Qt.MouseButton.LeftButton)


def submenu(menu: QMenu, title: str) -> QMenu:
    (found,) = (each.menu() for each in menu.actions() if each.text() == title)
    assert isinstance(found, QMenu)
    return found


def test_a_folder_gets_the_model_that_is_chosen(filed: Sidebar) -> None:
    asked = QSignalSpy(filed.requests.folder_model_requested)
    tiny, gone = ChatModel("0" * 64, "Tiny & 1B"), ChatModel("1" * 64, "Gone 2B")
    filed.menus.set_models((tiny,), {"work": gone})
    models = submenu(filed.menus.of_folder("work"), "Model of new chats")
    texts = [(each.text(), each.isChecked()) for each in models.actions()]
    assert texts == [("As outside of folders", False), ("Tiny && 1B", False), ("Gone 2B", True)]
    models.actions()[1].trigger()
    models.actions()[0].trigger()
    assert [asked.at(0), asked.at(1)] == [["work", tiny], ["work", NO_MODEL]]


def test_a_folder_gets_the_colour_that_is_chosen(filed: Sidebar) -> None:
    asked = QSignalSpy(filed.requests.folder_colour_requested)
    index = filed.conversations.index_of_folder("work")
    menu = filed.menus.of_folder("work")
    colours = submenu(menu, "Colour")
    (entry,) = (each for each in colours.actions() if each.text() == "Pink")
    entry.trigger()
    assert asked.at(0) == ["work", "pink"]
    before = filed.view.grab().toImage()
    filed.conversations.set_folder_colours({"work": "pink"})
    assert index.data(LOOK_ROLE).colour is FolderColour.PINK
    assert filed.view.grab().toImage() != before


def test_chats_with_another_model_than_new_chats_name_it() -> None:
    items = ConversationList()
    tiny = replace(summary("a", "A"), model_digest="0" * 64, model_name="Tiny 1B")
    items.set_conversations((tiny, summary("b", "B")), ())
    changed = QSignalSpy(items.dataChanged)

    def spoken(conversation_id: str) -> str:
        return str(items.index_of(conversation_id).data(Qt.ItemDataRole.AccessibleTextRole))

    assert (spoken("a"), spoken("b")) == ("A, Model: Tiny 1B", "B")
    items.set_default_model("0" * 64)
    assert spoken("a") == "A"
    items.set_default_model("0" * 64)
    assert changed.count() == 1

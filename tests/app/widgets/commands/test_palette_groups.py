"""The palette's groups: best fit first, commands by use, many chats in slices, a look at each."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.domain.conversations import Preview, TextRange
from app.domain.messages import Role
from app.prompts.model import SavedPrompt
from app.widgets.commands import fuzzy
from app.widgets.commands.palette import Palette
from app.widgets.commands.palette_groups import (
    MAX_COMMANDS,
    MAX_USES,
    RECENT_ROOM,
    SLICE,
    bonus,
    with_use,
)
from app.widgets.commands.palette_items import (
    OfferedSetting,
    OpenTab,
    PaletteItemKind,
    PaletteOffers,
)
from app.widgets.commands.palette_list import PaletteList
from app.widgets.kit.window_requests import WindowRequests
from tests.app.widgets.samples import summary

CONTROL = Qt.KeyboardModifier.ControlModifier
NO_MODIFIER = Qt.KeyboardModifier.NoModifier
COMMANDS = ("Next tab", "New tab", "Close tab")


def action(text: str) -> QAction:
    made = QAction(text)
    made.setObjectName(text)
    return made


@pytest.fixture
def offers(qtbot: QtBot) -> PaletteOffers:
    return PaletteOffers(
        tabs=[OpenTab("front", "Tea time"), OpenTab("other", "Table of tea", "Writing…")],
        conversations=[summary("c1", "Teapots"), summary("c2", "Coffee")],
        commands=[action(each) for each in COMMANDS],
        settings=[OfferedSetting("temperature", "Temperature", "Models", "0 is predictable.")],
        prompts=[SavedPrompt("Team letter", "Dear {{name}},")],
        title_of={"c1": "Teapots", "c2": "Coffee"}.__getitem__,
        uses={"Close tab": 3},
    )


def kinds(items: PaletteList) -> list[str]:
    shown = list(dict.fromkeys(item.kind.value for item in items.items()))
    assert items.rowCount() == len(items.items()) + len(shown), "each group has a heading"
    return shown


def texts(items: PaletteList) -> list[str]:
    return [item.text for item in items.items()]


def test_without_a_text_other_tabs_chats_and_usual_commands_are_offered(
    offers: PaletteOffers,
) -> None:
    items = PaletteList(offers)
    assert texts(items) == ["Table of tea", "Teapots", "Coffee", "Close tab"]
    assert kinds(items) == ["tab", "conversation", "command"]


def test_each_group_has_what_fits_and_the_best_fit_stands_first(offers: PaletteOffers) -> None:
    items = PaletteList(offers)
    items.set_text("t")
    assert set(kinds(items)) == {"tab", "conversation", "setting", "prompt", "command"}
    items.set_text("temperature")
    assert texts(items)[0] == "Temperature"
    items.set_text("team letter")
    assert texts(items)[0] == "Team letter"
    items.set_text("team")
    assert kinds(items)[:2] == ["prompt", "tab"], "Team letter, then Tea time"


def test_commands_that_are_used_often_come_first(offers: PaletteOffers) -> None:
    items = PaletteList(offers)
    items.set_text(">")
    assert texts(items) == ["Close tab", "Next tab", "New tab"]
    items.set_text(">new tab")
    assert texts(items)[0] == "New tab", "what was typed in full is meant"


def test_of_many_chats_nobody_waits_for_all(qtbot: QtBot) -> None:
    count = 10 * SLICE
    chats = [summary(str(number), f"Chat {number}") for number in range(count)]
    read: list[str] = []

    def title_of(id_: str) -> str:
        read.append(id_)
        return f"needle {id_}"

    offers = PaletteOffers(conversations=chats, commands=[action("Needle")], title_of=title_of)
    items = PaletteList(offers)
    assert len(read) < SLICE, "only the newest were asked for their titles"
    items.set_text(f"needle {count - 1}")
    assert len(read) <= SLICE
    assert texts(items) == [], "neither is found yet"
    qtbot.waitUntil(lambda: not items.chats.is_busy)
    assert texts(items)[0] == f"needle {count - 1}"

    items.set_text(f"needle {count - 2}")
    items.finish()
    assert texts(items)[0] == f"needle {count - 2}"


def test_a_text_that_was_typed_on_ends_the_search_for_the_one_before(qtbot: QtBot) -> None:
    chats = [summary(str(number), "x") for number in range(3 * SLICE)]
    items = PaletteList(PaletteOffers(conversations=chats, title_of=lambda id_: f"chat {id_}"))
    items.set_text("chat 1")
    items.set_text("")
    assert not items.chats.is_busy
    items.finish()
    assert len(texts(items)) == RECENT_ROOM


class PaletteWindow:
    """A palette over a window of its own."""

    def __init__(self, qtbot: QtBot, offers: PaletteOffers, width: int = 1000) -> None:
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.window.resize(width, 600)
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)
        self.requests = WindowRequests(self.window)
        self.palette = Palette(offers, self.requests, self.window)
        self.palette.open()

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NO_MODIFIER) -> None:
        QTest.keyClick(self.palette.box, key, modifiers)

    def kind(self) -> PaletteItemKind | None:
        item = self.palette.current()
        return None if item is None else item.kind


def test_keys_pass_over_headings_and_ctrl_goes_from_group_to_group(
    qtbot: QtBot, offers: PaletteOffers
) -> None:
    shown = PaletteWindow(qtbot, offers)
    seen = [shown.kind()]
    for _ in range(4):
        shown.press(Qt.Key.Key_Down)
        seen.append(shown.kind())
    kind = PaletteItemKind
    chat = kind.CONVERSATION
    assert seen == [kind.TAB, chat, chat, kind.COMMAND, kind.TAB], "round at the end"
    shown.press(Qt.Key.Key_Down, CONTROL)
    assert shown.kind() is kind.CONVERSATION
    shown.press(Qt.Key.Key_Down, CONTROL)
    assert shown.kind() is kind.COMMAND
    shown.press(Qt.Key.Key_Up, CONTROL)
    assert shown.kind() is kind.CONVERSATION


@pytest.mark.parametrize("is_concurrent", [False, True])
def test_enter_chooses_and_ctrl_enter_chooses_beside(
    qtbot: QtBot, offers: PaletteOffers, is_concurrent: bool
) -> None:
    shown = PaletteWindow(qtbot, offers)
    chosen = QSignalSpy(shown.palette.item_activated)
    shown.press(Qt.Key.Key_Return, CONTROL if is_concurrent else NO_MODIFIER)
    ((item, was_beside),) = [chosen.at(0)]
    assert (item.conversation_id, was_beside) == ("other", is_concurrent)
    assert shown.palette.isHidden()


def test_a_look_into_a_chat_is_asked_for_and_shown(qtbot: QtBot, offers: PaletteOffers) -> None:
    shown = PaletteWindow(qtbot, offers)
    with qtbot.waitSignal(shown.requests.preview_requested) as asked:
        shown.press(Qt.Key.Key_Down)
    assert asked.args == ["c1", None, ""]
    shown.palette.set_preview(Preview("c2", None, Role.USER, "of another one"))
    assert shown.palette.preview.text.toPlainText() == ""
    look = Preview("c1", None, Role.ASSISTANT, "It is **warm**.", (TextRange(8, 12),))
    shown.palette.set_preview(look)
    assert shown.palette.preview.text.toPlainText() == "It is warm."
    assert len(shown.palette.preview.text.extraSelections()) == 1


def test_of_prompts_and_settings_the_words_are_shown(qtbot: QtBot, offers: PaletteOffers) -> None:
    shown = PaletteWindow(qtbot, offers)
    QTest.keyClicks(shown.palette.box, "team letter")
    text = shown.palette.preview.text
    qtbot.waitUntil(lambda: text.toPlainText() == "Dear {{name}},")
    shown.palette.box.setText("temperature")
    qtbot.waitUntil(lambda: text.toPlainText() == "0 is predictable.")


def test_a_narrow_window_has_room_for_the_list_alone(qtbot: QtBot, offers: PaletteOffers) -> None:
    shown = PaletteWindow(qtbot, offers, width=480)
    assert shown.palette.preview.isHidden()
    assert shown.palette.view.isVisible()


def test_a_screen_reader_is_told_what_a_row_is(offers: PaletteOffers) -> None:
    items = PaletteList(offers)
    role = Qt.ItemDataRole.AccessibleTextRole
    said = [items.index(row).data(role) for row in range(items.rowCount())]
    assert said[:2] == ["Open tabs", "Tab Table of tea, Writing…"]
    assert not items.flags(items.index(0)), "a heading can't be chosen"


def found(wanted: str, text: str) -> list[str] | None:
    matched = fuzzy.match(wanted, text)
    return None if matched is None else [text[each.start : each.end] for each in matched.ranges]


@pytest.mark.parametrize(
    ("wanted", "text", "expected"),
    [
        ("new", "New tab", ["New"]),
        ("ntb", "New tab", ["N", "t", "b"]),
        ("nt", "Innate New tab", ["N", "t"]),
        ("tab", "A table, a stab, tab", ["tab"]),
        ("NEW TAB", "new tab", ["new tab"]),
        ("x", "New tab", None),
        ("bat", "tab", None),
        ("", "anything", None),
        ("strasse", "Die Straße", None),
        ("str", "İ Die Straße", ["Str"]),
        ("a.c]", "a.c] and more", ["a.c]"]),
    ],
)
def test_letters_are_found_in_their_order(
    wanted: str, text: str, expected: list[str] | None
) -> None:
    assert found(wanted, text) == expected


def test_what_begins_with_it_comes_first() -> None:
    texts = ["Contact book", "A new tab", "New tab", "Notes about it", "nothing"]
    assert [texts[place] for place, _ in fuzzy.best("new tab", texts, 3)] == [
        "New tab",
        "A new tab",
    ]
    assert next(texts[place] for place, _ in fuzzy.best("nt", texts, 9)) == "New tab"


@given(st.text(max_size=30), st.text(max_size=60))
def test_ranges_always_lie_in_the_text_and_hold_the_letters(wanted: str, text: str) -> None:
    matched = fuzzy.match(wanted, text)
    if matched is None:
        return
    ends = [each.end for each in matched.ranges]
    starts = [each.start for each in matched.ranges]
    assert starts == sorted(starts)
    assert all(start < end <= len(text) for start, end in zip(starts, ends, strict=True))


def test_nothing_that_is_typed_takes_long_to_find() -> None:
    began = time.process_time()
    fuzzy.best("aaaaaaaaab", ["a" * 200] * 5_000, 5)
    assert time.process_time() - began < 2.0


def test_each_use_counts() -> None:
    uses = with_use(with_use({}, "new_tab"), "new_tab")
    assert uses == {"new_tab": 2}
    assert bonus(uses, "new_tab") > bonus(uses, "quit") == 0


def test_habits_of_long_ago_fade() -> None:
    uses = {"new_tab": MAX_USES, "rename": 3, "quit": 1}
    assert with_use(uses, "new_tab") == {"new_tab": (MAX_USES + 1) // 2, "rename": 1}


def test_of_many_commands_the_rarest_is_forgotten() -> None:
    uses = {f"command_{number}": 2 for number in range(MAX_COMMANDS - 1)} | {"rare": 1}
    counted = with_use(uses, "new")
    assert len(counted) == MAX_COMMANDS
    assert "new" in counted
    assert "rare" not in counted


def test_nonsense_from_a_file_that_people_edit_does_no_harm() -> None:
    assert with_use({"a": -5, "b": 10**12}, "b")["b"] > 0
    assert bonus({"a": -5, "b": 10**12}, "a") == 0
    assert bonus({"a": -5, "b": 10**12}, "b") == MAX_USES

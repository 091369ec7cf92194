"""The one bar: menus by keys, the model chip, and the switch between 1, 2, 4 and all chats."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QObject, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QFontMetrics
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QMenu, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from app.domain.tabs import ChatsInView, EngineStatus, TabActivity, TabState
from app.domain.usage import ReplyUsage
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.tabs.bar import MIN_CHARS, NARROWEST, WIDEST
from app.widgets.window.grid_switch import GridStack
from app.widgets.window.main_window import MainWindow
from app.widgets.window.menu_button import MenuButton
from app.widgets.window.model_chip import ModelChip
from tests.app.widgets.windows import page_of, press, tabbed_window

Key = Qt.Key
ALT = Qt.KeyboardModifier.AltModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
GIGABYTE = 1024**3
LOADED = EngineStatus(
    is_ready=True,
    text="Demo is ready.",
    model_name="Demo · Q4_1",
    memory_bytes=2 * GIGABYTE,
    memory_total_bytes=8 * GIGABYTE,
)
LONG = replace(LOADED, model_name="SmolLM2 135M Instruct · Q4_1")


def stack_of(window: MainWindow) -> GridStack:
    stack, *_others = window.findChildren(GridStack)
    return stack


def menu_button(window: MainWindow) -> MenuButton:
    return stack_of(window).bar.menu_button


def chip(window: MainWindow) -> ModelChip:
    return window.engine_corner.chip


def shown_menu() -> QMenu | None:
    popup = QApplication.activePopupWidget()
    return popup if isinstance(popup, QMenu) else None


def close_menus() -> None:
    while (menu := shown_menu()) is not None:
        menu.close()


def choose(window: MainWindow, view: ChatsInView) -> None:
    QTest.mouseClick(stack_of(window).bar.switch.buttons[view], Qt.MouseButton.LeftButton)


def chosen(window: MainWindow) -> list[ChatsInView]:
    buttons = stack_of(window).bar.switch.buttons
    return [view for view, button in buttons.items() if button.isChecked()]


def pane_tabs(window: MainWindow) -> list[tuple[str, ...]]:
    return [pane.bar.ids() for pane in window.panes]


def area(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def test_f10_opens_the_menus_and_the_keys_lead_to_a_command(
    window: MainWindow, qtbot: QtBot
) -> None:
    press(Key.Key_F10)
    menu = menu_button(window).menus
    assert menu.isVisible()
    qtbot.waitUntil(lambda: menu.activeAction() is not None)
    assert menu.activeAction().text() == "&File"
    QTest.keyClick(menu, Key.Key_Right)
    files = shown_menu()
    assert files is not None
    entry = window.actions_by_name.settings
    settings = QSignalSpy(window.requests.settings_requested)
    for _ in files.actions():
        if files.activeAction() is not entry:
            QTest.keyClick(files, Key.Key_Down)
    QTest.keyClick(files, Key.Key_Return)
    assert settings.count() == 1
    assert not menu.isVisible()


def test_alt_with_the_letter_of_a_menu_opens_that_menu(window: MainWindow, qtbot: QtBot) -> None:
    press(Key.Key_V, ALT)
    menu = menu_button(window).menus
    qtbot.waitUntil(lambda: shown_menu() not in (None, menu))
    assert menu.activeAction().text() == "&View"
    opened = shown_menu()
    assert opened is not None
    assert opened.activeAction() is window.actions_by_name.sidebar
    close_menus()


def test_keys_that_follow_at_once_reach_the_menu_that_opens(window: MainWindow) -> None:
    about = QSignalSpy(window.actions_by_name.about.triggered)
    press(Key.Key_H, ALT)
    menu = menu_button(window).menus
    assert menu.isVisible()
    QTest.keyClick(menu, Key.Key_Up)
    QTest.keyClick(menu, Key.Key_Return)
    assert about.wait(5_000)
    assert not menu.isVisible()


def test_alt_alone_opens_the_menus_and_with_another_key_does_not(window: MainWindow) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyPress(focus, Key.Key_Alt, ALT)
    QTest.keyClick(focus, Key.Key_Up, ALT)
    QTest.keyRelease(focus, Key.Key_Alt)
    assert shown_menu() is None

    QTest.keyPress(focus, Key.Key_Alt, ALT)
    QTest.keyRelease(focus, Key.Key_Alt)
    assert menu_button(window).menus.isVisible()
    close_menus()


def test_a_command_without_effect_is_disabled_only_while_the_menus_are_open(
    window: MainWindow,
) -> None:
    stop = window.actions_by_name.stop
    press(Key.Key_F10)
    assert not stop.isEnabled()
    close_menus()
    assert stop.isEnabled()


def test_the_chip_names_the_model_and_its_memory(window: MainWindow, qtbot: QtBot) -> None:
    window.engine_corner.set_status(LOADED)
    assert chip(window).name() == "Demo · Q4_1"
    assert chip(window).figure() == "2.0 GB"
    assert chip(window).accessibleName() == "Model: Demo · Q4_1"
    assert "Memory: 2.0 GB of 8.0 GB" in chip(window).toolTip()
    with qtbot.waitSignal(window.requests.models_requested):
        QTest.mouseClick(chip(window), Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(window.requests.models_requested):
        QTest.keyClick(chip(window), Key.Key_Space)


def test_the_chip_adds_up_the_speed_of_all_answers_of_its_model(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.engine_corner.set_status(LOADED)
    width = chip(window).sizeHint().width()
    usage = ReplyUsage(reply_tokens=101, decode_seconds=5.0, model_name="Demo · Q4_1")
    writing = TabState(TabActivity.WRITING, usage=usage)
    for name in "ab":
        window.panes.items.set_state(name, writing)
    window.panes.items.set_state("c", TabState(TabActivity.WRITING, usage=usage, machine="Studio"))
    other = replace(writing, usage=replace(usage, model_name="Other 2B"))
    window.panes.items.set_state("d", other)
    qtbot.waitUntil(lambda: chip(window).figure() == "40 tokens/s")
    assert chip(window).sizeHint().width() == width

    for name in "abcd":
        window.panes.items.set_state(name, TabState(usage=usage))
    qtbot.waitUntil(lambda: chip(window).figure() == "2.0 GB")


def test_the_chip_has_room_for_the_name_of_the_starter_model(window: MainWindow) -> None:
    short, starter = "Demo", "SmolLM2 135M Instruct · Q4_1"
    metrics = QFontMetrics(sized_font(chip(window).font(), TypeSize.SMALL))
    widths = []
    for name in (short, starter):
        window.engine_corner.set_status(replace(LOADED, model_name=name))
        widths.append(chip(window).named_width())
    needed = metrics.horizontalAdvance(starter) - metrics.horizontalAdvance(short)
    assert widths[1] - widths[0] == needed


def test_loading_shows_its_progress_and_can_be_cancelled(window: MainWindow) -> None:
    cancel = window.engine_corner.cancel_button
    assert cancel.isHidden()
    window.engine_corner.set_status(EngineStatus(text="Loading", progress=0.4))
    assert chip(window).name() == "Loading… 40%"
    assert cancel.isVisible()
    assert cancel.toolTip() == cancel.accessibleName() == "Cancel loading"
    QApplication.processEvents()
    assert area(cancel).left() > area(chip(window)).right(), "after the progress"
    window.engine_corner.set_status(LOADED)
    assert cancel.isHidden()


def test_the_percentage_is_never_elided_and_moves_no_tab(qtbot: QtBot) -> None:
    window = tabbed_window(qtbot, "abcdefgh")
    window.resize(1280, 700)
    widths = set()
    for progress in (0.04, 0.5, 1.0):
        window.engine_corner.set_status(EngineStatus(text="Loading", progress=progress))
        QApplication.processEvents()
        metrics = QFontMetrics(sized_font(chip(window).font(), TypeSize.SMALL))
        around = chip(window).width() - metrics.horizontalAdvance(chip(window).name())
        assert around > 30, "the dot and the padding"
        widths.add(chip(window).width())
    assert len(widths) == 1


def test_a_name_of_markup_is_shown_as_text(window: MainWindow) -> None:
    window.engine_corner.set_status(EngineStatus(is_ready=True, model_name="<b>x</b>"))
    assert "&lt;b&gt;x" in chip(window).toolTip()


def test_two_shows_the_tab_in_front_on_the_right_and_one_brings_it_back(
    window: MainWindow,
) -> None:
    choose(window, ChatsInView.TWO)
    assert pane_tabs(window) == [("b", "c"), ("a",)]
    assert chosen(window) == [ChatsInView.TWO]
    assert window.actions_by_name.two_chats.isChecked()

    choose(window, ChatsInView.ONE)
    assert pane_tabs(window) == [("b", "c", "a")]
    assert window.panes.active_id() == "a"
    assert chosen(window) == [ChatsInView.ONE]


def test_one_keeps_the_chat_in_use_in_front(window: MainWindow) -> None:
    choose(window, ChatsInView.TWO)
    window.panes.activate("b")
    choose(window, ChatsInView.ONE)
    assert window.panes.active_id() == "b"


def test_two_with_a_single_tab_opens_a_new_one_on_the_right(qtbot: QtBot) -> None:
    window = tabbed_window(qtbot, "a")
    window.requests.new_tab_requested.connect(
        lambda: window.panes.add("new", "New chat", ConversationView("new"))
    )
    choose(window, ChatsInView.TWO)
    assert pane_tabs(window) == [("a",), ("new",)]
    assert window.panes.active_id() == "new"


def test_four_and_all_are_pages_of_a_grid(qtbot: QtBot) -> None:
    window = tabbed_window(qtbot, "abcdef")
    window.resize(1400, 900)
    (grid,) = window.grids.grids()
    choose(window, ChatsInView.FOUR)
    assert grid.shown_ids() == ("a", "b", "c", "d")
    assert window.grids.four_numbers() == (0,)
    choose(window, ChatsInView.ALL)
    assert grid.shown_ids() == ("a", "b", "c", "d", "e", "f")
    assert window.grids.four_numbers() == ()
    choose(window, ChatsInView.ONE)
    assert not grid.isVisible()
    assert chosen(window) == [ChatsInView.ONE]


def test_above_a_grid_the_model_takes_the_room_that_tabs_would_need(qtbot: QtBot) -> None:
    window = tabbed_window(qtbot, "abcdef")
    window.engine_corner.set_status(LONG)
    window.resize(1000, 700)
    QApplication.processEvents()
    whole = chip(window).named_width()
    assert chip(window).width() < whole
    choose(window, ChatsInView.ALL)
    assert chip(window).width() == whole
    counts = stack_of(window).grid.bar.label
    assert counts.sizeHint().width() <= counts.width()
    choose(window, ChatsInView.ONE)
    assert chip(window).width() < whole


def test_the_keys_of_split_and_grid_move_the_switch(window: MainWindow) -> None:
    press(Key.Key_Backslash, CTRL)
    assert chosen(window) == [ChatsInView.TWO]
    press(Key.Key_G, CTRL | SHIFT)
    assert chosen(window) == [ChatsInView.ALL]
    press(Key.Key_G, CTRL | SHIFT)
    assert chosen(window) == [ChatsInView.TWO]


def test_a_further_window_has_menus_and_a_switch_of_its_own(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.pane_layout.detach("c")
    (extra,) = window.pane_layout.extra_windows
    qtbot.waitUntil(extra.isActiveWindow)
    (stack,) = extra.findChildren(GridStack)
    assert set(stack.bar.switch.buttons) == set(ChatsInView) - {ChatsInView.TWO}
    press(Key.Key_F10)
    assert stack.bar.menu_button.menus.isVisible()
    close_menus()
    assert not menu_button(window).menus.isVisible()


@pytest.mark.parametrize("is_vertical", [False, True])
@pytest.mark.parametrize("width", [500, 800, 1100, 1600])
@pytest.mark.parametrize("view", list(ChatsInView))
def test_no_part_of_the_bar_covers_another(
    qtbot: QtBot, view: ChatsInView, width: int, *, is_vertical: bool
) -> None:
    window = tabbed_window(qtbot, [f"{number}" for number in range(12)])
    window.engine_corner.set_status(LOADED)
    window.resize(width, 700)
    window.set_tabs_vertical(is_vertical=is_vertical)
    window.grids.show_view(view)
    QApplication.processEvents()
    bar = stack_of(window).bar
    parts: list[QWidget] = [bar.menu_button, window.engine_corner, bar.switch]
    for pane in window.panes:
        parts += [pane.bar.new_button, pane.bar.list_button]
        # A row is longer than what is shown of it, in its parent.
        parts += [clip for row in pane.bar.rows if (clip := row.parentWidget()) is not None]
    grid_bar = stack_of(window).grid.bar
    parts += [grid_bar.new_button, grid_bar.back_button]
    shown = [area(each) for each in parts if each.isVisible()]
    assert len(shown) >= 4
    for number, first in enumerate(shown):
        for second in shown[number + 1 :]:
            assert not first.intersects(second), (first, second)


@pytest.mark.parametrize("tab_count", [5, 20])
@pytest.mark.parametrize("width", [1024, 1280])
def test_tabs_shrink_and_scroll_before_the_model_loses_its_name(
    qtbot: QtBot, width: int, tab_count: int
) -> None:
    window = tabbed_window(qtbot, [f"{number}" for number in range(tab_count)])
    window.engine_corner.set_status(LONG)
    page_of(window, "0").header.ring.set_usage(500, 8192)
    window.resize(width, 700)
    QApplication.processEvents()
    row = window.panes.in_use.bar.row_of("0")
    narrowest = max(NARROWEST, MIN_CHARS * row.fontMetrics().averageCharWidth())
    assert row.tabRect(0).width() == narrowest
    assert chip(window).width() >= chip(window).min_named_width()
    assert not stack_of(window).bar.is_folded
    in_sight = row.visibleRegion().boundingRect().width()
    assert in_sight >= 2.5 * narrowest


def test_a_narrow_chip_shows_the_name_without_the_figure(window: MainWindow) -> None:
    part = chip(window)
    window.engine_corner.set_status(LONG)
    part.resize(part.min_named_width(), part.height())
    name_alone = part.grab().toImage()
    assert not part.has_room_for_figure()
    part.set_speed(40.0)
    assert part.grab().toImage() == name_alone
    part.resize(part.named_width(), part.height())
    assert part.has_room_for_figure()
    with_speed = part.grab().toImage()
    part.set_speed(50.0)
    assert part.grab().toImage() != with_speed


def test_a_new_user_sees_the_name_of_the_model(qtbot: QtBot) -> None:
    window = tabbed_window(qtbot, "a")
    name = "SmolLM2 135M Instruct · Q4_1"
    window.engine_corner.set_status(replace(LOADED, model_name=name))
    page_of(window, "a").header.ring.set_usage(500, 8192)
    window.resize(1080, 760)  # as at the first start
    QApplication.processEvents()
    assert chip(window).width() == chip(window).named_width()
    row = window.panes.in_use.bar.row_of("a")
    assert row.tabRect(0).width() >= WIDEST - 10


@pytest.mark.parametrize("names", ["a", "ab", "abc", "abcd"])
def test_a_name_with_more_than_the_least_room_hides_no_tab(qtbot: QtBot, names: str) -> None:
    window = tabbed_window(qtbot, names)
    window.engine_corner.set_status(LONG)
    page_of(window, "a").header.ring.set_usage(500, 8192)
    named = set()
    for width in range(600, 1400, 20):
        window.resize(width, 600)
        QApplication.processEvents()
        if chip(window).width() > chip(window).min_named_width():
            row = window.panes.in_use.bar.row_of("a")
            seen = row.visibleRegion().boundingRect()
            assert all(seen.contains(row.tabRect(index)) for index in range(len(names)))
            named.add(chip(window).width())
    assert chip(window).named_width() in named


def test_the_chip_keeps_its_words_next_to_tabs_in_a_column(qtbot: QtBot) -> None:
    window = tabbed_window(qtbot, "abcdefghijkl")
    window.engine_corner.set_status(LOADED)
    window.resize(1200, 700)
    QApplication.processEvents()
    assert chip(window).width() < chip(window).named_width()
    window.set_tabs_vertical(is_vertical=True)
    QApplication.processEvents()
    assert chip(window).width() == chip(window).named_width()


@pytest.mark.parametrize("tabs", ["a", "abcdef"])
def test_a_page_leaves_the_chip_its_words_whatever_the_number_of_tabs(
    qtbot: QtBot, tabs: str
) -> None:
    window = tabbed_window(qtbot, tabs)
    window.engine_corner.set_status(LOADED)
    window.resize(900, 700)
    window.pane_layout.split()
    page = QDialog()
    page.setWindowTitle("Models")
    window.pages.show_page(page)
    QApplication.processEvents()
    wide = chip(window).width()
    assert wide == chip(window).named_width()
    title = window.pages.bar.title
    assert title.width() >= title.sizeHint().width()
    window.resize(560, 700)
    QApplication.processEvents()
    assert chip(window).min_named_width() <= chip(window).width() < wide
    assert window.rect().contains(area(chip(window)))
    assert title.width() >= title.sizeHint().width()


def test_the_last_part_of_the_switch_compares_answers_to_a_question(
    window: MainWindow, qtbot: QtBot
) -> None:
    switch = stack_of(window).bar.switch
    assert switch.compare_button.accessibleName() == window.actions_by_name.comparisons.text()
    with qtbot.waitSignal(window.requests.comparisons_requested):
        QTest.keyClick(switch.compare_button, Key.Key_Space)
    assert chosen(window) == [ChatsInView.ONE]


@pytest.mark.parametrize("tabs", ["ab", "abcdefgh"])
def test_the_switch_stays_in_sight_after_it_has_split_the_window(qtbot: QtBot, tabs: str) -> None:
    window = tabbed_window(qtbot, tabs)
    window.engine_corner.set_status(LOADED)
    window.resize(1080, 700)
    window.panes.activate(tabs[-1])
    QApplication.processEvents()
    choose(window, ChatsInView.TWO)
    QApplication.processEvents()
    assert stack_of(window).bar.switch.isVisible()
    choose(window, ChatsInView.ONE)
    assert chosen(window) == [ChatsInView.ONE]


def test_the_switch_stays_in_sight_with_many_tabs(qtbot: QtBot) -> None:
    window = tabbed_window(qtbot, "abcdefgh")
    window.engine_corner.set_status(LOADED)
    window.resize(1080, 700)
    QApplication.processEvents()
    bar = stack_of(window).bar
    assert bar.switch.isVisible()
    choose(window, ChatsInView.FOUR)
    assert bar.switch.isVisible()
    assert not window.grids.grids()[0].bar.back_button.isVisible()


def test_a_narrow_window_folds_the_bar_and_keeps_all_of_it_in_reach(qtbot: QtBot) -> None:
    window = tabbed_window(qtbot, "abcd")
    window.engine_corner.set_status(LONG)
    page_of(window, "a").header.ring.set_usage(500, 8192)
    window.resize(1100, 700)
    QApplication.processEvents()
    bar = stack_of(window).bar
    assert not bar.is_folded
    window.resize(500, 700)
    QApplication.processEvents()
    assert bar.is_folded
    assert chip(window).isVisible()
    assert chip(window).width() == chip(window).compact_width()
    assert chip(window).accessibleName() == "Model: SmolLM2 135M Instruct · Q4_1"
    window.actions_by_name.four_chats.trigger()
    assert not bar.is_folded, "the counts of the grid need less room than tabs"
    window.actions_by_name.one_chat.trigger()
    assert bar.is_folded
    assert not window.grids.grids()[0].isVisible()


def test_tab_stops_at_each_part_of_the_bar_once_and_in_order(window: MainWindow) -> None:
    window.resize(1200, 700)
    QApplication.processEvents()
    bar = stack_of(window).bar
    pane = window.panes.in_use
    switch = bar.switch.buttons[ChatsInView.ONE]
    bar.menu_button.setFocus()
    reached = []
    for _ in range(6):
        reached.append(QApplication.focusWidget())
        press(Key.Key_Tab)
    assert reached == [
        bar.menu_button,
        pane.bar.rows[1],
        pane.bar.new_button,
        pane.bar.list_button,
        chip(window),
        switch,
    ]


def test_a_screen_reader_reaches_every_button_of_the_bar(window: MainWindow) -> None:
    def objects(node: QAccessibleInterface) -> Iterator[QObject | None]:
        yield node.object()
        for number in range(node.childCount()):
            child = node.child(number)
            if child is not None:
                yield from objects(child)

    root = QAccessible.queryAccessibleInterface(window)
    assert root is not None
    reached = set(objects(root))
    switch = stack_of(window).bar.switch
    buttons = {menu_button(window), chip(window), *switch.findChildren(QAbstractButton)}
    assert len(buttons) == 3 + len(ChatsInView)  # and that of comparisons
    assert {each for each in buttons if each.isVisible()} <= reached
    assert chip(window) in reached


@pytest.mark.parametrize("view", [ChatsInView.ONE, ChatsInView.TWO, ChatsInView.ALL])
@pytest.mark.parametrize("has_model", [False, True])
def test_the_sidebar_gets_the_width_that_it_is_dragged_to(
    qtbot: QtBot, view: ChatsInView, *, has_model: bool
) -> None:
    window = tabbed_window(qtbot, "abc")
    window.resize(1200, 700)
    window.grids.show_view(view)
    if has_model:
        window.engine_corner.set_status(LONG)
    QApplication.processEvents()
    splitter, stack = window.sidebar.parentWidget(), stack_of(window)
    assert isinstance(splitter, QSplitter)
    splitter.moveSplitter(760, 1)
    QApplication.processEvents()
    assert window.sidebar.width() == 760
    assert stack.rect().contains(stack.bar.menu_button.geometry())
    assert window.rect().contains(area(chip(window)))


def test_a_split_is_dragged_as_far_with_a_model_as_without(qtbot: QtBot) -> None:
    widths = []
    for status in (EngineStatus(), LONG):
        window = tabbed_window(qtbot, "abc")
        window.resize(1200, 700)
        choose(window, ChatsInView.TWO)
        window.engine_corner.set_status(status)
        QApplication.processEvents()
        window.pane_layout.widget.moveSplitter(2000, 1)
        QApplication.processEvents()
        widths.append([pane.width() for pane in window.panes])
    assert widths[0] == widths[1]
    assert widths[0][1] < 230


@pytest.mark.parametrize(
    ("is_split", "last"),
    [(False, [("elided", False)]), (True, [("dot", True)])],
)
def test_the_name_is_elided_and_the_parts_go_in_one_order(
    qtbot: QtBot, *, is_split: bool, last: list[tuple[str, bool]]
) -> None:
    window = tabbed_window(qtbot, "abc")
    if is_split:
        choose(window, ChatsInView.TWO)
    window.engine_corner.set_status(LONG)
    window.set_sidebar_visible(False)
    bar, forms = stack_of(window).bar, []
    for width in range(1600, 359, -20):
        window.resize(width, 600)
        QApplication.processEvents()
        assert bar.menu_button.isVisible()
        words = "whole"
        if chip(window).width() < chip(window).named_width():
            words = "elided" if chip(window).width() > 80 else "dot"
        forms.append((words, bar.switch.isVisible()))
    order = list(dict.fromkeys(forms))
    assert order == [("whole", True), ("elided", True), *last, ("dot", False)]

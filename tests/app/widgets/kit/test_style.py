"""Fields, marks and bars: to be seen in both themes, to be hit where they are drawn."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSlider,
    QApplication,
    QDoubleSpinBox,
    QFrame,
    QLabel,
    QLineEdit,
    QMenu,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QScrollBar,
    QSlider,
    QSpinBox,
    QStyle,
    QStyleOptionFrame,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.settings import Theme
from app.widgets.composer.composer import Composer
from app.widgets.kit.controls import PillButton, ThinProgressBar
from app.widgets.kit.forms import CheckBox, ChoiceBox, PromptBox
from app.widgets.kit.style.bars import SCROLL_BAR, growing
from app.widgets.kit.theme import colours_of
from app.widgets.kit.theme_switch import ThemeSwitch
from tests.app.widgets.kit.test_theme import MIN_MARK_CONTRAST, MIN_TEXT_CONTRAST, contrast

THEMES = [Theme.LIGHT, Theme.DARK]


def scroll_bar() -> QScrollBar:
    """Return a bar with something to scroll."""
    bar = QScrollBar(Qt.Orientation.Vertical)
    bar.setRange(0, 100)
    return bar


def checked_box() -> CheckBox:
    """Return a check box that is on."""
    box = CheckBox("words")
    box.setChecked(True)
    return box


def read_only() -> PromptBox:
    """Return a text that can only be read, and copied."""
    box = PromptBox()
    box.setReadOnly(True)
    return box


def half_done() -> QProgressBar:
    """Return a bar of progress, about in its middle."""
    bar = QProgressBar()
    bar.setValue(40)
    return bar


KINDS: dict[str, Callable[[], QWidget]] = {
    "line edit": QLineEdit,
    "spin box": QSpinBox,
    "decimals": QDoubleSpinBox,
    "combo box": ChoiceBox,
    "text": PromptBox,
    "check box": lambda: CheckBox("words"),
    "checked box": checked_box,
    "slider": lambda: QSlider(Qt.Orientation.Horizontal),
    "progress": half_done,
    "button": lambda: QPushButton("Save"),
    "pill": lambda: PillButton("Save"),
    "message box": Composer,
    "scroll bar": scroll_bar,
}
FIELDS = ("line edit", "spin box", "decimals", "combo box", "text")
READ_ONLY = {"read-only text": read_only}  # nobody needs to see where it ends


@pytest.fixture
def stage(qtbot: QtBot, theme_switch: ThemeSwitch) -> QWidget:
    """A window on which one part stands."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(300, 200)
    return window


def put(stage: QWidget, part: QWidget) -> QWidget:
    """Show a part in its own size on the stage."""
    part.setParent(stage)
    part.move(40, 40)
    part.resize(part.sizeHint().expandedTo(part.minimumSizeHint()).boundedTo(QSize(200, 120)))
    stage.show()
    return part


def colours_in(image: QImage, area: QRect) -> set[str]:
    """Return all colours of an area."""
    spots = (
        QPoint(x, y)
        for x in range(area.left(), area.right() + 1)
        for y in range(area.top(), area.bottom() + 1)
    )
    return {image.pixelColor(spot).name() for spot in spots}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_control_can_be_seen(
    stage: QWidget, theme_switch: ThemeSwitch, theme: Theme, kind: str
) -> None:
    """By an edge or a mark of its own, or by its text, which has a higher contrast."""
    theme_switch.set_theme(theme)
    part = put(stage, KINDS[kind]())
    image = stage.grab().toImage()
    around = image.pixelColor(5, 5).name()
    is_found_by_text = kind in ("button", "pill", "message box")
    area = QRect(part.x(), part.y(), 8, part.height())
    if is_found_by_text:
        area = part.geometry()
    elif kind in FIELDS:  # found by the lower edge
        area = QRect(part.x(), part.geometry().bottom() - 1, part.width(), 2)
    best = max(contrast(around, colour) for colour in colours_in(image, area))
    wanted = MIN_TEXT_CONTRAST if is_found_by_text else MIN_MARK_CONTRAST
    assert best >= wanted, round(best, 2)


def test_a_scroll_bar_is_drawn_while_it_moves_or_the_mouse_is_on_it(
    stage: QWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.widgets.kit.style.bars.SHOWN_MILLISECONDS", 50)
    bar = put(stage, scroll_bar())
    assert isinstance(bar, QScrollBar)
    bar.resize(SCROLL_BAR, 150)
    QTest.mouseMove(stage, QPoint(200, 180))

    def is_drawn() -> bool:
        return len(colours_in(bar.grab().toImage(), bar.rect())) > 1

    assert is_drawn()
    qtbot.waitUntil(lambda: not is_drawn())
    bar.setValue(50)
    assert is_drawn()
    qtbot.waitUntil(lambda: not is_drawn())
    bar.setRange(0, 200)  # as at the end of an answer that grows
    bar.setValue(200)
    assert not is_drawn()
    QTest.mouseMove(bar, QPoint(6, 75))
    qtbot.waitUntil(is_drawn)


def test_a_text_that_grows_beyond_its_height_shows_no_scroll_bar(stage: QWidget) -> None:
    bar = QScrollBar(Qt.Orientation.Vertical)
    put(stage, bar)
    bar.resize(SCROLL_BAR, 150)
    bar.setRange(0, 0)
    QTest.mouseMove(stage, QPoint(200, 180))
    for maximum in (0, 20, 40):
        bar.setRange(0, maximum)
        bar.setValue(maximum)
        assert len(colours_in(bar.grab().toImage(), bar.rect())) == 1, maximum


class PaintedBar(QScrollBar):
    """A scroll bar that counts how often it is painted."""

    paint_count = 0

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        self.paint_count += 1
        super().paintEvent(event)


def test_a_hidden_scroll_bar_costs_nothing_while_a_text_grows_and_is_shown_by_a_step(
    stage: QWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.widgets.kit.style.bars.SHOWN_MILLISECONDS", 50)
    bar = PaintedBar(Qt.Orientation.Vertical)
    bar.setRange(0, 100)
    put(stage, bar)
    bar.resize(SCROLL_BAR, 150)
    QTest.mouseMove(stage, QPoint(200, 180))

    def grow() -> int:
        """Return how often the bar is painted while its text grows by ten lines."""
        before = bar.paint_count
        for _ in range(10):
            with growing(bar):
                bar.setRange(0, bar.maximum() + 20)
                bar.setValue(bar.maximum())
            QApplication.processEvents()
        return bar.paint_count - before

    qtbot.waitUntil(lambda: bar.paint_count > 0)
    assert grow() == 10, "it is shown, as it is new"
    last = bar.paint_count
    qtbot.waitUntil(lambda: bar.paint_count > last)  # it goes
    assert grow() == 0
    bar.setValue(bar.value() - 20)
    qtbot.waitUntil(lambda: len(colours_in(bar.grab().toImage(), bar.rect())) > 1)
    assert grow() == 10


def test_with_high_contrast_a_scroll_bar_stays(
    stage: QWidget, theme_switch: ThemeSwitch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.widgets.kit.style.bars.SHOWN_MILLISECONDS", 10)
    monkeypatch.setattr("app.widgets.kit.theme_switch.wants_contrast", lambda _hints: True)
    theme_switch.set_theme(Theme.LIGHT)
    bar = put(stage, scroll_bar())
    bar.resize(SCROLL_BAR, 150)
    bar.grab()
    QTest.qWait(60)
    assert len(colours_in(bar.grab().toImage(), bar.rect())) > 1


@pytest.mark.parametrize("is_strong", [False, True])
def test_a_scroll_bar_takes_width_only_where_it_is_always_drawn(
    qtbot: QtBot, theme_switch: ThemeSwitch, monkeypatch: pytest.MonkeyPatch, is_strong: bool
) -> None:
    monkeypatch.setattr("app.widgets.kit.theme_switch.wants_contrast", lambda _hints: is_strong)
    theme_switch.set_theme(Theme.LIGHT)
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(QLabel("line\n" * 100))
    qtbot.addWidget(area)
    area.resize(200, 100)
    area.grab()
    assert area.viewport().width() == (200 - SCROLL_BAR if is_strong else 200)
    composer = Composer()
    qtbot.addWidget(composer)
    composer.resize(400, 300)
    composer.edit.fitted_height.set_max_height(100)
    composer.grab()
    composer.edit.setPlainText("line\n" * 100)
    composer.grab()
    taken = composer.edit.width() - composer.edit.viewport().width()
    assert taken == (SCROLL_BAR if is_strong else 0)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    "kind",
    [
        *("line edit", "spin box", "combo box", "text", "read-only text"),
        *("check box", "button"),
    ],
)
def test_the_focus_can_be_seen(
    stage: QWidget, theme_switch: ThemeSwitch, qtbot: QtBot, theme: Theme, kind: str
) -> None:
    theme_switch.set_theme(theme)
    other = QLineEdit(stage)
    part = put(stage, (KINDS | READ_ONLY)[kind]())
    qtbot.waitUntil(stage.isActiveWindow)
    other.setFocus()
    before = colours_in(part.grab().toImage(), QRect(0, 0, 3, part.height()))
    part.setFocus()
    ring = colours_in(part.grab().toImage(), QRect(0, 0, 3, part.height())) - before
    ground = stage.grab().toImage().pixelColor(5, 5).name()
    assert max(contrast(ground, colour) for colour in ring) >= MIN_MARK_CONTRAST


@pytest.mark.parametrize("is_mirrored", [False, True])
def test_the_arrows_of_a_number_are_where_they_are_drawn(
    stage: QWidget, *, is_mirrored: bool
) -> None:
    box = QSpinBox()
    put(stage, box)
    if is_mirrored:
        box.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    box.setValue(5)
    x = 10 if is_mirrored else box.width() - 10
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(x, 6))
    assert box.value() == 6
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(x, box.height() - 6))
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(x, box.height() - 6))
    assert box.value() == 4


def test_a_click_beside_the_handle_goes_a_page_further(stage: QWidget) -> None:
    bar = put(stage, scroll_bar())
    assert isinstance(bar, QAbstractSlider)
    bar.resize(SCROLL_BAR, 150)
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(6, 140))
    assert bar.value() == bar.pageStep()
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(6, 2))
    assert bar.value() == 0


def test_a_handle_can_be_dragged_to_the_end(stage: QWidget) -> None:
    bar = put(stage, scroll_bar())
    assert isinstance(bar, QAbstractSlider)
    bar.resize(SCROLL_BAR, 150)
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=QPoint(6, 10))
    QTest.mouseMove(bar, QPoint(6, 149))
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=QPoint(6, 149))
    assert bar.value() == 100


def test_a_letter_selects_the_next_entry_of_a_menu_that_begins_with_it(qtbot: QtBot) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    copy, pin, disabled, continued, undo = map(
        menu.addAction, ("Copy", "Pin", "Compare", "Continue", "&Undo")
    )
    disabled.setEnabled(False)
    undone = []
    undo.triggered.connect(lambda: undone.append(True))
    menu.popup(QPoint(0, 0))
    chosen = []
    for letter in "cpcCx":
        QTest.keyClicks(menu, letter)
        chosen.append(menu.activeAction())
    assert chosen == [copy, pin, continued, copy, copy]
    QTest.keyClicks(menu, "u")
    assert undone == [True]


@pytest.mark.parametrize("theme", THEMES)
def test_a_tooltip_has_the_edge_of_a_card(
    stage: QWidget, theme_switch: ThemeSwitch, theme: Theme
) -> None:
    theme_switch.set_theme(theme)
    image = QImage(40, 20, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    option = QStyleOptionFrame()
    option.rect, option.palette = image.rect(), QToolTip.palette()
    painter = QPainter(image)
    stage.style().drawPrimitive(QStyle.PrimitiveElement.PE_PanelTipLabel, option, painter, stage)
    painter.end()
    colours = colours_of(stage.palette())
    assert image.pixelColor(20, 0).name() == colours.border
    assert image.pixelColor(20, 10).name() == colours.raised


@pytest.mark.parametrize("theme", THEMES)
def test_the_entry_in_use_of_a_menu_has_a_soft_fill_and_texts_that_can_be_read(
    qtbot: QtBot, theme_switch: ThemeSwitch, theme: Theme
) -> None:
    theme_switch.set_theme(theme)
    menu = QMenu()
    qtbot.addWidget(menu)
    first, second = menu.addAction("Copy"), menu.addAction("Paste")
    first.setShortcut("Ctrl+C")
    second.setShortcut("Ctrl+V")
    menu.popup(QPoint(0, 0))
    menu.setActiveAction(first)
    image = menu.grab().toImage()
    colours = colours_of(menu.palette())
    fill = image.pixelColor(menu.actionGeometry(first).center()).name()
    assert fill == colours.fill_hover
    assert image.pixelColor(menu.actionGeometry(second).center()).name() == colours.raised
    assert contrast(fill, colours.text) >= MIN_TEXT_CONTRAST
    assert contrast(colours.raised, colours.muted) >= MIN_TEXT_CONTRAST
    keys, other_keys = (
        menu.actionGeometry(each).adjusted(menu.width() // 2, 0, 0, 0) for each in (first, second)
    )
    assert colours.muted not in colours_in(image, keys)
    assert colours.muted in colours_in(image, other_keys)
    assert menu.actionGeometry(first).height() >= menu.fontMetrics().height() + 12


def test_only_an_entry_that_is_on_has_a_mark(qtbot: QtBot, theme_switch: ThemeSwitch) -> None:
    theme_switch.set_theme(Theme.LIGHT)
    menu = QMenu()
    qtbot.addWidget(menu)
    entry = menu.addAction("Sidebar")
    entry.setCheckable(True)
    menu.popup(QPoint(0, 0))
    area = menu.actionGeometry(entry)
    mark = QRect(area.left() + 8, area.top() + 4, 20, area.height() - 8)
    without = menu.grab().toImage()
    entry.setChecked(True)
    with_mark = menu.grab().toImage()
    assert len(colours_in(without, mark)) == 1  # the ground
    assert colours_of(menu.palette()).text in colours_in(with_mark, mark)


def test_the_marks_of_a_menu_are_on_the_right_where_texts_begin_there(
    qtbot: QtBot, theme_switch: ThemeSwitch
) -> None:
    theme_switch.set_theme(Theme.LIGHT)
    menu = QMenu()
    qtbot.addWidget(menu)
    menu.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    entry = menu.addAction("Sidebar")
    entry.setCheckable(True)
    entry.setChecked(True)
    menu.popup(QPoint(0, 0))
    area = menu.actionGeometry(entry)
    image = menu.grab().toImage()
    mark = QRect(area.right() - 28, area.top(), 26, area.height())
    assert colours_of(menu.palette()).text in colours_in(image, mark)


@pytest.mark.parametrize("is_checked", [False, True])
def test_the_focus_of_a_check_box_without_a_text_is_drawn_on_its_square(
    stage: QWidget, qtbot: QtBot, *, is_checked: bool
) -> None:
    """A ring around the widget would cut into the square, which is as wide as the widget."""
    other, box = QLineEdit(stage), CheckBox()
    box.setChecked(is_checked)
    put(stage, box)
    box.resize(box.width(), 26)
    qtbot.waitUntil(stage.isActiveWindow)
    other.setFocus()
    before = box.grab().toImage()
    box.setFocus()
    after = box.grab().toImage()
    spots = (QPoint(x, y) for x in range(box.width()) for y in range(box.height()))
    changed = [spot for spot in spots if before.pixelColor(spot) != after.pixelColor(spot)]
    rows = {spot.y() for spot in changed}
    assert len(rows) <= box.width(), "all of it is in the square"
    assert {spot.x() for spot in changed} >= {0, box.width() - 1}, "as wide as the square"


def test_a_bar_of_unknown_progress_is_plain_and_pale(stage: QWidget) -> None:
    """Qt would draw moving stripes with a dark edge."""
    bar = ThinProgressBar()
    put(stage, bar)
    bar.resize(100, bar.height())
    bar.setRange(0, 0)
    middle = QRect(10, bar.height() // 2, 80, 1)
    (unknown,) = colours_in(bar.grab().toImage(), middle)
    bar.setRange(0, 10)
    bar.setValue(10)
    (full,) = colours_in(bar.grab().toImage(), middle)
    assert full == colours_of(bar.palette()).accent
    assert contrast(unknown, "#ffffff") < contrast(full, "#ffffff")
    assert bar.height() < bar.fontMetrics().height()


@pytest.mark.parametrize("theme", THEMES)
def test_a_menu_has_round_corners(qtbot: QtBot, theme_switch: ThemeSwitch, theme: Theme) -> None:
    theme_switch.set_theme(theme)
    menu = QMenu()
    qtbot.addWidget(menu)
    menu.addAction("Copy")
    menu.addAction("A longer entry, that is wider")
    menu.popup(QPoint(0, 0))
    picture = QImage(menu.size(), QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    menu.render(picture)
    right, bottom = menu.width() - 1, menu.height() - 1
    for corner in (QPoint(0, 0), QPoint(right, 0), QPoint(0, bottom), QPoint(right, bottom)):
        assert picture.pixelColor(corner).alpha() == 0
    assert picture.pixelColor(menu.width() // 2, 0).name() == colours_of(menu.palette()).border

"""The picker of tools over the message box: a searchable list of switches, by server."""

from collections.abc import Iterable

import msgspec
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)
from shiboken6 import isValid

from app.widgets.kit.controls import MutedLabel, QuietButton
from app.widgets.kit.filter_box import FilterBox
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.list_rows import EDGE, PADDING, AnyIndex, TwoLineDelegate
from app.widgets.kit.popup_card import PopupCard
from app.widgets.kit.theme import Colours, TypeSize, colours_of, sized_font
from app.widgets.kit.translation import fill, translate
from app.widgets.markdown.safe_text import without_hidden

_CHARS_WIDE, _LINES_HIGH, _EDGE = 78, 32, 12
_DETAIL_ROLE, _GROUP_ROLE, _KEY_ROLE = (Qt.ItemDataRole.UserRole + at for at in (1, 2, 3))
_MARK = 16
MIN_TOOL_PARAMETERS = 1_000_000_000  # below it, calls are often wrong or missing
_TOGGLES = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ToolChoice(msgspec.Struct, frozen=True):
    """A tool that can be switched on; ``is_never``: the settings forbid it."""

    key: str
    title: str
    detail: str = ""
    is_on: bool = False
    is_never: bool = False


class ToolGroup(msgspec.Struct, frozen=True):
    """The tools of a server, or the built-in ones; ``state`` is that of the server, in words."""

    title: str
    choices: tuple[ToolChoice, ...] = ()
    state: str = ""
    is_trouble: bool = False


class ChoiceDelegate(TwoLineDelegate):
    """Draws a heading with its state, or a tool with a check box.

    The title of a tool that cannot be switched on is drawn as disabled.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_DETAIL_ROLE, parent)

    def lines(self, option: QStyleOptionViewItem, index: AnyIndex) -> list[tuple[str, QFont]]:
        found = super().lines(option, index)
        if index.data(_GROUP_ROLE):
            return [(found[0][0], sized_font(option.font, TypeSize.SMALL, is_bold=True))]
        return found if found[1][0] else found[:1]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        is_heading = bool(index.data(_GROUP_ROLE))
        inside = QStyleOptionViewItem(option)
        if not _is_usable(index):
            inside.state &= ~QStyle.StateFlag.State_MouseOver
        if not is_heading:
            # The mark stands before both lines.
            self._paint_mark(painter, inside, index)
            inside.rect = QRect(option.rect).adjusted(_MARK + EDGE, 0, 0, 0)
        else:  # in line with the marks
            inside.rect = QRect(option.rect).adjusted(-PADDING, 0, 0, 0)
        super().paint(painter, inside, index)
        if is_heading:
            self._paint_state(painter, option, index)

    def ink(self, number: int, index: AnyIndex, colours: Colours) -> str:
        is_forbidden = isinstance(index.data(_KEY_ROLE), str) and not _is_usable(index)
        is_disabled = is_forbidden and number == 0
        return colours.disabled if is_disabled else super().ink(number, index, colours)

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        has_two = bool(index.data(_DETAIL_ROLE)) and not index.data(_GROUP_ROLE)
        return QSize(200, (2 if has_two else 1) * option.fontMetrics.height() + 16)

    def _paint_mark(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        colours = colours_of(option.palette)
        area = QRect(option.rect)
        box = QRect(area.left() + EDGE, area.center().y() - _MARK // 2 + 1, _MARK, _MARK)
        is_on = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked.value
        edge = colours.outline if _is_usable(index) else colours.border
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(colours.accent if is_on else edge))
        painter.setBrush(QColor(colours.accent if is_on else colours.raised))
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.restore()
        if is_on:
            ratio = painter.device().devicePixelRatioF()
            icon = icon_pixmap("check", colours.on_accent, _MARK - 4, ratio)
            painter.drawPixmap(box.topLeft() + QPoint(2, 2), icon)

    def _paint_state(
        self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex
    ) -> None:
        colours = colours_of(option.palette)
        painter.save()
        painter.setFont(sized_font(option.font, TypeSize.SMALL))
        painter.setPen(QColor(colours.danger if index.data(_KEY_ROLE) else colours.muted))
        area = QRect(option.rect).adjusted(0, 0, -PADDING, 0)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(area, flags, str(index.data(_DETAIL_ROLE) or ""))
        painter.restore()


def _is_usable(index: AnyIndex) -> bool:
    return bool(index.flags() & Qt.ItemFlag.ItemIsEnabled)


class ToolList(QListWidget):
    """The list of a picker; Space and Enter switch the current tool."""

    toggled = Signal(QListWidgetItem)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() in _TOGGLES and item is not None:
            self.toggled.emit(item)
        else:
            super().keyPressEvent(event)


class ToolPicker(PopupCard):
    """Switches tools of a chat; it stays open until Esc or a press elsewhere."""

    switched = Signal(str, bool)
    settings_requested = Signal()
    defaults_requested = Signal()  # the tools of this chat for new chats

    def __init__(self, window: QWidget, anchor: QWidget) -> None:
        super().__init__(window)
        self._anchor = anchor
        self._groups: tuple[ToolGroup, ...] = ()
        self._rows_height = 0  # of all tools: a search does not move its own field
        self.setAccessibleName(self.tr("Tools of this chat"))
        self.box = FilterBox(self.tr("Search tools"), self, escape_clears=False)
        self.list = ToolList(self)
        self.list.setItemDelegate(ChoiceDelegate(self.list))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.viewport().setAutoFillBackground(False)
        self.list.setAccessibleName(self.tr("Tools"))
        self.note = MutedLabel(parent=self, wraps=True)
        self.note.hide()
        self.cost = MutedLabel(parent=self, wraps=True)
        self.default_button = QuietButton("check", self.tr("Use for new chats"), self)
        self.settings_button = QuietButton("settings", self.tr("Settings…"), self)
        self._build_layout()
        self.box.textChanged.connect(lambda _text: self._show_rows())
        self.box.step_pressed.connect(self._on_step)
        self.box.returnPressed.connect(self._on_return)
        self.list.toggled.connect(self._toggle)
        self.list.itemClicked.connect(self._toggle)
        self.default_button.clicked.connect(lambda: self.defaults_requested.emit())
        self.settings_button.clicked.connect(self._on_settings)

    def open(self) -> None:
        """Show the picker with the focus in its search field."""
        self.open_with(self.box)

    def set_groups(self, groups: Iterable[ToolGroup], cost: str) -> None:
        """Show these tools, and what those that are on cost."""
        self._groups = tuple(groups)
        self.cost.setText(cost)
        self.cost.setVisible(bool(cost))
        self._show_rows()
        self.reposition()

    def set_note(self, note: str) -> None:
        """Say above the tools how far the model of the chat calls any; empty if nothing is known.

        Screen readers read it with the search field, which has the focus.
        """
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.box.setAccessibleDescription(note)
        self.reposition()

    def reposition(self) -> None:
        anchor = self._anchor
        if not isValid(anchor) or anchor.window() is not self._window:
            return
        available = self._window.size()
        metrics = self.fontMetrics()
        widest = _CHARS_WIDE * metrics.averageCharWidth()
        width = min(widest, available.width() - 2 * _EDGE)
        above = anchor.mapTo(self._window, QPoint(0, -_EDGE // 2))
        highest = _LINES_HIGH * metrics.lineSpacing()
        height = min(highest, above.y() - _EDGE, self._wanted_height(width))
        left = max(_EDGE, min(above.x(), available.width() - width - _EDGE))
        self.setGeometry(left, max(_EDGE, above.y() - height), width, height)

    def _build_layout(self) -> None:
        buttons = horizontal_layout(None, self.default_button, margins=(0, 0, 0, 0), spacing=4)
        buttons.addStretch(1)
        buttons.addWidget(self.settings_button)
        column = vertical_layout(self, self.box, self.note, margins=(12, 12, 12, 8), spacing=8)
        column.addWidget(self.list, 1)
        column.addWidget(self.cost)
        column.addLayout(buttons)

    def _wanted_height(self, width: int) -> int:
        layout = self.layout()
        assert layout is not None, "it was built with one"
        whole = layout.totalHeightForWidth(width)
        whole = layout.sizeHint().height() if whole < 0 else whole  # without a wrapped text
        around = whole - self.list.sizeHint().height()
        return self._rows_height + around + 8

    def _show_rows(self) -> None:
        """List the tools that match the search; the current one stays current."""
        words = self.box.text().casefold().split()
        current = self.list.currentItem()
        key = None if current is None else current.data(_KEY_ROLE)
        place = self.list.verticalScrollBar().value()
        self.list.clear()
        for group in self._groups:
            found = [
                each
                for each in group.choices
                if all(word in f"{group.title} {each.title}".casefold() for word in words)
            ]
            # The tools of a server that has not started are not known yet.
            if found or (group.state and not (words and group.choices)):
                self._add_heading(group)
            for choice in found:
                item = self._add(choice)
                if choice.key == key:
                    self.list.setCurrentItem(item)
        if not self.list.count():
            text = self.tr("No tools found.") if words else self.tr("No tools yet.")
            self.list.addItem(self._inert(text))
        if not words:
            rows = range(self.list.count())
            self._rows_height = sum(self.list.sizeHintForRow(row) for row in rows)
        self.list.verticalScrollBar().setValue(place)

    def _add_heading(self, group: ToolGroup) -> None:
        item = self._inert(without_hidden(group.title))
        item.setData(_GROUP_ROLE, True)
        item.setData(_DETAIL_ROLE, group.state)
        item.setData(_KEY_ROLE, group.is_trouble)
        spoken = ", ".join(part for part in (group.title, group.state) if part)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
        self.list.addItem(item)

    def _add(self, choice: ToolChoice) -> QListWidgetItem:
        item = QListWidgetItem(without_hidden(choice.title))
        item.setData(_KEY_ROLE, choice.key)
        detail = self.tr("Never allowed in the settings") if choice.is_never else choice.detail
        item.setData(_DETAIL_ROLE, without_hidden(detail))
        is_on = choice.is_on and not choice.is_never
        item.setCheckState(Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked)
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        item.setFlags(flags if not choice.is_never else Qt.ItemFlag.NoItemFlags)
        state = self.tr("on") if is_on else self.tr("off")
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{item.text()}, {state}, {detail}")
        self.list.addItem(item)
        return item

    def _inert(self, text: str) -> QListWidgetItem:
        item = QListWidgetItem(text)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        return item

    def _toggle(self, item: QListWidgetItem) -> None:
        key = item.data(_KEY_ROLE)
        if isinstance(key, str):
            is_on = item.checkState() is not Qt.CheckState.Checked
            item.setCheckState(Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked)
            self.switched.emit(key, is_on)

    def _on_step(self, event: QKeyEvent) -> None:
        """Move the focus into the list at its first tool."""
        for row in range(self.list.count()):
            if self.list.item(row).flags() & Qt.ItemFlag.ItemIsSelectable:
                self.list.setFocus(Qt.FocusReason.OtherFocusReason)
                self.list.setCurrentRow(row)
                return

    def _on_return(self) -> None:
        """Switch the only tool that is found."""
        rows = [self.list.item(row) for row in range(self.list.count())]
        found = [each for each in rows if each.flags() & Qt.ItemFlag.ItemIsSelectable]
        if len(found) == 1:
            self._toggle(found[0])

    def _on_settings(self) -> None:
        self.leave()
        self.settings_requested.emit()


def model_note(*, continues_text: bool, shows_tools: bool, parameter_count: int) -> str:
    """Return how far a model calls tools, in a sentence; empty if it is likely to."""
    if continues_text:
        return translate("ToolPicker", "This is a base model. It can't call tools.")
    if not shows_tools:
        return translate(
            "ToolPicker",
            "This model's chat template does not support tools, so it probably can't call any.",
        )
    if parameter_count < MIN_TOOL_PARAMETERS:
        return translate("ToolPicker", "This model is small and may not call tools well.")
    return ""


def cost_text(count: int, tokens: int | None) -> str:
    """Return what the tools that are on cost in each prompt."""
    if not count:
        return translate(
            "ToolPicker", "Tools that are on are described in each prompt, which costs tokens."
        )
    if tokens is None:
        return ""
    text = translate(
        "ToolPicker", "The tools that are on take about {count:,} tokens of each prompt."
    )
    return fill(text, count=tokens)

"""The model picker: a searchable list of models over the window."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPalette
from PySide6.QtWidgets import QFrame, QListView, QWidget
from shiboken6 import isValid

from app.models.model import ModelChoice, ModelState
from app.models.view.model_list import ModelDelegate, ModelList, RowKind, remove_area
from app.widgets.kit.accessibility import announce
from app.widgets.kit.controls import MutedLabel, QuietButton
from app.widgets.kit.filter_box import FilterBox
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.popup_card import PopupCard
from app.widgets.kit.translation import fill

_WIDEST = 520
_MAX_LINES = 26  # of text, which its height holds at most
_EDGE = 12
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 6, Qt.Key.Key_PageUp: -6}


class ModelPicker(PopupCard):
    """Lists models for one chat; its label says what a choice changes. It closes on a choice.

    It is placed below ``anchor``, or in the place of the palette.
    """

    selected = Signal(object)  # a ModelChoice
    removed = Signal(str)
    file_requested = Signal()
    settings_requested = Signal(object)  # a ModelChoice
    default_requested = Signal(object)  # a ModelChoice, for new chats
    more_requested = Signal()

    def __init__(
        self,
        window: QWidget,
        anchor: QWidget | None,
        running_count: int = 0,
        *,
        offers_machines: bool = False,
        has_chat: bool = True,
    ) -> None:
        super().__init__(window)
        self._anchor = anchor
        self._is_selected = False  # by keys; until then the model of the chat is
        self.items = ModelList(self)
        self.box = FilterBox(self.tr("Search models"), self, escape_clears=False)
        self.view = QListView(self)
        effect = self._effect(running_count, has_chat=has_chat)
        if offers_machines:
            effect += " " + self.tr("Models on other machines answer only this chat.")
        self.effect_label = MutedLabel(effect, self, wraps=True)
        self.settings_button = QuietButton("settings", self.tr("Model settings…"), self)
        self.more_button = QuietButton("search", self.tr("Get more models…"), self)
        self.default_button = QuietButton("check", self.tr("Use for new chats"), self)
        self.cancel_button = QuietButton("close", self.tr("Cancel loading"), self)
        self._build()
        self._connect()

    def open(self) -> None:
        """Show the picker on its window, with the focus."""
        self._select(self._first_row())
        self.open_with(self.box)

    def set_choices(self, choices: Iterable[ModelChoice]) -> None:
        """Show these models; a row that was selected by keys stays selected."""
        choices = tuple(choices)
        is_loading = any(each.state is ModelState.LOADING for each in choices)
        if self.cancel_button.hasFocus() and not is_loading:
            self.box.setFocus()
        self.cancel_button.setVisible(is_loading)
        row = self.items.row(self.view.currentIndex()) if self._is_selected else None
        self.items.set_choices(choices)
        model = None if row is None else row.model
        place = None if model is None else self.items.place_of(model.path, model.route)
        self._select(self._first_row() if place is None else place)
        self.reposition()

    def reposition(self) -> None:
        available = self._window.size()
        width = min(_WIDEST, available.width() - 2 * _EDGE)
        highest = _MAX_LINES * self.fontMetrics().height()
        height = min(highest, available.height() - 4 * _EDGE, self._wanted_height(width))
        left, top = (available.width() - width) // 2, min(64, available.height() // 12)
        anchor = self._anchor
        # Its tab may have been closed.
        if anchor is not None and isValid(anchor) and anchor.window() is self._window:
            below = anchor.mapTo(self._window, QPoint(0, anchor.height() + 4))
            left = below.x() + anchor.width() - width
            top = below.y()
        left = max(_EDGE, min(left, available.width() - width - _EDGE))
        top = max(_EDGE, min(top, available.height() - height - _EDGE))
        self.setGeometry(QRect(left, top, width, height))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.box and isinstance(event, QKeyEvent) and self._removes(event):
            self._remove(self.view.currentIndex())
            return True
        if watched is self.view.viewport() and isinstance(event, QMouseEvent):
            return self._is_on_cross(event) and self._take_cross(event)
        return super().eventFilter(watched, event)

    def _effect(self, running_count: int, *, has_chat: bool) -> str:
        text = self.tr("New chats use the model that you choose.")
        if has_chat:
            # The model of a chat is loaded next to the others, and stops no answer.
            return self.tr("This chat uses the model that you choose, from the next answer on.")
        if running_count == 1:
            text += " " + self.tr(
                "An answer is still being written; you are asked before it is stopped."
            )
        elif running_count:
            more = self.tr(
                "{count:,} answers are still being written; you are asked before they are stopped."
            )
            text += " " + fill(more, count=running_count)
        return text

    def _build(self) -> None:
        self.setAccessibleName(self.tr("Choose a model"))
        self.setAccessibleDescription(self.effect_label.text())
        view = self.view
        view.setModel(self.items)
        view.setItemDelegate(ModelDelegate(view))
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setMouseTracking(True)
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        view.setAccessibleName(self.tr("Models"))
        view.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        view.viewport().setAutoFillBackground(False)
        self.box.setMinimumHeight(self.fontMetrics().height() + 14)
        self.effect_label.setContentsMargins(10, 2, 10, 2)
        column = vertical_layout(self, self.box, margins=(8, 8, 8, 8), spacing=4)
        column.addWidget(view, 1)
        column.addWidget(self.effect_label)
        self._foot = FlowLayout(*self._buttons(), spacing=4)
        column.addLayout(self._foot)

    def _connect(self) -> None:
        self.box.textChanged.connect(self._on_text_changed)
        self.box.step_pressed.connect(self._on_step_pressed)
        self.box.returnPressed.connect(lambda: self._choose(self.view.currentIndex()))
        self.view.clicked.connect(self._choose)
        self.view.selectionModel().currentChanged.connect(self._on_current_changed)
        self.settings_button.clicked.connect(self._on_settings_pressed)
        self.default_button.clicked.connect(self._on_default_pressed)
        self.more_button.clicked.connect(self._on_more_pressed)
        self.box.installEventFilter(self)
        self.view.viewport().installEventFilter(self)

    def _wanted_height(self, width: int) -> int:
        rows = sum(self.view.sizeHintForRow(row) for row in range(self.items.rowCount()))
        label = self.effect_label.heightForWidth(width - 2 * _EDGE)
        foot = self._foot.heightForWidth(width - 2 * _EDGE)
        return rows + self.box.minimumHeight() + foot + label + 36

    def _on_current_changed(self, index: QModelIndex) -> None:
        row = self.items.row(index)
        model = None if row is None else row.model
        unusable = (ModelState.GONE, ModelState.DAMAGED)
        is_usable = model is not None and model.state not in unusable
        is_local = is_usable and model is not None and model.route is None
        self.settings_button.setEnabled(is_local)
        self.default_button.setEnabled(is_local and model is not None and not model.is_default)

    def _on_settings_pressed(self) -> None:
        row = self.items.row(self.view.currentIndex())
        if row is not None and row.model is not None:
            self.leave()
            self.settings_requested.emit(row.model)

    def _on_default_pressed(self) -> None:
        row = self.items.row(self.view.currentIndex())
        if row is not None and row.model is not None:
            self.box.setFocus()  # the button becomes disabled, and the focus may not leave the card
            self.default_requested.emit(row.model)
            announce(self, fill(self.tr("New chats use {name}."), name=row.model.name))

    def _on_more_pressed(self) -> None:
        self.leave()
        self.more_requested.emit()

    def _buttons(self) -> tuple[QuietButton, ...]:
        return (self.settings_button, self.more_button, self.default_button, self.cancel_button)

    def _on_text_changed(self, text: str) -> None:
        self.items.set_text(text)
        self._select(self._first_row())

    def _on_step_pressed(self, event: QKeyEvent) -> None:
        step = _STEPS[Qt.Key(event.key())]
        self._is_selected = True
        selectable = self._selectable()
        row = self.view.currentIndex().row()
        at = selectable.index(row) if row in selectable else 0
        wanted = at + step
        if abs(step) == 1:
            wanted %= len(selectable)
        self._select(selectable[min(max(0, wanted), len(selectable) - 1)])

    def _selectable(self) -> list[int]:
        rows = range(self.items.rowCount())
        return [at for at in rows if self.items.flags(self.items.index(at))]

    def _first_row(self) -> int:
        """Return the row of the chat's model, or of the best match of a search."""
        rows = self._selectable()  # opening a file is always offered
        for row in () if self.box.text() else rows:
            item = self.items.row(self.items.index(row))
            if item is not None and item.model is not None and item.model.is_in_chat:
                return row
        return rows[0]

    def _select(self, row: int) -> None:
        self.view.setCurrentIndex(self.items.index(row))

    def _choose(self, index: QModelIndex) -> None:
        row = self.items.row(index)
        if row is None:
            return
        if row.kind is RowKind.FILE:
            self.leave()
            self.file_requested.emit()
        elif row.model is not None and self._obstacle(row.model):
            self._explain(self._obstacle(row.model))
        elif row.model is not None:
            self.leave()
            self.selected.emit(row.model)

    def _obstacle(self, model: ModelChoice) -> str:
        """Return the reason why a model can't be chosen; empty if it can."""
        if model.state is ModelState.GONE:
            text = self.tr(
                "The file of “{name}” is missing. Press Delete to remove it from this list."
            )
        elif model.state is ModelState.OFFLINE:
            text = self.tr(
                "“{name}” can't be chosen while Hubbub works offline. Change that in the settings, "
                "under Network."
            )
        else:
            return ""
        return fill(text, name=model.name)

    def _explain(self, text: str) -> None:
        self.effect_label.setText(text)
        announce(self, self.effect_label.text())
        self.reposition()

    def _removes(self, event: QKeyEvent) -> bool:
        """Return whether a key removes the selected model, not a character of the search text."""
        if event.type() is not QEvent.Type.KeyPress or event.key() != Qt.Key.Key_Delete:
            return False
        return self.box.cursorPosition() == len(self.box.text()) and not self.box.hasSelectedText()

    def _remove(self, index: QModelIndex) -> None:
        row = self.items.row(index)
        if row is not None and row.can_be_removed and row.model is not None:
            self.removed.emit(row.model.path)

    def _is_on_cross(self, event: QMouseEvent) -> bool:
        place = event.position().toPoint()
        index = self.view.indexAt(place)
        row = self.items.row(index)
        is_removable = row is not None and row.can_be_removed
        return is_removable and remove_area(self.view.visualRect(index)).contains(place)

    def _take_cross(self, event: QMouseEvent) -> bool:
        if event.type() is QEvent.Type.MouseButtonRelease:
            self._remove(self.view.indexAt(event.position().toPoint()))
        return event.type() is not QEvent.Type.MouseMove

"""The saved prompts over the message box: a "/" at its beginning opens them."""

import enum
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QObject,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.domain import SavedPrompt
from app.domain.saved_prompts import matching_prompts
from app.widgets.composer.edit import ComposerEdit
from app.widgets.composer.prompt_fields import PromptFields
from app.widgets.kit.accessibility import announce
from app.widgets.kit.controls import Card
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.list_rows import AnyIndex, paint_row_background
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill
from app.widgets.markdown.safe_text import without_hidden

OPENING = "/"
MOST_ROWS = 7
LONGEST_SEARCH = 60
_PADDING = 10
_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_CHOOSING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab})
_KEYS = _CHOOSING | _MOVES.keys() | {Qt.Key.Key_Escape}


class PromptCommand(enum.Enum):
    """What can be chosen beside the prompts themselves."""

    NEW = "new"
    MANAGE = "manage"


@dataclass(frozen=True, slots=True)
class PromptRow:
    """One row: a prompt, or something that is done with prompts."""

    text: str
    detail: str = ""
    prompt: SavedPrompt | None = None
    command: PromptCommand | None = None


class PromptRows(QAbstractListModel):
    """What fits the letters behind the slash."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[PromptRow, ...] = ()

    def set_rows(self, rows: tuple[PromptRow, ...]) -> None:
        """Show these."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == Qt.ItemDataRole.UserRole:
            return row.detail
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.text}, {row.detail}" if row.detail else row.text
        return None


class PromptDelegate(QStyledItemDelegate):
    """A name, and quietly behind it how the text begins."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        colours = colours_of(option.palette)
        area = QRect(option.rect).adjusted(2, 1, -2, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row_background(painter, option, area, colours)
        inner = area.adjusted(_PADDING, 0, -_PADDING, 0)
        metrics, right = option.fontMetrics, Qt.TextElideMode.ElideRight
        name = metrics.elidedText(str(index.data()), right, inner.width())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading
        painter.setPen(QColor(colours.text))
        painter.drawText(inner, flags, name)
        rest = inner.adjusted(metrics.horizontalAdvance(name) + 2 * _PADDING, 0, 0, 0)
        if rest.width() > 4 * _PADDING:
            detail = str(index.data(Qt.ItemDataRole.UserRole))
            painter.setPen(QColor(colours.muted))
            painter.drawText(rest, flags, metrics.elidedText(detail, right, rest.width()))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(60, option.fontMetrics.height() + 14)


class PromptPicker(QObject):
    """Opens over the box while its text is a slash and a search; the keyboard stays in the box."""

    command_chosen = Signal(PromptCommand)

    def __init__(self, edit: ComposerEdit, box: QWidget) -> None:
        super().__init__(edit)
        self._edit = edit
        self._box = box
        self._prompts: tuple[SavedPrompt, ...] = ()
        self._is_dismissed = False
        self.fields = PromptFields(edit)
        self.rows = PromptRows(self)
        self.card = Card(box, fill="raised", radius=12, has_border=True)
        self.card.hide()
        self.view = QListView(self.card)
        self._build_view()
        edit.installEventFilter(self)
        edit.textChanged.connect(self._on_text_changed)
        edit.focus_changed.connect(self._on_focus_changed)
        box.installEventFilter(self)

    def set_prompts(self, prompts: tuple[SavedPrompt, ...]) -> None:
        """Take what can be chosen."""
        self._prompts = prompts
        self._on_text_changed()  # what is searched for may be among them

    def use(self, prompt: SavedPrompt) -> None:
        """Put a prompt into the box; what is written there already stays."""
        if self._edit.toPlainText().strip():
            self._edit.insertPlainText(prompt.text)
        else:
            self._edit.replace_text(prompt.text)
        self._edit.setFocus()
        self.fields.begin()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._box:
            if event.type() in (QEvent.Type.Move, QEvent.Type.Resize) and self.card.isVisible():
                self._stand_over_box()
            elif event.type() is QEvent.Type.Hide:
                self.card.hide()
                self.card.setParent(self._box)  # the page may move on to another window
            return False
        if self.card.isHidden() or not isinstance(event, QKeyEvent) or event.key() not in _KEYS:
            return False
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return event.type() is QEvent.Type.KeyPress and self._take_key(Qt.Key(event.key()))

    def _build_view(self) -> None:
        view = self.view
        view.setModel(self.rows)
        view.setItemDelegate(PromptDelegate(view))
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keyboard stays in the box
        view.setMouseTracking(True)
        view.setUniformItemSizes(True)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.viewport().setAutoFillBackground(False)
        view.setAccessibleName(self.tr("Saved prompts"))
        view.clicked.connect(lambda index: self._choose(index.row()))
        vertical_layout(self.card, view, margins=(6, 6, 6, 6))

    def _on_text_changed(self) -> None:
        text = self._edit.toPlainText() if self._edit.document().blockCount() == 1 else ""
        if not text.startswith(OPENING):
            self._is_dismissed = False
        is_search = text.startswith(OPENING) and len(text) <= LONGEST_SEARCH
        # What the program puts into the box is no search.
        rows = self._rows_for(text[1:]) if is_search and self._edit.hasFocus() else ()
        if not rows or self._is_dismissed:
            self.card.hide()
            return
        self.rows.set_rows(rows)
        self._select(0)
        self._stand_over_box()
        if self.card.isHidden():
            self.card.show()
            self.card.raise_()

    def _rows_for(self, wanted: str) -> tuple[PromptRow, ...]:
        rows = [
            PromptRow(without_hidden(each.name), _beginning(each.text), prompt=each)
            for each in matching_prompts(self._prompts, wanted)
        ]
        if not wanted:
            detail = "" if self._prompts else self.tr("Texts that you use often")
            rows.append(PromptRow(self.tr("New prompt …"), detail, command=PromptCommand.NEW))
            if self._prompts:
                text = self.tr("Manage saved prompts …")
                rows.append(PromptRow(text, command=PromptCommand.MANAGE))
        return tuple(rows)

    def _stand_over_box(self) -> None:
        window = self._box.window()
        if self.card.parentWidget() is not window:
            self.card.setParent(window)
        count = min(MOST_ROWS, self.rows.rowCount())
        corner = self._box.mapTo(window, QPoint(0, 0))
        height = min(count * self.view.sizeHintForRow(0) + 14, max(60, corner.y() - 8))
        self.card.setGeometry(corner.x(), corner.y() - height - 4, self._box.width(), height)

    def _on_focus_changed(self, has_focus: bool) -> None:
        if not has_focus:
            self.card.hide()

    def _take_key(self, key: Qt.Key) -> bool:
        row = self.view.currentIndex().row()
        if key in _MOVES:
            self._select((row + _MOVES[key]) % self.rows.rowCount())
        elif key in _CHOOSING:
            self._choose(row)
        else:
            self._is_dismissed = True
            self.card.hide()
        return True

    def _select(self, row: int) -> None:
        index = self.rows.index(row)
        self.view.setCurrentIndex(index)
        self.view.scrollTo(index)
        text = self.tr("{name}, {number} of {count} saved prompts")
        name = str(self.rows.data(index, Qt.ItemDataRole.AccessibleTextRole))
        announce(self._edit, fill(text, name=name, number=row + 1, count=self.rows.rowCount()))

    def _choose(self, row: int) -> None:
        chosen = self.rows.rows[row]
        self.card.hide()
        self._edit.replace_text("" if chosen.prompt is None else chosen.prompt.text)
        self._edit.setFocus()
        if chosen.prompt is not None:
            self.fields.begin()
        elif chosen.command is not None:
            self.command_chosen.emit(chosen.command)


def _beginning(text: str) -> str:
    return without_hidden(" ".join(text[:300].split()))

"""The item model of all conversations, newest first under headings by day, and its drawing."""

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import ClassVar

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.domain import ConversationSummary
from app.widgets.icons import icon_pixmap
from app.widgets.markdown.safe_text import without_hidden
from app.widgets.theme import TypeSize, colours_of, sized_font

AnyIndex = QModelIndex | QPersistentModelIndex

ID_ROLE = Qt.ItemDataRole.UserRole + 1
IS_RUNNING_ROLE = Qt.ItemDataRole.UserRole + 2
IS_HEADING_ROLE = Qt.ItemDataRole.UserRole + 3


class Age(enum.Enum):
    """The groups of the list, in their order."""

    TODAY = enum.auto()
    YESTERDAY = enum.auto()
    THIS_WEEK = enum.auto()
    OLDER = enum.auto()


def age_of(moment: datetime, today: date) -> Age:
    """Say to which group a moment belongs, in local days; the future counts as today."""
    days = (today - moment.astimezone().date()) / timedelta(days=1)
    if days <= 0:
        return Age.TODAY
    if days <= 1:
        return Age.YESTERDAY
    return Age.THIS_WEEK if days < 7 else Age.OLDER


@dataclass(frozen=True, slots=True)
class _Row:
    """A heading, or a conversation."""

    text: str
    conversation_id: str | None = None


class ConversationList(QAbstractListModel):
    """Rows for headings and for the conversations whose title holds the filter's words."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._conversations: tuple[ConversationSummary, ...] = ()
        self._running_ids: frozenset[str] = frozenset()
        self._filter = ""
        self._rows: list[_Row] = []

    def set_conversations(
        self, conversations: tuple[ConversationSummary, ...], running_ids: Iterable[str]
    ) -> None:
        """Show these; nothing is reset where only the running ones changed."""
        running = frozenset(running_ids)
        is_same = conversations == self._conversations
        self._conversations, self._running_ids = conversations, running
        if not is_same:
            self._rebuild()
        elif self._rows:
            last = self.index(len(self._rows) - 1)
            self.dataChanged.emit(self.index(0), last, [IS_RUNNING_ROLE])

    def set_filter(self, text: str) -> None:
        """Show only the conversations whose title holds every word of ``text``."""
        self._filter = text
        self._rebuild()

    def title(self, conversation_id: str) -> str:
        """Return a conversation's title, or nothing where it is not known."""
        titles = (row.title for row in self._conversations if row.id == conversation_id)
        return next(titles, "")

    def index_of(self, conversation_id: str) -> QModelIndex:
        """Return where a conversation stands; invalid where the filter hides it."""
        for number, row in enumerate(self._rows):
            if row.conversation_id == conversation_id:
                return self.index(number)
        return QModelIndex()

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> str | bool | None:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        is_running = row.conversation_id in self._running_ids
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            running_words = self.tr("%1, being answered").replace("%1", row.text)
            return running_words if is_running else row.text
        if role == ID_ROLE:
            return row.conversation_id
        if role == IS_RUNNING_ROLE:
            return is_running
        if role == IS_HEADING_ROLE:
            return row.conversation_id is None
        return None

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if not index.isValid() or self.data(index, IS_HEADING_ROLE):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def _rebuild(self) -> None:
        words = self._filter.casefold().split()
        today = datetime.now().astimezone().date()
        self.beginResetModel()
        self._rows = []
        age = None
        for conversation in self._conversations:
            title = without_hidden(conversation.title) or self.tr("New chat")
            if not all(word in title.casefold() for word in words):
                continue
            new_age = age_of(conversation.updated_at, today)
            if new_age is not age:
                age = new_age
                self._rows.append(_Row(self._heading(age)))
            self._rows.append(_Row(title, conversation.id))
        self.endResetModel()

    def _heading(self, age: Age) -> str:
        return {
            Age.TODAY: self.tr("Today"),
            Age.YESTERDAY: self.tr("Yesterday"),
            Age.THIS_WEEK: self.tr("This week"),
            Age.OLDER: self.tr("Older"),
        }[age]


class ConversationDelegate(QStyledItemDelegate):
    """Draws a row of the list: quiet headings, rounded selection, a pen while answering."""

    PADDING: ClassVar[int] = 10

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        colours = colours_of(option.palette)
        area = QRect(option.rect).adjusted(4, 1, -4, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_heading = bool(index.data(IS_HEADING_ROLE))
        if is_heading:
            painter.setFont(sized_font(option.font, TypeSize.SMALL, is_bold=True))
        fill = self._fill(option, is_heading=is_heading)
        if fill:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(getattr(colours, fill)))
            painter.drawRoundedRect(QRectF(area), 7, 7)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRoundedRect(QRectF(area).adjusted(1, 1, -1, -1), 7, 7)
        text_area = area.adjusted(self.PADDING, 0, -self.PADDING, 0)
        if index.data(IS_RUNNING_ROLE):
            ratio = painter.device().devicePixelRatioF()
            pen = icon_pixmap("pencil", colours.accent, 14, ratio)
            painter.drawPixmap(text_area.right() - 14, area.center().y() - 7, pen)
            text_area.adjust(0, 0, -20, 0)
        painter.setPen(QColor(colours.muted if is_heading else colours.text))
        alignment = Qt.AlignmentFlag.AlignBottom if is_heading else Qt.AlignmentFlag.AlignVCenter
        text = painter.fontMetrics().elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, text_area.width()
        )
        painter.drawText(text_area.adjusted(0, 0, 0, -4 if is_heading else 0), alignment, text)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        height = option.fontMetrics.height()
        return QSize(60, height + (18 if index.data(IS_HEADING_ROLE) else 14))

    def _fill(self, option: QStyleOptionViewItem, *, is_heading: bool) -> str:
        if is_heading:
            return ""
        if option.state & QStyle.StateFlag.State_Selected:
            return "bubble"
        return "hover" if option.state & QStyle.StateFlag.State_MouseOver else ""

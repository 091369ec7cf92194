"""The card of a tab under the mouse: the title, last message and state of its conversation."""

from collections.abc import Callable

import msgspec
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QHelpEvent, QHoverEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.widgets.kit.controls import Card, MutedLabel
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.tabs.row import TabRow, is_column

WIDTH = 300
LONGEST = 160  # characters of a title or of the last line
_GAP = 4
_LEADING, _TRAILING = "#>*-+|`~=_ \t", "*-|`~=_ \t"  # marks around the words of a line
_ENDINGS = frozenset(
    {
        QEvent.Type.Leave,
        QEvent.Type.HoverLeave,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.Wheel,
        QEvent.Type.Hide,
        QEvent.Type.KeyPress,
    }
)


class TabCard(msgspec.Struct, frozen=True):
    """The texts of the card of one tab.

    Attributes:
        last_line: of the last message; empty if the conversation is empty.
        state: its current activity, in words; empty if idle.
        model_name: of its next answer if it was chosen, or of the last one; empty if unknown.
    """

    title: str
    last_line: str = ""
    state: str = ""
    model_name: str = ""


def last_line(text: str) -> str:
    """Return the last line of a text that contains words, without Markdown marks."""
    lines = (line.lstrip(_LEADING).rstrip(_TRAILING) for line in reversed(text.splitlines()))
    line = next((line for line in lines if line), "")
    return _shortened(line)


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST].rstrip() + "…"


class HoverCard(Card):
    """Watches rows of tabs; opens at the tab on which the mouse rests, then follows the mouse.

    It is drawn over the page of its pane, takes no mouse or keyboard events, and moves nothing.
    """

    def __init__(
        self, card_of: Callable[[str], TabCard], rows: tuple[TabRow, ...], pane: QWidget
    ) -> None:
        super().__init__(pane, has_border=True, radius=9)
        self._pane = pane
        self._card_of = card_of
        self._shown_id: str | None = None
        self._title = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._line = MutedLabel(wraps=True)
        self._state = MutedLabel(wraps=True)
        self._column = column = vertical_layout(self, margins=(12, 10, 12, 10), spacing=_GAP)
        for label in (self._title, self._line, self._state):
            column.addWidget(label)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        for row in rows:
            row.installEventFilter(self)

    def update_card(self, conversation_id: str) -> None:
        """Update the card, if it shows this tab."""
        if self.isVisible() and conversation_id == self._shown_id:
            self._fill_labels(conversation_id)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(watched, TabRow):
            return False
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            self._open(watched, event.pos())
            return True
        if isinstance(event, QHoverEvent) and event.type() is QEvent.Type.HoverMove:
            if self.isVisible():
                self._open(watched, event.position().toPoint())
        elif event.type() in _ENDINGS:
            self.hide()
        return False

    def _open(self, row: TabRow, position: QPoint) -> None:
        index = row.tabAt(position)
        if index < 0:
            self.hide()
            return
        conversation_id = str(row.tabData(index))
        if self.isVisible() and conversation_id == self._shown_id:
            return
        self._shown_id = conversation_id
        self._fill_labels(conversation_id)
        self.setGeometry(self._card_rect(row, row.tabRect(index)))
        self.show()
        self.raise_()

    def _fill_labels(self, conversation_id: str) -> None:
        card = self._card_of(conversation_id)
        self._title.setFont(sized_font(self.font(), TypeSize.BODY, is_bold=True))
        self._title.setText(_shortened(card.title))
        below = "  ·  ".join(part for part in (card.state, card.model_name) if part)
        for label, text in ((self._line, card.last_line), (self._state, below)):
            label.setText(text)
            label.setVisible(bool(text))

    def _card_rect(self, row: TabRow, tab: QRect) -> QRect:
        """Return a rectangle below a tab, or next to a tab in a column, inside the pane."""
        pane = self._pane.rect()
        width = min(WIDTH, pane.width())
        height = self._column.totalHeightForWidth(width)
        corner = tab.topRight() if is_column(row) else tab.bottomLeft()
        at = self._pane.mapFromGlobal(row.mapToGlobal(corner))  # the tabs may be in the sidebar
        at += QPoint(_GAP, 0) if is_column(row) else QPoint(0, _GAP)
        left = max(0, min(at.x(), pane.width() - width))
        return QRect(left, max(0, min(at.y(), pane.height() - height)), width, height)

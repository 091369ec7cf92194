"""The card of a tab under the mouse: what its chat is called, said last, and is doing."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QHelpEvent, QHoverEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.widgets.kit.controls import Card, MutedLabel
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.tabs.row import TabRow, is_column

WIDTH = 300
LONGEST = 160  # letters of a title, or of what was said last
_GAP = 4
_BEFORE, _BEHIND = "#>*-+|`~=_ \t", "*-|`~=_ \t"  # marks around the words of a line
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


@dataclass(frozen=True, slots=True)
class TabCard:
    """What is said of a tab.

    Attributes:
        last_line: of the last message; empty where the chat is.
        state: what it is doing, in words; empty where nothing is.
        model_name: who wrote its last answer; empty where nobody did.
    """

    title: str
    last_line: str = ""
    state: str = ""
    model_name: str = ""


def last_line(text: str) -> str:
    """Return the last line of a text that says something, without the marks around it."""
    lines = (line.lstrip(_BEFORE).rstrip(_BEHIND) for line in reversed(text.splitlines()))
    line = next((line for line in lines if line), "")
    return _shortened(line)


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST].rstrip() + "…"


class HoverCard(Card):
    """Watches rows of tabs; opens where the mouse rests, and then follows it from tab to tab.

    It lies over the page of its pane, takes neither mouse nor keyboard, and moves nothing.
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
        """Return a place below a tab, or beside one in a column, inside of the pane."""
        pane = self._pane.rect()
        width = min(WIDTH, pane.width())
        height = self._column.totalHeightForWidth(width)
        corner = tab.topRight() if is_column(row) else tab.bottomLeft()
        at = row.mapTo(self._pane, corner)
        at += QPoint(_GAP, 0) if is_column(row) else QPoint(0, _GAP)
        left = max(0, min(at.x(), pane.width() - width))
        return QRect(left, max(0, min(at.y(), pane.height() - height)), width, height)

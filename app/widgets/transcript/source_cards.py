"""The pages that an answer cites, as small cards below it; a click asks before it opens one."""

from functools import partial
from urllib.parse import urlsplit

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QWidget

from app.tools.model import WebPage
from app.widgets.kit.controls import SEPARATOR, paint_button_background
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.small_dialogs import ask_before
from app.widgets.kit.text import visible_target
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill, translate
from app.widgets.markdown.safe_text import without_hidden
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.steps import CitedPage

MARGIN = 8
MAX_TITLE_CHARS = 40
_SIDE, _RADIUS = 10, 8
_SLACK = 4  # two texts side by side are wider than one


def host_of(page: WebPage) -> str:
    """Return the host of a page; empty for a page without a web address."""
    try:
        parts = urlsplit(page.address)
        return (parts.hostname or "") if parts.scheme in ("http", "https") else ""
    except ValueError:
        return ""


class SourceCard(QPushButton):
    """The number, title and host of one page; a page without an address can't be opened."""

    def __init__(self, cited: CitedPage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        host = without_hidden(host_of(cited.page))
        title = without_hidden(cited.page.title) or host
        self._host = SEPARATOR + host if host and host != title else ""
        if len(title) > MAX_TITLE_CHARS:
            title = title[: MAX_TITLE_CHARS - 1].rstrip() + "…"
        self.setText(f"{cited.number}  {title}")
        text = fill(
            translate("SourceCard", "Source {number}: {title}"), number=cited.number, title=title
        )
        self.setAccessibleName(f"{text}{self._host}")
        self.setEnabled(bool(host))
        self.setAutoDefault(True)
        if host:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        # Qt would render a title that looks like HTML.
        self.setToolTip(without_hidden(cited.page.address).replace("<", "&lt;"))

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = metrics.horizontalAdvance(self.text() + self._host) + 2 * _SIDE + _SLACK
        return QSize(width, metrics.height() + 10)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.code))
        painter.drawRoundedRect(self.rect(), _RADIUS, _RADIUS)
        paint_button_background(painter, self, colours, radius=_RADIUS, is_flat=True)
        cut, flags = Qt.TextElideMode.ElideRight, Qt.AlignmentFlag.AlignVCenter
        area = self.rect().adjusted(_SIDE, 0, -_SIDE, 0)
        metrics = painter.fontMetrics()
        title = metrics.elidedText(self.text(), cut, area.width())
        painter.setPen(QColor(colours.text))
        painter.drawText(area, flags, title)
        area.setLeft(area.left() + metrics.horizontalAdvance(title))
        painter.setPen(QColor(colours.muted))
        painter.drawText(area, flags, metrics.elidedText(self._host, cut, area.width()))


class SourceCards(QWidget):
    """The cited pages in the order of their numbers, in rows."""

    def __init__(self, requests: MessageRequests, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._requests = requests
        self._pages: tuple[CitedPage, ...] = ()
        self._rows = FlowLayout(spacing=MARGIN)
        self._rows.setContentsMargins(0, MARGIN, 0, MARGIN)
        self.setLayout(self._rows)
        self.cards: tuple[SourceCard, ...] = ()

    def show_pages(self, pages: tuple[CitedPage, ...]) -> None:
        """Replace the pages."""
        if pages == self._pages:
            return
        self._pages = pages
        for card in self.cards:
            self._rows.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = tuple(SourceCard(each, self) for each in pages)
        for card, cited in zip(self.cards, pages, strict=True):
            card.clicked.connect(partial(self._on_clicked, cited.page))
            self._rows.addWidget(card)
            card.show()
        self.setVisible(bool(pages))

    def fit(self, width: int) -> int:
        """Return the height at a width."""
        for card in self.cards:
            card.ensurePolished()
        return self._rows.heightForWidth(width) + 2 * MARGIN

    def _on_clicked(self, page: WebPage, *_checked: bool) -> None:
        # The address comes from a tool, which may have it from anywhere.
        text = fill(
            self.tr("Open {address} in your browser?"), address=visible_target(page.address)
        )
        ask_before(
            self.window(),
            text,
            self.tr("Open"),
            lambda: self._requests.link_activated.emit(page.address),
        )

"""The reasoning before an answer: a muted line, and the text below it when unfolded."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from app.domain.reply_text import GrowingText
from app.widgets.kit.controls import paint_button_background
from app.widgets.kit.icons import tinted_icon
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill, translate
from app.widgets.transcript.body import MessageBody
from app.widgets.transcript.message_requests import MessageRequests

ARROW_SIDE = 14
ARROW_LEFT = 2
TEXT_LEFT = ARROW_LEFT + ARROW_SIDE + 4
BAR_TOP = 5
BAR_LEFT = ARROW_LEFT + ARROW_SIDE // 2 - 1


class FoldButton(QPushButton):
    """A line with an arrow that unfolds the text below it; its height never changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.toggled.connect(self._tell_state)
        self._tell_state(is_unfolded=False)

    def set_text(self, label: str) -> None:
        """Set the text, also for screen readers."""
        if label != self.text():
            self.setText(label)
            self.setAccessibleName(label)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = TEXT_LEFT + metrics.horizontalAdvance(self.text()) + 9
        return QSize(width, metrics.height() + 8)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_touch(painter)
        folded = "chevron-left" if is_mirrored else "chevron-right"
        icon = tinted_icon("chevron-down" if self.isChecked() else folded, colours.muted)
        left = self.width() - ARROW_LEFT - ARROW_SIDE if is_mirrored else ARROW_LEFT
        icon.paint(painter, QRect(left, (self.height() - ARROW_SIDE) // 2, ARROW_SIDE, ARROW_SIDE))
        area = self.rect()
        area.adjust(*((0, 0, -TEXT_LEFT, 0) if is_mirrored else (TEXT_LEFT, 0, 0, 0)))
        painter.setPen(QColor(colours.muted))
        side = Qt.AlignmentFlag.AlignRight if is_mirrored else Qt.AlignmentFlag.AlignLeft
        painter.drawText(area, side | Qt.AlignmentFlag.AlignVCenter, self.text())

    def _paint_touch(self, painter: QPainter) -> None:
        """Paint hover and focus; only the arrow shows whether it is unfolded."""
        if self.underMouse() or self.hasFocus():
            paint_button_background(
                painter, self, colours_of(self.palette()), radius=6, is_flat=True
            )

    def _tell_state(self, is_unfolded: bool) -> None:
        self.setAccessibleDescription(self.tr("expanded") if is_unfolded else self.tr("collapsed"))


class ReasoningText(QWidget):
    """The text of the reasoning next to a thin bar, in the muted colour."""

    def __init__(self, requests: MessageRequests, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.body = MessageBody(requests, self, is_quiet=True)

    def fit(self, width: int) -> int:
        """Lay the text out for a width; return the height."""
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        height = self.body.fit(width - TEXT_LEFT)
        self.body.move(0 if is_mirrored else TEXT_LEFT, BAR_TOP)
        return BAR_TOP + height + 4

    def paintEvent(self, event: QPaintEvent) -> None:
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        left = self.width() - BAR_LEFT - 2 if is_mirrored else BAR_LEFT
        painter = QPainter(self)
        height = self.height() - BAR_TOP - 4
        painter.fillRect(left, BAR_TOP, 2, height, QColor(colours_of(self.palette()).border))


class ReasoningView(QWidget):
    """Shows the duration of the reasoning; its text is drawn only while unfolded."""

    def __init__(
        self,
        message_id: int,
        requests: MessageRequests,
        parent: QWidget | None = None,
        *,
        is_unfolded: bool = False,
    ) -> None:
        super().__init__(parent)
        self._message_id = message_id
        self._requests = requests
        self._reasoning = GrowingText()
        self._is_growing = False
        self._text: ReasoningText | None = None
        self.header = FoldButton(self)
        self.header.setChecked(is_unfolded)
        self.header.toggled.connect(self._on_toggled)

    @property
    def body(self) -> MessageBody | None:
        """The widget of the text, or None if it was never unfolded."""
        return None if self._text is None else self._text.body

    def show_reasoning(
        self, reasoning: GrowingText, *, is_growing: bool, seconds: float | None
    ) -> None:
        """Show a text so far; ``seconds`` is the time that it took, None if that is not known."""
        self._reasoning, self._is_growing = reasoning, is_growing
        self.header.set_text(self._label_text(seconds))
        if self.header.isChecked():
            self._draw()

    def fit(self, width: int) -> int:
        """Lay everything out for a width; return the height."""
        # The theme sets the font of the class; a button that was never shown does not have it yet.
        self.header.ensurePolished()
        size = self.header.sizeHint()
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        left = width - size.width() if is_mirrored else 0
        self.header.setGeometry(left, 0, size.width(), size.height())
        height = size.height()
        if self._text is not None and self.header.isChecked():
            text_height = self._text.fit(width)
            self._text.setGeometry(0, height, width, text_height)
            height += text_height
        return height + 4

    def _label_text(self, seconds: float | None) -> str:
        if self._is_growing:
            if seconds is None or seconds < 1:
                return self.tr("Thinking…")
            return fill(self.tr("Thinking… {duration}"), duration=duration_text(seconds))
        if seconds is None:
            return self.tr("Reasoning")
        return fill(self.tr("Thought for {duration}"), duration=duration_text(seconds))

    def _on_toggled(self, is_unfolded: bool) -> None:
        if is_unfolded:
            self._draw()
        if self._text is not None:
            self._text.setVisible(is_unfolded)
        self._requests.folding_changed.emit(self._message_id)

    def _draw(self) -> None:
        text = self._text or self._build_text()
        # Most tokens make no new widget, and the existing ones are in tab order already.
        count = len(text.body.block_views)
        if self._is_growing:
            text.body.grow(self._reasoning)
        else:
            text.body.finish(self._reasoning.text)
        if len(text.body.block_views) != count:
            self._order_focus(text)

    def _build_text(self) -> ReasoningText:
        self._text = ReasoningText(self._requests, self)
        self._text.body.setAccessibleName(self.tr("Hubbub thought"))
        self._text.body.height_changed.connect(self._on_height_changed)
        self._text.show()
        return self._text

    def _order_focus(self, text: ReasoningText) -> None:
        """Set the tab order from the line into its text; Qt puts later widgets last."""
        above: QWidget = self.header
        for widget in text.findChildren(QWidget):
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                QWidget.setTabOrder(above, widget)
                above = widget

    def _on_height_changed(self) -> None:
        self._requests.height_changed.emit(self._message_id)


def duration_text(seconds: float) -> str:
    """Return a duration in completed seconds, so that a line with it changes once a second."""
    minutes, rest = divmod(int(seconds), 60)
    if minutes:
        text = translate("ReasoningView", "{minutes:,} min {seconds} s")
        return fill(text, minutes=minutes, seconds=rest)
    if rest:
        return fill(translate("ReasoningView", "{seconds} s"), seconds=rest)
    text = translate("ReasoningView", "{seconds:.1f} s")
    return fill(text, seconds=max(1, int(seconds * 10)) / 10)

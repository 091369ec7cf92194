"""The line above a conversation: title, folder, model and use of the context window."""

from html import escape

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QLineEdit,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStyle,
    QToolTip,
    QWidget,
)

from app.domain.tabs import EngineStatus
from app.sources.model import SourceLink
from app.widgets.conversation.state_text import NEARLY_FULL
from app.widgets.kit.accessibility import claims_escape
from app.widgets.kit.composition import Composition
from app.widgets.kit.controls import paint_button_background
from app.widgets.kit.geometry import horizontal_layout, reading_width
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.senses import sense_words
from app.widgets.kit.small_dialogs import MAX_NAME_CHARS
from app.widgets.kit.text import format_number
from app.widgets.kit.theme import TypeSize, colours_of, sized_font
from app.widgets.kit.translation import fill

_SIDE, _WIDTH, _INSET = 24, 3.0, 5.0
_DEGREES = 16  # Qt counts angles in sixteenths
_TOP = 90 * _DEGREES


class ContextRing(QProgressBar):
    """A ring that shows the used share of the context window; the tooltip has the figures.

    A click and the space bar show the tooltip.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.share = 0.0  # the used share, from 0 to 1
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedSize(QSize(_SIDE, _SIDE))
        self.setTextVisible(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hide()

    def set_usage(self, used: int, capacity: int) -> None:
        """Show ``used`` of ``capacity`` tokens; hidden if the capacity is 0, that is, unknown."""
        self.setVisible(capacity > 0)
        self.setRange(0, max(1, capacity))
        self.setValue(min(used, max(1, capacity)))
        self.share = min(1.0, max(0.0, used / capacity)) if capacity > 0 else 0.0
        text = self.tr("Context used: {used:,} / {total:,} tokens ({percent} %)")
        text = fill(text, percent=round(self.share * 100), used=used, total=capacity)
        room = self._room_text(used, capacity)
        self.setAccessibleName(text)
        self.setAccessibleDescription(room)
        self.setToolTip(f"<p>{text}.</p><p>{room}</p>")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(_INSET, _INSET, -_INSET, -_INSET)
        painter.setPen(QPen(QColor(colours.border), _WIDTH))
        painter.drawEllipse(area)
        if self.share > 0:
            colour = colours.warning if self.share >= NEARLY_FULL else colours.accent
            pen = QPen(QColor(colour), _WIDTH)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawArc(area, _TOP, -round(max(0.02, self.share) * 360) * _DEGREES)
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 7, 7)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._show_figures(event.position().toPoint())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self._show_figures(self.rect().bottomLeft())
        else:
            super().keyPressEvent(event)

    def _show_figures(self, position: QPoint) -> None:
        QToolTip.showText(self.mapToGlobal(position), self.toolTip(), self)

    def _room_text(self, used: int, capacity: int) -> str:
        if self.share >= NEARLY_FULL:
            return self.tr(
                "The context is nearly full. When it is full, the model drops the oldest messages "
                "of this chat; you can still read them here."
            )
        text = self.tr(
            "{count:,} tokens left in this chat; every chat has its own. A token is about four "
            "characters."
        )
        return fill(text, count=max(0, capacity - used))


LOW_PAGE = 330
_MARGINS = (0, 5, 2, 3)
_LOW_MARGINS = (0, 0, 2, 0)
TEXT_INSET = 4
_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
# The field gets the focus back after these, and keeps its text.
_PASSING = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
PADDING = 7
_ICON, _CHEVRON, _GAP = 15, 12, 6
_MIN_LABEL_WIDTH = 36
_CHEVRON_ICON = "chevron-down"


class HeaderButton(QPushButton):
    """A flat button that elides its label; ``title`` buttons are in the colour of text."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        icon_name: str = "",
        is_title: bool = False,
        opens_list: bool = False,
    ) -> None:
        super().__init__(parent)
        self._label = ""
        self._icon_name = icon_name
        self._is_title = is_title
        self._opens_list = opens_list
        self.setFlat(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def label(self) -> str:
        """The complete label."""
        return self._label

    def set_label(self, label: str) -> None:
        """Set the label; unlike in Qt's own text, an ampersand is shown."""
        if label != self._label:
            self._label = label
            self.updateGeometry()
            self.update()

    def set_icon(self, name: str) -> None:
        """Set the icon before the label; an empty name removes it."""
        if name != self._icon_name:
            self._icon_name = name
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        width = self._metrics().horizontalAdvance(self._label) + 1 if self._label else 0
        return QSize(width + self._fixed_width(), self.fontMetrics().height() + 10)

    def minimumSizeHint(self) -> QSize:
        has_icon_alone = bool(self._icon_name) and not self._opens_list
        width = self._fixed_width() + (0 if has_icon_alone else _MIN_LABEL_WIDTH)
        return QSize(min(width, self.sizeHint().width()), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_button_background(painter, self, colours, radius=7, is_flat=True)
        area = self.rect().adjusted(PADDING, 0, -PADDING, 0)
        if self._icon_name:
            self._draw_icon(painter, self._icon_name, QRect(area.left(), 0, _ICON, self.height()))
            area.setLeft(area.left() + _ICON + _GAP)
        if self._opens_list:
            left = area.right() - _CHEVRON + 1
            self._draw_icon(painter, _CHEVRON_ICON, QRect(left, 0, _CHEVRON, self.height()))
            area.setRight(left - _GAP // 2)
        painter.setFont(sized_font(self.font(), self._size(), is_bold=self._is_title))
        painter.setPen(QColor(colours.text if self._is_title else colours.muted))
        shown = painter.fontMetrics().elidedText(
            self._label, Qt.TextElideMode.ElideRight, area.width()
        )
        place = QStyle.visualRect(self.layoutDirection(), self.rect(), area)
        alignment = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(place, QStyle.visualAlignment(self.layoutDirection(), alignment), shown)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.updateGeometry()

    def _draw_icon(self, painter: QPainter, name: str, area: QRect) -> None:
        colour = colours_of(self.palette()).muted
        place = QStyle.visualRect(self.layoutDirection(), self.rect(), area)
        icon = icon_pixmap(name, colour, area.width(), self.devicePixelRatioF())
        painter.drawPixmap(place.left(), (self.height() - area.width()) // 2, icon)

    def _size(self) -> TypeSize:
        return TypeSize.BODY if self._is_title else TypeSize.SMALL

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(sized_font(self.font(), self._size(), is_bold=self._is_title))

    def _fixed_width(self) -> int:
        """Return the width of everything but the label."""
        icon = _ICON + (_GAP if self._label else 0) if self._icon_name else 0
        return 2 * PADDING + icon + (_CHEVRON + _GAP // 2 if self._opens_list else 0)


class TitleField(QLineEdit):
    """A field for the title: Enter and leaving keep the text, Esc restores it."""

    ended = Signal(bool)

    def event(self, event: QEvent) -> bool:
        return claims_escape(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER_KEYS:
            self.ended.emit(True)
        elif event.key() == Qt.Key.Key_Escape:
            self.ended.emit(False)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _PASSING:
            self.ended.emit(True)


class TitleBox(QWidget):
    """The title; a click opens a field in its place."""

    renamed = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = self._stored = self._offered = ""
        self._is_editing = False
        self.button = HeaderButton(self, is_title=True)
        self.field = TitleField(self)
        Composition(self.field)
        self.field.setMaxLength(MAX_NAME_CHARS)
        self.field.setTextMargins(TEXT_INSET, 0, 0, 0)  # the text stays in its place
        self.field.setAccessibleName(self.tr("Title of this chat"))
        self.field.hide()
        row = horizontal_layout(self, margins=(0, 0, 0, 0), spacing=0)
        row.addWidget(self.button, 1, Qt.AlignmentFlag.AlignLeft)
        row.addWidget(self.field, 1)
        self.button.clicked.connect(self.start)
        self.field.ended.connect(self._on_ended)

    @property
    def title(self) -> str:
        """The title on show."""
        return self._title

    def set_title(self, title: str) -> None:
        """Show a title; a text that is being typed stays."""
        self._title = title
        self.button.set_label(title)
        self.button.setAccessibleName(fill(self.tr("Title: {title}. Rename"), title=title))

    def set_stored(self, title: str) -> None:
        """Set the title without the number that distinguishes it from an equal title."""
        self._stored = title

    def start(self) -> None:
        """Open the field, with the whole title selected."""
        self._is_editing = True
        self._offered = self._stored or self._title
        self.field.setText(self._offered)
        self.button.hide()
        self.field.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()

    def _on_ended(self, is_kept: bool) -> None:
        # Hiding the field takes its focus, which calls this method again.
        if not self._is_editing:
            return
        self._is_editing = False
        text = " ".join(self.field.text().split())
        had_focus = self.field.hasFocus()
        self.field.hide()
        self.button.show()
        # An unchanged text is not a rename: the chat may have got another title meanwhile.
        if is_kept and text and text not in (self._title, self._stored, self._offered):
            self.set_title(text)
            self._stored = text
            self.renamed.emit(text)
        if had_focus:
            self.closed.emit()


class ChatHeader(QWidget):
    """A line as wide as the text; its parts are public, controllers fill them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = TitleBox(self)
        self.source_button = HeaderButton(self, icon_name="file")
        self.folder_button = HeaderButton(self, icon_name="folder")
        self.model_button = HeaderButton(self, opens_list=True)
        self.ring = ContextRing(self)
        self._row = horizontal_layout(self, margins=_MARGINS, spacing=2)
        self._row.addWidget(self.title, 1)
        for part in (self.source_button, self.folder_button, self.model_button, self.ring):
            self._row.addWidget(part)
        # The title is in line with the text: the margin of its button is outside.
        self.setMaximumWidth(reading_width(self) + 2 * PADDING)
        self.set_source(None)
        self.set_folder("")
        self.set_model(EngineStatus())

    def set_source(self, source: SourceLink | None) -> None:
        """Show the source in which the conversation begins; None hides it."""
        self.source_button.setVisible(source is not None)
        if source is None:
            return
        text = source.name
        if source.newest_number > 1:
            text = fill(self.tr("{name}, version {number}"), name=source.name, number=source.number)
        self.source_button.set_label(text)
        self.source_button.setAccessibleName(fill(self.tr("Source: {text}"), text=text))
        hint = self.tr("This chat begins in a source. Click to open it.")
        if source.number < source.newest_number:
            hint = self.tr(
                "This chat begins in an older version of a source. Click to move it to the newest."
            )
        self.source_button.setAccessibleDescription(hint)
        self.source_button.setToolTip(f"<p>{escape(text)}</p><p>{escape(hint)}</p>")

    def set_folder(self, folder: str) -> None:
        """Show the folder of the conversation; empty if it has none."""
        self.folder_button.set_label(folder)
        text = fill(self.tr("Folder: {folder}"), folder=folder)
        self.folder_button.setToolTip(escape(text) if folder else self.tr("Move to a folder"))
        self.folder_button.setAccessibleName(text if folder else self.tr("Folder: none"))

    def set_model(self, status: EngineStatus) -> None:
        """Show the model that answers, or why there is none."""
        words = status.model_name or status.text
        if status.progress is not None:
            text = self.tr("Loading … {percent} %")
            words = fill(text, percent=format_number(status.progress * 100))
        self.model_button.set_label(words)
        name = fill(self.tr("Model: {name}"), name=words)
        abilities = sense_words(sees=status.sees, hears=status.hears)
        self.model_button.set_icon("eye" if status.sees else "")
        self.model_button.setAccessibleName(", ".join((name, *abilities)))
        hint = self.tr("All chats use this model. Click to choose another one.")
        if status.machine:
            hint = self.tr("This chat is answered on {machine}. Click to choose another model.")
            hint = fill(hint, machine=status.machine)
        hints = [each for each in (status.note, hint) if each]
        self.model_button.setAccessibleDescription(" ".join(hints))
        above = " · ".join((words, *abilities))
        tooltip = "".join(f"<p>{escape(each)}</p>" for each in (above, *hints))
        self.model_button.setToolTip(tooltip)

    def set_page_height(self, height: int) -> None:
        """Set the height of the page; the margins are smaller on a low page."""
        margins = _LOW_MARGINS if height < LOW_PAGE else _MARGINS
        self._row.setContentsMargins(*margins)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.setMaximumWidth(reading_width(self) + 2 * PADDING)

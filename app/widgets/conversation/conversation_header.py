"""A chat in the bar of the window: source, folder, own model, and use of the context window."""

from html import escape

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLineEdit, QPushButton, QSizePolicy, QWidget

from app.sources.model import SourceLink
from app.widgets.conversation.header_button import HeaderButton
from app.widgets.conversation.model_button import ModelButton
from app.widgets.conversation.state_text import NEARLY_FULL
from app.widgets.kit.accessibility import claims_escape
from app.widgets.kit.composition import Composition
from app.widgets.kit.controls import paint_button_background
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.small_dialogs import MAX_NAME_CHARS
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill

_SIDE, _WIDTH, _INSET = 24, 3.0, 5.0
_DEGREES = 16  # Qt counts angles in sixteenths
_TOP = 90 * _DEGREES


class ContextRing(QPushButton):
    """A button with a ring that shows the used share of the context window.

    The tooltip has the figures.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.share = 0.0  # the used share, from 0 to 1
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedSize(QSize(_SIDE, _SIDE))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    def set_usage(self, used: int, capacity: int) -> None:
        """Show ``used`` of ``capacity`` tokens; hidden if the capacity is 0, that is, unknown."""
        self.setVisible(capacity > 0)
        self.share = min(1.0, max(0.0, used / capacity)) if capacity > 0 else 0.0
        text = self.tr("Context used: {used:,} / {total:,} tokens ({percent}%)")
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
        paint_button_background(painter, self, colours, radius=7, is_flat=True)
        area = QRectF(self.rect()).adjusted(_INSET, _INSET, -_INSET, -_INSET)
        painter.setPen(QPen(QColor(colours.border), _WIDTH))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(area)
        if self.share > 0:
            colour = colours.warning if self.share >= NEARLY_FULL else colours.accent
            pen = QPen(QColor(colour), _WIDTH)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawArc(area, _TOP, -round(max(0.02, self.share) * 360) * _DEGREES)

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


TEXT_INSET = 9, 0, 5, 0  # left, above, right and below, in pixels
_TITLE_CHARS = 30
_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
# The field gets the focus back after these, and keeps its text.
_PASSING = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)


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
    """The title of a chat, and a field to change it that is shown on request."""

    renamed = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = self._stored = self._offered = ""
        self._is_editing = False
        self.field = TitleField(self)
        Composition(self.field)
        self.field.setMaxLength(MAX_NAME_CHARS)
        self.field.setTextMargins(*TEXT_INSET)
        self.field.setMinimumWidth(_TITLE_CHARS * self.fontMetrics().averageCharWidth())
        self.field.setAccessibleName(self.tr("Title of this chat"))
        row = horizontal_layout(self, margins=(0, 0, 0, 0), spacing=0)
        row.addWidget(self.field)
        self.hide()
        self.field.ended.connect(self._on_ended)

    @property
    def title(self) -> str:
        """The current title."""
        return self._title

    def set_title(self, title: str) -> None:
        """Set the title; a text that is being typed stays."""
        self._title = title

    def set_stored(self, title: str) -> None:
        """Set the title without the number that distinguishes it from an equal title."""
        self._stored = title

    def start(self) -> None:
        """Open the field, with the whole title selected."""
        self._is_editing = True
        self._offered = self._stored or self._title
        self.field.setText(self._offered)
        self.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()

    def _on_ended(self, is_kept: bool) -> None:
        # Hiding the field takes its focus, which calls this method again.
        if not self._is_editing:
            return
        self._is_editing = False
        text = " ".join(self.field.text().split())
        had_focus = self.field.hasFocus()
        self.hide()
        # An unchanged text is not a rename: the chat may have got another title meanwhile.
        if is_kept and text and text not in (self._title, self._stored, self._offered):
            self.set_title(text)
            self._stored = text
            self.renamed.emit(text)
        if had_focus:
            self.closed.emit()


class ChatHeader(QWidget):
    """What the bar of the window shows of a chat; its parts are public, controllers fill them.

    The title is in the tab: here is only the field that renames the chat.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = TitleBox(self)
        self.source_button = HeaderButton(self, icon_name="file")
        self.folder_button = HeaderButton(self, icon_name="folder")
        self.model_button = ModelButton(self)
        self.ring = ContextRing(self)
        row = horizontal_layout(self, margins=(0, 0, 0, 0), spacing=2)
        for part in (self.title, *self.parts):
            row.addWidget(part)
        self.model_button.hide()  # until it is known to differ from that of the window
        self.set_source(None)
        self.set_folder("")

    @property
    def parts(self) -> tuple[QWidget, ...]:
        """The parts without the title, in the order of the bar."""
        return (self.source_button, self.folder_button, self.model_button, self.ring)

    def set_source(self, source: SourceLink | None, *, has_other_model: bool = False) -> None:
        """Show the source in which the conversation begins; None hides it.

        A chat that ``has_other_model`` than the default one does not use its reading.
        """
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
        hints = [hint]
        if has_other_model:
            hints.append(self.tr("The model of this chat reads it with its first answer here."))
        self.source_button.setAccessibleDescription(" ".join(hints))
        lines = "".join(f"<p>{escape(each)}</p>" for each in (text, *hints))
        self.source_button.setToolTip(lines)

    def set_folder(self, folder: str) -> None:
        """Show the folder of the conversation; empty if it has none."""
        self.folder_button.set_label(folder)
        self.folder_button.setVisible(bool(folder))
        text = fill(self.tr("Folder: {folder}"), folder=folder)
        self.folder_button.setToolTip(escape(text) if folder else self.tr("Move to a folder"))
        self.folder_button.setAccessibleName(text if folder else self.tr("Folder: none"))

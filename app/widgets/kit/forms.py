"""Form fields, buttons of dialogs, and scroll areas that show the focus."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QMimeData, QObject, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPen,
    QResizeEvent,
    QTextOption,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QLabel,
    QPlainTextEdit,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QTextBrowser,
    QWidget,
)

from app.widgets.kit.composition import Composition
from app.widgets.kit.controls import PillButton
from app.widgets.kit.style.bars import SCROLL_BAR
from app.widgets.kit.text import has_endless_run
from app.widgets.kit.theme import colours_of

_TEXT_INSET = 3
_MIN_CHOICE_CHARS = 12  # of a drop-down list in a narrow window


class CheckBox(QCheckBox):
    """A check box whose text wraps; the theme has colours for this class."""

    def __init__(self, text: str | QWidget | None = None, parent: QWidget | None = None) -> None:
        super().__init__(text if isinstance(text, QWidget) else parent)
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        if isinstance(text, str):
            self.setText(text)

    def text(self) -> str:
        return self._text

    def setText(self, text: str) -> None:
        if self.accessibleName() and self.accessibleName() == self._text:
            self.setAccessibleName(text)
        self._text = text
        super().setText(self._wrapped(self.width()))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return self._size_with(self._text)

    def minimumSizeHint(self) -> QSize:
        return self._size_with(max(self._text.split(), key=len, default=""))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._size_with(self._wrapped(width)).height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        shown = self._wrapped(self.width())
        if shown != super().text():
            super().setText(shown)
            if not self.accessibleName():
                self.setAccessibleName(self._text)  # without the breaks

    def _wrapped(self, width: int) -> str:
        lines: list[str] = []
        for word in self._text.split(" "):
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self._size_with(longer).width() <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return "\n".join(lines)

    def _size_with(self, text: str) -> QSize:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = text
        size = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, text)
        return self.style().sizeFromContents(QStyle.ContentsType.CT_CheckBox, option, size, self)


class ChoiceBox(QComboBox):
    """A drop-down list, cut if it is too wide; the theme has colours for this class."""

    def minimumSizeHint(self) -> QSize:
        least = _MIN_CHOICE_CHARS * self.fontMetrics().averageCharWidth()
        hint = super().minimumSizeHint()
        return QSize(min(least, hint.width()), hint.height())


class CalmField(QObject):
    """Lets the wheel scroll past a field without changing it.

    If ``leaves_undo`` is true, the parent also gets the keys for undo and redo.
    """

    def __init__(self, field: QWidget, *, leaves_undo: bool = True) -> None:
        super().__init__(field)
        self.leaves_undo = leaves_undo
        self._field = field
        field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the wheel does not focus it
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_passing = event.type() is QEvent.Type.Wheel and not self._field.hasFocus()
        if is_passing or (self.leaves_undo and _is_undo_press(event)):
            event.ignore()  # so that the parent gets it
            return True
        return False


def is_undo(event: QKeyEvent) -> bool:
    """Return whether a key event is the one for undo."""
    return event.matches(QKeySequence.StandardKey.Undo)


def is_redo(event: QKeyEvent) -> bool:
    """Return whether a key event is the one for redo."""
    return event.matches(QKeySequence.StandardKey.Redo)


def _is_undo_press(event: QEvent) -> bool:
    if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.KeyPress:
        return False
    return is_undo(event) or is_redo(event)


def choice_box() -> ChoiceBox:
    """Return a drop-down list whose width does not depend on its longest choice."""
    box = ChoiceBox()
    box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(6)
    CalmField(box)
    return box


class PromptBox(QPlainTextEdit):
    """A text field of several lines; the theme has colours for this class."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        Composition(self)
        self.setViewportMargins(*4 * (_TEXT_INSET,))  # its frame has round corners

    def setPlainText(self, text: str) -> None:
        self._choose_wrap_mode(text)
        super().setPlainText(text)

    def insertFromMimeData(self, source: QMimeData) -> None:
        self._choose_wrap_mode(source.text())
        super().insertFromMimeData(source)

    def _choose_wrap_mode(self, text: str) -> None:
        """Wrap an endless word anywhere: searching it for a boundary takes minutes."""
        if has_endless_run(text):
            self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)


class FocusScrollArea(QScrollArea):
    """A scroll area that takes the focus, shows it, and scrolls by keys."""

    def event(self, event: QEvent) -> bool:
        return _with_ring(self, event, is_done=super().event(event))


class FocusTextBrowser(QTextBrowser):
    """A text that takes the focus, shows it, and scrolls by keys."""

    def event(self, event: QEvent) -> bool:
        return _with_ring(self, event, is_done=super().event(event))


def paint_ring(widget: QWidget) -> None:
    """Paint a ring along the edge of a widget that has the focus."""
    if not widget.hasFocus():
        return
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colours_of(widget.palette()).accent), 2))
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(1, 1, -1, -1), 4, 4)


def _with_ring(area: QAbstractScrollArea, event: QEvent, *, is_done: bool) -> bool:
    """Paint the focus ring on the frame of an area; the content is painted by its viewport."""
    if event.type() is QEvent.Type.Paint:
        paint_ring(area)
    elif event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
        area.update()
    return is_done


def scroll_to(widget: QWidget) -> None:
    """Scroll all areas around a widget until it is seen whole, if it is not higher than they are.

    Qt scrolls one area, and only until the cursor of a field is visible.
    """
    parent = widget.parentWidget()
    while parent is not None and not parent.isWindow():
        if isinstance(parent, QScrollArea):
            inside = parent.widget()
            if inside is not None and widget.height() <= parent.viewport().height():
                middle = widget.mapTo(inside, widget.rect().center())
                parent.ensureVisible(middle.x(), middle.y(), 0, widget.height() // 2 + 1)
        elif isinstance(parent, QAbstractItemView):  # the widget is in a cell
            place = widget.mapTo(parent.viewport(), widget.rect().center())
            parent.scrollTo(parent.indexAt(place))
        parent = parent.parentWidget()


class FieldError(QLabel):
    """An error in plain text; the theme sets its size and colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, textFormat=Qt.TextFormat.PlainText, wordWrap=True)


class ScrollableForm(QScrollArea):
    """A scroll area as large as its content if it fits; Tab scrolls to the field it reaches.

    The scroll bar, which is drawn over the content, is not drawn over its fields.
    """

    def __init__(self, inside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inside = inside
        layout = inside.layout()
        if layout is not None:
            margins = layout.contentsMargins()
            margins.setRight(max(margins.right(), SCROLL_BAR))
            layout.setContentsMargins(margins)
        # The fields inside take the focus; the area would be a useless stop in the tab order.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setWidget(inside)

    def focusNextPrevChild(self, is_forward: bool) -> bool:
        is_moved = super().focusNextPrevChild(is_forward)
        focused = self.focusWidget()
        if is_moved and focused is not None and self._inside.isAncestorOf(focused):
            scroll_to(focused)
        return is_moved

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_done = super().eventFilter(watched, event)
        if watched is self._inside and event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return is_done

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()  # text wraps elsewhere

    def sizeHint(self) -> QSize:
        hint = self._inside.sizeHint() + QSize(SCROLL_BAR, 0)
        if self.isVisible() and self._inside.hasHeightForWidth():
            hint.setHeight(self._inside.heightForWidth(self.viewport().width()))
        return hint

    def minimumSizeHint(self) -> QSize:
        return QSize(self._inside.minimumSizeHint().width() + SCROLL_BAR, 0)


_LINE_CHARS = 52
_EDGES = 48  # pixels: the margins of a dialog and its frame


def keep_inside(dialog: QDialog, buttons: QDialogButtonBox, *labels: QLabel) -> None:
    """Make a finished dialog no wider than the window it belongs to.

    Its labels are as wide as a line is read well. Buttons that do not fit are below each other.
    """
    outer = dialog.parentWidget()
    width = dialog.screen().availableSize().width()
    if outer is not None:
        width = min(width, outer.window().width())
    room = width - _EDGES
    for label in labels:
        label.setMinimumWidth(min(label.fontMetrics().averageCharWidth() * _LINE_CHARS, room))
    if buttons.sizeHint().width() > room:
        buttons.setOrientation(Qt.Orientation.Vertical)
    # Qt limits a dialog to two thirds of the screen, which can cut off the buttons' texts.
    buttons.setMinimumWidth(min(buttons.sizeHint().width(), room))
    dialog.setMaximumWidth(width)


def dialog_buttons(
    dialog: QDialog,
    *,
    accept: str = "",
    reject: str,
    prefers_reject: bool = False,
    on_reject: Callable[[], None] | None = None,
) -> QDialogButtonBox:
    """Return buttons in the platform's order: one to accept, if it has a label, one to reject.

    Enter accepts, unless ``prefers_reject``; ``on_reject`` replaces what the dialog does itself.
    Standard buttons would have the desktop's icons.
    """
    box = QDialogButtonBox()
    if accept:
        main = PillButton(accept, is_main=not prefers_reject)
        main.setDefault(not prefers_reject)
        box.addButton(main, QDialogButtonBox.ButtonRole.AcceptRole)
    other = PillButton(reject, is_main=prefers_reject)
    other.setDefault(prefers_reject)
    box.addButton(other, QDialogButtonBox.ButtonRole.RejectRole)
    box.accepted.connect(dialog.accept)
    box.rejected.connect(on_reject or dialog.reject)
    return box

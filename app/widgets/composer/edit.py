"""The text field of the message box: its keys, paste and drop."""

from math import ceil

import msgspec
from PySide6.QtCore import QBuffer, QEvent, QIODevice, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QGuiApplication,
    QImage,
    QImageWriter,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from app.widgets.commands.bound_keys import BoundKeys, format_keys, pressed_key
from app.widgets.kit.composition import Composition
from app.widgets.kit.style.proxy import overlay_scroll_bar
from app.widgets.kit.text import MAX_UNBROKEN_RUN, follow_text_direction, has_endless_run

LONGEST_TEXT = 200_000

_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
USUAL_LONGEST_PASTE = 3_000  # characters
_CHARS_OF_A_LINE = 50
# In order of preference: the formats that keep most of the picture first.
_FORMATS = (
    *("image/png", "image/webp", "image/tiff", "image/bmp", "image/jpeg", "image/gif"),
    *("image/svg+xml", "image/avif", "image/heic"),
)
MAX_VISIBLE_LINES = 8


class EditHeight(QObject):
    """Fits a text field to its text, from one line to a few; longer text scrolls."""

    wanted_changed = Signal()

    def __init__(self, edit: QPlainTextEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        self._max_height: int | None = None
        self._wanted_height = 0
        self._is_fitting = False
        edit.document().documentLayout().documentSizeChanged.connect(self.fit)

    def wanted_height(self) -> int:
        """Return the height of the text, from one line to a few."""
        layout_lines = self._edit.document().size().height()  # of plain text, in lines
        return self._height_of(max(1, min(MAX_VISIBLE_LINES, round(layout_lines))))

    def set_max_height(self, height: int) -> int:
        """Limit the height to the lines that fit, at least one; return the resulting height."""
        if height != self._max_height:
            self._max_height = height
            self.fit()
        return self._edit.height()

    def fit(self) -> None:
        """Use the height of the text up to the maximum; longer text scrolls."""
        # A scroll bar takes room and wraps lines again, which changes the height of the text:
        # in a narrow field that would repeat endlessly.
        if self._is_fitting:
            return
        self._is_fitting = True
        self._fit_scroll_bar()
        self._edit.setFixedHeight(self._height_in_room())
        self._is_fitting = False
        # Compared, because the footer shares out its height again for each signal.
        wanted = self.wanted_height()
        if wanted != self._wanted_height:
            self._wanted_height = wanted
            self.wanted_changed.emit()

    def _fit_scroll_bar(self) -> None:
        height_of_all = self._height_of(round(self._edit.document().size().height()))
        is_higher = self._height_in_room() < height_of_all
        policy = Qt.ScrollBarPolicy
        self._edit.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if is_higher else policy.ScrollBarAlwaysOff
        )
        if is_higher:
            overlay_scroll_bar(self._edit)

    def _height_in_room(self) -> int:
        wanted = self.wanted_height()
        if self._max_height is None or wanted <= self._max_height:
            return wanted
        room = self._max_height - self._height_of(0)
        return self._height_of(max(1, room // self._line_height()))

    def _line_height(self) -> int:
        # Rounded up, as Qt lays out each line; QFontMetrics would round some sizes down.
        return ceil(QFontMetricsF(self._edit.font()).lineSpacing())

    def _height_of(self, lines: int) -> int:
        return lines * self._line_height() + 2 * round(self._edit.document().documentMargin()) + 2


class PastedPicture(msgspec.Struct, frozen=True):
    """The bytes of a picture file, or pixels decoded by the system."""

    content: bytes
    image: QImage | None = None

    def file_content(self) -> bytes:
        """Return the picture as a file; may run on any thread, since large pictures are slow."""
        if self.image is None:
            return self.content
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        QImageWriter(buffer, b"bmp").write(self.image)  # uncompressed, which is fast
        return bytes(buffer.data().data())


def pasted_picture(source: QMimeData) -> PastedPicture | None:
    """Return the picture that is pasted or dropped; None if there is none.

    It is read as bytes, because Qt would decode another program's image data in this process.
    """
    for name in _FORMATS:
        if source.hasFormat(name):
            content = source.data(name).data()
            if content:
                return PastedPicture(bytes(content))
    image = source.imageData() if source.hasImage() else None
    return PastedPicture(b"", image) if isinstance(image, QImage) else None


class ComposerSettings(msgspec.Struct, frozen=True):
    """The settings of the message box.

    Attributes:
        sends_with_ctrl_enter: whether only Ctrl+Enter sends, and Enter inserts a line break.
        longest_paste: in characters; a longer text is attached as a file. None: no limit.
    """

    sends_with_ctrl_enter: bool = False
    longest_paste: int | None = USUAL_LONGEST_PASTE

    def makes_file(self, pasted: str) -> bool:
        """Return whether a pasted text is too long for the box and becomes a file."""
        if self.longest_paste is None:
            return False
        most_lines = self.longest_paste // _CHARS_OF_A_LINE
        return len(pasted) > self.longest_paste or pasted.count("\n") > most_lines


class ComposerEdit(QPlainTextEdit):
    """The text field of the composer; emits signals for keys with a special meaning."""

    send_pressed = Signal()
    recall_pressed = Signal()
    page_pressed = Signal(int)
    paste_refused = Signal(int)
    inserted = Signal()
    long_text_pasted = Signal(str)
    files_offered = Signal(tuple)
    picture_pasted = Signal(PastedPicture)
    focus_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.composition = Composition(self)
        self._settings = ComposerSettings()
        self.keys = BoundKeys(self)
        self._hint = ""
        self.fitted_height = EditHeight(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setAccessibleName(self.tr("Message"))
        follow_text_direction(self)
        self.document().setDocumentMargin(2)
        self.fitted_height.fit()

    def set_settings(self, settings: ComposerSettings) -> None:
        """Apply the settings of the box; Ctrl+Enter always sends."""
        self._settings = settings

    def use_keys(self, keys: BoundKeys) -> None:
        """Use these keys."""
        self.keys = keys

    def sending_key(self) -> str:
        """Return the first key that sends as this system writes it, or an empty string."""
        sending = [key for key in self.keys.of("send") if self._sends(key)]
        return format_keys([QKeySequence(each) for each in sending[:1]])

    def set_hint(self, hint: str) -> None:
        """Set the placeholder, shown in one line at any width."""
        if hint != self._hint:
            self._hint = hint
            self._fit_hint()

    def show_text(self, text: str) -> None:
        """Replace the text, and move the cursor to its end."""
        # Before the text is laid out: in the other mode an endless word takes minutes.
        self._choose_wrap_mode(text)
        self.setPlainText(text)
        self.moveCursor(self.textCursor().MoveOperation.End)

    def replace_text(self, text: str) -> None:
        """Replace the whole text as if it was typed, so that the change can be undone."""
        self._choose_wrap_mode(text)
        cursor = self.textCursor()
        cursor.select(cursor.SelectionType.Document)
        cursor.insertText(text)
        self.setTextCursor(cursor)

    def event(self, event: QEvent) -> bool:
        is_override = event.type() is QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self._leaves(event):
            event.ignore()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = pressed_key(event)
        command = self.keys.owner_of(key)
        is_enter = event.key() in _ENTER_KEYS
        if self.composition.is_active:
            super().keyPressEvent(event)
        elif command == "send" and self._sends(key):
            if not event.isAutoRepeat():
                self.send_pressed.emit()
        elif command == "new_line" or is_enter:
            self.insertPlainText("\n")
            self.ensureCursorVisible()
        elif command == "recall" and not self.toPlainText():
            self.recall_pressed.emit()
        elif command == "paste_as_text":
            self._paste_as_text()
        elif command in ("page_up", "page_down"):
            self.page_pressed.emit(-1 if command == "page_up" else 1)
        else:
            super().keyPressEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        # Files first: file managers also put their names on the clipboard as text.
        paths = tuple(url.toLocalFile() for url in source.urls() if url.isLocalFile())
        if paths:
            self.files_offered.emit(paths)
        elif not source.text().strip() and (picture := pasted_picture(source)) is not None:
            self.picture_pasted.emit(picture)
        elif self._settings.makes_file(source.text()):
            self.long_text_pasted.emit(source.text())
        else:
            self._insert(source.text())

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText() or source.hasUrls() or source.hasImage()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_hint()
        self.fitted_height.fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit_hint()
            self.fitted_height.fit()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        super().inputMethodEvent(event)
        self._fit_hint()

    def _fit_hint(self) -> None:
        # Elided here, because Qt wraps a placeholder, and its second line would be cut in half.
        room = self.viewport().width() - 2 * round(self.document().documentMargin()) - 2
        elide = Qt.TextElideMode.ElideRight
        # Qt shows it under a composed word.
        hint = "" if self.composition.is_active else self._hint
        self.setPlaceholderText(self.fontMetrics().elidedText(hint, elide, room))
        self.viewport().update()  # WORKAROUND: Qt 6.12 does not repaint the old placeholder

    def _paste_as_text(self) -> None:
        """Insert the clipboard as text of any length; files are inserted as their names."""
        source = QGuiApplication.clipboard().mimeData()
        if source is not None and source.hasText():
            self._insert(source.text())

    def _insert(self, text: str) -> None:
        if self.document().characterCount() + len(text) > LONGEST_TEXT:
            self.paste_refused.emit(len(text))
            return
        self._choose_wrap_mode(text)
        self.textCursor().insertText(text)
        self.ensureCursorVisible()
        self.inserted.emit()

    def _leaves(self, event: QKeyEvent) -> bool:
        """Return whether a key is left to the window, such as Undo in an untouched box."""
        if self.keys.owner_of(pressed_key(event)) in ("previous_message", "next_message"):
            return True  # on some systems these keys move the cursor
        # The window's Undo restores a deleted chat; an untouched box must not block it.
        is_undo = event.matches(QKeySequence.StandardKey.Undo)
        return is_undo and not self.document().isUndoAvailable()

    def _sends(self, key: str) -> bool:
        return not (self._settings.sends_with_ctrl_enter and key == "Return")

    def _choose_wrap_mode(self, text: str) -> None:
        """Wrap endless words anywhere: searching them for a boundary takes minutes."""
        if len(text) > MAX_UNBROKEN_RUN and has_endless_run(text):
            self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)

"""The files, pictures and sounds attached to a message, each shown as a chip."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QColor,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStyle,
    QWidget,
)

from app.domain.messages import TextEncoding, TextFile
from app.media.pictures import Picture
from app.media.sounds import Sound
from app.widgets.kit.controls import (
    Card,
    IconButton,
    MutedLabel,
    QuietButton,
    paint_button_background,
)
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.picture_hub import PictureHub
from app.widgets.kit.text import format_bytes, format_number, length_text
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill, translate
from app.widgets.markdown.safe_text import without_hidden

LONGEST_NAME = 32
CHIP_SPACING = 6
_EXACT_WORDS = 100  # from here on numbers of words are rounded to two digits
_UNDER_CHIPS = 4
_MOST = QSize(140, 64)
MIN_SIDE = 28  # of a very long or very high picture, which is cropped
_RADIUS = 8.0
_ICON_SIDE = 18


class PictureButton(QPushButton):
    """Shows a picture of a hub; reserves its space before the picture is loaded."""

    def __init__(
        self, picture: Picture, hub: PictureHub, most: QSize, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.picture = picture
        self._hub = hub
        self._size = fitted_size(picture, most)
        self.setFixedSize(self._size)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAutoDefault(False)
        name = without_hidden(picture.name)
        text = self.tr("Picture {name}, {width:,} by {height:,} pixels")
        text = fill(text, name=name, width=picture.width, height=picture.height)
        self.setAccessibleName(text)
        self.setToolTip(text)
        hub.arrived.connect(self._on_arrived)

    def sizeHint(self) -> QSize:
        return self._size

    def paintEvent(self, event: QPaintEvent) -> None:
        image = self._hub.image(self.picture)  # before painting: this may request the picture
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        outline = QPainterPath()
        outline.addRoundedRect(area, _RADIUS, _RADIUS)
        painter.fillPath(outline, QColor(colours.hover))
        painter.save()
        painter.setClipPath(outline)
        if image is None:
            icon = icon_pixmap("picture", colours.muted, _ICON_SIDE, self.devicePixelRatioF())
            left, top = ((side - _ICON_SIDE) // 2 for side in (self.width(), self.height()))
            painter.drawPixmap(left, top, icon)
        else:
            # A picture that is much longer than high fills its place; its ends are cut off.
            scale = max(area.width() / image.width(), area.height() / image.height())
            target = QRectF(0, 0, image.width() * scale, image.height() * scale)
            target.moveCenter(area.center())
            painter.drawImage(target, image)
        painter.restore()
        colour = colours.accent if self.hasFocus() else colours.border
        painter.setPen(QPen(QColor(colour), 2 if self.hasFocus() else 1))
        painter.drawPath(outline)

    def _on_arrived(self, digest: str) -> None:
        if digest == self.picture.digest:
            self.update()


def fitted_size(picture: Picture, most: QSize) -> QSize:
    """Return the shown size of a picture: not enlarged, and not too small to click."""
    size = QSize(picture.width, picture.height)
    if size.width() > most.width() or size.height() > most.height():
        size = size.scaled(most, Qt.AspectRatioMode.KeepAspectRatio)
    return size.expandedTo(QSize(MIN_SIDE, MIN_SIDE))


class PictureChip(Card):
    """A picture; a click enlarges it, the cross or Delete removes it."""

    removed = Signal(Picture)

    def __init__(self, picture: Picture, hub: PictureHub, parent: QWidget | None = None) -> None:
        super().__init__(parent, fill="hover", radius=10)
        self.picture = picture
        self.button = PictureButton(picture, hub, _MOST, self)
        self.remove_button = IconButton("close", self.tr("Remove this picture"), self, size=13)
        self.remove_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.token_label = MutedLabel(parent=self)
        self.show_tokens(None)
        row = horizontal_layout(self, self.button, margins=(3, 3, 2, 3), spacing=1)
        row.addSpacing(4)
        row.addWidget(self.token_label)
        row.addWidget(self.remove_button)
        self.remove_button.clicked.connect(lambda: self.removed.emit(self.picture))

    def show_tokens(self, count: int | None) -> None:
        """Show the size of the picture, and its number of tokens if that is known."""
        size = f"{format_number(self.picture.width)} \u00d7 {format_number(self.picture.height)}"
        tokens = "" if count is None else fill(self.tr("{count:,} tokens"), count=count)
        self.token_label.setText("  ·  ".join(filter(None, (size, tokens))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit(self.picture)
        else:
            super().keyPressEvent(event)


class FileButton(QPushButton):
    """A button with the icon, name and size of a file, without a border.

    Where room is short, the name is elided before the size, down to a third of the room.
    """

    PADDING = 8
    ICON_SIDE = 15
    _size = ""  # the end of the text

    def set_name(self, name: str, size: str) -> None:
        """Show the name and the size of a file."""
        self._size = f"  ·  {size}"
        self.setText(short_name(name) + self._size)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = metrics.horizontalAdvance(self.text()) + self.ICON_SIDE + 3 * self.PADDING + 4
        return QSize(width, metrics.height() + 8)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_button_background(painter, self, colours, radius=7, is_flat=True)
        side = self.ICON_SIDE
        area = QStyle.visualRect(
            self.layoutDirection(),
            self.rect(),
            QRect(self.PADDING, (self.height() - side) // 2, side, side),
        )
        pixmap = icon_pixmap("file", colours.muted, side, self.devicePixelRatioF())
        painter.drawPixmap(area.topLeft(), pixmap)
        left = 2 * self.PADDING + side
        text_area = QRect(left, 0, self.width() - left - self.PADDING, self.height())
        text_area = QStyle.visualRect(self.layoutDirection(), self.rect(), text_area)
        metrics, elide = self.fontMetrics(), Qt.TextElideMode.ElideMiddle
        whole = text_area.width()
        room = max(whole // 3, whole - metrics.horizontalAdvance(self._size))
        name = metrics.elidedText(self.text().removesuffix(self._size), elide, room)
        text = metrics.elidedText(name + self._size, Qt.TextElideMode.ElideRight, whole)
        painter.setPen(QColor(colours.text))
        painter.drawText(
            text_area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading, text
        )


class EncodingButton(QuietButton):
    """The encoding that a file was read in, with a question mark if it is uncertain.

    Its menu has the others.
    """

    chosen = Signal(str)

    def __init__(self, encoding: TextEncoding, parent: QWidget | None = None) -> None:
        mark = "?" if encoding.is_unsure else ""
        super().__init__("chevron-down", encoding.name + mark, parent)
        text = self.tr("The file was read as {encoding}, an encoding that it does not name.")
        if encoding.is_unsure:
            text = self.tr(
                "The file was read as {encoding}, which is uncertain: it does not name its "
                "encoding."
            )
        text = fill(text, encoding=encoding.name) + " " + self.tr("Click to choose another one.")
        self.setToolTip(text)
        self.setAccessibleName(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.menu_of_encodings = QMenu(self)
        self._own: QAction | None = None  # the submenu with the present encoding
        choice = QActionGroup(self)
        for script, names in self._scripts():
            submenu = self.menu_of_encodings.addMenu(script)
            for name in names:
                action = choice.addAction(submenu.addAction(name))
                action.setCheckable(True)
                if name == encoding.name:
                    action.setChecked(True)
                    self._own = submenu.menuAction()
        self.menu_of_encodings.triggered.connect(lambda action: self.chosen.emit(action.text()))
        self.clicked.connect(self._open)

    def _open(self) -> None:
        self.menu_of_encodings.popup(self.mapToGlobal(self.rect().bottomLeft()))
        if self._own is not None:
            self.menu_of_encodings.setActiveAction(self._own)

    def _scripts(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the encodings of ``ENCODINGS`` by what is written in them."""
        return (
            (self.tr("Unicode"), ("UTF-8", "UTF-16LE", "UTF-16BE")),
            (
                self.tr("Western European"),
                ("Windows-1252", "ISO-8859-15", "Macintosh", "CP850", "CP437"),
            ),
            (self.tr("Central European"), ("Windows-1250", "ISO-8859-2", "CP852")),
            (self.tr("Baltic"), ("Windows-1257", "CP775")),
            (
                self.tr("Cyrillic"),
                ("Windows-1251", "KOI8-R", "KOI8-U", "CP866", "ISO-8859-5", "Mac Cyrillic"),
            ),
            (self.tr("Greek"), ("Windows-1253", "CP737")),
            (self.tr("Turkish"), ("Windows-1254", "CP857")),
            (self.tr("Hebrew"), ("Windows-1255", "CP862")),
            (self.tr("Arabic"), ("Windows-1256", "CP720")),
            (self.tr("Thai"), ("Windows-874",)),
            (self.tr("Vietnamese"), ("Windows-1258",)),
            (self.tr("Japanese"), ("Shift_JIS", "EUC-JP", "ISO-2022-JP")),
            (self.tr("Chinese"), ("GB18030", "Big5", "Big5-HKSCS")),
            (self.tr("Korean"), ("EUC-KR", "Johab")),
        )


class FileChip(Card):
    """A file; a click shows its text, the cross or Delete removes it."""

    preview_requested = Signal(TextFile)
    encoding_chosen = Signal(TextFile, str)
    removed = Signal(TextFile)

    def __init__(self, file: TextFile, parent: QWidget | None = None) -> None:
        super().__init__(parent, fill="hover", radius=8)
        self.file = file
        self._size = size_text(file.page_count, file.word_count) or format_bytes(
            len(file.text.encode("utf-8", "replace"))
        )
        self.name_button = FileButton(self)
        self.name_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_share(None)
        hint = self.tr("{count:,} characters. Click to view them.")
        self.name_button.setToolTip(fill(hint, count=len(file.text)))
        self.remove_button = IconButton("close", self.tr("Remove this file"), self, size=13)
        self.remove_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row = horizontal_layout(self, self.name_button, margins=(2, 2, 2, 2), spacing=0)
        self.encoding_button: EncodingButton | None = None
        if file.encoding is not None and file.encoding.is_guessed:
            self.encoding_button = EncodingButton(file.encoding, self)
            self.encoding_button.chosen.connect(
                lambda name: self.encoding_chosen.emit(self.file, name)
            )
            row.addWidget(self.encoding_button)
        row.addWidget(self.remove_button)
        self.name_button.clicked.connect(lambda: self.preview_requested.emit(self.file))
        self.remove_button.clicked.connect(lambda: self.removed.emit(self.file))

    def show_share(self, share: float | None) -> None:
        """Show the share of the context window that the text takes; None if it is unknown."""
        size = self._size
        if share is not None:
            told = _share_text(share)
            size = told if share > 1 else f"{size}  ·  {told}"  # the longest text stands alone
        self.name_button.set_name(self.file.name, size)
        text = fill(self.tr("File {name}, {size}"), name=self.file.name, size=size)
        self.name_button.setAccessibleName(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit(self.file)
        else:
            super().keyPressEvent(event)


class SoundChip(Card):
    """A sound's name and length; the cross or Delete removes it."""

    removed = Signal(Sound)

    def __init__(self, sound: Sound, parent: QWidget | None = None) -> None:
        super().__init__(parent, fill="hover", radius=8)
        self.sound = sound
        name, length = without_hidden(sound.name), length_text(sound.seconds)
        self.name_button = FileButton(self)
        self.name_button.set_name(name, length)
        text = fill(self.tr("Sound {name}, {length}"), name=name, length=length)
        self.name_button.setAccessibleName(text)
        self.name_button.setToolTip(text)
        self.name_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.remove_button = IconButton("close", self.tr("Remove this sound"), self, size=13)
        self.remove_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        horizontal_layout(
            self, self.name_button, self.remove_button, margins=(2, 2, 2, 2), spacing=0
        )
        self.remove_button.clicked.connect(lambda: self.removed.emit(self.sound))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit(self.sound)
        else:
            super().keyPressEvent(event)


def size_text(page_count: int, word_count: int) -> str:
    """Return the size of a text in pages, else in words; empty if neither is known."""
    if page_count == 1:
        return translate("FileChip", "one page")
    if page_count:
        return fill(translate("FileChip", "{count:,} pages"), count=page_count)
    if word_count == 1:
        return translate("FileChip", "one word")
    if word_count < _EXACT_WORDS:
        text = translate("FileChip", "{count:,} words")
        return fill(text, count=word_count) if word_count else ""
    digits = len(f"{word_count}") - 2
    text = translate("FileChip", "about {count:,} words")
    return fill(text, count=round(word_count, -digits))


def _share_text(share: float) -> str:
    percent = round(100 * share)
    if share > 1:
        text = translate("FileChip", "too long: {percent:,}% of the context")
        return fill(text, percent=max(101, percent))
    if percent < 1:
        return translate("FileChip", "fits")
    return fill(translate("FileChip", "fits: {percent}% of the context"), percent=percent)


def short_name(name: str) -> str:
    """Return a name; the middle of a long name is replaced by an ellipsis."""
    if len(name) <= LONGEST_NAME:
        return name
    return f"{name[: LONGEST_NAME // 2]}…{name[-LONGEST_NAME // 2 :]}"


def _widgets_in(layout: QLayout | None) -> Iterator[QWidget]:
    if layout is None:
        return
    for place in range(layout.count()):
        item = layout.itemAt(place)
        widget = item.widget() if item is not None else None
        if widget is not None:
            yield widget


_Chip = TypeVar("_Chip", bound=QWidget)


class FileChips(QWidget):
    """Rows of chips; hidden while there are none."""

    changed = Signal()
    preview_requested = Signal(TextFile)
    encoding_chosen = Signal(TextFile, str)
    picture_requested = Signal(Picture)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hub = PictureHub(self)
        self.chips: list[FileChip] = []
        self.picture_chips: list[PictureChip] = []
        self.sound_chips: list[SoundChip] = []
        self._rows = FlowLayout(spacing=CHIP_SPACING)
        self.setLayout(self._rows)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is attached."""
        return not (self.chips or self.picture_chips or self.sound_chips)

    def buttons(self) -> Iterator[QWidget]:
        """Yield the buttons of the chips in the order of the keyboard."""
        for chip in _widgets_in(self._rows):
            for widget in _widgets_in(chip.layout()):
                if widget.focusPolicy() is not Qt.FocusPolicy.NoFocus:
                    yield widget

    def pictures(self) -> tuple[Picture, ...]:
        """Return the pictures in order."""
        return tuple(chip.picture for chip in self.picture_chips)

    def set_pictures(self, pictures: tuple[Picture, ...]) -> None:
        """Replace the pictures; does not count as a change by the user."""
        if pictures == self.pictures():
            return
        for chip in self.picture_chips:
            self._drop(chip)
        self.picture_chips = []
        for picture in pictures:
            self._append_picture(picture)
        self._settle()

    def add_picture(self, picture: Picture) -> None:
        """Add a picture, unless it is already attached."""
        if picture not in self.pictures():
            self._append_picture(picture)
            self._settle()
            self.changed.emit()

    def sounds(self) -> tuple[Sound, ...]:
        """Return the sounds in order."""
        return tuple(chip.sound for chip in self.sound_chips)

    def set_sounds(self, sounds: tuple[Sound, ...]) -> None:
        """Replace the sounds; does not count as a change by the user."""
        if sounds == self.sounds():
            return
        for chip in self.sound_chips:
            self._drop(chip)
        self.sound_chips = []
        for sound in sounds:
            self._append_sound(sound)
        self._settle()

    def add_sound(self, sound: Sound) -> None:
        """Add a sound, unless it is already attached."""
        if sound not in self.sounds():
            self._append_sound(sound)
            self._settle()
            self.changed.emit()

    def show_tokens(self, counts: Mapping[str, int]) -> None:
        """Show the token counts of the pictures, given by digest."""
        for chip in self.picture_chips:
            chip.show_tokens(counts.get(chip.picture.digest))
        self._settle()

    def show_shares(self, shares: Mapping[TextFile, float]) -> None:
        """Show the shares of the context window that files take, as far as they are known."""
        for chip in self.chips:
            chip.show_share(shares.get(chip.file))
        self._settle()

    def files(self) -> tuple[TextFile, ...]:
        """Return the files in order."""
        return tuple(chip.file for chip in self.chips)

    def set_files(self, files: tuple[TextFile, ...]) -> None:
        """Replace the files; does not count as a change by the user."""
        if files == self.files():
            return
        for chip in self.chips:
            self._drop(chip)
        self.chips = []
        for file in files:
            self._append(file)
        self._settle()

    def add(self, file: TextFile) -> None:
        """Add a file."""
        self._append(file)
        self._settle()
        self.changed.emit()

    def minimumSizeHint(self) -> QSize:
        return QSize(60, 0)  # long names are shortened instead of widening the window

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settle()

    def _append(self, file: TextFile) -> None:
        chip = FileChip(file, self)
        chip.preview_requested.connect(self.preview_requested)
        chip.encoding_chosen.connect(self.encoding_chosen)
        chip.removed.connect(lambda _file: self._remove(self.chips, chip))
        self.chips.append(chip)
        self._rows.addWidget(chip)
        chip.show()

    def _append_picture(self, picture: Picture) -> None:
        chip = PictureChip(picture, self.hub, self)
        # The box emits only the digest; the receiver knows where the picture is stored.
        chip.button.clicked.connect(lambda: self.picture_requested.emit(picture))
        chip.removed.connect(lambda _picture: self._remove(self.picture_chips, chip))
        self.picture_chips.append(chip)
        self._rows.addWidget(chip)
        chip.show()

    def _append_sound(self, sound: Sound) -> None:
        chip = SoundChip(sound, self)
        chip.removed.connect(lambda _sound: self._remove(self.sound_chips, chip))
        self.sound_chips.append(chip)
        self._rows.addWidget(chip)
        chip.show()

    def _remove(self, chips: list[_Chip], chip: _Chip) -> None:
        if chip not in chips:
            return  # a double click
        chips.remove(chip)
        self._drop(chip)
        self._settle()
        self.changed.emit()

    def _drop(self, chip: QWidget) -> None:
        self._rows.removeWidget(chip)
        # Deleted later, because the click that removes a chip is still being handled by it.
        chip.hide()
        chip.deleteLater()

    def _settle(self) -> None:
        self.setVisible(not self.is_empty)
        under = 0 if self.is_empty else _UNDER_CHIPS
        self.setFixedHeight(self._rows.heightForWidth(max(1, self.width())) + under)

"""The notice in the message box: a problem with a file or paste, or its progress."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QLabel, QSizePolicy, QWidget

from app.widgets.composer.edit import LONGEST_TEXT
from app.widgets.kit.accessibility import announce, claims_escape
from app.widgets.kit.controls import IconButton, PillButton
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill

_ICON_SIDE = 16
_NO_ACTIONS: Mapping[str, Callable[[], object]] = MappingProxyType({})


class NoticeIcon(QWidget):
    """The warning icon, in the middle of a height."""

    def __init__(self, height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(_ICON_SIDE, height)

    def paintEvent(self, event: QPaintEvent) -> None:
        colour = colours_of(self.palette()).warning
        pixmap = icon_pixmap("warning", colour, _ICON_SIDE, self.devicePixelRatioF())
        QPainter(self).drawPixmap(0, (self.height() - _ICON_SIDE) // 2, pixmap)


class ComposerNotice(QWidget):
    """A problem, a question with its answers, or progress; hidden if there is none of them.

    It disappears when it is closed or answered, and with ``clear`` after the next success.
    """

    height_changed = Signal()
    focus_left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = QLabel(parent=self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.buttons: tuple[PillButton, ...] = ()
        self.close_button = IconButton("close", self.tr("Close this message"), self, size=13)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.close_button.clicked.connect(self._on_closed)
        self._icon = NoticeIcon(self.close_button.sizeHint().height(), self)
        self._on_close: Callable[[], object] | None = None
        self._is_progress = False
        self._height = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._build_layout()
        self.hide()

    def text(self) -> str:
        """Return the notice's text, or an empty string."""
        return "" if self.isHidden() else self.label.text()

    def show_text(
        self,
        text: str,
        actions: Mapping[str, Callable[[], object]] = _NO_ACTIONS,
        *,
        on_close: Callable[[], object] | None = None,
    ) -> None:
        """Show a text in place of the last one; each action is a button."""
        if text != self.text():
            announce(self, text, is_urgent=True)
        self._is_progress = False
        self._show_words(text, actions, on_close)

    def show_progress(self, text: str, on_cancel: Callable[[], object]) -> None:
        """Show progress with a Cancel button; a problem or a question stays."""
        if self._is_progress:
            self.label.setText(text)
            self._fit()
        elif self.isHidden():
            announce(self, text)
            self._is_progress = True
            self._show_words(text, {self.tr("Cancel"): on_cancel}, on_cancel)

    def end_progress(self) -> None:
        """Hide the progress."""
        if self._is_progress:
            self.clear()

    def refuse_paste(self, length: int) -> None:
        """Show that a pasted text of this length is too long for the box."""
        text = self.tr(
            "The text is too long to paste ({length:,} characters; the limit is {limit:,}). "
            "Attach it as a file instead."
        )
        self.show_text(fill(text, length=length, limit=LONGEST_TEXT))

    def clear(self) -> None:
        """Hide the notice."""
        if self.isHidden():
            return
        focused = QApplication.focusWidget()
        had_focus = focused is not None and self.isAncestorOf(focused)
        self._on_close = None
        self._is_progress = False
        self.hide()
        self._set_actions({})
        self._fit()
        if had_focus:
            self.focus_left.emit()

    def event(self, event: QEvent) -> bool:
        return claims_escape(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._on_closed()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit()

    def _build_layout(self) -> None:
        row = horizontal_layout(self, self._icon, margins=(8, 0, 0, 4), spacing=8)
        self._buttons = FlowLayout(spacing=6)
        self._column = vertical_layout(None, self.label, spacing=4)
        self._column.addLayout(self._buttons)
        row.addLayout(self._column, 1)
        row.addWidget(self.close_button)
        for place in (0, 2):
            item = row.itemAt(place)
            assert item is not None
            item.setAlignment(Qt.AlignmentFlag.AlignTop)

    def _show_words(
        self,
        text: str,
        actions: Mapping[str, Callable[[], object]],
        on_close: Callable[[], object] | None,
    ) -> None:
        self._icon.setVisible(not self._is_progress)
        self.label.setText(text)
        self.setAccessibleName(text)
        self._set_actions(actions)
        self._on_close = on_close
        self.show()
        self._fit()

    def _set_actions(self, actions: Mapping[str, Callable[[], object]]) -> None:
        for button in self.buttons:
            self._buttons.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = tuple(self._button(*each) for each in actions.items())
        for button in self.buttons:
            self._buttons.addWidget(button)

    def _button(self, label: str, action: Callable[[], object]) -> PillButton:
        button = PillButton(label, self)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self._on_answered(action))
        button.show()
        return button

    def _on_answered(self, action: Callable[[], object]) -> None:
        self.clear()
        action()

    def _on_closed(self) -> None:
        on_close = self._on_close
        self.clear()
        if on_close is not None:
            on_close()

    def _fit(self) -> None:
        """Use the height of the text at this width."""
        layout = self.layout()
        assert layout is not None
        wanted = 0
        if not self.isHidden():
            # The first line is as high as the icon and the cross next to it.
            pad = max(0, self._icon.height() - self.label.fontMetrics().height())
            self.label.setContentsMargins(0, pad // 2, 0, pad - pad // 2)
            self._column.invalidate()  # otherwise it keeps the height of the old text
            layout.invalidate()
            wanted = layout.totalHeightForWidth(max(1, self.width()))
            self.setFixedHeight(wanted)
        if wanted != self._height:
            self._height = wanted
            self.height_changed.emit()

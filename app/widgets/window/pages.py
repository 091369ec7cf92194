"""The pages of a window, such as the settings: shown in place of the chats, with a way back."""

from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QStackedWidget,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from app.widgets.commands.actions import WindowActions
from app.widgets.kit.controls import IconButton
from app.widgets.kit.edit_page import FormPage
from app.widgets.kit.forms import scroll_to
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.theme import TypeSize, sized_font

_PAGE_CHARS = 116  # the width of a page that is not wide
_BAR_MARGINS = (6, 4, 6, 0)
_BACK = (
    (Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier),
    (Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier),
    (Qt.Key.Key_Back, Qt.KeyboardModifier.NoModifier),
)
_TEXT_FIELDS = (QLineEdit, QPlainTextEdit, QTextEdit)


def _focus_first(page: QDialog) -> None:
    """Focus the first widget of a page that Tab leads to; the page if there is none."""
    page.setFocus()
    # Not by nextInFocusChain: PySide takes what it returns for a child that ends with the page.
    if page.focusProxy() is None and page.focusNextChild():
        focused = QApplication.focusWidget()
        if focused is None or not page.isAncestorOf(focused):
            page.setFocus()


def _focus(page: QDialog) -> None:
    """Give the focus back to a page, which its place in the window does not do."""
    before = page.focusWidget()
    if before is not None and before.isVisible():
        before.setFocus()
    else:
        _focus_first(page)


class PageBar(QWidget):
    """The button that leads back, and the title of the page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.back_button = IconButton("chevron-left", self.tr("Back (Esc)"), self)
        self.back_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.title = QLabel(self, textFormat=Qt.TextFormat.PlainText)
        self._row = horizontal_layout(self, self.back_button, self.title, margins=_BAR_MARGINS)
        self._yielding = 0  # pixels of the room at the end that a narrower bar gives up
        self._row.setSpacing(4)
        self._row.setStretchFactor(self.title, 1)
        self._show_font()

    def set_title(self, title: str) -> None:
        """Show the title of a page."""
        self.title.setText(title)

    def title_width(self) -> int:
        """Return the width of the button and the title, without the room at both ends."""
        left, _top, right, _bottom = _BAR_MARGINS
        parts = self.back_button.sizeHint().width() + self.title.sizeHint().width()
        return left + parts + self._row.spacing() + right

    def set_corner_room(self, leading: int, trailing: int, min_trailing: int, height: int) -> None:
        """Leave room for the parts of the window's bar, in pixels at both ends.

        In a narrower bar those at the end take only ``min_trailing``.
        """
        self._yielding = trailing - min_trailing
        left, top, right, bottom = _BAR_MARGINS
        self._row.setContentsMargins(left + leading, top, right + trailing, bottom)
        self.setFixedHeight(top + height)

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() - QSize(self._yielding, 0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._show_font()

    def _show_font(self) -> None:
        self.title.setFont(sized_font(self.font(), TypeSize.BODY, is_bold=True))


class PageFrame(QWidget):
    """Centres a page, which is as wide as its lines need, or as the window."""

    def __init__(self, page: QDialog, *, is_wide: bool) -> None:
        super().__init__()
        self._page = page
        self._is_wide = is_wide
        row = horizontal_layout(self, margins=(0, 0, 0, 0), spacing=0)
        if is_wide:
            row.addWidget(page)
            return
        row.addStretch(1)
        row.addWidget(page, 1000)
        row.addStretch(1)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        if not self._is_wide and isValid(self._page):
            self._page.setMaximumWidth(_PAGE_CHARS * self.fontMetrics().averageCharWidth())


class WindowPages(QWidget):
    """Holds the open pages; the one that was opened last is shown.

    A page is a dialog without a window of its own: what closes it as a dialog leads back from it,
    to the page before or to the chats. The chats can also be shown with all pages kept as they are;
    no page that is opened later leads back to them.
    ``changed`` tells that another page or the chats are shown, ``shown_changed`` which of the two.
    """

    shown_changed = Signal(bool)
    changed = Signal()

    def __init__(self, actions: WindowActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._is_shown = False
        self._open: list[QDialog] = []  # the one opened last is last
        self._way_back: list[QDialog] = []  # of those, the pages opened since the chats were shown
        self._frames: dict[QDialog, QWidget] = {}  # of all pages, also of those that were left
        self.bar = PageBar(self)
        self._stack = QStackedWidget(self)
        self._column = vertical_layout(self, self.bar, margins=(0, 0, 0, 0), spacing=0)
        self._column.addWidget(self._stack, 1)
        self.bar.back_button.clicked.connect(self.back)
        self.setAutoFillBackground(True)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)

    @property
    def current(self) -> QDialog | None:
        """The page that is shown; None while the chats are."""
        return self._way_back[-1] if self._way_back else None

    def open_page(self, kind: type[QDialog]) -> QDialog | None:
        """Return the open page of a kind, also while the chats are shown; None if there is none."""
        return next((each for each in self._open if isinstance(each, kind)), None)

    def show_page(self, page: QDialog, *, is_wide: bool = False) -> None:
        """Show a page in front of the chats and of other pages; ``is_wide`` fills the window."""
        if page not in self._frames:
            page.setAccessibleName(page.accessibleName() or page.windowTitle())
            frame = self._frames[page] = PageFrame(page, is_wide=is_wide)
            self._stack.addWidget(frame)
            page.finished.connect(partial(self._on_finished, page))
            page.destroyed.connect(partial(self._on_destroyed, page))
        is_new = page.focusWidget() is None
        self._remove(page)
        self._open.append(page)
        self._way_back.append(page)
        self._set_shown(is_shown=True)
        self._show_in_front(page)
        page.show()
        if self.current is not page:
            return  # what the focus left has shown the chats again
        first = page.focusProxy()
        if is_new and first is not None:
            first.setFocus()  # Qt has chosen what stands first
        else:
            _focus(page)
        window = self.window()
        window.show()
        window.raise_()
        window.activateWindow()

    def set_end_room(self, height: int) -> None:
        """Leave this room below the page, in pixels."""
        self._column.setContentsMargins(0, 0, 0, height)

    @property
    def unsaved(self) -> FormPage | None:
        """The open page with values that are not saved, also while another one is shown."""
        forms = (each for each in reversed(self._open) if isinstance(each, FormPage))
        return next((each for each in forms if each.is_changed), None)

    def shows_unsaved(self, kind: type[FormPage]) -> bool:
        """Show the open page of a kind if it has unsaved values; otherwise close it."""
        page = self.open_page(kind)
        if not isinstance(page, FormPage):
            return False
        if page.is_changed:
            self.show_page(page)
            return True
        page.discard()
        return False

    def back(self) -> None:
        """Leave the page that is shown, which may ask before."""
        page = self.current
        if page is not None:
            page.reject()

    def leave(self) -> None:
        """Show the chats; the pages stay as they are until they are shown again."""
        self._way_back.clear()
        self._set_shown(is_shown=False)

    def event(self, event: QEvent) -> bool:
        # The keys of the commands of the hidden chat must do nothing here.
        is_shortcut = event.type() is QEvent.Type.ShortcutOverride
        if not is_shortcut or not isinstance(event, QKeyEvent):
            return super().event(event)
        event.setAccepted(self._leads_back(event) or self._is_for_chat(event))
        return event.isAccepted()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._leads_back(event):
            self.back()
        elif not self._is_for_chat(event):
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Buttons, sliders and what scrolls would take Alt+Left for their own arrow key.
        is_press = event.type() is QEvent.Type.KeyPress
        if is_press and isinstance(event, QKeyEvent) and self._is_arrow_back(watched, event):
            self.back()
            return True
        return super().eventFilter(watched, event)

    def _is_arrow_back(self, watched: QObject, event: QKeyEvent) -> bool:
        if isinstance(watched, _TEXT_FIELDS) and event.matches(
            QKeySequence.StandardKey.MoveToPreviousWord  # on macOS
        ):
            return False
        return event.key() == Qt.Key.Key_Left and self._leads_back(event)

    def _on_focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        if old is not None and isValid(old):
            old.removeEventFilter(self)
        if new is not None and self.isAncestorOf(new):
            new.installEventFilter(self)
            if QApplication.mouseButtons() == Qt.MouseButton.NoButton:
                scroll_to(new)  # not from under a mouse that presses it

    def _leads_back(self, event: QKeyEvent) -> bool:
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        is_close = QKeySequence(event.keyCombination()) in self._actions.close_tab.shortcuts()
        return is_close or (Qt.Key(event.key()), modifiers) in _BACK

    def _is_for_chat(self, event: QKeyEvent) -> bool:
        pressed = QKeySequence(event.keyCombination())
        return any(pressed in action.shortcuts() for action in self._actions.of_chat())

    def _set_shown(self, *, is_shown: bool) -> None:
        if is_shown is not self._is_shown:
            self._is_shown = is_shown
            self.shown_changed.emit(is_shown)
            self.changed.emit()

    def _show_in_front(self, page: QDialog) -> None:
        self._stack.setCurrentWidget(self._frames[page])
        self.bar.set_title(page.windowTitle())
        self.setAccessibleName(page.windowTitle())
        self.changed.emit()

    def _on_finished(self, page: QDialog, _result: int) -> None:
        was_shown = self.current is page
        self._remove(page)
        if was_shown and self._way_back:
            before = self._way_back[-1]
            self._show_in_front(before)
            before.show()
            _focus(before)
        elif was_shown:
            self._set_shown(is_shown=False)

    def _remove(self, page: QDialog) -> None:
        self._open = [each for each in self._open if each is not page]
        self._way_back = [each for each in self._way_back if each is not page]

    def _on_destroyed(self, page: QDialog) -> None:
        self._remove(page)
        frame = self._frames.pop(page, None)
        if frame is not None and isValid(frame):
            frame.deleteLater()

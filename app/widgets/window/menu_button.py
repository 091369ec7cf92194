"""The menu button of a window: it holds the menus, which Alt opens as well."""

import sys
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QWidget

from app.widgets.commands.actions import WindowActions
from app.widgets.kit.controls import IconButton

_ENDS_OF_ALT = (
    QEvent.Type.ShortcutOverride,  # no key press follows it if it is a shortcut
    QEvent.Type.KeyPress,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.Wheel,
    QEvent.Type.ApplicationDeactivate,
)
_MAX_FOCUS_MILLISECONDS = 200  # until a menu has the focus; some desktops do not tell


def has_native_menus() -> bool:
    """Return whether the desktop shows the menus of a window outside it."""
    return sys.platform == "darwin"


class MenuButton(IconButton):
    """Opens one menu with all menus of the window in it.

    Alt with the letter of a menu opens that menu, and Alt alone all of them, as with a menu bar.
    A letter that a field of the shown page has as well belongs to the field.
    """

    def __init__(self, actions: WindowActions, parent: QWidget) -> None:
        super().__init__("menu", "", parent)
        self._actions = actions
        self.menus = QMenu(self)
        actions.fill(self.menus)
        self.menus.aboutToShow.connect(actions.menu_opened)
        self.menus.aboutToHide.connect(actions.menu_closed)
        self.menus.installEventFilter(self)
        self._entry: QAction | None = None  # what a key opens
        self._early_keys: list[QKeyEvent] = []  # pressed before that was open
        self._selecting = QTimer(self, singleShot=True)
        self._selecting.timeout.connect(self._select)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(lambda: self.open())
        for entry in self.menus.actions():
            keys = QKeySequence.mnemonic(entry.text())
            if not keys.isEmpty():
                shortcut = QShortcut(keys, self)
                shortcut.activated.connect(partial(self.open_by_key, entry))
                shortcut.activatedAmbiguously.connect(partial(self._focus_field, keys))
        AltKey(self)
        actions.keys_by_name.rebound.connect(self._name)
        self._name()

    def open(self) -> None:
        """Open the menu."""
        if not self.menus.isVisible():
            corner = QPoint(self.width() if self.isRightToLeft() else 0, self.height())
            self.menus.popup(self.mapToGlobal(corner))

    def open_by_key(self, entry: QAction | None = None) -> None:
        """Open the menu and one of its menus, with the first entry of it selected."""
        self.open()
        self._entry = entry
        self._selecting.start(_MAX_FOCUS_MILLISECONDS)
        handle = self.menus.windowHandle()
        if handle is not None:
            handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Qt passes keys to the popup that opened last. That is the outer menu until it has the
        # focus, so a menu in it has to open after that.
        if watched is self.menus:
            return isinstance(event, QKeyEvent) and self._pass_on(event)
        if event.type() is QEvent.Type.FocusIn and self._selecting.isActive():
            self._selecting.start(0)
        return False

    def _pass_on(self, event: QKeyEvent) -> bool:
        """Keep a key of the outer menu for the menu in it; return whether it belongs there."""
        if event.type() is not QEvent.Type.KeyPress or not event.spontaneous():
            return False
        if self._selecting.isActive():
            self._early_keys.append(_copy(event))
            return True
        inner = QApplication.activePopupWidget()
        if inner is None or inner is self.menus:
            return False
        QApplication.sendEvent(inner, _copy(event))
        return True

    def _focus_field(self, keys: QKeySequence) -> None:
        """Give the focus to the field of a page that has the letter of a menu in its label."""
        for label in self.window().findChildren(QLabel):
            buddy = label.buddy()
            if label.isVisible() and buddy and QKeySequence.mnemonic(label.text()) == keys:
                buddy.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return

    def _select(self) -> None:
        early, self._early_keys = self._early_keys, []
        if not self.menus.isVisible():
            return
        # Setting the active action opens its menu, and selects nothing in it.
        if self._entry is not None:
            self.menus.setActiveAction(self._entry)
        key = Qt.Key.Key_Down if self._entry is None else Qt.Key.Key_Return
        press = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(self.menus, press)
        for each in early:
            popup = QApplication.activePopupWidget()
            if popup is not None:  # an earlier one of these keys closes it
                QApplication.sendEvent(popup, each)

    def _name(self) -> None:
        self.set_text(self._actions.keys_by_name.hint(self.tr("Menu"), "menu"))


class AltKey(QObject):
    """Opens the menu when Alt is pressed and released without anything in between."""

    def __init__(self, button: MenuButton) -> None:
        super().__init__(button)
        self._button = button
        self._window: QWidget | None = None
        self._is_down = False
        button.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._button and event.type() is QEvent.Type.Show:
            self._watch(self._button.window())
        elif self._is_down:
            self._end(event)
        elif watched is self._window and event.type() is QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            alone = Qt.KeyboardModifier.AltModifier
            if event.key() == Qt.Key.Key_Alt and event.modifiers() == alone:
                self._is_down = True
                _application().installEventFilter(self)  # it sees every event: while Alt is down
        return False

    def _watch(self, window: QWidget) -> None:
        if window is not self._window:
            if self._window is not None:
                self._window.removeEventFilter(self)
            self._window = window
            window.installEventFilter(self)

    def _end(self, event: QEvent) -> None:
        is_release = event.type() is QEvent.Type.KeyRelease
        is_other = event.type() in _ENDS_OF_ALT
        if isinstance(event, QKeyEvent):
            is_alt = event.key() == Qt.Key.Key_Alt
            is_other = is_other and not is_alt
            is_release = is_release and is_alt
        if not is_release and not is_other:
            return
        self._is_down = False
        _application().removeEventFilter(self)
        if is_release and self._button.window().isActiveWindow():
            self._button.open_by_key()


def _copy(event: QKeyEvent) -> QKeyEvent:
    """Return a key press that outlives the event."""
    return QKeyEvent(event.type(), event.key(), event.modifiers(), event.text())


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication), "there are no widgets without one"
    return application

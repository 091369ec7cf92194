"""The one bar of a window: menu button, tabs, model chip and view switch."""

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtWidgets import QStyle, QWidget
from shiboken6 import isValid

from app.widgets.commands.actions import WindowActions
from app.widgets.tabs.bar import CRAMPED, MIN_CHARS, NARROWEST
from app.widgets.tabs.panes import ROW_MARGINS, TabPane, TabPanes
from app.widgets.window.menu_button import MenuButton, has_native_menus
from app.widgets.window.model_chip import EngineCorner
from app.widgets.window.view_switch import ViewSwitch

_EDGE, _GAP = 6, 6
# Tabs in sight next to the name without and with the switch, and next to the whole name.
_MIN_TABS, _MIN_TABS_AND_SWITCH, _MAX_TABS = 2, 3, 6
_CHANGES = (QEvent.Type.Resize, QEvent.Type.LayoutRequest)


class BarForm(msgspec.Struct, frozen=True):
    """What the parts at the end show.

    Attributes:
        engine_width: of the chip with what is next to it, in pixels; 0 without one.
        is_compact: the chip is a dot.
        is_folded: the switch is in the menu alone.
    """

    engine_width: int
    is_compact: bool
    is_folded: bool


class TabsRoom(msgspec.Struct, frozen=True):
    """The pixels that the tabs need.

    Attributes:
        whole: next to a chip with its whole text.
        named: next to a chip with the least of its name.
        folded: likewise, while the switch is in the menu alone; None if the switch comes first.
        short: next to a dot and the switch.
    """

    whole: int
    named: int
    folded: int | None
    short: int


class WindowBar(QObject):
    """Places the parts of the bar that are not tabs over the ends of the tabs.

    The tabs belong to panes, which come and go. So the parts lie over the host, like the corner
    widgets of Qt's tab widget, and the outer panes leave room for them. Where room is short, the
    tabs shrink and scroll, the name of the model is elided, its figure is left out, then the switch
    is in the menu alone, and at last the model is a dot. In a split the switch stays longer than
    the name: it leads back. The menu button always stays, and no part keeps a pane or the sidebar
    from getting its width.
    """

    room_changed = Signal()

    def __init__(
        self,
        host: QWidget,
        panes: TabPanes,
        actions: WindowActions,
        engine: EngineCorner | None,
        *,
        can_split: bool,
    ) -> None:
        """``host`` is the area of the panes; only the first window shows the engine."""
        super().__init__(host)
        self._host = host
        self._panes = panes
        self.menu_button = MenuButton(actions, host)
        self.menu_button.setVisible(not has_native_menus())
        self.engine = engine
        self.switch = ViewSwitch(actions.comparisons, host, can_split=can_split)
        if engine is not None:
            engine.setParent(host)
            engine.show()
            engine.installEventFilter(self)
        # The room that the parts take at both ends, and what those at the end need at least.
        self.leading = self.trailing = self.min_trailing = 0
        self._title_width: int | None = None
        self._folded_title_width = 0
        self.height = 0
        self._watched: tuple[QWidget, ...] = ()
        self._ordered: tuple[TabPane, TabPane] | None = None
        host.installEventFilter(self)
        panes.rearranged.connect(self.arrange)
        panes.added.connect(self._on_added)

    @property
    def is_folded(self) -> bool:
        """Whether the switch is in the menu alone."""
        return self.switch.isHidden()

    def set_title_width(self, width: int | None, folded_width: int = 0) -> None:
        """Leave this room for the title of the page that is shown; None while the chats are.

        ``folded_width`` is that of the title without the switch, if it is larger then.
        """
        self._title_width = width
        self._folded_title_width = folded_width
        self.arrange()

    def arrange(self) -> None:
        """Place the parts, and have the outer panes leave room for them."""
        # While the window is deleted, the filter still gets events of its parts.
        alive = filter(isValid, self._panes)
        own = [pane for pane in alive if pane.window() is self._host.window()]
        if not own:
            return
        first, last = own[0], own[-1]
        self._watch(tuple(pane.bar for pane in own))
        row = self.height = first.bar.row_height()
        button = self.menu_button.sizeHint()
        self.leading = button.width() + _GAP if not has_native_menus() else 0
        room = self._host.width() if first is last else last.width()
        room -= last.header_width() + (self.leading if first is last else 0)
        chats = form = self._form(room, self._tabs(last, is_split=first is not last))
        if self._title_width is not None:
            room = self._host.width() - self.leading
            width = self._title_width
            folded = max(width, self._folded_title_width)
            form = self._form(room, TabsRoom(folded, width, folded, width))
        self.switch.setHidden(form.is_folded)
        if self.engine is not None:
            self.engine.set_compact(is_compact=form.is_compact)
        self.trailing = self._trailing_width(form)
        self._place(self.menu_button, _EDGE, button, row)
        right = self._host.width() - _EDGE
        if not self.is_folded:
            right -= self.switch.sizeHint().width()
            self._place(self.switch, right, self.switch.sizeHint(), row)
            right -= _GAP
        if self.engine is not None:
            width = form.engine_width
            self._place(self.engine, right - width, QSize(width, row), row)
        self._order(first, last)
        trailing = self._trailing_width(chats)
        self.min_trailing = self._trailing_width(self._least_form())
        for pane in own:
            pane.set_corner_room(
                self.leading if pane is first else 0,
                trailing if pane is last else 0,
                self.min_trailing if pane is last else 0,
            )
        self.room_changed.emit()

    def _on_added(self, _conversation_id: str) -> None:
        self.arrange()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _CHANGES:
            self.arrange()
        return False

    def _order(self, first: TabPane, last: TabPane) -> None:
        """Have Tab go from the menu button along the tabs to the parts at the end."""
        if (first, last) == self._ordered:
            return
        self._ordered = first, last
        before = first.bar.rows[0].previousInFocusChain()
        # Qt ignores widgets without focus.
        while before is not None and before.focusPolicy() is Qt.FocusPolicy.NoFocus:
            before = before.previousInFocusChain()
        if before is not None and before is not self.menu_button:
            QWidget.setTabOrder(before, self.menu_button)
        end: QWidget = last.bar.list_button
        if self.engine is not None:
            for part in (
                self.engine.downloads,
                self.engine.chip,
                self.engine.cancel_button,
            ):
                QWidget.setTabOrder(end, part)
                end = part
        for button in (*self.switch.buttons.values(), self.switch.compare_button):
            QWidget.setTabOrder(end, button)
            end = button

    def _watch(self, bars: tuple[QWidget, ...]) -> None:
        for bar in self._watched:
            if bar not in bars and isValid(bar):
                bar.removeEventFilter(self)
        for bar in bars:
            if bar not in self._watched:
                bar.installEventFilter(self)
        self._watched = bars

    def _tabs(self, pane: TabPane, *, is_split: bool) -> TabsRoom:
        """Return the room that the tabs, or the title next to a column of them, need."""
        tab = max(NARROWEST, MIN_CHARS * self._host.fontMetrics().averageCharWidth())
        if pane.bar.is_vertical:
            return TabsRoom(tab, tab, None if is_split else tab, tab)
        width, count = pane.bar.row_width, max(1, len(pane.bar.ids()))
        whole = width(tab * min(count, _MAX_TABS))
        if is_split:
            return TabsRoom(whole, width(tab), None, width(CRAMPED))
        fewest = width(tab * min(count, _MIN_TABS))
        few = width(tab * min(count, _MIN_TABS_AND_SWITCH))
        return TabsRoom(whole, few, fewest, few)

    def _form(self, room: int, tabs: TabsRoom) -> BarForm:
        """Return the largest form of the parts at the end that leaves the tabs their room."""
        switch = self.switch.sizeHint().width() + _GAP
        least = self._least_form()
        if self.engine is not None:
            narrowest, widest = self.engine.named_widths()
            for is_folded, taken, needed in (
                (False, switch + _GAP, tabs.named),
                (True, _GAP, tabs.folded),
            ):
                left = room - taken
                if needed is not None and left - needed >= narrowest:
                    width = min(widest, max(narrowest, left - tabs.whole))
                    return BarForm(width, is_compact=False, is_folded=is_folded)
        short = replace(least, is_folded=False)
        return short if room - self._trailing_width(short) >= tabs.short else least

    def _least_form(self) -> BarForm:
        width = 0 if self.engine is None else self.engine.compact_width()
        return BarForm(width, is_compact=True, is_folded=True)

    def _trailing_width(self, form: BarForm) -> int:
        width = 0 if form.is_folded else self.switch.sizeHint().width() + _GAP
        return width + (form.engine_width + _GAP if self.engine is not None else 0)

    def _place(self, part: QWidget, left: int, size: QSize, row: int) -> None:
        top = ROW_MARGINS[1] + (row - size.height()) // 2
        area = QRect(QPoint(left, top), size)
        part.setGeometry(QStyle.visualRect(part.layoutDirection(), self._host.rect(), area))
        part.raise_()

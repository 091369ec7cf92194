"""Switches each window between one chat, two side by side, and grids of four or all chats."""

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from app.domain.tabs import ChatsInView
from app.widgets.commands.actions import WindowActions, run_when_triggered
from app.widgets.grid.board import MAX_COLUMNS, MAX_ROWS
from app.widgets.grid.tab_grid import TabGrid
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.pane_layout import ExtraWindow, PaneLayout
from app.widgets.tabs.panes import TabPane, TabPanes
from app.widgets.window.model_chip import EngineCorner
from app.widgets.window.pages import WindowPages
from app.widgets.window.window_bar import WindowBar

_MAX_CELLS = {ChatsInView.FOUR: 4, ChatsInView.ALL: MAX_COLUMNS * MAX_ROWS}


class GridStack(QWidget):
    """The panes of one window, or the grid of their tabs, with the bar of the window over them.

    No QStackedWidget: screen readers reach only the pages of one, and the bar is not one of them.
    """

    def __init__(
        self,
        normal: QWidget,
        panes: TabPanes,
        actions: WindowActions,
        requests: WindowRequests,
        engine: EngineCorner | None,
    ) -> None:
        super().__init__()
        self._normal = normal
        self._panes = panes
        self._chats: QWidget = normal  # the panes or the grid: what pages are shown in place of
        self.grid = TabGrid(panes, self._own_panes, actions.keys_by_name, requests)
        self.pages = WindowPages(actions)
        self._stack = QStackedLayout(self)
        for content in (normal, self.grid, self.pages):
            self._stack.addWidget(content)
        self.bar = WindowBar(self, panes, actions, engine, can_split=engine is not None)
        self.bar.room_changed.connect(self._leave_room)
        self.pages.shown_changed.connect(self._on_pages_shown)
        self.pages.changed.connect(self._leave_title_room)
        self.grid.shown_changed.connect(self._leave_title_room)
        if engine is not None:  # only the first window shows pages
            self._leave_pages_for_chats(actions, requests)

    @property
    def shown(self) -> QWidget:
        """The panes, the grid, or a page."""
        return self._stack.currentWidget() or self._chats

    @property
    def is_grid_shown(self) -> bool:
        """Whether the tabs are shown as a grid, or were before a page was opened."""
        return self._chats is self.grid

    def show_grid(self, is_shown: bool) -> None:
        """Show the tabs as a grid, or one at a time."""
        self.pages.leave()
        if is_shown is self.is_grid_shown:
            return
        # Nothing is painted before all pages are placed.
        self.setUpdatesEnabled(False)
        if is_shown:
            self._show_chats(self.grid)
            self.grid.open()
        else:
            self.grid.close_grid()
            self._show_chats(self._normal)
            self._focus_composer()
        self._leave_title_room()
        self.setUpdatesEnabled(True)

    def _show_chats(self, chats: QWidget) -> None:
        self._chats = chats
        self._stack.setCurrentWidget(chats)

    def _leave_pages_for_chats(self, actions: WindowActions, requests: WindowRequests) -> None:
        """Show the chats before a command does something to one that a page hides."""
        for action in (*actions.of_chat(), *actions.numbered_tabs, actions.focus_composer):
            run_when_triggered(action, self.pages.leave)
        requests.conversation_activated.connect(lambda _id: self.pages.leave())
        self._panes.activated.connect(self._on_tab_activated)

    def _on_tab_activated(self, conversation_id: str) -> None:
        pane = self._panes.pane_of(conversation_id)
        if pane is not None and pane.window() is self.window():
            self.pages.leave()

    def _on_pages_shown(self, is_shown: bool) -> None:
        self._panes.covered_window = self.window() if is_shown else None
        self._stack.setCurrentWidget(self.pages if is_shown else self._chats)
        if is_shown:
            return
        active_id = self._panes.active_id()
        if self.is_grid_shown:
            self.grid.focus_cell(active_id)
        else:
            self._focus_composer()
        if active_id is not None:
            self._panes.activated.emit(active_id)  # it is seen again

    def _leave_title_room(self) -> None:
        """Have the parts of the bar leave room for the title that is shown, or for tabs."""
        if self.shown is self.pages:
            self.bar.set_title_width(self.pages.bar.title_width())
        elif self.shown is self.grid:
            self.bar.set_title_width(*self.grid.bar.title_widths())
        else:
            self.bar.set_title_width(None)

    def _leave_room(self) -> None:
        bar = self.bar
        ends = bar.leading, bar.trailing, bar.min_trailing
        self.pages.bar.set_corner_room(*ends, bar.height)
        self.grid.bar.set_corner_room(*ends, has_switch=not bar.is_folded)

    def _focus_composer(self) -> None:
        active_id = self._panes.active_id()
        view = None if active_id is None else self._panes.view_of(active_id)
        if view is not None:
            view.focus_composer()

    def _own_panes(self) -> list[TabPane]:
        return [pane for pane in self._panes if pane.window() is self.window()]


class GridSwitch(QObject):
    """Owns the grids and bars of all windows; the commands apply to the window in use."""

    grid_added = Signal(object)
    switched = Signal()

    def __init__(
        self,
        panes: TabPanes,
        layout: PaneLayout,
        actions: WindowActions,
        requests: WindowRequests,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._panes = panes
        self._layout = layout
        self._actions = actions
        self._requests = requests
        self._stacks: list[GridStack] = []
        run_when_triggered(actions.grid, self._toggle)
        run_when_triggered(actions.menu, self._open_menu)
        for view, action in actions.views.items():
            if action is not actions.grid:
                run_when_triggered(action, partial(self.show_view, view))
        panes.activated.connect(lambda _id: self._show_state())
        panes.rearranged.connect(self._show_state)

    def grids(self) -> tuple[TabGrid, ...]:
        """Return the grids, the one of the first window first."""
        return tuple(stack.grid for stack in self._stacks)

    def shown_numbers(self) -> tuple[int, ...]:
        """Return the numbers of windows that show a grid; 0 is the first window."""
        return tuple(number for number, stack in enumerate(self._stacks) if stack.is_grid_shown)

    def four_numbers(self) -> tuple[int, ...]:
        """Return those of ``shown_numbers`` that show four chats on a page."""
        four, views = ChatsInView.FOUR, map(self.view_of, self._stacks)
        return tuple(number for number, view in enumerate(views) if view is four)

    def show_at(self, number: int, view: ChatsInView) -> None:
        """Show this many chats in a window, if the window exists."""
        for stack in self._stacks[number : number + 1]:
            self._show_view(stack, view)

    def is_shown_in_use(self) -> bool:
        """Return whether the window in use shows its tabs as a grid."""
        stack = self._stack_in_use()
        return stack is not None and stack.is_grid_shown

    def build_stack(self, normal: QWidget, engine: EngineCorner | None = None) -> GridStack:
        """Return the stack that a window shows in place of its panes; it contains the panes.

        The first window has an ``engine`` in its bar, and can be split.
        """
        stack = GridStack(normal, self._panes, self._actions, self._requests, engine)
        self._stacks.append(stack)
        stack.grid.left.connect(lambda: self._show(stack, is_shown=False))
        stack.grid.shown_changed.connect(self._tell_panes)
        stack.bar.switch.requested.connect(partial(self._show_view, stack))
        self.grid_added.emit(stack.grid)
        return stack

    def add_window(self, extra: ExtraWindow) -> None:
        """Add the grid of a further window."""
        central = extra.centralWidget()
        layout = None if central is None else central.layout()
        assert layout is not None, "a further window lays out its pane"
        layout.addWidget(self.build_stack(extra.pane))
        extra.pane.show()

    def remove_window(self, extra: ExtraWindow) -> None:
        """Remove the grid of a window that closes."""
        self._stacks = [stack for stack in self._stacks if stack.window() is not extra]
        self._tell_panes()

    def show_grid(self) -> None:
        """Show the tabs of the window in use as a grid."""
        self.show_view(ChatsInView.ALL)

    def show_view(self, view: ChatsInView) -> None:
        """Show this number of chats in the window in use."""
        stack = self._stack_in_use()
        if stack is not None:
            self._show_view(stack, view)

    def view_of(self, stack: GridStack) -> ChatsInView:
        """Return the number of chats that a window shows at once."""
        if stack.is_grid_shown:
            is_four = stack.grid.board.max_cells == _MAX_CELLS[ChatsInView.FOUR]
            return ChatsInView.FOUR if is_four else ChatsInView.ALL
        is_split = stack is self._stacks[0] and self._layout.is_split
        return ChatsInView.TWO if is_split else ChatsInView.ONE

    def _show_view(self, stack: GridStack, view: ChatsInView) -> None:
        cells = _MAX_CELLS.get(view)
        if cells is not None:
            stack.grid.board.set_max_cells(cells)
        self._show(stack, is_shown=cells is not None)
        if view is ChatsInView.ONE and stack is self._stacks[0]:
            self._layout.join()
        elif view is ChatsInView.TWO and stack is self._stacks[0]:
            self._layout.split()
        self._show_state()

    def _toggle(self) -> None:
        stack = self._stack_in_use()
        if stack is not None and stack.is_grid_shown:
            self._show(stack, is_shown=False)
        else:
            self.show_grid()

    def _show(self, stack: GridStack, *, is_shown: bool) -> None:
        stack.show_grid(is_shown)
        self._show_state()
        self.switched.emit()

    def _show_state(self) -> None:
        for stack in self._stacks:
            stack.bar.switch.set_view(self.view_of(stack))
        in_use = self._stack_in_use()
        shown = ChatsInView.ONE if in_use is None else self.view_of(in_use)
        for view, action in self._actions.views.items():
            action.setChecked(view is shown)

    def _open_menu(self) -> None:
        active = (stack for stack in self._stacks if stack.isActiveWindow())
        stack = next(active, self._stack_in_use())
        if stack is not None:
            stack.bar.menu_button.open_by_key()

    def _stack_in_use(self) -> GridStack | None:
        window = self._panes.in_use.window()
        return next((stack for stack in self._stacks if stack.window() is window), None)

    def _tell_panes(self) -> None:
        shown = (id_ for grid in self.grids() for id_ in grid.shown_ids())
        self._panes.shown_in_grid = frozenset(shown)

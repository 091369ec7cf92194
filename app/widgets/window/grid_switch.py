"""Switches each window between one tab at a time and a grid of all its tabs."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.widgets.commands.actions import WindowActions, run_when_triggered
from app.widgets.grid.tab_grid import TabGrid
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.pane_layout import ExtraWindow
from app.widgets.tabs.panes import TabPane, TabPanes


class GridStack(QStackedWidget):
    """The panes of one window, or the grid of their tabs."""

    def __init__(
        self, normal: QWidget, panes: TabPanes, actions: WindowActions, requests: WindowRequests
    ) -> None:
        super().__init__()
        self._normal = normal
        self._panes = panes
        self.grid = TabGrid(panes, self._own_panes, actions.keys_by_name, requests)
        self.addWidget(normal)
        self.addWidget(self.grid)

    @property
    def is_grid_shown(self) -> bool:
        """Whether the tabs are shown as a grid."""
        return self.currentWidget() is self.grid

    def show_grid(self, is_shown: bool) -> None:
        """Show the tabs as a grid, or one at a time."""
        if is_shown is self.is_grid_shown:
            return
        # Nothing is painted before all pages are placed.
        self.setUpdatesEnabled(False)
        if is_shown:
            self.setCurrentWidget(self.grid)
            self.grid.open()
        else:
            self.grid.close_grid()
            self.setCurrentWidget(self._normal)
            self._focus_composer()
        self.setUpdatesEnabled(True)

    def _focus_composer(self) -> None:
        active_id = self._panes.active_id()
        view = None if active_id is None else self._panes.view_of(active_id)
        if view is not None:
            view.focus_composer()

    def _own_panes(self) -> list[TabPane]:
        return [pane for pane in self._panes if pane.window() is self.window()]


class GridSwitch(QObject):
    """Owns the grids of all windows; the command applies to the window in use."""

    grid_added = Signal(object)
    switched = Signal()

    def __init__(
        self, panes: TabPanes, actions: WindowActions, requests: WindowRequests, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._panes = panes
        self._actions = actions
        self._requests = requests
        self._stacks: list[GridStack] = []
        run_when_triggered(actions.grid, self._toggle)
        panes.activated.connect(lambda _id: self._show_state())

    def grids(self) -> tuple[TabGrid, ...]:
        """Return the grids, the one of the first window first."""
        return tuple(stack.grid for stack in self._stacks)

    def shown_numbers(self) -> tuple[int, ...]:
        """Return the numbers of windows that show a grid; 0 is the first window."""
        return tuple(number for number, stack in enumerate(self._stacks) if stack.is_grid_shown)

    def show_at(self, number: int) -> None:
        """Show the tabs of a window as a grid, if the window exists."""
        for stack in self._stacks[number : number + 1]:
            self._show(stack, is_shown=True)

    def is_shown_in_use(self) -> bool:
        """Return whether the window in use shows its tabs as a grid."""
        stack = self._stack_in_use()
        return stack is not None and stack.is_grid_shown

    def build_stack(self, normal: QWidget) -> GridStack:
        """Return the stack that a window shows in place of its panes; it contains the panes."""
        stack = GridStack(normal, self._panes, self._actions, self._requests)
        self._stacks.append(stack)
        stack.grid.left.connect(lambda: self._show(stack, is_shown=False))
        stack.grid.shown_changed.connect(self._tell_panes)
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
        stack = self._stack_in_use()
        if stack is not None:
            self._show(stack, is_shown=True)

    def _toggle(self) -> None:
        stack = self._stack_in_use()
        if stack is not None:
            self._show(stack, is_shown=not stack.is_grid_shown)

    def _show(self, stack: GridStack, *, is_shown: bool) -> None:
        stack.show_grid(is_shown)
        self._show_state()
        self.switched.emit()

    def _show_state(self) -> None:
        self._actions.grid.setChecked(self.is_shown_in_use())

    def _stack_in_use(self) -> GridStack | None:
        window = self._panes.in_use.window()
        return next((stack for stack in self._stacks if stack.window() is window), None)

    def _tell_panes(self) -> None:
        shown = (id_ for grid in self.grids() for id_ in grid.shown_ids())
        self._panes.shown_in_grid = frozenset(shown)

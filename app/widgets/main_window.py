"""The window: menus, sidebar, tabs, banners and the engine's line at the bottom."""

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMainWindow, QWidget

from app.domain import ConversationSummary, EngineStatus, Notice, TabState
from app.widgets.conversation_view import ConversationView


class MainWindow(QMainWindow):
    """Holds the tabs and says what the user wishes; does nothing by itself but switch tabs."""

    new_tab_requested = Signal()
    close_tab_requested = Signal(str)
    reopen_tab_requested = Signal()
    tab_activated = Signal(str)
    tabs_reordered = Signal(tuple)
    stop_requested = Signal(str)
    conversation_activated = Signal(str)
    rename_requested = Signal(str, str)
    delete_requested = Signal(str)
    open_model_requested = Signal(str)
    builtin_model_requested = Signal()
    settings_requested = Signal()
    theme_chosen = Signal(object)
    zoom_changed = Signal(int)
    notice_action_requested = Signal(object)
    quit_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)

    def add_tab(
        self, conversation_id: str, title: str, view: ConversationView, *, is_activated: bool = True
    ) -> None:
        """Add a tab at the end; the window owns the view from here on."""

    def remove_tab(self, conversation_id: str) -> None:
        """Take a tab away and delete its view; the neighbour comes to the front."""

    def activate_tab(self, conversation_id: str) -> None:
        """Bring a tab to the front; emits ``tab_activated`` if it was not there."""

    def active_id(self) -> str | None:
        """Return the conversation in front, or None where no tab is open."""

    def tab_ids(self) -> tuple[str, ...]:
        """Return the conversations of all tabs from left to right."""

    def view_of(self, conversation_id: str) -> ConversationView | None:
        """Return the page of a tab, or None where the conversation has no tab."""

    def set_tab_title(self, conversation_id: str, title: str) -> None:
        """Show another title; does nothing where the conversation has no tab."""

    def set_tab_state(self, conversation_id: str, state: TabState) -> None:
        """Show what a tab is doing, in its title and on its page."""

    def set_engine_status(self, status: EngineStatus) -> None:
        """Show the engine's state at the bottom."""

    def set_conversations(
        self, conversations: tuple[ConversationSummary, ...], running_ids: Iterable[str] = ()
    ) -> None:
        """Fill the sidebar, newest activity first; running ones are marked."""

    def set_can_reopen(self, is_possible: bool) -> None:
        """Enable "Reopen closed tab"."""

    def show_notice(self, notice: Notice) -> None:
        """Show a banner until the user closes it; the same notice is not shown twice."""

    def dismiss_notice(self, notice: Notice) -> None:
        """Take a banner away whose reason is gone."""

    def close_for_good(self) -> None:
        """Close the window without asking anybody; until then closing only emits a wish."""

"""A row of tabs above the page of the one in front."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.domain import TabState
from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.controls import MutedLabel
from app.widgets.tabs.strip import TabStrip


class TabPane(QWidget):
    """Holds the views of its tabs; a window has one or two of them."""

    activated = Signal(str)

    def __init__(self, keys: BoundKeys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = keys
        self._views: dict[str, ConversationView] = {}
        self._strip = TabStrip(keys, self)
        self._pages = QStackedWidget(self)
        self._no_tab_page = MutedLabel()
        self._no_tab_page.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages.addWidget(self._no_tab_page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._strip)
        column.addWidget(self._pages, 1)
        keys.rebound.connect(self._show_empty_text)
        self._show_empty_text()
        self._strip.bar.activated.connect(self._on_activated)

    @property
    def strip(self) -> TabStrip:
        """The row of tabs."""
        return self._strip

    def ids(self) -> tuple[str, ...]:
        """Return the conversations from left to right."""
        return self._strip.bar.ids()

    def current_id(self) -> str | None:
        """Return the conversation in front, or None where no tab is open."""
        return self._strip.bar.current_id()

    def title(self, conversation_id: str) -> str:
        """Return the title of a tab as it is shown; empty where it is not here."""
        return self._strip.bar.title(conversation_id)

    def view_of(self, conversation_id: str) -> ConversationView | None:
        """Return the page of a tab, or None where the conversation has none here."""
        return self._views.get(conversation_id)

    def add(
        self,
        conversation_id: str,
        title: str,
        view: ConversationView,
        *,
        place: int | None = None,
        is_pinned: bool = False,
    ) -> None:
        """Add a tab, at the end if nowhere else; the pane owns the view from here on."""
        view.composer.use_keys(self._keys)
        self._views[conversation_id] = view
        self._pages.addWidget(view)
        self._strip.bar.add(conversation_id, title, place=place, is_pinned=is_pinned)
        self._strip.bar.set_state(conversation_id, view.state)

    def take(self, conversation_id: str) -> ConversationView | None:
        """Take a tab away and hand its view over; the neighbour comes to the front."""
        view = self._views.pop(conversation_id, None)
        if view is None:
            return None
        self._strip.bar.remove(conversation_id)
        self._pages.removeWidget(view)
        view.hide()  # a view without a parent would be a window, and take the keyboard with it
        if not self._views:
            self._pages.setCurrentWidget(self._no_tab_page)
        return view

    def activate(self, conversation_id: str) -> None:
        """Bring a tab to the front; emits ``activated`` if it was not there."""
        self._strip.bar.activate(conversation_id)

    def index_of_tab(self, conversation_id: str) -> int | None:
        """Return a tab's place, or None where it is not here."""
        return self._strip.bar.index_of(conversation_id)

    def step(self, step: int) -> None:
        """Bring the tab to the front that is so far to the right, round the end."""
        self._strip.bar.step(step)

    def go_to(self, index: int) -> None:
        """Bring the tab at a place to the front; beyond the end it is the last."""
        ids = self.ids()
        if ids:
            self.activate(ids[min(index, len(ids) - 1)])

    def set_title(self, conversation_id: str, title: str) -> None:
        """Show another title; does nothing where the tab is not here."""
        self._strip.bar.set_title(conversation_id, title)

    def set_state(self, conversation_id: str, state: TabState) -> None:
        """Show what a tab is doing, in its title and on its page."""
        view = self._views.get(conversation_id)
        if view is not None:
            view.set_state(state)
            self._strip.bar.set_state(conversation_id, state)

    def _show_empty_text(self) -> None:
        key = self._keys.written("new_tab")
        text = self.tr("No tab is open. %1 opens one.") if key else self.tr("No tab is open.")
        self._no_tab_page.setText(text.replace("%1", key))

    def _on_activated(self, conversation_id: str) -> None:
        view = self._views.get(conversation_id)
        if view is not None:
            self._pages.setCurrentWidget(view)
            self.activated.emit(conversation_id)

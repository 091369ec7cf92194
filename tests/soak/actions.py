"""What somebody does with sixteen tabs who never rests: by chance, and again with the same seed."""

import contextlib
import os
import signal
from collections.abc import Callable
from random import Random

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.application import Application
from app.domain.messages import Message, Role
from app.widgets.conversation.view import ConversationView
from app.widgets.transcript.transcript import scroll_by_pages

TAB_COUNT = 16
MAX_MESSAGES = 24  # a longer conversation is deleted, so that all of them together stay as large
_QUESTIONS = (
    "What can you do?",
    "Tell me a story about tabs",
    "Show me the keys in a table",
    "Count to 60",
    "Hello",
)


class SoakActions:
    """Does one thing after another on a window that runs."""

    def __init__(self, rooms: Application, chance: Random) -> None:
        self._rooms = rooms
        self._chance = chance
        self._number = 0
        self._shares: dict[Callable[[], object], int] = {
            self._send: 30,
            self._switch: 20,
            self._regenerate: 8,
            self._edit: 6,
            self._cancel: 6,
            self._open: 5,
            self._close: 5,
            self._reopen: 4,
            self._type: 4,
            self._continue: 3,
            self._delete: 3,
            self._restore: 3,
            self._step: 3,
            self._scroll: 3,
            self._fork: 2,
            self._vary: 1,
            self._search: 1,
        }

    def one(self) -> str:
        """Do something; return what it was."""
        tabs = self._rooms.window.panes.ids()
        if len(tabs) < TAB_COUNT - 1:
            action: Callable[[], object] = self._open
        elif len(tabs) > TAB_COUNT:
            action = self._close
        else:
            action = self._chance.choices(list(self._shares), list(self._shares.values()))[0]
        action()
        return action.__name__.strip("_")

    def drop_engine(self) -> None:
        """Kill the engine, as the system does where memory runs out."""
        process_id = self._rooms.client.process_id
        if process_id is not None:
            with contextlib.suppress(ProcessLookupError):  # it may be ending by itself
                os.kill(process_id, signal.SIGKILL)

    def _view(self) -> ConversationView | None:
        """Return the page of any tab."""
        return self._rooms.window.panes.view_of(self._any_tab())

    def _any_tab(self) -> str:
        return self._chance.choice(self._rooms.window.panes.ids())

    def _any_message(self, role: Role) -> tuple[ConversationView, Message] | None:
        view = self._view()
        messages = [] if view is None else view.transcript.messages()
        asked = [message for message in messages if message.role is role]
        return (view, self._chance.choice(asked)) if view is not None and asked else None

    def _send(self) -> None:
        """Type a message into the tab in front and press Enter; it may have to wait its turn."""
        active_id = self._rooms.window.panes.active_id()
        view = self._rooms.window.panes.view_of(active_id) if active_id else None
        if view is None or active_id is None:
            return
        if len(view.transcript.messages()) > MAX_MESSAGES:
            self._rooms.window.requests.delete_requested.emit((active_id,))
            return
        view.focus_composer()
        self._number += 1
        QTest.keyClicks(view.composer.edit, f"{self._number} {self._chance.choice(_QUESTIONS)}")
        QTest.keyClick(view.composer.edit, Qt.Key.Key_Return)
        self._switch()

    def _type(self) -> None:
        view = self._view()
        if view is not None:
            QTest.keyClicks(view.composer.edit, "a draft ")

    def _switch(self) -> None:
        self._rooms.window.requests.conversation_activated.emit(self._any_tab())

    def _open(self) -> None:
        if len(self._rooms.window.panes.ids()) < TAB_COUNT:
            self._rooms.window.requests.new_tab_requested.emit()

    def _close(self) -> None:
        self._rooms.window.requests.close_tab_requested.emit(self._any_tab())

    def _reopen(self) -> None:
        self._rooms.window.requests.reopen_tab_requested.emit()

    def _regenerate(self) -> None:
        found = self._any_message(Role.ASSISTANT)
        if found is not None:
            found[0].requests.regenerate_requested.emit(found[1].id)

    def _edit(self) -> None:
        found = self._any_message(Role.USER)
        if found is not None:
            text = f"{found[1].text[:100]} and {self._chance.randrange(100)}"
            found[0].requests.edit_submitted.emit(found[1].id, text)

    def _continue(self) -> None:
        self._rooms.window.requests.continue_requested.emit(self._any_tab())

    def _vary(self) -> None:
        self._rooms.window.requests.variants_requested.emit(self._any_tab())

    def _step(self) -> None:
        step = self._chance.choice((-1, 1))
        self._rooms.window.requests.version_requested.emit(self._any_tab(), step)

    def _fork(self) -> None:
        found = self._any_message(Role.ASSISTANT)
        if found is not None:
            found[0].requests.fork_requested.emit(found[1].id)

    def _cancel(self) -> None:
        running = sorted(self._rooms.replies.running_ids)
        if running:
            self._rooms.window.requests.stop_requested.emit(self._chance.choice(running))

    def _delete(self) -> None:
        self._rooms.window.requests.delete_requested.emit((self._any_tab(),))

    def _restore(self) -> None:
        self._rooms.window.requests.undo_delete_requested.emit()

    def _scroll(self) -> None:
        view = self._view()
        if view is not None:
            scroll_by_pages(view.transcript, self._chance.choice((-3, -1, 1, 3)))

    def _search(self) -> None:
        self._rooms.window.requests.search_requested.emit(self._chance.choice(("count", "tab", "")))

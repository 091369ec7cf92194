"""The program with somebody at its keyboard: ``python -m tests.limits.visit`` and its arguments.

Everything of ``python -m app`` runs. When the window is there, a question is typed, its answer
awaited, the settings are opened and closed, and the program is quit; ``--rounds N`` asks again,
each time when a line comes from outside. ``--tour`` also looks for models, on this computer and on
the hub, and writes the chat as a page, so that each process of the program has run. What happens
goes to stdout, a line for each thing.
"""

import asyncio
import sys
from contextlib import aclosing
from unittest.mock import patch

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.__main__ import main as run
from app.application import Application
from app.chat.turn_events import ReplyEnded, TurnEvent, TurnStarted
from app.data_folders import Paths
from app.domain.reply_text import ReplyText
from app.models.library.messages import Hashed
from app.models.library.models import builtin_model
from app.storage.history import History
from app.widgets.settings.settings_page import SettingsPage
from engine.client.client import EnginePhase, EngineState
from engine.client.net_client import NetFailure
from tests.models.talker import talker_built_in

QUESTION = "What can you do?"
_ROUNDS, _TOUR = "--rounds", "--tour"
_PATIENCE_SECONDS = 90.0
_SEARCH_SECONDS = 0.7  # a search begins a moment behind the last key


def announce(kind: str, text: object = "") -> None:
    """Print what happened, in one line."""
    line = " ".join(str(text).split())
    sys.stdout.buffer.write(f"{kind} {line}\n".encode())
    sys.stdout.buffer.flush()


def _is_settled(state: EngineState) -> bool:
    """Return whether a model is loaded or will not be; until it is planned there is none either."""
    return state.failed_path is not None or state.phase in (EnginePhase.READY, EnginePhase.DOWN)


class VisitedApplication(Application):
    """The application, and a visitor who asks once the window is there."""

    rounds = 1
    has_tour = False

    def __init__(self, application: QApplication, paths: Paths, history: History) -> None:
        super().__init__(application, paths, history)
        self.replies.events.add(self._on_turn_event)
        self.client.states.add(
            lambda state: announce("engine", f"{state.phase.value} {state.text}")
        )
        self._begun: set[int] = set()
        self._visit: asyncio.Task[None] | None = None

    async def start(self, model: str | None = None) -> None:
        """Start as ever, and let the visitor in."""
        await super().start(model)
        announce("window")
        self._visit = asyncio.get_running_loop().create_task(self._stay())

    async def _stay(self) -> None:
        try:
            for number in range(self.rounds):
                if number:
                    await asyncio.to_thread(sys.stdin.readline)
                await self._ask()
            await self._open_settings()
            if self.has_tour:
                await self._look_for_models()
                await self._write_page()
        except TimeoutError:
            announce("timeout")
        for toast in self.window.toasts.shown:
            announce("toast", toast.content.text)
        self.quit()

    async def _ask(self) -> None:
        """Ask in the tab in front, and wait until it is answered, or can't be."""
        await self._until(lambda: _is_settled(self.client.state))
        active_id = self.window.panes.active_id()
        view = self.window.panes.view_of(active_id) if active_id else None
        if view is None or self.client.state.phase is not EnginePhase.READY:
            announce("unasked")
            return
        view.focus_composer()
        QTest.keyClicks(view.composer.edit, QUESTION)
        QTest.keyClick(view.composer.edit, Qt.Key.Key_Return)
        await self._until(lambda: bool(self.replies.running_ids))
        await self._until(lambda: not self.replies.running_ids)

    async def _open_settings(self) -> None:
        self.window.requests.settings_requested.emit()
        await self._until(lambda: self._settings_page() is not None)
        dialog = self._settings_page()
        assert dialog is not None
        announce("settings")
        dialog.close()

    async def _look_for_models(self) -> None:
        self.window.requests.models_page_requested.emit()
        page = self.models_page.page
        assert page is not None
        assert page.search is not None
        await self._until(lambda: self.model_library.state.is_read)
        QTest.keyClicks(page.search.box, "qwen")
        QTest.keyClick(page.search.box, Qt.Key.Key_Return)
        await asyncio.sleep(_SEARCH_SECONDS)
        if self.settings.current.is_offline:
            try:
                await self.net.search("qwen")
            except NetFailure as failure:
                announce("hub", failure.trouble.name)
        async with aclosing(self.model_library.digests((str(builtin_model()),))) as steps:
            async for step in steps:
                if isinstance(step, Hashed):
                    announce("hashed", step.digest)
        page.close()

    async def _write_page(self) -> None:
        path = self.paths.models.parent / "chat.html"
        (conversation_id,) = self.window.panes.ids()
        await self.transfer.export((conversation_id,), path)
        announce("page", path.stat().st_size)

    def _settings_page(self) -> SettingsPage | None:
        shown = self.window.findChildren(SettingsPage)
        return next((each for each in shown if each.isVisible()), None)

    async def _until(self, condition: object) -> None:
        assert callable(condition)
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while not condition():  # noqa: ASYNC110 (a visitor's eyes have no event to wait for)
                await asyncio.sleep(0.02)

    def _on_turn_event(self, _conversation_id: str, event: TurnEvent) -> None:
        if isinstance(event, TurnStarted):
            for text in event.texts:
                text.on_changed(self._on_reply_grew)
        elif isinstance(event, ReplyEnded):
            message = event.message
            announce(message.status.value, f"{len(message.text)} letters {message.note or ''}")

    def _on_reply_grew(self, text: ReplyText) -> None:
        if text.reply_id not in self._begun:
            self._begun.add(text.reply_id)
            announce("writing")


def main() -> int:
    """Run the program with a visitor; return its exit status."""
    if _ROUNDS in sys.argv:
        at = sys.argv.index(_ROUNDS)
        VisitedApplication.rounds = int(sys.argv[at + 1])
        del sys.argv[at : at + 2]
    if _TOUR in sys.argv:
        VisitedApplication.has_tour = True
        sys.argv.remove(_TOUR)
    with talker_built_in(), patch("app.application.Application", VisitedApplication):
        return run()


if __name__ == "__main__":
    sys.exit(main())

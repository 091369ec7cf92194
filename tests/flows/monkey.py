"""Somebody who presses everything, fast, while many tabs are answered; a window must stand it.

``python -m tests.flows.monkey --seed 1 --minutes 10`` starts and quits the application on one
folder again and again, and fails on any error, any word of Qt, any window that stands still, any
message that is lost, any tab that never ends writing, and anything that is left behind.
"""

import argparse
import asyncio
import faulthandler
import gc
import json
import os
import re
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from app.domain.messages import OutgoingMessage
from app.storage.plain_text import packed

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
import qasync
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication, QDialog

from app.application import Application
from app.chat.turn_events import ReplyEnded, TurnEvent, TurnStarted
from app.data_folders import Paths
from app.domain.messages import MessageStatus
from app.models.view.models_page import ModelsPage
from app.process.gc_timer import GcTimer
from app.settings import Settings, SettingsFile
from app.sources.view.sources_page import SourcesPage
from app.storage.history import History
from app.storage.plain_text import storable
from app.widgets.conversation.view import BUSY, ConversationView
from app.widgets.dialogs.progress_box import ProgressBox
from engine.client.client import EnginePhase
from tests.flows.hostile_texts import HOSTILE_MESSAGES, HOSTILE_TITLES
from tests.flows.monkey_actions import MonkeyActions, follow_messages
from tests.flows.monkey_watch import Watch
from tests.flows.seeding import seed, tree
from tests.models.talker import talker_built_in

PATIENCE_SECONDS = 180.0
SEGMENT_SECONDS = 30.0
_MARKER = re.compile(r"m\d{6}x")
_LEFT_WIDGETS = 30  # of Qt itself, made when first needed
_MAX_PAUSE_MS = 25
_KEPT = (ProgressBox, ModelsPage, SourcesPage)  # made once, and shown again when asked for


class Monkey:
    """Runs the application on a folder, and remembers what must be there afterwards."""

    def __init__(
        self, application: QApplication, folder: Path, chance: Random, watch: Watch
    ) -> None:
        self._application = application
        self._folder = folder
        self._chance = chance
        self._watch = watch
        self._stored: dict[int, str] = {}
        self._sent: set[tuple[str, str]] = set()
        self._unsure: set[str] = set()
        self._deleted: set[int] = set()  # single messages, whether it was undone or not
        self.deed_count = 0

    async def prepare(self) -> None:
        """Put files and a history there that are hostile."""
        chats = [tree(f"hostile {at}", HOSTILE_MESSAGES) for at in range(3)]
        await seed(self._folder, chats)
        (self._folder / "noise.gguf").write_bytes(self._chance.randbytes(4096))
        messages = [{"id": at + 1, "parent_id": at or None, "role": "user" if at % 2 == 0 else
            "assistant", "text": text, "status": "complete", "conversation_id": "i",
            "created_at": "2026-05-01T12:00:00Z", "sequence_number": at + 1}
            for at, text in enumerate(HOSTILE_MESSAGES)]  # fmt: skip
        chats_in = [
            {"id": f"imported {at}", "title": title, "messages": messages, "options": {},
             "created_at": "2026-05-01T12:00:00Z", "updated_at": "2026-05-01T12:00:00Z"}
            for at, title in enumerate(HOSTILE_TITLES)
        ]  # fmt: skip
        whole = {"format": "hubbub-conversations", "version": 1, "conversations": chats_in}
        (self._folder / "hostile.json").write_text(json.dumps(whole))
        settings = Settings(slot_count=8, has_seen_tour=True)
        SettingsFile(Paths.under(self._folder).settings_file).save(settings)

    async def segment(self, seconds: float) -> None:
        """Start, play for so long, quit, and look at what is left and what is stored."""
        paths = Paths.under(self._folder)
        history = await History.open(paths.database)
        rooms = Application(self._application, paths, history)
        actions = MonkeyActions(rooms, self._chance, self._folder)
        rooms.replies.events.add(self._on_turn_event)
        follow_messages(rooms, self._on_submitted, self._unsure.add, self._on_deleted)
        try:
            await rooms.start()
            rooms.window.activateWindow()
            await self._play(actions, seconds)
            await self._settle(actions)
            drafts = self._drafts(rooms)
            await self._check_widgets(rooms)
        finally:
            await rooms.close()
            await history.close()
            rooms.window.deleteLater()
        await self._check_stored(actions, drafts)
        await self._check_left()

    async def _play(self, actions: MonkeyActions, seconds: float) -> None:
        timer = QTimer()
        is_inside = False

        def act() -> None:
            nonlocal is_inside
            if is_inside:  # Qt runs a loop of its own in a deed: a drag, say
                actions.let_go()
                return
            is_inside = True
            try:
                self._watch.actions.append("?")
                self._watch.actions[-1] = actions.one()
                self.deed_count += 1
            finally:
                is_inside = False
                timer.setInterval(self._chance.randint(0, _MAX_PAUSE_MS))

        timer.timeout.connect(act)
        timer.start(0)
        await asyncio.sleep(seconds)
        timer.stop()
        timer.timeout.disconnect()

    async def _settle(self, actions: MonkeyActions) -> None:
        """Stop everything, and find every tab at rest."""
        rooms = actions.rooms
        self._watch.actions.append("settle")
        actions.leave_dialogs()
        if rooms.client.state.phase is EnginePhase.DOWN:
            rooms.client.restart()
        deadline = time.monotonic() + PATIENCE_SECONDS
        while rooms.replies.running_ids and time.monotonic() < deadline:
            for conversation_id in rooms.replies.running_ids:
                rooms.replies.stop(conversation_id)
            await asyncio.sleep(0.05)
        if rooms.replies.running_ids:
            self._watch.fault("stuck", f"answers never end: {set(rooms.replies.running_ids)}")
        for conversation_id in rooms.window.panes.ids():
            view = rooms.window.panes.view_of(conversation_id)
            if view is not None and view.state.activity in BUSY:
                self._watch.fault("stuck", f"tab still says {view.state.activity}")

    def _drafts(self, rooms: Application) -> dict[str, str]:
        views = (rooms.window.panes.view_of(each) for each in rooms.window.panes.ids())
        return {
            view.conversation_id: packed(view.composer.draft())
            for view in views
            if view is not None
        }

    def _on_submitted(self, conversation_id: str, message: OutgoingMessage) -> None:
        self._sent |= {(conversation_id, marker) for marker in _MARKER.findall(packed(message))}

    def _on_deleted(self, conversation_id: str, message_id: int) -> None:
        self._stored.pop(message_id, None)
        self._deleted.add(message_id)
        self._unsure.add(conversation_id)

    def _on_turn_event(self, _conversation_id: str, event: TurnEvent) -> None:
        if isinstance(event, TurnStarted):
            self._stored[event.turn.user.id] = event.turn.user.text
        elif isinstance(event, ReplyEnded) and event.message.status is MessageStatus.COMPLETE:
            self._stored[event.message.id] = event.message.text

    async def _check_stored(self, actions: MonkeyActions, drafts: dict[str, str]) -> None:
        history = await History.open(Paths.under(self._folder).database)
        deleted = [each.id for each in await history.trash.conversations()]
        await history.trash.restore(*deleted)
        ids = [each.id for each in await history.conversations.summaries()]
        trees = {each.id: each async for each in history.archive.trees(ids)}
        await history.conversations.delete(*deleted)
        await history.close()
        texts = {message.id: message for each in trees.values() for message in each.messages}
        for message_id, text in self._stored.items():
            if message_id in self._deleted:
                continue
            found = texts.get(message_id)
            if found is None and not actions.has_purged:
                self._watch.fault("lost", f"message {message_id}: {text[:60]!r}")
            elif found is not None and not found.text.startswith(text):
                self._watch.fault("changed", f"{text[:60]!r} became {found.text[:60]!r}")
        if actions.has_purged:
            self._stored = {id_: text for id_, text in self._stored.items() if id_ in texts}
        for conversation_id, draft in drafts.items():
            kept = trees.get(conversation_id)
            if kept is not None and kept.draft.strip() != storable(draft).strip():
                self._watch.fault("draft", f"{draft[:80]!r} was kept as {kept.draft[:80]!r}")
        for conversation_id, marker in tuple(self._sent):
            kept = trees.get(conversation_id)
            if kept is None or conversation_id in self._unsure:
                continue
            said = "\n".join([*(each.text for each in kept.messages), *kept.queue, kept.draft])
            if marker not in said:
                self._sent.remove((conversation_id, marker))
                self._watch.fault("lost", f"{marker} is in no message, queue or draft")
        for message in texts.values():
            if message.status is MessageStatus.STREAMING:
                self._watch.fault("stuck", f"message {message.id} is stored as being written")

    async def _check_widgets(self, rooms: Application) -> None:
        """Close all tabs: no page and no dialog may live on that nobody can see."""
        for conversation_id in rooms.window.panes.ids():
            rooms.tabs.close_tab(conversation_id)
        await asyncio.sleep(1)
        await self._collect()
        widgets = QApplication.allWidgets()
        pages = sum(isinstance(each, ConversationView) for each in widgets)
        tabs = len(rooms.window.panes.ids())
        if pages != tabs:
            self._watch.fault("left", f"{pages} pages in {tabs} tabs")
        dialogs = [
            each
            for each in widgets
            if isinstance(each, QDialog) and each.isHidden() and not isinstance(each, _KEPT)
        ]
        for kind in (ModelsPage, SourcesPage):
            kept = [each for each in widgets if isinstance(each, kind)]
            if len(kept) > 1:
                self._watch.fault("left", f"several pages: {kept}")
        if dialogs:
            self._watch.fault("left", f"hidden dialogs: {dialogs}")

    async def _check_left(self) -> None:
        await self._collect()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        if tasks:
            self._watch.fault("left", f"tasks: {tasks}")
        children = psutil.Process().children(recursive=True)
        if children:
            self._watch.fault("left", f"processes: {children}")
        widgets = [type(each).__name__ for each in QApplication.allWidgets()]
        if len(widgets) > _LEFT_WIDGETS:
            self._watch.fault("left", f"{len(widgets)} widgets without a window: {widgets[:50]}")

    async def _collect(self) -> None:
        for _ in range(3):
            await asyncio.sleep(0.05)
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            gc.collect()


async def play(application: QApplication, folder: Path, number: int, minutes: float) -> list[str]:
    """Play for so long and return the faults."""
    watch = Watch()
    monkey = Monkey(application, folder, Random(number), watch)
    deadline = time.monotonic() + minutes * 60
    with watch.watching(), closing(GcTimer(application)):
        asyncio.get_running_loop().set_exception_handler(
            lambda _loop, context: watch.fault("loop", _told(context))
        )
        await monkey.prepare()
        rounds = 0
        while (left := deadline - time.monotonic()) > 0:
            await monkey.segment(min(left, SEGMENT_SECONDS))
            rounds += 1
            megabytes = psutil.Process().memory_info().rss / 2**20
            print(f"{rounds} rounds, {monkey.deed_count} deeds, {megabytes:.0f} MB", flush=True)
    for taken, action, where in sorted(watch.stills, reverse=True)[:8]:
        print(f"still for {taken * 1000:.0f} ms of CPU in {action}\n{where}")
    return watch.faults


def _told(context: dict[str, Any]) -> str:
    """Return what the loop says of an error, with the lines where it was raised."""
    error = context.get("exception")
    lines = traceback.format_exception(error) if isinstance(error, BaseException) else []
    return f"{context!r}\n{''.join(lines)}"


def main(arguments: Sequence[str]) -> int:
    """Play as the command line says; the exit status is 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="monkey", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1.0)
    options = parser.parse_args(arguments)
    faulthandler.enable()
    with tempfile.TemporaryDirectory(prefix="monkey-") as name:
        for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
            os.environ[variable] = name
        application = QApplication(sys.argv[:1])
        application.setQuitOnLastWindowClosed(False)
        work = play(application, Path(name, "hubbub"), options.seed, options.minutes)
        loop = partial(qasync.QEventLoop, application)
        with talker_built_in(), asyncio.Runner(loop_factory=loop) as runner:
            faults = runner.run(work)
    print(f"{len(faults)} faults with seed {options.seed}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

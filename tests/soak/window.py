"""The window of a soak, a process of its own: ``python -m tests.soak.window FOLDER …``.

Plays a round, waits until all is at rest, tells the soak in one line of JSON what must be on the
disk now, and plays on when the soak has looked.
"""

import argparse
import asyncio
import errno
import faulthandler
import json
import os
import sys
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from unittest.mock import patch

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import qasync
from PySide6.QtWidgets import QApplication

from app.application import Application
from app.chat.turn_events import ReplyEnded, TurnEvent, TurnStarted
from app.data_folders import Paths
from app.domain.messages import Message, MessageStatus
from app.errors import AppError
from app.process.gc_timer import GcTimer
from app.process.reporting import logging_to
from app.settings import Settings, SettingsFile
from app.storage import fault_points
from app.storage.fault_points import FaultPoint
from app.storage.history import History
from engine.client.client import EngineClient, EnginePhase
from engine.messages.events import Snapshot
from tests.flows.monkey_watch import Watch
from tests.soak.actions import SoakActions
from tests.soak.stored import RoundReport, StoredText

PATIENCE_SECONDS = 240.0
MAX_CONVERSATIONS = 24
_ON_DISK = (FaultPoint.TRANSACTION_BEGUN, FaultPoint.BEFORE_COMMIT)
_LONGEST_PAUSE_SECONDS = 0.08


class TroubledDisk:
    """Refuses a share of the transactions while it is told to."""

    def __init__(self, rate: float, chance: Random) -> None:
        self.is_on = False
        self.count = 0
        self._rate = rate
        self._chance = chance

    def __call__(self, point: FaultPoint) -> None:
        """Be called at every named moment, on the database's thread."""
        if self.is_on and point in _ON_DISK and self._chance.random() < self._rate:
            self.count += 1
            code = self._chance.choice((errno.EIO, errno.ENOSPC))
            raise OSError(code, os.strerror(code))


class SoakWindow:
    """Plays rounds on one application."""

    def __init__(
        self, rooms: Application, disk: TroubledDisk, chance: Random, watch: Watch
    ) -> None:
        self._rooms = rooms
        self._disk = disk
        self._chance = chance
        self._watch = watch
        self._actions = SoakActions(rooms, chance)
        self._action_count = 0
        self._stored: list[StoredText] = []
        self._slot_errors = 0
        rooms.replies.events.add(self._on_turn_event)
        rooms.client.snapshots.add(self._on_snapshot)

    async def play(self, seconds: float, *, drops_engine: bool) -> RoundReport:
        """Play so long, come to rest, and return what is stored by now."""
        deadline = time.monotonic() + seconds
        drop_at = deadline - self._chance.uniform(0.2, 0.8) * seconds if drops_engine else None
        self._disk.is_on = True
        while time.monotonic() < deadline:
            self._watch.actions.append(self._actions.one())
            self._action_count += 1
            await asyncio.sleep(self._chance.uniform(0, _LONGEST_PAUSE_SECONDS))
            if drop_at is not None and time.monotonic() > drop_at:
                drop_at = None
                self._watch.actions.append("drop the engine")
                self._actions.drop_engine()
        self._disk.is_on = False
        await self._come_to_rest()
        return await self._report()

    async def _come_to_rest(self) -> None:
        """Wait until every reply has ended by itself and the engine is there."""
        if self._rooms.client.state.phase is EnginePhase.DOWN:
            self._rooms.client.restart()
        deadline = time.monotonic() + PATIENCE_SECONDS
        quiet = 0
        while quiet < 5:  # what waits in a tab is sent when its reply has ended
            is_ready = self._rooms.client.state.phase is EnginePhase.READY
            quiet = quiet + 1 if is_ready and not self._rooms.replies.running_ids else 0
            if time.monotonic() > deadline:
                running = sorted(self._rooms.replies.running_ids)
                self._watch.fault("stuck", f"{running}, {self._rooms.client.state.phase}")
                return
            await asyncio.sleep(0.1)
        await self._rooms.turns.save_unsaved()

    async def _report(self) -> RoundReport:
        purged = await self._purge()
        await asyncio.sleep(0.5)  # the engine's audit and its snapshot come when it is idle
        stored, self._stored = tuple(self._stored), []
        faults, self._watch.faults = tuple(self._watch.faults), []
        return RoundReport(
            action_count=self._action_count,
            stored=stored,
            purged=purged,
            slot_errors=self._slot_errors,
            disk_fault_count=self._disk.count,
            faults=faults,
            engine_id=self._rooms.client.process_id,
        )

    async def _purge(self) -> tuple[str, ...]:
        """Delete for good what is in no tab and more than enough; return what is gone."""
        history = self._rooms.history
        open_ids = set(self._rooms.window.panes.ids())
        closed = [s.id for s in await history.conversations.summaries() if s.id not in open_ids]
        spare = closed[max(0, MAX_CONVERSATIONS - len(open_ids)) :]
        if spare:
            self._rooms.window.requests.delete_requested.emit(tuple(spare))
            await asyncio.sleep(0.2)
        try:
            purged = await history.trash.empty()
        except AppError as error:
            self._watch.fault("purge", str(error))
            return ()
        for conversation_id in purged:
            self._rooms.client.discard(conversation_id)
        self._rooms.deletion.remove_offers(*purged)
        return purged

    def _on_turn_event(self, conversation_id: str, event: TurnEvent) -> None:
        if isinstance(event, TurnStarted):
            self._store(conversation_id, event.turn.user)
        elif isinstance(event, ReplyEnded) and event.message.status is MessageStatus.COMPLETE:
            self._store(conversation_id, event.message)

    def _store(self, conversation_id: str, message: Message) -> None:
        self._stored.append(StoredText(message.id, conversation_id, message.text))

    def _on_snapshot(self, snapshot: Snapshot) -> None:
        self._slot_errors = max(self._slot_errors, snapshot.slot_error_count)


async def run(application: QApplication, options: argparse.Namespace) -> None:
    """Open the window, play until the soak closes our input, quit."""
    paths = Paths.under(options.folder)
    paths.create()
    settings = Settings(has_seen_tour=True, max_reply_tokens=60, model_path=options.model)
    SettingsFile(paths.settings_file).save(settings)
    disk = TroubledDisk(options.fault_rate, Random(options.seed))
    watch = Watch()
    history = await History.open(paths.database)
    rooms = Application(application, paths, history)
    soak = SoakWindow(rooms, disk, Random(options.seed), watch)
    with watch.watching(), closing(GcTimer(application)):
        asyncio.get_running_loop().set_exception_handler(
            lambda _loop, context: watch.fault("loop", repr(context))
        )
        fault_points.listen(disk)
        try:
            await rooms.start()
            # Each line that comes is the order to play a round, and says how.
            while order := await asyncio.to_thread(sys.stdin.readline):
                seconds, drops = json.loads(order)
                report = await soak.play(seconds, drops_engine=drops)
                sys.stdout.write(report.line() + "\n")
                sys.stdout.flush()
        finally:
            await rooms.close()
            await history.close()


def main() -> None:
    """Play as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--fault-rate", type=float, required=True)
    parser.add_argument("--model")
    options = parser.parse_args()
    faulthandler.enable()
    engine = "tests.soak.troubled_engine"
    command = (sys.executable, "-m", engine, str(options.fault_rate), str(options.seed))
    # Named where the application looks for it, so that all else is as it is shipped.
    application = QApplication(sys.argv[:1])
    application.setQuitOnLastWindowClosed(False)
    with (
        patch("app.application.EngineClient", partial(EngineClient, command)),
        logging_to(Paths.under(options.folder).log_dir),
        asyncio.Runner(loop_factory=partial(qasync.QEventLoop, application)) as runner,
    ):
        runner.run(run(application, options))


if __name__ == "__main__":
    main()

"""Keeps one process alive: starts it, listens, notices when it hangs, starts it again."""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import msgspec

from engine.client.watchdog import HangLimits, Watchdog
from engine.ipc.child import END_SECONDS, ChildKind, ChildProcess
from engine.ipc.lazy_text import lazy
from engine.messages.commands import Shutdown
from engine.messages.errors import ProtocolError
from engine.messages.framing import encode

E = TypeVar("E")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartPolicy:
    """How often a dead engine is started again, and when a living one counts as dead.

    Attributes:
        back_off_seconds: pauses before the first, second … restart; as many as there are
            restarts within ``window_seconds``.
        window_seconds: restarts older than this are forgotten.
        close_seconds: how long the process may take to end when it is asked to.
        hang: when silence means that it hangs.
    """

    back_off_seconds: tuple[float, ...] = (0.5, 2.0, 8.0)
    window_seconds: float = 300.0
    close_seconds: float = 4.5
    hang: HangLimits = field(default_factory=HangLimits)


@dataclass(frozen=True, slots=True)
class ProcessEnd:
    """Why a process is no more.

    Attributes:
        text: a sentence for the user.
        detail: the end of what it wrote to stderr.
        will_restart: whether another one is started without being asked.
        is_crash: whether nobody asked for this end.
        is_elsewhere: whether another computer is the reason, and no request.
    """

    text: str
    detail: str
    will_restart: bool
    is_crash: bool = True
    is_elsewhere: bool = False


class RestartBudget:
    """Counts restarts; too many within a while use it up."""

    def __init__(self, policy: RestartPolicy) -> None:
        """Start with the whole budget."""
        self._policy = policy
        self._restarts: deque[float] = deque()

    def next_pause(self, now: float) -> float | None:
        """Return the pause before the restart that is due now and count it."""
        while self._restarts and now - self._restarts[0] > self._policy.window_seconds:
            self._restarts.popleft()
        if len(self._restarts) >= len(self._policy.back_off_seconds):
            return None
        self._restarts.append(now)
        return self._policy.back_off_seconds[len(self._restarts) - 1]

    def refill(self) -> None:
        """Forget all restarts: the user asked for a new beginning."""
        self._restarts.clear()


class Supervisor(Generic[E]):
    """Owns the process. Everything happens on the loop that runs ``run``.

    ``on_event`` may raise ProtocolError, which ends the process as a broken frame would.
    ``child`` is the living process, or None.
    """

    def __init__(
        self,
        kind: ChildKind[E],
        command: Sequence[str],
        policy: RestartPolicy,
        *,
        on_event: Callable[[E], None],
        on_ended: Callable[[ProcessEnd], None],
        inherited: Sequence[int] = (),
    ) -> None:
        """Start nothing yet; ``run`` does. Each process gets the ``inherited`` descriptors."""
        self._kind = kind
        self._command = command
        self._inherited = inherited
        self._policy = policy
        self._on_event = on_event
        self._on_ended = on_ended
        self._budget = RestartBudget(policy)
        self._watch = Watchdog(policy.hang)
        self.child: ChildProcess[E] | None = None
        self._last_id: int | None = None
        self._is_closing = False
        self._wakeup = asyncio.Event()

    @property
    def process_id(self) -> int | None:
        """Return the id of the living process, or None."""
        return self.child.process_id if self.child else None

    async def run(self) -> None:
        """Keep a process alive until ``close``."""
        while not self._is_closing:
            # Not below: a restart that is requested while the process lives must be found set.
            self._wakeup.clear()
            text, detail = await self._live_once()
            if self._is_closing:
                return
            _log.warning("%s %s ended: %s", self._kind.name, self._last_id, text)
            # Its end was requested: that is no fault of the engine and costs none of the budget.
            if self._wakeup.is_set():
                text = lazy("The engine was ended.")
                self._on_ended(ProcessEnd(text, "", will_restart=True, is_crash=False))
                continue
            pause = self._budget.next_pause(asyncio.get_running_loop().time())
            self._on_ended(ProcessEnd(text, detail, will_restart=pause is not None))
            with contextlib.suppress(TimeoutError):
                # Without a pause the budget is used up: only ``restart`` and ``close`` end this.
                async with asyncio.timeout(pause):
                    await self._wakeup.wait()

    def send(self, command: msgspec.Struct) -> None:
        """Send a command to the living process. Raises ProtocolError if it is too large."""
        frame = encode(command)
        if self.child:
            self.child.write(frame)
        self._watch.saw_command(command)

    def use(self, command: Sequence[str]) -> bool:
        """Start processes by this command; return whether a living one is ended for that."""
        is_other, self._command = list(command) != list(self._command), command
        if is_other and self.child is not None:
            self._wakeup.set()
            self.child.kill()
            return True
        return False

    def restart(self) -> None:
        """Start a new process now with a full budget; ends a living one."""
        self._budget.refill()
        self._wakeup.set()
        if self.child:
            self.child.kill()

    def close(self) -> None:
        """Ask the process to end; ``run`` returns when it has."""
        self._is_closing = True
        self._wakeup.set()
        if self.child:
            self.child.write(encode(Shutdown()))
            self.child.close_input()

    def kill(self) -> None:
        """End the process at once."""
        if self.child:
            self.child.kill()

    async def _live_once(self) -> tuple[str, str]:
        """Start a process; return why it ended, and the end of what it wrote to stderr."""
        try:
            child = await ChildProcess.start(self._command, self._kind, self._inherited)
        except OSError as error:
            return lazy("The engine could not be started: {reason}.", reason=error), ""
        self.child = child
        self._last_id = child.process_id
        _log.info("%s %d started", self._kind.name, child.process_id)
        self._watch = Watchdog(self._policy.hang)
        try:
            # ``close`` found no child to write to.
            if self._is_closing:  # asked to close while the process was being started
                self.close()
            fault = await self._first_fault(child)
            if fault is None:
                # It is ending by itself; killed now, it would have the signal as its exit code.
                await child.wait(END_SECONDS)
        finally:
            await child.end()
            self.child = None
        return fault or child.exit_message, child.stderr_tail

    async def _first_fault(self, child: ChildProcess[E]) -> str | None:
        """Return what is wrong with the process, or None if it simply ended."""
        tasks = {
            asyncio.ensure_future(self._listen(child)),
            asyncio.ensure_future(self._watch_clock(child)),
        }
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            return next(filter(None, [task.result() for task in done]), None)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self, child: ChildProcess[E]) -> str | None:
        try:
            # The watchdog first: what a listener of the client does is no silence of the process.
            await child.read_events(self._watch.saw_event, self._on_event)
        except ProtocolError as error:
            return str(error)
        return None

    async def _watch_clock(self, child: ChildProcess[E]) -> str | None:
        # Ticks are counted instead of reading a clock: a machine that slept or a window that
        # was busy made no ticks, so it blames nobody.
        while child.is_alive:
            await asyncio.sleep(self._policy.hang.tick_seconds)
            fault = self._watch.tick()
            if fault is not None:
                return fault
        await asyncio.sleep(END_SECONDS)  # its last events are still in the pipe
        return None

"""Keeps one process running: starts it, listens, detects hangs, restarts it."""

import asyncio
import contextlib
import logging
import os
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

import msgspec

from engine.ipc.child import END_SECONDS, Child, child_environment
from engine.ipc.frames import BrokenFrame, Frames
from engine.ipc.lazy_text import LazyText, lazy
from engine.ipc.lifecycle import PROTOCOL_VERSION, Preparing, ProcessStarted, Shutdown
from engine.ipc.watchdog import HangLimits, Watchdog

C = TypeVar("C")
E = TypeVar("E")

_log = logging.getLogger(__name__)


class Watch(Protocol):
    """Sees the messages to and from one process, and adapts the limits of its watchdog."""

    def saw_command(self, command: object) -> None:
        """Record a command that was sent."""

    def saw_event(self, event: object) -> None:
        """Record an event that was received."""


class Program(msgspec.Struct, Generic[C, E], frozen=True):
    """A program that lives as long as its parent.

    Attributes:
        name: as the subject of a sentence, "The engine".
        variables: additional environment variables that it gets.
        make_watch: creates a watch that knows more of its work than heartbeats tell.
    """

    name: LazyText
    commands: Frames[C]
    events: Frames[E]
    variables: frozenset[str] = frozenset()
    make_watch: Callable[[Watchdog, HangLimits], Watch] | None = None


class RestartPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """How often a dead process is restarted, and when a running one counts as dead.

    Attributes:
        back_off_seconds: pauses before the first, second … restart; their number is that of the
            restarts within ``window_seconds``.
        window_seconds: older restarts do not count.
        close_seconds: how long the process may take to end when it is asked to.
        hang: durations of silence that mean a hang.
    """

    back_off_seconds: tuple[float, ...] = (0.5, 2.0, 8.0)
    window_seconds: float = 300.0
    close_seconds: float = 4.5
    hang: HangLimits = msgspec.field(default_factory=HangLimits)


class ProcessEnd(msgspec.Struct, frozen=True):
    """Why a process has ended.

    Attributes:
        text: a sentence for the user.
        detail: the end of its stderr.
        will_restart: whether another one is started automatically.
        is_crash: whether the end was not requested.
        is_elsewhere: whether another computer is the reason, and no request.
    """

    text: str
    detail: str
    will_restart: bool
    is_crash: bool = True
    is_elsewhere: bool = False


class RestartBudget:
    """Counts restarts; too many within a time window exhaust it."""

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
        """Reset the budget: the user asked for a new beginning."""
        self._restarts.clear()


class Supervisor(Generic[C, E]):
    """Owns the process. Everything happens on the loop that runs ``run``.

    ``on_event`` may raise BrokenFrame, which ends the process as a broken frame would; it receives
    nothing but Preparing before the ProcessStarted of the right version. ``child`` is the running
    process, or None.
    """

    def __init__(
        self,
        program: Program[C, E],
        command: Sequence[str],
        policy: RestartPolicy,
        *,
        on_event: Callable[[E], None],
        on_ended: Callable[[ProcessEnd], None],
        inherited: Sequence[int] = (),
    ) -> None:
        """Start nothing yet; ``run`` does. Each process gets the ``inherited`` descriptors."""
        self._program = program
        self._command = command
        self._inherited = inherited
        self._policy = policy
        self._on_event = on_event
        self._on_ended = on_ended
        self._budget = RestartBudget(policy)
        self._watchdog, self._watch = self._watches()
        self._has_started = False
        self.child: Child | None = None
        self._last_id: int | None = None
        self._is_closing = False
        self._wakeup = asyncio.Event()

    @property
    def process_id(self) -> int | None:
        """Return the id of the running process, or None."""
        return self.child.process_id if self.child else None

    async def run(self) -> None:
        """Keep a process running until ``close``."""
        while not self._is_closing:
            # Not below: a restart that is requested while the process runs must be found set.
            self._wakeup.clear()
            text, detail = await self._live_once()
            if self._is_closing:
                return
            _log.warning("%s %s ended: %s", self._program.name, self._last_id, text)
            # Its end was requested: that is not a fault and costs none of the budget.
            if self._wakeup.is_set():
                text = lazy("{program} was ended.", program=self._program.name)
                self._on_ended(ProcessEnd(text, "", will_restart=True, is_crash=False))
                continue
            pause = self._budget.next_pause(asyncio.get_running_loop().time())
            self._on_ended(ProcessEnd(text, detail, will_restart=pause is not None))
            with contextlib.suppress(TimeoutError):
                # Without a pause the budget is exhausted: only ``restart`` and ``close`` end this.
                async with asyncio.timeout(pause):
                    await self._wakeup.wait()

    def send(self, command: msgspec.Struct) -> None:
        """Send a command to the running process. Raises BrokenFrame if no frame holds it."""
        frame = self._program.commands.encode(command)
        if self.child:
            self.child.write(frame)
        if self._watch is not None:
            self._watch.saw_command(command)

    def use(self, command: Sequence[str]) -> bool:
        """Start processes by this command; return whether a running one is ended for that."""
        is_other, self._command = list(command) != list(self._command), command
        if is_other and self.child is not None:
            self._wakeup.set()
            self.child.kill()
            return True
        return False

    def restart(self) -> None:
        """Start a new process now with a full budget; ends a running one."""
        self._budget.refill()
        self._wakeup.set()
        if self.child:
            self.child.kill()

    def close(self) -> None:
        """Ask the process to end; ``run`` returns when it has."""
        self._is_closing = True
        self._wakeup.set()
        if self.child:
            self.child.write(self._program.commands.encode(Shutdown()))
            self.child.close_input()

    def kill(self) -> None:
        """End the process at once."""
        if self.child:
            self.child.kill()

    async def _live_once(self) -> tuple[str, str]:
        """Start a process; return why it ended, and the end of its stderr."""
        try:
            child = await Child.start(
                self._command,
                name=self._program.name,
                log=_log,
                environment=child_environment(os.environ, self._program.variables),
                inherited=self._inherited,
            )
        except OSError as error:
            text = lazy(
                "{program} could not be started: {reason}.",
                program=self._program.name,
                reason=error,
            )
            return text, ""
        self.child = child
        self._last_id = child.process_id
        _log.info("%s %d started", self._program.name, child.process_id)
        self._watchdog, self._watch = self._watches()
        self._has_started = False
        try:
            # ``close`` found no child to write to.
            if self._is_closing:  # asked to close while the process was being started
                self.close()
            fault = await self._first_fault(child)
            if fault is None:
                # It is ending by itself; if killed now, it would have the signal as its exit code.
                await child.wait(END_SECONDS)
        finally:
            await child.end()
            self.child = None
        return fault or child.exit_message, child.stderr_tail

    async def _first_fault(self, child: Child) -> str | None:
        """Return the fault of the process, or None if it simply ended."""
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

    async def _listen(self, child: Child) -> str | None:
        try:
            await child.listen(self._program.events, self._follow)
        except BrokenFrame as error:
            return str(error)
        return None

    def _follow(self, event: E) -> None:
        # The watchdog first: the listener's own time is not a silence of the process.
        self._watchdog.saw_event(event)
        if self._watch is not None:
            self._watch.saw_event(event)
        if isinstance(event, ProcessStarted):
            if event.protocol_version != PROTOCOL_VERSION:
                raise BrokenFrame(
                    lazy(
                        "{program} belongs to another version of Hubbub. Install Hubbub again.",
                        program=self._program.name,
                    )
                )
            self._has_started = True
        elif not self._has_started and not isinstance(event, Preparing):
            raise BrokenFrame(
                lazy("{program} did not report its version.", program=self._program.name)
            )
        self._on_event(event)

    async def _watch_clock(self, child: Child) -> str | None:
        while child.is_alive:
            await asyncio.sleep(self._policy.hang.tick_seconds)
            fault = self._watchdog.tick()
            if fault is not None:
                return fault
        await asyncio.sleep(END_SECONDS)  # its last events are still in the pipe
        return None

    def _watches(self) -> tuple[Watchdog, Watch | None]:
        watchdog = Watchdog(self._policy.hang, self._program.name)
        make = self._program.make_watch
        return watchdog, None if make is None else make(watchdog, self._policy.hang)

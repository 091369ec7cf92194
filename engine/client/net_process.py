"""The net process of one stretch of time online: commands wait until it can take them."""

import asyncio
import contextlib
from collections.abc import Callable, Collection, Sequence

from engine.ipc.lazy_text import lazy
from engine.ipc.lifecycle import ProcessStarted
from engine.ipc.supervisor import ProcessEnd, Program, RestartPolicy, Supervisor
from engine.messages.errors import NotSendable
from engine.messages.framing import NET_COMMANDS, NET_EVENTS, encode_net_command
from engine.messages.net_commands import NetCommand
from engine.messages.net_events import NetEvent

# What finds the network, whom to trust there, the hub, and the keyring of the desktop. The engine
# gets none of it.
NET_VARIABLES = frozenset(
    {
        *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"),
        *("HF_ENDPOINT", "HF_TOKEN", "HF_TOKEN_PATH", "HF_HOME"),
        *("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"),
        *("XDG_CURRENT_DESKTOP", "KDE_FULL_SESSION", "XDG_CONFIG_HOME", "XDG_DATA_HOME"),
        *("PYTHON_KEYRING_BACKEND", "DISPLAY", "WAYLAND_DISPLAY"),
    }
)
NET = Program(lazy("The network process"), NET_COMMANDS, NET_EVENTS, NET_VARIABLES)


class NetProcess:
    """Runs from its making to ``close``, and is started again after a crash.

    ``is_connected`` is whether the process has said hello, and takes commands.
    """

    def __init__(
        self,
        command: Sequence[str],
        policy: RestartPolicy,
        *,
        on_event: Callable[[NetEvent], None],
        on_ended: Callable[[ProcessEnd], None],
        after: Collection[asyncio.Task[None]] = (),
    ) -> None:
        """Start when those before have ended: two would want the same files."""
        self._policy = policy
        self._on_event = on_event
        self._on_ended = on_ended
        self._unsent: list[bytes] = []
        self._is_down = False
        self.is_connected = False
        self.supervisor = Supervisor(
            NET, command, policy, on_event=self._follow, on_ended=self._note_end
        )
        self._task = asyncio.ensure_future(self._run(tuple(after)))
        self._task.add_done_callback(self._on_done)

    def send(self, command: NetCommand) -> None:
        """Send a command, as soon as there is a process; starts one that has given up.

        Raises NotSendable on what no frame can hold, also before there is a process.
        """
        # Here, where who asked can still be told; later it would look like a fault of the process.
        frame = encode_net_command(command)
        if self.is_connected and self.supervisor.child is not None:
            self.supervisor.child.write(frame)
            return
        self._unsent.append(frame)
        if self._is_down:
            self._is_down = False
            self.supervisor.restart()

    def answer(self, command: NetCommand) -> bool:
        """Send what the process has asked for; return whether it is there and a frame holds it."""
        with contextlib.suppress(NotSendable):
            if self.is_connected and self.supervisor.child is not None:
                self.supervisor.child.write(encode_net_command(command))
                return True
        return False

    async def close(self) -> None:
        """End the process, which is killed if it does not end in time."""
        self.supervisor.close()
        try:
            await asyncio.wait([self._task], timeout=self._policy.close_seconds)
        finally:
            self.supervisor.kill()
        await asyncio.wait([self._task])

    async def _run(self, after: tuple[asyncio.Task[None], ...]) -> None:
        if after:
            await asyncio.wait(after)
        await self.supervisor.run()

    def _follow(self, event: NetEvent) -> None:
        if isinstance(event, ProcessStarted):
            self.is_connected = True
            assert self.supervisor.child is not None
            for frame in self._unsent:
                self.supervisor.child.write(frame)
            self._unsent.clear()
        self._on_event(event)

    def _note_end(self, end: ProcessEnd) -> None:
        self.is_connected = False
        self._is_down = not end.will_restart
        self._unsent.clear()  # who asked is told that it failed
        self._on_ended(end)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        """Report a bug of ours to the loop's exception handler; nobody waits for it in vain."""
        if task.cancelled() or task.exception() is None:
            return
        text = lazy("The network process stopped because of an error in Hubbub.")
        self._note_end(ProcessEnd(text, "", will_restart=False))
        context = {"message": text, "exception": task.exception(), "task": task}
        task.get_loop().call_exception_handler(context)

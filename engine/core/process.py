"""Entry point of the engine process: the engine thread, between the pipes of its parent."""

import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from engine.backend import Backend, LoadProgress
from engine.core.client_connections import OPTION, ClientConnections, address_in
from engine.core.engine import Engine
from engine.core.isolation import isolate
from engine.core.kv_copies import QUIT_SECONDS
from engine.ipc.entry_points import NETWORK
from engine.ipc.lazy_text import LazyText, lazy
from engine.ipc.serve import HEARTBEAT_SECONDS, Service
from engine.ipc.serve import serve as serve_process
from engine.messages.commands import Command
from engine.messages.config import EngineConfig
from engine.messages.errors import ModelLoadFailed
from engine.messages.events import Event
from engine.messages.framing import COMMANDS, EVENTS

ENGINE_GRACE_SECONDS = 1.3 + QUIT_SECONDS
# The engine's thread gives up the interpreter in each call of the library, some dozens in a step.
# Beside a thread that renders a prompt it waits so long, each time, until it has it back.
SWITCH_SECONDS = 0.0005


def main(arguments: Sequence[str]) -> NoReturn:
    """Serve the real engine to the parent process, in the sandbox that the arguments ask for."""
    address = address_in(arguments)
    allows_network = NETWORK in arguments
    folders = [each for each in arguments if not each.startswith((OPTION, NETWORK))]

    def make_engine(report: Callable[[Event], None]) -> Engine:
        if address is None:
            return Engine(load_backend, report)
        connections = ClientConnections(address, report)
        engine = Engine(load_backend, connections.report)
        connections.start(engine)
        return engine

    serve(make_engine, enter_sandbox=lambda: isolate(folders, allows_network=allows_network))


def serve(
    make_engine: Callable[[Callable[[Event], None]], Service[Command]],
    *,
    heartbeat_seconds: float = HEARTBEAT_SECONDS,
    enter_sandbox: Callable[[], LazyText] = LazyText,
) -> NoReturn:
    """Run an engine between stdin and stdout until Shutdown or the parent's end."""
    sys.setswitchinterval(SWITCH_SECONDS)
    serve_process(
        make_engine,
        COMMANDS,
        EVENTS,
        grace_seconds=ENGINE_GRACE_SECONDS,
        heartbeat_seconds=heartbeat_seconds,
        enter_sandbox=enter_sandbox,
    )


def load_backend(path: str, config: EngineConfig, progress: LoadProgress) -> Backend:
    """Load a model; the library itself is imported by the first load.

    Imported any earlier, a library that this machine cannot run would end the process without
    a word. Raises ModelLoadFailed.
    """
    try:
        from engine.llama.loader import load
    except (ImportError, OSError, RuntimeError, AttributeError) as error:
        text = lazy(
            "The library that runs models does not work on this machine: {reason}", reason=error
        )
        raise ModelLoadFailed(text) from error
    return load(path, config, progress)


if __name__ == "__main__":
    main(sys.argv[1:])

"""Entry point of the engine process: the engine thread, between the pipes of its parent."""

import gc
import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from engine.backend import EmbeddingBackend, LoadProgress
from engine.core.client_connections import OPTION, ClientConnections, address_in
from engine.core.engine import Engine
from engine.core.kv_copies import QUIT_SECONDS
from engine.ipc.entry_points import NETWORK
from engine.ipc.lazy_text import LazyText, lazy, lazy_join
from engine.ipc.serve import HEARTBEAT_SECONDS, Service, Tell, no_sandbox
from engine.ipc.serve import serve as serve_process
from engine.llama.device_trial import (
    hindered_backend,
    judgements,
    needs_measurement,
    try_rpc_client,
)
from engine.messages.commands import Command
from engine.messages.config import EngineConfig
from engine.messages.errors import ModelLoadFailed
from engine.messages.events import Event
from engine.messages.framing import COMMANDS, EVENTS
from engine.sandbox.confinement import confine

ENGINE_GRACE_SECONDS = 1.3 + QUIT_SECONDS
# The engine thread releases the interpreter's lock in each call of the library, some dozens per
# step. Next to a thread that renders a prompt it waits up to this duration, each time, to get it
# back.
SWITCH_SECONDS = 0.0005
_log = logging.getLogger(__name__)


def main(arguments: Sequence[str]) -> NoReturn:
    """Serve the real engine to the parent process, in the sandbox that the arguments specify."""
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

    def enter_sandbox(tell: Tell) -> LazyText:
        return isolate(folders, tell, allows_network=allows_network)

    serve(make_engine, enter_sandbox=enter_sandbox)


def serve(
    make_engine: Callable[[Callable[[Event], None]], Service[Command]],
    *,
    heartbeat_seconds: float = HEARTBEAT_SECONDS,
    enter_sandbox: Callable[[Tell], LazyText] = no_sandbox,
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


def load_backend(path: str, config: EngineConfig, progress: LoadProgress) -> EmbeddingBackend:
    """Load a model; the library itself is imported by the first load.

    If imported earlier, a library that this machine cannot run would end the process without a
    message. Raises ModelLoadFailed.
    """
    try:
        from engine.llama.loader import load_any
    except (ImportError, OSError, RuntimeError, AttributeError) as error:
        text = lazy(
            "The library that runs models does not work on this machine: {reason}", reason=error
        )
        raise ModelLoadFailed(text) from error
    backend = load_any(path, config, progress)
    # Replies wait for collections of garbage, so these skip what lives until the next load.
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    return backend


def isolate(arguments: Sequence[str], tell: Tell, *, allows_network: bool = False) -> LazyText:
    """Enter the sandbox and return its description; call it while there is one thread.

    The arguments name the only writable folder, and one with GPU backends. Without any there is no
    sandbox. ``tell`` receives messages about work that takes seconds. ``allows_network`` is for
    layers on other computers.
    """
    if not arguments:
        return lazy("The engine runs without a sandbox: it was started without one.")
    folder = Path(arguments[0])
    packs = Path(arguments[1]) if len(arguments) > 1 else None
    if allows_network:
        try_rpc_client(packs)
    hindered = hindered_backend(packs)
    if needs_measurement(packs, folder):
        tell(lazy("Comparing the graphics card with the processor…"))
    judgements(packs, folder)  # stored: the sandbox lets no program be started
    if hindered is not None:
        _log.warning("No sandbox: %s does not work in one", hindered)
        return lazy(
            "The engine runs without a sandbox: {device} does not work in one.", device=hindered
        )
    try:
        # A rule needs an existing place. The disk tier reports a folder that cannot be created.
        for each in (folder.parent, folder):  # the mode is not that of parents
            each.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        _log.info("%s can't be made: %s", folder, error)
    text = confine([folder], allows_network=allows_network)
    if not allows_network:
        return text
    allowed = lazy("It may open connections, because the settings name RPC servers.")
    return lazy_join((text, allowed))


if __name__ == "__main__":
    main(sys.argv[1:])

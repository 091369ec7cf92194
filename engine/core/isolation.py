"""How much the engine process gives up before it reads what somebody else has written."""

import logging
from collections.abc import Sequence
from pathlib import Path

from engine.ipc.lazy_text import LazyText, lazy, lazy_join
from engine.llama.device_trial import hindered_backend, judgements, try_rpc_client
from engine.sandbox.confinement import confine

_log = logging.getLogger(__name__)


def isolate(arguments: Sequence[str], *, allows_network: bool = False) -> LazyText:
    """Enter the sandbox and say so; call it while there is one thread.

    The arguments name the only folder that will be written to, and one with GPU backends.
    Without any there is no sandbox. ``allows_network`` is for layers on other computers.
    """
    if not arguments:
        return lazy("The engine runs without a sandbox: it was started without one.")
    folder = Path(arguments[0])
    packs = Path(arguments[1]) if len(arguments) > 1 else None
    if allows_network:
        try_rpc_client(packs)
    hindered = hindered_backend(packs)
    judgements(packs, folder)  # remembered: the sandbox lets no program be started
    if hindered is not None:
        _log.warning("No sandbox: %s does not work in one", hindered)
        return lazy(
            "The engine runs without a sandbox: {device} does not work in one.", device=hindered
        )
    try:
        # A rule needs a place that is there. What is no folder of ours is told by the disk tier.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        _log.info("%s can't be made: %s", folder, error)
    text = confine([folder], allows_network=allows_network)
    if not allows_network:
        return text
    allowed = lazy("It may open connections, because the settings name RPC servers.")
    return lazy_join((text, allowed))

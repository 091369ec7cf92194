"""Entry point of the net process: the network's service, between the pipes of its parent."""

import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from app.net_process.service import NetService
from engine.ipc.entry_points import OPEN
from engine.ipc.lazy_text import LazyText, lazy
from engine.ipc.serve import serve
from engine.messages.framing import NET_COMMANDS, NET_EVENTS
from engine.sandbox.confinement import confine

GRACE_SECONDS = 3.0  # downloads write their journals


def main(arguments: Sequence[str]) -> NoReturn:
    """Serve the network to the parent process.

    The first argument is the folder of models, the second that of keys; others are not written
    to. ``OPEN`` asks for no sandbox.
    """
    folders = [Path(each) for each in arguments if each != OPEN]
    models, keys = (*folders, None, None)[:2]
    is_open = OPEN in arguments
    serve(
        lambda report: NetService(os.environ, report, models, keys),
        NET_COMMANDS,
        NET_EVENTS,
        grace_seconds=GRACE_SECONDS,
        enter_sandbox=lambda: _confine([] if is_open else folders),
    )


def _confine(folders: Sequence[Path]) -> LazyText:
    """Give up all but the network and these folders; without folders there is no sandbox."""
    if not folders:
        return lazy("The network process runs without a sandbox: it was started without one.")
    # A rule needs a place that is there; what can't be made is told by who writes there.
    for folder in folders:
        with contextlib.suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return confine(folders, allows_network=True)


if __name__ == "__main__":
    main(sys.argv[1:])

"""Real second processes: started from a fork server, ended or killed by the test."""

import multiprocessing
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Concatenate, ParamSpec

_P = ParamSpec("_P")


_NOBODY = 65534


def become_nobody() -> None:
    """Give up the rights of root, which no folder could refuse."""
    if sys.platform != "win32" and os.geteuid() == 0:
        os.setuid(_NOBODY)


@dataclass(frozen=True)
class Failure:
    """What a child process was told."""

    kind: str
    text: str


class Child:
    """A process that runs ``work`` with its end of a pipe."""

    def __init__(
        self, work: Callable[Concatenate[Connection, _P], None], *args: _P.args, **kwargs: _P.kwargs
    ) -> None:
        """Start it."""
        if sys.platform == "win32":
            context = multiprocessing.get_context("spawn")
        else:
            # The fork server imports everything once, so that a child is there in a moment.
            context = multiprocessing.get_context("forkserver")
            context.set_forkserver_preload(["tests.app.storage.writers", "tests.app.starters"])
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(
            target=work, args=(theirs, *args), kwargs=kwargs, daemon=True
        )
        self.process.start()
        theirs.close()

    def kill(self) -> list[object]:
        """Kill it (SIGKILL); return what it had said and nobody had heard yet."""
        self.process.kill()
        self.process.join()
        return self.stderr_tail()

    def stderr_tail(self) -> list[object]:
        """Return everything it says until its end."""
        words: list[object] = []
        try:
            while True:
                words.append(self.pipe.recv())
        except EOFError:
            self.pipe.close()
            self.process.join()
            self.process.close()
            return words

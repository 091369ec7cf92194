"""An engine process on a fake backend, watched by a tracer.

Every reply is the same letters; only the one to the watched question has the watched token.
"""

import importlib
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.fakes import backend as fakes
from tests.fakes.vocabulary import IM_END, IM_START, FakeVocabulary
from tests.house.hop_trace import Tracer, written_to
from tests.house.hop_values import Carriers

ASKED = "okapi"
TOKEN = 200_003
PIECE = "quagga"
BEFORE = "An answer with a "
AFTER = " and some words behind it. "
STEP_SECONDS = 0.05
WATCHED_SECONDS = 0.5  # the watched token goes alone: no other is merged with it on a busy machine
_HEADER = len("assistant\n")


class Vocabulary(FakeVocabulary):
    """One token more than the fake's."""

    def piece(self, token: int) -> bytes:
        """Return a word for that one."""
        return PIECE.encode() if token == TOKEN else super().piece(token)


def serve(root: Path, carriers: Carriers, file: Path) -> None:
    """Serve the real engine until the parent ends it."""
    tracer = Tracer(root, carriers, written_to(file))
    fakes.__dict__["next_token"] = _reply_token
    engine = _module("engine.core.engine", "engine.engine")
    process = _module("engine.core.process", "engine.process")
    tracer.install()
    tracer.is_on = True
    process.serve(lambda report: engine.Engine(_load, report))


def _reply_token(held: Sequence[int], _reply_share: int, _echo_percent: int) -> int:
    """Return the token that stands at this place of every reply."""
    begin = max(at for at, token in enumerate(held) if token == IM_START)
    place = len(held) - begin - 1 - _HEADER
    is_watched = ASKED.encode() in bytes(token & 255 for token in held)
    script = [*BEFORE.encode(), *([TOKEN] if is_watched else []), *AFTER.encode()]
    token = script[place] if place < len(script) else IM_END
    is_near = TOKEN in (token, held[-1])
    time.sleep(WATCHED_SECONDS if is_near else STEP_SECONDS)
    return token


def _load(_path: str, _config: object, _progress: object) -> fakes.FakeBackend:
    backend = fakes.FakeBackend(context_window=4096)
    backend.vocabulary = Vocabulary()
    return backend


def _module(name: str, old_name: str) -> Any:
    """Return a module under the name that it has in the tree that is counted."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return importlib.import_module(old_name)

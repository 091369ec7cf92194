"""Loads tiny models and closes them at the end of a test."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from engine.llama.backend import LlamaBackend
from engine.llama.loader import load
from engine.wire.config import EngineConfig
from tests.models.cache import cached_model
from tests.models.tiny import write_plain

Writer = Callable[[Path], None]
Loader = Callable[..., LlamaBackend]


@pytest.fixture
def load_tiny() -> Iterator[Loader]:
    """Loads a model with ``load_tiny(write_plain, slot_count=4)``."""
    opened: list[LlamaBackend] = []

    def load_one(write: Writer = write_plain, **settings: int | None) -> LlamaBackend:
        config = msgspec.convert({"context_window": 512, "slot_count": 4, **settings}, EngineConfig)
        backend = load(str(cached_model(write)), config, lambda _share: None)
        opened.append(backend)
        return backend

    yield load_one
    for backend in opened:
        backend.close()


@pytest.fixture
def plain(load_tiny: Loader) -> LlamaBackend:
    """A backend with four slots of a plain llama."""
    return load_tiny(write_plain)

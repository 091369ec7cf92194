"""Loads tiny models that see and closes them at the end of a test."""

from collections.abc import Callable, Iterator

import msgspec
import pytest

from engine.llama.backend import LlamaBackend
from engine.llama.loader import load
from engine.messages.config import EngineConfig
from tests.engine.llama.media.pictures import Pair, Writer
from tests.models.cache import cached_model

SeeingLoader = Callable[..., LlamaBackend]


@pytest.fixture
def load_seeing() -> Iterator[SeeingLoader]:
    """Loads a pair with ``load_seeing(QWEN2, slot_count=4)``."""
    opened: list[LlamaBackend] = []

    def load_one(
        pair: Pair, *, projector: Writer | None = None, **settings: int | str | None
    ) -> LlamaBackend:
        path = str(cached_model(projector or pair.write_projector))
        wanted: dict[str, object] = {
            "context_window": 512,
            "slot_count": 4,
            "projector_path": path,
            **settings,
        }
        config = msgspec.convert(wanted, EngineConfig)
        backend = load(str(cached_model(pair.write)), config, lambda _share: None)
        opened.append(backend)
        return backend

    yield load_one
    for backend in opened:
        backend.close()

"""Lends tiny models to tests; one that was given back is emptied and lent again."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from engine.backend import Capabilities
from engine.llama.backend import LlamaBackend
from engine.llama.capi import lib
from engine.llama.loader import load
from engine.messages.config import EngineConfig
from tests.models.cache import cached_model
from tests.models.tiny import write_plain

Writer = Callable[[Path], None]
Loader = Callable[..., LlamaBackend]

_MAX_IDLE = 24  # loaded models that no test uses

_Key = tuple[Writer, tuple[tuple[str, int | None], ...]]


class IdleBackends:
    """Loaded models by what they were loaded with, the last one that was given back last."""

    def __init__(self) -> None:
        self._idle: list[tuple[_Key, LlamaBackend, Capabilities]] = []

    def take(self, key: _Key) -> LlamaBackend | None:
        """Return an empty backend that was loaded in this way, if there is one."""
        for index, (other, backend, _capabilities) in enumerate(self._idle):
            if other == key:
                del self._idle[index]
                return backend
        return None

    def give_back(self, key: _Key, backend: LlamaBackend, capabilities: Capabilities) -> None:
        """Keep a backend for the next test, as if nothing had ever been in it."""
        memory = backend._kv_cache._memory  # noqa: SLF001 (nothing else empties all of it at once)
        for slot in range(backend.info.slot_count):
            backend.clear(slot)
        lib.llama_memory_clear(memory, True)
        backend.capabilities = capabilities
        backend.threads.set_count(max(1, backend.threads.limit - 1))
        self._idle.append((key, backend, capabilities))
        if len(self._idle) > _MAX_IDLE:
            self._idle.pop(0)[1].close()

    def close(self) -> None:
        """Free them all."""
        for _key, backend, _capabilities in self._idle:
            backend.close()


@pytest.fixture(scope="session")
def idle_backends() -> Iterator[IdleBackends]:
    """The loaded models of this worker that no test uses."""
    idle = IdleBackends()
    yield idle
    idle.close()


@pytest.fixture
def load_tiny(idle_backends: IdleBackends) -> Iterator[Loader]:
    """Lends a model with ``load_tiny(write_plain, slot_count=4)``; no two are the same one.

    A number of threads has a model loaded for this test alone: pools of threads are made with it.
    """
    lent: list[tuple[_Key, LlamaBackend, Capabilities]] = []
    alone: list[LlamaBackend] = []

    def load_one(write: Writer = write_plain, **settings: int | None) -> LlamaBackend:
        key = (write, tuple(sorted(settings.items())))
        backend = None if "thread_count" in settings else idle_backends.take(key)
        if backend is None:
            config = msgspec.convert(
                {"context_window": 512, "slot_count": 4, **settings}, EngineConfig
            )
            backend = load(str(cached_model(write)), config, lambda _share: None)
        if "thread_count" in settings:
            alone.append(backend)
        else:
            lent.append((key, backend, backend.capabilities))
        return backend

    yield load_one
    for backend in alone:
        backend.close()
    for key, backend, capabilities in lent:
        try:
            idle_backends.give_back(key, backend, capabilities)
        except ValueError:  # closed by the test, or a slot of it is still lent
            backend.close()


@pytest.fixture
def plain(load_tiny: Loader) -> LlamaBackend:
    """A backend with four slots of a plain llama."""
    return load_tiny(write_plain)

"""Hosts whose engines are scripted processes; what a model does follows from its file's name."""

import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from app.models.host.broker import Machine
from app.models.host.host import ModelHost, ModelSpec
from app.models.host.table import MAIN, NOTHING, Bytes
from engine.client.client import EngineClient
from engine.messages.config import EngineConfig
from tests.fakes.engine_client import QUICK_RESTARTS
from tests.fakes.engine_process import ENGINE_COMMAND
from tests.models.cache import cached_model
from tests.models.tiny import write_plain

ROOM = Machine({MAIN: 16 << 30}, {MAIN: 16 << 30})
CONFIG = EngineConfig(context_window=512, slot_count=2)
ONE_MODEL = {MAIN: 150 << 20}  # each takes 90 MB by its plan
TWO_MODELS = {MAIN: 240 << 20}

MakeHost = Callable[..., ModelHost]
MakeModel = Callable[[str], ModelSpec]


def scripted_engine() -> EngineClient:
    """Return a client of a scripted engine that is restarted soon."""
    return EngineClient(ENGINE_COMMAND, policy=QUICK_RESTARTS)


@pytest.fixture
def make_model(tmp_path: Path) -> MakeModel:
    """Return models with a file of their own, by the name of it."""

    def make(name: str) -> ModelSpec:
        path = tmp_path / f"{name}.gguf"
        if not path.exists():
            shutil.copy(cached_model(write_plain), path)
        return ModelSpec(str(path), CONFIG)

    return make


@pytest.fixture
async def make_host(tmp_path: Path) -> AsyncIterator[MakeHost]:
    """Return hosts with this limit of memory; they are closed at the end."""
    hosts: list[ModelHost] = []

    def make(
        limit: Bytes = NOTHING,
        stay_seconds: float = 0.0,
        first: EngineClient | None = None,
        max_models: int | None = None,
    ) -> ModelHost:
        hosts.append(
            ModelHost(
                scripted_engine,
                tmp_path / "cache",
                first=first,
                read_memory=lambda: ROOM,
                stay_seconds=stay_seconds,
                limit=limit,
                max_models=max_models,
            )
        )
        return hosts[-1]

    yield make
    for host in hosts:
        await host.close()

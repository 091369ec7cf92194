"""One question to several models of this computer, each in a process of its own."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.chat.request_builder import ChatSettings, RequestBuilder
from app.chat.router import RequestRouter
from app.comparisons.model import (
    CellOptions,
    Comparison,
    ComparisonAxes,
    ComparisonCell,
    ComparisonKind,
)
from app.comparisons.runner import CellChanged, ComparisonRunner
from app.domain.chat_options import ChatModel
from app.domain.messages import MessageStatus
from app.errors import AppError
from app.models.host.host import ModelHost, ModelSpec
from app.models.host.local_models import LocalModels
from app.storage.history import History
from engine.client.client import EngineClient
from tests.app.models.host import conftest as hosts
from tests.app.models.host.conftest import ONE_MODEL, TWO_MODELS, MakeHost, MakeModel
from tests.fakes.engine_client import scripted_client

NOW = datetime(2026, 5, 1, tzinfo=UTC)
PATIENCE_SECONDS = 60.0
A, B = ChatModel("a", "Model A"), ChatModel("b", "Model B")
AXES = ComparisonAxes(temperatures=(0.1, 0.2), models=(A, B))

make_host = hosts.make_host
make_model = hosts.make_model


@pytest.fixture
async def history(tmp_path: Path) -> AsyncIterator[History]:
    history = await History.open(tmp_path / "histories.db")
    yield history
    await history.close()


@pytest.fixture
async def client() -> AsyncIterator[EngineClient]:
    async with scripted_client() as client:
        yield client


def comparisons(
    history: History, models: LocalModels, on_trouble: Callable[[AppError], None]
) -> ComparisonRunner:
    """Return what runs the comparisons of these models."""
    requests = RequestBuilder(history, ChatSettings())
    return ComparisonRunner(history, requests, RequestRouter(models), models, on_trouble)


async def answered(
    history: History, client: EngineClient, host: ModelHost, make_model: MakeModel
) -> tuple[Comparison, list[str]]:
    """Ask both models twice; return the comparison, and the models in order of their ends."""

    async def spec_of(digest: str) -> ModelSpec:
        return make_model(digest)

    troubles: list[AppError] = []
    runner = comparisons(history, LocalModels(client, host, spec_of), troubles.append)
    cells = tuple(ComparisonCell(0, at, each) for at, each in enumerate(AXES.cells()))
    stored = await history.comparisons.add(
        Comparison("", ComparisonKind.CELLS, "", "say 2", NOW, cells=cells)
    )
    ends: list[str] = []

    def report(change: CellChanged) -> None:
        if change.cell.status is MessageStatus.COMPLETE:
            assert change.cell.options.model is not None
            ends.append(change.cell.options.model.name)

    async with asyncio.timeout(PATIENCE_SECONDS):
        await runner.run(stored.id, report)
    found = await history.comparisons.get(stored.id)
    assert found is not None
    assert troubles == []
    return found, ends


async def test_models_that_fit_together_answer_together(
    history: History, client: EngineClient, make_host: MakeHost, make_model: MakeModel
) -> None:
    host = make_host(TWO_MODELS)
    comparison, ends = await answered(history, client, host, make_model)
    assert sorted(ends) == ["Model A", "Model A", "Model B", "Model B"]
    assert [each.options.model for each in comparison.cells] == [A, B, A, B]
    assert len(host.entries) == 2


async def test_a_model_that_does_not_fit_follows_with_all_its_cells(
    history: History, client: EngineClient, make_host: MakeHost, make_model: MakeModel
) -> None:
    host = make_host(ONE_MODEL)
    loaded: list[str] = []
    host.changes.add(lambda: loaded.extend(Path(each.path).stem for each in host.entries))
    _, ends = await answered(history, client, host, make_model)
    assert ends == ["Model A", "Model A", "Model B", "Model B"]
    assert loaded.index("b") > len(loaded) - 1 - loaded[::-1].index("a")


async def test_a_list_without_its_model_says_so_once_and_is_stopped(
    history: History, client: EngineClient, make_host: MakeHost
) -> None:
    host, troubles = make_host(TWO_MODELS), list[AppError]()
    runner = comparisons(history, LocalModels(client, host), troubles.append)
    cells = tuple(
        ComparisonCell(0, at, CellOptions(model=A), question=f"say {at}") for at in range(6)
    )
    stored = await history.comparisons.add(
        Comparison("", ComparisonKind.ROWS, "", "", NOW, cells=cells)
    )
    async with asyncio.timeout(PATIENCE_SECONDS):
        await runner.run(stored.id, lambda _change: None)
    found = await history.comparisons.get(stored.id)
    assert found is not None
    assert sorted(each.status is None for each in found.cells) == [False, *[True] * 5]
    (failed,) = (each for each in found.cells if each.status is not None)
    assert "not on this computer" in failed.note
    assert found.is_stopped

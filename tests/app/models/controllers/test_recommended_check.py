"""The recommended models on the page: fitting ones first, without those the hub lacks."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.controllers.services import Services
from app.models.controllers.downloads import DownloadsController
from app.models.controllers.local_models import ModelsPageController
from app.models.hub_model import TransferState
from app.models.library.choices import Memory
from app.models.library.recommended_models import RecommendedModel, recommended_models
from app.models.view.hub_words import licence_words
from app.models.view.search_half import SearchHalf
from engine.client.net_client import NetClient
from tests.app.controllers.acting import until
from tests.app.models.controllers.conftest import recommended_repository
from tests.net.hub_server import HubServer
from tests.net.misbehaviour import says

GIGABYTE = 1 << 30
Change = Callable[[HubServer, RecommendedModel], None]


@pytest.fixture(autouse=True)
def memory(monkeypatch: pytest.MonkeyPatch) -> Memory:
    """A computer with 16 GB of memory."""
    found = Memory(16 * GIGABYTE, 8 * GIGABYTE)
    monkeypatch.setattr(Memory, "now", classmethod(lambda cls, **_: found))
    return found


@pytest.fixture
def offered(memory: Memory) -> tuple[RecommendedModel, ...]:
    return recommended_models().for_computer(memory)


async def opened(services: Services, page: ModelsPageController, *, agrees: bool) -> SearchHalf:
    services.settings.change(searches_hub=agrees)
    page.open()
    assert page.page is not None
    half = page.page.search
    assert half is not None
    await until(lambda: bool(half.computer.rows))
    return half


def names(models: tuple[RecommendedModel, ...]) -> list[str]:
    return [each.repository for each in models]


def listed(half: SearchHalf) -> list[str]:
    rows = (half.results.rows.row_at(half.results.rows.index(at)) for at in range(100))
    return [each.key for each in rows if each is not None]


def removed(hub: HubServer, model: RecommendedModel) -> None:
    del hub.repositories[model.repository]


def gated(hub: HubServer, model: RecommendedModel) -> None:
    hub.repositories[model.repository] = recommended_repository(model, gated="auto")


def renamed(hub: HubServer, model: RecommendedModel) -> None:
    before = hub.repositories[model.repository]
    hub.repositories[model.repository] = replace(before, name="other/name-GGUF")


def without_its_file(hub: HubServer, model: RecommendedModel) -> None:
    before = hub.repositories[model.repository]
    content = next(iter(before.files.values()))
    hub.repositories[model.repository] = replace(before, files={"other-Q8_0.gguf": content})


async def test_the_page_begins_with_three_that_fit_without_a_request(
    services: Services,
    models_page: ModelsPageController,
    net: NetClient,
    hub: HubServer,
    offered: tuple[RecommendedModel, ...],
) -> None:
    half = await opened(services, models_page, agrees=False)
    assert list(half.computer.rows) == names(offered)
    assert half.computer.isVisible()
    assert half.computer.memory_label.text() == "8.0 GB of 16.0 GB memory free"
    line = half.computer.rows[offered[0].repository].line_label.text()
    assert "download" in line
    assert "memory" in line
    assert line.endswith(licence_words(offered[0].licence))
    assert not set(listed(half)) & set(names(offered))
    assert (net.process_id, hub.exchanges) == (None, [])


@pytest.mark.parametrize("change", [removed, gated, renamed, without_its_file])
async def test_what_the_hub_lacks_is_hidden_and_the_next_takes_its_place(
    services: Services,
    models_page: ModelsPageController,
    hub: HubServer,
    memory: Memory,
    offered: tuple[RecommendedModel, ...],
    change: Change,
) -> None:
    first, other = offered[0], recommended_models().models[-1]
    change(hub, first)
    change(hub, other)
    half = await opened(services, models_page, agrees=True)
    following = recommended_models().for_computer(memory, hidden=[first.repository])
    await until(lambda: list(half.computer.rows) == names(following))
    await until(lambda: other.repository not in listed(half))
    assert first.repository not in listed(half)
    assert len(listed(half)) == len(recommended_models().models) - 3 - 2


async def test_without_a_connection_all_are_shown_as_they_are_known(
    services: Services,
    models_page: ModelsPageController,
    hub: HubServer,
    offered: tuple[RecommendedModel, ...],
) -> None:
    hub.misbehave(says(500))
    half = await opened(services, models_page, agrees=True)
    await until(lambda: bool(hub.exchanges) and hub.exchanges[-1].status == 500)
    assert list(half.computer.rows) == names(offered)
    assert len(listed(half)) == len(recommended_models().models) - 3


async def test_one_click_and_the_consent_fetch_a_model(
    services: Services,
    models_page: ModelsPageController,
    downloads: DownloadsController,
    hub: HubServer,
    models: Path,
    offered: tuple[RecommendedModel, ...],
) -> None:
    half = await opened(services, models_page, agrees=False)
    sees = next(each for each in offered if each.projector_bytes)
    row = half.computer.rows[sees.repository]
    row.button.click()
    assert half.window().focusWidget() is half.consent.button
    assert hub.exchanges == []
    half.consent.button.click()
    await until(lambda: [each.state for each in downloads.transfers] == [TransferState.DONE])
    await until(lambda: row.button.text() == "On this computer")
    assert not row.button.isEnabled()
    model, projector = sorted(each.name for each in models.glob("*.gguf"))[::-1]
    assert sees.is_file(model)
    assert projector == f"mmproj-{model.removesuffix('.gguf')}-F16.gguf"


async def test_a_hub_that_has_none_of_them_says_so(
    services: Services, models_page: ModelsPageController, hub: HubServer
) -> None:
    hub.repositories.clear()
    half = await opened(services, models_page, agrees=True)
    await until(lambda: "has none" in half.heading_label.text())
    assert half.computer.isHidden()
    assert listed(half) == []


async def test_a_download_that_cannot_start_says_why(
    services: Services,
    models_page: ModelsPageController,
    hub: HubServer,
    offered: tuple[RecommendedModel, ...],
) -> None:
    hub.misbehave(says(500))
    half = await opened(services, models_page, agrees=True)
    row = half.computer.rows[offered[0].repository]
    row.button.click()
    await until(half.computer.problem_label.isVisible)
    assert row.button.text() == "Download"
    hub.behave()
    row.button.click()
    await until(lambda: row.button.text() == "On this computer")
    assert half.computer.problem_label.isHidden()


async def test_a_closed_repository_gives_the_group_its_place_back(
    services: Services, models_page: ModelsPageController, hub: HubServer
) -> None:
    half = await opened(services, models_page, agrees=True)
    half.results.step(1)
    await until(half.details.isVisible)
    assert half.computer.isHidden()
    half.details.close_button.click()
    assert half.computer.isVisible()
    assert half.details.isHidden()
    assert half.results.key == ""

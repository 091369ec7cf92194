"""The engine panel lists the models in memory, keeps them and unloads them."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.controllers.engine.engine_panel_controller import EnginePanelController
from app.controllers.engine.loaded_models import LoadedModelsController
from app.controllers.services import Services
from app.models.host.host import ModelSpec
from app.widgets.engine_panel.loaded_models import LoadedModelRow
from engine.client.client import EngineClient
from engine.messages.config import EngineConfig
from tests.app.controllers.acting import until
from tests.fakes.card_engine import CARD_ENGINE, ScriptedCards
from tests.models.cache import cached_model
from tests.models.card_lists import devices
from tests.models.tiny import write_plain

NAME = "Tiny Llama"


@pytest.fixture
def panel(services: Services) -> EnginePanelController:
    panel = EnginePanelController(services.window, services.client, services.settings)
    assert LoadedModelsController(services, panel)
    services.window.show()
    services.window.actions_by_name.engine_panel.setChecked(True)
    return panel


@pytest.fixture
def spec(tmp_path: Path) -> ModelSpec:
    path = shutil.copy(cached_model(write_plain), tmp_path / "good.gguf")
    return ModelSpec(str(path), EngineConfig(context_window=512, slot_count=2))


def rows(panel: EnginePanelController) -> list[LoadedModelRow]:
    return [each for each in panel.dock.panel.models.rows if not each.isHidden()]


async def test_a_model_is_listed_with_its_chats_kept_and_unloaded(
    services: Services, panel: EnginePanelController, spec: ModelSpec
) -> None:
    host = services.models.host
    assert rows(panel) == []
    async with host.use(spec, "a"):
        await until(lambda: "Answers New chat" in rows(panel)[0].text_label.text())
        (row,) = rows(panel)
        assert row.name_label.text() == NAME
        assert " MB · 4 chats at once" in row.text_label.text()
    await until(lambda: row.text_label.text().startswith("Idle\n"))
    assert row.keep_button.accessibleName() == f"Keep {NAME} loaded"
    QTest.keyClick(row.keep_button, Qt.Key.Key_Return)
    (entry,) = host.entries
    assert entry.is_pinned
    await until(row.keep_button.isChecked)
    QTest.mouseClick(row.unload_button, Qt.MouseButton.LeftButton)
    await until(lambda: rows(panel) == [])
    assert host.entries == ()


async def test_the_memory_on_a_card_is_listed_by_its_name(
    services: Services,
    panel: EnginePanelController,
    spec: ModelSpec,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    host = services.models.host
    ScriptedCards(Path(spec.path).parent / "cards").write(devices("an old card"))
    monkeypatch.setattr(host, "_make_client", lambda: EngineClient(CARD_ENGINE))
    async with host.use(spec, "a"):
        await until(lambda: "on NVIDIA GeForce GTX 1080 Ti" in rows(panel)[0].text_label.text())
        assert "\n2.4 MB on NVIDIA" in rows(panel)[0].text_label.text()


async def test_the_engine_of_another_model_is_shown_until_it_is_unloaded(
    services: Services, panel: EnginePanelController, spec: ModelSpec
) -> None:
    host = services.models.host
    other = ModelSpec(shutil.copy(spec.path, f"{spec.path}-other.gguf"), spec.config)
    async with host.use(spec, "a"), host.use(other, "b") as client:
        await until(lambda: len(rows(panel)) == 2)
        assert panel.followed is services.client
        QTest.mouseClick(rows(panel)[1].show_button, Qt.MouseButton.LeftButton)
        assert panel.followed is client
    await until(lambda: rows(panel)[1].unload_button.isEnabled())
    QTest.mouseClick(rows(panel)[1].unload_button, Qt.MouseButton.LeftButton)
    await until(lambda: len(rows(panel)) == 1)
    assert panel.followed is services.client

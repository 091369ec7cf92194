"""The folder of models is changed: what is in it moves, and is in use as before."""

import shutil
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.data_folders import Paths
from app.domain import ModelSettings
from app.library.models import builtin_model
from app.settings import Settings, SettingsFile
from app.widgets.kit.question_box import QuestionBox
from tests.flows.driving import Person, flow, hubbub


async def change(person: Person, folder: Path) -> None:
    """Choose a folder on the page of models, and agree by keys."""
    person.rooms.window.actions_by_name.models_page.trigger()
    page = person.rooms.models_page.page
    assert page is not None
    assert page.local.folder_row.button.isVisible()
    person.rooms.models_folder.change(folder)
    await person.until(lambda: page.findChild(QuestionBox) is not None)
    await person.press(Qt.Key.Key_Return)
    await person.until(lambda: person.rooms.wants_restart)


@flow
async def test_models_move_to_a_chosen_folder_and_are_in_use_as_before(
    qapp: QApplication, tmp_path: Path
) -> None:
    data, new = tmp_path / "data", tmp_path / "elsewhere" / "models"
    old = Paths.under(data).models
    old.mkdir(parents=True)
    model = Path(shutil.copy(builtin_model(), old / "talker.gguf"))
    settings = Settings(temperature=0.0, model_path=str(model))
    own = ModelSettings(system_prompt="Be brief.")

    async with hubbub(qapp, data, settings=settings) as person:
        await person.rooms.model_settings.save(str(model), own)
        await change(person, new)
    stored, _ = SettingsFile(Paths.under(data).settings_file).load()
    assert stored.model_path == str(new / "talker.gguf")
    assert stored.model_folders == ()
    async with hubbub(qapp, data, settings=stored) as person:
        client = person.rooms.client
        assert client.model_path == str(new / "talker.gguf")
        assert person.rooms.model_settings.current == own
        name = await person.send("What can you do?")
        await person.until_idle(name)
        assert (await person.stored(name))[-1][0]
    assert [each.name for each in new.iterdir()] == ["talker.gguf"]
    assert not old.exists()

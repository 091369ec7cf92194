"""A title from the model: asked for when nobody needs it, given up when somebody does."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.controllers.conversations import title_controllers as titles
from app.domain.conversations import TitleOrigin
from tests.flows.driving import flow, hubbub

pytestmark = pytest.mark.usefixtures("scripted_engine")

PROPOSED = "A talk of tests"


@flow
async def test_the_model_names_a_conversation_once_it_is_idle(
    qapp: QApplication,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(titles, "MIN_PARAMETERS", 0)
    monkeypatch.setattr(titles, "TRUSTED_PARAMETERS", 0)

    async with hubbub(qapp, tmp_path) as person:
        busy = await person.send("on and on")
        await person.new_tab()
        name = await person.send("say 3")
        await person.until_idle(name)
        assert (await person.title(name)) == ("say 3", TitleOrigin.FIRST_WORDS), "somebody is busy"
        await person.press(Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
        await person.press(Qt.Key.Key_Escape)
        await person.until_idle(busy)
        await person.until(lambda: person.rooms.window.panes.items.title(name) == PROPOSED)
        assert (await person.title(name)) == (PROPOSED, TitleOrigin.MODEL)
        assert (await person.title(busy))[1] is TitleOrigin.FIRST_WORDS, "it was stopped"
        await person.rooms.history.conversations.rename(name, "Mine")
        await person.press(Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
        await person.until_idle(await person.send("say 2"))
        assert (await person.title(name)) == ("Mine", TitleOrigin.USER)

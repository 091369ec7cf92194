"""The window as it is after set-up: the starter model answers with the default settings."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

import resources.models
from app.domain import MessageStatus
from app.settings import Settings
from tests.flows.driving import flow, hubbub
from tests.models.talker import STARTER_MODEL


@pytest.mark.skipif(not STARTER_MODEL.is_file(), reason="set-up could not fetch the starter model")
@flow
async def test_a_plain_question_gets_the_right_answer(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources.models, "path", lambda: STARTER_MODEL)
    async with hubbub(qapp, tmp_path, settings=Settings()) as person:
        assert person.view.empty_state.models.notice.text().startswith("Starter model: small")
        conversation = await person.send("What is the capital of France?")
        await person.until_idle(conversation)
        _question, (text, status) = await person.stored(conversation)
        assert status is MessageStatus.COMPLETE
        assert "Paris" in text

"""Old downloads on the page of models: said with their size, and deleted after a question."""

import os
import time
from pathlib import Path

import pytest

from app.controllers.engine.models_page import ModelsPageController
from app.controllers.services import Services
from app.library.leftovers import OLD_SECONDS
from app.widgets.kit.question_box import QuestionBox
from app.widgets.models.search_half import SearchHalf
from tests.app.controllers.acting import until

LONG_AGO = time.time() - OLD_SECONDS - 3600


@pytest.fixture
def part(models: Path) -> Path:
    part = models / "old.gguf.part"
    part.write_bytes(bytes(3 << 20))
    os.utime(part, (LONG_AGO, LONG_AGO))
    return part


def opened(page: ModelsPageController) -> SearchHalf:
    page.open()
    assert page.page is not None
    half = page.page.search
    assert half is not None
    return half


async def test_they_are_said_and_deleted_only_after_a_question(
    services: Services, models_page: ModelsPageController, part: Path
) -> None:
    half = opened(models_page)
    await until(half.leftovers.isVisible)
    assert "unfinished" in half.leftovers.label.text()
    assert "3.0 MB" in half.leftovers.label.text()
    half.leftovers.button.click()
    question = half.findChild(QuestionBox)
    assert question is not None
    assert part.exists()
    question.accept()
    await until(lambda: not part.exists())
    await until(lambda: not half.leftovers.isVisible())


async def test_what_is_new_is_not_spoken_of(
    services: Services, models_page: ModelsPageController, part: Path
) -> None:
    os.utime(part)
    half = opened(models_page)
    await services.tasks.finish()
    assert not half.leftovers.isVisible()

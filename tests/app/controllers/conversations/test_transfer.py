"""Conversations go into files and come back; the end is told in a sentence."""

import json
from pathlib import Path

import pytest

from app.controllers.conversations.conversations import ConversationsController
from app.controllers.conversations.transfer import TransferController
from app.controllers.services import Services
from app.widgets.dialogs.import_report import ImportReport
from tests.app.controllers.acting import banner_texts, store


@pytest.fixture
async def transfer(
    services: Services, conversations: ConversationsController
) -> TransferController:
    """Who exports two stored conversations."""
    for name in ("a", "b"):
        await store(services, name, "Hi", "Hello")
    return TransferController(services, conversations)


async def test_all_conversations_are_exported(
    services: Services, transfer: TransferController, tmp_path: Path
) -> None:
    path = tmp_path / "all.json"
    transfer.export((), path)
    await services.tasks.finish()
    assert "Title a" in path.read_text("utf-8")
    assert banner_texts(services) == [f"2 conversations were exported to {path}."]
    assert [each.name for each in tmp_path.glob("all*")] == ["all.json"]


async def test_one_is_exported_as_it_is_read(
    services: Services, transfer: TransferController, tmp_path: Path
) -> None:
    transfer.export(("a",), tmp_path / "a.md")
    await services.tasks.finish()
    assert (tmp_path / "a.md").read_text("utf-8").startswith("# Title a")


async def test_a_name_without_a_known_ending_is_refused(
    services: Services, transfer: TransferController, tmp_path: Path
) -> None:
    transfer.export(("a",), tmp_path / "a.doc")
    await services.tasks.finish()
    (text,) = banner_texts(services)
    assert text == "The name of an export ends in .md, .json or .zip; “a.doc” does not."


async def test_a_folder_that_is_gone_is_reported_with_its_remedy(
    services: Services, transfer: TransferController, tmp_path: Path
) -> None:
    transfer.export(("a",), tmp_path / "gone" / "a.md")
    await services.tasks.finish()
    (text,) = banner_texts(services)
    assert text.endswith("No such file or directory. Choose another folder.")


async def test_what_was_exported_comes_back_once(
    services: Services, transfer: TransferController, tmp_path: Path
) -> None:
    path = tmp_path / "all.json"
    transfer.export((), path)
    await services.tasks.finish()
    await services.history.conversations.delete("a")
    await services.history.trash.empty()
    transfer.import_files((str(path),))
    await services.tasks.finish()
    assert len(await services.history.conversations.summaries()) == 2
    assert {each.title for each in services.window.sidebar.conversations.listed.summaries()} == {
        "Title a",
        "Title b",
    }


async def test_a_file_that_is_none_is_shown_in_a_report(
    services: Services,
    transfer: TransferController,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reports: list[ImportReport] = []
    monkeypatch.setattr(services.window.dialogs, "show_import_report", reports.append)
    path = tmp_path / "recipe.json"
    path.write_text(json.dumps({"flour": 500}), "utf-8")
    transfer.import_files((str(path),))
    await services.tasks.finish()
    assert len(reports) == 1

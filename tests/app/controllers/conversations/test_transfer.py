"""Conversations go into files; the end is told in a sentence."""

import asyncio
from pathlib import Path

import pytest

from app.controllers.conversations.transfer import TransferController
from app.controllers.services import Services
from tests.app.controllers.acting import store, toast_texts, until


@pytest.fixture
async def transfer(services: Services) -> TransferController:
    """Who exports two stored conversations."""
    for name in ("a", "b"):
        await store(services, name, "Hi", "Hello")
    return TransferController(services)


async def test_all_conversations_are_exported(
    services: Services, transfer: TransferController, tmp_path: Path
) -> None:
    path = tmp_path / "all.json"
    transfer.export((), path)
    await services.tasks.finish()
    assert "Title a" in path.read_text("utf-8")
    assert toast_texts(services) == [f"2 conversations were exported to {path}."]
    assert [each.name for each in tmp_path.glob("all*")] == ["all.json"]


async def test_one_is_exported_as_it_is_read(
    services: Services, transfer: TransferController, tmp_path: Path
) -> None:
    transfer.export(("a",), tmp_path / "a.md")
    await services.tasks.finish()
    assert (tmp_path / "a.md").read_text("utf-8").startswith("# Title a")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a.doc", "an export ends in .md, .html, .pdf, .json or .zip; “a.doc” does not."),
        ("gone/a.md", "No such file or directory. Choose another folder."),
        ("gone/a.pdf", "No such file or directory. Choose another folder."),
        (f"{'long' * 100}.md", "could not be written"),
    ],
)
async def test_a_name_that_cannot_be_written_is_reported_with_its_remedy(
    services: Services, transfer: TransferController, tmp_path: Path, name: str, said: str
) -> None:
    before = set(tmp_path.iterdir())
    await asyncio.wait([transfer.export(("a",), tmp_path / name)])
    (text,) = toast_texts(services)
    assert said in text
    assert set(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("name", "beginning"), [("a.html", b"<!DOCTYPE html>"), ("a.pdf", b"%PDF-")]
)
async def test_pages_are_written_beside_the_file_and_then_take_its_name(
    services: Services, transfer: TransferController, tmp_path: Path, name: str, beginning: bytes
) -> None:
    await transfer.export(("a", "b"), tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(beginning)
    assert toast_texts(services) == [f"2 conversations were exported to {tmp_path / name}."]
    assert [each.name for each in tmp_path.glob("*a.*")] == [name]


async def test_who_quits_does_not_wait_for_pages(
    services: Services, transfer: TransferController, tmp_path: Path
) -> None:
    await store(services, "long", "Hi", "A line of words that goes on. " * 50_000)
    task = transfer.export(("long",), tmp_path / "a.pdf")
    await until(lambda: any(tmp_path.glob(".a.pdf*")))
    await services.tasks.finish()
    assert task.cancelled()
    assert not list(tmp_path.glob("*a.pdf*"))

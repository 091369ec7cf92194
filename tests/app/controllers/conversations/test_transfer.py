"""Conversations go into files and onto pages; the end is told in a sentence."""

import asyncio
import base64
import sys
from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import psutil
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from app.controllers.conversations.export_controller import TransferController, write_pages
from app.controllers.services import Services
from app.domain.conversations import ConversationTree
from app.domain.messages import Attachment
from app.errors import TransferFailed
from app.media.pictures import AttachmentKind
from app.printing.messages import PROGRESS, PageKind, PagesWritten
from tests.app.controllers.acting import press_toast, store, toast_texts, until
from tests.flows.seeding import tree

PNG = b"\x89PNG\r\n\x1a\n and so on"
LONG = ["A line of words that goes on. " * 400] * 400


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
    assert toast_texts(services) == [f"2 chats were exported to {path}."]
    assert [each.name for each in tmp_path.glob("all*")] == ["all.json"]


class FileManager(QObject):
    """Is given folders instead of the system's file manager."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[Path] = []

    @Slot(QUrl)
    def show(self, url: QUrl) -> None:
        self.shown.append(Path(url.toLocalFile()))


async def test_the_folder_of_an_export_is_shown_on_request(
    services: Services, transfer: TransferController, tmp_path: Path
) -> None:
    manager = FileManager()
    # The types of Qt know no name of a slot as a text, which it takes.
    QDesktopServices.setUrlHandler("file", manager, "show")  # type: ignore[arg-type]
    try:
        await transfer.export(("a",), tmp_path / "a.md")
        press_toast(services, "Show in folder")
    finally:
        QDesktopServices.unsetUrlHandler("file")
    assert manager.shown == [tmp_path]


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
    assert toast_texts(services) == [f"2 chats were exported to {tmp_path / name}."]
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


async def trees(*many: ConversationTree) -> AsyncGenerator[ConversationTree, None]:
    for each in many:
        yield each


Children = Callable[[], list[psutil.Process]]


@pytest.fixture
def children() -> Children:
    """The processes that a test has begun: the run itself keeps a fork server beside them."""
    others = set(psutil.Process().children())

    def begun() -> list[psutil.Process]:
        new = set(psutil.Process().children()) - others
        return [each for each in new if each.status() != psutil.STATUS_ZOMBIE]

    return begun


async def test_a_web_page_has_its_pictures_in_itself_and_nothing_else_as_one(
    tmp_path: Path,
) -> None:
    asked = tree("a", ["look"])
    files = tuple(
        Attachment(
            id=number,
            message_id=asked.messages[0].id,
            name=f'{number}"><script>.png',
            media_type="image/png",
            byte_count=9,
            digest=f"{number:064x}",
            kind=AttachmentKind.PICTURE,
            width=30,
            height=20,
            pixels="b" * 64,
        )
        for number in (1, 2)
    )
    contents = {files[0].digest: PNG, files[1].digest: b"<svg onload='x'>"}
    messages = (replace(asked.messages[0], attachments=files), *asked.messages[1:])
    path = tmp_path / "a.html"
    sent = trees(replace(asked, messages=messages, contents=contents))
    await write_pages(sent, path, PageKind.HTML, lambda _done: None)
    page = path.read_text("utf-8")
    assert page.count("<img ") == 1
    assert f'src="data:image/png;base64,{base64.b64encode(PNG).decode()}" width="30"' in page
    assert 'alt="1&quot;&gt;&lt;script&gt;.png"' in page
    assert "onload" not in page
    assert "<script" not in page


async def test_who_cancels_ends_the_process(tmp_path: Path, children: Children) -> None:
    begun = asyncio.Event()
    # One that would go on for long, whatever becomes of its pipes.
    said = PROGRESS.encode(PagesWritten(0.1))
    program = f"import os, time; os.write(1, {said!r}); time.sleep(60)"
    work = write_pages(
        trees(),
        tmp_path / "a.pdf",
        PageKind.PDF,
        lambda _done: begun.set(),
        (sys.executable, "-c", program),
    )
    task = asyncio.ensure_future(work)
    await asyncio.wait_for(begun.wait(), 60)
    task.cancel()
    done, _waiting = await asyncio.wait([task], timeout=30)
    assert done == {task}
    assert task.cancelled()
    assert children() == []


async def test_what_the_database_refuses_is_told_and_ends_the_process(
    tmp_path: Path, children: Children
) -> None:
    async def broken() -> AsyncGenerator[ConversationTree, None]:
        yield tree("a", ["ask"])
        raise TransferFailed("The histories are gone.")

    with pytest.raises(TransferFailed, match="histories are gone"):
        await write_pages(broken(), tmp_path / "a.html", PageKind.HTML, lambda _done: None)
    assert children() == []

"""The process that writes pages: killed, silent or unheard, it leaves nothing and says so."""

import asyncio
import base64
import sys
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from app.controllers.conversations import transfer
from app.controllers.conversations.transfer import write_pages
from app.domain import Attachment, AttachmentKind, ConversationTree
from app.errors import TransferFailed
from app.printing.messages import PROGRESS, PageKind, PagesWritten
from tests.flows.seeding import tree

PNG = b"\x89PNG\r\n\x1a\n and so on"
LONG = ["A line of words that goes on. " * 400] * 400


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


async def test_a_process_that_is_killed_is_a_sentence(tmp_path: Path, children: Children) -> None:
    def kill(_done: float) -> None:
        for child in children():
            child.kill()

    with pytest.raises(TransferFailed, match="could not be written"):
        await write_pages(trees(tree("a", LONG)), tmp_path / "a.pdf", PageKind.PDF, kill)
    assert children() == []


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


@pytest.mark.parametrize(
    "program",
    ["import time; time.sleep(60)", "print('nonsense', flush=True)", "raise SystemExit(3)"],
)
async def test_a_process_that_hangs_or_talks_nonsense_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, children: Children
) -> None:
    monkeypatch.setattr(transfer, "PATIENCE_SECONDS", 0.5)
    command = (sys.executable, "-c", program)
    work = write_pages(trees(), tmp_path / "a", PageKind.HTML, lambda _done: None, command)
    with pytest.raises(TransferFailed):
        await work
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

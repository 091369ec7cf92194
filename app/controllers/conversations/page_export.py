"""Conversations as HTML or PDF, written by a process of its own, as the window sees it."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from pathlib import Path

from PySide6.QtCore import QLocale

from app.domain import ConversationTree
from app.errors import TransferFailed
from app.printing.messages import (
    JOBS,
    PROGRESS,
    AllSent,
    PageJob,
    PageKind,
    PageLabels,
    page_content,
)
from app.widgets.kit.translation import shown_title, translate
from engine.ipc.child import Child, child_environment
from engine.ipc.entry_points import own_command
from engine.ipc.frames import BrokenFrame

PAGES_COMMAND = tuple(own_command("app.printing.process"))
PATIENCE_SECONDS = 300.0  # without a word; one long conversation is laid out in one go


async def write_pages(
    trees: AsyncGenerator[ConversationTree, None],
    path: Path,
    kind: PageKind,
    on_progress: Callable[[float], None],
    command: Sequence[str] = PAGES_COMMAND,
) -> None:
    """Write a file; ``on_progress`` hears how many conversations are done, as 3.25.

    The path is absolute: the process works in another folder. Leaving early ends the process.
    Raises TransferFailed, in a sentence.
    """
    child = await _started(command)
    job = PageJob(kind, str(path), page_labels(), is_letter=_uses_letter())
    feeding = asyncio.ensure_future(_feed(trees, job, child))
    try:
        await _listen(child, on_progress)
        await feeding  # trouble of the database comes first
        if child.exit_code != 0:
            raise TransferFailed(_broken_off())
    finally:
        feeding.cancel()
        try:  # first: a process that reads no more would hold up what feeds it
            await child.end()
        finally:
            await asyncio.gather(feeding, return_exceptions=True)


def page_labels() -> PageLabels:
    """Return what the pages say themselves, in the language of the window."""
    return PageLabels(
        language=QLocale().name()[:2],
        title=translate("Transfer", "Hubbub conversations"),
        untitled=shown_title(""),
        user=translate("Pages", "You"),
        assistant=translate("Pages", "Assistant"),
        system=translate("Pages", "System prompt"),
        reasoning=translate("Pages", "Reasoning"),
        attachment=translate("Pages", "File: "),
        page=translate("Pages", "Page "),
    )


def _uses_letter() -> bool:
    """Return whether paper has the American size where the user is."""
    return QLocale().measurementSystem() is QLocale.MeasurementSystem.ImperialUSSystem


def _broken_off() -> str:
    return translate("Pages", "The pages could not be written. Choose another form or folder.")


async def _started(command: Sequence[str]) -> Child:
    environment = child_environment(os.environ)
    if sys.platform == "linux":
        environment["QT_QPA_PLATFORM"] = "offscreen"  # it draws into a file and needs no display
    try:
        return await Child.start(command, environment=environment)
    except OSError as error:
        raise TransferFailed(_broken_off()) from error


async def _feed(trees: AsyncGenerator[ConversationTree, None], job: PageJob, child: Child) -> None:
    """Send what is to be written; to a process that is gone it is lost."""
    try:
        child.write(JOBS.encode(job))
        async with aclosing(trees):
            async for tree in trees:
                await child.send(await asyncio.to_thread(JOBS.encode, page_content(tree)))
        await child.send(JOBS.encode(AllSent()))
    except BrokenFrame as error:
        raise TransferFailed(_broken_off()) from error
    finally:
        child.close_input()  # before AllSent, the process removes the file


async def _listen(child: Child, on_progress: Callable[[float], None]) -> None:
    """Follow the progress until the process is gone."""
    try:
        while True:
            on_progress((await child.receive(PROGRESS, PATIENCE_SECONDS)).count)
    except EOFError:
        await child.wait(PATIENCE_SECONDS)
    except (TimeoutError, BrokenFrame) as error:
        raise TransferFailed(_broken_off()) from error

"""Exports conversations: asks for the file, shows progress and the result."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing, suppress
from functools import partial
from pathlib import Path
from typing import IO

from PySide6.QtCore import QLocale, QUrl
from PySide6.QtGui import QDesktopServices

from app.controllers.services import Controller, Services
from app.domain.conversations import ConversationTree
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
from app.transfer import exporting
from app.transfer.exporting import ExportKind, MarkdownFiles
from app.widgets.dialogs import file_choice
from app.widgets.dialogs.progress_box import ProgressBox
from app.widgets.kit.translation import fill, shown_title, translate
from engine.files import move
from engine.ipc.child import Child, child_environment
from engine.ipc.entry_points import own_command
from engine.ipc.frames import BrokenFrame

PAGES_COMMAND = tuple(own_command("app.printing.process"))
PATIENCE_SECONDS = 300.0  # without progress; one long conversation is laid out in one step


async def write_pages(
    trees: AsyncGenerator[ConversationTree, None],
    path: Path,
    kind: PageKind,
    on_progress: Callable[[float], None],
    command: Sequence[str] = PAGES_COMMAND,
) -> None:
    """Write a file in another process.

    ``on_progress`` gets the number of finished conversations, such as 3.25. ``path`` must be
    absolute, because the process works in another folder. A cancel ends the process. Raises
    TransferFailed.
    """
    child = await _started(command)
    job = PageJob(kind, str(path), page_labels(), is_letter=_uses_letter())
    feeding = asyncio.ensure_future(_feed(trees, job, child))
    try:
        await _listen(child, on_progress)
        await feeding  # errors of the database are raised first
        if child.exit_code != 0:
            raise TransferFailed(_broken_off())
    finally:
        feeding.cancel()
        try:  # first: a process that stops reading would block the writer
            await child.end()
        finally:
            await asyncio.gather(feeding, return_exceptions=True)


def show_folder(folder: Path) -> None:
    """Open a folder in the system's file manager."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def page_labels() -> PageLabels:
    """Return the labels on the pages, in the language of the window."""
    return PageLabels(
        language=QLocale().name()[:2] if QLocale() != QLocale.c() else "en",
        title=translate("Transfer", "Hubbub chats"),
        untitled=shown_title(""),
        user=translate("Pages", "You"),
        assistant=translate("Pages", "Assistant"),
        system=translate("Pages", "System prompt"),
        tool=translate("Pages", "Tool"),
        reasoning=translate("Pages", "Reasoning"),
        attachment=translate("Pages", "File: "),
        page=translate("Pages", "Page "),
    )


def _uses_letter() -> bool:
    """Return whether the user's locale uses the Letter paper size."""
    return QLocale().measurementSystem() is QLocale.MeasurementSystem.ImperialUSSystem


def _broken_off() -> str:
    return translate("Pages", "The pages could not be written. Choose another form or folder.")


async def _started(command: Sequence[str]) -> Child:
    environment = child_environment(os.environ)
    if sys.platform == "linux":
        environment["QT_QPA_PLATFORM"] = "offscreen"  # it renders into a file and needs no display
    try:
        return await Child.start(command, environment=environment)
    except OSError as error:
        raise TransferFailed(_broken_off()) from error


async def _feed(trees: AsyncGenerator[ConversationTree, None], job: PageJob, child: Child) -> None:
    """Send the conversations to the process; ignore that it has ended."""
    try:
        child.write(JOBS.encode(job))
        async with aclosing(trees):
            async for tree in trees:
                await child.send(await asyncio.to_thread(JOBS.encode, page_content(tree)))
        await child.send(JOBS.encode(AllSent()))
    except BrokenFrame as error:
        raise TransferFailed(_broken_off()) from error
    finally:
        child.close_input()  # if ended before AllSent, the process removes the file


async def _listen(child: Child, on_progress: Callable[[float], None]) -> None:
    """Report progress until the process ends."""
    try:
        while True:
            on_progress((await child.receive(PROGRESS, PATIENCE_SECONDS)).count)
    except EOFError:
        await child.wait(PATIENCE_SECONDS)
    except (TimeoutError, BrokenFrame) as error:
        raise TransferFailed(_broken_off()) from error


class TransferController(Controller):
    """Exports one, some or all conversations."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._window.requests.export_requested.connect(self._on_export_requested)

    def _on_export_requested(self, ids: tuple[str, ...]) -> None:
        title = (
            self._window.dialogs.title(ids[0])
            if len(ids) == 1
            else translate("Transfer", "Hubbub chats")
        )
        self._window.dialogs.choose_file(
            partial(file_choice.to_save, exporting.base_name(title), _suffixes(ids)),
            lambda paths: self.export(ids, Path(paths[0])),
        )

    def export(self, ids: tuple[str, ...], path: Path) -> asyncio.Task[None]:
        """Write these conversations, or all if none is given, in the form of the path's suffix."""
        box = ProgressBox(
            translate("Transfer", "Exporting chats…"), self._window.dialogs.front_window()
        )
        # Pages can take minutes, during which the program could not be started again.
        is_slow = path.suffix.lower() in {kind.value for kind in _PAGES}
        task = self._tasks.start(self._export(ids, path, box), may_be_dropped=is_slow)
        box.cancelled.connect(task.cancel)
        box.open_later()
        return task

    async def _export(self, ids: tuple[str, ...], path: Path, box: ProgressBox) -> None:
        """Write a temporary file and move it to the requested path when it is complete."""
        kind = _kind_of(path)
        known = ids or tuple(each.id for each in await self._history.conversations.summaries())
        # Next to the target: a rename replaces a file in one step only on the same disk.
        part = exporting.part_of(path)
        trees = self._history.archive.trees(known)
        try:
            if kind in _PAGES:
                await asyncio.to_thread(_touch, part)  # so that its error is reported
                on_progress = partial(_show_share, box, len(known))
                await write_pages(trees, part.absolute(), _PAGES[kind], on_progress)
            else:
                await _write(self._with_progress(trees, box, len(known)), part, kind)
            await asyncio.to_thread(move, part, path)
        except OSError as error:
            text = translate(
                "Transfer", "The file {path} could not be written: {reason}. Choose another folder."
            )
            raise TransferFailed(fill(text, path=path, reason=error)) from error
        finally:
            box.leave()
            with suppress(OSError):  # it is missing if it could not be written
                await asyncio.to_thread(part.unlink)
        text = translate("Transfer", "Exported to {path}.")
        if len(known) != 1:
            text = translate("Transfer", "{count:,} chats were exported to {path}.")
        self._toasts.show(
            fill(text, count=len(known), path=path),
            action=translate("Transfer", "Show in folder"),
            on_action=lambda: show_folder(path.parent),
        )

    async def _with_progress(
        self, trees: AsyncGenerator[ConversationTree, None], box: ProgressBox, count: int
    ) -> AsyncGenerator[ConversationTree, None]:
        done = 0
        async with aclosing(trees):
            async for tree in trees:
                yield tree
                done += 1
                box.set_progress(done, count)


_PAGES = {ExportKind.HTML: PageKind.HTML, ExportKind.PDF: PageKind.PDF}


def _touch(part: Path) -> None:
    part.write_bytes(b"")


def _show_share(box: ProgressBox, count: int, done: float) -> None:
    share = done / max(1, count)
    text = translate("Transfer", "{done:,} of {count:,}")
    if count == 1:
        text = translate("Transfer", "{percent}%")
    box.set_share(share, fill(text, percent=int(share * 100), done=int(done), count=count))


def _suffixes(ids: tuple[str, ...]) -> tuple[str, ...]:
    """Return the suffixes of an export; for many conversations, the complete form first."""
    kind = ExportKind
    kinds = [kind.MARKDOWN, kind.HTML, kind.PDF, kind.JSON]
    if len(ids) != 1:
        kinds = [kind.JSON, kind.MARKDOWN_FILES, kind.MARKDOWN, kind.HTML, kind.PDF]
    return tuple(each.value for each in kinds)


def _kind_of(path: Path) -> ExportKind:
    try:
        return ExportKind(path.suffix.lower())
    except ValueError as error:
        text = translate(
            "Transfer",
            "The name of an export ends in .md, .html, .pdf, .json or .zip; “{name}” does not.",
        )
        raise TransferFailed(fill(text, name=path.name)) from error


def _opened(part: Path) -> IO[bytes]:
    return part.open("wb")


async def _write(
    trees: AsyncGenerator[ConversationTree, None], part: Path, kind: ExportKind
) -> None:
    file = _opened(part)  # if opened in a thread, it could be created after a cancel and remain
    try:
        if kind is ExportKind.MARKDOWN_FILES:
            await _write_zip(trees, file)
            return
        async with aclosing(exporting.pieces(trees, kind)) as pieces:
            async for piece in pieces:
                await asyncio.to_thread(file.write, piece)
    finally:
        await asyncio.to_thread(file.close)


async def _write_zip(trees: AsyncGenerator[ConversationTree, None], file: IO[bytes]) -> None:
    archive = MarkdownFiles(file)
    try:
        async with aclosing(trees):
            async for tree in trees:
                await asyncio.to_thread(archive.add, tree)
        await asyncio.to_thread(archive.close)
    finally:
        archive.abandon()

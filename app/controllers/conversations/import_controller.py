"""Imports conversations: asks for files, shows progress, and undoes an import."""

import asyncio
from collections.abc import Awaitable, Sequence
from contextlib import aclosing, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from app.controllers.conversations.conversations_controller import ConversationsController
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.conversations.trash_controller import DeletionController
from app.controllers.services import Controller, Services
from app.errors import LazyText, NotAnImport, StorageError
from app.media.attached import Pictures
from app.storage.content.imports import Import
from app.transfer.import_child import IMPORT_COMMAND, frames_of
from app.transfer.import_messages import Parts
from app.transfer.import_pictures import with_pictures
from app.widgets.dialogs import file_choice
from app.widgets.dialogs.import_report import ImportReport
from app.widgets.dialogs.progress_box import ProgressBox
from app.widgets.kit.small_dialogs import ask_before
from app.widgets.kit.text import format_bytes
from app.widgets.kit.translation import fill, translate, translated

_REMOVED_AT_ONCE = 1000
_DELETED_AT_ONCE = 100

_T = TypeVar("_T")


class ImportController(Controller):
    """Imports exports of all known programs; each import can be undone as a whole.

    Attributes:
        command: starts the process that reads a file.
    """

    def __init__(
        self,
        services: Services,
        conversations: ConversationsController,
        deletion: DeletionController,
        tabs: TabsController,
        pictures: Pictures,
    ) -> None:
        super().__init__(services)
        self._conversations = conversations
        self._deletion = deletion
        self._tabs = tabs
        self._pictures = pictures
        # Two concurrent imports would take each other's partial conversations for leftovers.
        self._one_at_a_time = asyncio.Lock()
        self._boxes: list[_StoppableBox] = []
        self.command: Sequence[str] = IMPORT_COMMAND
        # In memory only: it has titles, and would keep those of deleted conversations on disk.
        self._report = ImportReport()
        requests = self._window.requests
        requests.import_requested.connect(
            lambda: self._window.dialogs.choose_file(file_choice.to_import, self.import_files)
        )
        requests.import_folder_requested.connect(
            lambda: self._window.dialogs.choose_file(
                file_choice.folder_to_import, self.import_files
            )
        )
        requests.import_report_requested.connect(self._show_report)

    def import_files(self, paths: tuple[str, ...]) -> None:
        """Import every conversation of these files and folders."""
        box = self._box(translate("Transfer", "Importing chats…"))
        self._tasks.start(self._import(tuple(map(Path, paths)), box))

    def close(self) -> None:
        """Stop running imports; complete conversations are kept."""
        for box in self._boxes:
            box.is_closing = True
            box.stop()

    def _box(self, text: str) -> "_StoppableBox":
        box = _StoppableBox(ProgressBox(text, self._window.dialogs.front_window()))
        self._boxes.append(box)
        return box

    async def _import(self, paths: tuple[Path, ...], box: "_StoppableBox") -> None:
        """Store every conversation that can be read, until the user cancels."""
        async with self._one_at_a_time:
            importing = await self._history.imports.begin()
            try:
                report = await self._import_all(paths, importing, box)
                await importing.finish()
            finally:
                await self._end(box)
        self._show(importing, report, box)

    async def _import_all(
        self, paths: tuple[Path, ...], importing: Import, box: "_StoppableBox"
    ) -> ImportReport:
        report = ImportReport()
        for path in paths:
            if not box.is_stopped:
                problems = await self._import_file(path, importing, box)
                report = report.with_problems(path.name, problems)
        return report.with_counts(len(importing.added), importing.known_count)

    async def _import_file(
        self, path: Path, importing: Import, box: "_StoppableBox"
    ) -> tuple[str, ...]:
        """Store the conversations of a file; return messages about its problems."""
        of_pictures: list[LazyText] = []
        try:
            async with aclosing(frames_of(path, self.command)) as frames:
                # Stopped between two transactions, so that it is known which ones are stored.
                while isinstance(frame := await box.unless_stopped(anext(frames)), Parts):
                    parts, problems = await with_pictures(frame.parts, self._pictures)
                    of_pictures += problems
                    await importing.add(parts)
                    box.show(_share(frame), _progress_text(frame, importing))
        except NotAnImport as error:
            return (translated(str(error)),)
        problems = () if frame is None else frame.problems
        return tuple(map(translated, (*problems, *of_pictures)))

    async def _end(self, box: "_StoppableBox") -> None:
        box.leave()
        self._boxes.remove(box)
        with suppress(StorageError):  # otherwise it is removed at the next start
            await self._history.imports.drop_unfinished()
        await self._conversations.refresh()

    def _show(self, importing: Import, report: ImportReport, box: "_StoppableBox") -> None:
        if box.is_closing:
            return
        self._report = report
        self._window.actions_by_name.import_report.setEnabled(True)
        if box.is_stopped and importing.added:
            self._ask_whether_to_keep(importing)
            return
        if report.problems and not importing.added:
            self._show_report()
        elif importing.added:
            show = {translate("Transfer", "Show report"): self._show_report}
            self._toasts.show(
                report.notice(),
                action=translate("Transfer", "Undo import"),
                on_action=partial(self._undo, importing),
                others=show if report.problems else {},
            )
        else:
            self._toasts.show(report.summary())

    def _show_report(self) -> None:
        self._window.dialogs.show_import_report(self._report)

    def _ask_whether_to_keep(self, importing: Import) -> None:
        text = translate(
            "Transfer",
            "{count:,} chats were imported before you cancelled. Do you want to keep them?",
        )
        if len(importing.added) == 1:
            text = translate(
                "Transfer",
                "One chat was imported before you cancelled. Do you want to keep it?",
            )
        ask_before(
            self._window.dialogs.front_window(),
            fill(text, count=len(importing.added)),
            translate("Transfer", "Undo import"),
            lambda: self._undo(importing),
            reject=translate("Transfer", "Keep"),
        )

    def _undo(self, importing: Import) -> None:
        box = self._box(translate("Transfer", "Removing what was imported…"))
        self._tasks.start(self._remove(importing, box))

    async def _remove(self, importing: Import, box: "_StoppableBox") -> None:
        """Remove imported conversations permanently; a cancel keeps the remaining ones."""
        async with self._one_at_a_time:
            ids = await importing.unchanged()
            removed_count = 0
            try:
                for start in range(0, len(ids), _REMOVED_AT_ONCE):
                    if box.is_stopped:
                        break
                    some = ids[start : start + _REMOVED_AT_ONCE]
                    await self._remove_some(some)
                    removed_count += len(some)
                    box.show(removed_count / len(ids), "")
            finally:
                box.leave()
                self._boxes.remove(box)
                await self._conversations.refresh()
        self._toasts.show(_removed_text(removed_count, len(importing.added) - removed_count))

    async def _remove_some(self, ids: tuple[str, ...]) -> None:
        self._tabs.drop(*ids)
        for start in range(0, len(ids), _DELETED_AT_ONCE):
            await self._history.conversations.delete(*ids[start : start + _DELETED_AT_ONCE])
        for id_ in ids:
            self._models.discard(id_)
        await self._history.trash.remove(*ids)
        self._deletion.remove_offers(*ids)


class _StoppableBox:
    """A progress box, and whether its work must stop.

    Attributes:
        is_closing: the program ends; no further questions are asked.
    """

    def __init__(self, box: ProgressBox) -> None:
        self.is_closing = False
        self._stopped = asyncio.Event()
        self._box = box
        self.show, self.leave = box.set_share, box.leave
        box.cancelled.connect(self.stop)
        box.open_later()

    @property
    def is_stopped(self) -> bool:
        """Return whether the work must stop."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """Stop the work between two steps."""
        self._stopped.set()

    async def unless_stopped(self, work: Awaitable[_T]) -> _T | None:
        """Return the result of some work; None if it was cancelled by a stop."""
        running = asyncio.ensure_future(work)
        stopped = asyncio.ensure_future(self._stopped.wait())
        await asyncio.wait((running, stopped), return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if not self.is_stopped:
            return await running
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        return None


def _share(frame: Parts) -> float:
    return frame.bytes_read / max(1, frame.byte_count)


def _progress_text(frame: Parts, importing: Import) -> str:
    text = translate("Transfer", "{count:,} chats · {done} of {all}")
    return fill(
        text,
        count=len(importing.added) + importing.known_count,
        done=format_bytes(frame.bytes_read),
        all=format_bytes(frame.byte_count),
    )


def _removed_text(count: int, left_count: int) -> str:
    text = translate("Transfer", "{count:,} imported chats were removed again.")
    if count == 1:
        text = translate("Transfer", "One imported chat was removed again.")
    text = fill(text, count=count)
    if left_count:
        left = translate("Transfer", "{count:,} were kept: they were used since, or you cancelled.")
        if left_count == 1:
            left = translate("Transfer", "One was kept: it was used since, or you cancelled.")
        text += " " + fill(left, count=left_count)
    return text

"""Adds and edits sources: gathers, measures, splits and stores their text."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial

import msgspec
from msgspec.structs import replace

from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.errors import FileNotTaken, SourceGone
from app.sources.folder_walk import (
    MAX_DEPTH,
    MAX_ENTRIES,
    GatheringCancelled,
    GatheringWatch,
    SkipReason,
)
from app.sources.gathering import Gathered, chars_for, gathered, parts_of, pasted
from app.sources.model import Source, SourceKind, SourceOrigin, SourceReading, source_prompt
from app.sources.view.source_editor import SourceEditor, source_folder_dialog
from app.widgets.kit.small_dialogs import ask_before
from app.widgets.kit.translation import fill, translate, translated
from engine.listeners import Listeners
from engine.messages.sources import most_source_tokens

_CHARS_OF_A_TOKEN = 4  # estimated characters per token, if no model can count
LOOK_SECONDS = 0.3  # seconds between two progress updates of a folder
_MAX_COMPLAINTS = 3


def progress_text(watch: GatheringWatch) -> str:
    """Return the progress of reading a folder."""
    if watch.read_count:
        text = translate("SourceEditing", "Reading… {count:,} files so far")
        return fill(text, count=watch.read_count)
    text = translate("SourceEditing", "Searching… {count:,} files and folders so far")
    return fill(text, count=watch.entry_count)


def size_text(found: Gathered, count: int, window: int) -> str:
    """Return the size of a text, whether it fits the model, and which files are left out."""
    text = translate("SourceEditing", "About {count:,} tokens.")
    if found.file_count > 1:
        text = translate("SourceEditing", "{files:,} files, about {count:,} tokens.")
    parts = [fill(text, files=found.file_count, count=count)]
    if window and count > window:
        text = translate(
            "SourceEditing",
            "That is {over:,} more than the limit of this model ({window:,}). It can be added in "
            "parts.",
        )
        parts.append(fill(text, over=count - window, window=window))
    if found.has_more:
        text = translate("SourceEditing", "Only {count:,} files and folders were examined.")
        parts.append(fill(text, count=MAX_ENTRIES))
    if found.is_cut:
        parts.append(
            translate(
                "SourceEditing", "The size limit of a source was reached; the rest was skipped."
            )
        )
    parts += [translated(each) for each in found.refusals[:_MAX_COMPLAINTS]]
    return " ".join([*parts, _skipped_text(found)]).rstrip()


def _skipped_text(found: Gathered) -> str:
    """Return the numbers of skipped files by reason; empty if there are none."""
    count = found.skipped.get
    ignored = translate("SourceEditing", "ignored by .gitignore: {count:,}")
    rules = translate("SourceEditing", "folders whose .gitignore is too long: {count:,}")
    folders = translate("SourceEditing", "folders of builds and packages: {count:,}")
    hidden = translate("SourceEditing", "hidden folders: {count:,}")
    deep = translate("SourceEditing", "folders at a depth of more than {depth}: {count:,}")
    filtered = translate("SourceEditing", "left out by the filter: {count:,}")
    if not found.origin.patterns.strip():
        filtered = translate("SourceEditing", "other kinds of files: {count:,}")
    links = translate("SourceEditing", "links: {count:,}")
    large = translate("SourceEditing", "too large: {count:,}")
    binary = translate("SourceEditing", "without text: {count:,}")
    texts = {
        SkipReason.IGNORED: fill(ignored, count=count(SkipReason.IGNORED, 0)),
        SkipReason.UNUSABLE_RULES: fill(rules, count=count(SkipReason.UNUSABLE_RULES, 0)),
        SkipReason.FOLDER: fill(folders, count=count(SkipReason.FOLDER, 0)),
        SkipReason.HIDDEN: fill(hidden, count=count(SkipReason.HIDDEN, 0)),
        SkipReason.DEEP: fill(deep, count=count(SkipReason.DEEP, 0), depth=MAX_DEPTH),
        SkipReason.FILTERED: fill(filtered, count=count(SkipReason.FILTERED, 0)),
        SkipReason.LINK: fill(links, count=count(SkipReason.LINK, 0)),
        SkipReason.LARGE: fill(large, count=count(SkipReason.LARGE, 0)),
        SkipReason.BINARY: fill(binary, count=count(SkipReason.BINARY, 0)),
    }
    reasons = [text for reason, text in texts.items() if count(reason)]
    said = translate("SourceEditing", "Skipped: {reasons}.")
    return fill(said, reasons=", ".join(reasons)) if reasons else ""


class _Draft(msgspec.Struct):
    """The draft of an open editor; ``number`` is the number of its latest request.

    ``on_stored`` gets the sources that it becomes: one, or the parts of a long text.
    """

    source: Source | None
    on_stored: Callable[[Sequence[Source]], object] = lambda _sources: None
    found: Gathered | None = None
    token_count: int = 0
    number: int = 0
    watch: GatheringWatch = msgspec.field(default_factory=GatheringWatch)
    is_closed: bool = False
    is_being_stored: bool = False


class SourceEditing(Controller):
    """Opens editors, and stores the sources and versions that they make.

    Attributes:
        editor: the open editor; None if there is none.
        stored: notified of the sources that have a new version.
    """

    def __init__(self, services: Services, replies: Replies) -> None:
        super().__init__(services)
        self._replies = replies
        self.editor: SourceEditor | None = None
        self.stored = Listeners[Sequence[Source]]()

    def open(self, source: Source | None = None, text: str = "") -> None:
        """Show the editor for a new source, or for the next version of one with this text."""
        if self._window.pages.shows_unsaved(SourceEditor):
            return
        self._show(_Draft(source), SourceOrigin() if source is None else source.newest.origin, text)

    def _show(self, draft: _Draft, origin: SourceOrigin, text: str = "") -> None:
        editor = SourceEditor(self._window, draft.source)
        editor.origin_changed.connect(
            lambda origin: self._start(self._gather(editor, draft, origin))
        )
        editor.typed.connect(lambda text: self._start(self._weigh_typed(editor, draft, text)))
        # It stays open until the source is stored: on a full disk no typed text is lost.
        editor.buttons.accepted.disconnect()
        editor.buttons.accepted.connect(partial(self._on_accepted, editor, draft))
        # The files of a part contain more than the part: it becomes a separate text.
        if origin.kind is not SourceKind.TEXT and not origin.part:
            editor.set_origin(origin)
        elif text:
            # The whole text: the box shows what will be stored.
            editor.text_box.setPlainText(text)
        editor.mark_unchanged()
        editor.finished.connect(lambda _result: self._discard(editor, draft))
        self.editor = editor
        self._window.pages.show_page(editor)

    def open_folder(
        self, on_stored: Callable[[Sequence[Source]], object], folder: str = ""
    ) -> None:
        """Show the editor for a source with the files of a folder, which the user may choose."""
        if self._window.pages.shows_unsaved(SourceEditor):
            return

        def show(paths: tuple[str, ...]) -> None:
            self._show(_Draft(None, on_stored), SourceOrigin(SourceKind.FOLDER, paths))

        if folder:
            show((folder,))
        else:
            self._window.dialogs.choose_file(source_folder_dialog, show)

    async def read_again(self, source: Source) -> None:
        """Store the current text of a source's origin as its next version. Raises FileNotTaken."""
        found = await _gathered(source.newest.origin)
        instruction = source.newest.instruction
        await self._history.sources.add_version(source.id, found.text, instruction, found.origin)
        await self._report_stored(source.id)

    async def split(self, source: Source, reading: SourceReading) -> None:
        """Store the parts of an oversized source as separate sources."""
        version = source.newest
        text = await self._history.sources.text(version, source.name)
        most = chars_for(text, reading.total_tokens, reading.limit)
        found = Gathered(text, version.origin)
        await self._add_parts(source.name, version.instruction, found, most)

    @property
    def _most_tokens(self) -> int:
        """Return the maximum tokens of a source; 0 if no model is loaded."""
        return most_source_tokens(self._replies.context_window)

    def _discard(self, editor: SourceEditor, draft: _Draft) -> None:
        draft.is_closed = True
        draft.watch.cancel()
        if self.editor is editor:
            self.editor = None

    def _start(self, work: Coroutine[object, object, None]) -> None:
        self._tasks.start(work, may_be_dropped=True)

    async def _gather(self, editor: SourceEditor, draft: _Draft, origin: SourceOrigin) -> None:
        draft.number += 1
        number, draft.found = draft.number, None
        draft.watch.cancel()
        watch = draft.watch = GatheringWatch()
        try:
            found = await self._followed(editor, watch, origin)
        except GatheringCancelled:
            return
        except FileNotTaken as error:
            if draft.number == number and not draft.is_closed:
                editor.show_text("")
                editor.show_counting("")
                editor.show_error(translated(str(error)))
            return
        if draft.number == number and not draft.is_closed:
            editor.show_text(found.text)
            await self._weigh(editor, draft, found)

    async def _followed(
        self, editor: SourceEditor, watch: GatheringWatch, origin: SourceOrigin
    ) -> Gathered:
        """Return the text of an origin; show the progress while it is read."""
        reading = asyncio.ensure_future(asyncio.to_thread(gathered, origin, watch))
        try:
            while not (await asyncio.wait((reading,), timeout=LOOK_SECONDS))[0]:
                watch.check()
                editor.show_counting(progress_text(watch))
            return reading.result()
        finally:
            # Also if the result is no longer needed: the thread ends at its next file.
            watch.cancel()
            reading.cancel()

    async def _weigh_typed(self, editor: SourceEditor, draft: _Draft, text: str) -> None:
        draft.number += 1
        if text.strip():
            await self._weigh(editor, draft, pasted(text))

    async def _weigh(self, editor: SourceEditor, draft: _Draft, found: Gathered) -> None:
        """Show an estimate of the tokens at once, then the engine's count."""
        number = draft.number
        draft.found, draft.token_count = found, len(found.text) // _CHARS_OF_A_TOKEN
        editor.show_counting(size_text(found, draft.token_count, self._most_tokens))
        counted = await self._client.queries.count_tokens("", found.text)
        if counted is not None and draft.number == number and not draft.is_closed:
            draft.token_count = counted.token_count
            editor.show_counting(size_text(found, draft.token_count, self._most_tokens))

    def _on_accepted(self, editor: SourceEditor, draft: _Draft) -> None:
        # A second click may arrive before the first has closed the editor.
        if not draft.is_being_stored:
            draft.is_being_stored = True
            self._tasks.start(self._store(editor, draft))

    async def _store(self, editor: SourceEditor, draft: _Draft) -> None:
        """Store the source of the editor, or show that it has no text."""
        try:
            await self._store_once(editor, draft)
        finally:
            draft.is_being_stored = False

    async def _store_once(self, editor: SourceEditor, draft: _Draft) -> None:
        found = await self._wanted(editor, draft)
        if found is None or draft.is_closed:
            return
        limit = self._most_tokens
        if draft.source is None and limit and draft.token_count > limit:
            most = chars_for(found.text, draft.token_count, limit)
            self._offer_parts(editor, draft, found, most)
            return
        await self._store_whole(editor, draft, found)

    async def _wanted(self, editor: SourceEditor, draft: _Draft) -> Gathered | None:
        try:
            if editor.origin.kind is SourceKind.TEXT:
                typed = pasted(editor.text_box.toPlainText())
                if draft.found is None or draft.found.text != typed.text:
                    draft.token_count = len(typed.text) // _CHARS_OF_A_TOKEN
                return typed
            found, origin = draft.found, editor.origin
            # A filter may change until the last moment, and select other files.
            if found is None or replace(found.origin, stamp="") != replace(origin, stamp=""):
                found = await _gathered(origin)
                draft.token_count = len(found.text) // _CHARS_OF_A_TOKEN
            return found
        except FileNotTaken as error:
            if not draft.is_closed:
                editor.show_error(translated(str(error)))
            return None

    async def _store_whole(self, editor: SourceEditor, draft: _Draft, found: Gathered) -> None:
        name, instruction = editor.name, editor.instruction
        sources = self._history.sources
        if draft.source is None:
            source_id = (await sources.create(name, found.text, instruction, found.origin)).id
        else:
            source_id = draft.source.id
            try:
                await sources.rename(source_id, name)
                await sources.add_version(source_id, found.text, instruction, found.origin)
            except SourceGone:
                self._offer_as_new(editor, draft)
                return
        if not draft.is_closed:
            editor.accept()
        draft.on_stored(await self._report_stored(source_id))

    def _offer_as_new(self, editor: SourceEditor, draft: _Draft) -> None:
        draft.source = None
        if draft.is_closed:
            return
        editor.show_as_new()
        editor.show_error(
            translate(
                "SourceEditing",
                "This source was deleted in the meantime. Add it again as a new one.",
            )
        )

    def _offer_parts(self, editor: SourceEditor, draft: _Draft, found: Gathered, most: int) -> None:
        text = translate(
            "SourceEditing",
            "This text is too large for the context of the model. Add it in {count:,} parts, cut "
            "where files or chapters end?",
        )
        name, instruction = editor.name, editor.instruction
        count = len(parts_of(found.text, most))
        if not count:
            editor.show_error(
                translate("SourceEditing", "It is far too large. Choose fewer files.")
            )
            return

        async def add() -> None:
            editor.accept()
            draft.on_stored(await self._add_parts(name, instruction, found, most))

        label = translate("SourceEditing", "Add in parts")
        ask_before(editor, fill(text, count=count), label, self._tasks.starter(add))

    async def _add_parts(
        self, name: str, instruction: str, found: Gathered, most: int
    ) -> Sequence[Source]:
        # Each part is preceded by the instruction.
        room = max(1, most - len(source_prompt(instruction, "")))
        parts = await asyncio.to_thread(parts_of, found.text, room)
        sources = self._history.sources
        added = await sources.create_parts(name, parts, instruction, found.origin)
        self.stored.notify(added)
        return added

    async def _report_stored(self, source_id: str) -> Sequence[Source]:
        """Report the new version of a source, and return the source; none if it was deleted."""
        sources = [each for each in await self._history.sources.all() if each.id == source_id]
        self.stored.notify(sources)
        return sources


async def _gathered(origin: SourceOrigin) -> Gathered:
    """Return the text at an origin; a cancel stops the reading thread."""
    watch = GatheringWatch()
    try:
        return await asyncio.to_thread(gathered, origin, watch)
    finally:
        watch.cancel()

"""Offers PDF pages without text as pictures to a model that accepts pictures."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing

import msgspec
from msgspec.structs import replace

from app.chat.request_builder import media_of
from app.controllers.messages.message_room import MessageRoom
from app.documents.text_files import PdfPages, ReadFile, drawn_pages, scan_refusal
from app.domain.messages import OutgoingMessage
from app.errors import FileNotTaken, lazy
from app.media.controller import (
    MAX_PICTURES,
    FindComposer,
    PicturesController,
    full_text,
)
from app.media.pictures import Picture
from app.widgets.composer.composer import Composer
from app.widgets.kit.translation import fill, translate

PROGRESS_SECONDS = 1.0  # seconds; faster drawing shows no progress


class DrawnPages(msgspec.Struct, frozen=True):
    """Pages that can be attached.

    Attributes:
        token_count: tokens of all pages; None if no model can count.
        is_cut: whether there are more pages than a message or a chat can hold.
    """

    pictures: tuple[Picture, ...]
    token_count: int | None = None
    is_cut: bool = False


class PdfPageOffers:
    """Draws pages, asks whether to attach them, and attaches them.

    ``sees`` returns whether pictures can be sent in a chat.
    """

    def __init__(
        self, room: MessageRoom, pictures: PicturesController, sees: Callable[[str], bool]
    ) -> None:
        self._room = room
        self._pictures = pictures
        self._sees = sees

    async def attach(self, conversation_id: str, find: FindComposer, read: ReadFile) -> bool:
        """Offer the pages without text; return whether to attach the text of the others.

        Raises FileNotTaken, StorageError.
        """
        composer = find()
        if read.pages is None or composer is None:
            return not read.is_scan
        if not self._sees(conversation_id):
            if read.is_scan:
                raise scan_refusal(read.file.name)
            return True
        most = MAX_PICTURES - len(composer.chips.pictures())
        drawn = await self._drawn(find, read, most)
        composer = find()
        if composer is None or drawn is None:
            return False
        if not drawn.pictures:
            if read.is_scan:
                raise _refusal(read.file.name, is_full=most <= 0)
            return True
        drawn = await self._fitting(conversation_id, composer.draft(), drawn)
        composer = find()
        if composer is None:
            return False
        answer = await _answer(composer, read, drawn)
        composer = find()
        if answer.wants_pages and composer is not None:
            for picture in drawn.pictures:
                self._pictures.add(composer, picture)
        return answer.wants_text

    async def _drawn(self, find: FindComposer, read: ReadFile, most: int) -> DrawnPages | None:
        """Return the first non-blank pages without text; None if cancelled.

        Shows progress if it takes long.
        """
        if read.pages is None or most <= 0:
            return DrawnPages(())
        pictures: list[Picture] = []
        drawing = asyncio.ensure_future(self._draw(read, read.pages, most, pictures))
        is_unwanted = False

        def cancel() -> None:
            nonlocal is_unwanted
            is_unwanted = drawing.cancel()

        count = min(most, len(read.pages.numbers))
        try:
            while not drawing.done():
                await asyncio.wait((drawing,), timeout=PROGRESS_SECONDS)
                composer = find()
                if composer is not None and not drawing.done():
                    text = _progress_text(read, min(count, len(pictures) + 1), count)
                    composer.notice.show_progress(text, cancel)
            return None if is_unwanted else drawing.result()
        finally:
            drawing.cancel()
            await asyncio.wait((drawing,))
            composer = find()
            if composer is not None:
                composer.notice.end_progress()

    async def _draw(
        self, read: ReadFile, pages: PdfPages, most: int, pictures: list[Picture]
    ) -> DrawnPages:
        """Add the pictures of pages one by one; return all of them."""
        name = translate("PdfPages", "{name}, page {number:,}")
        async with aclosing(drawn_pages(pages)) as files:
            async for number, file in files:
                if len(pictures) == most:
                    return DrawnPages(tuple(pictures), is_cut=True)
                page_name = fill(name, name=read.file.name, number=number + 1)
                pictures.append(await self._pictures.pictures.keep(page_name, file))
        return DrawnPages(tuple(pictures))

    async def _fitting(
        self, conversation_id: str, draft: OutgoingMessage, drawn: DrawnPages
    ) -> DrawnPages:
        """Return as many pages as fit with the message, at least one."""
        room = await self._room.for_files(conversation_id, draft)
        while True:
            kept = drawn.pictures
            count = await self._room.count(conversation_id, "", media_of(kept))
            if count is None or count <= room or len(kept) == 1:
                return replace(drawn, token_count=count)
            fewer = min(len(kept) - 1, len(kept) * max(0, room) // count)
            drawn = DrawnPages(kept[: max(1, fewer)], is_cut=True)


class _Answer(msgspec.Struct, frozen=True):
    wants_pages: bool = False
    wants_text: bool = False


async def _answer(composer: Composer, read: ReadFile, drawn: DrawnPages) -> _Answer:
    """Ask which of pages and text to attach; closing the question means neither."""
    answer: asyncio.Future[_Answer] = asyncio.get_running_loop().create_future()

    def decide(decision: _Answer) -> Callable[[], None]:
        return lambda: None if answer.done() else answer.set_result(decision)

    has_text = not read.is_scan
    cancel = decide(_Answer())
    actions = {_label(read, drawn): decide(_Answer(wants_pages=True, wants_text=has_text))}
    if has_text:
        text = translate("PdfPages", "Some pages of “{name}” have no text.")
        label = translate("PdfPages", "Attach the text only")
        actions[label] = decide(_Answer(wants_text=True))
    else:
        text = translate("PdfPages", "“{name}” has no text.")
        actions[translate("OfferedFiles", "Cancel")] = cancel
    composer.notice.show_text(fill(text, name=read.file.name), actions, on_close=cancel)
    return await answer


def _progress_text(read: ReadFile, number: int, count: int) -> str:
    text = translate("PdfPages", "Turning page {number:,} of {count:,} of “{name}” into a picture…")
    if count == 1:
        text = translate("PdfPages", "Turning the page of “{name}” into a picture…")
    return fill(text, number=number, count=count, name=read.file.name)


def _refusal(name: str, *, is_full: bool) -> FileNotTaken:
    if is_full:
        return FileNotTaken(full_text())
    return FileNotTaken(
        lazy("“{name}” has no text, and nothing to be seen on its pages.", name=name)
    )


def _label(read: ReadFile, drawn: DrawnPages) -> str:
    assert read.pages
    count = len(drawn.pictures)
    if read.is_scan:
        label = translate("PdfPages", "Attach {count:,} pages as pictures")
        if drawn.is_cut:
            label = translate("PdfPages", "Attach {count:,} of {all:,} pages as pictures")
        elif count == 1:
            label = translate("PdfPages", "Attach the page as a picture")
    else:
        label = translate("PdfPages", "Attach the text and {count:,} pages as pictures")
        if count == 1:
            label = translate("PdfPages", "Attach the text and one page as a picture")
    label = fill(label, count=count, all=read.pages.page_count)
    if drawn.token_count is None:
        return label
    tokens = translate("PdfPages", "{label} · about {tokens:,} tokens")
    return fill(tokens, label=label, tokens=drawn.token_count)

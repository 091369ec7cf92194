"""Answers to questions of a child process: pictures and sounds by digest, and files to decode."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from engine.ipc.calls import ServedCalls
from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.commands import MediaAnswer
from engine.messages.errors import EngineError, PictureNotRead
from engine.messages.media import (
    Media,
    MediaKind,
    MediaRead,
    MediaReading,
    MediaUnread,
    MediaWanted,
    ReadMedia,
    RefuseMedia,
)

MediaGiver: TypeAlias = Callable[[str], Awaitable[MediaAnswer]]
MediaFileReader: TypeAlias = Callable[[bytes, MediaKind], Awaitable[Media]]
_Answer: TypeAlias = MediaAnswer | MediaReading


class MediaAnswers:
    """Answers each question exactly once, on the client's loop.

    Attributes:
        give: returns the content with a digest, or why there is none: in a RefuseMedia, or by
            raising an EngineError.
        read: returns the name that messages use for the picture or sound in a file, or raises
            an EngineError.
    """

    def __init__(self, send: Callable[[_Answer], bool], give: MediaGiver | None = None) -> None:
        """``send`` sends a command to the process and returns whether it succeeded."""
        self._calls = ServedCalls[_Answer](send)
        self.give = give or _give_nothing
        self.read: MediaFileReader = _read_nothing

    def answer(self, event: MediaWanted | ReadMedia) -> None:
        """Begin to answer a question."""
        if isinstance(event, MediaWanted):
            digest = event.digest
            self._calls.serve(
                self._given(digest),
                RefuseMedia(digest, _UNREADABLE),
                too_large=RefuseMedia(digest, _TOO_LARGE),
            )
        else:
            refusal = MediaUnread(event.number, _NO_READER)
            self._calls.serve(self._read(event), refusal, too_large=refusal)

    def give_up(self) -> None:
        """Stop answering: the process has ended."""
        self._calls.give_up()

    async def _given(self, digest: str) -> MediaAnswer:
        try:
            answer = await self.give(digest)
        except EngineError as error:
            return RefuseMedia(digest, LazyText.of(str(error)))
        assert answer.digest == digest, "the answer is to another question"
        return answer

    async def _read(self, asked: ReadMedia) -> MediaReading:
        try:
            return MediaRead(asked.number, await self.read(asked.content, asked.kind))
        except EngineError as error:
            return MediaUnread(asked.number, LazyText.of(str(error)))


async def _give_nothing(digest: str) -> RefuseMedia:
    return RefuseMedia(digest, _UNREADABLE)


async def _read_nothing(_content: bytes, _kind: MediaKind) -> Media:
    raise PictureNotRead(_NO_READER)


_UNREADABLE = lazy("The picture could not be read. Remove it and add it again.")
_TOO_LARGE = lazy("The picture is too large to be sent to the model. Send a smaller one.")
_NO_READER = lazy("Pictures and sounds can't be read here.")

"""The client of the process that decodes pictures and sounds."""

import asyncio
from collections.abc import Sequence

from app.errors import LazyText, PictureRefused, SoundRefused, lazy
from app.media.decoder_messages import (
    MAX_FILE_BYTES,
    MAX_SECONDS,
    REPLIES,
    REQUESTS,
    Decoded,
    DecodedSound,
    DecodeRequest,
    DecodeTrouble,
    DrawingRequest,
    Refused,
    Reply,
    Request,
    SoundRequest,
    check_reply,
)
from app.media.formats import PictureFormat, SoundFormat, format_of, sound_format_of
from app.media.sounds import MAX_SOUND_SECONDS
from engine.ipc.child import Child
from engine.ipc.entry_points import own_command
from engine.ipc.frames import BrokenFrame

DECODE_COMMAND = tuple(own_command("app.media.process"))
_START_SECONDS = 40  # added to the time of the picture: a cold disk may take long
_KEPT_SECONDS = 30.0  # an unused process is ended after this time


class PictureDecoder:
    """Decodes pictures in sequence; starts the process again if a picture ends it."""

    def __init__(
        self,
        command: Sequence[str] = DECODE_COMMAND,
        patience_seconds: float = MAX_SECONDS + _START_SECONDS,
        kept_seconds: float = _KEPT_SECONDS,
    ) -> None:
        self._command = command
        self._patience_seconds = patience_seconds
        self._kept_seconds = kept_seconds
        self._process: Child | None = None
        self._lock = asyncio.Lock()
        self._ending: asyncio.TimerHandle | None = None
        self._ends = set[asyncio.Task[None]]()

    @property
    def process_id(self) -> int | None:
        """Return the id of the process; None if it does not run."""
        return None if self._process is None else self._process.process_id

    async def decode(self, name: str, request: DecodeRequest) -> Decoded:
        """Return the pixels of a file. Raises PictureRefused."""
        if len(request.content) > MAX_FILE_BYTES:
            raise PictureRefused(too_large_file(name))
        # A file refused by its first bytes needs no process.
        kind = format_of(request.content)
        if kind is None or kind in (PictureFormat.SVG, PictureFormat.MODERN):
            trouble = DecodeTrouble.UNKNOWN if kind is None else DecodeTrouble[kind.name]
            raise PictureRefused(_reason(name, Refused(trouble)))
        try:
            reply = await self._answer(request)
        except _Failed as error:
            raise PictureRefused(error.text or _reason(name, error.refused)) from error
        if not isinstance(reply, Decoded):
            refused = reply if isinstance(reply, Refused) else _BROKEN
            raise PictureRefused(_reason(name, refused))
        return reply

    async def draw(self, request: DrawingRequest) -> Decoded | None:
        """Return the pixels of an SVG; None if it can't be drawn."""
        try:
            reply = await self._answer(request)
        except _Failed:
            return None
        return reply if isinstance(reply, Decoded) else None

    async def decode_sound(self, name: str, request: SoundRequest) -> DecodedSound:
        """Return the samples of a file. Raises SoundRefused."""
        kind = sound_format_of(request.content)
        trouble = DecodeTrouble.UNKNOWN if kind in (None, SoundFormat.OTHER) else None
        if len(request.content) > MAX_FILE_BYTES:
            trouble = DecodeTrouble.TOO_LARGE
        if trouble is not None:
            raise SoundRefused(sound_reason(name, trouble))
        try:
            reply = await self._answer(request)
        except _Failed as error:
            raise SoundRefused(error.text or sound_reason(name, error.refused.trouble)) from error
        if not isinstance(reply, DecodedSound):
            trouble = reply.trouble if isinstance(reply, Refused) else DecodeTrouble.BROKEN
            raise SoundRefused(sound_reason(name, trouble))
        return reply

    async def _answer(self, request: Request) -> Reply:
        async with self._lock:
            try:
                async with asyncio.timeout(self._patience_seconds):
                    reply = await self._ask_twice(request)
            except TimeoutError as error:
                await self._end()
                raise _Failed(Refused(DecodeTrouble.TOO_SLOW)) from error
            except (BrokenFrame, EOFError) as error:
                await self._end()
                raise _Failed(_BROKEN) from error
            except OSError as error:
                text = lazy("Pictures and sounds can't be read now: {reason}.", reason=error)
                raise _Failed(_BROKEN, text) from error
            except BaseException:
                await self._end()  # its answer must not be taken for that of the next file
                raise
            self._keep_for_now()
        return reply

    async def close(self) -> None:
        """End the process if it runs."""
        async with self._lock:
            await self._end()
        await asyncio.gather(*self._ends)

    async def _ask_twice(self, request: Request) -> Reply:
        if self._process is None:
            return await self._ask(request)
        try:
            return await self._ask(request)
        except EOFError:
            # It may have ended since the last picture.
            await self._end()
            return await self._ask(request)

    async def _ask(self, request: Request) -> Reply:
        child = await self._running()
        reply = await child.ask(request, REQUESTS, REPLIES)
        check_reply(reply, request)
        return reply

    async def _running(self) -> Child:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        if self._process is not None and not self._process.is_alive:
            await self._end()
        if self._process is None:
            self._process = await Child.start(self._command)
        return self._process

    def _keep_for_now(self) -> None:
        loop = asyncio.get_running_loop()
        self._ending = loop.call_later(self._kept_seconds, self._start_ending)

    def _start_ending(self) -> None:
        task = asyncio.ensure_future(self._end_unless_used())
        self._ends.add(task)
        task.add_done_callback(self._ends.discard)

    async def _end_unless_used(self) -> None:
        if not self._lock.locked():
            async with self._lock:
                await self._end()

    async def _end(self) -> None:
        """Kill the process; pending output is discarded."""
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        process, self._process = self._process, None
        if process is not None:
            await process.end()


_BROKEN = Refused(DecodeTrouble.BROKEN)


class _Failed(Exception):
    """The process did not answer."""

    def __init__(self, refused: Refused, text: LazyText | None = None) -> None:
        super().__init__(refused, text)
        self.refused, self.text = refused, text


def too_large_file(name: str) -> LazyText:
    """Return the message for a file that is too large to read."""
    return lazy(
        "“{name}” is too large for a picture; the limit is {most:,} MB. Save it smaller first.",
        name=name,
        most=MAX_FILE_BYTES // 1_000_000,
    )


def sound_reason(name: str, trouble: DecodeTrouble) -> LazyText:
    """Return the message for a refused sound."""
    match trouble:
        case DecodeTrouble.TOO_LARGE:
            return lazy(
                "“{name}” is too long for a sound; the limits are {minutes:,} minutes and "
                "{most:,} MB. Cut it first.",
                name=name,
                minutes=MAX_SOUND_SECONDS // 60,
                most=MAX_FILE_BYTES // 1_000_000,
            )
        case DecodeTrouble.UNKNOWN:
            return lazy(
                "“{name}” is a sound that can't be read here. Save it as WAV, MP3 or FLAC first.",
                name=name,
            )
        case DecodeTrouble.NO_DECODER:
            return lazy("This build of Hubbub can't read sounds.")
        case DecodeTrouble.EMPTY:
            return lazy("“{name}” is an empty sound.", name=name)
        case DecodeTrouble.TOO_SLOW:
            return _took_too_long(name)
    return lazy("“{name}” is damaged or not a sound.", name=name)


def _took_too_long(name: str) -> LazyText:
    return lazy("“{name}” took too long to read and was skipped. Save it smaller first.", name=name)


def _reason(name: str, refused: Refused) -> LazyText:
    match refused.trouble:
        case DecodeTrouble.TOO_SLOW:
            return _took_too_long(name)
        case DecodeTrouble.SVG:
            return lazy(
                "“{name}” is an SVG drawing, which no model can see. Save it as PNG first.",
                name=name,
            )
        case DecodeTrouble.MODERN:
            return lazy(
                "“{name}” is a HEIC, AVIF or JPEG XL picture, which can't be read here. Save it as "
                "JPEG or PNG first.",
                name=name,
            )
        case DecodeTrouble.UNKNOWN:
            return lazy("“{name}” is not a supported image.", name=name)
        case DecodeTrouble.EMPTY:
            return lazy("“{name}” is an empty image.", name=name)
        case DecodeTrouble.TOO_LARGE:
            return lazy(
                "“{name}” has too many pixels ({width:,} by {height:,}). Scale it down first.",
                name=name,
                width=refused.width,
                height=refused.height,
            )
    return lazy("“{name}” is damaged or not an image.", name=name)

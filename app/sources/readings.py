"""The readings of sources by the engine: finished, running and paused ones."""

import asyncio
from datetime import UTC, datetime
from functools import partial

from app.chat.request_builder import RequestBuilder
from app.domain.conversations import Conversation
from app.errors import ModelFileError, ModelUnavailable
from app.models.host.local_models import LocalModels
from app.sources.model import (
    ReadingState,
    Source,
    SourceLink,
    SourceReading,
    SourceVersion,
    source_prompt,
)
from app.storage.history import History
from engine.kv.cache_keys import source_id
from engine.listeners import Listeners
from engine.messages.request_options import RequestOptions
from engine.messages.sources import SourceEnded, SourceProgress, SourceRead


class SourceReadings:
    """Lets the engine read sources; cancelling the task of a reading pauses it.

    Attributes:
        changes: notified of the id of each version whose reading has changed.
    """

    def __init__(self, history: History, models: LocalModels, requests: RequestBuilder) -> None:
        self._history = history
        self._models = models
        self._client = models.client
        self._requests = requests
        self._readings: dict[int, SourceReading] = {}
        self._read_now: set[str] = set()  # engine keys of the versions
        self.changes = Listeners[[int]]()

    def of(self, version: SourceVersion) -> SourceReading:
        """Return the reading of a version."""
        known = self._readings.get(version.id)
        if known is not None:
            return known
        if version.read_at is None:
            return SourceReading()
        tokens = version.token_count
        return SourceReading(ReadingState.READ, tokens, tokens)

    def of_link(self, link: SourceLink) -> SourceReading:
        """Return the reading of the version that a chat begins with."""
        read = SourceReading(ReadingState.READ if link.model else ReadingState.UNREAD)
        return self._readings.get(link.version_id, read)

    def current(self, version_id: int) -> SourceReading | None:
        """Return the reading of a version that runs; None if none does."""
        reading = self._readings.get(version_id)
        is_running = reading is not None and reading.state is ReadingState.READING
        return reading if is_running else None

    def is_of_other_model(self, version: SourceVersion | SourceLink) -> bool:
        """Return whether a version was read by a model other than the default one."""
        model = self._client.state.known_model
        return model is not None and bool(version.model) and version.model != model.path

    async def read(self, source: Source, version: SourceVersion) -> None:
        """Read a version to its end, or until cancelled. Raises AttachmentDamaged."""
        text = await self._history.sources.text(version, source.name)
        system = source_prompt(version.instruction, text)
        # A template may write options into the beginning: they must be those of the chats.
        options = await self._options(source, version)
        self._set(version.id, SourceReading(ReadingState.READING))
        self._read_now.add(source_key(version))
        try:
            async with self._models.use(
                source_id(source_key(version)), is_background=True
            ) as client:
                ended = await client.read_source(
                    source_key(version), system, options, partial(self._progress, version)
                )
        except (ModelUnavailable, ModelFileError) as error:
            self._set(version.id, SourceReading(ReadingState.FAILED, error=str(error)))
            return
        except asyncio.CancelledError:
            # The engine keeps the progress, and resumes there the next time.
            self._pause(version)
            raise
        finally:
            self._read_now.discard(source_key(version))
        if isinstance(ended, SourceEnded):
            self._set(version.id, _ended(ended))
            return
        await self._note(version, ended)

    def discard_source(self, source: Source) -> None:
        """Drop the engine state of a deleted source."""
        for version in source.versions:
            self._readings.pop(version.id, None)
            self._models.discard_source(source_key(version))

    async def discard_unneeded(self) -> None:
        """Drop the engine state of versions that no source, chat or comparison uses.

        They were replaced by an edit, or the engine did not receive their deletion. Running
        readings of them are stopped.
        """
        # The engine is queried first: it holds no version that is added in the meantime.
        kept = set(self._read_now)
        report = await self._models.cache_report()
        kept |= {each.source_key for each in report.entries if each.source_key}
        if not kept:
            return
        needed = {source_key(each) for each in await self._history.sources.in_use()}
        awaited = await self._history.comparisons.awaited_sources()
        needed |= {_key(each.source_id, each.number) for each in awaited}
        for key in kept - needed:
            self._models.discard_source(key)

    async def _note(self, version: SourceVersion, read: SourceRead) -> None:
        model = self._client.state.model
        path = "" if model is None else model.path
        await self._history.sources.note_read(version.id, read.tokens, read.disk_bytes, path)
        self._set(version.id, SourceReading(ReadingState.READ, read.tokens, read.tokens))

    async def _options(self, source: Source, version: SourceVersion) -> RequestOptions:
        """Return the request options of a chat that begins with this version."""
        link = SourceLink(
            source_id=source.id,
            version_id=version.id,
            name=source.name,
            number=version.number,
            newest_number=source.newest.number,
            instruction=version.instruction,
            digest=version.digest,
        )
        chat = Conversation("", "", datetime.now(UTC), source=link)
        return (await self._requests.build(chat)).options

    def _progress(self, version: SourceVersion, event: SourceProgress) -> None:
        reading = SourceReading(ReadingState.READING, event.read_tokens, event.total_tokens)
        self._set(version.id, reading)

    def _pause(self, version: SourceVersion) -> None:
        last = self._readings.get(version.id, SourceReading())
        self._set(
            version.id, SourceReading(ReadingState.PAUSED, last.read_tokens, last.total_tokens)
        )

    def _set(self, version_id: int, reading: SourceReading) -> None:
        self._readings[version_id] = reading
        self.changes.notify(version_id)


def source_key(version: SourceVersion) -> str:
    """Return the engine key of a version."""
    return _key(version.source_id, version.number)


def _key(source_id: str, number: int) -> str:
    return f"{source_id}-{number}"


def _ended(ended: SourceEnded) -> SourceReading:
    if ended.limit and ended.tokens > ended.limit:
        return SourceReading(ReadingState.TOO_LARGE, 0, ended.tokens, ended.limit)
    if ended.error is not None:
        return SourceReading(ReadingState.FAILED, error=ended.error.text)
    return SourceReading(ReadingState.PAUSED, 0, ended.tokens)

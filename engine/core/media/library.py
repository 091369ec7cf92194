"""Pictures and sounds as the model reads them: each is encoded once for all requests.

A request polls a picture until its embeddings are available. They are looked for in main memory,
then on the disk; then the content is requested from the client, and the encoder's thread makes
them. The embeddings are kept for other chats, versions of a message and the next start.
"""

import itertools
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field

from engine.backend_media import Embeddings, MediaEncoder, MediaRefused
from engine.core.media.disk import MediaDisk
from engine.core.media.entry import MediaEntry, MediaNeed, MediaState, Stage
from engine.core.media.thread import EncodeJob, MediaThread, wrong_content_text
from engine.core.media.turns import MediaTurns
from engine.ipc.lazy_text import lazy
from engine.kv.media_folder import media_folder
from engine.kv.ram_tier import default_budget
from engine.messages.config import EngineConfig
from engine.messages.errors import EngineError, internal_error
from engine.messages.events import GenerationEvent
from engine.messages.media import (
    MAX_MEDIA_BYTES,
    GiveMedia,
    Media,
    MediaKind,
    MediaProgress,
    MediaWanted,
    RefuseMedia,
    most_bytes,
)
from engine.messages.request_options import Rank

_log = logging.getLogger(__name__)

_MAX_CONTENT_BYTES = 4 * MAX_MEDIA_BYTES  # requested, or received and not encoded yet
_MAX_POSTPONED = 4  # then a picture is encoded to its end, despite higher ranks
_MAX_BYTES = 256 << 20
_SHARE_OF_CACHE = 8
_SMOOTHING = 0.5
_PACE_SECONDS = 0.5


@dataclass(slots=True)
class EncodingRate:
    """The speed of encoding, learned from earlier pictures; includes the waits for turns."""

    _row_seconds: float | None = None

    def note(self, rows: int, seconds: float) -> None:
        """Record the duration of encoding this number of embeddings."""
        measured = seconds / max(1, rows)
        known = self._row_seconds
        self._row_seconds = measured if known is None else known + _SMOOTHING * (measured - known)

    def seconds_for(self, rows: int) -> float | None:
        """Return the duration of encoding this number of embeddings; None if it is unknown."""
        return None if self._row_seconds is None else rows * self._row_seconds


@dataclass(slots=True)
class _Report:
    event: MediaProgress
    when: float


@dataclass(slots=True)
class ProgressReporter:
    """Adds a request's MediaProgress to ``events`` when it has changed, and twice a second.

    A request that never had to wait has none.
    """

    events: list[GenerationEvent]
    rate: EncodingRate = field(default_factory=EncodingRate)
    _last: dict[int, _Report] = field(default_factory=dict)

    def report(self, entries: Sequence[MediaEntry], began: float) -> None:
        """Report on all requests; ``began`` is when the current picture was begun, 0 for none."""
        requests = sorted({number for entry in entries for number in entry.needs})
        for number in requests:
            own = [entry for entry in entries if number in entry.needs]
            waiting = [entry for entry in own if not entry.is_settled]
            last = self._last.get(number)
            if last is None and not waiting:
                continue
            kind = min(waiting, key=_turn).media.kind if waiting else own[-1].media.kind
            alike = [entry.is_settled for entry in own if entry.media.kind is kind]
            done, total = sum(alike), len(alike)
            now = time.monotonic()
            if last is None or _is_due(last, (kind, done, total), now):
                left = self._seconds_left(entries, number, began, now) if waiting else 0.0
                event = MediaProgress(number, done, total, left, kind)
                self._last[number] = _Report(event, now)
                self.events.append(event)

    def end(self, request_id: int) -> None:
        """Record that a request needs no pictures any more."""
        self._last.pop(request_id, None)

    def _seconds_left(
        self, entries: Iterable[MediaEntry], request_id: int, began: float, now: float
    ) -> float | None:
        """Return the time until the last picture of a request is available."""
        waiting = [entry for entry in entries if not entry.is_settled]
        waiting.sort(key=_turn)
        last = max(index for index, entry in enumerate(waiting) if request_id in entry.needs)
        seconds = self.rate.seconds_for(sum(entry.rows for entry in waiting[: last + 1]))
        if seconds is None:
            return None
        first = self.rate.seconds_for(waiting[0].rows) or 0.0
        return seconds - min(first, now - began if began else 0.0)


def _turn(entry: MediaEntry) -> tuple[bool, tuple[Rank, bool, int]]:
    """Return the sort key of waiting entries: the one being encoded goes first."""
    return entry.stage is not Stage.ENCODING, entry.urgency


def _is_due(last: _Report, count: tuple[MediaKind, int, int], now: float) -> bool:
    event = last.event
    _kind, done, total = count
    is_changed = (event.kind, event.done, event.total) != count
    return is_changed or (done < total and now - last.when >= _PACE_SECONDS)


class MediaStore:
    """Embeddings by the digest of their content; engine thread.

    Needed embeddings stay, also beyond the limit.
    """

    def __init__(self, limit_bytes: int) -> None:
        self._limit_bytes = limit_bytes
        self._embeddings: OrderedDict[str, Embeddings] = OrderedDict()  # least recently used first
        self.byte_count = 0

    def get(self, digest: str) -> Embeddings | None:
        """Return the embeddings of a picture or sound, or None, and mark it as used."""
        found = self._embeddings.get(digest)
        if found is not None:
            self._embeddings.move_to_end(digest)
        return found

    def put(self, digest: str, embeddings: Embeddings) -> None:
        """Keep the embeddings of a picture or sound until others displace them."""
        self._remove(digest)
        self._embeddings[digest] = embeddings
        self.byte_count += embeddings.byte_count

    def shrink(self, needed: Container[str] = ()) -> None:
        """Remove embeddings beyond the limit, except those needed now."""
        for digest in tuple(self._embeddings):
            if self.byte_count <= self._limit_bytes:
                return
            if digest not in needed:
                self._remove(digest)

    def clear(self, needed: Container[str] = ()) -> None:
        """Remove all embeddings except those needed now."""
        for digest in [each for each in self._embeddings if each not in needed]:
            self._remove(digest)

    def _remove(self, digest: str) -> None:
        old = self._embeddings.pop(digest, None)
        if old is not None:
            self.byte_count -= old.byte_count


def store_limit(ram_bytes: int) -> int:
    """Return the disk limit of embeddings, given that of conversations."""
    return min(_MAX_BYTES, ram_bytes // _SHARE_OF_CACHE)


class MediaLibrary:
    """Implements MediaSource for a loaded model, whose embeddings it owns; engine thread.

    ``ask`` sends a question to the client that has the pictures, ``events`` gets the reports for
    requests. ``disk`` has the files of embeddings.
    """

    def __init__(
        self,
        encoder: MediaEncoder,
        config: EngineConfig,
        *,
        wake: Callable[[], None],
        ask: Callable[[MediaWanted], None],
        events: list[GenerationEvent],
        turns: MediaTurns,
    ) -> None:
        """``wake`` makes the engine thread call ``update``; it is called on others.

        ``turns`` is told of each step and each pause.
        """
        self._encoder = encoder
        self._ask = ask
        self._numbers = itertools.count()
        self._entries: dict[Media, MediaEntry] = {}
        self._job: EncodeJob | None = None
        self._progress = ProgressReporter(events)
        ram_bytes = default_budget() if config.ram_bytes is None else config.ram_bytes
        self._store = MediaStore(store_limit(ram_bytes))
        self._turns = turns
        self._thread = MediaThread(encoder, turns, wake)
        self.disk = MediaDisk(media_folder(config, encoder.identity), wake)
        self.disk.sweep()

    @property
    def ram_bytes(self) -> int:
        """Return the main memory of embeddings in bytes."""
        return self._store.byte_count

    @property
    def concurrent_threads(self) -> int:
        return self._turns.threads.concurrent if self._turns.is_concurrent else 0

    def want(self, media: Media, need: MediaNeed) -> MediaState:
        entry = self._entries.get(media)
        if entry is None:
            entry = self._entries[media] = self._new_entry(media)
        if need.request_id not in entry.needs:
            self.disk.note_use(media.digest, need.conversation_id)
        entry.needs[need.request_id] = need
        if entry.stage is Stage.READY:
            return MediaState(self._store.get(media.digest))
        return MediaState(error=entry.error)

    def release(self, request_id: int) -> None:
        entries = [entry for entry in self._entries.values() if request_id in entry.needs]
        for entry in entries:
            del entry.needs[request_id]
            if not entry.needs:
                self._remove(entry)
            # The client that was asked may be a program that has disconnected with its request.
            elif entry.stage is Stage.ASKED:
                entry.stage = Stage.UNASKED
        if entries:
            self._progress.end(request_id)
            self._store.shrink(self._needed())
            self.update()

    def answer(self, command: GiveMedia | RefuseMedia) -> None:
        for entry in self._entries.values():
            is_open = entry.stage in (Stage.ASKED, Stage.UNASKED)
            if not is_open or entry.media.digest != command.digest:
                continue
            if isinstance(command, RefuseMedia):
                entry.fail(MediaRefused(command.reason))
            elif _is_of(command, entry):
                entry.stage, entry.content = Stage.QUEUED, command.content
            else:
                entry.fail(MediaRefused(wrong_content_text(entry.media.kind)))
        self.update()

    def update(self) -> None:
        self.disk.update()
        if self._job is None and not self._entries:
            return
        self._end_loads()
        self._end_job()
        self._ask_for_contents()
        self._begin_job()
        self._restart_concurrently()
        began = self._job.began if self._job is not None else 0.0
        self._progress.report(tuple(self._entries.values()), began)

    def clear(self) -> None:
        self._store.clear(self._needed())
        self.disk.clear()

    def close(self) -> None:
        """End the threads; running encoding is given up, ordered files are written."""
        self._thread.close()
        self.disk.close()

    def _new_entry(self, media: Media) -> MediaEntry:
        entry = MediaEntry(media, next(self._numbers))
        is_known = 0 < entry.content_bytes <= most_bytes(media.kind)
        if not is_known or min(media.width, media.height) < 1:
            entry.fail(MediaRefused(lazy("A picture or sound of this size can't be sent.")))
            return entry
        try:
            entry.rows = self._encoder.shape(media.kind, media.width, media.height).rows
        except MediaRefused as error:
            entry.fail(error)
            return entry
        if _fits(self._store.get(media.digest), entry):
            entry.finish()
        else:
            entry.loading = self.disk.read(media.digest)
        return entry

    def _remove(self, entry: MediaEntry) -> None:
        """Remove an entry that no request needs any more."""
        del self._entries[entry.media]
        if entry.stage is Stage.ENCODING and self._job is not None:
            self._thread.drop(self._job)

    def _end_loads(self) -> None:
        for entry in self._entries.values():
            if entry.stage is Stage.LOADING and entry.loading is not None and entry.loading.done():
                found, entry.loading = entry.loading.result(), None
                if found is not None and _fits(found, entry):
                    self._keep(entry, found)
                else:
                    entry.stage = Stage.UNASKED

    def _end_job(self) -> None:
        """Process the end of encoding, if it has ended."""
        job = self._job
        if job is None or not job.is_done:
            return
        self._job = None
        entry = self._entries.get(job.media)
        error = job.future.exception()
        if error is not None:
            if entry is not None and entry.stage is Stage.ENCODING:
                entry.fail(_known(error))
            return
        embeddings = job.future.result()
        if embeddings is None:
            if entry is not None and entry.stage is Stage.ENCODING:
                entry.stage = Stage.QUEUED  # it was dropped for one of a higher rank
        # It was dropped a moment too late: the embeddings are kept, but in memory only, since the
        # chat that had the picture may be deleted by now.
        elif entry is None:
            self._store.put(job.media.digest, embeddings)
            self._store.shrink(self._needed())
        elif _fits(embeddings, entry):
            self._progress.rate.note(entry.rows, job.seconds)
            self._keep(entry, embeddings)
            conversations = {need.conversation_id: None for need in entry.needs.values()}
            self.disk.write(job.media.digest, embeddings, tuple(conversations))
        else:
            _log.error("A picture has other rows than its shape: %s", job.media)
            entry.fail(internal_error())

    def _keep(self, entry: MediaEntry, embeddings: Embeddings) -> None:
        entry.finish()
        self._store.put(entry.media.digest, embeddings)
        self._store.shrink(self._needed())

    def _ask_for_contents(self) -> None:
        """Request as many contents as the limit allows, in the order of their use.

        A picture of lower rank never prevents the request of another.
        """
        unasked = [each for each in self._entries.values() if each.stage is Stage.UNASKED]
        for entry in sorted(unasked, key=lambda entry: entry.urgency):
            held = sum(
                each.content_bytes
                for each in self._entries.values()
                if each.stage in (Stage.ASKED, Stage.QUEUED, Stage.ENCODING)
                and each.rank <= entry.rank
            )
            if held and held + entry.content_bytes > _MAX_CONTENT_BYTES:
                return
            entry.stage = Stage.ASKED
            self._ask(MediaWanted(entry.media.digest))

    def _begin_job(self) -> None:
        """Encode the picture that is needed first; one of a lower rank makes way for it."""
        queued = [each for each in self._entries.values() if each.stage is Stage.QUEUED]
        if not queued:
            return
        first = min(queued, key=lambda entry: entry.urgency)
        if self._job is None:
            first.stage = Stage.ENCODING
            is_concurrent = self._turns.wants_concurrent
            self._job = self._thread.start(first.media, first.content, is_concurrent=is_concurrent)
            return
        # Its progress is lost: a few seconds of a program's time, but the tab would wait for all of
        # it.
        current = self._entries.get(self._job.media)
        if current is None or not self._job.is_wanted or first.rank >= current.rank:
            return
        if current.postponed_count < _MAX_POSTPONED:
            current.postponed_count += 1
            self._thread.drop(self._job)

    def _restart_concurrently(self) -> None:
        """Drop an encoding that replies would wait for; it restarts concurrently with the steps.

        It restarts on fewer threads, which cannot be taken from a running encoder.
        """
        job = self._job
        if job is not None and not job.is_concurrent and self._turns.wants_concurrent:
            self._thread.drop(job)

    def _needed(self) -> set[str]:
        return {media.digest for media in self._entries}


def _is_of(given: GiveMedia, entry: MediaEntry) -> bool:
    """Return whether a content has the announced kind and size."""
    media = entry.media
    announced = (media.kind, media.width, media.height)
    is_same = (given.kind, given.width, given.height) == announced
    return is_same and len(given.content) == entry.content_bytes


def _fits(embeddings: Embeddings | None, entry: MediaEntry) -> bool:
    return embeddings is not None and len(embeddings.rows) == entry.rows


def _known(error: BaseException) -> EngineError:
    """Return the error for a request from an exception of encoding."""
    if isinstance(error, EngineError):
        return error
    _log.error("A picture could not be encoded", exc_info=error)
    return internal_error()

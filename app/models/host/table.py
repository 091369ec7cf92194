"""The models in memory and the uses that wait for one: what is known of them, and what happens.

A *use* is one reply, or any other work that needs a loaded model. ``broker`` decides on them.
"""

import enum
import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from app.errors import LazyText

MAIN = "main memory"
COUNT = "models"  # a place that each model takes one of, if their number is limited
Bytes: TypeAlias = Mapping[str, int]  # by place: ``MAIN``, ``COUNT``, or the name of a card
NOTHING: Bytes = MappingProxyType({})
NO_TEXT = LazyText()


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """A use of a model that was asked for.

    Attributes:
        number: identifies the use; a later one has a higher number.
        key: identifies the model with the settings that need a context of their own.
        name: the model's name, for sentences.
        needs: its memory when loaded.
        asked_at: the time in seconds, of the same clock as ``now``.
        is_background: no person waits for it.
        rooms: what the cards had free without models when ``needs`` was planned.
    """

    number: int
    key: str
    name: str
    needs: Bytes
    asked_at: float
    is_background: bool = False
    rooms: Bytes = NOTHING


class Phase(enum.Enum):
    """The state of a model in memory."""

    LOADING = "loading"
    READY = "ready"
    UNLOADING = "unloading"


class Resident(msgspec.Struct, kw_only=True):
    """A model in memory, or on its way.

    Attributes:
        ready_at: the time at which it was loaded; 0.0 while LOADING the first time.
        used_at: the end of its last use, or the time of its load.
        uses: the numbers of the uses that were granted and have not ended.
        was_used: a use was granted since it was loaded.
        is_pinned: it is not unloaded for another model, nor when its time of rest is over.
        rest_seconds: idle time after which it is unloaded; None for never.
        retirement: why it gets no new uses and is unloaded as soon as it is idle; empty if it does.
        displaced: the models that were unloaded for it, and those that were for these.
        keep_alive_seconds: replaces ``rest_seconds`` until the next use; None if it does not.
    """

    key: str
    name: str
    needs: Bytes
    phase: Phase = Phase.LOADING
    ready_at: float = 0.0
    used_at: float = 0.0
    uses: set[int] = msgspec.field(default_factory=set)
    was_used: bool = False
    is_pinned: bool = False
    rest_seconds: float | None = None
    retirement: LazyText = NO_TEXT
    displaced: frozenset[str] = frozenset()
    keep_alive_seconds: float | None = None

    @property
    def is_retired(self) -> bool:
        """Return whether it gets no new uses."""
        return bool(self.retirement)

    @property
    def rests_at(self) -> float | None:
        """Return when it is to be unloaded because it is idle; None for never."""
        seconds = self.rest_seconds if self.keep_alive_seconds is None else self.keep_alive_seconds
        if seconds is None or seconds == math.inf or self.is_pinned or self.uses:
            return None
        return self.used_at + seconds if self.phase is Phase.READY else None


class ModelTable:
    """The models in memory, and the uses that wait, in order of arrival.

    The owner reports what happens, calls ``broker.decide`` after each report, and carries out the
    orders.

    Attributes:
        stay_seconds: how long a model stays at least if it displaced one that is asked for again.
        limit: the maximum memory of all models together, for places that have one.
        residents: the models in memory by key, in the order of their loads.
    """

    def __init__(self, stay_seconds: float = 30.0, limit: Bytes = NOTHING) -> None:
        self.stay_seconds = stay_seconds
        self.limit = limit
        self.residents: dict[str, Resident] = {}
        self._waiting: dict[int, Wanted] = {}
        self._pins: set[str] = set()
        self._rests: dict[str, float | None] = {}
        self._displacing: dict[str, set[str]] = {}  # models unloaded for one that is not loaded yet

    def copied(self) -> "ModelTable":
        """Return a table on which a decision can be tried."""
        table = ModelTable(self.stay_seconds, self.limit)
        table.residents = {
            key: replace(each, uses=set(each.uses)) for key, each in self.residents.items()
        }
        table._waiting = dict(self._waiting)
        table._pins, table._rests = set(self._pins), dict(self._rests)
        table._displacing = {key: set(each) for key, each in self._displacing.items()}
        return table

    @property
    def waiting(self) -> tuple[Wanted, ...]:
        """Return the uses that wait, in order of arrival."""
        return tuple(self._waiting.values())

    def ask(self, wanted: Wanted) -> None:
        """Add a use; ``decide`` grants it, refuses it, or says why it waits."""
        self._waiting[wanted.number] = wanted

    def set_plan(self, key: str, needs: Bytes, rooms: Bytes) -> None:
        """Record what a model was planned to need, and for which cards, for all uses that wait."""
        for number, each in self._waiting.items():
            if each.key == key:
                self._waiting[number] = msgspec.structs.replace(each, needs=needs, rooms=rooms)

    def end(self, number: int, now: float) -> None:
        """Record that a use has ended, or that it is not waited for any more."""
        self.drop(number)
        for resident in self.residents.values():
            if number in resident.uses:
                resident.uses.discard(number)
                resident.used_at = now

    def note_ready(self, key: str, now: float) -> None:
        """Record that a model was loaded, also after a crash of its process."""
        resident = self.residents.get(key)
        if resident is not None and resident.phase is Phase.LOADING:
            resident.phase = Phase.READY
            resident.ready_at = resident.used_at = now

    def note_crashed(self, key: str) -> None:
        """Record that the process of a model ended and that the model is being loaded again.

        Its uses continue until they are ended.
        """
        resident = self.residents.get(key)
        if resident is not None and resident.phase is Phase.READY:
            resident.phase = Phase.LOADING

    def note_gone(self, key: str) -> None:
        """Record that a model is not in memory any more."""
        self.residents.pop(key, None)

    def fail(self, key: str) -> list[int]:
        """Remove the uses that wait for a model that can't be loaded, and return them."""
        failed = [each.number for each in self._waiting.values() if each.key == key]
        for number in failed:
            self.drop(number)
        return failed

    def retire(self, key: str, text: LazyText) -> None:
        """Unload a model as soon as it is idle, and grant it no more uses; the text says why."""
        if key in self.residents:
            self.residents[key].retirement = text

    def pin(self, key: str, *, is_pinned: bool) -> None:
        """Keep a model loaded, now or when it is loaded the next time, or do not any more."""
        (self._pins.add if is_pinned else self._pins.discard)(key)
        if key in self.residents:
            self.residents[key].is_pinned = is_pinned

    def let_rest(self, key: str, seconds: float | None) -> None:
        """Unload a model after this idle time; None for never."""
        self._rests[key] = seconds
        if key in self.residents:
            self.residents[key].rest_seconds = seconds

    def keep_alive(self, key: str, seconds: float) -> None:
        """Unload a model after this idle time unless it is used again; infinite for never."""
        if key in self.residents:
            self.residents[key].keep_alive_seconds = seconds

    def in_order(self, now: float) -> list[Wanted]:
        """Return the uses that wait, in the order in which they are served."""
        uses = self._waiting.values()
        return sorted(uses, key=lambda each: (self.is_later(each, now), each.number))

    def is_later(self, wanted: Wanted, now: float) -> bool:
        """Return whether a use follows those of the window."""
        return wanted.is_background and now - wanted.asked_at < self.stay_seconds

    def drop(self, number: int) -> None:
        """Remove a use that waits, and what was unloaded for it alone."""
        dropped = self._waiting.pop(number, None)
        if dropped is not None and all(each.key != dropped.key for each in self.waiting):
            self._displacing.pop(dropped.key, None)

    def begin_load(self, wanted: Wanted, now: float) -> None:
        """Add a model that is being loaded for a use."""
        direct = self._displacing.pop(wanted.key, set())
        self.residents[wanted.key] = Resident(
            key=wanted.key,
            name=wanted.name,
            needs=wanted.needs,
            used_at=now,
            is_pinned=wanted.key in self._pins,
            rest_seconds=self._rests.get(wanted.key),
            displaced=frozenset(direct - {wanted.key}),
        )
        for each in self.residents.values():
            each.displaced -= {wanted.key}  # they fit together now
        for displaced in self._displacing.values():
            displaced.discard(wanted.key)

    def begin_use(self, wanted: Wanted) -> None:
        """Grant a use that waits."""
        del self._waiting[wanted.number]
        resident = self.residents[wanted.key]
        resident.uses.add(wanted.number)
        resident.was_used = True
        resident.keep_alive_seconds = None

    def displace(self, victim: Resident, wanted: Wanted) -> None:
        """Record that a model is unloaded for a use."""
        self._displacing.setdefault(wanted.key, set()).update(victim.displaced, {victim.key})

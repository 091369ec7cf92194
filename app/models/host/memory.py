"""The memory of this computer as the broker counts it: what is free, and what each model holds.

No GPU library is loaded into this process: engines report the memory of the cards with each load,
while they work, and when they are asked. Between two reports, the models that are loaded and
unloaded change what is left of a card.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable

import psutil
from msgspec.structs import replace

from app.models.host.broker import Machine
from app.models.host.engines import ModelEngines
from app.models.host.plans import PlannedModel
from app.models.host.table import COUNT, MAIN, NOTHING, Bytes, ModelTable, Phase, Resident
from engine.messages.events import Snapshot
from engine.messages.metrics import CardMemory

CARD_SECONDS = 2.0  # after which a report about the cards is out of date
_SPARE_BYTES = 256 << 20  # main memory that is left to the system
_ANSWER_SECONDS = 1.0  # for a question about the cards; a step takes less


def read_main_memory() -> Machine:
    """Return the main memory; that of cards is known to the engine only."""
    memory = psutil.virtual_memory()
    return Machine({MAIN: max(0, memory.available - _SPARE_BYTES)}, {MAIN: memory.total})


def held_by(process_id: int | None) -> Bytes:
    """Return the main memory of a process without pages of files, which the system can drop."""
    if process_id is None:
        return NOTHING
    try:
        memory = psutil.Process(process_id).memory_info()
    except psutil.Error:
        return NOTHING
    return {MAIN: max(0, memory.rss - getattr(memory, "shared", 0))}


class HostMemory:
    """The memory that models share; a limit of their number is one more place of it.

    Attributes:
        read: returns the main memory now, and must not block.
    """

    def __init__(
        self,
        table: ModelTable,
        engines: ModelEngines,
        read: Callable[[], Machine],
        max_models: int | None,
    ) -> None:
        self._table = table
        self._engines = engines
        self.read = read
        self._max_models = max_models
        self._cards: tuple[CardMemory, ...] = ()
        self._rooms: dict[str, int] = {}  # what each card would have free without models
        self._read_at = 0.0

    @property
    def has_old_cards(self) -> bool:
        """Return whether there are cards, and what is free of them was reported some time ago."""
        return bool(self._cards) and time.monotonic() - self._read_at > CARD_SECONDS

    @property
    def shared_cards(self) -> frozenset[str]:
        """Return the cards whose memory is a part of the main memory."""
        return frozenset(each.name for each in self._cards if each.is_shared)

    def note_cards(self, cards: Iterable[CardMemory]) -> None:
        """Record which cards there are, as an engine has found them for its load."""
        # A driver that does not say how much memory there is gives nothing to count with.
        self._cards = tuple(each for each in cards if each.total_bytes)
        self._rooms = {}
        self._note_free(self._cards)

    @property
    def rooms(self) -> Bytes:
        """Return what the cards that models are placed on would have free without models."""
        return {each.name: self._rooms[each.name] for each in self._cards if each.is_automatic}

    def follow(self, snapshot: Snapshot) -> None:
        """Record what is free now, as an engine reports that was loaded some time ago.

        It does not know of cards that have appeared or disappeared since.
        """
        if snapshot.cards:
            self._note_free(snapshot.cards)

    async def read_cards(self) -> None:
        """Ask an engine what is free on the cards now, unless that was reported just now."""
        residents = self._table.residents.values()
        ready = [each.key for each in residents if each.phase is Phase.READY]
        if ready and self.has_old_cards:
            queries = self._engines[ready[0]].client.queries
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_ANSWER_SECONDS):
                    if (snapshot := await queries.state()) is not None:
                        self.follow(snapshot)

    def _note_free(self, cards: Iterable[CardMemory]) -> None:
        self._read_at = time.monotonic()
        held = [self.held(each) for each in self._table.residents.values()]
        totals = {each.name: each.total_bytes for each in self._cards}
        for card in cards:
            if card.name in totals:
                taken = sum(each.get(card.name, 0) for each in held)
                # A process that has just ended may still be counted.
                self._rooms[card.name] = min(card.free_bytes + taken, totals[card.name])

    def promised(self, planned: PlannedModel) -> PlannedModel:
        """Return a plan with its place among the models, if their number is limited."""
        if self._max_models is None:
            return planned
        return replace(planned, needs={**planned.needs, COUNT: 1})

    def now(self) -> tuple[Machine, dict[str, Bytes]]:
        """Return what is free now, and what each model holds."""
        machine = self.read()
        held = {each.key: self.held(each) for each in self._table.residents.values()}
        rooms = dict(self._rooms)
        total = {**machine.total, **{each.name: each.total_bytes for each in self._cards}}
        if self._max_models is not None:
            rooms[COUNT] = total[COUNT] = self._max_models
        free = {
            place: room - sum(each.get(place, 0) for each in held.values())
            for place, room in rooms.items()
        }
        return Machine({**machine.free, **free}, total, rooms=self.rooms), held

    def without_models(self) -> Machine:
        """Return the memory that would be free without models, of cards that they are placed on."""
        machine = self.read()
        held = [self.held(each) for each in self._table.residents.values()]
        free = {
            place: count + sum(each.get(place, 0) for each in held)
            for place, count in machine.free.items()
        }
        totals = {each.name: each.total_bytes for each in self._cards if each.is_automatic}
        return Machine(
            {**free, **self.rooms}, {**machine.total, **totals}, self.shared_cards, self.rooms
        )

    def held(self, resident: Resident) -> Bytes:
        """Return what a model occupies; at other places than main memory once it is loaded."""
        held = held_by(self._engines[resident.key].client.process_id)
        if resident.phase is Phase.LOADING:
            return held
        others = {place: each for place, each in resident.needs.items() if place != MAIN}
        # The process does not count what its driver has taken of the main memory.
        shared = sum(others.get(each, 0) for each in self.shared_cards)
        return {**others, **held, MAIN: held.get(MAIN, 0) + shared}

"""Decides which models are in memory: what is loaded, what is unloaded first, and who waits.

Uses are granted in order of arrival,
with these exceptions:

- Background uses follow the others until they have waited for ``stay_seconds``; until then they
  close no model in use to new uses.
- A use that fits without delaying an earlier one does not wait for it.

A model is unloaded for another one only while it is idle and not pinned; the least recently used
goes first. If all idle ones are not enough, further ones accept no new uses until their last one
has ended. So no reply is cut, and no use waits forever.

**Stays.** Two models that do not fit together and are asked in turn would be loaded for each
message. A model that was unloaded for another one therefore comes back at the earliest
``stay_seconds`` after that one was ready, if that one has been used. A model that has displaced
nothing, or was never used, gives its room at once.

**Memory** is counted by place: main memory and each card. ``held`` is what a process occupies now,
``needs`` what it was promised. What is free now must suffice for all that is promised and not
held yet, so loads at the same time do not share bytes. Pages of a mapped file count as free for the
system, so they must not be part of ``held``.

**Cards.** A use is judged by a plan for the cards as they are now only: if they have changed since,
the model is planned again before the use is refused, or anything is loaded or unloaded for it.

Nothing here reads a clock, a file or a process.
"""

import enum
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from app.errors import LazyText, lazy, lazy_bytes
from app.models.host.table import NOTHING, Bytes, ModelTable, Phase, Resident, Wanted

# Share of a load's memory that other programs may take meanwhile before the load is stopped.
_TOLERANCE = 16
# Share of a card's memory by which it must grow before layers are placed again.
_GROWTH = 16


class Machine(msgspec.Struct, frozen=True):
    """The free and the total memory of each place; a card that has disappeared is in neither.

    ``shared`` are the cards whose memory is a part of the main memory, so a model needs both.
    ``rooms`` is what the cards that models are placed on would have free without models.
    """

    free: Bytes
    total: Bytes
    shared: frozenset[str] = frozenset()
    rooms: Bytes = NOTHING

    def outdates(self, needs: Bytes, rooms: Bytes) -> bool:
        """Return whether a plan that was made for these rooms is outdated.

        It is if the set of cards differs, the model no longer fits on a card, or a card has grown.
        """
        if rooms.keys() != self.rooms.keys() or needs.keys() - self.total.keys():
            return True
        return any(
            now < needs.get(card, 0) <= rooms[card]
            or now - rooms[card] > self.total[card] // _GROWTH
            for card, now in self.rooms.items()
        )


class WaitKind(enum.Enum):
    """The event that a use waits for."""

    LOAD = "load"  # of its model
    PLAN = "plan"  # for the cards as they are now
    UNLOAD = "unload"  # of other models, which has begun
    REPLIES = "replies"  # of other models
    STAY = "stay"  # of another model, which displaced this one
    MEMORY = "memory"  # that other programs occupy
    QUEUE = "queue"  # an earlier use of another model is served first


class Wait(msgspec.Struct, frozen=True):
    """Why a use has to wait: the kind, a sentence, and the other models concerned.

    ``until`` is the time at which the wait ends at the earliest, if that is known.
    """

    kind: WaitKind
    text: LazyText
    keys: tuple[str, ...] = ()
    until: float | None = None


class Unload(msgspec.Struct, frozen=True):
    """An order to unload a model, or to stop its load, with a sentence that says why."""

    key: str
    text: LazyText


class Decision(msgspec.Struct):
    """The orders that follow from the present state; the broker counts them as carried out.

    Attributes:
        loads: models to load.
        unloads: models to unload.
        granted: uses that can begin.
        refused: uses that can never begin, with the sentence.
        waits: why each other use waits.
        outdated: models whose uses are decided on once they are planned for the present cards.
        decide_at: when to ask again if nothing happens before; None for never.
    """

    loads: list[str] = msgspec.field(default_factory=list)
    unloads: list[Unload] = msgspec.field(default_factory=list)
    granted: list[int] = msgspec.field(default_factory=list)
    refused: dict[int, LazyText] = msgspec.field(default_factory=dict)
    waits: dict[int, Wait] = msgspec.field(default_factory=dict)
    outdated: list[str] = msgspec.field(default_factory=list)
    decide_at: float | None = None


def decide(table: ModelTable, now: float, machine: Machine, held: Mapping[str, Bytes]) -> Decision:
    """Decide on all uses that wait, on rests, and on loads for which memory has become short.

    ``held`` is the memory of each process now; a missing one holds nothing. The table counts the
    orders as carried out.
    """
    return _Round(table, now, machine, held).decide()


def preview(
    table: ModelTable, wanted: Wanted, now: float, machine: Machine, held: Mapping[str, Bytes]
) -> Decision:
    """Return what would be decided if this use were asked for now; the table stays as it is."""
    trial = table.copied()
    trial.ask(wanted)
    return decide(trial, now, machine, held)


def has_room(
    table: ModelTable, needs: Bytes, machine: Machine, held: Mapping[str, Bytes], gone: str
) -> bool:
    """Return whether a model fits now in place of ``gone``, and next to all others."""
    return _suffices(_Round(table, 0.0, machine, held).room(needs, (gone,)), needs)


class _Round:
    """One decision: the memory that is left, and the models that earlier uses have claimed."""

    def __init__(
        self, table: ModelTable, now: float, machine: Machine, held: Mapping[str, Bytes]
    ) -> None:
        self._table = table
        self._now = now
        self._machine = machine
        self._held = held
        self._decision = Decision()
        self._awaited = {each.key for each in table.waiting}
        self._waits: dict[str, Wait] = {}  # of models that wait, for further uses of the same one
        self._times: list[float] = []
        # Models that keep their room in this round: they serve, or are loaded for an earlier use.
        self._claimed: set[str] = set()
        # Models that are to be unloaded for an earlier use, with the name of its model.
        self._draining: dict[str, str] = {}
        self._reserved: list[Bytes] = []  # what earlier uses leave at most, by place

    def decide(self) -> Decision:
        table = self._table
        for resident in table.residents.values():
            if not resident.is_retired and resident.needs.keys() - self._machine.free.keys():
                text = lazy("{model} is unloaded: its card is gone.", model=resident.name)
                table.retire(resident.key, text)
        self._grant_first_uses()
        self._relieve_loads()
        for wanted in table.in_order(self._now):
            self._serve(wanted)
        self._unload_idle()
        later = [each for each in self._times if each > self._now]
        self._decision.decide_at = min(later, default=None)
        return self._decision

    # --- memory ---------------------------------------------------------------------------

    def room(self, needs: Bytes, gone: Iterable[str] = ()) -> dict[str, int]:
        """Return the bytes that are left at each place of ``needs`` once ``gone`` are unloaded."""
        absent = set(gone)
        room: dict[str, int] = {}
        for place in needs:
            free = self._machine.free.get(place, -1)
            limit = self._table.limit.get(place)
            for key, resident in self._table.residents.items():
                promised = resident.needs.get(place, 0)
                held = self._held.get(key, NOTHING).get(place, 0)
                if key in absent:
                    free += held
                    continue
                if resident.phase is not Phase.UNLOADING:
                    free -= max(0, promised - held)
                if limit is not None:
                    limit -= promised
            room[place] = free if limit is None else min(free, limit)
        return room

    def _fits_now(self, needs: Bytes) -> bool:
        """Return whether a model fits now without delaying an earlier use."""
        room = self.room(needs)
        for left in self._reserved:
            room = {place: min(each, left.get(place, each)) for place, each in room.items()}
        return _suffices(room, needs)

    @property
    def _unloading(self) -> list[str]:
        residents = self._table.residents.values()
        return [each.key for each in residents if each.phase is Phase.UNLOADING]

    def _refusal(self, wanted: Wanted) -> LazyText | None:
        """Return the reason why a model can never be loaded; None if it can."""
        table = self._table
        pinned = [
            each
            for each in table.residents.values()
            if each.is_pinned and each.key != wanted.key and not each.is_retired
        ]
        for place, needed in wanted.needs.items():
            total = self._machine.total[place]
            limit = min(total, table.limit.get(place, total))
            if needed > limit:
                if limit < total:
                    return lazy(
                        "{model} needs {needed}, and models may use {limit}. Raise the limit in "
                        "the settings, or choose a smaller context.",
                        model=wanted.name,
                        needed=lazy_bytes(needed),
                        limit=lazy_bytes(limit),
                    )
                return lazy(
                    "{model} needs {needed}, and this computer has {limit}. Choose a smaller "
                    "context or a smaller model.",
                    model=wanted.name,
                    needed=lazy_bytes(needed),
                    limit=lazy_bytes(limit),
                )
            if needed + sum(each.needs.get(place, 0) for each in pinned) > limit:
                return lazy(
                    "{model} does not fit next to {others}, which you keep loaded.",
                    model=wanted.name,
                    others=_names(pinned),
                )
        return None

    # --- the uses that wait -----------------------------------------------------------------

    def _grant_first_uses(self) -> None:
        """Grant the uses for which a model was just loaded: it must not be unloaded unused."""
        for wanted in self._table.waiting:
            resident = self._table.residents.get(wanted.key)
            if resident and self._is_open(resident) and self._is_unused(resident):
                self._grant(wanted)

    def _is_unused(self, resident: Resident) -> bool:
        return not resident.was_used or resident.key in self._claimed

    @staticmethod
    def _is_open(resident: Resident) -> bool:
        return resident.phase is Phase.READY and not resident.is_retired

    def _grant(self, wanted: Wanted) -> None:
        self._table.begin_use(wanted)
        self._claimed.add(wanted.key)
        self._decision.granted.append(wanted.number)

    def _serve(self, wanted: Wanted) -> None:
        """Grant a use, refuse it, load its model, or make room and say why it waits."""
        if (known := self._waits.get(wanted.key)) is not None:
            self._wait(wanted, known)
            return
        table = self._table
        resident = table.residents.get(wanted.key)
        if resident is not None and self._is_open(resident):
            if wanted.key not in self._draining:
                self._grant(wanted)
                return
            text = lazy(
                "{model} makes room for {other}, which was asked first.",
                model=wanted.name,
                other=self._draining[wanted.key],
            )
            self._wait(wanted, Wait(WaitKind.QUEUE, text))
        elif resident is not None and resident.phase is Phase.LOADING and not resident.is_retired:
            self._claimed.add(wanted.key)
            self._wait(wanted, Wait(WaitKind.LOAD, _loading_text(wanted)))
        elif self._machine.outdates(wanted.needs, wanted.rooms):
            self._decision.outdated.append(wanted.key)
            text = lazy("The graphics cards have changed. Planning {model}…", model=wanted.name)
            self._wait(wanted, Wait(WaitKind.PLAN, text))
        elif (refusal := self._refusal(wanted)) is not None:
            table.drop(wanted.number)
            self._decision.refused[wanted.number] = refusal
        elif resident is not None:
            text = lazy("{model} is being unloaded and is then loaded again.", model=wanted.name)
            kind = WaitKind.REPLIES if resident.uses else WaitKind.UNLOAD
            self._wait(wanted, Wait(kind, text, (wanted.key,)))
        elif self._fits_now(wanted.needs):
            table.begin_load(wanted, self._now)
            self._claimed.add(wanted.key)
            self._decision.loads.append(wanted.key)
            self._wait(wanted, Wait(WaitKind.LOAD, _loading_text(wanted)))
        else:
            self._make_room(wanted)

    def _wait(self, wanted: Wanted, wait: Wait) -> None:
        self._decision.waits[wanted.number] = self._waits[wanted.key] = wait
        if wait.until is not None:
            self._times.append(wait.until)
        if wanted.is_background:
            self._times.append(wanted.asked_at + self._table.stay_seconds)

    def _make_room(self, wanted: Wanted) -> None:
        """Unload others for a use, or have them accept no new uses until that is possible."""
        victims = self._victims(wanted)
        if victims is None:
            self._wait(wanted, self._shortage(wanted))
            return
        left = self.room(wanted.needs, (*self._unloading, *(each.key for each in victims)))
        self._reserved.append(
            {place: left[place] - needed for place, needed in wanted.needs.items()}
        )
        staying = [each for each in victims if self._stay_end(each, wanted) is not None]
        if staying:
            # They serve until their stay is over.
            until = max(self._stay_end(each, wanted) or 0.0 for each in staying)
            text = lazy(
                "{model} and {others} do not fit into memory together. {model} is loaded again in "
                "{seconds:.0f} s.",
                model=wanted.name,
                others=_names(staying),
                seconds=until - self._now,
            )
            self._wait(wanted, Wait(WaitKind.STAY, text, _keys(staying), until))
            return
        busy = [each for each in victims if self._is_busy(each)]
        if busy:
            if not self._table.is_later(wanted, self._now):
                self._draining |= dict.fromkeys(_keys(victims), wanted.name)
            text = lazy(
                "{model} is loaded when {others} has finished its replies.",
                model=wanted.name,
                others=_names(busy),
            )
            self._wait(wanted, Wait(WaitKind.REPLIES, text, _keys(busy)))
            return
        for victim in victims:
            self._table.displace(victim, wanted)
            text = lazy(
                "{others} is unloaded to make room for {model}. Its chats come back warm.",
                others=victim.name,
                model=wanted.name,
            )
            self._unload(victim, text)
        going = [self._table.residents[key] for key in self._unloading]
        text = lazy(
            "Unloading {others} to make room for {model}…",
            others=_names(going),
            model=wanted.name,
        )
        self._wait(wanted, Wait(WaitKind.UNLOAD, text, _keys(going)))

    def _shortage(self, wanted: Wanted) -> Wait:
        """Return why a use waits although nothing is unloaded for it."""
        others = [
            each
            for each in self._table.residents.values()
            if each.phase is not Phase.UNLOADING and not each.is_pinned
        ]
        gone = [*self._unloading, *_keys(others)]
        if (
            self._draining
            or self._reserved
            or _suffices(self.room(wanted.needs, gone), wanted.needs)
        ):
            text = lazy("{model} waits for other models that were asked first.", model=wanted.name)
            return Wait(WaitKind.QUEUE, text)
        room = self.room(wanted.needs, gone)
        missing = sum(max(0, needed - room[place]) for place, needed in wanted.needs.items())
        text = lazy(
            "{model} needs {missing} more memory than is free. Close other programs, or choose a "
            "smaller context.",
            model=wanted.name,
            missing=lazy_bytes(missing),
        )
        return Wait(WaitKind.MEMORY, text)

    # --- what is unloaded ---------------------------------------------------------------------

    def _victims(self, wanted: Wanted) -> list[Resident] | None:
        """Return the models to unload for a use; None if they are not enough.

        Idle ones are preferred. Those of earlier uses are not considered.
        """
        going = self._unloading
        room = self.room(wanted.needs, going)
        for left in self._reserved:
            room = {place: min(each, left.get(place, each)) for place, each in room.items()}
        chosen: list[Resident] = []
        for victim in self._candidates(wanted):
            if _suffices(room, wanted.needs):
                break
            if any(
                room[place] < needed and self._takes(victim, place)
                for place, needed in wanted.needs.items()
            ):
                chosen.append(victim)
                room = {place: each + self._takes(victim, place) for place, each in room.items()}
        if not _suffices(room, wanted.needs):
            return None
        # The first ones may be unnecessary next to larger ones that followed.
        for victim in tuple(chosen):
            less = {place: each - self._takes(victim, place) for place, each in room.items()}
            if _suffices(less, wanted.needs):
                chosen.remove(victim)
                room = less
        return chosen

    @staticmethod
    def _takes(resident: Resident, place: str) -> int:
        """Return what is gained at a place by unloading a model: its promise, held or not."""
        return resident.needs.get(place, 0)

    def _candidates(self, wanted: Wanted) -> list[Resident]:
        """Return the models that may be unloaded for a use, the first ones first."""

        def order(each: Resident) -> tuple[bool, bool, bool, float]:
            is_staying = self._stay_end(each, wanted) is not None
            return (not each.is_retired, self._is_busy(each), is_staying, each.used_at)

        found = [
            each
            for each in self._table.residents.values()
            if each.phase is not Phase.UNLOADING
            and (each.is_retired or not each.is_pinned)
            and each.key not in self._draining
            and each.key != wanted.key
        ]
        return sorted(found, key=order)

    def _is_busy(self, resident: Resident) -> bool:
        """Return whether a model can't be unloaded now."""
        return bool(resident.uses) or resident.key in self._claimed or self._is_awaited(resident)

    def _is_awaited(self, resident: Resident) -> bool:
        """Return whether a load is still waited for."""
        is_loading = resident.phase is Phase.LOADING and not resident.is_retired
        return is_loading and resident.key in self._awaited

    def _stay_end(self, resident: Resident, wanted: Wanted) -> float | None:
        """Return when the stay of a model ends with respect to a use; None if it has ended."""
        if wanted.key not in resident.displaced or not resident.was_used:
            return None
        end = resident.ready_at + self._table.stay_seconds
        return end if end > self._now and resident.phase is Phase.READY else None

    def _unload(self, resident: Resident, text: LazyText) -> None:
        assert not resident.uses, "a reply is being written"
        resident.phase = Phase.UNLOADING
        self._decision.unloads.append(Unload(resident.key, text))

    def _unload_idle(self) -> None:
        """Unload models that rest, and those that get no more uses."""
        for resident in tuple(self._table.residents.values()):
            if resident.uses or resident.phase is Phase.UNLOADING:
                continue
            if resident.is_retired:
                self._unload(resident, resident.retirement)
            elif (rests_at := resident.rests_at) is not None:
                if rests_at <= self._now:
                    text = lazy("{model} was idle and is unloaded.", model=resident.name)
                    self._unload(resident, text)
                else:
                    self._times.append(rests_at)

    def _relieve_loads(self) -> None:
        """Unload idle models if other programs took the memory of a load, else stop the load."""
        for load in reversed([*self._table.residents.values()]):
            if load.phase is not Phase.LOADING or load.is_retired or load.uses:
                continue
            tolerance = {place: needed // _TOLERANCE for place, needed in load.needs.items()}
            room = self.room(load.needs, ())
            for key in self._unloading:
                held = self._held.get(key, NOTHING)
                room = {place: each + held.get(place, 0) for place, each in room.items()}
            lacks = {place for place, each in room.items() if each < -tolerance[place]}
            for victim in self._candidates(_as_wanted(load)):
                if not lacks:
                    break
                if self._is_busy(victim) or not any(self._takes(victim, each) for each in lacks):
                    continue
                text = lazy(
                    "{others} is unloaded: memory has become short while {model} loads.",
                    others=victim.name,
                    model=load.name,
                )
                self._unload(victim, text)
                room = {place: each + self._takes(victim, place) for place, each in room.items()}
                lacks = {place for place, each in room.items() if each < -tolerance[place]}
            if lacks:
                text = lazy(
                    "The load of {model} is stopped: other programs took the memory.",
                    model=load.name,
                )
                self._unload(load, text)


def _suffices(room: Bytes, needs: Bytes) -> bool:
    return all(room[place] >= needed for place, needed in needs.items())


def _as_wanted(load: Resident) -> Wanted:
    return Wanted(number=0, key=load.key, name=load.name, needs=load.needs, asked_at=0.0)


def _loading_text(wanted: Wanted) -> LazyText:
    return lazy("Loading {model}…", model=wanted.name)


def _keys(residents: Sequence[Resident]) -> tuple[str, ...]:
    return tuple(each.key for each in residents)


def _names(residents: Sequence[Resident]) -> str:
    return ", ".join(each.name for each in residents)

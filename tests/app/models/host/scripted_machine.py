"""A computer whose models load, write and end as a script says; the broker decides on them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.errors import LazyText
from app.models.host.broker import Decision, Machine, Unload, Wait, decide
from app.models.host.table import MAIN, Bytes, ModelTable, Phase, Wanted

LOAD_SECONDS = 4.0


@dataclass(frozen=True)
class Model:
    """A model as the script knows it; what finds no room on a card goes to main memory."""

    key: str
    needs: Bytes

    def planned(self, machine: Machine) -> "Plan":
        """Return its needs on the cards as they are now."""
        cards = {
            card: min(needed, machine.rooms[card])
            for card, needed in self.needs.items()
            if card in machine.rooms
        }
        main = sum(self.needs.values()) - sum(cards.values())
        needs = {MAIN: main, **{card: each for card, each in cards.items() if each}}
        return Plan(needs, machine.rooms)


@dataclass(frozen=True)
class Plan:
    """The needs of a model, and what the cards had free when it was planned."""

    needs: Bytes
    rooms: Bytes


@dataclass
class ScriptedMachine:
    """Carries out the broker's orders, and checks each of them.

    ``others`` is what other programs occupy. Models occupy half of their memory halfway through
    their loads. ``plans`` are made for the cards as they were when the broker asked for them.
    """

    total: dict[str, int]
    table: ModelTable
    others: dict[str, int] = field(default_factory=dict)
    now: float = 0.0
    held: dict[str, dict[str, int]] = field(default_factory=dict)
    log: list[tuple[float, str, str]] = field(default_factory=list)
    waits: dict[int, Wait] = field(default_factory=dict)
    refused: dict[int, LazyText] = field(default_factory=dict)
    granted: dict[int, float] = field(default_factory=dict)
    began: dict[str, float] = field(default_factory=dict)
    plans: dict[str, Plan] = field(default_factory=dict)
    _models: dict[str, Model] = field(default_factory=dict)
    _numbers: int = 0

    @property
    def machine(self) -> Machine:
        """Return the memory as the system reports it."""
        free = {
            place: total
            - self.others.get(place, 0)
            - sum(each.get(place, 0) for each in self.held.values())
            for place, total in self.total.items()
        }
        rooms = {
            place: total - self.others.get(place, 0)
            for place, total in self.total.items()
            if place != MAIN
        }
        return Machine(free, dict(self.total), rooms=rooms)

    def ask(self, model: Model, *, is_background: bool = False, plan: Plan | None = None) -> int:
        """Ask for a use and decide; return its number. It is planned now unless it was before."""
        self._numbers += 1
        self._models[model.key] = model
        plan = plan or model.planned(self.machine)
        wanted = Wanted(
            number=self._numbers,
            key=model.key,
            name=model.key.upper(),
            needs=plan.needs,
            asked_at=self.now,
            is_background=is_background,
            rooms=plan.rooms,
        )
        self.table.ask(wanted)
        self.table.set_plan(model.key, plan.needs, plan.rooms)
        self.decide()
        return self._numbers

    def end(self, number: int) -> None:
        """End a use, or stop waiting for it, and decide."""
        self.table.end(number, self.now)
        self.decide()

    def finish_plan(self, key: str) -> None:
        """Let a model be planned again, and decide."""
        plan = self.plans.pop(key)
        self.table.set_plan(key, plan.needs, plan.rooms)
        self.decide()

    def grow(self, key: str) -> None:
        """Let a load occupy half of its memory."""
        resident = self.table.residents[key]
        self.held[key] = {place: each // 2 for place, each in resident.needs.items()}
        self.decide()

    def finish_load(self, key: str) -> None:
        """Let a load end, and decide."""
        self.held[key] = dict(self.table.residents[key].needs)
        self.table.note_ready(key, self.now)
        self.log.append((self.now, "ready", key))
        self.decide()

    def finish_unload(self, key: str) -> None:
        """Let a model be gone, and decide."""
        self.held.pop(key, None)
        self.table.note_gone(key)
        self.log.append((self.now, "gone", key))
        self.decide()

    def of_phase(self, phase: Phase) -> list[str]:
        """Return the models of a phase."""
        return [each.key for each in self.table.residents.values() if each.phase is phase]

    def decide(self) -> Decision:
        """Decide, check every order, and record it."""
        users = {key: set(each.uses) for key, each in self.table.residents.items()}
        outdated = {
            each.key for each in self.table.waiting if self.machine.outdates(each.needs, each.rooms)
        }
        asked = {each.number: each.key for each in self.table.waiting}
        decision = decide(self.table, self.now, self.machine, self.held)
        for unload in decision.unloads:
            assert not users[unload.key], "a model with an active reply is not unloaded"
            assert isinstance(unload, Unload)
            assert unload.text
            self.log.append((self.now, "unload", unload.key))
        judged = {*decision.loads, *(asked[number] for number in decision.refused)}
        assert not judged & outdated, "no plan for other cards is judged"
        for key in decision.outdated:
            if key not in self.plans:
                self.plans[key] = self._models[key].planned(self.machine)
        for key in decision.loads:
            assert key not in users, "it was not in memory"
            self.log.append((self.now, "load", key))
            self.held[key] = {}
            self.began[key] = self.now
        for key in decision.loads:
            self._check_promises(key)
        for number in decision.granted:
            self.granted[number] = self.now
        self.waits = dict(decision.waits)
        self.refused |= decision.refused
        waiting = {each.number for each in self.table.waiting}
        assert waiting == self.waits.keys(), "every use that waits knows why"
        assert all(each.text for each in decision.waits.values())
        assert decision.decide_at is None or decision.decide_at > self.now
        return decision

    def _check_promises(self, key: str) -> None:
        """Check that all that is promised fits, where a model is loaded, next to other programs."""
        for place in self.table.residents[key].needs:
            promised = sum(self._promise(each, place) for each in self.table.residents)
            assert promised + self.others.get(place, 0) <= self.total[place], place
            limit = self.table.limit.get(place)
            needs = (each.needs.get(place, 0) for each in self.table.residents.values())
            assert limit is None or sum(needs) <= limit

    def run(self, seconds: float, replies: Mapping[int, float] | None = None) -> None:
        """Let time pass: loads and unloads end, and granted uses end after their seconds."""
        ends = dict(replies or {})
        until = self.now + seconds
        while self.now < until:
            self.now += 1.0
            for key in self.of_phase(Phase.UNLOADING):
                self.finish_unload(key)
            for key in [*self.plans]:
                self.finish_plan(key)
            for key in self.of_phase(Phase.LOADING):
                if self.now - self.began[key] >= LOAD_SECONDS:
                    self.finish_load(key)
            for number in [*ends]:
                if number in self.granted and self.now - self.granted[number] >= ends[number]:
                    del ends[number]
                    self.end(number)
            self.decide()

    def _promise(self, key: str, place: str) -> int:
        resident = self.table.residents[key]
        held = self.held.get(key, {}).get(place, 0)
        return held if resident.phase is Phase.UNLOADING else resident.needs.get(place, 0)


def model(key: str, main: int, **cards: int) -> Model:
    """Return a model that needs this much of main memory, and of cards."""
    return Model(key, {MAIN: main, **cards} if cards else {MAIN: main})

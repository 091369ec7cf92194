"""Random lives of models and uses: promises are kept, no reply is cut, each use is served."""

from itertools import pairwise

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from app.errors import LazyText
from app.models.host.broker import WaitKind
from app.models.host.table import MAIN, ModelTable, Phase
from tests.app.models.host.scripted_machine import Model, ScriptedMachine

CARD = "card"
TOTAL = 100
STAY = 30.0
STEPS = 100  # in each of as many examples: 10,000 steps
_sizes = st.integers(1, 70)
_choice = st.integers(0, 5)


class BrokerMachine(RuleBasedStateMachine):
    """Six models of random sizes in main memory and on a card of random size, some of both."""

    @initialize(
        sizes=st.lists(st.tuples(_sizes, st.one_of(st.just(0), _sizes)), min_size=6, max_size=6),
        limit=st.one_of(st.none(), st.integers(70, TOTAL)),
        card=st.integers(20, 2 * TOTAL),
        rest=st.one_of(st.none(), st.floats(1.0, 100.0)),
    )
    def begin(
        self, sizes: list[tuple[int, int]], limit: int | None, card: int, rest: float | None
    ) -> None:
        """Describe the models and the computer."""
        table = ModelTable(STAY, {} if limit is None else {MAIN: limit})
        self.card = card
        self.machine = ScriptedMachine({MAIN: TOTAL, CARD: card}, table)
        self.models = [
            Model(f"m{number}", {MAIN: main, CARD: card} if card else {MAIN: main})
            for number, (main, card) in enumerate(sizes)
        ]
        self.unended: set[int] = set()
        for each in self.models[:3]:
            table.let_rest(each.key, rest)

    @rule(choice=_choice, is_background=st.booleans())
    def ask(self, choice: int, is_background: bool) -> None:
        """Ask for a use."""
        self.unended.add(self.machine.ask(self.models[choice], is_background=is_background))

    @precondition(lambda self: self.unended)
    @rule(data=st.data())
    def end(self, data: st.DataObject) -> None:
        """End a use, or give up waiting for it."""
        number = data.draw(st.sampled_from(sorted(self.unended)))
        self.unended.discard(number)
        self.machine.end(number)

    @rule(seconds=st.sampled_from([0.1, 1.0, 10.0, 40.0]))
    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.machine.now += seconds
        self.machine.decide()

    @precondition(lambda self: self.machine.of_phase(Phase.LOADING))
    @rule(data=st.data(), is_half=st.booleans())
    def load(self, data: st.DataObject, is_half: bool) -> None:
        """Let a load progress or end."""
        key = data.draw(st.sampled_from(self.machine.of_phase(Phase.LOADING)))
        (self.machine.grow if is_half else self.machine.finish_load)(key)

    @precondition(lambda self: self.machine.of_phase(Phase.UNLOADING))
    @rule(data=st.data())
    def unload(self, data: st.DataObject) -> None:
        """Let a model be gone."""
        self.machine.finish_unload(
            data.draw(st.sampled_from(self.machine.of_phase(Phase.UNLOADING)))
        )

    @precondition(lambda self: self.machine.plans)
    @rule(data=st.data())
    def plan(self, data: st.DataObject) -> None:
        """Let a model be planned again, for the cards as they were when that was asked for."""
        self.machine.finish_plan(data.draw(st.sampled_from(sorted(self.machine.plans))))

    @precondition(lambda self: self.machine.table.residents)
    @rule(data=st.data(), is_final=st.booleans())
    def kill(self, data: st.DataObject, is_final: bool) -> None:
        """Kill a process, which is started again or given up."""
        key = data.draw(st.sampled_from(sorted(self.machine.table.residents)))
        if is_final:
            uses = self.machine.table.residents[key].uses
            self.unended -= uses
            self.unended -= set(self.machine.table.fail(key))
            self.machine.finish_unload(key)
        elif self.machine.table.residents[key].phase is Phase.READY:
            self.machine.table.note_crashed(key)
            self.machine.held[key] = {}
            self.machine.decide()

    @rule(occupied=st.integers(0, 40), place=st.sampled_from([MAIN, CARD]))
    def occupy(self, occupied: int, place: str) -> None:
        """Let other programs take or give back memory that is free."""
        free = self.machine.machine.free.get(place, 0) + self.machine.others.get(place, 0)
        if place in self.machine.total:
            self.machine.others[place] = max(0, min(occupied, free))
        self.machine.decide()

    @rule()
    def lose_or_return_card(self) -> None:
        """Let the card disappear, or come back without what other programs had on it."""
        if CARD in self.machine.total:
            del self.machine.total[CARD]
            self.machine.others.pop(CARD, None)
        else:
            self.machine.total[CARD] = self.card
        self.machine.decide()

    @rule(choice=_choice, is_pinned=st.booleans())
    def pin(self, choice: int, is_pinned: bool) -> None:
        """Keep a model loaded, or do not."""
        self.machine.table.pin(self.models[choice].key, is_pinned=is_pinned)
        self.machine.decide()

    @rule(choice=_choice)
    def retire(self, choice: int) -> None:
        """Replace the file of a model."""
        self.machine.table.retire(self.models[choice].key, LazyText("Its file has changed."))
        self.machine.decide()

    @invariant()
    def check(self) -> None:
        """Forget the uses that were refused, and compare the table with the script."""
        if not hasattr(self, "machine"):
            return
        self.unended -= self.machine.refused.keys()
        table = self.machine.table
        uses = [number for each in table.residents.values() for number in each.uses]
        assert len(uses) == len(set(uses))
        assert set(uses) | {each.number for each in table.waiting} <= self.unended
        for wait in self.machine.waits.values():
            if wait.kind is WaitKind.UNLOAD:
                assert self.machine.of_phase(Phase.UNLOADING)
            if wait.kind is WaitKind.PLAN:
                assert self.machine.plans
            if wait.kind is WaitKind.LOAD:
                assert self.machine.of_phase(Phase.LOADING)

    def teardown(self) -> None:
        """Check that every use that is left is served once replies end and memory is free."""
        if not hasattr(self, "machine"):
            return
        self.machine.others.clear()
        for each in self.models:
            self.machine.table.pin(each.key, is_pinned=False)
        self.machine.run(2000, dict.fromkeys(self.unended, 5.0))
        assert self.machine.table.waiting == ()


BrokerMachine.TestCase.settings = settings(
    max_examples=100,
    stateful_step_count=STEPS,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestBrokerMachine = BrokerMachine.TestCase


def test_each_of_five_busy_models_gets_its_turns() -> None:
    machine = ScriptedMachine({MAIN: 100}, ModelTable(STAY))
    models = [Model(f"m{number}", {MAIN: 60}) for number in range(5)]
    served: dict[str, list[float]] = {each.key: [] for each in models}
    open_uses: dict[int, str] = {}
    for _ in range(4000):  # each model is always asked for, twice
        for each in models:
            while sum(key == each.key for key in open_uses.values()) < 2:
                open_uses[machine.ask(each)] = each.key
        machine.run(1.0)
        for number, key in [*open_uses.items()]:
            if number in machine.granted and machine.now - machine.granted[number] >= 3.0:
                del open_uses[number]
                served[key].append(machine.now)
                machine.end(number)
    for times in served.values():
        gaps = [b - a for a, b in pairwise(times)]
        assert max(gaps) <= 5 * (STAY + 15), "no model waits longer than all stays take"
    loads = [key for _, what, key in machine.log if what == "load"]
    assert len(loads) <= machine.now / STAY + 5, "no thrashing"

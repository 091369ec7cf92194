"""Cards that change while models are planned, wait and are loaded: each is planned for what is."""

from dataclasses import replace

import pytest

from app.models.host.broker import WaitKind
from app.models.host.table import MAIN, ModelTable, Phase
from tests.app.models.host.scripted_machine import ScriptedMachine, model

CARD = "card"
ON_CARD = model("a", 1, card=5)


@pytest.fixture
def machine() -> ScriptedMachine:
    return ScriptedMachine({MAIN: 10, CARD: 10}, ModelTable(30.0))


def test_a_plan_for_a_card_that_is_gone_is_made_again(machine: ScriptedMachine) -> None:
    plan = ON_CARD.planned(machine.machine)
    del machine.total[CARD]
    number = machine.ask(ON_CARD, plan=plan)
    assert machine.waits[number].kind is WaitKind.PLAN
    assert machine.waits[number].text == "The graphics cards have changed. Planning A…"
    machine.finish_plan("a")
    assert machine.table.residents["a"].needs == {MAIN: 6}


def test_a_plan_for_a_larger_card_is_made_again(machine: ScriptedMachine) -> None:
    plan = ON_CARD.planned(machine.machine)
    machine.total[CARD] = 2
    number = machine.ask(ON_CARD, plan=plan)
    assert machine.waits[number].kind is WaitKind.PLAN
    machine.finish_plan("a")
    assert machine.table.residents["a"].needs == {MAIN: 4, CARD: 2}


def test_a_plan_without_the_card_that_is_there_now_is_made_again(machine: ScriptedMachine) -> None:
    large = model("a", 1, card=10)
    del machine.total[CARD]
    plan = large.planned(machine.machine)
    machine.total[CARD] = 10
    number = machine.ask(large, plan=plan)
    assert number not in machine.refused, "11 are more than the main memory"
    machine.finish_plan("a")
    assert machine.table.residents["a"].needs == {MAIN: 1, CARD: 10}


def test_a_plan_with_a_card_that_was_only_measured_is_made_again(machine: ScriptedMachine) -> None:
    measured = replace(ON_CARD.planned(machine.machine), rooms={})
    del machine.total[CARD]
    number = machine.ask(ON_CARD, plan=measured)
    assert machine.waits[number].kind is WaitKind.PLAN
    machine.finish_plan("a")
    assert machine.table.residents["a"].needs == {MAIN: 6}


def test_a_card_that_is_gone_for_good_is_refused_with_words(machine: ScriptedMachine) -> None:
    large = model("a", 1, card=10)
    plan = large.planned(machine.machine)
    del machine.total[CARD]
    number = machine.ask(large, plan=plan)
    machine.finish_plan("a")
    assert machine.refused[number] == (
        "A needs 11 bytes, and this computer has 10 bytes. Choose a smaller context or a smaller "
        "model."
    )


def test_a_use_in_turn_is_planned_for_the_card_of_its_turn(machine: ScriptedMachine) -> None:
    first = machine.ask(model("first", 8))
    machine.run(6)
    number = machine.ask(model("a", 3, card=4))
    assert machine.waits[number].kind is WaitKind.REPLIES
    machine.others[CARD] = 8
    machine.end(first)
    assert machine.of_phase(Phase.READY) == ["first"], "nothing is unloaded by an old plan"
    machine.run(8)
    assert machine.table.residents["a"].needs == {MAIN: 5, CARD: 2}
    assert number in machine.granted


def test_a_card_that_disappears_during_a_load_has_the_model_placed_again(
    machine: ScriptedMachine,
) -> None:
    number = machine.ask(ON_CARD)
    machine.run(2)
    del machine.total[CARD]
    machine.decide()
    assert machine.of_phase(Phase.UNLOADING) == ["a"]
    machine.run(8)
    assert number in machine.granted
    assert machine.table.residents["a"].needs == {MAIN: 6}


def test_a_card_that_others_fill_during_a_load_has_the_model_placed_again(
    machine: ScriptedMachine,
) -> None:
    number = machine.ask(ON_CARD)
    machine.run(2)
    machine.others[CARD] = 8
    machine.decide()
    machine.run(8)
    assert number in machine.granted
    assert machine.table.residents["a"].needs == {MAIN: 4, CARD: 2}


def test_a_card_that_disappears_takes_its_models_along(machine: ScriptedMachine) -> None:
    running = machine.ask(ON_CARD)
    machine.run(6)
    del machine.total[CARD]
    machine.decide()
    assert machine.of_phase(Phase.READY) == ["a"], "its reply ends first"
    machine.end(running)
    assert machine.of_phase(Phase.UNLOADING) == ["a"]


def test_all_uses_of_a_model_have_its_newest_plan(machine: ScriptedMachine) -> None:
    plan = ON_CARD.planned(machine.machine)
    busy = machine.ask(model("busy", 8))
    first = machine.ask(ON_CARD, plan=plan)
    machine.total[CARD] = 2
    second = machine.ask(ON_CARD)
    machine.end(busy)
    machine.run(12)
    assert {first, second} <= machine.granted.keys()
    assert machine.table.residents["a"].needs == {MAIN: 4, CARD: 2}


def test_small_changes_need_no_other_plan(machine: ScriptedMachine) -> None:
    plan = ON_CARD.planned(machine.machine)
    machine.others[CARD] = 3
    machine.ask(ON_CARD, plan=plan)
    assert machine.table.residents["a"].needs == {MAIN: 1, CARD: 5}


def test_only_models_on_the_lacking_card_make_room(machine: ScriptedMachine) -> None:
    for each in (model("main", 5), model("card1", 1, card=8)):
        number = machine.ask(each)
        machine.run(6)
        machine.end(number)
    machine.ask(model("card2", 1, card=8))
    assert machine.of_phase(Phase.UNLOADING) == ["card1"]


def test_a_model_that_took_more_than_was_planned_is_used_before_it_makes_room(
    machine: ScriptedMachine,
) -> None:
    first = machine.ask(ON_CARD)
    machine.run(2)
    second = machine.ask(model("b", 1, card=4))
    machine.table.residents["a"].needs = {MAIN: 1, CARD: 8}  # alone, an engine takes what is free
    machine.finish_load("a")
    assert first in machine.granted
    assert machine.of_phase(Phase.UNLOADING) == ["b"]
    machine.end(first)
    machine.run(8)
    assert second in machine.granted

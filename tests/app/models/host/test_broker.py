"""Which models are loaded, which make room, and what a chat that waits is told."""

import math

import pytest

from app.models.host.broker import WaitKind, preview
from app.models.host.table import MAIN, ModelTable, Phase, Wanted
from tests.app.models.host.scripted_machine import Model, ScriptedMachine, model

A, B, C = model("a", 6), model("b", 6), model("c", 6)
SMALL = model("s", 2)
STAY = 30.0


@pytest.fixture
def machine() -> ScriptedMachine:
    return ScriptedMachine({MAIN: 10}, ModelTable(STAY))


def _loaded(machine: ScriptedMachine, *models: Model) -> None:
    """Load models, each used once and idle again."""
    for each in models:
        number = machine.ask(each)
        machine.run(6)
        assert number in machine.granted
        machine.end(number)


def test_what_fits_is_loaded_and_then_granted(machine: ScriptedMachine) -> None:
    number = machine.ask(A)
    assert machine.waits[number].kind is WaitKind.LOAD
    assert machine.waits[number].text == "Loading A…"
    machine.run(6)
    assert number in machine.granted


def test_two_that_fit_stay_together(machine: ScriptedMachine) -> None:
    _loaded(machine, A, SMALL)
    assert machine.of_phase(Phase.READY) == ["a", "s"]


def test_the_least_recently_used_makes_room(machine: ScriptedMachine) -> None:
    other = model("other", 4)
    _loaded(machine, other, A)
    machine.now += 100
    machine.end(machine.ask(other))
    machine.now += 1
    number = machine.ask(model("third", 4))
    assert machine.waits[number].text == "Unloading A to make room for THIRD…"
    assert machine.of_phase(Phase.UNLOADING) == ["a"]


def test_further_uses_of_a_model_that_waits_unload_no_more(machine: ScriptedMachine) -> None:
    _loaded(machine, model("x", 3), model("y", 3), model("z", 3))
    first, second = machine.ask(model("w", 3)), machine.ask(model("w", 3))
    assert machine.of_phase(Phase.UNLOADING) == ["x"]
    assert machine.waits[first] == machine.waits[second]


def test_no_more_is_unloaded_than_necessary(machine: ScriptedMachine) -> None:
    _loaded(machine, SMALL, A)
    machine.ask(B)
    assert machine.of_phase(Phase.UNLOADING) == ["a"], "the small one, used longer ago, can stay"


def test_a_running_reply_is_waited_for(machine: ScriptedMachine) -> None:
    first = machine.ask(A)
    machine.run(6)
    second = machine.ask(B)
    assert machine.waits[second].text == "B is loaded when A has finished its replies."
    machine.run(50)
    assert machine.of_phase(Phase.READY) == ["a"]
    machine.end(first)
    machine.run(8)
    assert second in machine.granted


def test_a_chat_that_never_pauses_does_not_starve_another(machine: ScriptedMachine) -> None:
    first = machine.ask(A)
    machine.run(6)
    other = machine.ask(B)
    more = machine.ask(A)
    assert machine.waits[more].text == "A makes room for B, which was asked first."
    machine.end(first)
    machine.run(8)
    assert other in machine.granted
    machine.end(other)
    machine.run(60)
    assert more in machine.granted, "and comes back"


def test_two_in_turn_have_their_stays(machine: ScriptedMachine) -> None:
    texts: set[str] = set()
    for _ in range(120):
        for each in (A, B):
            number = machine.ask(each)
            while number not in machine.granted:
                texts |= {str(wait.text) for wait in machine.waits.values()}
                machine.run(1)
            machine.run(1)
            machine.end(number)
    loads = [moment for moment, what, _ in machine.log if what == "load"]
    assert machine.now / len(loads) > STAY
    assert "A and B do not fit into memory together. A is loaded again in 20 s." in texts


def test_a_first_change_of_models_does_not_wait_for_a_turn(machine: ScriptedMachine) -> None:
    _loaded(machine, A, B, C)
    assert [key for _, what, key in machine.log if what == "load"] == ["a", "b", "c"]
    assert machine.now < STAY


def test_three_in_turn_have_their_stays_as_well(machine: ScriptedMachine) -> None:
    _loaded(machine, A, B, C)
    number = machine.ask(A)
    assert machine.waits[number].kind is WaitKind.STAY
    machine.run(STAY + 8)
    assert number in machine.granted


def test_a_wrong_choice_is_taken_back_at_once(machine: ScriptedMachine) -> None:
    _loaded(machine, A)
    wrong = machine.ask(B)
    machine.run(2)
    machine.end(wrong)
    right = machine.ask(A)
    assert machine.waits[right].kind is WaitKind.UNLOAD
    machine.run(8)
    assert right in machine.granted


def test_a_pinned_model_stays(machine: ScriptedMachine) -> None:
    machine.table.pin("a", is_pinned=True)
    machine.table.let_rest("a", 5.0)
    _loaded(machine, A)
    machine.run(20)
    number = machine.ask(B)
    assert machine.refused[number] == "B does not fit next to A, which you keep loaded."
    assert machine.of_phase(Phase.READY) == ["a"]


def test_a_background_use_lets_a_model_be_used_for_as_long_as_a_stay(
    machine: ScriptedMachine,
) -> None:
    first = machine.ask(A)
    machine.run(6)
    machine.ask(B, is_background=True)
    second = machine.ask(A)
    assert second in machine.granted
    machine.run(STAY)
    third = machine.ask(A)
    assert machine.waits[third].kind is WaitKind.QUEUE
    for number in (first, second):
        machine.end(number)
    assert machine.of_phase(Phase.UNLOADING) == ["a"]


def test_a_pinned_model_stays_also_if_it_was_used_first(machine: ScriptedMachine) -> None:
    machine.table.pin("p", is_pinned=True)
    _loaded(machine, model("p", 3), model("q", 3))
    machine.ask(model("r", 5))
    assert machine.of_phase(Phase.UNLOADING) == ["q"]


def test_what_can_never_fit_is_refused(machine: ScriptedMachine) -> None:
    giant = Model("giant", {MAIN: 12 << 30})
    text = machine.refused[machine.ask(giant)]
    assert text == (
        "GIANT needs 12.0 GB, and this computer has 10 bytes. Choose a smaller context or a "
        "smaller model."
    )
    machine.table.limit = {MAIN: 8}
    assert "Raise the limit" in machine.refused[machine.ask(model("x", 9))]


def test_the_limit_holds_while_more_is_free(machine: ScriptedMachine) -> None:
    machine.table.limit = {MAIN: 7}
    _loaded(machine, A)
    machine.ask(SMALL)
    assert machine.of_phase(Phase.UNLOADING) == ["a"]


def test_loads_at_the_same_time_do_not_share_memory(machine: ScriptedMachine) -> None:
    machine.ask(A)
    waiting = machine.ask(B)
    assert machine.of_phase(Phase.LOADING) == ["a"], "nothing is held yet, but it is promised"
    assert machine.waits[waiting].kind is WaitKind.REPLIES


def test_a_small_one_does_not_wait_for_a_large_one(machine: ScriptedMachine) -> None:
    machine.ask(A)
    machine.run(6)
    machine.ask(B)
    small = machine.ask(SMALL)
    assert machine.waits[small].kind is WaitKind.LOAD, "both would fit next to each other"
    delaying = machine.ask(model("m", 5))
    assert machine.waits[delaying].kind is WaitKind.QUEUE


def test_a_small_one_waits_if_it_would_delay_a_large_one(machine: ScriptedMachine) -> None:
    first = machine.ask(A)
    machine.run(6)
    large, small = machine.ask(model("large", 8)), machine.ask(model("m", 4))
    assert machine.waits[small].text == "M waits for other models that were asked first."
    machine.end(first)
    machine.run(8)
    assert large in machine.granted


def test_a_model_serves_what_it_was_loaded_for(machine: ScriptedMachine) -> None:
    first = machine.ask(A)
    machine.run(6)
    machine.ask(B, is_background=True)
    chat = machine.ask(C)
    machine.end(first)
    machine.finish_unload("a")
    assert machine.of_phase(Phase.LOADING) == ["c"]
    machine.now += STAY
    machine.finish_load("c")
    assert chat in machine.granted, "although the program has waited long enough by now"


def test_an_idle_model_rests(machine: ScriptedMachine) -> None:
    machine.table.let_rest("a", 60.0)
    _loaded(machine, A)
    decision = machine.decide()
    assert decision.decide_at == pytest.approx(machine.now + 60.0)
    machine.run(59)
    assert machine.of_phase(Phase.READY) == ["a"]
    machine.run(2)
    assert machine.table.residents == {}


def test_a_program_says_how_long_a_model_rests_until_its_next_use(
    machine: ScriptedMachine,
) -> None:
    machine.table.let_rest("a", 60.0)
    _loaded(machine, A)
    machine.table.keep_alive("a", math.inf)
    machine.run(100)
    assert machine.of_phase(Phase.READY) == ["a"]
    machine.end(machine.ask(A))
    machine.run(62)
    assert machine.table.residents == {}, "the next use said nothing"
    _loaded(machine, A)
    number = machine.ask(A)
    machine.table.keep_alive("a", 0.0)
    machine.decide()
    assert machine.of_phase(Phase.READY) == ["a"], "it is in use"
    machine.end(number)
    assert machine.of_phase(Phase.UNLOADING) == ["a"]


def test_memory_taken_during_a_load_stops_it_with_words(machine: ScriptedMachine) -> None:
    number = machine.ask(A)
    machine.grow("a")
    machine.others[MAIN] = 8
    decision = machine.decide()
    (unload,) = decision.unloads
    assert unload.text == "The load of A is stopped: other programs took the memory."
    machine.finish_unload("a")
    assert machine.waits[number].text == (
        "A needs 4 bytes more memory than is free. Close other programs, or choose a smaller "
        "context."
    )
    machine.others[MAIN] = 0
    machine.run(6)
    assert number in machine.granted


def test_idle_models_give_a_load_the_memory_that_others_took(machine: ScriptedMachine) -> None:
    _loaded(machine, model("idle", 4))
    machine.ask(A)
    machine.others[MAIN] = 3
    machine.decide()
    assert machine.of_phase(Phase.UNLOADING) == ["idle"]
    assert machine.of_phase(Phase.LOADING) == ["a"]


def test_memory_of_others_does_not_disturb_loaded_models(machine: ScriptedMachine) -> None:
    _loaded(machine, A)
    machine.others[MAIN] = 9
    machine.run(5)
    assert machine.of_phase(Phase.READY) == ["a"]


def test_a_program_waits_for_the_window_but_not_forever(machine: ScriptedMachine) -> None:
    first = machine.ask(A)
    machine.run(6)
    program = machine.ask(B, is_background=True)
    second = machine.ask(A)
    assert second in machine.granted, "chats of the window go first"
    machine.end(first)
    machine.run(STAY)
    third = machine.ask(A)
    assert third not in machine.granted
    machine.end(second)
    machine.run(8)
    assert program in machine.granted


def test_fifty_models_in_a_row_are_loaded_one_after_the_other(machine: ScriptedMachine) -> None:
    numbers = [machine.ask(model(f"m{each}", 6), is_background=True) for each in range(50)]
    machine.run(50 * 12, dict.fromkeys(numbers, 1.0))
    assert list(machine.granted) == numbers
    assert len([1 for _, what, _ in machine.log if what == "load"]) == 50


def test_a_crashed_model_keeps_its_room_while_it_comes_back(machine: ScriptedMachine) -> None:
    number = machine.ask(A)
    machine.run(6)
    machine.table.note_crashed("a")
    machine.held["a"] = {}
    waiting = machine.ask(B)
    assert machine.of_phase(Phase.LOADING) == ["a"]
    machine.end(number)
    machine.run(20)
    assert waiting in machine.granted


def test_a_preview_changes_nothing(machine: ScriptedMachine) -> None:
    _loaded(machine, A)
    wanted = Wanted(number=99, key="b", name="B", needs=B.needs, asked_at=machine.now)
    found = preview(machine.table, wanted, machine.now, machine.machine, machine.held)
    (unload,) = found.unloads
    assert unload.text == "A is unloaded to make room for B. Its chats come back warm."
    assert machine.of_phase(Phase.READY) == ["a"]
    assert machine.table.waiting == ()

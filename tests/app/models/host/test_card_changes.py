"""Cards that change while a host plans, or in the order in which loads are evaluated."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.errors import ModelBusy, ModelFileError
from app.models.host import plans
from app.models.host.broker import Machine
from app.models.host.host import ModelHost, ModelSpec
from app.models.host.plans import PlannedModel, planned_model
from app.models.host.table import MAIN
from app.models.host.uses import LoadOrder, WaitState
from engine.messages.config import EngineConfig
from engine.messages.metrics import CardMemory, ModelInfo
from tests.app.models.host import conftest as hosts
from tests.app.models.host.conftest import ROOM, MakeHost, MakeModel
from tests.models.cache import cached_model
from tests.models.synthesized import write_synthesized

GIB = 1 << 30
CARD = CardMemory(name="card", free_bytes=GIB, total_bytes=GIB)
make_model, make_host = hosts.make_model, hosts.make_host
AfterPlans = Callable[[ModelHost, Iterator[tuple[CardMemory, ...]]], list[PlannedModel]]


@pytest.fixture
def after_plans(monkeypatch: pytest.MonkeyPatch) -> AfterPlans:
    """Return a function: after each plan of a host the computer has the next cards."""

    def change(host: ModelHost, cards: Iterator[tuple[CardMemory, ...]]) -> list[PlannedModel]:
        loop, made = asyncio.get_running_loop(), list[PlannedModel]()

        def plan(path: str, config: EngineConfig, machine: Machine) -> PlannedModel:
            made.append(planned_model(path, config, machine))
            if (found := next(cards, None)) is not None:
                loop.call_soon_threadsafe(host.memory.note_cards, found)
            return made[-1]

        monkeypatch.setattr(plans, "planned_model", plan)
        return made

    return change


async def test_a_card_that_disappears_during_the_plan_refuses_nothing(
    make_host: MakeHost, make_model: MakeModel, after_plans: AfterPlans
) -> None:
    host = make_host()
    host.memory.note_cards([CARD])
    made = after_plans(host, iter([()]))
    async with host.use(make_model("a"), "chat"):
        (entry,) = host.entries
        assert entry.needs == made[1].needs
    assert [each.needs.keys() for each in made] == [{MAIN, "card"}, {MAIN}]


async def test_a_preview_and_an_order_are_of_the_cards_as_they_are_now(
    make_host: MakeHost, make_model: MakeModel, after_plans: AfterPlans
) -> None:
    host = make_host()
    host.memory.note_cards([CARD])
    after_plans(host, iter([()]))
    assert await host.preview(make_model("a")) == ""
    after_plans(host, iter([(CARD,), ()]))
    assert await host.order_of([make_model("a"), make_model("b")]) == LoadOrder()


async def test_cards_that_never_rest_are_waited_for_with_words(
    make_host: MakeHost, make_model: MakeModel, after_plans: AfterPlans
) -> None:
    host, waits = make_host(), list[WaitState]()
    host.memory.note_cards([CARD])
    made = after_plans(host, iter([(), (CARD,)] * 50))
    with pytest.raises(ModelBusy, match=r"The graphics cards have changed\. Planning "):
        async with host.use(make_model("a"), "chat", max_wait_seconds=0.3, on_wait=waits.append):
            pytest.fail("its plan was never one for the cards of the moment")
    assert len(made) == 2, "they are not planned for without a pause"
    after_plans(host, iter(()))
    async with host.use(make_model("a"), "chat"):
        pass  # loaded


async def test_a_file_that_is_gone_when_it_is_planned_again_fails_its_use(
    make_host: MakeHost, make_model: MakeModel, after_plans: AfterPlans
) -> None:
    host, spec = make_host(), make_model("a")
    host.memory.note_cards([CARD])

    def remove() -> Iterator[tuple[CardMemory, ...]]:
        Path(spec.path).unlink()
        yield ()

    after_plans(host, remove())
    with pytest.raises(ModelFileError):
        async with host.use(spec, "chat"):
            pytest.fail("there is nothing to load")


async def test_cards_are_those_of_the_last_load_whichever_is_evaluated_first(
    make_host: MakeHost, make_model: MakeModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, reports = make_host(), list[tuple[CardMemory, ...]]()
    measured, note = PlannedModel.measured, host.memory.note_cards
    is_second_known = asyncio.Event()
    loop = asyncio.get_running_loop()

    def slow(planned: PlannedModel, path: str, model: ModelInfo) -> PlannedModel:
        if Path(path).stem == "a":
            asyncio.run_coroutine_threadsafe(is_second_known.wait(), loop).result()
        return measured(planned, path, model)

    def record(cards: tuple[CardMemory, ...]) -> None:
        reports.append(cards)
        note([CARD] if len(reports) == 1 else [])  # the second load finds none any more

    monkeypatch.setattr(PlannedModel, "measured", slow)
    monkeypatch.setattr(host.memory, "note_cards", record)
    for name in ("a", "b"):
        async with host.use(make_model(name), "chat"):
            pass
    is_second_known.set()
    await host.close()
    assert len(reports) == 2
    assert host.memory.rooms == {}


async def test_a_process_that_has_just_ended_makes_no_card_larger(
    make_host: MakeHost, make_model: MakeModel
) -> None:
    host = make_host()
    async with host.use(make_model("a"), "chat"):
        host._table.residents[host.entries[0].key].needs = {MAIN: 1, "card": GIB // 2}  # noqa: SLF001
        host.memory.note_cards([CARD])
        assert host.memory.rooms == {"card": GIB}


async def test_a_context_is_chosen_again_until_a_load_has_fixed_it(
    make_host: MakeHost, after_plans: AfterPlans
) -> None:
    host = make_host()
    large = CardMemory(name="card", free_bytes=64 * GIB, total_bytes=64 * GIB)
    spec = ModelSpec(str(cached_model(write_synthesized)), EngineConfig(slot_count=2))
    host.memory.note_cards([large])
    made = after_plans(host, iter(()))
    await host.preview(spec)
    host.memory.note_cards([])
    await host.preview(spec)
    alone = planned_model(spec.path, made[1].asked, Machine(ROOM.free, ROOM.total))
    assert made[1].config.context_window == alone.config.context_window
    assert made[1].needs == alone.needs

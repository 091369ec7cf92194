"""Models that share cards: what each takes, what is left, and cards that change or disappear.

The engines are real, on scripted cards: those of real computers in small, where some bytes stand
for a MiB, so that a model of 2.5 MB takes a large part of a card.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.models.host.broker import Machine
from app.models.host.engines import ModelEntry
from app.models.host.host import ModelHost, ModelSpec
from app.models.host.plans import planned_model
from app.models.host.table import MAIN
from app.models.host.uses import WaitState
from engine.client.client import EngineClient
from engine.llama.devices import Cards
from tests.app.models.host import conftest as hosts
from tests.app.models.host.conftest import CONFIG, ROOM, MakeModel
from tests.fakes.card_engine import CARD_ENGINE, OTHERS, ScriptedCards
from tests.models.card_lists import LISTS, devices

SMALL = 300  # bytes for a MiB
PATIENCE_SECONDS = 60

make_model = hosts.make_model


@pytest.fixture
def cards(tmp_path: Path) -> ScriptedCards:
    return ScriptedCards(tmp_path / "cards")


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[ModelHost]:
    def make_client() -> EngineClient:
        return EngineClient(CARD_ENGINE)

    host = ModelHost(make_client, tmp_path / "cache", read_memory=lambda: ROOM, stay_seconds=0.0)
    yield host
    await host.close()


async def _loaded(host: ModelHost, spec: ModelSpec) -> ModelEntry:
    """Load a model, and wait until its report was evaluated."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        async with host.use(spec, "chat") as client:
            while client.state.model is None:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
    return next(each for each in host.entries if each.client is client)


@pytest.mark.parametrize("name", LISTS)
async def test_models_are_promised_no_more_of_the_cards_than_there_is(
    name: str, host: ModelHost, cards: ScriptedCards, make_model: MakeModel
) -> None:
    found = devices(name, mebibyte=SMALL)
    cards.write(found)
    for each in ("a", "b"):
        await _loaded(host, make_model(each))
        machine, held = host.memory.now()
        free = {each.handle: each.free_bytes for each in cards.devices()}
        known = Cards(found, found, free.__getitem__).memories()
        for card in (each for each in known if each.total_bytes):
            taken = sum(each.get(card.name, 0) for each in held.values())
            assert card.free_bytes >= 0
            assert machine.free[card.name] <= card.free_bytes + 1
            assert taken + machine.free[card.name] <= card.total_bytes
    used = {place for entry in host.entries for place in entry.needs}
    assert used <= {MAIN, *(each.name for each in known if each.total_bytes)}


async def test_a_model_next_to_another_takes_what_it_was_promised(
    host: ModelHost, cards: ScriptedCards, make_model: MakeModel
) -> None:
    cards.write(devices("two makers", mebibyte=SMALL))
    first = await _loaded(host, make_model("a"))
    second = await _loaded(host, make_model("b"))
    configs = [each.client.state.config for each in (first, second)]
    assert configs[0] is not None
    assert configs[1] is not None
    assert configs[0].card_bytes is None, "alone it takes what it wants"
    assert configs[1].card_bytes is not None
    info = second.client.state.model
    assert info is not None
    assert 0 < sum(each.used_bytes for each in info.cards) <= configs[1].card_bytes
    assert len(host.entries) == 2


async def test_models_that_fit_on_a_card_only_alone_take_turns(
    host: ModelHost, cards: ScriptedCards, make_model: MakeModel
) -> None:
    cards.write(devices("Intel", mebibyte=SMALL))
    await _loaded(host, make_model("a"))
    waits: list[WaitState] = []
    async with host.use(make_model("b"), "chat", on_wait=waits.append):
        assert [Path(each.path).stem for each in host.entries] == ["b"]
    assert "to make room for" in waits[0].text


async def test_a_card_that_disappears_unloads_its_model_with_words(
    host: ModelHost, cards: ScriptedCards, make_model: MakeModel
) -> None:
    found = devices("two makers", mebibyte=SMALL)
    cards.write(found)
    first = await _loaded(host, make_model("a"))
    gone = max(found, key=lambda each: first.needs.get(each.name, 0))
    cards.write([each for each in found if each is not gone])
    second = await _loaded(host, make_model("b"))
    async with asyncio.timeout(PATIENCE_SECONDS):
        while len(host.entries) > 1:  # noqa: ASYNC110 (it is unloaded by itself)
            await asyncio.sleep(0.01)
    assert host.entries[0].key == second.key
    assert gone.name not in host.memory.now()[0].total
    again = await _loaded(host, make_model("a"))
    assert gone.name not in again.needs, "its layers are placed again"


async def test_what_other_programs_take_of_a_card_is_asked_before_a_load(
    host: ModelHost, cards: ScriptedCards, make_model: MakeModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.models.host.memory.CARD_SECONDS", 0.0)
    (card,) = devices("a Mac in use", mebibyte=SMALL)
    cards.write([replace(card, is_integrated=False, backend="CUDA")])
    await _loaded(host, make_model("a"))
    before = host.memory.now()[0].free[card.name]
    cards.take(OTHERS, {card.bus_id: before - 1000})
    plan = await host.preview(make_model("b"))
    assert host.memory.now()[0].free[card.name] == 1000
    assert plan != "", "there is no room any more"


def test_a_card_that_shares_the_main_memory_needs_both(make_model: MakeModel) -> None:
    spec = make_model("a")
    total = {MAIN: 16 << 30, "card": 16 << 30}
    own = planned_model(spec.path, CONFIG, Machine(total, total))
    shared = planned_model(spec.path, CONFIG, Machine(total, total, frozenset({"card"})))
    assert own.needs["card"] == shared.needs["card"] > 0
    assert shared.needs[MAIN] == own.needs[MAIN] + own.needs["card"]

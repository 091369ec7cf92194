"""A model stays on this computer as far as it has room; others take what is left."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.gguf.memory_plan import FreeMemory, memory_plan
from engine.gguf.model_file import describe
from engine.gguf.model_shape import ModelShape
from engine.llama import rpc_placement
from engine.llama.devices import Device, chosen_devices
from engine.llama.rpc_placement import Spread, placed
from engine.messages.config import EngineConfig
from engine.messages.errors import ModelLoadFailed
from engine.messages.remote_messages import RpcMemory, RpcServer
from tests.models.shapes import LLAMA_8B, write_shape

GB = 1024**3
RACK, DESK = "rack:50052", "desk:50052"
CARD = Device("Card", 2 * GB, 2 * GB, handle=1, bus_id="0000:01:00.0")


class Room:
    """What is free here and elsewhere, instead of what there is while tests run."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.main = 64 * GB
        self.away: set[str] = set()
        monkeypatch.setattr(rpc_placement, "free_memory", self._free)
        monkeypatch.setattr(rpc_placement, "rpc_client", lambda _folder: Path("client"))
        monkeypatch.setattr(rpc_placement, "first_refusal", lambda _path: None)
        monkeypatch.setattr(rpc_placement, "try_servers", self._tried)
        monkeypatch.setattr(rpc_placement, "connected", self._connected)

    def _free(self, devices: Sequence[Device], limit: int | None = None) -> FreeMemory:
        card = min(sum(device.free_bytes for device in devices), limit or 1 << 60)
        return FreeMemory(self.main, self.main, card, card)

    def _tried(self, addresses: Sequence[str]) -> list[RpcServer]:
        memory = (RpcMemory(8 * GB, 8 * GB),)
        return [
            RpcServer(each, refusal="it is away.")  # type: ignore[arg-type]  # a plain text will do
            if each in self.away
            else RpcServer(each, each, memory)
            for each in addresses
        ]

    @contextmanager
    def _connected(self, _client: Path, servers: Sequence[RpcServer]) -> Iterator[list[Device]]:
        yield [
            Device(each.address, each.free_bytes, handle=10 + index, server=each.address)
            for index, each in enumerate(servers)
        ]


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Room:
    return Room(monkeypatch)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_shape(tmp_path / "model.gguf", LLAMA_8B)
    return tmp_path / "model.gguf"


def spread_of(
    path: Path, here: Sequence[Device] = (), **values: object
) -> tuple[Spread, ModelShape]:
    shape = describe(path).shape
    assert shape is not None
    known: dict[str, object] = {"rpc_servers": (RACK, DESK), "context_window": 4096}
    config = EngineConfig(**{**known, **values})  # type: ignore[arg-type]  # checked on creation
    with placed(path, shape, config, list(here)) as spread:
        return spread, shape


def test_a_model_that_fits_here_stays_here_and_that_is_said(room: Room, path: Path) -> None:
    spread, _ = spread_of(path)
    assert (spread.handles, spread.servers) == ((), ())
    assert "the model fits on this one" in spread.notes[0]
    assert not spread_of(path, rpc_servers=())[0].notes
    assert not spread_of(path, gpu_layer_count=0)[0].notes


def test_as_few_layers_leave_as_have_to(room: Room, path: Path) -> None:
    room.main = 6 * GB
    spread, shape = spread_of(path)
    load = spread.planned.load
    assert spread.servers == (RACK, DESK)
    assert memory_plan(shape, load).main.total <= 0.9 * room.main
    assert 1 < load.gpu_layer_count < len(shape.layers)
    room.main = 4 * GB
    assert spread_of(path)[0].planned.load.gpu_layer_count > load.gpu_layer_count


def test_an_automatic_context_uses_the_memory_of_all(room: Room, path: Path) -> None:
    room.main = 6 * GB
    spread, shape = spread_of(path, context_window=None, slot_count=2)
    load = spread.planned.load
    plan = memory_plan(shape, load)
    assert load.context_window > 2048
    assert plan.main.total <= room.main
    assert plan.card.total <= 16 * GB


def test_a_card_here_is_filled_before_other_computers(room: Room, path: Path) -> None:
    spread, shape = spread_of(path, [CARD], gpu_layer_count=99)
    needed = memory_plan(shape, spread.planned.load).card.total
    *elsewhere, own = spread.tensor_split
    assert spread.handles == (10, 11, 1)
    assert own == pytest.approx(0.9 * 2 * GB)
    assert elsewhere == pytest.approx([(needed - own) / 2] * 2)
    assert [device.name for device in spread.devices] == ["Card", RACK, DESK]


def test_shares_that_were_set_are_handed_over_in_the_librarys_order(room: Room, path: Path) -> None:
    shares = (1.0, 2.0, 3.0)
    spread, shape = spread_of(path, [CARD], gpu_layer_count=99, tensor_split=shares)
    assert spread.tensor_split == (2.0, 3.0, 1.0)
    needed = memory_plan(shape, spread.planned.load).card.total / GB
    assert f"takes about {needed / 3:.1f} GB" in spread.notes[0]
    assert f"takes about {needed / 2:.1f} GB" in spread.notes[1]


def test_who_is_away_is_named_and_the_others_do(room: Room, path: Path) -> None:
    room.main = 6 * GB
    room.away = {DESK}
    spread, shape = spread_of(path)
    assert spread.servers == (RACK,)
    held, away = spread.notes
    needed = memory_plan(shape, spread.planned.load).card.total / GB
    assert held == f"{RACK} takes about {needed:.1f} GB of the 8.0 GB that it has free."
    assert away == f"“{DESK}” is not used: it is away."


def test_a_model_that_has_no_room_without_who_is_away_is_refused(room: Room, path: Path) -> None:
    room.main = 6 * GB
    room.away = {RACK, DESK}
    with pytest.raises(ModelLoadFailed, match="does not fit into this computer's memory") as failed:
        spread_of(path)
    assert RACK in str(failed.value)
    assert DESK in str(failed.value)
    assert len(spread_of(path, gpu_layer_count=99)[0].notes) == 2


def test_without_the_pack_nothing_is_used_and_the_pack_is_named(
    room: Room, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rpc_placement, "rpc_client", lambda _folder: None)
    spread, _ = spread_of(path, gpu_layer_count=99)
    assert spread.notes == (
        "Other computers are not used: the RPC pack is missing. Add it under Settings, Engine.",
    )


def test_a_card_that_two_backends_know_is_taken_once() -> None:
    twin = Device("The card, by Vulkan", 2 * GB, handle=2, bus_id=CARD.bus_id)
    shared = Device("Processor", 8 * GB, handle=3, is_integrated=True)
    rack = Device(RACK, 8 * GB, handle=10, server=RACK)
    assert chosen_devices([CARD, twin, shared], [rack]) == [rack, CARD]
    assert chosen_devices([shared], [rack]) == [rack, shared]

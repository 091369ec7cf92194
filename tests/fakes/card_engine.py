"""The real engine on a computer with scripted cards: started with ``CARD_ENGINE``.

Layers stay in main memory, but each load takes what they would need of the cards that a folder next
to the model describes, ``cards``: ``list.json`` has the devices, and each other file what one
process has taken, by its id, until it ends. ``others`` is taken by other programs.
"""

import os
import sys
from pathlib import Path
from unittest.mock import patch

import msgspec
import psutil
from msgspec.structs import replace

from engine.backend import Backend, LoadProgress
from engine.core.engine import Engine
from engine.core.process import serve
from engine.gguf.memory_plan import memory_plan
from engine.ipc.lazy_text import lazy
from engine.llama import loader
from engine.llama.devices import Cards, Device
from engine.llama.model import described_model
from engine.llama.rpc_placement import Spread
from engine.messages.config import EngineConfig
from engine.messages.errors import NotEnoughMemory

CARD_ENGINE = (sys.executable, str(Path(__file__).resolve()))
LIST, OTHERS = "list.json", "others"

Taken = dict[str, int]  # by bus


class ScriptedCards:
    """The cards of a folder; a driver that several processes share."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def write(self, found: list[Device]) -> None:
        """Let the computer have these cards."""
        self._folder.mkdir(exist_ok=True)
        (self._folder / LIST).write_bytes(msgspec.json.encode(found))

    def take(self, owner: str, taken: Taken) -> None:
        """Let a process, or other programs, have these bytes instead of what they had."""
        (self._folder / owner).write_bytes(msgspec.json.encode(taken))

    def devices(self) -> list[Device]:
        """Return the cards with what is free of them now."""
        found = msgspec.json.decode((self._folder / LIST).read_bytes(), type=list[Device])
        taken: list[Taken] = []
        for path in self._folder.iterdir():
            is_alive = path.name == OTHERS or (path.name.isdigit() and _is_alive(int(path.name)))
            if is_alive:
                taken.append(msgspec.json.decode(path.read_bytes(), type=Taken))
        return [
            replace(each, free_bytes=each.free_bytes - sum(x.get(each.bus_id, 0) for x in taken))
            for each in found
        ]


def _is_alive(process_id: int) -> bool:
    try:
        return bool(psutil.Process(process_id).status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False


def _load(path: str, config: EngineConfig, progress: LoadProgress) -> Backend:
    cards = ScriptedCards(Path(path).parent / "cards")
    own = str(os.getpid())
    load_with = loader._load_with  # noqa: SLF001 (a driver can't be scripted elsewhere)

    def load_on_cards(
        file: Path,
        config: EngineConfig,
        progress: LoadProgress,
        layers: int,
        spread: Spread,
        known: Cards,
    ) -> Backend:
        plan = replace(spread.planned.load, gpu_layer_count=layers)
        _, shape = described_model(file)
        needed = memory_plan(shape, plan).card.total if layers else 0
        room = sum(each.free_bytes for each in spread.devices)
        if needed > room:
            raise NotEnoughMemory(lazy("The driver has no memory left."))
        cards.take(own, {x.bus_id: needed * x.free_bytes // room for x in spread.devices if needed})
        kept = replace(spread, handles=(), uses_none=True)
        return load_with(file, config, progress, layers, kept, known)

    def free_bytes(handle: int) -> int:
        return next((each.free_bytes for each in cards.devices() if each.handle == handle), 0)

    cards.take(own, {})  # of the model before
    patch("engine.llama.loader.gpus", cards.devices).start()
    patch("engine.llama.devices._free_bytes", free_bytes).start()
    with patch("engine.llama.loader._load_with", load_on_cards):
        return loader.load(path, config, progress)


if __name__ == "__main__":
    serve(lambda report: Engine(_load, report), heartbeat_seconds=0.1)

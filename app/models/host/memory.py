"""The memory of this computer as the broker counts it: what is free, and what each model holds."""

from collections.abc import Callable
from dataclasses import replace

import psutil

from app.models.host.broker import Machine
from app.models.host.engines import ModelEngines
from app.models.host.plans import PlannedModel
from app.models.host.table import COUNT, MAIN, NOTHING, Bytes, ModelTable, Phase, Resident

_SPARE_BYTES = 256 << 20  # main memory that is left to the system


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

    ``read`` returns the memory of the system now, and must not block.
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

    def promised(self, planned: PlannedModel) -> PlannedModel:
        """Return a plan with its place among the models, if their number is limited."""
        if self._max_models is None:
            return planned
        return replace(planned, needs={**planned.needs, COUNT: 1})

    def now(self) -> tuple[Machine, dict[str, Bytes]]:
        """Return what is free now, and what each model holds."""
        machine = self.read()
        held = {each.key: self.held(each) for each in self._table.residents.values()}
        if self._max_models is None:
            return machine, held
        left = self._max_models - sum(each.get(COUNT, 0) for each in held.values())
        total = {**machine.total, COUNT: self._max_models}
        return Machine({**machine.free, COUNT: left}, total), held

    def without_models(self) -> Machine:
        """Return the memory that would be free without models."""
        machine = self.read()
        held = [self.held(each) for each in self._table.residents.values()]
        free = {
            place: count + sum(each.get(place, 0) for each in held)
            for place, count in machine.free.items()
        }
        return Machine(free, machine.total)

    def held(self, resident: Resident) -> Bytes:
        """Return what a model occupies; at other places than main memory once it is loaded."""
        held = held_by(self._engines[resident.key].client.process_id)
        others = {place: each for place, each in resident.needs.items() if place != MAIN}
        return {**others, **held} if resident.phase is not Phase.LOADING else held

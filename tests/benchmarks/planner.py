"""The memory plan of a model, which is made before it is loaded, compared with what it takes.

The models are twelve that are often downloaded, with 1 to 30 billion weights, and twelve small
ones: dense, experts, sliding windows, recurrent states, hybrids, compressed rows. The library plans
each load without the weights (``tests.engine.llama.library_memory``).

error_p95, context_error_p95: the difference between both plans by the library's, with and without
the weights.
false_fits, false_refusals: answers that are wrong when about the needed memory is free. The first
is the number of loads that do not fit; the second is a share of the loads that fit.
overrun: the number of loads, each in its own process, that took more than planned.
"""

import json
import random
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil
from msgspec.structs import asdict, replace

from engine.backend import BatchEntry
from engine.gguf.memory_plan import (
    FitKind,
    FreeMemory,
    LoadPlan,
    fit,
    memory_plan,
)
from engine.gguf.model_file import describe
from engine.gguf.model_shape import ModelShape
from engine.llama.loader import load as load_model
from engine.messages.config import EngineConfig, KvType
from tests.benchmarks.runner import Options, json_of_child, percentile, print_table, run_benchmark
from tests.engine.llama.library_memory import LibraryMemory, library_memory
from tests.models.cache import cached_model
from tests.models.shapes import SHAPES, small, write_shape
from tests.models.synthesized import write_large_kv, write_large_vocabulary, write_synthesized
from tests.models.talker import TALKER
from tests.models.tiny import write_hybrid, write_recurrent, write_sliding_window

CASES, LOADS = 500, 40
QUICK_CASES, QUICK_LOADS = 60, 4
_FREE_SHARES = (0.7, 1.3)  # free memory by what is needed: where an error changes the answer
_MAX_CELLS = 1 << 20  # of all chats together


@dataclass(frozen=True, slots=True)
class Case:
    """A load, and the library's plan for it."""

    name: str
    shape: ModelShape
    load: LoadPlan
    library: LibraryMemory

    @property
    def error(self) -> float:
        """The difference between our plan and the library's, by the library's."""
        plan = memory_plan(self.shape, self.load).main
        return abs(plan.total - plan.process - self.library.total) / self.library.total

    @property
    def context_error(self) -> float:
        """The same without the weights."""
        plan = memory_plan(self.shape, self.load).main
        context = plan.total - plan.process - plan.weights
        return abs(context - self.library.context) / self.library.context


def measure(options: Options) -> dict[str, float]:
    """Compare plans, then load models."""
    dice = random.Random(14)
    with tempfile.TemporaryDirectory() as folder:
        cases = planned_cases(Path(folder), dice, QUICK_CASES if options.is_quick else CASES)
    process = process_bytes()
    print_table(
        ["largest errors", "slots", "context window", "error"],
        [
            [case.name, case.load.slot_count, case.load.context_window, case.error]
            for case in sorted(cases, key=lambda case: -case.error)[:5]
        ],
    )
    return {
        "cases": len(cases),
        "error_p95": percentile([case.error for case in cases], 0.95),
        "error_worst": max(case.error for case in cases),
        "context_error_p95": percentile([case.context_error for case in cases], 0.95),
        "process_mb": process / 1e6,
        **fit_errors(cases, dice, process),
        **load_models(dice, QUICK_LOADS if options.is_quick else LOADS),
    }


def planned_cases(folder: Path, dice: random.Random, count: int) -> list[Case]:
    """Return random loads of all shapes with the library's plans."""
    models: list[tuple[str, Path, ModelShape]] = []
    for shape in (*SHAPES, *(small(each) for each in SHAPES)):
        path = folder / f"{shape.name}.gguf"
        write_shape(path, shape)
        models.append((shape.name, path, _shape_of(path)))
    cases = []
    for number in range(count):
        name, path, found = models[number % len(models)]
        load = random_load(dice)
        cases.append(Case(name, found, load, library_memory(path, found, load)))
    return cases


def random_load(dice: random.Random) -> LoadPlan:
    """Return a load with random sizes."""
    slots = dice.choice((1, 2, 3, 4, 6, 8, 16))
    window = min(round(2 ** dice.uniform(8, 17)), _MAX_CELLS // slots)
    return LoadPlan(slots, max(256, window), kv_type=dice.choice(list(KvType)))


def process_bytes() -> int:
    """Return what a process takes without the buffers of the smallest model."""
    path, load = TALKER, LoadPlan(1, 256)
    buffers = library_memory(path, _shape_of(path), load)
    return round(_bytes_of_load(path, load) - buffers.total)


def fit_errors(cases: Sequence[Case], dice: random.Random, process: int) -> dict[str, float]:
    """Return how often the answer is wrong when about the needed memory is free."""
    false_fits = false_refusals = fitting = 0
    for case in cases:
        needed = case.library.total + process
        free = round(needed * dice.uniform(*_FREE_SHARES))
        is_accepted = fit(case.shape, case.load, FreeMemory(free, 2 * free)).kind is FitKind.FITS
        fitting += needed <= free
        false_fits += is_accepted and needed > free
        false_refusals += needed <= free and not is_accepted
    return {"false_fits": false_fits, "false_refusals": false_refusals / max(1, fitting)}


def load_models(dice: random.Random, count: int) -> dict[str, float]:
    """Load models with random sizes, and compare what their processes take with the plans."""
    writers = (write_synthesized, write_large_kv, write_large_vocabulary)
    others = (write_hybrid, write_recurrent, write_sliding_window)
    paths = [TALKER, *(cached_model(write) for write in (*writers, *others))]
    shares = []
    for number in range(count):
        path = paths[number % len(paths)]
        load = replace(random_load(dice), slot_count=dice.choice((1, 2, 4)))
        load = replace(load, context_window=min(load.context_window, 16_384))
        shares.append(_bytes_of_load(path, load) / memory_plan(_shape_of(path), load).total)
    overrun = sum(share > 1 for share in shares)
    return {"loads": count, "overrun": overrun, "taken_share_most": max(shares)}


def _bytes_of_load(path: Path, load: LoadPlan) -> float:
    """Return what a new process takes that loads a model and reads some tokens."""
    values = {"path": str(path), **asdict(load), "kv_type": load.kv_type.value}
    return json_of_child("tests.benchmarks.planner", "--load", json.dumps(values))["bytes"]


def _run_child(values: dict[str, object]) -> None:
    config = EngineConfig(
        context_window=int(str(values["context_window"])),
        slot_count=int(str(values["slot_count"])),
        kv_type=KvType(values["kv_type"]),
    )
    backend = load_model(str(values["path"]), config, lambda _share: None)
    for slot in range(config.slot_count):
        backend.decode([BatchEntry(slot, [slot + 3] * 128, 0, logit_count=1)])
    print(json.dumps({"bytes": psutil.Process().memory_info().rss}))


def _shape_of(path: Path) -> ModelShape:
    shape = describe(path).shape
    assert shape is not None
    return shape


if __name__ == "__main__":
    if sys.argv[1:2] == ["--load"]:
        _run_child(json.loads(sys.argv[2]))
    else:
        run_benchmark(
            __doc__,
            measure,
            at_most={"error_p95": 0.05, "false_fits": 0, "false_refusals": 0.05, "overrun": 0},
        )

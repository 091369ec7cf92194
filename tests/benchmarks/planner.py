"""What is said of a model's memory before it is loaded, beside what it takes.

Twelve shapes that people fetch, from 1 to 30 billion weights, and twelve small ones: dense,
experts, sliding windows, states, hybrids, compressed rows. The library plans each load without its
weights (``tests.engine.llama.library_memory``), and its buffers are compared with ours:
``error_p95`` of all bytes, ``context_error_p95`` of those beside the weights. Then as much memory
is taken to be free as lies around what is needed, with a process as one really is: ``false_fits``
are loads that were said to fit and do not, ``false_refusals`` the share of those that fit and were
said not to. ``loads`` are real ones, each in a process of its own: ``overrun`` of them took more
than was said.
"""

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import psutil

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
from engine.wire.config import EngineConfig, KvType
from resources import demo_model
from tests.benchmarks.report import print_table, read_options, write_json
from tests.engine.llama.library_memory import LibraryMemory, library_memory
from tests.models.cache import cached_model
from tests.models.shapes import SHAPES, small, write_shape
from tests.models.synthesized import write_large_kv, write_large_vocabulary, write_synthesized
from tests.models.tiny import write_hybrid, write_recurrent, write_sliding_window

CASES, LOADS = 500, 40
QUICK_CASES, QUICK_LOADS = 60, 4
LIMITS = {"error_p95": 0.05, "false_fits": 0, "false_refusals": 0.05, "overrun": 0}
_AROUND = (0.7, 1.3)  # of what is needed: where a wrong figure makes a wrong answer
_MOST_CELLS = 1 << 20  # of all chats together


@dataclass(frozen=True, slots=True)
class Case:
    """A load, what was reckoned for it, and what the library says."""

    name: str
    shape: ModelShape
    load: LoadPlan
    library: LibraryMemory

    @property
    def error(self) -> float:
        """Return by which share we are off."""
        plan = memory_plan(self.shape, self.load)
        return abs(plan.main.total - plan.main.process - self.library.total) / self.library.total

    @property
    def context_error(self) -> float:
        """Return the same without the weights."""
        plan = memory_plan(self.shape, self.load).main
        reckoned = plan.total - plan.process - plan.weights
        return abs(reckoned - self.library.context) / self.library.context


def random_load(chance: random.Random) -> LoadPlan:
    """Return a asked as a person may have it."""
    slots = chance.choice((1, 2, 3, 4, 6, 8, 16))
    window = min(round(2 ** chance.uniform(8, 17)), _MOST_CELLS // slots)
    return LoadPlan(slots, max(256, window), kv_type=chance.choice(list(KvType)))


def reckoned_cases(folder: Path, chance: random.Random, count: int) -> list[Case]:
    """Have the library plan random loads of all shapes in turn."""
    models: list[tuple[str, Path, ModelShape]] = []
    for shape in (*SHAPES, *(small(each) for each in SHAPES)):
        path = folder / f"{shape.name}.gguf"
        write_shape(path, shape)
        models.append((shape.name, path, _shape_of(path)))
    cases = []
    for number in range(count):
        name, path, found = models[number % len(models)]
        load = random_load(chance)
        cases.append(Case(name, found, load, library_memory(path, found, load)))
    return cases


def process_bytes() -> int:
    """Return what a process takes beside the buffers of the smallest model."""
    path, load = demo_model.path(), LoadPlan(1, 256)
    buffers = library_memory(path, _shape_of(path), load)
    return round(_taken_by(path, load) - buffers.total)


def judged(cases: Sequence[Case], chance: random.Random, process: int) -> dict[str, float]:
    """Return how often the answer to "does it fit" is wrong where that is a close call."""
    false_fits = false_refusals = fitting = 0
    for case in cases:
        needed = case.library.total + process
        free = round(needed * chance.uniform(*_AROUND))
        is_said = fit(case.shape, case.load, FreeMemory(free, 2 * free)).kind is FitKind.FITS
        fitting += needed <= free
        false_fits += is_said and needed > free
        false_refusals += needed <= free and not is_said
    return {"false_fits": false_fits, "false_refusals": false_refusals / max(1, fitting)}


def loaded(chance: random.Random, count: int) -> dict[str, float]:
    """Load real models with random sizes, and compare what their processes take."""
    writers = (write_synthesized, write_large_kv, write_large_vocabulary)
    others = (write_hybrid, write_recurrent, write_sliding_window)
    paths = [demo_model.path(), *(cached_model(write) for write in (*writers, *others))]
    shares = []
    for number in range(count):
        path = paths[number % len(paths)]
        load = replace(random_load(chance), slot_count=chance.choice((1, 2, 4)))
        load = replace(load, context_window=min(load.context_window, 16_384))
        plan = memory_plan(_shape_of(path), load)
        shares.append(_taken_by(path, load) / plan.total)
    over = sum(share > 1 for share in shares)
    return {"loads": count, "overrun": over, "taken_share_most": max(shares)}


def _taken_by(path: Path, load: LoadPlan) -> int:
    """Return the bytes of a process that has loaded a model and read some tokens."""
    asked = {"path": str(path), **asdict(load), "kv_type": load.kv_type.value}
    command = [sys.executable, "-m", "tests.benchmarks.planner", "--load", json.dumps(asked)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stdout.split()[-1])


def _load_and_tell(asked: dict[str, object]) -> int:
    config = EngineConfig(
        context_window=int(str(asked["context_window"])),
        slot_count=int(str(asked["slot_count"])),
        kv_type=KvType(asked["kv_type"]),
    )
    backend = load_model(str(asked["path"]), config, lambda _share: None)
    for slot in range(config.slot_count):
        backend.decode([BatchEntry(slot, [slot + 3] * 128, 0, logit_count=1)])
    return int(psutil.Process().memory_info().rss)


def _shape_of(path: Path) -> ModelShape:
    shape = describe(path).shape
    assert shape is not None
    return shape


def _p95(values: Sequence[float]) -> float:
    return sorted(values)[round(0.95 * (len(values) - 1))]


def main() -> None:
    """Print the figures, and those that are worse than they should be."""
    if sys.argv[1:2] == ["--load"]:
        print(_load_and_tell(json.loads(sys.argv[2])))
        return
    options = read_options(str(__doc__))
    chance = random.Random(14)
    with tempfile.TemporaryDirectory() as folder:
        count = QUICK_CASES if options.is_quick else CASES
        cases = reckoned_cases(Path(folder), chance, count)
    process = process_bytes()
    figures: dict[str, float] = {
        "cases": len(cases),
        "error_p95": _p95([case.error for case in cases]),
        "error_worst": max(case.error for case in cases),
        "context_error_p95": _p95([case.context_error for case in cases]),
        "process_mb": process / 1e6,
        **judged(cases, chance, process),
        **loaded(chance, QUICK_LOADS if options.is_quick else LOADS),
    }
    rows = [
        [name, f"{value:.4g}", f"{LIMITS[name]:g}" if name in LIMITS else ""]
        for name, value in figures.items()
    ]
    print_table(["what", "measured", "at most"], rows)
    worst = sorted(cases, key=lambda case: -case.error)[:5]
    for case in worst:
        print(f"{case.name}: {case.load.slot_count} x {case.load.context_window}, {case.error:.2%}")
    missed = [name for name, most in LIMITS.items() if figures[name] > most]
    print("missed: " + ", ".join(missed) if missed else "all within their limits")
    write_json(options, figures)


if __name__ == "__main__":
    main()

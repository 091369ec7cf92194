"""What is reckoned from a header is what the library says that it takes."""

from pathlib import Path

import pytest

from engine.gguf.memory_plan import LoadPlan, memory_plan
from engine.gguf.model_file import describe
from engine.gguf.model_shape import ModelShape
from engine.messages.config import KvType
from tests.engine.llama.library_memory import library_memory
from tests.models.shapes import SHAPES, Shape, small, write_shape

LOADS = (
    LoadPlan(slot_count=4, context_window=1024),
    LoadPlan(slot_count=3, context_window=5000, kv_type=KvType.Q8_0),
    LoadPlan(slot_count=1, context_window=32_768),
)
ALLOWED = 0.05


def shape_of(path: Path) -> ModelShape:
    shape = describe(path).shape
    assert shape is not None
    return shape


@pytest.mark.parametrize("kind", SHAPES, ids=lambda kind: kind.name)
def test_a_model_takes_what_was_reckoned(tmp_path: Path, kind: Shape) -> None:
    for each in (kind, small(kind)):
        path = tmp_path / f"{each.name}.gguf"
        write_shape(path, each)
        shape = shape_of(path)
        for load in LOADS:
            said, plan = library_memory(path, shape, load), memory_plan(shape, load)
            assert plan.main.weights == pytest.approx(said.weights, rel=0.001)
            assert plan.main.kv == pytest.approx(said.kv, rel=0.001, abs=1 << 14)
            reckoned = plan.main.total - plan.main.process
            assert reckoned == pytest.approx(said.total, rel=ALLOWED), (each.name, load, said)

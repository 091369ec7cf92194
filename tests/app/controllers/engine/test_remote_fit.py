"""Whether what is not here yet fits: the numbers of its header, and those of its neighbours."""

from pathlib import Path

from app.controllers.engine.remote_fit import fit_of_shape, fits_beside
from app.domain import FitWord
from app.library.choices import Memory
from engine.gguf.header import read_header
from engine.gguf.memory_plan import LoadPlan, memory_plan
from engine.gguf.model_shape import ModelShape, shape_of
from engine.wire.net_events import HubFile, HubVariant, VariantKind
from tests.engine.gguf.gguf_files import write_model

LOAD = LoadPlan(slot_count=4, context_window=2048)
GIGABYTE = 1 << 30


def shape(folder: Path) -> ModelShape:
    with write_model(folder / "tiny.gguf").open("rb") as file:
        return shape_of([read_header(file)])


def variant(name: str, quantization: str, size: int) -> HubVariant:
    file = HubFile(f"{name}.gguf", f"{name}.gguf", size, "a" * 64)
    return HubVariant(VariantKind.MODEL, name, quantization, (file,))


def test_a_header_says_whether_it_fits_with_these_chats(tmp_path: Path) -> None:
    memory = Memory(16 * GIGABYTE, 8 * GIGABYTE)
    fit, text = fit_of_shape(shape(tmp_path), LOAD, memory, has_own_window=True)
    assert fit.word is FitWord.FITS
    assert fit.needed_bytes == memory_plan(shape(tmp_path), LOAD).total
    assert text.startswith("It fits: 4 chats of 2,048 tokens")
    _fit, text = fit_of_shape(
        shape(tmp_path), LOAD, Memory(8 * GIGABYTE, 8 * GIGABYTE, has_gpu=True), has_own_window=True
    )
    assert "graphics card" in text


def test_other_quantizations_take_the_same_but_for_their_weights(tmp_path: Path) -> None:
    known = variant("tiny-Q4_K_M", "Q4_K_M", 1000)
    larger = variant("tiny-Q8_0", "Q8_0", 3 * GIGABYTE)
    other = variant("other-Q8_0", "Q8_0", 1000)
    memory = Memory(16 * GIGABYTE, 2 * GIGABYTE)
    found = fits_beside(shape(tmp_path), known, (known, larger, other), LOAD, memory)
    assert set(found) == {"tiny-Q8_0.gguf"}
    fit, _text = found["tiny-Q8_0.gguf"]
    assert fit.word is FitWord.TIGHT
    assert fit.needed_bytes > 3 * GIGABYTE

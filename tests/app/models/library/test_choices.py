"""Choices have the facts of their files, and whether they fit into memory."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from app.controllers.engine.gpu_packs import add_pack
from app.errors import PackRefused
from app.models.library.choices import (
    SHARE_OF_FILE,
    Memory,
    described,
    first_choice,
    fit_of,
    found_choice,
)
from app.models.library_model import LibraryModel, ModelFolder, ModelFolderKind
from app.models.model import FitWord, ModelChoice, ModelPlace, ModelState
from app.models.view.model_words import fit_colour, fit_words
from engine.gguf import model_file
from engine.gguf.memory_plan import LoadPlan, memory_plan
from tests.engine.gguf.gguf_files import write_model
from tests.models.shapes import LLAMA_8B, write_shape

GB = 1 << 30
ROOMY = Memory(total_bytes=24 * GB, free_bytes=16 * GB)


def _recent(path: Path, state: ModelState = ModelState.READY) -> ModelChoice:
    return first_choice(str(path), ModelPlace.RECENT, state)


def test_a_model_has_the_name_and_size_of_its_file(tmp_path: Path) -> None:
    file = write_model(tmp_path / "some-file.gguf")
    choice = _recent(file)
    assert choice.name == "Some File"
    known = described(choice, ROOMY)
    assert known.name == "Tiny Model"
    assert known.byte_count == file.stat().st_size
    assert (known.path, known.place, known.state) == (str(file), choice.place, choice.state)
    assert known.fit.word is FitWord.FITS


def test_a_file_that_is_gone_keeps_its_place(tmp_path: Path) -> None:
    choice = _recent(tmp_path / "gone.gguf")
    assert described(choice, ROOMY) == replace(choice, state=ModelState.GONE)


def test_a_model_that_is_loaded_is_not_gone_with_its_file(tmp_path: Path) -> None:
    choice = _recent(tmp_path / "gone.gguf", ModelState.LOADED)
    assert described(choice, ROOMY) == choice


def test_a_file_that_is_not_a_model_has_no_facts(tmp_path: Path) -> None:
    file = tmp_path / "recipe.gguf"
    file.write_text("flour")
    assert described(_recent(file), ROOMY).fit.word is FitWord.UNKNOWN


def test_the_built_in_model_has_no_path() -> None:
    choice = described(first_choice(None, ModelPlace.BUILT_IN, ModelState.READY), ROOMY)
    assert choice.path is None
    assert choice.byte_count > 0


@pytest.mark.parametrize(
    ("size", "memory", "word"),
    [
        (13 * GB, ROOMY, FitWord.FITS),
        (14 * GB, ROOMY, FitWord.TIGHT),
        (17 * GB, ROOMY, FitWord.TIGHT),
        (19 * GB, ROOMY, FitWord.TOO_LARGE),
        (19 * GB, replace(ROOMY, has_gpu=True), FitWord.UNKNOWN),
        (13 * GB, replace(ROOMY, has_gpu=True), FitWord.FITS),
    ],
)
def test_whether_it_fits_is_said_by_what_is_free_and_what_there_is(
    size: int, memory: Memory, word: FitWord
) -> None:
    fit = fit_of(round(size * SHARE_OF_FILE), memory)
    assert fit.word is word
    assert fit.needed_bytes > size
    assert (fit.free_bytes, fit.total_bytes) == (memory.free_bytes, memory.total_bytes)


@pytest.mark.parametrize(
    ("speed", "expected", "colour"),
    [
        (0.0, "Fits", "success"),
        (40e9, "Fits, about 12 words/s", "success"),
        (10e9, "Fits, about 3 words/s: slow", "warning"),
        (1e9, "Fits, 1 word/s or less: very slow", "warning"),
    ],
)
def test_a_model_that_answers_more_slowly_than_people_read_says_so(
    speed: float, expected: str, colour: str
) -> None:
    fit = fit_of(3 * GB, replace(ROOMY, weight_speed=speed), 2.5e9)
    assert fit_words(fit) == expected
    assert fit_colour(fit) == colour


def test_what_the_loaded_model_gives_back_counts_as_free() -> None:
    now = Memory.now()
    later = Memory.now(given_back=1 << 50)
    assert later.free_bytes == later.total_bytes == now.total_bytes > now.free_bytes


def test_the_memory_of_a_model_includes_its_chats(tmp_path: Path) -> None:
    file = tmp_path / "large.gguf"
    write_shape(file, LLAMA_8B)
    few = replace(ROOMY, load=LoadPlan(1, 2048))
    many = replace(ROOMY, load=LoadPlan(8, 16_384))
    needed = [described(_recent(file), each).fit for each in (few, many)]
    assert needed[0].word is FitWord.FITS
    assert needed[1].word is FitWord.TOO_LARGE
    assert needed[1].needed_bytes - needed[0].needed_bytes > 15 * GB


def test_the_fit_of_a_found_model_uses_its_memory_estimate(tmp_path: Path) -> None:
    file = tmp_path / "large.gguf"
    write_shape(file, LLAMA_8B)
    size = file.stat().st_size
    shape = model_file.describe(file).shape
    assert shape is not None
    folder = ModelFolder(ModelFolderKind.OWN, str(tmp_path))
    model = LibraryModel(str(file), "Large", folder, byte_count=size)
    needed = memory_plan(shape, LoadPlan(8, 16_384)).total
    rough = found_choice(model, ROOMY)
    known = found_choice(replace(model, needed_bytes=needed), ROOMY)
    assert rough.fit.needed_bytes == round(SHARE_OF_FILE * size)
    assert known.fit.needed_bytes == needed > 2 * rough.fit.needed_bytes
    assert known.fit.word is FitWord.TOO_LARGE


@pytest.mark.parametrize(
    "name", ["driver.so", "libggml-base.so", "libggml.so", "libggml-vulkan.txt"]
)
def test_another_file_is_not_a_pack(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(b"no library")
    with pytest.raises(PackRefused, match="is not a GPU pack"):
        add_pack(file, tmp_path / "backends")
    assert not (tmp_path / "backends").exists()


def test_a_file_that_only_has_the_name_is_tried_and_refused(tmp_path: Path) -> None:
    file = tmp_path / "libggml-vulkan.so"
    file.write_bytes(b"no library")
    with pytest.raises(PackRefused, match=r"can't be used here: its driver is not installed"):
        add_pack(file, tmp_path / "backends")
    assert not (tmp_path / "backends").exists()


def test_a_pack_that_answers_is_copied_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.controllers.engine.gpu_packs.refusal_of", lambda _: None)
    file = tmp_path / "libggml-vulkan.so"
    file.write_bytes(b"a pack")
    assert add_pack(file, tmp_path / "backends") == "Vulkan"
    copied = tmp_path / "backends" / file.name
    assert copied.read_bytes() == b"a pack"
    assert add_pack(copied, tmp_path / "backends") == "Vulkan"  # from there to there
    assert [path.name for path in copied.parent.iterdir()] == [file.name]


def test_a_folder_that_takes_nothing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.controllers.engine.gpu_packs.refusal_of", lambda _: None)
    file = tmp_path / "libggml-cuda.so"
    file.write_bytes(b"a pack")
    (tmp_path / "backends").write_text("a file in its place")
    with pytest.raises(PackRefused, match=r"can't be copied to .*backends: File exists"):
        add_pack(file, tmp_path / "backends")

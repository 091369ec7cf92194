"""A model uses the best matching projector of its folder; others are refused with a reason."""

import hashlib
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest

from app.errors import lazy
from app.models.library.descriptions import Description
from app.models.library.library_index import IndexedModel, LibraryIndex
from app.models.library.load_projector import projector_at_load
from app.models.library.model_groups import ProjectorCandidate, chosen_projector
from app.models.library.model_library import ModelLibrary
from app.models.library.model_settings_store import ModelSettingsStore
from app.models.library.models import describe
from app.models.library_model import LibraryModel, ModelFolder, ModelFolderKind
from app.models.settings_model import ModelSettings
from app.storage.history import History
from engine.gguf.memory_plan import LoadPlan
from engine.gguf.model_shape import ModelShape
from engine.gguf.projector_file import describe_projector
from tests.engine.gguf.gguf_files import write_model
from tests.models.cache import cached_model
from tests.models.projector_headers import write_projector_header
from tests.models.tiny import WIDTH, write_mrope

OWN = ModelSettings(context_window=8192, kv_type="Q8_0")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a Qwen2-VL."""
    folder = tmp_path / "models"
    folder.mkdir()
    (folder / "tiny-F16.gguf").write_bytes(cached_model(write_mrope).read_bytes())
    return folder


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "index"


@pytest.fixture
def shape(folder: Path) -> ModelShape:
    shape = describe(folder / "tiny-F16.gguf").shape
    assert shape is not None
    return shape


def beside(path: Path, kind: str = "qwen2vl_merger", *, hears: bool = False) -> ProjectorCandidate:
    return ProjectorCandidate(
        str(path), describe_projector(write_projector_header(path, kind, WIDTH, hears=hears))
    )


async def seen(folder: Path, index: Path) -> LibraryModel:
    """Return the model of a folder after a scan."""
    library = ModelLibrary(index)
    folders = (ModelFolder(ModelFolderKind.ADDED, str(folder)),)
    async for _state in library.scan(folders, LoadPlan()):
        pass
    return next(each for each in library.state.models if each.path.endswith("tiny-F16.gguf"))


def test_half_precision_goes_first_and_eyes_before_ears(shape: ModelShape, tmp_path: Path) -> None:
    names = ("F32", "Q8_0", "BF16", "F16")
    every = [beside(tmp_path / f"mmproj-{name}.gguf") for name in names]
    order = []
    while every:
        path = chosen_projector(shape, every).path
        order.append(Path(path).stem.removeprefix("mmproj-"))
        every = [each for each in every if each.path != path]
    assert order == ["F16", "BF16", "Q8_0", "F32"]
    ears = beside(tmp_path / "mmproj-ears-F16.gguf", "qwen2.5o", hears=True)
    eyes = beside(tmp_path / "mmproj-eyes-F32.gguf")
    assert chosen_projector(shape, (ears, eyes)).path == eyes.path
    assert chosen_projector(shape, (ears,)).file == ears.file


def test_the_next_is_taken_where_the_first_is_anothers(shape: ModelShape, tmp_path: Path) -> None:
    wrong = beside(tmp_path / "mmproj-F16.gguf", "gemma3")
    right = beside(tmp_path / "mmproj-F32.gguf")
    assert chosen_projector(shape, (wrong, right)).path == right.path
    damaged = ProjectorCandidate("/m/mmproj-BF16.gguf", problem=lazy("It is cut."))
    alone = chosen_projector(shape, (damaged, wrong))
    assert (alone.path, alone.file) == ("", None)
    assert "another family" in str(alone.problem)


async def test_the_library_says_what_a_model_sees_with_and_what_that_takes(
    folder: Path, index: Path
) -> None:
    blind = await seen(folder, index)
    assert (blind.can_see, blind.projector) == (False, "")
    eyes = write_projector_header(folder / "mmproj-tiny.gguf", row_width=WIDTH, width=512)
    found = await seen(folder, index)
    assert (found.can_see, found.can_hear, found.projector) == (True, False, str(eyes))
    assert found.needed_bytes - blind.needed_bytes > eyes.stat().st_size


async def test_another_models_projector_is_a_sentence_and_not_used(
    folder: Path, index: Path
) -> None:
    write_projector_header(folder / "mmproj-tiny.gguf", "gemma3", WIDTH)
    found = await seen(folder, index)
    assert (found.can_see, found.projector) == (False, "")
    assert "belongs to another family of models (gemma3), not to qwen2vl" in str(
        found.projector_problem
    )


async def test_an_index_of_before_is_looked_into_again(folder: Path, index: Path) -> None:
    write_projector_header(folder / "mmproj-tiny.gguf", row_width=WIDTH)
    await seen(folder, index)
    known = LibraryIndex.read(index)
    for path, each in list(known.models.items()):
        if each.description is not None and each.description.projector is not None:
            kind = each.description.kind
            known.models[path] = IndexedModel(each.fingerprint, Description(kind), each.model)
    known.write(index)
    assert (await seen(folder, index)).can_see


async def test_a_load_finds_what_the_library_found_and_what_it_has_not_seen_yet(
    folder: Path, index: Path
) -> None:
    model = describe(folder / "tiny-F16.gguf")
    assert projector_at_load(model, None, index).path == ""
    # Named like no projector: only its header tells.
    eyes = write_projector_header(folder / "vision.gguf", row_width=WIDTH)
    assert projector_at_load(model, None, index).path == ""
    await seen(folder, index)
    assert projector_at_load(model, None, index).path == str(eyes)
    eyes.unlink()
    assert projector_at_load(model, None, index).path == ""
    new = write_projector_header(folder / "mmproj-tiny.gguf", row_width=WIDTH)
    assert projector_at_load(model, None, index).path == str(new)


def test_what_is_set_for_a_model_decides(folder: Path, index: Path, tmp_path: Path) -> None:
    model = describe(folder / "tiny-F16.gguf")
    write_projector_header(folder / "mmproj-tiny.gguf", row_width=WIDTH)
    other = write_projector_header(tmp_path / "elsewhere.gguf", row_width=WIDTH)
    assert projector_at_load(model, "", index).file is None
    assert projector_at_load(model, str(other), index).path == str(other)
    write_projector_header(other, row_width=2 * WIDTH)
    wrong = projector_at_load(model, str(other), index)
    assert wrong.path == ""
    assert "another size" in str(wrong.problem)
    gone = projector_at_load(model, str(tmp_path / "gone.gguf"), index)
    assert "gone.gguf" in str(gone.problem)


@pytest.fixture
async def history(tmp_path: Path) -> AsyncIterator[History]:
    history = await History.open(tmp_path / "history.sqlite3")
    yield history
    await history.close()


@pytest.fixture
def store(history: History, index: Path) -> ModelSettingsStore:
    return ModelSettingsStore(history.known_models, index)


@pytest.fixture
def model(tmp_path: Path) -> str:
    write_model(tmp_path / "one.gguf")
    return str(tmp_path / "one.gguf")


async def _hash(index: Path, path: str) -> None:
    async with aclosing(ModelLibrary(index).digests((path,))) as steps:
        async for _ in steps:
            pass


async def test_until_its_digest_is_known_the_file_itself_counts(
    store: ModelSettingsStore, model: str, tmp_path: Path
) -> None:
    assert not await store.save(model, OWN)
    assert await store.settings_of(model) == OWN
    shutil.copy(model, tmp_path / "two.gguf")
    assert await store.settings_of(str(tmp_path / "two.gguf")) == ModelSettings()


async def test_another_file_of_the_same_name_is_another_model(
    store: ModelSettingsStore, model: str
) -> None:
    await store.save(model, OWN)
    os.utime(model, ns=(1, 1))
    assert await store.settings_of(model) == ModelSettings()


async def test_with_its_digest_it_is_known_under_any_name(
    store: ModelSettingsStore, history: History, index: Path, model: str, tmp_path: Path
) -> None:
    await store.save(model, OWN)
    await _hash(index, model)
    assert await store.settings_of(model) == OWN
    digest = hashlib.sha256(Path(model).read_bytes()).hexdigest()
    assert (await history.known_models.get(digest)).settings == OWN
    moved = str(tmp_path / "moved.gguf")
    os.rename(model, moved)
    assert await store.settings_of(moved) == ModelSettings()  # a file that nobody has read
    await _hash(index, moved)
    assert await store.settings_of(moved) == OWN


async def test_what_is_changed_later_is_stored_under_the_digest(
    store: ModelSettingsStore, index: Path, model: str
) -> None:
    await store.save(model, OWN)
    await _hash(index, model)
    assert await store.save(model, ModelSettings(slot_count=2))
    assert await store.settings_of(model) == ModelSettings(slot_count=2)
    assert await store.save(model, ModelSettings())
    assert await store.settings_of(model) == ModelSettings()


async def test_a_digest_of_another_program_is_remembered(
    store: ModelSettingsStore, model: str
) -> None:
    await store.save_digest(model, "a" * 64)
    assert await store.save(model, OWN)
    assert await store.settings_of(model) == OWN


async def test_a_model_that_is_not_there_has_no_settings_of_its_own(
    store: ModelSettingsStore, tmp_path: Path
) -> None:
    path = str(tmp_path / "gone\udce9.gguf")
    assert await store.settings_of(path) == ModelSettings()

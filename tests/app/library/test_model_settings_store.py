"""What is set for a model is found again under its file, and then under its SHA-256 anywhere."""

import hashlib
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest

from app.domain import ModelSettings
from app.library.model_library import ModelLibrary
from app.library.model_settings_store import ModelSettingsStore
from app.storage.history import History
from tests.engine.gguf.gguf_files import write_model

OWN = ModelSettings(context_window=8192, kv_type="Q8_0")


@pytest.fixture
async def history(tmp_path: Path) -> AsyncIterator[History]:
    history = await History.open(tmp_path / "history.sqlite3")
    yield history
    await history.close()


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "index"


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
    await store.note_digest(model, "a" * 64)
    assert await store.save(model, OWN)
    assert await store.settings_of(model) == OWN


async def test_a_model_that_is_not_there_has_no_settings_of_its_own(
    store: ModelSettingsStore, tmp_path: Path
) -> None:
    path = str(tmp_path / "gone\udce9.gguf")
    assert await store.settings_of(path) == ModelSettings()

"""The model of a chat is found by what its file holds, wherever the file is."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest

from app.domain.chat_options import ChatModel
from app.models.library.model_files import ModelFiles
from app.models.library.model_library import ModelLibrary
from app.models.library_model import ModelFolder, ModelFolderKind
from app.storage.history import History
from tests.engine.gguf.gguf_files import write_model
from tests.models.cache import cached_model
from tests.models.tiny import write_plain


@pytest.fixture
async def history(tmp_path: Path) -> AsyncIterator[History]:
    history = await History.open(tmp_path / "hubbub.db")
    yield history
    await history.close()


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A folder with one model."""
    folder = tmp_path / "models"
    folder.mkdir()
    shutil.copyfile(cached_model(write_plain), folder / "tiny-1B-Q4_K_M.gguf")
    return folder


@pytest.fixture
def library(tmp_path: Path) -> ModelLibrary:
    return ModelLibrary(tmp_path / "index")


@pytest.fixture
def model_files(history: History, tmp_path: Path) -> ModelFiles:
    return ModelFiles(history.known_models, history.conversations, tmp_path / "index")


async def scan(library: ModelLibrary, *folders: Path) -> None:
    kinds = tuple(ModelFolder(ModelFolderKind.ADDED, str(each)) for each in folders)
    async with aclosing(library.scan(kinds)) as states:
        async for _ in states:
            pass


async def hash_file(library: ModelLibrary, path: Path) -> None:
    async with aclosing(library.digests((str(path),))) as steps:
        async for _ in steps:
            pass


async def test_a_chat_names_a_file_by_its_digest_as_soon_as_that_is_known(
    history: History, models: Path, library: ModelLibrary, model_files: ModelFiles
) -> None:
    path = models / "tiny-1B-Q4_K_M.gguf"
    early = await model_files.model_of(str(path))
    conversation = await history.conversations.create(model=early)
    assert early.digest.startswith("file:")
    assert await model_files.path_of(early) == str(path)
    await hash_file(library, path)
    keys = await model_files.settle(str(path))
    options = await history.conversations.options(conversation.id)
    assert options is not None
    assert keys.file_key == early.digest
    assert options.model == ChatModel(keys.best, early.name)
    assert await model_files.model_of(str(path)) == options.model
    assert await model_files.path_of(options.model) == str(path)


async def test_a_moved_model_is_found_by_its_digest(
    models: Path, tmp_path: Path, library: ModelLibrary, model_files: ModelFiles
) -> None:
    path, moved = models / "tiny-1B-Q4_K_M.gguf", tmp_path / "moved.gguf"
    await hash_file(library, path)
    model = await model_files.model_of(str(path))
    path.rename(moved)
    assert await model_files.path_of(model) is None
    await hash_file(library, moved)
    assert await model_files.path_of(model) == str(moved)


async def test_a_replaced_file_is_another_model(
    models: Path, library: ModelLibrary, model_files: ModelFiles
) -> None:
    path = models / "tiny-1B-Q4_K_M.gguf"
    await hash_file(library, path)
    model = await model_files.model_of(str(path))
    path.write_bytes(path.read_bytes() + bytes(64))
    assert await model_files.path_of(model) is None


async def test_a_copy_of_a_hashed_file_in_its_place_is_the_same_model(
    models: Path, library: ModelLibrary, model_files: ModelFiles
) -> None:
    path = models / "tiny-1B-Q4_K_M.gguf"
    await hash_file(library, path)
    model = await model_files.model_of(str(path))
    content = path.read_bytes()
    path.unlink()
    assert await model_files.path_of(model) is None
    path.write_bytes(content)
    assert await model_files.path_of(model) == str(path)
    assert not await model_files.is_hashed(str(path))
    # Another content of the same size is found out by the next hash.
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    assert await model_files.path_of(model) == str(path)
    await hash_file(library, path)
    assert await model_files.path_of(model) is None


async def test_a_file_that_was_never_hashed_is_known_by_its_name(
    history: History, models: Path, library: ModelLibrary, model_files: ModelFiles
) -> None:
    path = models / "tiny-1B-Q4_K_M.gguf"
    model = await model_files.model_of(str(path))
    conversation = await history.conversations.create(model=model)
    os.utime(path, (0, 0))
    assert await model_files.path_of(model) == str(path)
    assert await model_files.path_of(ChatModel(model.digest)) == str(path)
    await hash_file(library, path)
    keys = await model_files.settle(str(path))
    options = await history.conversations.options(conversation.id)
    assert options is not None
    assert options.model.digest == keys.digest
    write_model(path)
    assert await model_files.path_of(model) is None


async def test_a_model_is_found_after_the_index_was_deleted(
    models: Path, tmp_path: Path, library: ModelLibrary, model_files: ModelFiles
) -> None:
    path = models / "tiny-1B-Q4_K_M.gguf"
    await hash_file(library, path)
    model = await model_files.model_of(str(path))
    shutil.rmtree(tmp_path / "index")
    assert await model_files.path_of(model) == str(path)


async def test_the_nearest_model_has_the_same_name_in_another_quantization(
    models: Path, library: ModelLibrary, model_files: ModelFiles
) -> None:
    path, other = models / "tiny-1B-Q4_K_M.gguf", models / "tiny-1B-Q8_0.gguf"
    model = await model_files.model_of(str(path))
    path.rename(other)
    await scan(library, models)
    assert await model_files.path_of(model) is None
    assert await model_files.nearest(model) == str(other)
    assert await model_files.nearest(ChatModel("0" * 64, "Unknown 3B · Q4_0")) is None

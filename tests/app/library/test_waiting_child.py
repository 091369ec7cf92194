"""A process that waits for a look: it answers the next one, and is never in anybody's way."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import psutil
import pytest

from app.domain import ModelFileState, ModelFolder, ModelFolderKind
from app.errors import ModelLibraryFailed
from app.library.model_library import ModelLibrary
from tests.app.controllers.acting import until
from tests.engine.gguf.gguf_files import write_model


@pytest.fixture
def folders(tmp_path: Path) -> tuple[ModelFolder, ...]:
    """A folder with a model."""
    write_model(tmp_path / "one.gguf")
    return (ModelFolder(ModelFolderKind.ADDED, str(tmp_path)),)


@pytest.fixture
def starts(tmp_path: Path) -> Path:
    """A file that gets a letter from each process that starts."""
    starts = tmp_path / "starts"
    starts.touch()
    return starts


@pytest.fixture
def library(tmp_path: Path, starts: Path) -> ModelLibrary:
    told = f"open({str(starts)!r}, 'a').write('x')"
    run = "__import__('runpy').run_module('app.library.scan_process', run_name='__main__')"
    command = (sys.executable, "-c", f"{told}; {run}")
    return ModelLibrary(tmp_path / "index", scan_command=command)


def children() -> set[int]:
    return {each.pid for each in psutil.Process().children()}


async def look(library: ModelLibrary, folders: tuple[ModelFolder, ...]) -> None:
    async for _state in library.scan(folders):
        pass
    assert [each.state for each in library.state.models] == [ModelFileState.READ]


@asynccontextmanager
async def ready(library: ModelLibrary) -> AsyncIterator[set[int]]:
    """Have a process wait, and yield what else there was before it."""
    before = children()
    task = asyncio.ensure_future(library.keep_ready())
    await until(lambda: len(children() - before) == 1)
    try:
        yield before
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    assert children() <= before, "nothing waits any more"


def _is_length(file: Path, length: int) -> bool:
    return len(file.read_text()) == length


async def test_the_process_that_waits_answers_and_another_one_waits_then(
    library: ModelLibrary, folders: tuple[ModelFolder, ...], starts: Path
) -> None:
    async with ready(library) as before:
        for count in (1, 2):
            await until(partial(_is_length, starts, count))
            await look(library, folders)
            assert len(starts.read_text()) == count, "nobody else was started"
        await until(partial(_is_length, starts, 3))
        assert len(children() - before) == 1


async def test_one_that_is_killed_while_it_waits_spoils_no_look(
    library: ModelLibrary, folders: tuple[ModelFolder, ...], starts: Path
) -> None:
    async with ready(library) as before:
        (waiting,) = children() - before
        psutil.Process(waiting).kill()
        await look(library, folders)
        await until(lambda: bool(starts.read_text()) and len(children() - before) == 1)


async def test_where_none_can_be_started_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelLibraryFailed, match="can't look for models now"):
        await ModelLibrary(tmp_path, scan_command=("/nowhere/python",)).keep_ready()


def test_one_that_nobody_asks_ends_with_the_window_without_a_word() -> None:
    command = (sys.executable, "-m", "app.library.scan_process")
    ended = subprocess.run(command, input=b"", capture_output=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")

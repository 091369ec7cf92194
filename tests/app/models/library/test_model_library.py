"""The library's process finds models, and its crashes do not reach the window."""

import asyncio
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import aclosing, asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import psutil
import pytest

from app.errors import ModelLibraryFailed
from app.models.library.library_index import LibraryIndex
from app.models.library.messages import Hashed, HashProgress
from app.models.library.model_library import USUAL_LOAD, ModelLibrary
from app.models.library_model import (
    LibraryModel,
    ModelFileState,
    ModelFolder,
    ModelFolderKind,
    ModelFolderState,
    ModelLibraryState,
)
from engine.gguf.memory_plan import LoadPlan, memory_plan
from engine.gguf.model_file import describe
from tests.app.controllers.acting import until
from tests.app.models.library.stores import digest_of, put_into_hugging_face, put_into_ollama
from tests.engine.gguf.gguf_files import PARAMETER_COUNT, write_model
from tests.models.cache import cached_model
from tests.models.tiny import write_plain

State = ModelFileState
DYING = (sys.executable, "-m", "tests.app.models.library.dying_scan")


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "library"


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A folder with two models."""
    folder = tmp_path / "models"
    folder.mkdir()
    write_model(folder / "one-7B-Q4_0.gguf")
    write_model(folder / "two.gguf")
    return folder


def added(*paths: Path) -> tuple[ModelFolder, ...]:
    return tuple(ModelFolder(ModelFolderKind.ADDED, str(path)) for path in paths)


async def scanned(
    library: ModelLibrary, folders: Iterable[ModelFolder], load: LoadPlan = USUAL_LOAD
) -> list[ModelLibraryState]:
    return [state async for state in library.scan(folders, load)]


def by_name(library: ModelLibrary) -> dict[str, LibraryModel]:
    return {os.path.basename(model.path): model for model in library.state.models}


async def test_names_are_listed_before_headers_are_read(index: Path, models: Path) -> None:
    first, *_, last = await scanned(ModelLibrary(index), added(models))
    assert first.is_listed
    assert not first.is_read
    assert [model.state for model in first.models] == [State.LISTED] * 2
    assert first.models[0].facts.parameter_count == 7 * 10**9
    assert last.is_read
    assert [model.state for model in last.models] == [State.READ] * 2
    assert last.models[0].facts.parameter_count == PARAMETER_COUNT
    assert [report.file_count for report in last.folders] == [2]


async def test_the_memory_of_a_model_is_estimated_from_its_header(
    index: Path, models: Path
) -> None:
    (models / "broken.gguf").write_bytes(b"nothing")
    (models / "two.gguf").write_bytes(cached_model(write_plain).read_bytes())
    library = ModelLibrary(index)
    shape = describe(models / "two.gguf").shape
    assert shape is not None
    for _ in range(2):
        await scanned(library, added(models))
        assert by_name(library)["two.gguf"].needed_bytes == memory_plan(shape, LoadPlan()).total
        await scanned(library, added(models), LoadPlan(slot_count=8))
        needed = memory_plan(shape, LoadPlan(slot_count=8)).total
        assert by_name(library)["two.gguf"].needed_bytes == needed
        assert by_name(library)["broken.gguf"].needed_bytes == 0
        library = ModelLibrary(index)


async def test_what_was_read_is_remembered(index: Path, models: Path) -> None:
    before = (await scanned(ModelLibrary(index), added(models)))[-1]
    first, *_ = await scanned(ModelLibrary(index), added(models))
    assert first.models == before.models


async def test_an_index_may_be_deleted_or_damaged(index: Path, models: Path) -> None:
    await scanned(ModelLibrary(index), added(models))
    for content in (b"", b"\xff" * 100, b"{", b"{}"):
        (index / "models").write_bytes(content)
        last = (await scanned(ModelLibrary(index), added(models)))[-1]
        assert [model.state for model in last.models] == [State.READ] * 2, content


async def test_a_file_that_changed_is_read_again(index: Path, models: Path) -> None:
    library = ModelLibrary(index)
    await scanned(library, added(models))
    (models / "two.gguf").write_bytes(b"not a model any more")
    (models / "one-7B-Q4_0.gguf").unlink()
    await scanned(library, added(models))
    (model,) = library.state.models
    assert model.state is State.DAMAGED
    assert "is not a GGUF model" in str(model.problem)


async def test_a_file_that_ends_its_reader_is_marked_and_nothing_else(
    index: Path, models: Path
) -> None:
    write_model(models / "deadly.gguf")
    write_model(models / "another-deadly.gguf")
    library = ModelLibrary(index, command=DYING)
    await scanned(library, added(models))
    states = {name: model.state for name, model in by_name(library).items()}
    assert states == {
        "deadly.gguf": State.DAMAGED,
        "another-deadly.gguf": State.DAMAGED,
        "one-7B-Q4_0.gguf": State.READ,
        "two.gguf": State.READ,
    }
    # It is remembered: no process ends again over the same file.
    first, *_ = await scanned(library, added(models))
    assert [model.state for model in first.models].count(State.DAMAGED) == 2


async def with_file(library: ModelLibrary, file: Path) -> list[ModelLibraryState]:
    """Return the states after a new file is added."""
    (folder,) = added(file.parent)
    return [state async for state in library.add_files([str(file)], folder)]


async def test_a_new_file_is_listed_without_scanning_its_folder(index: Path, models: Path) -> None:
    models = models.rename(models.parent / "dead")
    library = ModelLibrary(index, command=DYING)  # a search of this folder does not end
    last = (await with_file(library, models / "two.gguf"))[-1]
    (model,) = last.models
    assert (model.path, model.state) == (str(models / "two.gguf"), State.READ)
    assert model.facts.parameter_count == PARAMETER_COUNT
    # The header is in the index: the next search does not read it again.
    assert [*LibraryIndex.read(index).models] == [model.path]


async def test_a_new_file_joins_the_models_that_are_known(index: Path, models: Path) -> None:
    library = ModelLibrary(index)
    await scanned(library, added(models))
    write_model(models / "three.gguf")
    last = (await with_file(library, models / "three.gguf"))[-1]
    assert sorted(by_name(library)) == ["one-7B-Q4_0.gguf", "three.gguf", "two.gguf"]
    assert last.is_read
    first, *_ = await scanned(ModelLibrary(index), added(models))
    assert sorted(first.models, key=_path) == sorted(last.models, key=_path)


async def test_a_new_projector_goes_to_the_model_that_was_known_before(
    index: Path, models: Path
) -> None:
    library = ModelLibrary(index)
    await scanned(library, added(models))
    (models / "mmproj-two-F16.gguf").write_bytes(b"GGUF")
    await with_file(library, models / "mmproj-two-F16.gguf")
    assert by_name(library)["two.gguf"].projectors == (str(models / "mmproj-two-F16.gguf"),)
    assert by_name(library)["one-7B-Q4_0.gguf"].projectors == ()


async def test_a_new_file_that_ends_its_reader_is_marked(index: Path, models: Path) -> None:
    library = ModelLibrary(index, command=DYING)
    await with_file(library, write_model(models / "deadly.gguf"))
    (model,) = library.state.models
    assert model.state is State.DAMAGED
    assert "crashes Hubbub" in str(model.problem)


async def test_a_file_that_comes_during_a_search_stays_in_the_list(
    index: Path, models: Path
) -> None:
    new = models.parent / "new"
    new.mkdir()
    library = ModelLibrary(index)
    async with aclosing(library.scan(added(models))) as states:
        search = asyncio.ensure_future(anext(states))
        await until(lambda: not library.state.is_listed and search is not None)
        await with_file(library, write_model(new / "three.gguf"))
        await search
        async for _state in states:
            pass
    assert sorted(by_name(library)) == ["one-7B-Q4_0.gguf", "three.gguf", "two.gguf"]


def _path(model: LibraryModel) -> str:
    return model.path


@pytest.mark.nightly
async def test_a_file_that_takes_forever_is_skipped(index: Path, models: Path) -> None:
    write_model(models / "endless.gguf")
    library = ModelLibrary(index, command=DYING, patience_seconds=5.0, folder_seconds=1.5)
    await scanned(library, added(models))
    assert by_name(library)["endless.gguf"].state is State.DAMAGED
    assert by_name(library)["two.gguf"].state is State.READ
    # It may have been its disk: the next look tries it again.
    library = ModelLibrary(index)
    await scanned(library, added(models))
    assert by_name(library)["endless.gguf"].state is State.READ


async def test_a_folder_that_never_answers_holds_up_no_other(index: Path, models: Path) -> None:
    dead = models.parent / "dead"
    shutil.copytree(models, dead)
    library = ModelLibrary(index, command=DYING, folder_seconds=1.0)
    last = (await scanned(library, added(dead, models)))[-1]
    states = [report.state for report in last.folders]
    assert states == [ModelFolderState.SILENT, ModelFolderState.READ]
    assert [model.state for model in last.models] == [State.READ] * 2


async def test_a_folder_that_vanishes_keeps_its_models_in_the_list(
    index: Path, models: Path
) -> None:
    library = ModelLibrary(index)
    await scanned(library, added(models))
    away = models.rename(models.parent / "away")
    for _ in range(2):  # also when it is looked for again
        last = (await scanned(library, added(models)))[-1]
        assert [report.state for report in last.folders] == [ModelFolderState.MISSING]
        assert [model.state for model in last.models] == [State.UNREACHABLE] * 2
        assert last.models[0].facts.parameter_count == PARAMETER_COUNT
    away.rename(models)
    first, *_ = await scanned(library, added(models))
    assert [model.state for model in first.models] == [State.READ] * 2


@pytest.mark.parametrize("is_other_disk", [True, False])
async def test_an_empty_folder_has_lost_its_models_unless_its_disk_is_away(
    index: Path, models: Path, *, is_other_disk: bool
) -> None:
    library = ModelLibrary(index)
    await scanned(library, added(models))
    known = LibraryIndex.read(index)
    known.devices = {path: device + is_other_disk for path, device in known.devices.items()}
    known.write(index)
    for model in models.iterdir():
        model.unlink()
    last = (await scanned(library, added(models)))[-1]
    assert [model.state for model in last.models] == [State.UNREACHABLE] * 2 * is_other_disk


async def test_a_folder_that_the_user_removes_takes_its_models_along(
    index: Path, models: Path
) -> None:
    library = ModelLibrary(index)
    await scanned(library, added(models))
    models.rename(models.parent / "away")
    last = (await scanned(library, ()))[-1]
    assert last.models == ()
    assert (await scanned(library, added(models)))[-1].models == ()


async def test_programs_that_are_not_here_are_not_mentioned(index: Path, tmp_path: Path) -> None:
    folders = [ModelFolder(kind, str(tmp_path / "away" / kind.value)) for kind in ModelFolderKind]
    last = (await scanned(ModelLibrary(index), folders))[-1]
    assert [report.folder.kind for report in last.folders] == [ModelFolderKind.ADDED]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
async def test_a_model_that_several_programs_have_is_listed_once(
    index: Path, tmp_path: Path, models: Path
) -> None:
    link = put_into_hugging_face(tmp_path / "hub", "a/Tiny", "c" * 40, models / "two.gguf")
    (models / "again.gguf").symlink_to(link)
    put_into_ollama(tmp_path / "ollama", "library/tiny:1b", models / "one-7B-Q4_0.gguf")
    library = ModelLibrary(index)
    folders = (
        *added(models),
        ModelFolder(ModelFolderKind.HUGGING_FACE, str(tmp_path / "hub")),
        ModelFolder(ModelFolderKind.OLLAMA, str(tmp_path / "ollama")),
    )
    await scanned(library, folders)
    again = by_name(library)["again.gguf"]
    assert again.also_in == (ModelFolderKind.HUGGING_FACE,)
    assert again.digest == digest_of(models / "two.gguf")
    ollama = [each for each in library.state.models if each.name == "tiny:1b"]
    assert [each.state for each in ollama] == [State.READ]
    assert len(library.state.models) == 4


@pytest.mark.skipif(sys.platform != "linux", reason="names are text there")
async def test_a_name_with_invalid_bytes_passes_both_ways(index: Path, models: Path) -> None:
    odd = os.fsdecode(os.fsencode(models) + b"/caf\xe9 \xe2\x80\xae.gguf")
    os.rename(models / "two.gguf", odd)
    library = ModelLibrary(index)
    for _ in range(2):
        await scanned(library, added(models))
        model = by_name(library)[os.path.basename(odd)]
        assert (model.path, model.state) == (odd, State.READ)
        assert model.name.isprintable()
    (last,) = [each async for each in library.digests([odd])]
    assert isinstance(last, Hashed)
    assert last.digest == hashlib.sha256(Path(odd).read_bytes()).hexdigest()


@pytest.mark.skipif(sys.platform != "linux", reason="names are text there")
async def test_a_damaged_file_whose_name_has_invalid_bytes_is_reported(
    index: Path, models: Path
) -> None:
    odd = os.fsdecode(os.fsencode(models) + b"/caf\xe9.gguf")
    Path(odd).write_bytes(b"<!doctype html>")
    library = ModelLibrary(index)
    for _ in range(2):
        await scanned(library, added(models))
        model = by_name(library)[os.path.basename(odd)]
        assert model.state is State.DAMAGED
        assert model.problem is not None
        assert model.problem.template
        assert "web page" in model.problem


async def test_a_crowd_of_parts_and_projectors_breaks_no_frame(index: Path, models: Path) -> None:
    folder = models / ("long" * 50)
    folder.mkdir()
    for number in range(300):
        (folder / f"mmproj-crowd-{number}.gguf").write_bytes(b"GGUF")
        (folder / f"crowd-{number}.gguf").write_bytes(b"GGUF")
    library = ModelLibrary(index)
    await scanned(library, added(models))
    assert len(library.state.models) == 602


async def test_leaving_early_ends_the_process(index: Path, models: Path) -> None:
    write_model(models / "endless.gguf")
    library = ModelLibrary(index, command=DYING)
    children = set(psutil.Process().children(recursive=True))
    async with aclosing(library.scan(added(models))) as states:
        async for _state in states:
            assert set(psutil.Process().children(recursive=True)) - children
            break
    assert set(psutil.Process().children(recursive=True)) <= children
    assert (await scanned(ModelLibrary(index), added(models)))[-1].is_read


async def test_without_a_process_there_is_a_sentence(index: Path) -> None:
    with pytest.raises(ModelLibraryFailed, match="can't search for models"):
        await scanned(ModelLibrary(index, command=("/nowhere/python",)), ())
    with pytest.raises(ModelLibraryFailed, match="failed"):
        await scanned(ModelLibrary(index, command=(sys.executable, "-c", "")), ())


async def test_two_looks_follow_each_other(index: Path, models: Path) -> None:
    library = ModelLibrary(index)
    looks = [asyncio.ensure_future(scanned(library, added(models))) for _ in range(2)]
    for states in await asyncio.gather(*looks):
        assert [model.state for model in states[-1].models] == [State.READ] * 2


async def test_a_digest_is_made_when_asked_for_and_remembered(index: Path, models: Path) -> None:
    library = ModelLibrary(index)
    await scanned(library, added(models))
    with (models / "two.gguf").open("ab") as file:
        file.truncate(130 << 20)
    await scanned(library, added(models))
    path = str(models / "two.gguf")
    *progress, hashed = [each async for each in library.digests([path])]
    assert [each.bytes_read >> 20 for each in progress if isinstance(each, HashProgress)] == [
        64,
        128,
    ]
    assert hashed == Hashed(path, digest_of(models / "two.gguf"))
    assert by_name(library)["two.gguf"].digest == digest_of(models / "two.gguf")
    first, *_ = await scanned(ModelLibrary(index), added(models))
    assert [model.digest is None for model in first.models] == [True, False]
    write_model(models / "two.gguf")
    first, *_ = await scanned(ModelLibrary(index), added(models))
    assert [model.digest for model in first.models] == [None, None], "another file, no digest"


async def test_a_path_that_is_not_a_file_has_a_reason_instead_of_a_digest(
    index: Path, tmp_path: Path
) -> None:
    paths = [str(tmp_path / "gone.gguf"), str(tmp_path)]
    if sys.platform != "win32":
        os.mkfifo(tmp_path / "pipe.gguf")
        paths.append(str(tmp_path / "pipe.gguf"))
    found = [each async for each in ModelLibrary(index).digests(paths)]
    assert [each.path for each in found] == paths
    assert all(isinstance(each, Hashed) and each.problem for each in found)


@pytest.fixture
def folders(tmp_path: Path) -> tuple[ModelFolder, ...]:
    """A folder with a model."""
    write_model(tmp_path / "one.gguf")
    return (ModelFolder(ModelFolderKind.ADDED, str(tmp_path)),)


@pytest.fixture
def starts(tmp_path: Path) -> Path:
    """A file that gets one character from each process that starts."""
    starts = tmp_path / "starts"
    starts.touch()
    return starts


@pytest.fixture
def library(tmp_path: Path, starts: Path) -> ModelLibrary:
    told = f"open({str(starts)!r}, 'a').write('x')"
    run = "__import__('runpy').run_module('app.models.library.process', run_name='__main__')"
    command = (sys.executable, "-c", f"{told}; {run}")
    return ModelLibrary(tmp_path / "index", command=command)


def children() -> set[int]:
    return {each.pid for each in psutil.Process().children()}


async def look(library: ModelLibrary, folders: tuple[ModelFolder, ...]) -> None:
    async for _state in library.scan(folders):
        pass
    assert [each.state for each in library.state.models] == [ModelFileState.READ]


@asynccontextmanager
async def ready(library: ModelLibrary) -> AsyncIterator[set[int]]:
    """Keep a process waiting, and yield the processes before it."""
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
    with pytest.raises(ModelLibraryFailed, match="can't search for models"):
        await ModelLibrary(tmp_path, command=("/nowhere/python",)).keep_ready()


def test_a_process_without_a_request_ends_silently_with_the_window() -> None:
    command = (sys.executable, "-m", "app.models.library.process")
    ended = subprocess.run(command, input=b"", capture_output=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")

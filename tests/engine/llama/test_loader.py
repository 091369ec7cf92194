"""Loading: what a good file tells, and what is said about a bad one."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
import pytest

from engine.backend import Capabilities
from engine.llama import loader as module
from engine.llama.loader import first_that_fits, load, read_ahead
from engine.messages.config import EngineConfig
from engine.messages.errors import LoadCancelled, ModelLoadFailed, NotEnoughMemory
from tests.engine.llama.conftest import Loader, Writer
from tests.engine.llama.steps import generate
from tests.models.cache import cached_model
from tests.models.tiny import (
    SLIDING_WINDOW,
    TRAINED_CONTEXT,
    write_adapter,
    write_embedding,
    write_foreign,
    write_hybrid,
    write_long_keys,
    write_mrope,
    write_old_adapter,
    write_plain,
    write_projector,
    write_recurrent,
    write_sliding_window,
    write_vocabulary_only,
    write_yarn,
)

CHUNK = 1 << 16
ROOM = 1 << 30
TABLE = [
    (write_plain, Capabilities(can_slide=True, can_lend=True, drafted_rows=32)),
    (
        write_sliding_window,
        Capabilities(
            can_slide=False, can_lend=True, drafted_rows=32, sliding_window=SLIDING_WINDOW
        ),
    ),
    (write_hybrid, Capabilities(can_truncate=False, can_slide=False, is_hybrid=True)),
    (write_recurrent, Capabilities(can_truncate=False, can_slide=False, is_recurrent=True)),
    (write_yarn, Capabilities(can_slide=False, can_lend=True, drafted_rows=32, has_yarn=True)),
    (write_long_keys, Capabilities(can_slide=False, can_lend=True, drafted_rows=32)),
    (write_mrope, Capabilities(can_slide=False, can_lend=True, drafted_rows=32, has_mrope=True)),
]


def load_file(path: Path, config: EngineConfig | None = None) -> None:
    load(str(path), config or EngineConfig(), lambda _share: None).close()


def test_the_model_is_described_as_it_is(load_tiny: Loader) -> None:
    backend = load_tiny(write_plain, context_window=300, slot_count=3, thread_count=1)
    info = backend.info
    assert (info.name, info.architecture, info.layer_count) == ("Tiny Llama", "llama", 2)
    assert (info.context_window, info.trained_context) == (300, TRAINED_CONTEXT)
    assert (info.slot_count, info.thread_count) == (3, 1)
    assert info.file_bytes == cached_model(write_plain).stat().st_size
    assert info.parameter_count > 100_000
    assert backend.batch_size >= backend.micro_batch_size > 0


@pytest.mark.parametrize(
    ("fixed", "limit", "text"),
    [(None, 4, "CPU, up to 4 threads"), (2, 4, "CPU, 2 threads"), (None, 1, "CPU, 1 thread")],
)
def test_a_number_of_threads_that_changes_is_no_promise(
    load_tiny: Loader, monkeypatch: pytest.MonkeyPatch, fixed: int | None, limit: int, text: str
) -> None:
    monkeypatch.setattr("engine.llama.loader.thread_limit", lambda: limit)
    device = load_tiny(thread_count=fixed).info.device
    assert device == text


def test_without_a_wish_the_window_is_what_the_model_was_made_for(load_tiny: Loader) -> None:
    info = load_tiny(write_plain, context_window=None).info
    assert info.context_window == TRAINED_CONTEXT
    assert info.context_reason == "Automatic context: the longest that this model supports."
    assert not load_tiny(write_plain, context_window=512).info.context_reason


def test_a_window_may_be_longer_than_what_the_model_was_made_for(load_tiny: Loader) -> None:
    assert load_tiny(write_plain, context_window=2 * TRAINED_CONTEXT).info.context_window == 4096


@pytest.mark.parametrize("write", [write_plain, write_sliding_window, write_hybrid])
def test_long_conversations_say_the_same_without_flash_attention(
    load_tiny: Loader, write: Writer
) -> None:
    short = load_tiny(write, context_window=1024)
    long = load_tiny(write, context_window=1280)
    assert generate(short, [0, 1, 2], 12) == generate(long, [0, 1, 2], 12)


def test_all_real_cores_may_be_used_and_one_is_left_before_anything_was_measured(
    load_tiny: Loader,
) -> None:
    backend = load_tiny()
    cores = psutil.cpu_count(logical=False) or 1
    assert backend.info.thread_count == backend.threads.limit <= cores
    assert backend.threads.count == max(1, backend.threads.limit - 1)


def test_progress_runs_from_nothing_to_all() -> None:
    shares: list[float] = []
    load(str(cached_model(write_plain)), EngineConfig(), shares.append).close()
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_what_progress_raises_ends_the_load() -> None:
    def stop(_share: float) -> None:
        raise InterruptedError("enough")

    with pytest.raises(InterruptedError, match="enough"):
        load(str(cached_model(write_plain)), EngineConfig(), stop)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")
def test_neither_pipes_nor_endless_names_and_links_are_models(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("link")
    for name in ("pipe", "link", "x" * 5000, "a\0b"):
        with pytest.raises(ModelLoadFailed):
            load_file(tmp_path / name)


@pytest.mark.parametrize("content", [b"GG", b"a photo", b"PK\x03\x04" + bytes(100)])
def test_another_kind_of_file_is_not_a_model(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "photo.gguf"
    path.write_bytes(content)
    with pytest.raises(ModelLoadFailed, match=r"photo\.gguf” is not a GGUF"):
        load_file(path)


@pytest.mark.parametrize("share", [0.0, 0.00003, 0.001, 0.01, 0.1, 0.5, 0.99])
def test_a_file_cut_short_is_called_incomplete(tmp_path: Path, share: float) -> None:
    whole = cached_model(write_plain).read_bytes()
    path = tmp_path / "half.gguf"
    path.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(ModelLoadFailed, match=r"half\.gguf” is (empty|incomplete)"):
        load_file(path)


def test_a_file_of_an_unknown_kind_is_named() -> None:
    with pytest.raises(ModelLoadFailed, match="teapot") as caught:
        load_file(cached_model(write_foreign))
    assert "unknown model architecture" in str(caught.value.__cause__)


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda folder: folder / "none.gguf", r"There is no file .*none\.gguf"),
        (lambda folder: folder, "not a file but a folder"),
        (lambda _: cached_model(write_vocabulary_only), "only a vocabulary"),
        (lambda _: cached_model(write_embedding), "cannot chat"),
    ],
    ids=["no file", "a folder", "a vocabulary", "it compares texts"],
)
def test_what_cannot_chat_is_refused_in_words(
    make: Callable[[Path], Path], reason: str, tmp_path: Path
) -> None:
    with pytest.raises(ModelLoadFailed, match=reason):
        load_file(make(tmp_path))


@pytest.mark.parametrize(
    ("write", "what", "remedy"),
    [
        (write_projector, "the vision part of a model", "open the model that it"),
        (write_adapter, "a LoRA adapter for another model", "open that model instead"),
        (write_old_adapter, "a LoRA adapter for another model", "open that model instead"),
    ],
)
def test_a_part_of_a_model_is_named_with_what_to_open(
    write: Writer, what: str, remedy: str
) -> None:
    with pytest.raises(ModelLoadFailed) as caught:
        load_file(cached_model(write))
    assert what in str(caught.value)
    assert remedy in str(caught.value)


def test_memory_that_is_not_there_is_refused_before_it_is_asked_for() -> None:
    config = EngineConfig(context_window=1 << 24, slot_count=256)
    with pytest.raises(NotEnoughMemory, match=r"256 chats of 16,777,216 tokens need"):
        load_file(cached_model(write_plain), config)


def test_waiting_threads_sleep_before_the_library_is_loaded() -> None:
    program = (
        "import os, sys\n"
        "import engine.llama.loader\n"
        "assert 'llama_cpp' in sys.modules\n"
        "print(os.environ['OMP_WAIT_POLICY'], os.environ['KMP_BLOCKTIME'])\n"
    )
    environment = {"PATH": "", "KMP_BLOCKTIME": "7", "PYTHONPATH": str(Path.cwd())}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, check=True, text=True
    )
    assert done.stdout.split() == ["passive", "7"]


@pytest.mark.parametrize(
    ("wanted", "room", "tried"),
    [
        (-1, 100, [-1]),
        (-1, 10, [-1, 14, 7]),
        (-1, 0, [-1, 14, 7, 3, 1, 0]),
        (20, 12, [20, 10]),
        (0, 0, [0]),
    ],
)
def test_layers_are_halved_until_they_fit(wanted: int, room: int, tried: list[int]) -> None:
    attempts: list[int] = []

    def load_with(layers: int) -> int:
        attempts.append(layers)
        if (28 if layers < 0 else layers) > room:
            raise NotEnoughMemory("no room")
        return layers

    assert first_that_fits(wanted, load_with, lambda: 28) == tried[-1]
    assert attempts == tried


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """Two files of three pieces and one, on a disk: temporary folders may lie in memory."""
    monkeypatch.setattr(module, "_CHUNK_BYTES", CHUNK)
    build = Path(__file__).resolve().parents[3] / "build"
    build.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=build) as name:
        paths = [Path(name) / "a-1.gguf", Path(name) / "a-2.gguf"]
        paths[0].write_bytes(os.urandom(2 * CHUNK + 7))
        paths[1].write_bytes(os.urandom(CHUNK - 7))
        yield paths


def test_the_progress_goes_over_all_parts_to_the_end(parts: list[Path]) -> None:
    shares: list[float] = []
    read_ahead(parts, ROOM, shares.append)
    assert len(shares) == 4
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_who_raises_ends_it(parts: list[Path]) -> None:
    shares: list[float] = []

    def end(share: float) -> None:
        shares.append(share)
        raise LoadCancelled

    with pytest.raises(LoadCancelled):
        read_ahead(parts, ROOM, end)
    assert len(shares) == 1


def test_what_memory_cannot_hold_is_not_read(parts: list[Path]) -> None:
    shares: list[float] = []
    read_ahead(parts, 3 * CHUNK - 1, shares.append)
    assert not shares


def test_trouble_of_the_disk_is_left_to_the_library(parts: list[Path]) -> None:
    parts[1].unlink()
    shares: list[float] = []
    read_ahead(parts, ROOM, shares.append)
    assert all(0 <= share <= 1 for share in shares)
    assert 1.0 not in shares, "the library tells what is missing"


@pytest.mark.skipif(not hasattr(os, "RWF_NOWAIT"), reason="Linux tells what is in memory")
def test_what_lies_on_the_disk_alone_is_read(
    parts: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    real = os.read

    def note(descriptor: int, count: int) -> bytes:
        read.append(count)
        return real(descriptor, count)

    monkeypatch.setattr(os, "read", note)
    read_ahead(parts, ROOM, lambda _share: None)
    assert not read, "it was written a moment ago"
    with parts[0].open("rb+") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        try:
            os.preadv(file.fileno(), [bytearray(1)], 0, os.RWF_NOWAIT)
            pytest.skip("this file system keeps all in memory")
        except OSError:
            pass
    read_ahead(parts, ROOM, lambda _share: None)
    assert sum(read) >= CHUNK


@pytest.mark.parametrize(("write", "expected"), TABLE)
def test_each_kind_of_memory_is_known_for_what_it_is(
    load_tiny: Loader, write: Writer, expected: Capabilities
) -> None:
    backend = load_tiny(write)
    assert backend.capabilities == expected
    assert [backend.token_count(slot) for slot in range(4)] == [0] * 4


def test_a_single_slot_has_nowhere_to_fork_to(load_tiny: Loader) -> None:
    backend = load_tiny(write_plain, slot_count=1)
    assert not backend.capabilities.can_fork
    with pytest.raises(ValueError, match="cannot be forked"):
        backend.fork(0, 0)

"""What an engine process in its sandbox can't do, and what it still can; tried, not read."""

import asyncio
import errno
import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.client.client import EngineClient, EnginePhase
from engine.messages.config import EngineConfig
from engine.sandbox import confinement
from engine.sandbox.confinement import PROCESSORS, Processor, call_filter, confine, landlock_version
from tests.fakes.confined_engine import CONFINED_ENGINE
from tests.fakes.engine_client import (
    NO_RESTARTS,
    REAL_ENGINE,
    ask,
    end_of,
    events_of,
    scripted_client,
    text_of,
    until,
)
from tests.models.cache import cached_model
from tests.models.tiny import write_plain

ALLOWED_CALL = 0x7FFF0000
REFUSED = 0x00050000
ANY_READ = {"x86_64": 0, "aarch64": 63}
EXECVE = {"x86_64": 59, "aarch64": 221}
PTRACE = {"x86_64": 101, "aarch64": 117}
UNIX, INET, INET6 = 1, 2, 10
TERMINAL_SIZE, TYPE_AHEAD = 0x5413, 0x5412
every_processor = pytest.mark.parametrize("name", PROCESSORS)


def _version() -> int:
    try:
        return landlock_version() if sys.platform == "linux" else 0
    except OSError:
        return 0


VERSION = _version()
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a sandbox for it")
NO_PROGRAM = ("start a program", "replace itself")
NO_CONNECTION = ("open a connection", "open a socket", "open a socket of version 6")
NO_WRITING = (
    *("write into the home", "write a file", "change a file", "remove a file"),
    *("move a file away", "link to a file", "make a link", "make a folder"),
)
NOTHING_ELSE = ("type into a terminal", "look into its parent")
ALLOWED = (
    *("read a file", "keep a file", "rename what it keeps", "remove what it keeps"),
    *("talk to itself", "write to nowhere", "start a thread"),
)


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What a real engine process answered to all attempts."""
    own, foreign = tmp_path_factory.mktemp("own"), tmp_path_factory.mktemp("foreign")
    (foreign / "victim").write_text("precious")
    found = asyncio.run(_answers(own, foreign))
    if VERSION:
        assert (foreign / "victim").read_text() == "precious"
        assert [path.name for path in foreign.iterdir()] == ["victim"]
    return found


async def _answers(own: Path, foreign: Path) -> dict[str, str]:
    command = [*CONFINED_ENGINE, str(own), str(foreign)]
    async with scripted_client("model.gguf", command=command, policy=NO_RESTARTS) as client:
        state = await until(client, EnginePhase.EMPTY, EnginePhase.DOWN)
    found: dict[str, str] = json.loads(str(state.text))
    return found


# Attempts, what they are answered, and the version of Landlock that is needed for that.
ATTEMPTS = (
    *((each, ("EACCES",), 0) for each in (*NO_PROGRAM, *NO_CONNECTION, *NOTHING_ELSE)),
    ("make a ring", ("ENOSYS",), 0),  # whose calls no filter sees
    *((each, ("EACCES", "EXDEV"), 1) for each in NO_WRITING),
    ("empty a file", ("EACCES",), 3),
    ("signal its parent", ("EPERM",), 6),
    *((each, ("done",), 0) for each in ALLOWED),
)


@linux_only
@pytest.mark.parametrize(("attempt", "expected", "version"), ATTEMPTS, ids=[a[0] for a in ATTEMPTS])
def test_an_engine_can_do_what_it_needs_and_no_more(
    answers: dict[str, str], attempt: str, expected: tuple[str, ...], version: int
) -> None:
    if version > VERSION:
        pytest.skip("this kernel's Landlock is too old")
    assert answers[attempt] in expected


@linux_only
async def test_in_the_sandbox_a_model_answers_and_its_chat_comes_back_from_the_disk(
    tmp_path: Path,
) -> None:
    kept = tmp_path / "kept"
    # Long enough that its file is worth reading.
    question = "Tell me about the harbour, the ships and the people who work there. " * 20

    async def answered() -> tuple[str, int]:
        config = EngineConfig(cache_dir=str(kept), context_window=2048, slot_count=2)
        async with scripted_client(
            str(cached_model(write_plain)), command=REAL_ENGINE, config=config, folders=[str(kept)]
        ) as client:
            await until(client, EnginePhase.READY)
            _check_is_confined(client)
            events = await events_of(ask(client, question, "harbour"))
        return text_of(events), end_of(events).usage.reused_tokens

    first, second = await answered(), await answered()
    assert first[0]
    assert [path.name for path in kept.glob("*.kv")] == ["harbour.kv"]
    assert second[1] > 0


def _check_is_confined(client: EngineClient) -> None:
    assert "sandbox" in client.sandbox
    threads = list(Path(f"/proc/{client.process_id}/task").iterdir())
    assert len(threads) > 3  # the library's are among them
    for thread in threads:
        status = (thread / "status").read_text()
        assert "NoNewPrivs:\t1" in status
        assert "Seccomp:\t2" in status


async def test_an_engine_without_a_sandbox_says_so() -> None:
    async with scripted_client(None, command=REAL_ENGINE) as client:
        await until(client, EnginePhase.EMPTY)
    assert client.sandbox == "The engine runs without a sandbox: it was started without one."


def test_a_system_without_any_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    assert confine(()) == "The engine runs without a sandbox: this system does not provide one."


@linux_only
@pytest.mark.parametrize(
    ("missing", "text"),
    [
        (("restrict_files", "restrict_calls"), "The engine runs without a sandbox: this system"),
        (("restrict_files",), "blocks programs and connections, but not files (Function not imp"),
        (("restrict_calls",), "protects files, but does not block connections (Function not imp"),
        ((), "The engine runs in a sandbox."),
    ],
)
def test_what_an_old_kernel_lacks_is_said(
    monkeypatch: pytest.MonkeyPatch, missing: tuple[str, ...], text: str
) -> None:
    def absent(*_arguments: object, **options: object) -> None:
        assert not any(options.values())
        raise OSError(38, "Function not implemented")

    for name in ("restrict_files", "restrict_calls"):
        part = absent if name in missing else lambda *_arguments, **_options: None
        monkeypatch.setattr(confinement, name, part)
    assert text in confine(())


@linux_only
@pytest.mark.parametrize("machine", ["riscv64", "i686"])
def test_a_processor_without_a_table_gets_no_filter(
    monkeypatch: pytest.MonkeyPatch, machine: str
) -> None:
    monkeypatch.setattr("platform.machine", lambda: machine)
    with pytest.raises(OSError, match="no filter for"):
        confinement.restrict_calls(allows_network=False)


def verdict(
    processor: Processor,
    number: int,
    *arguments: int,
    mark: int | None = None,
    allows_network: bool = False,
    allows_programs: bool = False,
) -> int:
    """Return what the filter answers to a call with these arguments."""
    words = {0: number, 4: processor.mark if mark is None else mark}
    words |= {16 + 8 * index: value for index, value in enumerate(arguments)}
    program = list(
        call_filter(processor, allows_network=allows_network, allows_programs=allows_programs)
    )
    at = loaded = 0
    while True:
        step = program[at]
        at += 1
        match step.code:
            case 0x20:
                loaded = words.get(step.value, 0)
            case 0x15:
                at += step.if_so if loaded == step.value else step.if_not
            case 0x35:
                at += step.if_so if loaded >= step.value else step.if_not
            case _:
                return int(step.value)


@every_processor
def test_what_the_engine_needs_passes(name: str) -> None:
    processor = PROCESSORS[name]
    assert verdict(processor, ANY_READ[name]) == ALLOWED_CALL
    assert verdict(processor, processor.socket, UNIX) == ALLOWED_CALL
    assert verdict(processor, processor.ioctl, 1, TERMINAL_SIZE) == ALLOWED_CALL


@every_processor
def test_what_it_does_not_need_is_refused(name: str) -> None:
    processor = PROCESSORS[name]
    for number in (EXECVE[name], PTRACE[name]):
        assert verdict(processor, number) == REFUSED | errno.EACCES
    assert verdict(processor, 425) == REFUSED | errno.ENOSYS
    assert verdict(processor, processor.ioctl, 1, TYPE_AHEAD) == REFUSED | errno.EACCES


@every_processor
@pytest.mark.parametrize("family", [INET, INET6, 17, 40])
def test_the_network_is_reached_only_where_that_is_asked_for(name: str, family: int) -> None:
    processor = PROCESSORS[name]
    assert verdict(processor, processor.socket, family) == REFUSED | errno.EACCES
    assert verdict(processor, processor.socket, family, allows_network=True) == ALLOWED_CALL
    assert verdict(processor, EXECVE[name], allows_network=True) == REFUSED | errno.EACCES


@every_processor
def test_programs_are_started_only_where_that_is_asked_for(name: str) -> None:
    processor = PROCESSORS[name]
    assert verdict(processor, EXECVE[name], allows_programs=True) == ALLOWED_CALL
    assert verdict(processor, PTRACE[name], allows_programs=True) == REFUSED | errno.EACCES


@pytest.mark.skipif(VERSION < 1, reason="needs Landlock")
def test_only_the_named_program_starts_and_is_confined_as_well(tmp_path: Path) -> None:
    tried = f"""
import pathlib, shutil, subprocess
from engine.sandbox.confinement import confine
shell, other = pathlib.Path(shutil.which("sh")), shutil.which("true")
confine((), programs=[shell])
print(subprocess.run([shell, "-c", "echo x >{tmp_path}/file"], stderr=-3).returncode != 0)
print(subprocess.run([shell, "-c", "exec {{}}".format(other)], stderr=-3).returncode)
"""
    ended = subprocess.run([sys.executable, "-c", tried], stdout=subprocess.PIPE, check=True)
    assert ended.stdout.decode().split() == ["True", "126"]
    assert not (tmp_path / "file").exists()


@every_processor
def test_calls_of_another_numbering_are_refused(name: str) -> None:
    processor = PROCESSORS[name]
    assert verdict(processor, ANY_READ[name], mark=0x40000003) == REFUSED | errno.EACCES
    assert verdict(processor, ANY_READ[name] | 0x40000000) == REFUSED | errno.EACCES

"""Each program that Hubbub starts is killed, stopped, broken and starved: a sentence each time.

The programs are the real ones, asked as the window asks them. Each question that fails ends in its
sentence, the loop goes on turning meanwhile, the next question is answered, and no process stays.
"""

import asyncio
import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psutil
import pytest

from app.controllers.conversations import export_controller
from app.controllers.conversations.export_controller import write_pages
from app.documents import text_files
from app.documents.text_files import PdfPages, drawn_pages, read_file
from app.domain.conversations import ConversationTree
from app.errors import AppError
from app.media.decoder import PictureDecoder
from app.media.decoder_messages import DecodeRequest, SoundRequest
from app.models.library import model_library
from app.models.library.messages import Hashed
from app.models.library.model_library import ModelLibrary
from app.models.library_model import ModelFileState, ModelFolder, ModelFolderKind
from app.printing.messages import PageKind
from app.tools.built_in import programs
from app.tools.model import ToolRun
from app.transfer.import_child import frames_of
from app.transfer.import_messages import Ended
from engine import backend_probe
from engine.client.client import EngineClient, EnginePhase
from engine.client.net_client import NetClient
from engine.ipc.entry_points import own_command
from engine.ipc.supervisor import RestartPolicy
from engine.ipc.watchdog import HangLimits
from engine.messages.commands import ChatMessage, Role
from engine.messages.config import EngineConfig
from engine.messages.errors import EngineError
from engine.messages.events import Finished, TextDelta
from engine.messages.sampling_params import SamplingParams
from tests.app.documents.files import SCAN, docx, pdf, pdf_of
from tests.app.media.making import saved, tone, two_halves, wav
from tests.app.transfer.exports import chatgpt_conversation, chatgpt_export
from tests.engine.gguf.gguf_files import write_model
from tests.fakes.failing_child import failing
from tests.flows.seeding import tree
from tests.models.cache import cached_model
from tests.models.tiny import write_plain
from tests.net.hub_files import PatternContent, Repository
from tests.net.hub_server import HubServer, Reply

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")

TICK_SECONDS = 0.02
QUESTION = [ChatMessage(Role.USER, "a")]
SOON = 3.0  # seconds of patience; a busy machine starts a child in one
SIGNALS = {"killed": signal.SIGKILL, "stopped": signal.SIGSTOP}


class Blow:
    """A signal that falls on the processes of one program, once on each."""

    def __init__(self, module: str, number: int = 0) -> None:
        self._module = module
        self._number = number
        self.hit: set[int] = set()

    @property
    def is_none(self) -> bool:
        """Return whether there is no signal."""
        return not self._number

    @property
    def patience(self) -> float:
        """Return how long the caller waits for a process."""
        return SOON if self._number == signal.SIGSTOP else 60.0

    def fall(self) -> None:
        """Send the signal to each process of the program that has not had it."""
        for child in psutil.Process().children() if self._number else ():
            with contextlib.suppress(psutil.NoSuchProcess):
                # Before it has become the program, it has the command line of its parent.
                if child.pid not in self.hit and self._module in child.cmdline():
                    child.send_signal(self._number)
                    self.hit.add(child.pid)

    async def fall_on_starts(self) -> None:
        """Send it to each process as soon as it is there, until cancelled."""
        while True:
            self.fall()
            await asyncio.sleep(0.002)


@dataclass(frozen=True)
class Place:
    """Where a program is tried: its command line, and whether it will be stopped."""

    folder: Path
    command: tuple[str, ...]
    is_stopped: bool
    patch: pytest.MonkeyPatch


Ask = Callable[[Blow], Awaitable[str]]  # returns the sentence; empty for the right answer


@asynccontextmanager
async def pictures(place: Place) -> AsyncIterator[Ask]:
    photo = saved(two_halves(2000, 1000), "PNG")
    decoder = PictureDecoder(place.command, 4 * SOON if place.is_stopped else 60)

    async def ask_one(_blow: Blow) -> str:
        decoded = await decoder.decode("a", DecodeRequest(photo, 2000))
        assert (decoded.width, decoded.height) == (2000, 1000)
        return ""

    yield ask_one
    await decoder.close()


@asynccontextmanager
async def sounds(place: Place) -> AsyncIterator[Ask]:
    decoder = PictureDecoder(place.command, 4 * SOON if place.is_stopped else 60)

    async def ask_one(_blow: Blow) -> str:
        decoded = await decoder.decode_sound("a", SoundRequest(wav(tone())))
        assert decoded.samples
        return ""

    yield ask_one
    await decoder.close()


@asynccontextmanager
async def pdf_texts(place: Place) -> AsyncIterator[Ask]:
    path = place.folder / "a.pdf"
    path.write_bytes(pdf("a line"))

    async def ask_one(blow: Blow) -> str:
        with place.patch.context() as patch:
            patch.setattr(text_files, "MAX_SECONDS", blow.patience)
            assert (await read_file(path, place.command)).file.text == "a line"
        return ""

    yield ask_one


@asynccontextmanager
async def documents(place: Place) -> AsyncIterator[Ask]:
    path = place.folder / "a.docx"
    path.write_bytes(docx(text="They sing. " * 300_000))  # takes more memory than is spared
    place.patch.setattr(text_files, "DOCUMENT_COMMAND", place.command)

    async def ask_one(blow: Blow) -> str:
        with place.patch.context() as patch:
            patch.setattr(text_files, "MAX_SECONDS", blow.patience)
            assert "They sing." in (await read_file(path)).file.text
        return ""

    yield ask_one


@asynccontextmanager
async def pdf_pages(place: Place) -> AsyncIterator[Ask]:
    pages = PdfPages("a", pdf_of([SCAN]), (0,), 1)

    async def ask_one(blow: Blow) -> str:
        patience = blow.patience
        drawn = [number async for number, _ in drawn_pages(pages, place.command, patience)]
        assert drawn == [0]
        return ""

    yield ask_one


@asynccontextmanager
async def tool_programs(place: Place) -> AsyncIterator[Ask]:
    (tool,) = programs.program_tools(place.command)

    async def ask_one(blow: Blow) -> str:
        with place.patch.context() as patch:
            patch.setattr(programs, "PATIENCE_SECONDS", blow.patience)
            run = ToolRun(tool.tool, {"code": "17 * 23"}, "", lambda _: None)
            assert (await tool.run(run)).text == "391"
        return ""

    yield ask_one


@asynccontextmanager
async def imports(place: Place) -> AsyncIterator[Ask]:
    path = place.folder / "a.json"
    chats = [*chatgpt_export(200), chatgpt_conversation(201, 40, "x" * 200_000)]
    path.write_text(json.dumps(chats), "utf-8")

    async def ask_one(blow: Blow) -> str:
        count = 0
        patience = blow.patience
        async with aclosing(frames_of(path, place.command, patience)) as frames:
            async for frame in frames:
                blow.fall()
                if isinstance(frame, Ended):  # what came before stays
                    assert count == 201 or (count and frame.problems)
                    return " ".join(frame.problems)
                count += sum(part.is_last for part in frame.parts)
        raise AssertionError("there was no end")

    yield ask_one


@asynccontextmanager
async def printing(place: Place) -> AsyncIterator[Ask]:
    path = place.folder / "a.pdf"

    async def trees() -> AsyncGenerator[ConversationTree]:
        yield tree("a", ["A line of words that goes on. " * 400] * 20)

    async def ask_one(blow: Blow) -> str:
        with place.patch.context() as patch:

            def hit(_done: float) -> None:
                blow.fall()
                patch.setattr(export_controller, "PATIENCE_SECONDS", blow.patience)

            await write_pages(trees(), path, PageKind.PDF, hit, place.command)
        assert path.read_bytes().startswith(b"%PDF-")
        return ""

    yield ask_one


@asynccontextmanager
async def scans(place: Place) -> AsyncIterator[Ask]:
    models = place.folder / "models"
    models.mkdir()
    write_model(models / "one.gguf")
    folders = (ModelFolder(ModelFolderKind.ADDED, str(models)),)
    library = ModelLibrary(place.folder / "index", command=place.command, patience_seconds=5.0)

    async def ask_one(blow: Blow) -> str:
        with place.patch.context() as patch:
            # To the first frame it is this, and what the library allows for each.
            patch.setattr(model_library, "_START_SECONDS", blow.patience - 10.0)
            states = [state async for state in library.scan(folders)]
        assert [model.state for model in states[-1].models] == [ModelFileState.READ]
        return ""

    yield ask_one


@asynccontextmanager
async def digests(place: Place) -> AsyncIterator[Ask]:
    path = place.folder / "one.gguf"
    write_model(path)
    os.truncate(path, 300 << 20)
    patience = 4 * SOON if place.is_stopped else 60
    library = ModelLibrary(place.folder, command=place.command, patience_seconds=patience)

    async def ask_one(blow: Blow) -> str:
        async for step in library.digests([str(path)]):
            blow.fall()
            last = step
        assert isinstance(last, Hashed)
        return "" if last.digest else str(last.problem)

    yield ask_one


@asynccontextmanager
async def probes(place: Place) -> AsyncIterator[Ask]:
    place.patch.setattr(backend_probe, "own_command", lambda _: place.command)

    async def ask_one(blow: Blow) -> str:
        seconds = blow.patience
        path = place.folder / "libggml-vulkan.so"
        path.write_bytes(b"not a library")
        refusal = await asyncio.to_thread(backend_probe.refusal_of, path, seconds=seconds)
        return "" if "is not installed" in str(refusal) else str(refusal)

    yield ask_one


@asynccontextmanager
async def engines(place: Place) -> AsyncIterator[Ask]:
    client = EngineClient(place.command, policy=_POLICY)
    ends: list[str] = []
    client.states.add(
        lambda state: ends.append(state.text) if state.phase is EnginePhase.RESTARTING else None
    )
    await client.start()
    client.load(str(cached_model(write_plain)), EngineConfig())

    async def ask_one(blow: Blow) -> str:
        sampling = SamplingParams(max_tokens=8 if blow.is_none else 800)
        async for event in client.submit("a", QUESTION, sampling).events():
            if isinstance(event, TextDelta):
                blow.fall()
        assert isinstance(event, Finished)
        error = event.error
        # A request that waits for the model is answered by the process that comes next.
        said = [*ends, *([error.text] if error else ())]
        ends.clear()
        return " ".join(said)

    yield ask_one
    await client.close()


def hit_and_answer(blow: Blow, _request: object, reply: Reply) -> Reply:
    blow.fall()
    return reply


@asynccontextmanager
async def networks(place: Place) -> AsyncIterator[Ask]:
    with HubServer(Repository("o/small", {"a.gguf": PatternContent(3000)})) as hub:
        place.patch.setenv("HF_ENDPOINT", hub.url)
        place.patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
        client = NetClient(command=place.command, policy=_POLICY)

        async def ask_one(blow: Blow) -> str:
            hub.misbehave(partial(hit_and_answer, blow), times=1)
            assert len((await client.search("small")).models) == 1
            return ""

        yield ask_one
        await client.close()


_POLICY = RestartPolicy(
    back_off_seconds=(0.01, 0.01),
    close_seconds=2.0,
    hang=HangLimits(tick_seconds=0.1, heartbeat_seconds=3 * SOON),
)


KILLED, STOPPED, NO_MEMORY = "killed", "stopped", "no memory"
BROKEN, TOO_LONG = "broken frame", "frame over the limit"


@dataclass(frozen=True)
class Program:
    """A program, how it is asked, and what is then said of each failure."""

    module: str
    asked: Callable[[Place], AbstractAsyncContextManager[Ask]]
    sentences: dict[str, str]
    is_hit_at_start: bool = True


def each(text: str, **others: str) -> dict[str, str]:
    """Return a sentence for all failures, but for some."""
    return {KILLED: text, STOPPED: text, BROKEN: text, TOO_LONG: text, NO_MEMORY: text} | others


PROGRAMS = {
    "picture": Program(
        "app.media.process",
        pictures,
        each("“a” is damaged or not an image.", stopped="“a” took too long to read"),
    ),
    "sound": Program("app.media.process", sounds, {KILLED: "“a” is damaged or not a sound."}),
    "text of a PDF": Program(
        "app.documents.pdf_text",
        pdf_texts,
        {
            KILLED: "“a.pdf” is damaged, or too large to be read.",
            STOPPED: "“a.pdf” took too long to read and was skipped.",
            BROKEN: "“a.pdf” is damaged, or too large to be read.",
            NO_MEMORY: "“a.pdf” is damaged, or too large to be read.",
        },
    ),
    "pages of a PDF": Program(
        "app.documents.pdf_text",
        pdf_pages,
        each(
            "The pages of “a” can't be drawn: the file is damaged, or too large.",
            stopped="The pages of “a” took too long to draw and were skipped.",
        ),
    ),
    "document": Program(
        "app.documents.process",
        documents,
        {
            KILLED: "“a.docx” is damaged, or too large to be read.",
            STOPPED: "“a.docx” took too long to read and was skipped.",
            "output over the limit": "“a.docx” is damaged, or too large to be read.",
            NO_MEMORY: "“a.docx” is damaged, or too large to be read.",
        },
    ),
    "program of a tool": Program(
        "app.tools.built_in.program_process",
        tool_programs,
        each("The process of the program ended unexpectedly. Try a simpler program."),
    ),
    "import": Program(
        "app.transfer.import_process",
        imports,
        each("The reading of this file broke off.")
        | {
            STOPPED: "Reading this file took too long, so Hubbub stopped it.",
            NO_MEMORY: "This file takes more memory than an import may have.",
        },
        is_hit_at_start=False,
    ),
    "printing": Program(
        "app.printing.process",
        printing,
        each("The pages could not be written. Choose another form or folder."),
        is_hit_at_start=False,
    ),
    "scan": Program(
        "app.models.library.process", scans, each("The search for models failed. Try again.")
    ),
    "digest": Program(
        "app.models.library.process",
        digests,
        each("one.gguf failed. Try again.", stopped="could not be read in time."),
        is_hit_at_start=False,
    ),
    "probe": Program(
        "engine.llama.probe_process",
        probes,
        {
            KILLED: "its driver crashed when it was tested (SIGKILL).",
            STOPPED: "its driver did not answer within 3 seconds.",
            "output over the limit": "its driver crashed when it was tested (SIGKILL).",
            NO_MEMORY: "its test ended without a result.",
        },
    ),
    "engine": Program(
        "engine.core.process",
        engines,
        {
            KILLED: "The engine stopped unexpectedly (SIGKILL).",
            STOPPED: "The engine stopped responding and was closed.",
            BROKEN: "The engine sent an invalid message and was closed. Restarting…",
            TOO_LONG: "The engine sent an invalid message and was closed. Restarting…",
            NO_MEMORY: "The engine stopped unexpectedly (exit code",
        },
        is_hit_at_start=False,
    ),
    "network": Program(
        "app.net_process.process",
        networks,
        each("The network process stopped unexpectedly. Try again."),
        is_hit_at_start=False,
    ),
}
# A frame over the limit is handled as other broken frames are; an engine takes long to start.
NIGHTLY = {("engine", BROKEN), ("engine", NO_MEMORY), *((name, TOO_LONG) for name in PROGRAMS)}
CASES = [
    pytest.param(name, failure, marks=pytest.mark.nightly if (name, failure) in NIGHTLY else ())
    for name, row in PROGRAMS.items()
    for failure in row.sentences
]


async def answer_of(ask_one: Ask, blow: Blow, *, at_start: bool) -> str:
    """Return what the caller is told."""
    falling = asyncio.ensure_future(blow.fall_on_starts()) if at_start else None
    try:
        async with asyncio.timeout(240):
            return await ask_one(blow)
    except (AppError, EngineError) as error:
        return str(error)
    finally:
        if falling is not None:
            falling.cancel()
            await asyncio.gather(falling, return_exceptions=True)


async def count_ticks(ticks: list[None]) -> None:
    while True:
        await asyncio.sleep(TICK_SECONDS)
        ticks.append(None)


@pytest.mark.parametrize(("name", "failure"), CASES)
async def test_a_program_that_fails_is_a_sentence_and_the_next_question_is_answered(
    name: str, failure: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = PROGRAMS[name]
    number = SIGNALS.get(failure, 0)
    command = tuple(own_command(program.module))
    if not number:
        (tmp_path / "left").write_text("xx" if name == "scan" else "x")
        command = failing(failure, tmp_path / "left", program.module)
    place = Place(tmp_path, command, number == signal.SIGSTOP, monkeypatch)
    before = set(psutil.Process().children(recursive=True))
    blow, ticks = Blow(program.module, number), list[None]()
    async with program.asked(place) as ask_one:
        began = time.monotonic()
        ticking = asyncio.ensure_future(count_ticks(ticks))
        said = await answer_of(ask_one, blow, at_start=program.is_hit_at_start)
        ticking.cancel()
        seconds = time.monotonic() - began
        # A tenth of the ticks that a quiet machine makes.
        assert len(ticks) * TICK_SECONDS * 10 > seconds - 0.5, "the loop went on turning"
        assert bool(blow.hit) == bool(number)
        assert not any(map(psutil.pid_exists, blow.hit))
        assert await answer_of(ask_one, Blow(program.module), at_start=False) == ""
    assert set(psutil.Process().children(recursive=True)) <= before
    assert program.sentences[failure] in said

"""The models on this computer, as the window asks for them; processes of its own find them."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import msgspec

from app.errors import LazyText, ModelLibraryFailed, lazy
from app.models.library.messages import (
    FRAMES,
    REQUESTS,
    Ended,
    Frame,
    Hashed,
    HashProgress,
    HashRequest,
    ModelsListed,
    ModelsRead,
    ReadStarted,
    Request,
    ScanRequest,
)
from app.models.library_model import LibraryModel, ModelFolder, ModelLibraryState
from engine.gguf.memory_plan import LoadPlan
from engine.ipc.child import Child
from engine.ipc.entry_points import own_command
from engine.ipc.frames import BrokenFrame

_START_SECONDS = 30.0  # on a computer that is busy, or wakes up
_log = logging.getLogger(__name__)
USUAL_LOAD = LoadPlan()
FOLDER_SECONDS = 5.0
PATIENCE_SECONDS = 20.0  # for one frame: a header that was made to take long takes three seconds
MAX_DEATHS = 40  # of processes in one look
_PROOF = 2  # deaths over the same file


class ChildEnded(Exception):
    """The process ended or broke the rules before its last frame."""


class ChildSilent(ChildEnded):
    """The process said nothing for too long."""


async def start_library_child(command: Sequence[str]) -> Child:
    """Start a process, which then waits. Raises ModelLibraryFailed if the system can't."""
    try:
        return await Child.start(command, name=lazy("The search for models"), log=_log)
    except OSError as error:
        raise ModelLibraryFailed(
            lazy("Hubbub can't look for models now: {reason}.", reason=error)
        ) from error


async def library_answers(
    child: Child, request: Request, patience_seconds: float
) -> AsyncGenerator[Frame, None]:
    """Yield what a process answers, without its last frame; leaving early ends it.

    Raises ChildEnded.
    """
    try:
        frame = await child.ask(request, REQUESTS, FRAMES, patience_seconds + _START_SECONDS)
        while not isinstance(frame, Ended):
            yield frame
            frame = await child.receive(FRAMES, patience_seconds)
    except TimeoutError as error:
        raise ChildSilent(str(error)) from error
    except (EOFError, BrokenFrame) as error:
        raise ChildEnded(str(error)) from error
    finally:
        await child.end()


class WaitingChild:
    """At most one process that is started before its request: half of a look is its start.

    Attributes:
        taken: set while there is none.
    """

    def __init__(self) -> None:
        self._child: Child | None = None
        self.taken = asyncio.Event()

    async def prepare(self, command: Sequence[str]) -> None:
        """Start one, unless one waits. Raises ModelLibraryFailed if the system can't."""
        if self._child is None:
            self._child = await start_library_child(command)
        self.taken.clear()

    def release(self) -> Child | None:
        """Return the one that waits, which is the caller's from now on; None if there is none."""
        child, self._child = self._child, None
        self.taken.set()
        return child

    async def end(self) -> None:
        """End the one that waits."""
        child, self._child = self._child, None
        if child is not None:
            await child.end()


class ModelLibrary:
    """Lists the models of folders, and remembers their headers; one scan at a time.

    Attributes:
        state: the models that are known now.
    """

    def __init__(
        self,
        index_folder: Path,
        *,
        command: Sequence[str] = (),
        folder_seconds: float = FOLDER_SECONDS,
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> None:
        self._index_folder = index_folder
        self._command = command or own_command("app.models.library.process")
        self._folder_seconds = folder_seconds
        self._patience_seconds = patience_seconds
        self._models: dict[str, LibraryModel] = {}
        self._added: dict[str, LibraryModel] = {}  # since the last scan began: it may lack them
        self._scanning = asyncio.Lock()
        self._hashing = asyncio.Lock()
        self._waiting_child = WaitingChild()
        self.state = ModelLibraryState()

    async def scan(
        self, folders: Iterable[ModelFolder], load: LoadPlan = USUAL_LOAD
    ) -> AsyncGenerator[ModelLibraryState, None]:
        """Search folders for models, and yield the state after each change.

        Models are listed by their names first, then with what their headers say; ``load`` is for
        the memory estimate. Closing the generator ends the scan. Raises ModelLibraryFailed if no
        process can be started.
        """
        async with self._scanning:
            self._added.clear()
            self.state = replace(self.state, is_listed=False, is_read=False)
            request = self._request(folders, load)
            async with aclosing(self._states(request)) as states:
                async for state in states:
                    yield state
            if not self.state.is_listed:
                raise ModelLibraryFailed(lazy("Looking for models broke off. Try again."))
            self.state = replace(self.state, is_read=True)
            yield self.state

    async def add_files(
        self, paths: Iterable[str], folder: ModelFolder, load: LoadPlan = USUAL_LOAD
    ) -> AsyncGenerator[ModelLibraryState, None]:
        """List the model of new files of a folder, which is not searched; yield the new states.

        Models of the folder that the library knew before get the files that belong to them. Raises
        ModelLibraryFailed if no process can be started.
        """
        request = self._request((folder,), load, paths)
        async with aclosing(self._states(request)) as states:
            async for state in states:
                yield state

    def _request(
        self, folders: Iterable[ModelFolder], load: LoadPlan, files: Iterable[str] = ()
    ) -> ScanRequest:
        return ScanRequest(
            folders=tuple(folders),
            index_folder=str(self._index_folder),
            folder_seconds=self._folder_seconds,
            files=tuple(files),
            load=load,
        )

    async def _states(self, request: ScanRequest) -> AsyncGenerator[ModelLibraryState, None]:
        """Yield the states of a request, with a new process after each one that crashes."""
        deaths: Counter[str] = Counter()
        crashing: dict[str, LazyText] = {}
        silent: dict[str, LazyText] = {}
        while True:
            asked = msgspec.structs.replace(request, crashing=dict(crashing), silent=dict(silent))
            try:
                async with aclosing(self._states_once(asked)) as states:
                    async for state in states:
                        yield state
            except _Died as death:
                # A system that is short of memory kills any process: one death is no proof.
                deaths[death.path] += 1
                if death.path and death.is_silence:
                    silent[death.path] = _SILENT
                elif death.path and deaths[death.path] == _PROOF:
                    crashing[death.path] = _CRASHES_READER
                elif deaths[death.path] >= _PROOF or deaths.total() >= MAX_DEATHS:
                    return  # no single file is the cause
            else:
                return

    async def keep_ready(self) -> None:
        """Have a process that waits for the next look, which then begins at once, until cancelled.

        Raises ModelLibraryFailed where no process can be started.
        """
        try:
            while True:
                async with self._scanning:  # beside a look it would take that one's time
                    await self._waiting_child.prepare(self._command)
                await self._waiting_child.taken.wait()
        finally:
            await self._waiting_child.end()

    async def digests(self, paths: Iterable[str]) -> AsyncGenerator[HashProgress | Hashed, None]:
        """Read files whole, one after the other, and yield how far that is and their digests.

        What is made is remembered; leaving early ends it. Raises ModelLibraryFailed where no
        process can be started.
        """
        async with self._hashing:
            left = list(paths)
            request = HashRequest(tuple(left), str(self._index_folder))
            child = self._waiting_child.release() or await start_library_child(self._command)
            async with aclosing(library_answers(child, request, self._patience_seconds)) as frames:
                try:
                    async for frame in frames:
                        if isinstance(frame, Hashed):
                            left = [path for path in left if path != frame.path]
                            if frame.digest is not None:
                                self._note_digest(frame.path, frame.digest)
                        if isinstance(frame, HashProgress | Hashed):
                            yield frame
                except ChildEnded as error:
                    for path in left:
                        broken_off = lazy("Reading {path} broke off. Try again.", path=path)
                        is_silence = isinstance(error, ChildSilent)
                        yield Hashed(path, None, _SILENT if is_silence else broken_off)

    async def _states_once(self, request: ScanRequest) -> AsyncGenerator[ModelLibraryState, None]:
        patience = self._patience_seconds + self._folder_seconds
        opened = ""
        listed: dict[str, LibraryModel] = {}
        child = self._waiting_child.release() or await start_library_child(self._command)
        async with aclosing(library_answers(child, request, patience)) as frames:
            try:
                async for frame in frames:
                    match frame:
                        case ReadStarted(path):
                            opened = path
                        case ModelsListed():
                            if frame.is_first:
                                listed = {}
                            listed |= {model.path: model for model in frame.models}
                            if frame.is_last:
                                self._models = self._added | listed
                                self.state = replace(
                                    self.state, folders=frame.folders, is_listed=True
                                )
                                yield self._show_models()
                        case ModelsRead():
                            read = {model.path: model for model in frame.models}
                            self._models |= read
                            if request.files:
                                self._added |= read
                            yield self._show_models()
            except ChildEnded as error:
                raise _Died(opened, is_silence=isinstance(error, ChildSilent)) from error

    def _show_models(self) -> ModelLibraryState:
        self.state = replace(self.state, models=tuple(self._models.values()))
        return self.state

    def _note_digest(self, path: str, digest: str) -> None:
        model = self._models.get(path)
        if model is not None:
            self._models[path] = replace(model, digest=digest)
            self._show_models()


class _Died(Exception):
    """A process ended while it had this file open; empty where it had none."""

    def __init__(self, path: str, *, is_silence: bool) -> None:
        super().__init__(path)
        self.path = path
        self.is_silence = is_silence


_SILENT = lazy("This file could not be read in time. Check the disk that it lies on.")
_CRASHES_READER = lazy("Reading this file crashes Hubbub, so it is skipped. Download it again.")

"""The model library: asks its process for models and digests, and keeps the answers."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import aclosing
from pathlib import Path

import msgspec
from msgspec.structs import replace

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

_START_SECONDS = 30.0  # on a computer that is busy or wakes up
_log = logging.getLogger(__name__)
USUAL_LOAD = LoadPlan()
FOLDER_SECONDS = 5.0
PATIENCE_SECONDS = 20.0  # for one frame; a hostile header takes 3 s
MAX_CRASHES = 40  # of processes in one scan
_PROOF = 2  # crashes over the same file


class ChildEnded(Exception):
    """The process ended, or sent an invalid frame, before its last frame."""


class ChildSilent(ChildEnded):
    """The process sent nothing for too long."""


async def start_library_child(command: Sequence[str]) -> Child:
    """Start a process that waits for a request. Raises ModelLibraryFailed."""
    try:
        return await Child.start(command, name=lazy("The search for models"), log=_log)
    except OSError as error:
        raise ModelLibraryFailed(
            lazy("Hubbub can't search for models: {reason}.", reason=error)
        ) from error


async def library_answers(
    child: Child, request: Request, patience_seconds: float
) -> AsyncGenerator[Frame, None]:
    """Yield the frames of a process except the last; closing the generator ends the process.

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
    """At most one process that waits for a request: starting takes half the time of a scan.

    Attributes:
        taken: set while no process waits.
    """

    def __init__(self) -> None:
        self._child: Child | None = None
        self.taken = asyncio.Event()

    async def prepare(self, command: Sequence[str]) -> None:
        """Start a process unless one waits. Raises ModelLibraryFailed."""
        if self._child is None:
            self._child = await start_library_child(command)
        self.taken.clear()

    def release(self) -> Child | None:
        """Hand the waiting process over to the caller; return None if there is none."""
        child, self._child = self._child, None
        self.taken.set()
        return child

    async def end(self) -> None:
        """End the waiting process."""
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
                raise ModelLibraryFailed(lazy("The search for models failed. Try again."))
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
        crashes: Counter[str] = Counter()
        crashing: dict[str, LazyText] = {}
        silent: dict[str, LazyText] = {}
        while True:
            asked = msgspec.structs.replace(request, crashing=dict(crashing), silent=dict(silent))
            try:
                async with aclosing(self._states_once(asked)) as states:
                    async for state in states:
                        yield state
            except _Crashed as crash:
                # A system that is short of memory kills any process: one crash proves nothing.
                crashes[crash.path] += 1
                if crash.path and crash.is_silence:
                    silent[crash.path] = _SILENT
                elif crash.path and crashes[crash.path] == _PROOF:
                    crashing[crash.path] = _CRASHES_READER
                elif crashes[crash.path] >= _PROOF or crashes.total() >= MAX_CRASHES:
                    return  # no single file is the cause
            else:
                return

    async def keep_ready(self) -> None:
        """Keep a process waiting for the next request, until cancelled.

        Raises ModelLibraryFailed if no process can be started.
        """
        try:
            while True:
                async with self._scanning:  # starting one during a scan would slow the scan down
                    await self._waiting_child.prepare(self._command)
                await self._waiting_child.taken.wait()
        finally:
            await self._waiting_child.end()

    async def digests(self, paths: Iterable[str]) -> AsyncGenerator[HashProgress | Hashed, None]:
        """Hash files one after the other; yield the progress and the SHA-256 of each.

        Digests are stored. Closing the generator ends the process. Raises ModelLibraryFailed if no
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
                                self._set_digest(frame.path, frame.digest)
                        if isinstance(frame, HashProgress | Hashed):
                            yield frame
                except ChildEnded as error:
                    for path in left:
                        failed = lazy("Reading {path} failed. Try again.", path=path)
                        is_silence = isinstance(error, ChildSilent)
                        yield Hashed(path, None, _SILENT if is_silence else failed)

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
                raise _Crashed(opened, is_silence=isinstance(error, ChildSilent)) from error

    def _show_models(self) -> ModelLibraryState:
        self.state = replace(self.state, models=tuple(self._models.values()))
        return self.state

    def _set_digest(self, path: str, digest: str) -> None:
        model = self._models.get(path)
        if model is not None:
            self._models[path] = replace(model, digest=digest)
            self._show_models()


class _Crashed(Exception):
    """A process ended while it had this file open; the path is empty for none."""

    def __init__(self, path: str, *, is_silence: bool) -> None:
        super().__init__(path)
        self.path = path
        self.is_silence = is_silence


_SILENT = lazy("This file could not be read in time. Check the disk that it is on.")
_CRASHES_READER = lazy("Reading this file crashes Hubbub, so it is skipped. Download it again.")

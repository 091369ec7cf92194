"""The process of the model library: ``python -m app.models.library.process``.

It lists the models of folders, reads their headers, and hashes files. A file may have been made to
take all memory or to crash its reader, and a disk may never answer, so none of this is done in the
window's process. It reads one request from stdin, writes frames to stdout, and may be ended at any
time.
"""

import hashlib
import os
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec.structs import replace

from app.errors import lazy
from app.models.library.descriptions import MAX_NUMBER, Description, describe_files
from app.models.library.library_index import IndexedModel, LibraryIndex, read_digests, write_digests
from app.models.library.messages import (
    FRAMES,
    MAX_MODELS,
    REQUESTS,
    Ended,
    Frame,
    Hashed,
    HashProgress,
    HashRequest,
    ModelsListed,
    ModelsRead,
    ReadStarted,
    ScanProgress,
    ScanRequest,
)
from app.models.library.model_folders import (
    FolderMissing,
    FolderRefused,
    FoundFile,
    WalkProgress,
    find_file,
    fingerprint_of,
    found_in,
)
from app.models.library.model_groups import (
    ModelGroup,
    ProjectorChoice,
    groups_of,
    model_of,
    models_of,
)
from app.models.library_model import (
    LibraryModel,
    ModelFileKind,
    ModelFileState,
    ModelFolder,
    ModelFolderKind,
    ModelFolderReport,
    ModelFolderState,
)
from engine.gguf.embedding_load import usual_load
from engine.gguf.header import KnownLists
from engine.gguf.memory_plan import memory_plan
from engine.ipc.limits import limit_memory, lower_priority
from engine.ipc.serve import Worker
from engine.sandbox.confinement import confine

MAX_FILES = 20_000  # of one folder
_POLL_SECONDS = 0.005
MAX_MEMORY_BYTES = 2 << 30  # of address space; a header takes a few times its length
_KEEP_SECONDS = 3.0
_REPORT_SECONDS = 0.1
NICENESS = 10
_READ_BYTES = 4 << 20
_PROGRESS_BYTES = 64 << 20


class FolderContent(msgspec.Struct, frozen=True):
    """The files of a folder."""

    report: ModelFolderReport
    files: tuple[FoundFile, ...] = ()


def scan_folders(
    folders: Sequence[ModelFolder],
    patience_seconds: float,
    on_waiting: Callable[[], None] = lambda: None,
) -> list[FolderContent]:
    """Return the content of the folders, in their order; call ``on_waiting`` while waiting.

    A folder that does not answer for ``patience_seconds`` is ``SILENT``, without its files.
    """
    scans = [_FolderScan(folder) for folder in folders]
    for scan in scans:
        scan.start()
    while any(scan.is_pending(patience_seconds) for scan in scans):
        time.sleep(_POLL_SECONDS)
        on_waiting()
    return [scan.content for scan in scans]


class _FolderScan:
    """The search of one folder, on its own thread."""

    def __init__(self, folder: ModelFolder) -> None:
        self._folder = folder
        self._progress = WalkProgress()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._step_count = 0
        self._moved_at = time.monotonic()
        self.content = FolderContent(ModelFolderReport(folder, ModelFolderState.SILENT))

    def start(self) -> None:
        """Start the search."""
        self._thread.start()

    def is_pending(self, patience_seconds: float) -> bool:
        """Return whether the search runs, and has progressed within the given time."""
        if not self._thread.is_alive():
            return False
        # The total time does not count: a large folder on a network is slow, but progresses.
        if self._progress.step_count != self._step_count:
            self._step_count, self._moved_at = self._progress.step_count, time.monotonic()
        return time.monotonic() - self._moved_at <= patience_seconds

    def _run(self) -> None:
        files: list[FoundFile] = []
        state = ModelFolderState.READ
        try:
            files.extend(islice(found_in(self._folder, self._progress), MAX_FILES))
        except FolderMissing:
            state = ModelFolderState.MISSING
        except (FolderRefused, OSError):
            state = ModelFolderState.REFUSED
        report = ModelFolderReport(self._folder, state, len(files), self._progress.unread_count)
        self.content = FolderContent(report, tuple(files))


def limit_reach(writable: Path) -> None:
    """Limit the memory and the file access of this process, as far as the system can."""
    limit_memory(MAX_MEMORY_BYTES)
    if sys.platform == "linux":
        writable.mkdir(mode=0o700, parents=True, exist_ok=True)
        confine((writable,))


class _Scan:
    """One request: a search of all folders, or new files of one; then the headers not yet known."""

    def __init__(self, request: ScanRequest, worker: Worker) -> None:
        self._request = request
        self._worker = worker
        self._index_folder = Path(request.index_folder)
        self._index = LibraryIndex.read(self._index_folder)
        self._digests = read_digests(self._index_folder)
        self._known_lists = KnownLists()
        self._kept_at = self._sent_at = time.monotonic()

    def search(self) -> None:
        """Report the models of the folders, by their names first, then by their headers."""
        contents = scan_folders(
            self._request.folders, self._request.folder_seconds, self._send_progress
        )
        groups = groups_of(file for content in contents for file in content.files)
        described = self._known(groups)
        lost = self._lost(contents, groups)
        models = self._models(groups, described)
        reports = self._reports(contents)
        self._send_all([*models, *lost], reports)
        # Headers may group files otherwise than names did, so all models are reported again.
        unread = [group for group in groups if group.first.path not in described]
        self._read(unread, described)
        if unread:
            models = self._models(groups, described)
            self._send_all([*models, *lost], reports)
        self._remember(groups, described, models, lost, contents)
        self._send(Ended())

    def add(self, files: Iterable[str]) -> None:
        """Report the models of new files, and those of the index that get files from them."""
        (folder,) = self._request.folders
        known = [each.model for each in self._index.models.values() if each.model.folder == folder]
        paths = {*files, *(path for model in known for path in model.parts or (model.path,))}
        found = (find_file(path, folder) for path in sorted(paths))
        groups = groups_of(file for file in found if file is not None)
        described = self._known(groups)
        before = dict(self._index.models)
        self._read([group for group in groups if group.first.path not in described], described)
        by_path = {group.first.path: group for group in groups}
        changed = []
        for model in self._models(groups, described):
            group, old = by_path[model.path], before.get(model.path)
            if old is not None and old.fingerprint == group.fingerprint:
                # Other folders and programs are known from the search only.
                digest = model.digest or old.model.digest
                model = replace(model, also_in=old.model.also_in, digest=digest)
            if old is None or model != old.model:
                changed.append(model)
                self._index.models[model.path] = _indexed(group, described[model.path], model)
        for start in range(0, len(changed), MAX_MODELS):
            self._send(ModelsRead(tuple(changed[start : start + MAX_MODELS])))
        self._index.devices.setdefault(folder.path, _device(folder.path))
        self._index.write(self._index_folder)
        self._send(Ended())

    def _known(self, groups: Sequence[ModelGroup]) -> dict[str, Description]:
        """Return the descriptions of files that are unchanged, or must not be read."""
        known = {}
        for group in groups:
            path = group.first.path
            description = self._index.description_of(path, group.fingerprint)
            reason = self._request.crashing.get(path)
            if reason is not None:
                description = Description(problem=reason)
            elif path in self._request.silent:
                # The cause may be the disk or a busy computer: the next search tries it again.
                description = Description(problem=self._request.silent[path], is_lasting=False)
            if description is not None and not _is_outdated(description):
                known[path] = description
        return known

    def _read(self, unread: Sequence[ModelGroup], described: dict[str, Description]) -> None:
        """Read headers, the latest files first."""
        # Only now: the names are waited for, and a busy engine slows a process of low priority.
        lower_priority(NICENESS)
        read: list[LibraryModel] = []
        for group in sorted(unread, key=lambda group: -group.first.modified_ns):
            path = group.first.path
            self._send(ReadStarted(path))
            # One part is enough to describe a model whose other parts are missing.
            files = group.parts[:1] if group.missing else group.parts
            described[path] = describe_files([each.path for each in files], self._known_lists)
            model = self._model(group, described[path])
            read.append(model)
            if time.monotonic() - self._sent_at > _REPORT_SECONDS:
                self._send(ModelsRead(tuple(read)))
                read.clear()
            self._index.models[path] = _indexed(group, described[path], model)
            # Now and then: the next file may crash this process, and the next one continues here.
            if time.monotonic() - self._kept_at > _KEEP_SECONDS:
                self._index.write(self._index_folder)
                self._kept_at = time.monotonic()
        if read:
            self._send(ModelsRead(tuple(read)))

    def _models(
        self, groups: Sequence[ModelGroup], described: dict[str, Description]
    ) -> list[LibraryModel]:
        digests = {
            group.first.path: digest
            for group in groups
            if (digest := self._digest_of(group)) is not None
        }
        models = models_of(groups, described, digests)
        return [self._with_need(each, described) for each in models]

    def _model(self, group: ModelGroup, description: Description) -> LibraryModel:
        model = model_of(group, description, self._digest_of(group))
        return self._with_need(model, {model.path: description})

    def _with_need(self, model: LibraryModel, described: Mapping[str, Description]) -> LibraryModel:
        """Return a model with its memory and bytes per token; too slow for the window."""
        description = described.get(model.path)
        shape = None if description is None else description.shape
        if shape is None or not shape.is_certain:
            return model
        found = described.get(model.projector)
        chosen = ProjectorChoice(model.projector, None if found is None else found.projector)
        load = replace(self._request.load, projector=chosen.plan(shape))
        needed = memory_plan(shape, usual_load(shape, load)).total
        return replace(
            model,
            needed_bytes=min(needed, MAX_NUMBER),
            # It decides the speed of answers.
            bytes_per_token=min(shape.bytes_per_token, MAX_NUMBER) if model.can_chat else 0,
        )

    def _digest_of(self, group: ModelGroup) -> str | None:
        fingerprint, digest = self._digests.get(group.first.path, ("", None))
        return digest if fingerprint == group.first.fingerprint else None

    def _lost(
        self, contents: Sequence[FolderContent], groups: Sequence[ModelGroup]
    ) -> list[LibraryModel]:
        """Return the models of unreachable folders, as they were listed last."""
        away = {content.report.folder for content in contents if self._is_away(content)}
        present = {group.first.path for group in groups}
        return [
            replace(known.model, state=ModelFileState.UNREACHABLE)
            for path, known in self._index.models.items()
            if known.model.folder in away and path not in present
        ]

    def _is_away(self, content: FolderContent) -> bool:
        """Return whether a folder is unreachable: it is missing, or its disk is not mounted."""
        if content.report.state is not ModelFolderState.READ:
            return True
        # Without its disk, a mount point is an empty folder on another device.
        folder = content.report.folder.path
        known = self._index.devices.get(folder)
        return not content.files and known is not None and known != _device(folder)

    def _reports(self, contents: Sequence[FolderContent]) -> tuple[ModelFolderReport, ...]:
        """Return the outcomes of the folders, without those of programs that are not installed."""
        away = {each.model.folder for each in self._index.models.values()}
        reports = (
            replace(content.report, state=ModelFolderState.MISSING)
            if content.report.state is ModelFolderState.READ and self._is_away(content)
            else content.report
            for content in contents
        )
        return tuple(
            report
            for report in reports
            if report.state is not ModelFolderState.MISSING
            or report.folder.kind is ModelFolderKind.ADDED
            or report.folder in away
        )

    def _remember(
        self,
        groups: Sequence[ModelGroup],
        described: dict[str, Description],
        models: Sequence[LibraryModel],
        lost: Sequence[LibraryModel],
        contents: Sequence[FolderContent],
    ) -> None:
        by_path = {model.path: model for model in models}
        kept = {
            path: _indexed(group, described[path], by_path[path])
            for group in groups
            for path in (group.first.path,)
        }
        kept |= {model.path: self._index.models[model.path] for model in lost}
        wanted = {folder.path for folder in self._request.folders}
        devices = {path: self._index.devices[path] for path in wanted & self._index.devices.keys()}
        devices |= {
            content.report.folder.path: _device(content.report.folder.path)
            for content in contents
            if not self._is_away(content)
        }
        if (kept, devices) != (self._index.models, self._index.devices):
            LibraryIndex(kept, devices).write(self._index_folder)

    def _send_all(
        self, models: Sequence[LibraryModel], reports: tuple[ModelFolderReport, ...]
    ) -> None:
        """Report all models, in several frames."""
        starts = range(0, len(models) or 1, MAX_MODELS)
        for start in starts:
            piece = tuple(models[start : start + MAX_MODELS])
            is_last = start == starts[-1]
            self._send(
                ModelsListed(
                    piece,
                    is_first=start == 0,
                    is_last=is_last,
                    folders=reports if is_last else (),
                )
            )

    def _send_progress(self) -> None:
        if time.monotonic() - self._sent_at > _KEEP_SECONDS:
            self._send(ScanProgress())

    def _send(self, frame: Frame) -> None:
        self._worker.write(FRAMES, frame)
        if not isinstance(frame, ReadStarted):
            self._sent_at = time.monotonic()


def _indexed(group: ModelGroup, description: Description, model: LibraryModel) -> IndexedModel:
    return IndexedModel(group.fingerprint, description if description.is_lasting else None, model)


def _is_outdated(description: Description) -> bool:
    """Return whether it was stored by a version that did not read projectors."""
    is_projector = description.kind is ModelFileKind.PROJECTOR
    return is_projector and description.projector is None and description.problem is None


def _device(folder: str) -> int:
    try:
        return os.stat(folder).st_dev
    except OSError:
        return 0


def hash_files(request: HashRequest, worker: Worker) -> None:
    """Report the SHA-256 of files, which takes minutes for a large model, and keep it."""
    lower_priority(NICENESS)
    folder = Path(request.index_folder)
    for path in request.paths:
        worker.write(FRAMES, _hashed(path, folder, worker))
    worker.write(FRAMES, Ended())


def _hashed(path: str, folder: Path, worker: Worker) -> Hashed:
    try:
        # Without O_NONBLOCK opening a pipe would block.
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with open(os.open(path, flags), "rb") as file:
            before = os.fstat(file.fileno())
            if not stat.S_ISREG(before.st_mode):
                return Hashed(path, None, lazy("{path} is not a file.", path=path))
            digest = _digest(path, file, before.st_size, worker)
            # A program may still be writing: then these bytes were never one file.
            if fingerprint_of(os.fstat(file.fileno())) != fingerprint_of(before):
                return Hashed(path, None, lazy("{path} changed while it was read.", path=path))
    except (OSError, ValueError) as error:
        reason = lazy("{path} can't be read: {reason}.", path=path, reason=error)
        return Hashed(path, None, reason)
    # After each file: the next one may take minutes, and the caller may cancel.
    write_digests(folder, read_digests(folder) | {path: (fingerprint_of(before), digest)})
    return Hashed(path, digest)


def _digest(path: str, file: BinaryIO, byte_count: int, worker: Worker) -> str:
    digest = hashlib.sha256()
    bytes_read = reported = 0
    while piece := file.read(_READ_BYTES):
        digest.update(piece)
        bytes_read += len(piece)
        if bytes_read - reported >= _PROGRESS_BYTES:
            reported = bytes_read
            worker.write(FRAMES, HashProgress(path, byte_count, bytes_read))
    return digest.hexdigest()


def main() -> None:
    """Answer one request, and end."""
    worker = Worker()
    request = worker.read(REQUESTS)
    if request is None:
        worker.exit(0)  # the window is gone
    limit_reach(Path(request.index_folder))
    try:
        match request:
            case HashRequest():
                hash_files(request, worker)
            case ScanRequest(files=()):
                _Scan(request, worker).search()
            case ScanRequest():
                _Scan(request, worker).add(request.files)
    except SystemExit:
        worker.exit(1)  # at once: a thread may still wait for a disk that does not answer
    worker.exit(0)


if __name__ == "__main__":
    main()

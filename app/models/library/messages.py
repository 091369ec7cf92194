"""The messages between the library's process and the window."""

from typing import TypeAlias

import msgspec

from app.errors import LazyText
from app.models.library_model import LibraryModel, ModelFolder, ModelFolderReport
from engine.gguf.memory_plan import LoadPlan
from engine.ipc.frames import Frames

MAX_FRAME_BYTES = 16 << 20
MAX_MODELS = 50  # in one frame, which the window decodes in 2 ms


class ScanRequest(msgspec.Struct, tag=True, frozen=True):
    """The first frame to a process that lists models.

    Attributes:
        index_folder: the folder of the index; the only one that the process writes to.
        folder_seconds: how long a folder may take to answer before it is skipped.
        files: the new files of the only folder. Only these, and files of the folder that the index
            has, are read; the folder is not searched. Empty for a search of all folders.
        load: how a model would be loaded, for its memory estimate.
        crashing: files that crashed such a process, each with its problem.
        silent: files that such a process could not read in time, each with its problem.
    """

    folders: tuple[ModelFolder, ...]
    index_folder: str
    folder_seconds: float
    files: tuple[str, ...] = ()
    load: LoadPlan = msgspec.field(default_factory=LoadPlan)
    crashing: dict[str, LazyText] = {}
    silent: dict[str, LazyText] = {}


class HashRequest(msgspec.Struct, tag=True, frozen=True):
    """The first frame to a process that hashes files."""

    paths: tuple[str, ...]
    index_folder: str


class ModelsListed(msgspec.Struct, tag=True, frozen=True):
    """A part of all models; the first part replaces the models known before."""

    models: tuple[LibraryModel, ...]
    is_first: bool
    is_last: bool
    folders: tuple[ModelFolderReport, ...] = ()


class ScanProgress(msgspec.Struct, tag=True, frozen=True):
    """The folders are still being searched."""


class ReadStarted(msgspec.Struct, tag=True, frozen=True):
    """This file is opened now; a crash before the next frame is caused by it."""

    path: str


class ModelsRead(msgspec.Struct, tag=True, frozen=True):
    """Models whose headers were read."""

    models: tuple[LibraryModel, ...]


class HashProgress(msgspec.Struct, tag=True, frozen=True):
    """The progress of reading a file."""

    path: str
    byte_count: int
    bytes_read: int


class Hashed(msgspec.Struct, tag=True, frozen=True):
    """The SHA-256 of a file, or the reason why there is none."""

    path: str
    digest: str | None
    problem: LazyText | None = None


class Ended(msgspec.Struct, tag=True, frozen=True):
    """The last frame."""


Request: TypeAlias = ScanRequest | HashRequest
Frame: TypeAlias = (
    ScanProgress | ModelsListed | ReadStarted | ModelsRead | HashProgress | Hashed | Ended
)
REQUESTS = Frames[Request](Request, MAX_FRAME_BYTES, escapes_surrogates=True)
FRAMES = Frames[Frame](Frame, MAX_FRAME_BYTES, escapes_surrogates=True)

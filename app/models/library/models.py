"""The starter model, and the facts of a model file that is to be loaded."""

import threading
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

import msgspec

from app.errors import ModelFileError
from app.settings import Settings
from engine.gguf import errors, model_file
from engine.gguf.model_file import ModelFile
from engine.messages.config import ModelDefaults
from engine.messages.sampling_params import SamplingParams
from resources import models

MAX_RECENT = 12  # files that were used

# Temperature and top-p are from its model card; its file has no such keys. The penalty is ours:
# without it, long answers (a poem, a plan) repeated themselves endlessly.
STARTER_SAMPLING: Mapping[str, object] = MappingProxyType(
    {"temperature": 0.2, "top_p": 0.9, "repeat_penalty": 1.1}
)

# Without a system prompt its template names the model and its makers. With that text, this
# quantization answers plain questions in broken French: 1 of 16 draws named the capital of France,
# with this prompt 216 of 220. The model knows English only.
STARTER_PROMPT = "Answer in English."


def builtin_model() -> Path:
    """Return the path of the starter model; the file is absent if set-up could not fetch it."""
    return models.path()


def default_path(settings: Settings) -> str:
    """Return the file of the model of new chats."""
    return settings.model_path or str(builtin_model())


def used_paths(settings: Settings) -> tuple[str, ...]:
    """Return the files of the models that were used, each once; first that of new chats."""
    paths = (default_path(settings), str(builtin_model()), *settings.recent_models)
    return tuple(dict.fromkeys(paths))


def recent_with(settings: Settings, path: str) -> tuple[str, ...]:
    """Return the files that were used last, with this one first.

    Without the starter model, which is always offered.
    """
    recent = settings.recent_models
    if path == str(builtin_model()):
        return recent
    return (path, *(each for each in recent if each != path))[:MAX_RECENT]


def is_starter(path: str) -> bool:
    """Return whether a path names the starter model, in any folder."""
    return Path(path).name == models.FILE_NAME


def defaults_of(model: ModelFile) -> ModelDefaults:
    """Return the sampling and the system prompt for requests of programs without their own."""
    path = str(model.path)
    advice = STARTER_SAMPLING if is_starter(path) else model.sampling
    return ModelDefaults(msgspec.convert(dict(advice), SamplingParams), default_prompt_of(path))


def advised_sampling_of(path: str) -> Mapping[str, object]:
    """Return the advised sampling of a model, for values that the user has not set. Blocks.

    Raises ModelFileError.
    """
    return STARTER_SAMPLING if is_starter(path) else describe(Path(path)).sampling


def default_prompt_of(path: str) -> str:
    """Return the system prompt of a model without one in its settings; empty for none."""
    return STARTER_PROMPT if is_starter(path) else ""


def describe(path: Path) -> ModelFile:
    """Return the facts of a chat model, in milliseconds. Raises ModelFileError."""
    model = describe_any(path)
    try:
        model_file.check_can_chat(model)
    except errors.ModelFileError as error:
        raise ModelFileError(*error.args) from error
    return model


def describe_any(path: Path) -> ModelFile:
    """Return the facts of a model file, also of one that only embeds. Raises ModelFileError.

    A file that has not changed is read once: a start asks three times for the same one, in two
    threads at once, and the window's thread waits while Python reads a vocabulary.
    """
    try:
        versions = tuple(map(_version, model_file.model_parts(path)))
        with _reading(path, versions):
            return _described(path, versions)
    except errors.ModelFileError as error:
        raise ModelFileError(*error.args) from error


# Device, inode, size, and the times of the last changes of content and of permissions.
_Version = tuple[int, int, int, int, int]


def _version(path: Path) -> _Version | None:
    """Return a value that differs once a file has changed; None for a missing file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


@lru_cache(maxsize=16)
def _reading(_path: Path, _versions: tuple[_Version | None, ...]) -> threading.Lock:
    return threading.Lock()


@lru_cache(maxsize=16)
def _described(path: Path, _versions: tuple[_Version | None, ...]) -> ModelFile:
    return model_file.describe(path)  # an error is not kept

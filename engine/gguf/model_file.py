"""Model files: described and checked before they are loaded."""

import math
import os
import re
import stat
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import msgspec

from engine.gguf.chat_training import named_training
from engine.gguf.errors import ModelFileMissing, ModelFileTruncated, NotAModelFile
from engine.gguf.header import (
    MAGIC,
    MAX_HEADER_BYTES,
    BadHeader,
    GgufHeader,
    HeaderCutShort,
    KnownLists,
    has_repeated_token,
    read_header,
)
from engine.gguf.model_name import model_name
from engine.gguf.model_shape import ModelShape, shape_of
from engine.gguf.purpose import Purpose, purpose_of
from engine.ipc.lazy_text import LazyText, lazy, lazy_bytes
from engine.messages.errors import InvalidSampling
from engine.messages.metrics import ModelTraining
from engine.messages.sampling_params import SamplingParams

_PART_NAME = re.compile(r"(?P<stem>.+)-(?P<number>\d{5})-of-(?P<count>\d{5})\.gguf", re.DOTALL)
_MAX_PARTS = 1000
_MAX_LAYERS = 512  # LLAMA_MAX_LAYERS
_EPSILONS = ("layer_norm_rms_epsilon", "layer_norm_epsilon", "group_norm_epsilon")
_NOT_MODELS = {
    "adapter": lazy("is a LoRA adapter for another model; open that model instead"),
    "mmproj": lazy("holds only the vision part of a model; open the model that it belongs to"),
    "imatrix": lazy("is an imatrix file; open a model instead"),
}
# Files of older converters have no type, but the key or the architecture shows it.
_TYPE_OF_KEY = {"adapter.type": "adapter", "adapter.lora.alpha": "adapter"}
_TYPE_OF_ARCHITECTURE = {"clip": "mmproj"}
LOOKED_AT_BYTES = 512
_BEGINNINGS = (
    (
        b"version https://git-lfs",
        lazy("only a pointer of Git LFS; download the actual file"),
    ),
    (b"PK\x03\x04", lazy("a ZIP archive or a PyTorch model")),
    (b"\x80\x02", lazy("a PyTorch model")),
    (b"tjgg", lazy("a model in the old GGJT format, which preceded GGUF")),
    (b"lmgg", lazy("a model in the old GGML format, which preceded GGUF")),
    (b"fmgg", lazy("a model in the old GGMF format, which preceded GGUF")),
    (b"\x1f\x8b", lazy("a compressed archive; unpack it first")),
    (b"7z\xbc\xaf\x27\x1c", lazy("a compressed archive; unpack it first")),
    (b"Rar!", lazy("a compressed archive; unpack it first")),
    (b"SQLite format 3\0", lazy("a database")),
    (b"%PDF", lazy("a PDF document")),
    (b"\x89PNG", lazy("a picture")),
    (b"\x7fELF", lazy("a program")),
    (b"MZ", lazy("a program")),
)
_WEB_PAGES = (b"<!doctype html", b"<html", b"<?xml")
_HUGEST_SAFETENSORS_HEADER = 100 * 1024 * 1024
PREFIX = "general.sampling."
MAX_TOP_K = (1 << 31) - 1
NO_ADVICE: Mapping[str, object] = MappingProxyType({})
_NAMES = {
    "temp": "temperature",
    "top_k": "top_k",
    "top_p": "top_p",
    "min_p": "min_p",
    "xtc_probability": "xtc_probability",
    "xtc_threshold": "xtc_threshold",
    "penalty_last_n": "penalty_window",
    "penalty_repeat": "repeat_penalty",
}


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A model as its files describe it.

    Attributes:
        path: the file to load; of a split model the first part.
        size_bytes: the size of all parts together.
        name: the name to show, with the quantization.
        architecture: the model family, which the library must support.
        parameter_count: the number of parameters in all tensors.
        trained_context: the trained context window in tokens, if known.
        part_count: the number of files.
        shape: the input of memory estimates.
        chat_template, tool_template: the templates of chats, and of chats with tools if that
            differs; None if there is none.
        training: the purpose of the training, judged by its names.
        sampling: the publisher's recommendation, by the names of ``SamplingParams``.
    """

    path: Path
    size_bytes: int
    name: str
    architecture: str
    parameter_count: int
    trained_context: int | None
    part_count: int = 1
    shape: ModelShape | None = field(default=None, compare=False, repr=False)
    chat_template: str | None = field(default=None, compare=False, repr=False)
    tool_template: str | None = field(default=None, compare=False, repr=False)
    training: ModelTraining = ModelTraining.UNKNOWN
    sampling: Mapping[str, object] = field(default=NO_ADVICE, compare=False, repr=False)

    @property
    def embeds_only(self) -> bool:
        """Return whether it embeds texts and cannot chat."""
        return self.shape is not None and self.shape.embedding is not None


def describe(path: Path) -> ModelFile:
    """Read the description of a model file; tensor data is not read.

    Takes milliseconds, or about a second on a malicious file. Raises ModelFileMissing,
    NotAModelFile, ModelFileTruncated.
    """
    parts = model_parts(path)
    headers, sizes = read_headers(parts)
    first = headers[0]
    check_is_model(path.name, headers)
    architecture = str(first.values.get("general.architecture", ""))
    context = first.values.get(f"{architecture}.context_length")
    return ModelFile(
        path=parts[0],
        size_bytes=sum(sizes),
        name=model_name(parts[0].name, first.values).full,
        architecture=architecture,
        parameter_count=sum(header.parameter_count for header in headers),
        trained_context=context if isinstance(context, int) and context > 0 else None,
        part_count=len(parts),
        shape=shape_of(headers),
        chat_template=first.chat_template,
        tool_template=first.tool_template,
        training=named_training(parts[0].name, first.values),
        sampling=advised_sampling(first.values),
    )


def read_headers(
    parts: Sequence[Path], known_lists: KnownLists | None = None
) -> tuple[list[GgufHeader], list[int]]:
    """Return the headers of all files of a model, and their checked sizes.

    Raises ModelFileMissing, NotAModelFile, ModelFileTruncated.
    """
    headers: list[GgufHeader] = []
    sizes: list[int] = []
    left_bytes = MAX_HEADER_BYTES  # of all parts together: only one has the vocabulary
    for part in parts:
        header, size = _read(part, left_bytes, known_lists)
        left_bytes -= header.byte_count
        headers.append(header)
        sizes.append(size)
    return headers, sizes


def check_loadable(path: Path) -> None:
    """Refuse files on which the library would abort the process; ``describe`` accepted the file.

    Takes a tenth of a second with 250,000 tokens. Raises NotAModelFile.
    """
    with path.open("rb") as file:
        header = read_header(file)
        file.seek(0)
        is_repeating = has_repeated_token(file)
    if is_repeating:
        reason = lazy("has the same token twice in its vocabulary; download it again")
    elif not _is_computable(header):
        reason = lazy("describes a network that cannot be computed; download it again")
    else:
        return
    raise NotAModelFile(lazy("“{name}” {reason}.", name=path.name, reason=reason))


def _is_computable(header: GgufHeader) -> bool:
    """Return whether a header meets the library's assertions; missing keys are accepted."""
    prefix = header.values.get("general.architecture", "")
    layer_count = header.values.get(f"{prefix}.block_count", 1)
    epsilons = (header.values.get(f"{prefix}.attention.{name}", 0.0) for name in _EPSILONS)
    return (
        isinstance(layer_count, int)
        and 0 < layer_count <= _MAX_LAYERS
        and all(isinstance(each, int | float) and each >= 0 for each in epsilons)
    )


def model_parts(path: Path) -> list[Path]:
    """Return all files of the model that this one belongs to. Raises ModelFileMissing."""
    match = _PART_NAME.fullmatch(path.name)
    if match is None:
        return [path]
    count = int(match["count"])
    if count > _MAX_PARTS:
        raise NotAModelFile(
            lazy(
                "“{name}” belongs to {count:,} files, which is too many for a model.",
                name=path.name,
                count=count,
            )
        )
    parts = []
    for number in range(1, count + 1):
        part = path.with_name(f"{match['stem']}-{number:05}-of-{match['count']}.gguf")
        if not os.path.exists(part):  # unlike Path's, it returns False for a permission error
            raise ModelFileMissing(
                lazy(
                    "The model is split into {count} files, and “{part}” is missing.",
                    count=count,
                    part=part.name,
                )
            )
        parts.append(part)
    return parts or [path]


def _read(path: Path, most_bytes: int, known_lists: KnownLists | None) -> tuple[GgufHeader, int]:
    """Return the header of one file, and its checked size."""
    size = _size(path)
    try:
        with path.open("rb") as file:
            _check_beginning(path.name, file.read(LOOKED_AT_BYTES))
            file.seek(0)
            header = read_header(file, most_bytes, known_lists)
    except OSError as error:
        raise ModelFileMissing(
            lazy("{path} can't be read: {reason}.", path=path, reason=error)
        ) from error
    except BadHeader as error:
        raise NotAModelFile(lazy("“{name}” {reason}.", name=path.name, reason=error)) from error
    except HeaderCutShort as error:
        raise ModelFileTruncated(
            lazy(
                "“{name}” is incomplete: it ends within its header. Download it again.",
                name=path.name,
            )
        ) from error
    # A cancelled browser download leaves a file that is like a model in every other way.
    if size < header.needed_bytes:
        raise ModelFileTruncated(
            lazy(
                "“{name}” is incomplete ({size} of {whole}). Download it again.",
                name=path.name,
                size=lazy_bytes(size),
                whole=lazy_bytes(header.needed_bytes),
            )
        )
    return header, size


def _size(path: Path) -> int:
    try:
        status = path.stat()
    except FileNotFoundError as error:
        raise ModelFileMissing(lazy("There is no file {path}.", path=path)) from error
    except (OSError, ValueError) as error:
        raise ModelFileMissing(
            lazy("{path} can't be read: {reason}.", path=path, reason=error)
        ) from error
    # Opening a pipe would block forever.
    if not stat.S_ISREG(status.st_mode):
        raise NotAModelFile(lazy("{path} is not a file but a folder or a device.", path=path))
    return status.st_size


def _check_beginning(name: str, beginning: bytes) -> None:
    if not beginning:
        raise ModelFileTruncated(lazy("“{name}” is empty. Download it again.", name=name))
    if beginning.startswith(MAGIC):
        return
    seems = appearance(beginning)
    if not seems:
        raise NotAModelFile(lazy("“{name}” is not a GGUF model.", name=name))
    what = lazy("it seems to be {what}", what=seems)
    raise NotAModelFile(lazy("“{name}” is not a GGUF model file: {what}.", name=name, what=what))


def check_is_model(name: str, headers: Sequence[GgufHeader]) -> None:
    """Refuse files that neither chat nor embed. Raises NotAModelFile."""
    values = headers[0].values
    reason = _NOT_MODELS.get(type_of(headers[0]))
    if reason is None and not any(header.tensor_count for header in headers):
        reason = lazy("holds only a vocabulary and no model")
    if reason is None and "general.architecture" not in values:
        reason = lazy("does not say what kind of model it is")
    if reason is None and purpose_of(headers) is Purpose.RANKING:
        reason = lazy("is a reranking model: it sorts texts and cannot chat; open a chat model")
    if reason is not None:
        raise NotAModelFile(lazy("“{name}” {reason}.", name=name, reason=reason))


def check_can_chat(model: ModelFile) -> None:
    """Refuse models that only embed texts. Raises NotAModelFile."""
    if model.embeds_only:
        raise NotAModelFile(cannot_chat(model.path.name))


def cannot_chat(name: str) -> LazyText:
    """Return the refusal of an embedding model where a chat model is needed."""
    reason = lazy(
        "is an embedding model: it compares texts and cannot chat. Open a chat model; programs "
        "use this one by its name"
    )
    return lazy("“{name}” {reason}.", name=name, reason=reason)


def type_of(header: GgufHeader) -> str:
    """Return the kind of a file that is not a model: "adapter", "mmproj", "imatrix"; else ""."""
    kinds = (
        str(header.values.get("general.type")),
        _TYPE_OF_ARCHITECTURE.get(str(header.values.get("general.architecture")), ""),
        *(kind for key, kind in _TYPE_OF_KEY.items() if key in header.keys),
    )
    return next((kind for kind in kinds if kind in _NOT_MODELS), "")


def appearance(beginning: bytes) -> LazyText | None:
    """Return the apparent kind of a file with these first bytes, or None if unknown."""
    for first, what in _BEGINNINGS:
        if beginning.startswith(first):
            return what
    text = beginning.lstrip(b"\xef\xbb\xbf \t\r\n")
    if text.lower().startswith(_WEB_PAGES):
        return lazy("a web page; the download has probably failed")
    if _is_safetensors(beginning):
        return lazy("a safetensors model; Hubbub needs the GGUF format")
    if text.startswith(b"{"):
        return lazy("a JSON text")
    return None


def _is_safetensors(beginning: bytes) -> bool:
    if len(beginning) < 9 or beginning[8:9] != b"{":
        return False
    (header_bytes,) = struct.unpack_from("<Q", beginning)
    return 0 < int(header_bytes) <= _HUGEST_SAFETENSORS_HEADER


def advised_sampling(values: Mapping[str, object]) -> Mapping[str, object]:
    """Return the recommended sampling of a file, by the names of ``SamplingParams``.

    Invalid values are omitted, and so is ``sequence``: the order of samplers is fixed.
    """
    advice: dict[str, object] = {}
    for key, name in _NAMES.items():
        value = values.get(PREFIX + key)
        if not isinstance(value, int | float) or isinstance(value, bool):
            continue
        if key == "top_k":
            value = int(value) if 0 < value <= MAX_TOP_K else MAX_TOP_K
        elif isinstance(value, float):
            value = _plain(value)
        if _is_usable({name: value}):
            advice[name] = value
    if values.get(PREFIX + "mirostat") == 2:
        found = {
            name: _plain(value)
            for name in ("tau", "eta")
            if isinstance(value := values.get(f"{PREFIX}mirostat_{name}"), float)
        }
        if _is_usable({"mirostat": found}):
            advice["mirostat"] = found
    return advice


def _plain(value: float) -> float:
    """Return the shortest decimal number that a 32-bit float represents."""
    return round(value, 6) if math.isfinite(value) else value


def _is_usable(value: Mapping[str, object]) -> bool:
    try:
        msgspec.convert(value, SamplingParams)
    except (msgspec.ValidationError, InvalidSampling):
        return False
    return True

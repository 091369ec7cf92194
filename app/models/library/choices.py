"""The models that can be chosen, and whether each one fits into memory."""

from collections.abc import Iterable
from pathlib import Path

import msgspec
import psutil
from msgspec.structs import replace

from app.errors import ModelFileError
from app.machines.model import EndpointSetting, Route
from app.models.library.models import builtin_model, describe
from app.models.library_model import LibraryModel
from app.models.model import FitWord, ModelChoice, ModelFit, ModelPlace, ModelState
from engine.gguf.automatic_context import MIN_CONTEXT
from engine.gguf.memory_plan import LoadPlan, memory_plan
from engine.gguf.model_file import ModelFile
from engine.gguf.model_name import ModelName, model_name

SHARE_OF_FILE = 1.2  # the memory of a model and its cache, if only the file size is known
TIGHT_SHARE = 0.9  # of all memory; the rest is left to the system
WORDS_PER_TOKEN = 0.75  # of English text

_USUAL = LoadPlan(context_window=MIN_CONTEXT)


class Memory(msgspec.Struct, frozen=True):
    """The memory of this computer.

    Attributes:
        free_bytes: the free memory, including that of the loaded model, which would be unloaded.
        has_gpu: a graphics card holds layers of the loaded model.
        weight_speed: the bytes of weights that are computed per second, as measured; 0 if unknown.
        load: how a model would be loaded; with the smallest automatic context unless one is set.
    """

    total_bytes: int
    free_bytes: int
    has_gpu: bool = False
    load: LoadPlan = _USUAL
    weight_speed: float = 0.0

    @classmethod
    def now(
        cls,
        *,
        given_back: int = 0,
        has_gpu: bool = False,
        load: LoadPlan = _USUAL,
        weight_speed: float = 0.0,
    ) -> "Memory":
        """Return the memory of this computer as it is now."""
        memory = psutil.virtual_memory()
        free = min(memory.total, memory.available + given_back)
        return cls(memory.total, free, has_gpu, load, weight_speed)


def first_choice(path: str | None, place: ModelPlace, state: ModelState) -> ModelChoice:
    """Return a choice before its file is read."""
    return ModelChoice(model_name(_file_of(path).name, {}).full, place, state, path=path)


def described(known: ModelChoice, memory: Memory) -> ModelChoice:
    """Return a choice with the facts of its file; reads from the disk for up to a second."""
    file = _file_of(known.path)
    if known.state is ModelState.READY and not file.exists():
        return replace(known, state=ModelState.GONE)
    try:
        model = describe(file)
    except ModelFileError:
        return known  # opening it reports the problem
    per_token = 0 if model.shape is None else model.shape.bytes_per_token
    fit = fit_of(_needed_bytes(model, memory.load), memory, per_token)
    return replace(known, name=model.name, fit=fit, byte_count=model.size_bytes)


def found_choice(
    model: LibraryModel, memory: Memory, state: ModelState = ModelState.READY
) -> ModelChoice:
    """Return a model of this computer as a choice, without reading its file."""
    return ModelChoice(
        name=ModelName(model.name, model.facts.quantization).full,
        place=ModelPlace.FOUND,
        state=state,
        fit=fit_of(
            model.needed_bytes or round(model.byte_count * SHARE_OF_FILE),
            memory,
            model.bytes_per_token,
        ),
        path=model.path,
        byte_count=model.byte_count,
        sees=model.can_see,
        hears=model.can_hear,
    )


def with_senses(known: ModelChoice, model: LibraryModel | None) -> ModelChoice:
    """Return a choice with the senses that the library knows of its model."""
    if model is None:
        return known
    return replace(known, sees=model.can_see, hears=model.can_hear)


def remote_choices(
    endpoints: Iterable[EndpointSetting], *, is_offline: bool = False
) -> tuple[ModelChoice, ...]:
    """Return the models of other machines as choices, as these last reported them."""
    state = ModelState.OFFLINE if is_offline else ModelState.READY
    return tuple(
        ModelChoice(
            model.name,
            ModelPlace.REMOTE,
            state,
            route=Route(endpoint.id, model.name),
            machine=endpoint.name,
            host=endpoint.host,
            context_window=model.context_window,
            sees=model.sees is True,
        )
        for endpoint in endpoints
        for model in endpoint.models
    )


def fit_of(needed: int, memory: Memory, bytes_per_token: float = 0.0) -> ModelFit:
    """Return whether a model that needs this memory fits, and how fast it would answer."""
    if needed <= memory.free_bytes:
        word = FitWord.FITS
    elif memory.has_gpu:
        word = FitWord.UNKNOWN
    elif needed <= TIGHT_SHARE * memory.total_bytes:
        word = FitWord.TIGHT
    else:
        word = FitWord.TOO_LARGE
    tokens = memory.weight_speed / bytes_per_token if bytes_per_token else 0.0
    return ModelFit(
        word,
        needed,
        memory.free_bytes,
        memory.total_bytes,
        memory.has_gpu,
        tokens * WORDS_PER_TOKEN,
    )


def _needed_bytes(model: ModelFile, load: LoadPlan) -> int:
    """Return the memory of a model and its chats, or an estimate from the file size."""
    shape = model.shape
    if shape is None or not shape.is_certain:
        return round(model.size_bytes * SHARE_OF_FILE)
    return memory_plan(shape, load).total


def _file_of(path: str | None) -> Path:
    return builtin_model() if path is None else Path(path)

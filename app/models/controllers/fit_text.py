"""Whether a model fits into memory with given settings: a sentence and figures."""

import asyncio
import os
from collections.abc import Iterable
from pathlib import Path

import msgspec
import psutil
from msgspec.structs import replace

from app.engine_settings import slots_of
from app.errors import ModelFileError, lazy
from app.models.library.choices import Memory, fit_of
from app.models.library.models import describe
from app.models.model import FitEstimate, ModelFit
from app.settings import Settings
from app.widgets.kit.text import format_bytes
from app.widgets.kit.translation import fill, translate, translated
from app.widgets.settings.setting_rows import MAX_SLOTS
from engine.client.client import EngineState
from engine.client.net_client import NetClient
from engine.gguf.automatic_context import (
    LEFT_BYTES,
    LEFT_SHARE,
    MIN_CONTEXT,
    automatic_context,
    estimated_speed,
)
from engine.gguf.draft_file import draft_bytes
from engine.gguf.embedding_load import usual_load
from engine.gguf.header import unpacked_header
from engine.gguf.memory_plan import (
    NO_PROJECTOR,
    Fit,
    FitKind,
    FreeMemory,
    LoadPlan,
    ProjectorPlan,
    fit,
    memory_plan,
)
from engine.gguf.model_shape import ModelShape, shape_of
from engine.gguf.purpose import Purpose, purpose_of
from engine.messages.metrics import ModelInfo
from engine.messages.net_messages import HubRepository, HubVariant

_MAX_PARTS = 16  # headers read of a split model; each has some megabytes at most


class FitTeller(msgspec.Struct, frozen=True):
    """Estimates for the loaded model; fast enough for each step of a number field.

    Attributes:
        automatic: the tokens of each chat if no context window is set; None if the engine has not
            chosen them, as it was loaded with a fixed number.
        given_back: the bytes of the loaded models, which new settings unload.
    """

    model: ModelInfo
    shape: ModelShape
    automatic: int | None = None
    given_back: int = 0

    @classmethod
    def of(cls, state: EngineState, given_back: int = 0) -> "FitTeller | None":
        """Read the header of the loaded model; None if no estimate is possible. Blocks."""
        if state.model is None:
            return None
        try:
            shape = describe(Path(state.model.path)).shape
        except ModelFileError:
            return None
        # Only the engine knows the free memory of a graphics card.
        is_known = shape is not None and shape.is_certain and not state.model.gpu_layer_count
        is_chosen = state.config is not None and state.config.context_window is None
        automatic = state.model.context_window if is_chosen else None
        if shape is None or not is_known:
            return None
        return cls(state.model, shape, automatic, given_back)

    def estimate(self, settings: Settings) -> FitEstimate:
        """Return the memory that these settings need, and whether it is free.

        Empty if the context window is not known before the model is loaded.
        """
        window = settings.context_window or self.automatic
        if window is None:
            return FitEstimate()
        slot_count = slots_of(settings, self.model.path)
        load = LoadPlan(slot_count, window, settings.kv_type)
        return _estimate(self.shape, load, Memory.now(given_back=self.given_back))

    def more_slots(self, settings: Settings) -> int:
        """Return up to twice the slots of the model, with the same context; 0 if none can be added.

        As much memory stays free as an automatic context leaves.
        """
        memory = psutil.virtual_memory()
        free = min(memory.total, memory.available + self.model.file_bytes + self.model.kv_bytes)
        known = FreeMemory(free, memory.total)
        room = free - max(LEFT_SHARE * memory.total, LEFT_BYTES)
        load = LoadPlan(self.model.slot_count, self.model.context_window, settings.kv_type)
        for count in range(min(2 * load.slot_count, MAX_SLOTS), load.slot_count, -1):
            wanted = replace(load, slot_count=count)
            plan = memory_plan(self.shape, wanted).main
            limit = settings.models_memory or memory.total
            if plan.total > room or plan.total + plan.kv > limit:
                continue
            window = self.automatic and automatic_context(self.shape, wanted, known, None).tokens
            if window is None or window >= load.context_window:
                return count
        return 0


class ModelFitTeller(msgspec.Struct, frozen=True):
    """Estimates for any model, loaded or not.

    Attributes:
        path: of the model.
        given_back: the bytes of the loaded models, which would be unloaded.
        automatic: the tokens of each chat if no context window is set.
    """

    path: str
    shape: ModelShape
    given_back: int
    automatic: int

    @classmethod
    def of(cls, path: str, state: EngineState, given_back: int) -> "ModelFitTeller | None":
        """Read the header of a model; None if no estimate is possible. Blocks.

        ``state`` is that of its engine, or of another one.
        """
        model = state.model
        try:
            shape = describe(Path(path)).shape
        except ModelFileError:
            return None
        has_card = model is not None and model.gpu_layer_count > 0
        if shape is None or not shape.is_certain or has_card:
            return None  # only the engine knows the free memory of a graphics card
        is_loaded = model is not None and model.path == path
        is_chosen = state.config is not None and state.config.context_window is None
        automatic = model.context_window if model and is_loaded and is_chosen else MIN_CONTEXT
        return cls(path, shape, given_back, automatic)

    def estimate(
        self,
        settings: Settings,
        projector: ProjectorPlan = NO_PROJECTOR,
        draft_path: str | None = None,
    ) -> FitEstimate:
        """Return the memory that these settings need, and whether it is free."""
        window = settings.context_window or self.automatic
        slot_count = slots_of(settings, self.path)
        drafting = draft_path if settings.guesses_ahead else None
        load = LoadPlan(
            slot_count,
            window,
            settings.kv_type,
            projector=projector,
            draft_bytes=draft_bytes(drafting, slot_count),
        )
        return _estimate(self.shape, load, Memory.now(given_back=self.given_back))


def _estimate(shape: ModelShape, load: LoadPlan, memory: Memory) -> FitEstimate:
    found = fit(shape, load, FreeMemory(memory.free_bytes, memory.total_bytes))
    figures = fit_of(found.plan.total, memory, shape.bytes_per_token)
    figures = replace(figures, chats_bytes=found.plan.kv)
    return FitEstimate(fit_text(found, memory.free_bytes), figures)


def fit_text(found: Fit, free_bytes: int) -> str:
    """Return a sentence on what fits, and the memory that it takes."""
    words = {
        FitKind.FITS: translate(
            "Fit",
            "It fits: {slots:,} chats of {tokens:,} tokens take {needed} with the model, "
            "and {free} are free.",
        ),
        FitKind.LESS_CONTEXT: translate(
            "Fit",
            "It fits with less context: {slots:,} chats of {tokens:,} tokens take {needed} "
            "with the model, and {free} are free.",
        ),
        FitKind.PARTLY_CPU: translate(
            "Fit",
            "It fits partly on the CPU, which is slow: {slots:,} chats of {tokens:,} tokens take "
            "{needed} with the model.",
        ),
        FitKind.TOO_LARGE: translate(
            "Fit",
            "It does not fit: {slots:,} chats need {needed} with the model, and {free} are free.",
        ),
    }[found.kind]
    return fill(
        words,
        slots=found.load.slot_count,
        tokens=found.load.context_window,
        needed=format_bytes(found.plan.total),
        free=format_bytes(free_bytes),
    )


class RemoteShape(msgspec.Struct, frozen=True):
    """The shape of a variant; None if it is unknown, with the reason."""

    shape: ModelShape | None
    reason: str = ""


async def read_shape(net: NetClient, repository: HubRepository, variant: HubVariant) -> RemoteShape:
    """Read the headers of all files of a variant. Raises NetFailure."""
    headers = []
    for file in variant.files[:_MAX_PARTS]:
        answer = await net.read_header(repository.model.name, repository.commit, file.path)
        if not answer.header:
            return RemoteShape(None, answer.reason)
        headers.append(answer.header)
    try:
        shape = await asyncio.to_thread(_shape, headers)
    except (ValueError, KeyError, TypeError, OverflowError):  # a header that makes no sense
        return RemoteShape(None)
    if shape is None:
        return RemoteShape(None, lazy("It is a reranking model, which can't be used."))
    # Without the headers of all parts some layers would be missing from the sum.
    is_known = shape.is_certain and len(variant.files) <= _MAX_PARTS
    return RemoteShape(shape if is_known else None)


def fit_of_shape(
    shape: ModelShape, load: LoadPlan, memory: Memory, *, has_own_window: bool
) -> tuple[ModelFit, str]:
    """Return whether a model fits, and the sentence; fast.

    Without ``has_own_window`` each chat gets the automatic context window.
    """
    if shape.embedding is not None:
        return _embedding_fit(shape, memory)
    free = FreeMemory(memory.free_bytes, memory.total_bytes)
    if not has_own_window:
        speed = estimated_speed(shape, os.cpu_count() or 1)
        tokens = automatic_context(shape, load, free, speed).tokens
        load = replace(load, context_window=tokens)
    found = _estimate(shape, load, memory)
    if not memory.has_gpu:
        return found.fit, found.text
    note = translate("RemoteFit", "The memory of the graphics card is not counted.")
    return found.fit, f"{found.text} {note}"


def _embedding_fit(shape: ModelShape, memory: Memory) -> tuple[ModelFit, str]:
    """Return whether a model that only embeds fits, and a sentence."""
    found = fit_of(memory_plan(shape, usual_load(shape, memory.load)).total, memory)
    text = translate(
        "RemoteFit",
        "An embedding model: it compares texts for other programs and cannot chat. It takes "
        "{needed}, and {free} are free.",
    )
    needed, free = format_bytes(found.needed_bytes), format_bytes(found.free_bytes)
    return found, fill(text, needed=needed, free=free)


def fits_of_quantizations(
    shape: ModelShape,
    known: HubVariant,
    others: Iterable[HubVariant],
    load: LoadPlan,
    memory: Memory,
) -> dict[str, tuple[ModelFit, str]]:
    """Return whether the other quantizations of the same model fit.

    They differ in the weights only, whose size is that of the files.
    """
    # One header is enough for all of them; each costs megabytes to read.
    rest = memory_plan(shape, usual_load(shape, load)).total - shape.weight_bytes
    per_byte = shape.bytes_per_token / max(1, shape.weight_bytes) if shape.embedding is None else 0
    stem = _stem(known)
    return {
        each.files[0].path: (
            fit_of(rest + each.size_bytes, memory, per_byte * each.size_bytes),
            "",
        )
        for each in others
        if each is not known and _stem(each) == stem
    }


def unknown_text(reason: str) -> str:
    """Return the sentence for a model whose fit is unknown."""
    text = translate("RemoteFit", "Fit unknown.")
    return f"{text} {translated(reason)}" if reason else text


def room_text(free_bytes: str, size: str) -> str:
    """Return the size of a download and the free space on the disk."""
    text = translate("RemoteFit", "Needs {size} of {free} free on the disk.")
    return fill(text, size=size, free=free_bytes)


def _shape(packed: list[bytes]) -> ModelShape | None:
    """Return the shape of a model; None for a reranker."""
    headers = [unpacked_header(each) for each in packed]
    return None if purpose_of(headers) is Purpose.RANKING else shape_of(headers)


def _stem(variant: HubVariant) -> str:
    """Return the name of a model without its quantization, in lower case."""
    name, quantization = variant.name.lower(), variant.quantization.lower()
    return name.replace(quantization, "").strip("-._ ") if quantization else name

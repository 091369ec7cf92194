"""Whether a model that is not here yet would fit: its header is read first, then it is reckoned."""

import asyncio
import os
from collections.abc import Iterable
from dataclasses import dataclass, replace

from app.controllers.engine.fit_text import fit_text
from app.domain import ModelFit
from app.library.choices import Memory, fit_of
from app.widgets.kit.translation import fill, translate, translated
from engine.client.net_client import NetClient
from engine.gguf.automatic_context import automatic_context, estimated_speed
from engine.gguf.header import unpacked_header
from engine.gguf.memory_plan import FreeMemory, LoadPlan, fit, memory_plan
from engine.gguf.model_shape import ModelShape, shape_of
from engine.messages.net_messages import HubRepository, HubVariant

_MOST_PARTS = 16  # of a split model, whose headers are read; each is some megabytes at most


@dataclass(frozen=True, slots=True)
class RemoteShape:
    """The shape of a variant; None where nobody knows it, and why."""

    shape: ModelShape | None
    reason: str = ""


async def read_shape(net: NetClient, repository: HubRepository, variant: HubVariant) -> RemoteShape:
    """Read the headers of all files of a variant. Raises NetFailure."""
    headers = []
    for file in variant.files[:_MOST_PARTS]:
        answer = await net.read_header(repository.model.name, repository.commit, file.path)
        if not answer.header:
            return RemoteShape(None, answer.reason)
        headers.append(answer.header)
    try:
        shape = await asyncio.to_thread(_shape, headers)
    except (ValueError, KeyError, TypeError, OverflowError):  # a header that makes no sense
        return RemoteShape(None)
    # Without the headers of all parts some layers would be missing from the sum.
    is_known = shape.is_certain and len(variant.files) <= _MOST_PARTS
    return RemoteShape(shape if is_known else None)


def fit_of_shape(
    shape: ModelShape, load: LoadPlan, memory: Memory, *, has_own_window: bool
) -> tuple[ModelFit, str]:
    """Return whether a model fits in a word, and the sentence; quick.

    Without a window of its own each chat gets what the engine would give it.
    """
    free = FreeMemory(memory.free_bytes, memory.total_bytes)
    if not has_own_window:
        speed = estimated_speed(shape, os.cpu_count() or 1)
        tokens = automatic_context(shape, load, free, speed).tokens
        load = replace(load, context_window=tokens)
    found = fit(shape, load, free)
    text = fit_text(found, memory.free_bytes)
    if memory.has_gpu:
        note = translate("RemoteFit", "What the graphics card can hold is not counted.")
        text = f"{text} {note}"
    return fit_of(found.plan.total, memory), text


def fits_beside(
    shape: ModelShape,
    known: HubVariant,
    others: Iterable[HubVariant],
    load: LoadPlan,
    memory: Memory,
) -> dict[str, tuple[ModelFit, str]]:
    """Return in a word whether the other quantizations of the same model fit.

    All but the weights takes the same, and the weights are the files.
    """
    # One header is enough for all of them: to read each would cost megabytes per row.
    rest = memory_plan(shape, load).total - shape.weight_bytes
    stem = _stem(known)
    return {
        each.files[0].path: (fit_of(rest + each.size_bytes, memory), "")
        for each in others
        if each is not known and _stem(each) == stem
    }


def unknown_text(reason: str) -> str:
    """Return the sentence where nobody knows whether a model fits."""
    text = translate("RemoteFit", "Fit unknown.")
    return f"{text} {translated(reason)}" if reason else text


def room_text(free_bytes: str, size: str) -> str:
    """Return how much room a download takes of what the disk has."""
    text = translate("RemoteFit", "Takes {size} of {free} free on the disk.")
    return fill(text, size=size, free=free_bytes)


def _shape(packed: list[bytes]) -> ModelShape:
    return shape_of([unpacked_header(each) for each in packed])


def _stem(variant: HubVariant) -> str:
    """Return the name of a model without its quantization, however that is written."""
    name, quantization = variant.name.lower(), variant.quantization.lower()
    return name.replace(quantization, "").strip("-._ ") if quantization else name

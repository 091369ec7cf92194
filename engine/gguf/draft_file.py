"""The file of a draft model: its memory, and whether it can draft for another model."""

from contextlib import suppress
from pathlib import Path

from engine.gguf.errors import ModelFileError
from engine.gguf.memory_plan import PROCESS_BYTES, LoadPlan, memory_plan
from engine.gguf.model_file import ModelFile, cannot_chat, describe
from engine.gguf.model_shape import ModelShape
from engine.ipc.lazy_text import LazyText, lazy

DRAFT_WINDOW = 1024  # tokens that a draft model sees of each chat, the last ones of its text
# Vocabularies of one family differ in a few reserved tokens. A token that differs is only rejected.
MIN_SHARED_TOKENS = 0.99


def draft_batch_size(slot_count: int) -> int:
    """Return the maximum tokens in a call of a draft model: a piece of text, or some of each."""
    return max(128, 8 * slot_count)


def draft_load(slot_count: int) -> LoadPlan:
    """Return how a draft model is loaded for a model with this number of slots."""
    size = draft_batch_size(slot_count)
    return LoadPlan(slot_count, DRAFT_WINDOW, micro_batch_size=size, batch_size=size)


def draft_bytes(path: str | None, slot_count: int) -> int:
    """Return the memory of a draft model for ``LoadPlan``; 0 for a file that a load refuses.

    It is the same in main memory and on a card. Reads the header.
    """
    with suppress(ModelFileError):
        shape = None if path is None else describe(Path(path)).shape
        if shape is not None:
            return memory_plan(shape, draft_load(slot_count)).main.total - PROCESS_BYTES
    return 0


def draft_refusal(shape: ModelShape, draft: ModelFile) -> LazyText | None:
    """Return why a file cannot draft for a model, as far as headers tell; None if it may."""
    own = draft.shape
    if own is not None and own.embedding is not None:
        return cannot_chat(draft.path.name)
    small, large = sorted((shape.vocabulary_size, own.vocabulary_size if own else 0))
    if small < MIN_SHARED_TOKENS * large:
        return other_vocabulary(draft.name)
    if own is not None and any(layer.state_bytes for layer in own.layers):
        return cannot_truncate(draft.name)
    return None


def other_vocabulary(name: str) -> LazyText:
    """Return the refusal of a model of another family."""
    return lazy(
        "{name} has another vocabulary. Choose a smaller model of the same family.", name=name
    )


def cannot_truncate(name: str) -> LazyText:
    """Return the refusal of a model that cannot remove rejected tokens."""
    return lazy(
        "{name} is a kind of model that cannot take rejected tokens back. Choose another draft "
        "model.",
        name=name,
    )

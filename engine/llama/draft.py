"""A draft model of llama.cpp: a second model and context in the process of the loaded model."""

from collections.abc import Sequence
from pathlib import Path

import psutil

from engine.backend import BatchEntry, DecodeStatus, LoadProgress
from engine.gguf.draft_file import (
    DRAFT_WINDOW,
    MIN_SHARED_TOKENS,
    cannot_truncate,
    draft_batch_size,
    draft_load,
    other_vocabulary,
)
from engine.gguf.memory_plan import memory_plan
from engine.gguf.model_file import cannot_chat
from engine.ipc.lazy_text import lazy
from engine.llama.context import Context, ContextSize
from engine.llama.kv_cache import has_forgotten
from engine.llama.model import CardUse, Model
from engine.llama.threadpool import default_thread_count, thread_limit
from engine.llama.vocabulary import LlamaVocabulary
from engine.load_mark import DRAFT_FILE_NAME, is_marked, marked_load
from engine.messages.config import EngineConfig
from engine.messages.errors import ModelLoadFailed, NotEnoughMemory


class LlamaDraft:
    """Implements ``engine.backend.DraftModel``; created by ``load_draft``."""

    window = DRAFT_WINDOW

    def __init__(self, model: Model, context: Context, vocabulary_size: int) -> None:
        """``vocabulary_size`` is that of the loaded model."""
        self.name = model.name
        self.batch_size = context.batch_size
        self._model = model
        self._context = context
        self._kv_cache = context.kv_cache
        self._known = model.vocabulary.size
        self._shared = min(model.vocabulary.size, vocabulary_size)

    def decode(self, entries: Sequence[BatchEntry], thread_count: int) -> DecodeStatus:
        threads = self._context.threads
        threads.set_count(min(thread_count, threads.limit))
        return self._context.decode([self._in_own_vocabulary(each) for each in entries])

    def _in_own_vocabulary(self, entry: BatchEntry) -> BatchEntry:
        """Replace tokens that only the loaded model has."""
        if max(entry.tokens) < self._known:
            return entry
        tokens = [token if token < self._known else 0 for token in entry.tokens]
        return BatchEntry(entry.slot, tokens, entry.position, entry.logit_count)

    def likeliest(self) -> list[int]:
        rows = self._context.logits()[:, : self._shared]
        return [int(token) for token in rows.argmax(axis=1)]

    def truncate(self, slot: int, token_count: int) -> bool:
        if has_forgotten(self._kv_cache, slot, token_count, self._model.sliding_window):
            return False
        return self._kv_cache.truncate(slot, token_count)

    def clear(self, slot: int) -> None:
        self._kv_cache.clear(slot)

    def request_abort(self) -> None:
        self._context.request_abort()

    def close(self) -> None:
        self._context.close()
        self._model.close()


def load_draft(
    config: EngineConfig, model: Model, slot_count: int, card: CardUse, progress: LoadProgress
) -> LlamaDraft:
    """Load the draft model of the settings. Raises ModelLoadFailed with a reason for the user.

    The load is marked on the disk, so that a file that ends the process is not loaded again.
    """
    path = Path(config.draft_path or "")
    folder = Path(config.cache_dir) if config.cache_dir else None
    if folder is not None and is_marked(folder, path, DRAFT_FILE_NAME):
        raise ModelLoadFailed(
            lazy(
                "{name} crashed the engine while it was loaded. Choose another draft model.",
                name=path.name,
            )
        )
    with marked_load(folder, path, DRAFT_FILE_NAME):
        draft = Model(path, card, progress)
        try:
            return _checked(draft, model, config, slot_count)
        except BaseException:
            draft.close()
            raise


def _checked(draft: Model, model: Model, config: EngineConfig, slot_count: int) -> LlamaDraft:
    if draft.embedding is not None:
        raise ModelLoadFailed(cannot_chat(draft.path.name))
    if draft.is_recurrent or draft.is_hybrid:
        raise ModelLoadFailed(cannot_truncate(draft.name))
    if not have_same_tokens(draft.vocabulary, model.vocabulary):
        raise ModelLoadFailed(other_vocabulary(draft.name))
    needed = memory_plan(draft.shape, draft_load(slot_count)).main
    if needed.kv + needed.compute + needed.output > psutil.virtual_memory().available:
        raise NotEnoughMemory(lazy("Not enough memory for {name}.", name=draft.name))
    context = Context(draft, _size(config, slot_count))
    try:
        if not context.kv_cache.exists or not _can_truncate(context):
            raise ModelLoadFailed(lazy("{name} cannot compute on this computer.", name=draft.name))
    except BaseException:
        context.close()
        raise
    return LlamaDraft(draft, context, model.vocabulary.size)


def _size(config: EngineConfig, slot_count: int) -> ContextSize:
    batch_size = draft_batch_size(slot_count)
    return ContextSize(
        slot_count=slot_count,
        window=DRAFT_WINDOW,
        cells=DRAFT_WINDOW,
        batch_size=batch_size,
        micro_batch_size=batch_size,
        thread_count=config.thread_count or default_thread_count(),
        thread_limit=config.thread_count or thread_limit(),
        drafted_rows=0,
    )


def _can_truncate(context: Context) -> bool:
    """Compute two tokens, remove one, and leave the context empty."""
    status = context.decode([BatchEntry(0, (0, 0), 0, 1)])
    is_truncated = status is DecodeStatus.DONE and context.kv_cache.truncate(0, 1)
    context.kv_cache.clear(0)
    return is_truncated


def have_same_tokens(one: LlamaVocabulary, other: LlamaVocabulary) -> bool:
    """Return whether nearly all token ids stand for the same text in both vocabularies."""
    small, large = sorted((one.size, other.size))
    if small < MIN_SHARED_TOKENS * large:
        return False
    same = sum(one.raw_text(token) == other.raw_text(token) for token in range(small))
    return same >= MIN_SHARED_TOKENS * large

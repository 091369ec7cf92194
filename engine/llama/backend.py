"""``engine.backend.Backend`` over llama.cpp: one model with one context."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from engine.backend import (
    BatchEntry,
    Capabilities,
    Checkpoint,
    DecodeStatus,
    MediaEntry,
    Sampler,
    StateIdentity,
)
from engine.backend_media import MediaEncoder
from engine.llama.context import Context, Logits
from engine.llama.devices import Cards
from engine.llama.draft import LlamaDraft
from engine.llama.embedder import LlamaEmbedder
from engine.llama.grammar import CompiledGrammar
from engine.llama.kv_cache import has_forgotten
from engine.llama.model import Model
from engine.llama.sampling import BatchSampler, LlamaSampler
from engine.llama.state import StateKind
from engine.messages.metrics import ModelInfo
from engine.messages.sampling_params import SamplingParams


class _Copies:
    """Prevents a context from being freed while another thread copies a slot of it."""

    def __init__(self) -> None:
        self._count = 0
        self._ended = threading.Condition()

    @contextmanager
    def under_way(self) -> Iterator[None]:
        """Count a copy as running until the block ends."""
        with self._ended:
            self._count += 1
        try:
            yield
        finally:
            with self._ended:
                self._count -= 1
                self._ended.notify_all()

    def wait(self) -> None:
        """Wait until no copy is running."""
        with self._ended:
            self._ended.wait_for(lambda: self._count == 0)


class LlamaBackend:
    """Computes and decides nothing; created by ``engine.llama.loader.load``."""

    def __init__(
        self,
        *,
        model: Model,
        context: Context,
        capabilities: Capabilities,
        info: ModelInfo,
        identity: StateIdentity,
        media: MediaEncoder | None = None,
        draft: LlamaDraft | None = None,
        cards: Cards,
    ) -> None:
        self.cards = cards.memories
        self.media = media
        self.draft = draft
        self.capabilities = capabilities
        self.threads = context.threads
        self._model = model
        self._context = context
        self._kv_cache = context.kv_cache
        self.info = info
        self.state_identity = identity
        self.chat_template = model.chat_template
        self.tool_template = model.tool_template
        self.training = model.training
        self.vocabulary = model.vocabulary
        self.special_texts = model.vocabulary.special_texts
        self.batch_size = context.batch_size
        self.micro_batch_size = context.micro_batch_size
        vocabulary = model.vocabulary
        self._batch_sampler = BatchSampler(vocabulary.size, vocabulary, info.context_window)
        self._batch_sampler.read_vocabulary()
        self._copies = _Copies()

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        return self._context.decode(entries)

    def decode_media(self, entry: MediaEntry) -> DecodeStatus:
        return self._context.decode_media(entry)

    def compile_grammar(self, params: SamplingParams) -> object | None:
        return self._batch_sampler.compile(params)

    def new_sampler(
        self,
        params: SamplingParams,
        recent_tokens: Sequence[int],
        *,
        grammar: object | None = None,
        is_reasoning: bool = False,
        opening_tokens: frozenset[int] = frozenset(),
    ) -> Sampler:
        if grammar is not None and not isinstance(grammar, CompiledGrammar):
            raise ValueError("a grammar of another backend cannot be used here")
        return self._batch_sampler.new_sampler(
            params,
            recent_tokens,
            grammar=grammar,
            is_reasoning=is_reasoning,
            opening_tokens=opening_tokens,
        )

    def sample(self, wanted: Sequence[tuple[Sampler, int]]) -> list[int | None]:
        """Return a token for each row; None where the model's logits are not finite."""
        if not wanted:
            return []
        for _, row in wanted:
            self._context.check_row(row)  # without rows the library has no logits
        logits = self._context.logits()
        samplers, rows = [], []
        for sampler, row in wanted:
            if not isinstance(sampler, LlamaSampler):
                raise ValueError("a sampler of another backend cannot be used here")
            samplers.append(sampler)
            rows.append(logits[row])
        return self._batch_sampler.sample(samplers, rows)

    def new_embedder(self, text_limit: int) -> LlamaEmbedder:
        return LlamaEmbedder(
            self._model, self.threads, text_limit, card_layers=self.info.gpu_layer_count
        )

    def logits(self) -> Logits:
        """Return the rows of the last decode; valid until the next one."""
        return self._context.logits()

    def truncate(self, slot: int, token_count: int) -> bool:
        if not self.can_truncate(slot, token_count):
            return False
        if token_count == 0:
            self._kv_cache.clear(slot)
            return True
        return token_count == self.token_count(slot) or self._kv_cache.truncate(slot, token_count)

    def can_truncate(self, slot: int, token_count: int) -> bool:
        count = self.token_count(slot)
        held = max(count, self._kv_cache.held[slot])  # after a picture it may be more
        if not 0 <= token_count <= held:
            raise ValueError(f"slot {slot} holds {held} tokens, not {token_count}")
        if token_count in (0, count, held):
            return True
        if not self.capabilities.can_truncate or self._kv_cache.media.is_inside(slot, token_count):
            return False
        window = self.capabilities.sliding_window
        return not has_forgotten(self._kv_cache, slot, token_count, window)

    def clear(self, slot: int) -> None:
        self._kv_cache.clear(slot)

    def slide(self, slot: int, keep_count: int, discard_count: int) -> None:
        if not self.capabilities.can_slide:
            raise ValueError(f"the KV cache of {self.info.name} cannot slide")
        self._kv_cache.slide(slot, keep_count, discard_count)

    def fork(self, source: int, target: int) -> None:
        """Copy a slot to an empty one, which stays empty if that fails.

        On a device the library copies attention at the next decode, all cells of the slot at once;
        in main memory it is faster to copy only the cells in use.
        """
        if not self.capabilities.can_fork:
            raise ValueError(f"the KV cache of {self.info.name} cannot be forked")
        self._kv_cache.check_empty(target)
        is_attention = not (self.capabilities.is_recurrent or self.capabilities.is_hybrid)
        if is_attention and not self.capabilities.can_lend:
            self._kv_cache.copy(source, target)
        else:
            self.set_state(target, self.state(source), self.token_count(source))

    def checkpoint(self, slot: int) -> Checkpoint:
        held = self.token_count(slot)
        if held == 0 or not self.capabilities.wants_checkpoints:
            return Checkpoint(held, b"")
        self._context.settle(slot)
        return Checkpoint(held, self._kv_cache.read(slot, StateKind.PARTIAL))

    def restore_checkpoint(self, slot: int, checkpoint: Checkpoint) -> bool:
        count = checkpoint.token_count
        if not 0 <= count <= self.token_count(slot):
            is_back = False  # the part that could be cut is gone
        elif count == 0 or not self.capabilities.wants_checkpoints:
            is_back = self.truncate(slot, count)
        else:
            self._context.settle(slot)
            return self._kv_cache.write(slot, StateKind.PARTIAL, checkpoint.state, count)
        if not is_back:
            self._kv_cache.clear(slot)
        return is_back

    def state(self, slot: int) -> bytes:
        with self._copies.under_way():
            self._context.settle(slot)
            return self._kv_cache.read(slot, StateKind.WHOLE)

    def set_state(
        self,
        slot: int,
        state: bytes,
        token_count: int,
        on_placed: Callable[[], None] = lambda: None,
    ) -> bool:
        self._kv_cache.check_empty(slot)
        if not 0 <= token_count <= self.info.context_window:
            return False
        with self._copies.under_way():
            self._context.settle(slot)
            return self._kv_cache.write(slot, StateKind.WHOLE, state, token_count, on_placed)

    def lend_out(self, slot: int) -> None:
        if not self.capabilities.can_lend:
            raise ValueError(f"the KV cache of {self.info.name} belongs to one thread")
        self._context.lend_out(slot)

    def take_back(self, slot: int) -> None:
        self._context.take_back(slot)

    def token_count(self, slot: int) -> int:
        return self._kv_cache.token_count(slot)

    def request_abort(self) -> None:
        self._context.request_abort()
        if self.draft is not None:
            self.draft.request_abort()

    def close(self) -> None:
        self._copies.wait()
        if self.media is not None:
            self.media.close()
        if self.draft is not None:
            self.draft.close()
        self._batch_sampler.close()
        self._context.close()
        self._model.close()

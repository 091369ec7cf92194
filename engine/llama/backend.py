"""``engine.backend.Backend`` over llama.cpp: one model with one context."""

from collections.abc import Sequence

from engine.backend import BatchEntry, DecodeStatus, Sampler
from engine.llama.capabilities import Capabilities
from engine.llama.context import Context, Logits
from engine.llama.model import Model
from engine.llama.sampling import LlamaSampler, TokenChooser
from engine.llama.vocabulary import LlamaVocabulary
from engine.protocol import ModelInfo, SamplingParams


class LlamaBackend:
    """Computes what it is told to; ``engine.llama.loader.load`` builds it."""

    def __init__(
        self, *, model: Model, context: Context, capabilities: Capabilities, info: ModelInfo
    ) -> None:
        self.capabilities = capabilities
        self._model = model
        self._context = context
        self._info = info
        self._chat_template = model.chat_template
        self._chooser = TokenChooser(model.vocabulary.size)

    @property
    def info(self) -> ModelInfo:
        return self._info

    @property
    def vocabulary(self) -> LlamaVocabulary:
        return self._model.vocabulary

    @property
    def chat_template(self) -> str | None:
        return self._chat_template

    @property
    def special_texts(self) -> dict[str, str]:
        return self._model.vocabulary.special_texts

    @property
    def batch_size(self) -> int:
        return self._context.batch_size

    @property
    def micro_batch_size(self) -> int:
        return self._context.micro_batch_size

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        return self._context.decode(entries)

    def new_sampler(self, params: SamplingParams, recent_tokens: Sequence[int]) -> Sampler:
        return LlamaSampler(params, recent_tokens, self.vocabulary.size)

    def sample(self, entries: Sequence[tuple[Sampler, int]]) -> list[int | None]:
        """Return a token for each entry; None where the model's logits are not finite."""
        if not entries:
            return []
        places = [self._context.row_of(entry) for _, entry in entries]
        samplers = [sampler for sampler, _ in entries if isinstance(sampler, LlamaSampler)]
        if len(samplers) != len(places):
            raise ValueError("a sampler of another backend cannot be used here")
        logits = self.logits()
        # Rows in order are the usual case, and need no copy.
        rows = logits if places == list(range(len(logits))) else logits[places]
        return self._chooser.choose(samplers, rows)

    def logits(self) -> Logits:
        """Return the rows of the last decode; valid until the next one."""
        return self._context.logits()

    def keep(self, slot: int, token_count: int) -> bool:
        held = self._context.token_count(slot)
        if not 0 <= token_count <= held:
            raise ValueError(f"slot {slot} holds {held} tokens, not {token_count}")
        if token_count == held:
            return True
        if token_count == 0:
            self._context.clear(slot)
            return True
        if not self.capabilities.can_cut or self._is_forgotten(slot, token_count):
            return False
        return self._context.cut(slot, token_count)

    def clear(self, slot: int) -> None:
        self._context.clear(slot)

    def token_count(self, slot: int) -> int:
        return self._context.token_count(slot)

    def request_abort(self) -> None:
        self._context.request_abort()

    def close(self) -> None:
        self._context.close()
        self._model.close()

    def _is_forgotten(self, slot: int, token_count: int) -> bool:
        """Return whether the next token would look back on tokens that are gone already.

        The library removes a tail all the same and answers yes.
        """
        window = self.capabilities.sliding_window
        if window is None:
            return False
        first = self._context.first_position(slot)
        return first is None or first > max(0, token_count - window)

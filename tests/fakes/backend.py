"""A backend whose next token is a hash of the KV content, so that any mix-up is a wrong token.

It models llama.cpp's split KV: positions must continue, slots must ascend, a slot holds
``context_window`` cells, and whatever would abort the process there fails the test here.
"""

import zlib
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.backend import BatchEntry, DecodeStatus, Sampler
from engine.protocol import ModelInfo, SamplingParams

IM_START, IM_END, BOS = 256, 257, 258
_CONTROL = {"<|im_start|>": IM_START, "<|im_end|>": IM_END, "<s>": BOS}


class FakeVocabulary:
    """One token for each byte, and three control tokens."""

    def __init__(self, *, bos_token: int | None = None) -> None:
        self._bos_token = bos_token

    @property
    def size(self) -> int:
        """Bytes and control tokens."""
        return 259

    @property
    def bos_token(self) -> int | None:
        """As the test wished."""
        return self._bos_token

    @property
    def control_texts(self) -> frozenset[str]:
        """The three."""
        return frozenset(_CONTROL)

    @property
    def is_safe_to_join(self) -> bool:
        """Bytes can be joined anywhere."""
        return True

    def tokenize(self, text: str, *, parse_special: bool) -> list[int]:
        """One id for each byte of UTF-8."""
        tokens: list[int] = []
        while text:
            name = next((each for each in _CONTROL if text.startswith(each)), None)
            if name is not None and parse_special:
                tokens.append(_CONTROL[name])
                text = text[len(name) :]
            else:
                tokens.extend(text[0].encode())
                text = text[1:]
        return tokens

    def piece(self, token: int) -> bytes:
        """The byte itself."""
        return bytes([token]) if token < 256 else b""

    def is_end_of_generation(self, token: int) -> bool:
        """Only the end of a message."""
        return token == IM_END


def next_token(held: Sequence[int], reply_share: int) -> int:
    """Return the token that follows this KV content: a letter, or the end once in a while."""
    digest = zlib.crc32(",".join(map(str, held)).encode())
    if reply_share and digest % reply_share == 0:
        return IM_END
    return 97 + digest // 7 % 26


class FakeSampler:
    """Nothing to choose: the fake model is certain."""

    def __init__(self) -> None:
        self.is_closed = False

    def close(self) -> None:
        """Note that it was freed."""
        self.is_closed = True


@dataclass
class FakeBackend:
    """Cells, calls and planned faults.

    Attributes:
        reply_share: one reply in so many tokens ends; 0 never ends.
        faults: statuses that the next decode calls return instead of DONE.
        poison: slots whose every call fails.
        can_cut: whether a slot's tail can be removed (False like a recurrent model).
        calls: the (slot, token count) pairs of each decode call.
    """

    slot_count: int = 4
    context_window: int = 256
    reply_share: int = 40
    can_cut: bool = True
    bos_token: int | None = None
    template: str | None = None
    faults: deque[DecodeStatus] = field(default_factory=deque)
    poison: set[int] = field(default_factory=set)
    calls: list[tuple[tuple[int, int], ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.cells: list[list[int]] = [[] for _ in range(self.slot_count)]
        self.samplers: list[FakeSampler] = []
        self.is_closed = False
        self._outputs: dict[int, int | None] = {}
        self.vocabulary = FakeVocabulary(bos_token=self.bos_token)

    @property
    def info(self) -> ModelInfo:
        """A model of no size."""
        return ModelInfo(
            path="fake",
            name="Fake",
            architecture="fake",
            parameter_count=0,
            file_bytes=0,
            vocabulary_size=259,
            context_window=self.context_window,
            trained_context=self.context_window,
            slot_count=self.slot_count,
            thread_count=1,
            gpu_layer_count=0,
            layer_count=0,
            device="none",
            device_reason="It is a fake.",
        )

    @property
    def chat_template(self) -> str | None:
        """None stands for ChatML."""
        return self.template

    @property
    def special_texts(self) -> dict[str, str]:
        """As a model with these would say."""
        return {"bos_token": "<s>", "eos_token": "<|im_end|>"}

    @property
    def batch_size(self) -> int:
        """Small, so that prompts come in chunks."""
        return 64

    @property
    def micro_batch_size(self) -> int:
        """Smaller."""
        return 32

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        """Check everything that llama.cpp would abort on, then extend the cells."""
        slots = [entry.slot for entry in entries]
        assert entries
        assert slots == sorted(set(slots)), "slots ascend, each once"
        assert sum(len(entry.tokens) for entry in entries) <= self.batch_size
        self.calls.append(tuple((entry.slot, len(entry.tokens)) for entry in entries))
        self._outputs.clear()
        for entry in entries:
            assert 0 <= entry.slot < self.slot_count, "no id reaches n_seq_max"
            assert entry.tokens
            assert entry.position == len(self.cells[entry.slot]), "positions continue"
        if self.faults:
            status = self.faults.popleft()
            if status is not DecodeStatus.DONE:
                self._half_done(entries, status)
                return status
        if self.poison & set(slots):
            return DecodeStatus.FAILED
        for index, entry in enumerate(entries):
            held = self.cells[entry.slot]
            if len(held) + len(entry.tokens) > self.context_window:
                return DecodeStatus.NO_ROOM
            held.extend(entry.tokens)
            if entry.wants_logits:
                self._outputs[index] = next_token(held, self.reply_share)
        return DecodeStatus.DONE

    def _half_done(self, entries: Sequence[BatchEntry], status: DecodeStatus) -> None:
        """Leave the first entry in memory, as a call that stopped between two passes does."""
        if status in (DecodeStatus.ABORTED, DecodeStatus.FAILED):
            self.cells[entries[0].slot].extend(entries[0].tokens)

    def new_sampler(self, params: SamplingParams, recent_tokens: Sequence[int]) -> FakeSampler:
        """Return one that the test can look at."""
        sampler = FakeSampler()
        self.samplers.append(sampler)
        return sampler

    def sample(self, entries: Sequence[tuple[Sampler, int]]) -> list[int | None]:
        """Return what the KV's content says."""
        for sampler, _ in entries:
            assert isinstance(sampler, FakeSampler)
            assert not sampler.is_closed
        return [self._outputs[index] for _, index in entries]

    def keep(self, slot: int, token_count: int) -> bool:
        """Cut, or refuse any real cut like a recurrent model."""
        assert token_count >= 0
        if token_count and token_count < len(self.cells[slot]) and not self.can_cut:
            return False
        del self.cells[slot][token_count:]
        return True

    def clear(self, slot: int) -> None:
        """Empty a slot."""
        self.cells[slot].clear()

    def token_count(self, slot: int) -> int:
        """Count the cells."""
        return len(self.cells[slot])

    def request_abort(self) -> None:
        """Abort the next call."""
        self.faults.append(DecodeStatus.ABORTED)

    def close(self) -> None:
        """Note it."""
        self.is_closed = True

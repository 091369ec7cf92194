"""What the engine asks of a library that runs models; llama.cpp and the tests' fake answer.

Everything here is called on the engine thread only, but for ``tokenize`` and ``piece``. The
backend computes and decides nothing; it raises ``ValueError`` on arguments that would make the
library abort the process, which only a bug of ours can produce.
"""

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.config import EngineConfig
from engine.protocol import ModelInfo, SamplingParams

LoadProgress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class BatchEntry:
    """Consecutive tokens of one slot in a decode call.

    ``position`` is that of the first token and equals the number of tokens which the slot holds.
    Logits are computed for the last token if ``wants_logits``, for none otherwise.
    """

    slot: int
    tokens: Sequence[int]
    position: int
    wants_logits: bool


class DecodeStatus(enum.Enum):
    """How a decode call ended; after anything but DONE the caller reads positions back."""

    DONE = "done"
    NO_ROOM = "no room"
    ABORTED = "aborted"
    INVALID = "invalid batch"
    FAILED = "failed"


class Sampler(Protocol):
    """Chooses the tokens of one request and remembers what it chose."""

    def close(self) -> None:
        """Free it; safe to call twice."""


class Vocabulary(Protocol):
    """Text to token ids and back; thread-safe."""

    @property
    def size(self) -> int:
        """Return the number of entries."""

    def tokenize(self, text: str, *, parse_special: bool) -> list[int]:
        """Return the ids of ``text``; no BOS or EOS is added.

        With ``parse_special`` the texts of control tokens become those tokens.
        """

    def piece(self, token: int) -> bytes:
        """Return the bytes a token stands for; empty for control tokens."""

    def is_end_of_generation(self, token: int) -> bool:
        """Return whether the model ends its reply with this token."""

    @property
    def bos_token(self) -> int | None:
        """Return the id that every prompt begins with, or None if the model wants none."""

    @property
    def control_texts(self) -> frozenset[str]:
        """Return the texts that ``parse_special`` would turn into control tokens."""

    @property
    def is_safe_to_join(self) -> bool:
        """Return whether tokenize(a) + tokenize(b) is a tokenization of a + b at any control token.

        False for vocabularies that put a space before the first word.
        """


class Backend(Protocol):
    """One model with one context that holds ``info.slot_count`` sequences."""

    @property
    def info(self) -> ModelInfo:
        """Return what was loaded, read back from the library."""

    @property
    def vocabulary(self) -> Vocabulary:
        """Return the model's vocabulary."""

    @property
    def chat_template(self) -> str | None:
        """Return the Jinja source that the file carries, or None."""

    @property
    def special_texts(self) -> dict[str, str]:
        """Return ``bos_token`` and ``eos_token`` as texts for the template, where they exist."""

    @property
    def batch_size(self) -> int:
        """Return the most tokens one decode call may carry."""

    @property
    def micro_batch_size(self) -> int:
        """Return the most tokens that one pass of the library computes."""

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        """Compute the entries in one call; ascending slots, each slot once."""

    def new_sampler(self, params: SamplingParams, recent_tokens: Sequence[int]) -> Sampler:
        """Return a sampler whose penalties already know the recent tokens."""

    def sample(self, entries: Sequence[tuple[Sampler, int]]) -> list[int | None]:
        """Return one token for each (sampler, index into the last decode's entries).

        None where the logits are not finite. Only entries that wanted logits in a call that was
        DONE may be named.
        """

    def keep(self, slot: int, token_count: int) -> bool:
        """Remove everything behind a slot's first tokens.

        False if this memory cannot be cut there; then nothing may be assumed and the slot is
        to be cleared.
        """

    def clear(self, slot: int) -> None:
        """Empty a slot."""

    def token_count(self, slot: int) -> int:
        """Return how many tokens a slot holds (last position + 1)."""

    def request_abort(self) -> None:
        """Make a running decode return ABORTED soon, where the device can; any thread."""

    def close(self) -> None:
        """Free context and model; safe to call twice."""


class BackendLoader(Protocol):
    """Loads a model file into a new backend."""

    def __call__(self, path: str, config: EngineConfig, progress: LoadProgress) -> Backend:
        """Return a ready backend. Raises ModelLoadFailed with a text for the user."""

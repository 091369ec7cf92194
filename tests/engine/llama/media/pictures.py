"""Pictures of noise, the pairs that read them, and small steps with both."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from engine.backend import BatchEntry, DecodeStatus, MediaEntry
from engine.backend_media import Embeddings, MediaEncoder
from engine.llama.backend import LlamaBackend
from engine.llama.capi import library_folder
from engine.messages.media import MediaKind
from tests.engine.llama.steps import GREEDY
from tests.models.tiny_projector import (
    write_gemma3_projector,
    write_qwen2vl_projector,
    write_qwen3vl_projector,
)
from tests.models.tiny_vision import write_gemma3, write_qwen2vl, write_qwen3vl

Writer = Callable[[Path], None]

# ``tests/packaging/test_native_libraries.py`` sees to it that a set-up from now on has it.
has_library = any(library_folder().glob("*mtmd*"))
needs_library = pytest.mark.skipif(
    not has_library, reason="this environment was compiled without libmtmd"
)

WORDS = [20 + i * 7 % 200 for i in range(9)]
QUESTION = [33, 44, 55, 66]
SIDE = 224


@dataclass(frozen=True, slots=True)
class Pair:
    """A model and its projector; what a picture of 224 x 224 pixels takes of them."""

    write: Writer
    write_projector: Writer
    rows: int
    positions: int
    row_width: int
    is_causal: bool
    is_mrope: bool

    @property
    def held(self) -> int:
        """Return how many positions the library counts of a picture that nothing follows."""
        return 1 if self.is_mrope else self.positions


QWEN2 = Pair(write_qwen2vl, write_qwen2vl_projector, 64, 8, 64, is_causal=True, is_mrope=True)
QWEN3 = Pair(write_qwen3vl, write_qwen3vl_projector, 64, 8, 128, is_causal=True, is_mrope=True)
GEMMA = Pair(write_gemma3, write_gemma3_projector, 16, 16, 64, is_causal=False, is_mrope=False)
PAIRS = [pytest.param(pair, id=pair.write.__name__) for pair in (QWEN2, QWEN3, GEMMA)]


def noise(seed: int, width: int = SIDE, height: int = SIDE) -> bytes:
    """Return the pixels of a picture."""
    return np.random.default_rng(seed).bytes(width * height * 3)


def encoder_of(backend: LlamaBackend) -> MediaEncoder:
    """Return the projector of a backend that has one."""
    assert backend.media is not None
    return backend.media


def encoded(backend: LlamaBackend, seed: int = 1, side: int = SIDE) -> Embeddings:
    """Return the embeddings of a picture."""
    content = noise(seed, side, side)
    return encoder_of(backend).encode(MediaKind.IMAGE, side, side, content, lambda: True)


def rows_entry(
    pair: Pair,
    slot: int,
    embeddings: Embeddings,
    position: int,
    first_row: int = 0,
    row_count: int | None = None,
) -> MediaEntry:
    """Return a call for rows of a picture, all that are left if nothing else is said."""
    count = len(embeddings.rows) - first_row if row_count is None else row_count
    return MediaEntry(slot, embeddings, position, first_row, count, pair.is_causal)


def read_picture(
    backend: LlamaBackend,
    pair: Pair,
    slot: int,
    embeddings: Embeddings,
    position: int,
    piece: int | None = None,
) -> int:
    """Decode a picture, in pieces of so many rows, and return the position behind it."""
    total = len(embeddings.rows)
    for first in range(0, total, piece or total):
        count = min(piece or total, total - first)
        entry = rows_entry(pair, slot, embeddings, position, first, count)
        assert backend.decode_media(entry) is DecodeStatus.DONE
    return position + int(np.max(embeddings.positions)) + 1


def read_text(
    backend: LlamaBackend, slot: int, tokens: Sequence[int], position: int
) -> npt.NDArray[np.float32]:
    """Decode tokens at a position and return what the last one leads to."""
    entry = BatchEntry(slot, tokens, position, logit_count=1)
    assert backend.decode([entry]) is DecodeStatus.DONE
    return backend.logits().copy()


def read_prompt(
    backend: LlamaBackend, pair: Pair, slot: int, embeddings: Embeddings
) -> tuple[int, npt.NDArray[np.float32]]:
    """Decode words, a picture and a question; return the position behind and the logits."""
    read_text(backend, slot, WORDS, 0)
    behind = read_picture(backend, pair, slot, embeddings, len(WORDS))
    logits = read_text(backend, slot, QUESTION, behind)
    return behind + len(QUESTION), logits


def write_on(backend: LlamaBackend, starts: dict[int, tuple[int, int]], count: int) -> list[int]:
    """Write so many tokens in all slots together; return those of the first.

    ``starts`` are a token and its position, by slot in ascending order.
    """
    samplers = {slot: backend.new_sampler(GREEDY, []) for slot in starts}
    reply: list[int] = []
    for _ in range(count):
        entries = [BatchEntry(slot, [t], at, logit_count=1) for slot, (t, at) in starts.items()]
        assert backend.decode(entries) is DecodeStatus.DONE
        chosen = backend.sample([(samplers[slot], row) for row, slot in enumerate(starts)])
        tokens = [token for token in chosen if token is not None]
        starts = {
            slot: (token, at + 1)
            for (slot, (_, at)), token in zip(starts.items(), tokens, strict=True)
        }
        reply.append(tokens[0])
    for sampler in samplers.values():
        sampler.close()
    return reply

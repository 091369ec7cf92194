"""A picture or a sound as split by libmtmd: the surrounding tokens, and pieces to encode."""

import ctypes
import functools
import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from engine.backend_media import MROPE_SECTIONS, MediaRefused
from engine.ipc.lazy_text import lazy
from engine.llama.capi import library_errors, log_callback, start_library
from engine.messages.errors import ModelLoadFailed
from engine.messages.media import BYTES_PER_SAMPLE, SAMPLE_RATE, MediaKind

if TYPE_CHECKING:
    from engine.backend_media import Positions

WINDOW_SAMPLES = 30 * SAMPLE_RATE - 320  # two frames less, so that no frame of silence follows


@functools.cache
def mtmd() -> ModuleType:
    """Return the binding, with its log redirected. Raises ModelLoadFailed if there is none."""
    start_library()
    try:
        # Not at the top: it loads the library, and only multimodal models need that.
        binding = importlib.import_module("llama_cpp.mtmd_cpp")
    except (OSError, RuntimeError) as error:
        raise ModelLoadFailed(
            lazy("This build of Hubbub does not support pictures. Choose no projector.")
        ) from error
    binding.mtmd_log_set(log_callback, None)
    binding.mtmd_helper_log_set(log_callback, None)
    return binding


def window_sizes(samples: int) -> list[int]:
    """Return the samples of each window; the last is padded to a whole second.

    So there are few different sizes, each of which is counted once.
    """
    full, rest = divmod(samples, WINDOW_SAMPLES)
    seconds = -(-rest // SAMPLE_RATE)
    last = [min(WINDOW_SAMPLES, seconds * SAMPLE_RATE)] if rest else []
    return [WINDOW_SAMPLES] * full + last


def windows_of(content: bytes) -> Iterator[bytes]:
    """Yield the samples of each window, with silence after the last."""
    first = 0
    for size in window_sizes(len(content) // BYTES_PER_SAMPLE):
        end = first + size * BYTES_PER_SAMPLE
        yield content[first:end].ljust(size * BYTES_PER_SAMPLE, b"\0")
        first = end


def sound_positions(rows: int, *, has_mrope: bool) -> "Positions":
    """Return the positions of a sound's rows, which are consecutive like those of a text."""
    found = np.tile(np.arange(rows, dtype=np.int32), (MROPE_SECTIONS if has_mrope else 1, 1))
    # The library provides positions for pictures; for a sound it only has their number.
    if has_mrope:
        found[MROPE_SECTIONS - 1] = 0
    return found


class Piece(msgspec.Struct, frozen=True):
    """The input of one encoding call; valid while the medium is."""

    pointer: int
    rows: int
    positions: int
    is_causal: bool


class Tokenized(msgspec.Struct, frozen=True):
    """The tokens before the first piece, the pieces, and the tokens after the last."""

    begin: tuple[int, ...]
    pieces: tuple[Piece, ...]
    end: tuple[int, ...]

    @property
    def rows(self) -> int:
        """Return the rows of all pieces."""
        return sum(piece.rows for piece in self.pieces)


@contextmanager
def tokenized(
    context: int, kind: MediaKind, width: int, height: int, content: bytes | None
) -> Iterator[Tokenized]:
    """Split a medium for the length of a with block; without content it can only be counted.

    The caller has checked the content's length. Raises MediaRefused.
    """
    library = mtmd()
    chunks = library.mtmd_input_chunks_init()
    try:
        _tokenize(context, chunks, kind, width, height, content)
        yield _read(context, chunks)
    finally:
        library.mtmd_input_chunks_free(chunks)


def positions_of(pieces: tuple[Piece, ...], *, has_mrope: bool) -> "Positions":
    """Return the positions of all rows, section by section, relative to the first."""
    columns: list[Positions] = []
    begin = 0
    for piece in pieces:
        columns.append(_positions(piece, has_mrope=has_mrope) + begin)
        begin += piece.positions
    found = np.concatenate(columns, axis=1)
    if has_mrope:
        found[MROPE_SECTIONS - 1] = 0
    return np.ascontiguousarray(found, dtype=np.int32)


def is_flat(pieces: tuple[Piece, ...], *, has_mrope: bool) -> bool:
    """Return whether all rows begin at one position; faster than ``positions_of``."""
    if not has_mrope or len(pieces) > 1:
        return False
    image = mtmd().mtmd_input_chunk_get_tokens_image(pieces[0].pointer)
    if image is None:
        return False
    return int(mtmd().mtmd_image_tokens_get_decoder_pos(image, 0, pieces[0].rows - 1).t) == 0


def _positions(piece: Piece, *, has_mrope: bool) -> "Positions":
    library = mtmd()
    image = library.mtmd_input_chunk_get_tokens_image(piece.pointer) if has_mrope else None
    if image is None:
        sections = MROPE_SECTIONS if has_mrope else 1
        return np.tile(np.arange(piece.rows, dtype=np.int32), (sections, 1))
    each = (library.mtmd_image_tokens_get_decoder_pos(image, 0, row) for row in range(piece.rows))
    # The batch has the row of the picture before its column.
    return np.array([(one.t, one.y, one.x, 0) for one in each], dtype=np.int32).T


def _tokenize(
    context: int, chunks: int, kind: MediaKind, width: int, height: int, content: bytes | None
) -> None:
    library = mtmd()
    start = ctypes.c_char_p(content)  # null where there is no content
    if kind is MediaKind.IMAGE:
        pixels = ctypes.cast(start, ctypes.POINTER(ctypes.c_uint8))
        bitmap = library.mtmd_bitmap_init(width, height, pixels)
    else:
        samples = ctypes.cast(start, ctypes.POINTER(ctypes.c_float))
        bitmap = library.mtmd_bitmap_init_from_audio(width, samples)
    try:
        part = library.mtmd_input_part(text=None, bitmap=bitmap)
        parts = (ctypes.POINTER(library.mtmd_input_part) * 1)(ctypes.pointer(part))
        library_errors()
        code = library.mtmd_tokenize_from_parts(context, chunks, parts, 1, False)
    finally:
        library.mtmd_bitmap_free(bitmap)  # the chunks have a copy
    if code != 0:
        text = _CANNOT_SEE if kind is MediaKind.IMAGE else _CANNOT_HEAR
        raise MediaRefused(text) from MediaRefused(library_errors())


def _read(context: int, chunks: int) -> Tokenized:
    library = mtmd()
    texts: list[list[int]] = [[]]  # before, between and after the pieces
    pieces: list[Piece] = []
    for index in range(library.mtmd_input_chunks_size(chunks)):
        chunk = library.mtmd_input_chunks_get(chunks, index)
        if library.mtmd_input_chunk_get_type(chunk) == library.MTMD_INPUT_CHUNK_TYPE_TEXT:
            texts[-1] += _tokens(chunk)
            continue
        texts.append([])
        pieces.append(
            Piece(
                pointer=chunk,
                rows=int(library.mtmd_input_chunk_get_n_tokens(chunk)),
                positions=int(library.mtmd_input_chunk_get_n_pos(chunk)),
                is_causal=not library.mtmd_decode_use_non_causal(context, chunk),
            )
        )
    if not pieces or any(texts[1:-1]) or not all(piece.rows for piece in pieces):
        raise MediaRefused(
            lazy("The model splits a picture of this size into parts, which is not supported yet.")
        )
    return Tokenized(tuple(texts[0]), tuple(pieces), tuple(texts[-1]))


_CANNOT_SEE = lazy("The model cannot take a picture of this size and shape.")
_CANNOT_HEAR = lazy("The model cannot take a sound of this length.")


def _tokens(chunk: int) -> list[int]:
    library = mtmd()
    count = ctypes.c_size_t()
    tokens = library.mtmd_input_chunk_get_tokens_text(chunk, ctypes.byref(count))
    return [int(tokens[index]) for index in range(count.value)]

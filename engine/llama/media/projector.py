"""The projector of a loaded model: from pixels to embeddings, one picture at a time."""

import hashlib
import os
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path

import llama_cpp
import numpy as np

from engine.backend_media import Embeddings, MediaFailed, MediaRefused, MediaShape, Rows
from engine.gguf.errors import ModelFileError
from engine.gguf.projector_check import check_projector
from engine.gguf.projector_file import checked_projector
from engine.llama.capi import lib, library_errors
from engine.llama.media.library import mtmd
from engine.llama.media.slices import Slices
from engine.llama.media.tokenized import Piece, Tokenized, is_flat, positions_of, tokenized
from engine.llama.model import Model
from engine.wire.errors import ModelLoadFailed
from engine.wire.lazy_text import lazy
from engine.wire.media import MAX_MEDIA_BYTES, MediaKind, content_bytes

_MOST_UNEQUAL = 100  # sides: what is longer and thinner takes rows beyond every limit
_USUAL_SIDE = 2048  # pixels of a picture that is large in both directions
_MOST_SHAPES = 256
_MOST_THREADS = 512
_IDENTITY_LETTERS = 64


@dataclass(frozen=True, slots=True)
class ProjectorSettings:
    """How a projector is to be loaded.

    Attributes:
        tokens_limit: most rows of a picture where its size decides.
        most_rows_at_once: of a picture that is decoded in one pass.
        card: the library's handle of the device to compute on; 0 is the processor.
    """

    tokens_limit: int
    most_rows_at_once: int
    thread_count: int
    card: int = 0


class Projector:
    """Implements ``engine.backend_media.MediaEncoder``; the model must outlive it.

    ``shape`` may be asked on any thread, also while another one encodes.
    """

    hears = False  # nothing has been tried with sounds yet

    def __init__(self, path: Path, model: Model, settings: ProjectorSettings) -> None:
        """Load a file. Raises ModelLoadFailed with a sentence."""
        _check_fits(path, model)
        self.path = path
        self._model = model
        self._settings = settings
        self._slices = Slices()
        self._row_width = int(lib.llama_model_n_embd_inp(model.pointer))
        self._shapes: dict[tuple[int, int], MediaShape] = {}
        self._encoding = threading.Lock()
        self._opening = threading.Lock()
        self._is_closed = False
        self._wanted_threads = self._thread_count = settings.thread_count
        self.identity = self._identified()
        self._context: int | None = self._open()
        self.sees = bool(mtmd().mtmd_support_vision(self._context))
        self._most_rows = self._usual_rows()

    def shape(self, kind: MediaKind, width: int, height: int) -> MediaShape:
        """Return what a picture of this size takes; any thread. Raises MediaRefused."""
        self._check_size(kind, width, height)
        known = self._shapes.get((width, height))
        if known is not None and not self._is_closed:
            return known  # whoever asks does not wait while the file is read for other threads
        with self._opening:
            if self._context is None:
                raise MediaRefused(lazy("The projector is not loaded any more."))
            known = self._shapes.get((width, height))
            if known is None:
                known = self._measured(width, height)
                if len(self._shapes) >= _MOST_SHAPES:
                    self._shapes.clear()
                self._shapes[width, height] = known
        return known

    def encode(
        self,
        kind: MediaKind,
        width: int,
        height: int,
        content: bytes,
        may_go_on: Callable[[], bool],
    ) -> Embeddings:
        """Return the embeddings of pixels. Raises MediaRefused, MediaFailed, MediaCancelled."""
        shape = self.shape(kind, width, height)
        if len(content) != content_bytes(kind, width, height):
            raise ValueError(f"{len(content)} bytes are not {width} x {height} pixels")
        if not self._encoding.acquire(blocking=False):
            raise ValueError("another thread encodes: the library would end the process")
        try:
            if self._is_closed:
                raise ValueError("the projector is closed")
            self._use_threads()
            with self._tokenized(width, height, content) as medium:
                return self._encoded(medium, shape, may_go_on)
        finally:
            self._encoding.release()

    def set_thread_count(self, count: int) -> None:
        """Compute the next pictures with so many threads: the file is read again for it."""
        if not 1 <= count <= _MOST_THREADS:
            raise ValueError(f"{count} threads cannot encode")
        self._wanted_threads = count

    def close(self) -> None:
        """Free it, after a running ``encode`` has ended; safe to call twice."""
        with self._encoding, self._opening:
            self._is_closed = True
            self._free()

    def _encoded(
        self, medium: Tokenized, shape: MediaShape, may_go_on: Callable[[], bool]
    ) -> Embeddings:
        if medium.rows != shape.rows:
            raise MediaFailed(lazy("The picture takes more room than was counted for it."))
        rows = np.empty((shape.rows, self._row_width), dtype=np.float32)
        first = 0
        with self._slices.interruptible(may_go_on):
            for piece in medium.pieces:
                rows[first : first + piece.rows] = self._rows_of(piece)
                first += piece.rows
                self._slices.check()
        if not np.isfinite(rows).all():
            raise MediaFailed(lazy("The projector makes no sense of this picture."))
        return Embeddings(rows, positions_of(medium.pieces, has_mrope=self._model.has_mrope))

    def _rows_of(self, piece: Piece) -> Rows:
        """Return the library's own rows, which the next call overwrites."""
        library_errors()
        code = mtmd().mtmd_encode_chunk(self._context, piece.pointer)
        self._slices.check()  # of a picture that was given up there are no errors to be told
        address = mtmd().mtmd_get_output_embd(self._context)
        if code != 0 or not address:
            text = lazy("The picture could not be looked at. There may be too little memory.")
            raise MediaFailed(text) from MediaFailed(library_errors())
        return np.ctypeslib.as_array(address, shape=(piece.rows, self._row_width))

    def _check_size(self, kind: MediaKind, width: int, height: int) -> None:
        if width < 1 or height < 1:
            raise ValueError(f"{width} x {height} is no size")
        if kind is not MediaKind.IMAGE:
            raise MediaRefused(lazy("This model cannot hear."))
        if not self.sees:
            raise MediaRefused(lazy("This model does not see pictures."))
        if content_bytes(kind, width, height) > MAX_MEDIA_BYTES:
            raise MediaRefused(lazy("The picture has too many pixels."))
        if max(width, height) > _MOST_UNEQUAL * min(width, height):
            raise MediaRefused(
                lazy(
                    "The picture is too long and thin: {width} x {height} pixels.",
                    width=width,
                    height=height,
                )
            )

    def _measured(self, width: int, height: int) -> MediaShape:
        with self._tokenized(width, height, None) as medium:
            is_causal = all(piece.is_causal for piece in medium.pieces)
            found = MediaShape(
                begin=medium.begin,
                rows=medium.rows,
                positions=sum(piece.positions for piece in medium.pieces),
                end=medium.end,
                is_causal=is_causal,
                is_mrope=is_flat(medium.pieces, has_mrope=self._model.has_mrope),
            )
        if found.rows > self._most_rows or not (is_causal or self._is_one_pass(found.rows)):
            raise MediaRefused(
                lazy(
                    "The picture would take {rows:,} tokens, more than the {most:,} that it may.",
                    rows=found.rows,
                    most=self._most_rows,
                )
            )
        return found

    def _is_one_pass(self, rows: int) -> bool:
        return rows <= self._settings.most_rows_at_once

    def _usual_rows(self) -> int:
        """Return the most rows of a picture: the limit, or what every large picture takes."""
        limit, side = self._settings.tokens_limit, _USUAL_SIDE
        with suppress(MediaRefused), self._tokenized(side, side, None) as medium:
            return max(limit, medium.rows)
        return limit

    def _identified(self) -> str:
        """Return a digest of the file and of what else changes the embeddings."""
        settings = self._settings
        facts = (settings.tokens_limit, bool(settings.card), self._row_width, llama_cpp.__version__)
        try:
            with self.path.open("rb") as file:
                digest = hashlib.file_digest(file, "blake2b")
        except OSError as error:
            raise self._failure() from error
        digest.update(repr(facts).encode())
        return digest.hexdigest()[:_IDENTITY_LETTERS]

    def _use_threads(self) -> None:
        """Load it again where it has another number of threads, which it cannot change."""
        if self._context is not None and self._thread_count == self._wanted_threads:
            return
        with self._opening:
            self._free()
            self._thread_count = self._wanted_threads
            try:
                self._context = self._open()
            except ModelLoadFailed as error:
                raise MediaFailed(*error.args) from error

    def _open(self) -> int:
        binding = mtmd()
        params = binding.mtmd_context_params_default()
        params.use_gpu = bool(self._settings.card)
        params.device = self._settings.card or None
        params.n_threads = self._thread_count
        params.print_timings = False
        params.warmup = False
        params.image_max_tokens = self._settings.tokens_limit
        params.cb_eval = self._slices.native
        library_errors()
        path = os.fsencode(self.path)
        pointer = binding.mtmd_init_from_file(path, self._model.pointer, params)
        if pointer is None:
            raise self._failure() from ModelLoadFailed(library_errors())
        return int(pointer)

    def _failure(self) -> ModelLoadFailed:
        return ModelLoadFailed(
            lazy(
                "“{name}” cannot be used with this model. It may be damaged, or there is too "
                "little memory.",
                name=self.path.name,
            )
        )

    def _tokenized(
        self, width: int, height: int, content: bytes | None
    ) -> AbstractContextManager[Tokenized]:
        if self._context is None:
            raise ValueError("the projector is closed")
        return tokenized(self._context, MediaKind.IMAGE, width, height, content)

    def _free(self) -> None:
        context, self._context = self._context, None
        if context is not None:
            mtmd().mtmd_free(context)


def _check_fits(path: Path, model: Model) -> None:
    """Raise ModelLoadFailed for what the library would take, and make nonsense with."""
    try:
        described = checked_projector(path, model.architecture, model.shape.width)
        check_projector(path)
    except ModelFileError as error:
        raise ModelLoadFailed(*error.args) from error
    if not described.sees:
        raise ModelLoadFailed(
            lazy("“{name}” is for sounds, which Hubbub cannot hear yet.", name=path.name)
        )

"""The projector of a loaded model: encodes pixels and samples, one medium at a time."""

import ctypes
import functools
import hashlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

import llama_cpp
import msgspec
import numpy as np
from msgspec.structs import replace

from engine.backend_media import (
    Embeddings,
    MediaCancelled,
    MediaFailed,
    MediaRefused,
    MediaShape,
)
from engine.gguf.errors import ModelFileError
from engine.gguf.projector_file import ProjectorFile, check_projector, checked_projector
from engine.ipc.lazy_text import LazyText, lazy
from engine.llama.capi import lib, library_errors, native_library
from engine.llama.media.tokenized import (
    WINDOW_SAMPLES,
    Piece,
    Tokenized,
    is_flat,
    mtmd,
    positions_of,
    sound_positions,
    tokenized,
    window_sizes,
    windows_of,
)
from engine.llama.model import Model
from engine.messages.errors import ModelLoadFailed
from engine.messages.media import (
    BYTES_PER_SAMPLE,
    MAX_SOUND_SECONDS,
    SAMPLE_RATE,
    MediaKind,
    content_bytes,
    most_bytes,
)

if TYPE_CHECKING:
    from engine.backend_media import Rows

_MAX_UNEQUAL = 100  # ratio of sides: longer and thinner pictures exceed every limit of rows
_USUAL_SIDE = 2048  # pixels of a picture that is large in both directions
_MAX_SHAPES = 256
_MAX_THREADS = 512
_IDENTITY_CHARS = 64
# Matrix products: they take nearly all of the time, and the largest is the longest wait for a
# slice.
_HEAVY = frozenset({b"MUL_MAT", b"MUL_MAT_ID", b"FLASH_ATTN_EXT", b"CONV_2D"})


class Slices:
    """Interrupts the library after each heavy node of its graph and asks whether to continue.

    The library calls it on the encoding thread.
    """

    def __init__(self) -> None:
        self.native = lib.ggml_backend_sched_eval_callback(self._on_node)
        self._describe = _op_description()
        self._should_continue: Callable[[], bool] | None = None
        self._is_over = False
        self._raised: BaseException | None = None

    @contextmanager
    def interruptible(self, should_continue: Callable[[], bool]) -> Iterator[None]:
        """Use the callback within the block, which raises MediaCancelled after a refusal.

        The library itself then reports success, and leaves garbage.
        """
        self._should_continue, self._is_over, self._raised = should_continue, False, None
        try:
            self.check()
            yield
        finally:
            self._should_continue = None
        self._end()

    def check(self) -> None:
        """Ask once, between two calls of the library. Raises MediaCancelled."""
        self._ask()
        self._end()

    def _end(self) -> None:
        if self._raised is not None:
            raise self._raised
        if self._is_over:
            raise MediaCancelled

    def _on_node(self, node: int, is_question: bool, _user_data: object) -> bool:
        if is_question:
            return self._is_over or self._describe(node) in _HEAVY
        return self._ask()

    def _ask(self) -> bool:
        if self._is_over or self._should_continue is None:
            return not self._is_over
        try:
            self._is_over = not self._should_continue()
        # It cannot cross C frames: ``interruptible`` raises it again after them.
        except BaseException as error:
            self._is_over, self._raised = True, error
        return not self._is_over


@functools.cache
def _op_description() -> Callable[[int], bytes]:
    describe = native_library("ggml-base").ggml_op_desc
    describe.argtypes, describe.restype = [ctypes.c_void_p], ctypes.c_char_p
    return cast(Callable[[int], bytes], describe)


class ProjectorSettings(msgspec.Struct, frozen=True):
    """The parameters of loading a projector.

    Attributes:
        tokens_limit: maximum rows of a picture if the number depends on its size.
        most_rows_at_once: maximum rows of a picture that is decoded in one pass.
        card: the library's handle of the device to compute on; 0 is the processor.
    """

    tokens_limit: int
    most_rows_at_once: int
    thread_count: int
    card: int = 0


class Projector:
    """Implements ``engine.backend_media.MediaEncoder``; the model must outlive it.

    ``shape`` may be called on any thread, also while another one encodes.
    """

    def __init__(self, path: Path, model: Model, settings: ProjectorSettings) -> None:
        """Load a file. Raises ModelLoadFailed with a message."""
        described = _described(path, model)
        self.path = path
        self._model = model
        self._settings = settings
        self._slices = Slices()
        self._row_width = int(lib.llama_model_n_embd_inp(model.pointer))
        self._shapes: dict[tuple[MediaKind, int, int], MediaShape] = {}
        self._encoding = threading.Lock()
        self._opening = threading.Lock()
        self._is_closed = False
        self._wanted_threads = self._thread_count = settings.thread_count
        self.identity = self._identified(hears=described.hears)
        self._context: int | None = self._open()
        self.sees = bool(mtmd().mtmd_support_vision(self._context))
        # A projector without audio has -1. Sounds are decoded before their projector is known, so
        # an encoder of another rate would process them at a wrong pitch, without an error.
        rate = mtmd().mtmd_get_audio_sample_rate(self._context)
        self.hears = rate == SAMPLE_RATE
        if not (self.sees or self.hears):
            self.close()
            raise ModelLoadFailed(_unheard(self.path))
        self._most_rows = self._usual_rows()
        self._has_equal_windows = self.hears and self._are_windows_equal()

    def shape(self, kind: MediaKind, width: int, height: int) -> MediaShape:
        self._check_size(kind, width, height)
        known = self._shapes.get((kind, width, height))
        if known is not None and not self._is_closed:
            return known  # callers do not wait while the file is read again for other threads
        with self._opening:
            if self._context is None:
                raise MediaRefused(lazy("The projector is no longer loaded."))
            if kind is MediaKind.AUDIO:
                return self._shape_of_sound(width)
            known = self._known(kind, width, height)
        if known.rows > self._most_rows or not (known.is_causal or self._is_one_pass(known.rows)):
            raise MediaRefused(
                lazy(
                    "The picture would take {rows:,} tokens, more than the limit of {most:,}.",
                    rows=known.rows,
                    most=self._most_rows,
                )
            )
        return known

    def encode(
        self,
        kind: MediaKind,
        width: int,
        height: int,
        content: bytes,
        should_continue: Callable[[], bool],
    ) -> Embeddings:
        shape = self.shape(kind, width, height)
        if len(content) != content_bytes(kind, width, height):
            raise ValueError(f"{len(content)} bytes are not {width} x {height} {_UNITS[kind]}")
        if not self._encoding.acquire(blocking=False):
            raise ValueError("another thread encodes: the library would abort the process")
        try:
            if self._is_closed:
                raise ValueError("the projector is closed")
            self._use_threads()
            with self._slices.interruptible(should_continue):
                if kind is MediaKind.AUDIO:
                    return self._encoded_sound(content, shape)
                with self._tokenized(kind, width, height, content) as medium:
                    rows = self._encoded(kind, [medium], shape)
                    has_mrope = self._model.has_mrope
                    return Embeddings(rows, positions_of(medium.pieces, has_mrope=has_mrope))
        finally:
            self._encoding.release()

    def set_thread_count(self, count: int) -> None:
        """Set the number of threads for the next pictures: the file is read again for it."""
        if not 1 <= count <= _MAX_THREADS:
            raise ValueError(f"{count} threads cannot encode")
        self._wanted_threads = count

    def close(self) -> None:
        with self._encoding, self._opening:
            self._is_closed = True
            self._free()

    def _encoded_sound(self, content: bytes, shape: MediaShape) -> Embeddings:
        rows = self._encoded(MediaKind.AUDIO, self._windows(content), shape)
        return Embeddings(rows, sound_positions(shape.rows, has_mrope=self._model.has_mrope))

    def _windows(self, content: bytes) -> Iterator[Tokenized]:
        """Yield the parts of each window of a sound, each valid until the next."""
        for window in windows_of(content):
            size = len(window) // BYTES_PER_SAMPLE
            with self._tokenized(MediaKind.AUDIO, size, 1, window) as medium:
                yield medium

    def _encoded(self, kind: MediaKind, media: Iterable[Tokenized], shape: MediaShape) -> "Rows":
        rows = np.empty((shape.rows, self._row_width), dtype=np.float32)
        first = 0
        for medium in media:
            if first + medium.rows > shape.rows:
                raise MediaFailed(_MORE_ROOM)
            for piece in medium.pieces:
                rows[first : first + piece.rows] = self._rows_of(kind, piece)
                first += piece.rows
                self._slices.check()
        if first != shape.rows:
            raise MediaFailed(_MORE_ROOM)
        if not np.isfinite(rows).all():
            raise MediaFailed(_NO_SENSE[kind])
        return rows

    def _rows_of(self, kind: MediaKind, piece: Piece) -> "Rows":
        """Return the library's own rows, which the next call overwrites."""
        library_errors()
        code = mtmd().mtmd_encode_chunk(self._context, piece.pointer)
        self._slices.check()  # the errors of a cancelled call are not reported
        address = mtmd().mtmd_get_output_embd(self._context)
        if code != 0 or not address:
            raise MediaFailed(_NOT_READ[kind]) from MediaFailed(library_errors())
        return np.ctypeslib.as_array(address, shape=(piece.rows, self._row_width))

    def _check_size(self, kind: MediaKind, width: int, height: int) -> None:
        if width < 1 or height < 1:
            raise ValueError(f"{width} x {height} is not a valid size")
        if not (self.sees if kind is MediaKind.IMAGE else self.hears):
            raise MediaRefused(_NOT_ABLE[kind])
        if content_bytes(kind, width, height) > most_bytes(kind):
            raise MediaRefused(_TOO_LARGE[kind])
        if kind is MediaKind.AUDIO:
            return
        if max(width, height) > _MAX_UNEQUAL * min(width, height):
            raise MediaRefused(
                lazy(
                    "The picture is too long and thin: {width} x {height} pixels.",
                    width=width,
                    height=height,
                )
            )

    def _shape_of_sound(self, samples: int) -> MediaShape:
        sizes = window_sizes(samples)
        # Counting one takes as long as its spectrum, which is too long on the engine's thread.
        if self._has_equal_windows:
            sizes = [WINDOW_SAMPLES] * len(sizes)
        each = [self._known(MediaKind.AUDIO, size, 1) for size in sizes]
        rows = sum(one.rows for one in each)
        # As in ``_windows``: tokens that close a window and open the next one are omitted.
        return replace(each[0], rows=rows, positions=rows)

    def _are_windows_equal(self) -> bool:
        """Return whether a short window has as many rows as a long one, which saves counting."""
        short = self._known(MediaKind.AUDIO, SAMPLE_RATE, 1)
        return self._known(MediaKind.AUDIO, WINDOW_SAMPLES, 1) == short

    def _known(self, kind: MediaKind, width: int, height: int) -> MediaShape:
        found = self._shapes.get((kind, width, height))
        if found is None:
            found = self._measured(kind, width, height)
            if len(self._shapes) >= _MAX_SHAPES:
                self._shapes.clear()
            self._shapes[kind, width, height] = found
        return found

    def _measured(self, kind: MediaKind, width: int, height: int) -> MediaShape:
        with self._tokenized(kind, width, height, None) as medium:
            return MediaShape(
                begin=medium.begin,
                rows=medium.rows,
                positions=sum(piece.positions for piece in medium.pieces),
                end=medium.end,
                is_causal=all(piece.is_causal for piece in medium.pieces),
                is_mrope=is_flat(medium.pieces, has_mrope=self._model.has_mrope),
            )

    def _is_one_pass(self, rows: int) -> bool:
        return rows <= self._settings.most_rows_at_once

    def _usual_rows(self) -> int:
        """Return the maximum rows of a picture: the limit, or the number of every large picture."""
        limit, side = self._settings.tokens_limit, _USUAL_SIDE
        if self.sees:
            image = MediaKind.IMAGE
            with suppress(MediaRefused), self._tokenized(image, side, side, None) as medium:
                return max(limit, medium.rows)
        return limit

    def _identified(self, *, hears: bool) -> str:
        """Return a digest of the file and of everything else that changes the embeddings."""
        settings = self._settings
        facts: tuple[object, ...] = (
            *(settings.tokens_limit, bool(settings.card), self._row_width, llama_cpp.__version__),
            *((WINDOW_SAMPLES,) if hears else ()),
        )
        try:
            with self.path.open("rb") as file:
                digest = hashlib.file_digest(file, "blake2b")
        except OSError as error:
            raise self._failure() from error
        digest.update(repr(facts).encode())
        return digest.hexdigest()[:_IDENTITY_CHARS]

    def _use_threads(self) -> None:
        """Load the file again if its number of threads differs, which cannot be changed."""
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
        self, kind: MediaKind, width: int, height: int, content: bytes | None
    ) -> AbstractContextManager[Tokenized]:
        if self._context is None:
            raise ValueError("the projector is closed")
        return tokenized(self._context, kind, width, height, content)

    def _free(self) -> None:
        context, self._context = self._context, None
        if context is not None:
            mtmd().mtmd_free(context)


def _described(path: Path, model: Model) -> ProjectorFile:
    """Return the description of a projector.

    Raises ModelLoadFailed for files that the library would load, with meaningless results.
    """
    try:
        described = checked_projector(path, model.architecture, model.shape.width)
        check_projector(path)
    except ModelFileError as error:
        raise ModelLoadFailed(*error.args) from error
    return described


def _unheard(path: Path) -> LazyText:
    return lazy(
        "“{name}” is an audio projector of a kind that is not supported. Choose no projector.",
        name=path.name,
    )


_UNITS = {MediaKind.IMAGE: "pixels", MediaKind.AUDIO: "samples"}
_MORE_ROOM = lazy("It takes more tokens than estimated.")
_NO_SENSE = {
    MediaKind.IMAGE: lazy("The projector cannot process this picture."),
    MediaKind.AUDIO: lazy("The projector cannot process this sound."),
}
_NOT_READ = {
    MediaKind.IMAGE: lazy("The picture could not be processed. There may be too little memory."),
    MediaKind.AUDIO: lazy("The sound could not be processed. There may be too little memory."),
}
_NOT_ABLE = {
    MediaKind.IMAGE: lazy("This model does not support pictures."),
    MediaKind.AUDIO: lazy("This model does not support sounds."),
}
_TOO_LARGE = {
    MediaKind.IMAGE: lazy("The picture has too many pixels."),
    MediaKind.AUDIO: lazy(
        "The sound is too long; the limit is {count:,} minutes.", count=MAX_SOUND_SECONDS // 60
    ),
}

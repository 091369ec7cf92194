"""A context of llama.cpp: the KV cache of all slots, and the decode call."""

import ctypes
import hashlib
from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from engine.backend import BatchEntry, DecodeStatus, MediaEntry
from engine.ipc.lazy_text import lazy
from engine.llama.batch import RowBatch, RowLimits, TokenBatch, held_media
from engine.llama.capi import expecting_abort, lib, library_errors, strlen_callback
from engine.llama.kv_cache import KVCache, has_forgotten
from engine.llama.media.spans import HeldMedia
from engine.llama.model import Model
from engine.llama.state import StateCodec, StateKind
from engine.llama.threadpool import ThreadPools
from engine.messages.config import MAX_DRAFTED_ROWS, KvType
from engine.messages.errors import NotEnoughMemory

Logits = npt.NDArray[np.float32]

# Called in each step: without a pointer object this takes a tenth of the time.
_logits_address = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(
    ctypes.cast(lib.llama_get_logits, ctypes.c_void_p).value or 0
)

_GGML_TYPES = {KvType.F16: lib.GGML_TYPE_F16, KvType.Q8_0: lib.GGML_TYPE_Q8_0}
_STATUSES = {
    0: DecodeStatus.DONE,
    1: DecodeStatus.NO_ROOM,
    2: DecodeStatus.ABORTED,
    -1: DecodeStatus.INVALID,
}


class ContextSize(msgspec.Struct, frozen=True):
    """The requested size: ``window`` tokens in ``cells``, which are allocated in steps of 256.

    A call has at most ``drafted_rows`` rows of logits in addition to one for each slot. Without
    ``may_fuse_attention`` the library stores values in another order, and computes
    attention by plain matrix products.
    """

    slot_count: int
    window: int
    cells: int
    batch_size: int
    micro_batch_size: int
    thread_count: int
    thread_limit: int
    may_fuse_attention: bool = True
    key_type: KvType = KvType.F16
    value_type: KvType = KvType.F16
    drafted_rows: int = MAX_DRAFTED_ROWS


class Context:
    """The KV cache of ``slot_count`` slots; one thread, except for ``request_abort``."""

    def __init__(self, model: Model, size: ContextSize) -> None:
        """Create it. Raises NotEnoughMemory if the library cannot."""
        # An empty string means "continue"; one byte in it means "stop" (see strlen_callback).
        self._abort_text = ctypes.create_string_buffer(2)
        self._is_abortable = False
        self.params = _params(size, self._abort_text)
        self._pointer = _create(model, size, self.params)
        self.batch_size = int(lib.llama_n_batch(self._pointer))
        self.micro_batch_size = int(lib.llama_n_ubatch(self._pointer))
        self.slot_count = int(lib.llama_n_seq_max(self._pointer))
        self.drafted_rows = self.params.n_outputs_max - self.slot_count
        self.threads = ThreadPools(self._open_pointer, size.thread_limit, size.thread_count)
        codec = StateCodec(_fingerprint(model, size))
        self.kv_cache = KVCache(self._open_pointer, self.slot_count, codec)
        self.key_type = size.key_type
        self._window = size.window
        self._has_states = model.is_recurrent or model.is_hybrid
        self._vocabulary_size = model.vocabulary.size
        self._batch = TokenBatch(
            capacity=self.batch_size,
            slot_count=self.slot_count,
            vocabulary_size=self._vocabulary_size,
        )
        self._sliding_window = model.sliding_window
        self._row_limits = RowLimits(
            row_width=int(lib.llama_model_n_embd_inp(model.pointer)),
            has_mrope=model.has_mrope,
            batch_size=self.batch_size,
            micro_batch_size=self.micro_batch_size,
        )
        self._row_count = 0
        self._seen_at = (0, 0)
        self._seen: Logits = np.zeros((0, self._vocabulary_size), dtype=np.float32)

    def close(self) -> None:
        """Free it; safe to call twice."""
        pointer, self._pointer = self._pointer, None
        self._row_count = 0
        if pointer is not None:
            self.kv_cache.close()
            # After the cache has dropped the pointer: a freed context must not be used.
            lib.llama_free(pointer)
            self.threads.close()

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        """Compute the entries in one call. Raises ValueError where the library would abort."""
        # The library may overwrite the previous rows, also in a decode that fails.
        self._row_count = 0
        self._check_lent(entries)
        row_count = self._batch.fill(entries, self.kv_cache.held)
        if self.kv_cache.media.unfinished:
            self._check_whole(entries)
        spared = self.kv_cache.media.spared  # cells of pictures that have no position
        if any(e.position + spared[e.slot] + len(e.tokens) > self._window for e in entries):
            return DecodeStatus.NO_ROOM  # the library has more cells, or for states no limit
        # Recurrent states are overwritten while they are computed: only a copy restores them.
        is_abortable = self._can_abort(entries)
        way_back = self._way_back(entries[0].slot) if is_abortable and self._has_states else b""
        status = self._compute(self._batch.native, is_abortable=is_abortable)
        if status is DecodeStatus.DONE:
            self._row_count = row_count
            for entry in entries:
                self.kv_cache.held[entry.slot] += len(entry.tokens)
        elif self._has_states and status in (DecodeStatus.ABORTED, DecodeStatus.FAILED):
            self._repair_states(entries, way_back)
        else:
            for entry in entries:
                self.kv_cache.read_back(entry.slot)
        return status

    def decode_media(self, entry: MediaEntry) -> DecodeStatus:
        """Compute rows of a picture. Raises ValueError where the library would abort.

        After a failed call either no row of the picture is left, or the slot is unchanged.
        """
        self._row_count = 0
        media = self._checked_media(entry)
        cells = self.kv_cache.held[entry.slot] + self.kv_cache.media.spared[entry.slot]
        if cells + entry.row_count > self._window:
            return DecodeStatus.NO_ROOM
        is_abortable = not self.kv_cache.moved and not self._has_states
        rows = RowBatch(entry)
        try:
            # A picture with non-causal attention looks ahead. Texts computed this way are wrong
            # without an error of the library: so the mode is reset after the one call, in every
            # case.
            lib.llama_set_causal_attn(self._open_pointer, entry.is_causal)
            status = self._compute(rows.native, is_abortable=is_abortable)
        finally:
            lib.llama_set_causal_attn(self._open_pointer, True)
        if status is DecodeStatus.DONE:
            self.kv_cache.media.note_rows(entry.slot, media)
            self.kv_cache.held[entry.slot] = media.next_position
        elif status in (DecodeStatus.ABORTED, DecodeStatus.FAILED):
            self._remove_media(media, entry.slot)
        return status

    def request_abort(self) -> None:
        """Make a running decode return ABORTED soon, if the device supports it; any thread."""
        if self._is_abortable:
            self._abort_text[0] = b"!"

    def lend_out(self, slot: int) -> None:
        """Lend a slot to another thread until it is taken back; no decode may move keys meanwhile.

        The library moves the keys of all slots at once.
        """
        if self.kv_cache.moved:
            self._settle(slot)
        self.settle(slot)
        self.kv_cache.lent.add(slot)

    def take_back(self, slot: int) -> None:
        """Return a slot to this thread; the other thread no longer uses it."""
        self.kv_cache.lent.discard(slot)

    def settle(self, slot: int) -> None:
        """Make the library do now what it would do at its next decode; costs one such step."""
        if not self.kv_cache.is_settled(slot):
            self._settle(slot)

    def _settle(self, slot: int) -> None:
        self._row_count = 0
        half_read = self.kv_cache.media.half_read(slot)
        count = self.kv_cache.token_count(slot)
        # Within the rows of a picture a token is refused; after it one may be decoded temporarily.
        end = self.kv_cache.held[slot]
        if half_read is not None and half_read.is_flat:
            end += half_read.positions
        held = [*self.kv_cache.held]
        held[slot] = end
        self._batch.fill([BatchEntry(slot, [0], end, logit_count=0)], held)
        # Even if there is no cell for the token, the library moves and copies.
        self._compute(self._batch.native, is_abortable=False)
        if self.kv_cache.token_count(slot) > count:
            self.kv_cache.remove_from(slot, end)
        self.kv_cache.read_back(slot)

    def logits(self) -> Logits:
        """Return the rows of the last decode; valid until the next call of decode or close."""
        count = self._row_count
        address = _logits_address(self._open_pointer)
        if self._seen_at != (address, count):  # the library writes to the same address each time
            kind = ctypes.c_float * (count * self._vocabulary_size)
            flat = np.frombuffer(kind.from_address(address), dtype=np.float32)
            self._seen_at = (address, count)
            self._seen = flat.reshape(count, self._vocabulary_size)
        return self._seen

    def check_row(self, row: int) -> None:
        """Raise ValueError unless the last decode has this row of logits."""
        if not 0 <= row < self._row_count:
            raise ValueError(f"the last decode has no row {row} of logits")

    def _compute(self, batch: ctypes.Structure, *, is_abortable: bool) -> DecodeStatus:
        """Run a filled batch; pending moves and copies are done first."""
        self._abort_text[0] = b"\0"
        self._is_abortable = is_abortable
        moved = tuple(self.kv_cache.moved)
        if moved and self.kv_cache.lent:
            raise ValueError("the keys of all slots would be moved, and one is lent")
        if moved:
            library_errors()  # clear earlier lines: the next ones are about this move
        with expecting_abort(self._is_abort_requested):
            code = int(lib.llama_decode(self._open_pointer, batch))
        lib.llama_synchronize(
            self._pointer
        )  # a GPU may still compute; the caller measures the time
        self._is_abortable = False
        status = _STATUSES.get(code, DecodeStatus.FAILED)
        if status is not DecodeStatus.INVALID:
            self.kv_cache.mark_settled()
        if moved and "K-shift" in library_errors():  # it only reports this, and continues
            for slot in moved:
                self.kv_cache.clear(slot)
            return DecodeStatus.FAILED
        return status

    def _is_abort_requested(self) -> bool:
        return self._abort_text[0] != b"\0"

    def _check_lent(self, entries: Sequence[BatchEntry]) -> None:
        for entry in entries:
            if entry.slot in self.kv_cache.lent:
                raise ValueError(f"slot {entry.slot} is lent to another thread")

    def _check_whole(self, entries: Sequence[BatchEntry]) -> None:
        for entry in entries:
            if entry.slot in self.kv_cache.media.unfinished:
                raise ValueError(f"slot {entry.slot} has computed a picture in part")

    def _checked_media(self, entry: MediaEntry) -> HeldMedia:
        """Return the media of the slot after the call. Raises ValueError."""
        if not 0 <= entry.slot < self.slot_count or entry.slot in self.kv_cache.lent:
            raise ValueError(f"slot {entry.slot} is out of range, or lent to another thread")
        media = held_media(entry, self._row_limits)
        last = self.kv_cache.media.half_read(entry.slot)
        expected = replace(last, done=media.done) if last else media
        follows = self.kv_cache.held[entry.slot] if last is None else last.start
        if media != expected or media.start != follows:
            raise ValueError(f"these rows do not follow the content of slot {entry.slot}")
        if entry.first_row != (last.done if last else 0):
            raise ValueError(f"row {entry.first_row} is not the next of the picture")
        return media

    def _remove_media(self, media: HeldMedia, slot: int) -> None:
        """Remove a medium of which an unknown part was computed."""
        self.kv_cache.remove_from(slot, media.start)
        is_lost = has_forgotten(self.kv_cache, slot, media.start, self._sliding_window)
        if self._has_states or (media.start and is_lost):
            self.kv_cache.clear(slot)

    def _can_abort(self, entries: Sequence[BatchEntry]) -> bool:
        if self.kv_cache.moved:
            return False  # an abort would also interrupt the move, with half of the keys moved
        if not self._has_states:
            return True
        # States are overwritten while they are computed, and those of other slots may be moving. So
        # only a single slot's long call is aborted: its state is saved before.
        return len(entries) == 1 and len(entries[0].tokens) > self.micro_batch_size

    def _way_back(self, slot: int) -> bytes:
        held = self.kv_cache.held[slot]
        return self.kv_cache.read(slot, StateKind.PARTIAL) if held else b""

    def _repair_states(self, entries: Sequence[BatchEntry], way_back: bytes) -> None:
        """Restore the state of the only slot; empty the slots that may be damaged if that fails.

        The library cannot undo a part of a state, and so reports tokens that it does not have.
        """
        if len(entries) > 1:
            damaged: Sequence[int] = range(self.slot_count)
        else:
            slot = entries[0].slot
            held = self.kv_cache.held[slot]
            if way_back and self.kv_cache.write(slot, StateKind.PARTIAL, way_back, held):
                return
            damaged = [slot]
        for each in damaged:
            self.kv_cache.clear(each)

    @property
    def _open_pointer(self) -> int:
        if self._pointer is None:
            raise ValueError("the context is closed")
        return self._pointer


def _fingerprint(model: Model, size: ContextSize) -> bytes:
    """Return 16 bytes that distinguish states that are not interchangeable for the library."""
    facts = model.fingerprint + bytes([size.may_fuse_attention])
    if size.key_type is not KvType.F16:
        facts += f"{size.key_type.value} {size.value_type.value}".encode()
    return hashlib.blake2b(facts, digest_size=16).digest()


def _create(model: Model, size: ContextSize, params: ctypes.Structure) -> int | None:
    library_errors()
    pointer = lib.llama_init_from_model(model.pointer, params)
    if pointer is None:
        raise NotEnoughMemory(
            lazy(
                "{slot_count} chats of {window:,} tokens do not fit into memory with "
                "{name}. Choose a smaller context per chat, or fewer chats at once.",
                slot_count=size.slot_count,
                window=size.window,
                name=model.name,
            )
        ) from NotEnoughMemory(library_errors())
    return int(pointer)


def _params(size: ContextSize, abort_text: object) -> ctypes.Structure:
    params = lib.llama_context_default_params()
    params.n_ctx = size.slot_count * size.cells
    params.n_seq_max = size.slot_count
    params.n_batch = size.batch_size
    params.n_ubatch = size.micro_batch_size
    params.n_outputs_max = min(size.batch_size, size.slot_count + size.drafted_rows)
    params.n_threads = size.thread_count
    params.n_threads_batch = size.thread_count
    params.flash_attn_type = (
        lib.LLAMA_FLASH_ATTN_TYPE_AUTO
        if size.may_fuse_attention
        else lib.LLAMA_FLASH_ATTN_TYPE_DISABLED
    )
    params.type_k = _GGML_TYPES[size.key_type]
    params.type_v = _GGML_TYPES[size.value_type]
    # Each slot has separate cells: a full one affects only itself, and attention of one slot never
    # reads the cells of another, so that idle slots cost nothing.
    params.kv_unified = False
    # A full cache would keep every token for the layers with a sliding window.
    params.swa_full = False
    params.no_perf = True
    params.abort_callback = strlen_callback()
    params.abort_callback_data = ctypes.addressof(abort_text)  # type: ignore[arg-type]
    assert isinstance(params, ctypes.Structure)
    return params

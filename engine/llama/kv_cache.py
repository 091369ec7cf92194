"""The KV cache of one context: counted, truncated, moved and copied, with checked arguments."""

import ctypes
import threading
from collections.abc import Callable

from engine.llama.capi import lib, noting_placed_cells
from engine.llama.media.spans import SlotMedia, slid
from engine.llama.state import StateCodec, StateKind

# Never the flag for states that stay on the device: the library aborts if those are mixed up.
_FLAGS = {StateKind.WHOLE: 0, StateKind.PARTIAL: int(lib.LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY)}


class KVCache:
    """The tokens of each slot, in separate cells.

    Moved positions and copies are pending until the library's next decode; until then the bytes of
    these slots are not final (``is_settled``).

    A slot that is ``lent`` belongs to another thread, which may read or write its state; all else
    belongs to the thread that has created this object.
    """

    def __init__(self, context: int, slot_count: int, codec: StateCodec) -> None:
        """``context`` must stay valid until ``close``."""
        self._context: int | None = context
        self._memory = lib.llama_get_memory(context)
        self._slot_count = slot_count
        self._codec = codec
        self._copied: set[int] = set()
        self.moved: set[int] = set()
        self.lent: set[int] = set()
        self._thread = threading.get_ident()
        self.part_count = 0  # how often the library places cells for one state, once probed
        self.held = [0] * slot_count  # the position of the next token
        self.media = SlotMedia(slot_count)

    @property
    def exists(self) -> bool:
        """Return whether the model has a KV cache; embedding models have none."""
        return self._memory is not None

    @property
    def can_shift(self) -> bool:
        """Return whether the library can move positions; the result may still be wrong."""
        return bool(lib.llama_memory_can_shift(self._open_memory))

    def close(self) -> None:
        """Drop the pointer of the context, which is about to be freed."""
        self._context = None

    def is_settled(self, slot: int) -> bool:
        """Return whether no work is pending for the next decode."""
        self._check(slot)
        return slot not in self._copied and slot not in self.moved

    def mark_settled(self) -> None:
        """Record that a decode has done all pending work."""
        self._copied.clear()
        self.moved.clear()

    def read_back(self, slot: int) -> None:
        """Record the token count that the library reports for a slot."""
        self.held[slot] = self.media.next_position(slot, self.token_count(slot))

    def token_count(self, slot: int) -> int:
        """Return the token count of a slot (last position + 1), from the library."""
        self._check(slot)
        return int(lib.llama_memory_seq_pos_max(self._open_memory, slot)) + 1

    def first_position(self, slot: int) -> int | None:
        """Return the oldest position that is still stored; None in an empty slot."""
        self._check(slot)
        position = int(lib.llama_memory_seq_pos_min(self._open_memory, slot))
        return None if position < 0 else position

    def clear(self, slot: int) -> None:
        """Empty a slot."""
        self._check(slot)
        lib.llama_memory_seq_rm(self._open_memory, slot, -1, -1)
        self.media.note(slot, ())
        self.held[slot] = 0

    def truncate(self, slot: int, token_count: int) -> bool:
        """Remove the tokens after the first ``token_count``; False if the library refuses.

        Also False inside a picture, where the library would accept and leave a part of it.
        """
        self._check(slot)
        self._check_held(slot, token_count)
        if self.media.is_inside(slot, token_count) and token_count < self.held[slot]:
            return False
        is_truncated = bool(lib.llama_memory_seq_rm(self._open_memory, slot, token_count, -1))
        self.read_back(slot)
        return is_truncated and self.held[slot] == token_count

    def remove_from(self, slot: int, position: int) -> None:
        """Remove all tokens from a position on; the caller makes sure that no picture is cut."""
        self._check(slot)
        lib.llama_memory_seq_rm(self._open_memory, slot, position, -1)
        self.read_back(slot)

    def slide(self, slot: int, keep_count: int, discard_count: int) -> None:
        """Remove tokens after the first ``keep_count`` and move the later ones forward.

        The slot is empty afterwards if the library did anything else. Raises ValueError on a range
        that the slot does not have.
        """
        self._check(slot)
        held = self.held[slot]
        end = keep_count + discard_count
        if not 0 <= keep_count < end <= held:
            raise ValueError(
                f"slot {slot} holds {held} tokens: cannot remove {discard_count} after {keep_count}"
            )
        if self.media.is_inside(slot, keep_count) or self.media.is_inside(slot, end):
            raise ValueError(f"slot {slot} has a picture in the range to remove")
        self.media.note(slot, slid(self.media.of(slot), keep_count, discard_count))
        # Remove first: otherwise moved cells would overlap those that still exist.
        if lib.llama_memory_seq_rm(self._open_memory, slot, keep_count, end):
            lib.llama_memory_seq_add(self._open_memory, slot, end, held, -discard_count)
            self.moved.add(slot)
        self._expect(slot, held - discard_count)

    def copy(self, source: int, target: int) -> None:
        """Copy a slot to an empty one, which stays empty if the library refuses."""
        self._check(source)
        self.check_empty(target)
        if self.held[source] == 0 and not self.media.of(source):
            return
        # The whole slot: a part of a slot, copied to the cells of another one, aborts the process.
        lib.llama_memory_seq_cp(self._open_memory, source, target, -1, -1)
        self._copied |= {source, target}
        self.media.note(target, self.media.of(source))
        self._expect(target, self.held[source])

    def read(self, slot: int, kind: StateKind) -> bytes:
        """Return the bytes of a settled slot."""
        self._check_settled(slot)
        flags = _FLAGS[kind]
        size = int(lib.llama_state_seq_get_size_ext(self._open_context, slot, flags))

        def fill(address: int) -> int:
            buffer = ctypes.cast(address, ctypes.POINTER(ctypes.c_uint8))
            context = self._open_context
            return int(lib.llama_state_seq_get_data_ext(context, buffer, size, slot, flags))

        return self._codec.encode(kind, self.token_count(slot), size, fill, self.media.of(slot))

    def write(
        self,
        slot: int,
        kind: StateKind,
        state: bytes,
        token_count: int,
        on_placed: Callable[[], None] = lambda: None,
    ) -> bool:
        """Fill a settled slot, cut to ``token_count``; False leaves it empty, unless it is lent.

        ``on_placed`` is called when only keys and values are left to copy; possibly never.
        """
        self._check_settled(slot)
        payload = self._codec.decode(kind, token_count, state)
        if payload is None:
            self._give_up(slot)
            return False
        address, size, media = payload
        buffer = ctypes.cast(address, ctypes.POINTER(ctypes.c_uint8))
        placed = 0

        def note() -> None:
            nonlocal placed
            placed += 1
            if placed == self.part_count:
                on_placed()

        with noting_placed_cells(note):
            taken = lib.llama_state_seq_set_data_ext(
                self._open_context, buffer, size, slot, _FLAGS[kind]
            )
        self.part_count = self.part_count or placed
        self.media.note(slot, media)
        self.read_back(slot)
        # The next prompt would treat a partly restored state as complete.
        is_whole = int(taken) == size and self.token_count(slot) == token_count
        is_as_saved = self.media.of(slot) == media
        # No token can follow half of a picture.
        is_cut = self.media.half_read(slot) is not None or self.truncate(slot, self.held[slot])
        if not (is_whole and is_as_saved and is_cut):
            self._give_up(slot)
            return False
        return True

    def check_empty(self, slot: int) -> None:
        """Raise ValueError if the slot has tokens."""
        self._check(slot)
        if self.held[slot] or self.media.of(slot):
            raise ValueError(f"slot {slot} is not empty, it holds {self.held[slot]} tokens")

    def _give_up(self, slot: int) -> None:
        """Empty a slot; a lent one is emptied by the thread that takes it back."""
        if slot not in self.lent:
            self.clear(slot)

    def _expect(self, slot: int, token_count: int) -> None:
        self.read_back(slot)
        if self.held[slot] != token_count:
            self.clear(slot)

    def _check(self, slot: int) -> None:
        if not 0 <= slot < self._slot_count:
            raise ValueError(f"slot {slot} is not one of {self._slot_count}")
        # The library looks positions up in trees, which must not grow meanwhile.
        if slot in self.lent and threading.get_ident() == self._thread:
            raise ValueError(f"slot {slot} is lent to another thread")

    def _check_held(self, slot: int, token_count: int) -> None:
        if not 0 <= token_count <= self.held[slot]:
            raise ValueError(f"slot {slot} holds {self.held[slot]} tokens, not {token_count}")

    def _check_settled(self, slot: int) -> None:
        if not self.is_settled(slot):
            raise ValueError(f"slot {slot} needs a decode to move or copy it")

    @property
    def _open_context(self) -> int:
        if self._context is None:
            raise ValueError("the context is closed")
        return self._context

    @property
    def _open_memory(self) -> int:
        if self._context is None or self._memory is None:
            raise ValueError("the context is closed or has no memory")
        return int(self._memory)


def has_forgotten(kv_cache: KVCache, slot: int, token_count: int, window: int | None) -> bool:
    """Return whether the next token needs earlier tokens that are already gone.

    The library removes a tail nevertheless and reports success.
    """
    if window is None:
        return False
    first = kv_cache.first_position(slot)
    return first is None or first > max(0, token_count - window + 1)

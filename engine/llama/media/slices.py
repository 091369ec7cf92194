"""Cuts the encoding of a picture into slices of work, between which others may have their turn."""

import ctypes
import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import cast

from engine.backend_media import MediaCancelled
from engine.llama.capi import lib, native_library

# The products: nearly all time goes into them, and the largest is the longest wait for a turn.
_HEAVY = frozenset({b"MUL_MAT", b"MUL_MAT_ID", b"FLASH_ATTN_EXT", b"CONV_2D"})


class Slices:
    """Stops the library behind each heavy node of its graph and asks whether to go on.

    The library calls it on the thread that encodes.
    """

    def __init__(self) -> None:
        self.native = lib.ggml_backend_sched_eval_callback(self._on_node)
        self._describe = _op_description()
        self._may_go_on: Callable[[], bool] | None = None
        self._is_over = False
        self._raised: BaseException | None = None

    @contextmanager
    def interruptible(self, may_go_on: Callable[[], bool]) -> Iterator[None]:
        """Ask this for the length of a with block, which ends as MediaCancelled after a no.

        The library itself says then that all went well, and leaves garbage.
        """
        self._may_go_on, self._is_over, self._raised = may_go_on, False, None
        try:
            self.check()
            yield
        finally:
            self._may_go_on = None
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
        if self._is_over or self._may_go_on is None:
            return not self._is_over
        try:
            self._is_over = not self._may_go_on()
        # It cannot cross the frames of C: ``interruptible`` raises it again behind them.
        except BaseException as error:
            self._is_over, self._raised = True, error
        return not self._is_over


@functools.cache
def _op_description() -> Callable[[int], bytes]:
    describe = native_library("ggml-base").ggml_op_desc
    describe.argtypes, describe.restype = [ctypes.c_void_p], ctypes.c_char_p
    return cast(Callable[[int], bytes], describe)

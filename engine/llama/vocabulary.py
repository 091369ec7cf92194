"""A model's vocabulary: text to token ids and back, bytes exact."""

import ctypes
import functools
import re
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from engine.llama.capi import lib

MAX_TEXT_BYTES = 16 * 1024 * 1024
_PIECE_BYTES = 64

# WORKAROUND llama.cpp splits text with std::regex for some vocabularies (tekken, deepseek-llm),
# which recurses once per character: 30,000 characters without a space overflow the stack and end
# the process. So runs of one kind are split here; 1,000 still fit into a thread's smallest stack.
_LONGEST_RUN = 256
_LONG_RUN = re.compile(r"\w{257,}|\s{257,}|[^\w\s]{257,}")


class LlamaVocabulary:
    """Implements ``engine.backend.Vocabulary``; its model must be open."""

    def __init__(self, model: int | None, *, adds_space_prefix: bool) -> None:
        self.handle = lib.llama_model_get_vocab(model)
        self.is_safe_to_join = not adds_space_prefix
        # Only BPE vocabularies are split by regular expressions.
        self._has_regex = lib.llama_vocab_type(self.handle) == lib.LLAMA_VOCAB_TYPE_BPE
        self.size = int(lib.llama_vocab_n_tokens(self.handle))
        self._pieces: list[bytes | None] = [None] * self.size

    def tokenize(self, text: str, *, parse_special: bool) -> list[int]:
        # Unpaired surrogates have no UTF-8 form, and some tokenizers abort on invalid UTF-8.
        data = text.encode("utf-8", errors="replace")
        if len(data) > MAX_TEXT_BYTES:
            raise ValueError(f"a text of {len(data)} bytes is too long to tokenize")
        if not self._has_regex or _LONG_RUN.search(text) is None:
            return self._tokenized(data, parse_special)
        pieces = (piece.encode("utf-8", errors="replace") for piece in _without_long_runs(text))
        return [token for piece in pieces for token in self._tokenized(piece, parse_special)]

    def _tokenized(self, data: bytes, parse_special: bool, room: int = 0) -> list[int]:
        if not data:
            return []
        # Each token has at least a byte, except for a space that may be added before or after.
        room = room or len(data) + 8
        tokens = np.empty(room, dtype=np.int32)
        pointer = ctypes.cast(tokens.ctypes.data, lib.llama_token_p)
        count = int(
            lib.llama_tokenize(self.handle, data, len(data), pointer, room, False, parse_special)
        )
        if count >= 0:
            return [int(token) for token in tokens[:count].tolist()]
        if -count > 4 * MAX_TEXT_BYTES:
            raise ValueError("the text has too many tokens")
        return self._tokenized(data, parse_special, -count)

    def piece(self, token: int) -> bytes:
        self._check(token)
        piece = self._pieces[token]
        if piece is None:
            piece = self._pieces[token] = self._read_piece(token, _PIECE_BYTES)
        return piece

    def _read_piece(self, token: int, room: int) -> bytes:
        buffer = ctypes.create_string_buffer(room)
        length = int(lib.llama_token_to_piece(self.handle, token, buffer, room, 0, False))
        if length < 0:
            return self._read_piece(token, -length)
        return buffer.raw[:length]

    def is_end_of_generation(self, token: int) -> bool:
        self._check(token)
        return token in self._end_tokens

    @property
    def bos_token(self) -> int | None:
        if not lib.llama_vocab_get_add_bos(self.handle):
            return None
        return self._existing(lib.llama_vocab_bos(self.handle))

    @functools.cached_property
    def text_ends(self) -> tuple[list[int], list[int]]:
        """Return the tokens that begin and end a text of its own, such as BOS, or CLS and SEP."""
        # The library's own option asserts that the file has these tokens.
        if lib.llama_vocab_type(self.handle) == lib.LLAMA_VOCAB_TYPE_WPM:
            ends = (lib.llama_vocab_bos(self.handle), lib.llama_vocab_sep(self.handle))
        else:
            eos = self.eos_token if lib.llama_vocab_get_add_eos(self.handle) else None
            ends = (self.bos_token, eos)
        first, last = (None if each is None else self._existing(each) for each in ends)
        return [] if first is None else [first], [] if last is None else [last]

    @property
    def eos_token(self) -> int | None:
        """Return the id of the end-of-sequence token, or None."""
        return self._existing(lib.llama_vocab_eos(self.handle))

    @functools.cached_property
    def control_texts(self) -> frozenset[str]:
        return frozenset(filter(None, map(self.text, self._control_tokens())))

    @functools.cached_property
    def control_tokens(self) -> dict[str, int]:
        """Return the control tokens by their texts."""
        tokens = {self.text(token): token for token in self._control_tokens()}
        tokens.pop("", None)
        return tokens

    @functools.cached_property
    def end_tokens(self) -> npt.NDArray[np.int32]:
        """Return the tokens that end the reply, ascending."""
        return np.array(sorted(self._end_tokens), dtype=np.int32)

    def visible_piece(self, token: int) -> bytes:
        """Return the bytes of a token, those of its text for a control token."""
        return self.piece(token) or self._control_pieces.get(token, b"")

    def marked_pieces(self) -> list[bytes]:
        """Return the bytes of all tokens, control tokens as their text after a byte 0xFF."""
        controls = self._control_pieces
        return [
            b"\xff" + controls[token] if token in controls else self.piece(token)
            for token in range(self.size)
        ]

    @functools.cached_property
    def _control_pieces(self) -> dict[int, bytes]:
        return {token: text.encode() for text, token in self.control_tokens.items()}

    @property
    def special_texts(self) -> dict[str, str]:
        """Return the texts of BOS and EOS under the names that templates use."""
        bos = self._existing(lib.llama_vocab_bos(self.handle))
        tokens = {"bos_token": bos, "eos_token": self.eos_token}
        return {name: self.text(token) for name, token in tokens.items() if token is not None}

    def text(self, token: int) -> str:
        """Return a token as written in the model file."""
        return self.raw_text(token).decode("utf-8", "replace")

    def raw_text(self, token: int) -> bytes:
        """Return the bytes of ``text``."""
        self._check(token)
        return bytes(lib.llama_vocab_get_text(self.handle, token))

    def _control_tokens(self) -> list[int]:
        special = lib.LLAMA_TOKEN_ATTR_CONTROL | lib.LLAMA_TOKEN_ATTR_UNKNOWN
        attributes = lib.llama_vocab_get_attr
        return [token for token in range(self.size) if attributes(self.handle, token) & special]

    @functools.cached_property
    def _end_tokens(self) -> frozenset[int]:
        is_end = lib.llama_vocab_is_eog
        return frozenset(token for token in range(self.size) if is_end(self.handle, token))

    def _existing(self, token: int) -> int | None:
        return int(token) if 0 <= token < self.size else None

    def _check(self, token: int) -> None:
        if not 0 <= token < self.size:
            raise ValueError(f"token {token} is not in a vocabulary of {self.size}")


def _without_long_runs(text: str) -> list[str]:
    """Return the text in pieces without long runs of characters, spaces or signs."""
    cuts = [0]
    for run in _LONG_RUN.finditer(text):
        cuts.extend(range(run.start() + _LONGEST_RUN, run.end(), _LONGEST_RUN))
    return [text[start:end] for start, end in pairwise([*cuts, len(text)])]

"""A vocabulary of bytes, and the tokens that follow each other in the fake model."""

import math
import zlib
from collections.abc import Sequence

from engine.backend import Logprobs
from engine.ipc.lazy_text import LazyText

IM_START, IM_END, BOS = 256, 257, 258
SPECIAL_TEXTS = {"bos_token": "<s>", "eos_token": "<|im_end|>"}
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
    def text_ends(self) -> tuple[list[int], list[int]]:
        """The BOS, if there is one."""
        return ([] if self._bos_token is None else [self._bos_token]), []

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

    def text(self, token: int) -> str:
        """The name of a control token, or the letter itself."""
        names = {each: text for text, each in _CONTROL.items()}
        return names.get(token) or self.piece(token).decode("latin-1")

    def is_end_of_generation(self, token: int) -> bool:
        """Only the end of a message."""
        return token == IM_END


def next_token(held: Sequence[int], reply_share: int, echo_percent: int = 0) -> int:
    """Return the token that follows this KV content: a letter, or the end once in a while.

    In so many of a hundred cases, what followed the last two tokens when they stood there before.
    """
    digest = zlib.crc32(",".join(map(str, held)).encode())
    if reply_share and digest % reply_share == 0:
        return IM_END
    if digest // 300 % 100 < echo_percent:
        for end in range(len(held) - 1, 1, -1):
            if list(held[end - 2 : end]) == list(held[-2:]) and held[end] < IM_START:
                return held[end]
    return 97 + digest // 7 % 26


class FakeLogprobs:
    """The fake model is nearly certain; of all others the first letters are likeliest."""

    def __init__(self, token: int) -> None:
        self._token = token

    def of(self, token: int) -> float:
        """Return how likely a token was."""
        return -0.5 if token == self._token else -math.inf if token > 255 else -float(token)

    def likeliest(self, count: int) -> list[int]:
        """Return the likeliest tokens."""
        others = [each for each in range(97, 97 + count) if each != self._token]
        return [self._token, *others][:count]


class FakeSampler:
    """Nothing to choose: the fake model is certain."""

    def __init__(self, *, is_reasoning: bool, opening_tokens: frozenset[int]) -> None:
        self.is_reasoning = is_reasoning
        self.opening_tokens = opening_tokens
        self.has_grammar = False
        self.is_closed = False
        self.forced: tuple[int, ...] = ()
        self.wants_logprobs = False
        self.logprobs: Logprobs | None = None
        self.fault: LazyText | None = None  # by the test's wish

    def look_at(self, token: int | None) -> None:
        """Note what a row says, where that is asked for."""
        if self.wants_logprobs and token is not None:
            self.logprobs = FakeLogprobs(token)

    def pop_forced(self) -> tuple[int, ...]:
        """Return what the backend has set, once."""
        forced, self.forced = self.forced, ()
        return () if self.wants_logprobs else forced

    def valid_count(self, tokens: Sequence[int]) -> int:
        """A grammar allows all of them."""
        return len(tokens)

    def begin_answer(self) -> None:
        """Note that the reasoning is over."""
        self.is_reasoning = False

    def close(self) -> None:
        """Note that it was freed."""
        self.is_closed = True

"""What a step will cost, learned from the steps that were run."""

from collections.abc import Sequence

_SMOOTHING = 0.3
_FIRST_GUESS = 0.002  # seconds per prompt token before anything was measured
_SMALLEST_SAMPLE = 8  # shorter prefill pieces say more about the call than about the token
_SMALL_TO_TILED = 2.0  # how much more a token of a small piece costs, before it was measured

# llama.cpp's attention on CPUs takes so many rows of a prompt at once (GGML_FA_TILE_Q); fewer are
# read one by one. Measured on a 0.1 B model behind 3,400 tokens: 4 ms per token against 8.
TILE = 64


class CostModel:
    """Moving averages: seconds of a decode call by its size, seconds per prompt token.

    A prompt token of a whole tile and one of a smaller piece have a price of their own each.
    """

    def __init__(self) -> None:
        self._decode: dict[int, float] = {}
        self._tiled: float | None = None
        self._small: float | None = None

    def learn_decode(self, sequence_count: int, seconds: float) -> None:
        """Take note of a decode call that gave one token to each of so many sequences."""
        known = self._decode.get(sequence_count)
        self._decode[sequence_count] = seconds if known is None else _blend(known, seconds)

    def learn_prefill(self, pieces: Sequence[int], seconds: float) -> None:
        """Take note of a prefill call over pieces of so many prompt tokens each."""
        token_count = sum(pieces)
        if token_count < _SMALLEST_SAMPLE:
            return
        cost = seconds / token_count
        if min(pieces) >= TILE:
            self._tiled = cost if self._tiled is None else _blend(self._tiled, cost)
        else:
            self._small = cost if self._small is None else _blend(self._small, cost)

    def decode_seconds(self, sequence_count: int) -> float:
        """Return the expected time of a decode call, that of the nearest size known."""
        if not self._decode or sequence_count == 0:
            return 0.0
        nearest = min(self._decode, key=lambda size: abs(size - sequence_count))
        return self._decode[nearest]

    def prefill_tokens_within(self, seconds: float) -> int:
        """Return how many prompt tokens are expected to be read in that time.

        At least a tile's worth are whole tiles, where these are read faster.
        """
        tiles = int(max(0.0, seconds) / self.tile_seconds)
        return max(tiles * TILE, int(max(0.0, seconds) / self._small_cost))

    @property
    def token_seconds(self) -> float | None:
        """Return what reading one token of a prompt costs, None before it was measured."""
        return self._small if self._tiled is None else self._tiled

    @property
    def tile_seconds(self) -> float:
        """Return the expected time of reading one tile of a prompt."""
        return TILE * self._tiled_cost

    @property
    def _tiled_cost(self) -> float:
        if self._tiled is not None:
            return self._tiled
        return _FIRST_GUESS if self._small is None else self._small / _SMALL_TO_TILED

    @property
    def _small_cost(self) -> float:
        if self._small is not None:
            return self._small
        return self._tiled_cost * _SMALL_TO_TILED


def _blend(old: float, new: float) -> float:
    return old + _SMOOTHING * (new - old)

"""Damages GGUF files, with a liking for the spots that a reader believes."""

import random
import struct
from collections.abc import Callable
from dataclasses import dataclass, field

_SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
_STRING, _ARRAY = 8, 9
_HOSTILE = (
    *(0, 1, 2, 3, 7, 31, 63, 255, 256, 1 << 15, 1 << 16, 1 << 20, 1 << 24, (1 << 31) - 1, 1 << 31),
    *((1 << 32) - 1, 1 << 32, (1 << 48) + 1, (1 << 63) - 1, 1 << 63, (1 << 64) - 1),
)
_WORDS = (
    *(b"llama", b"gemma3", b"mamba", b"lfm2", b"bert", b"clip", b"qwen2vl", b"rwkv7", b"falcon"),
    *(b"gpt2", b"spm", b"wpm", b"t5", b"rwkv", b"none", b"no_vocab", b"default", b"llama-bpe"),
    *(b"\xff\xfe", b"", b"\0", b"{{", b"{% for x in range(10**9) %}{% endfor %}"),
)


@dataclass(frozen=True, slots=True)
class _Spot:
    """A number of the header: where it is, and how many bytes it has."""

    start: int
    size: int


@dataclass(slots=True)
class _Map:
    """Where in a file its header has what."""

    counts: list[_Spot] = field(default_factory=list)  # of tensors, of keys
    lengths: list[_Spot] = field(default_factory=list)  # of texts
    types: list[_Spot] = field(default_factory=list)  # of values
    lists: list[_Spot] = field(default_factory=list)  # how long they are
    numbers: list[_Spot] = field(default_factory=list)  # single values
    texts: list[tuple[int, int]] = field(default_factory=list)  # single values, with their length
    keys: list[tuple[int, int]] = field(default_factory=list)
    tokens: list[tuple[int, int, int]] = field(default_factory=list)  # lists of texts
    dimension_counts: list[_Spot] = field(default_factory=list)
    dimensions: list[_Spot] = field(default_factory=list)
    tensor_types: list[_Spot] = field(default_factory=list)
    offsets: list[_Spot] = field(default_factory=list)
    end: int = 0


class _Reader:
    def __init__(self, content: bytes) -> None:
        self._content = content
        self.map = _Map()
        self.at = 8
        self.map.counts = [_Spot(8, 8), _Spot(16, 8)]
        tensors, keys = self.number(8), self.number(8)
        for _ in range(keys):
            self._key()
        for _ in range(tensors):
            self._tensor()
        self.map.end = self.at

    def number(self, size: int) -> int:
        start, self.at = self.at, self.at + size
        return int.from_bytes(self._content[start : self.at], "little")

    def spot(self, size: int) -> _Spot:
        spot, self.at = _Spot(self.at, size), self.at + size
        return spot

    def text(self) -> tuple[int, int]:
        self.map.lengths.append(_Spot(self.at, 8))
        length = self.number(8)
        start, self.at = self.at, self.at + length
        return start, length

    def _key(self) -> None:
        self.map.keys.append(self.text())
        self.map.types.append(_Spot(self.at, 4))
        kind = self.number(4)
        if kind == _STRING:
            self.map.texts.append(self.text())
        elif kind == _ARRAY:
            self._list()
        else:
            self.map.numbers.append(self.spot(_SIZES[kind]))

    def _list(self) -> None:
        self.map.types.append(_Spot(self.at, 4))
        kind = self.number(4)
        count_at = self.at
        self.map.lists.append(_Spot(count_at, 8))
        count = self.number(8)
        if kind != _STRING:
            self.at += count * _SIZES[kind]
            return
        before = len(self.map.lengths)
        for _ in range(count):
            self.text()
        del self.map.lengths[before + 8 :]  # a vocabulary's would outnumber all others
        self.map.tokens.append((count_at, count, self.at))

    def _tensor(self) -> None:
        self.map.keys.append(self.text())
        self.map.dimension_counts.append(_Spot(self.at, 4))
        for _ in range(self.number(4)):
            self.map.dimensions.append(self.spot(8))
        self.map.tensor_types.append(self.spot(4))
        self.map.offsets.append(self.spot(8))


class GgufMutator:
    """Makes damaged copies of one file; the same number makes the same copy."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._map = _Reader(content).map
        self._ways: dict[str, Callable[[random.Random], bytes]] = {
            "bits of the header": lambda r: self._flipped(r, self._map.end),
            "bits anywhere": lambda r: self._flipped(r, len(content)),
            "cut short": lambda r: content[: r.randrange(len(content))],
            "cut in its header": lambda r: content[: r.randrange(self._map.end)],
            "counts of the header": lambda r: self._changed(r, self._map.counts),
            "length of a text": lambda r: self._changed(r, self._map.lengths),
            "length of a list": lambda r: self._changed(r, self._map.lists),
            "type of a value": lambda r: self._retyped(r, self._map.types, 14),
            "value": lambda r: self._changed(r, self._map.numbers),
            "words": self._reworded,
            "swapped keys": self._swapped,
            "vocabulary": self._shortened,
            "number of dimensions": lambda r: self._retyped(r, self._map.dimension_counts, 6),
            "shape": lambda r: self._changed(r, self._map.dimensions),
            "type of a tensor": lambda r: self._retyped(r, self._map.tensor_types, 45),
            "offset of a tensor": self._moved,
            "two of these": self._twice,
            "weights": self._wild,
            "spliced": self._spliced,
        }

    @property
    def ways(self) -> tuple[str, ...]:
        """Return in which ways a file is damaged."""
        return tuple(self._ways)

    def mutant(self, number: int) -> tuple[str, bytes]:
        """Return how this copy is damaged, and its bytes."""
        way = self.ways[number % len(self._ways)]
        return way, self._ways[way](random.Random(number))

    def _put(self, start: int, size: int, new: bytes) -> bytes:
        return self._content[:start] + new + self._content[start + size :]

    def _flipped(self, chance: random.Random, end: int) -> bytes:
        copy = bytearray(self._content)
        for _ in range(chance.choice((1, 1, 2, 8))):
            copy[chance.randrange(end)] ^= 1 << chance.randrange(8)
        return bytes(copy)

    def _changed(self, chance: random.Random, spots: list[_Spot]) -> bytes:
        spot = chance.choice(spots)
        old = int.from_bytes(self._content[spot.start :][: spot.size], "little")
        near = (old + 1, old - 1, old * 2, old // 2, -old, old + 32)
        value = chance.choice((*near, *_HOSTILE)) % (1 << 8 * spot.size)
        return self._put(spot.start, spot.size, value.to_bytes(spot.size, "little"))

    def _retyped(self, chance: random.Random, spots: list[_Spot], most: int) -> bytes:
        spot = chance.choice(spots)
        value = chance.choice((chance.randrange(most), chance.randrange(most), 1 << 31, 255))
        return self._put(spot.start, 4, struct.pack("<I", value))

    def _reworded(self, chance: random.Random) -> bytes:
        start, length = chance.choice(self._map.texts)
        word = chance.choice(_WORDS)
        return self._put(start - 8, length + 8, struct.pack("<Q", len(word)) + word)

    def _swapped(self, chance: random.Random) -> bytes:
        (one, length), (other, other_length) = sorted(chance.sample(self._map.keys, 2))
        before, text = self._content[: one - 8], self._content[one - 8 : one + length]
        between = self._content[one + length : other - 8]
        other_text = self._content[other - 8 : other + other_length]
        rest = self._content[other + other_length :]
        is_copied = chance.random() < 0.5
        return before + other_text + between + (other_text if is_copied else text) + rest

    def _shortened(self, chance: random.Random) -> bytes:
        """Take tokens away, or have the last ones twice, in a list that is sound otherwise."""
        count_at, count, end = chance.choice(self._map.tokens)
        start, texts = count_at + 8, []
        for _ in range(count):
            (length,) = struct.unpack_from("<Q", self._content, start)
            texts.append(self._content[start : start + 8 + length])
            start += 8 + length
        number = chance.choice((0, 1, 2, count // 2, count - 1, count + 1, count + 64))
        chosen = (texts + texts[-1:] * 64)[:number]
        new = struct.pack("<Q", len(chosen)) + b"".join(chosen)
        return self._put(count_at, end - count_at, new)

    def _moved(self, chance: random.Random) -> bytes:
        spot, other = chance.sample(self._map.offsets, 2)
        theirs = int.from_bytes(self._content[other.start :][:8], "little")
        value = chance.choice((theirs, theirs + 32, theirs + 1, *_HOSTILE))
        return self._put(spot.start, 8, (value % (1 << 64)).to_bytes(8, "little"))

    def _twice(self, chance: random.Random) -> bytes:
        way = self._ways[chance.choice(("value", "words", "shape", "type of a tensor"))]
        try:
            return GgufMutator(way(chance))._ways["value"](chance)  # noqa: SLF001 (its own class)
        except (IndexError, KeyError, ValueError, MemoryError, OverflowError, struct.error):
            return way(chance)  # too damaged to be damaged in another spot

    def _wild(self, chance: random.Random) -> bytes:
        """Leave the header alone and make numbers of the weights infinite, or none."""
        copy = bytearray(self._content)
        for _ in range(64):
            start = chance.randrange(self._map.end, len(copy) - 4) & ~3
            value = chance.choice((float("nan"), float("inf"), -float("inf"), 3e38))
            copy[start : start + 4] = struct.pack("<f", value)
        return bytes(copy)

    def _spliced(self, chance: random.Random) -> bytes:
        start, size = chance.randrange(self._map.end), chance.randrange(1, 64)
        piece = self._content[start : start + size]
        at = chance.randrange(24, self._map.end)
        return self._put(at, chance.choice((0, size)), piece)

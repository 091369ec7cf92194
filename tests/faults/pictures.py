"""Decodes hostile pictures: ``python -m tests.faults.pictures --count 500``.

Each is a real file of some format that a seeded generator has damaged. It goes through the process
that decodes for the window, and ends as pixels, as many as it says, or as a sentence.
"""

import argparse
import asyncio
import random
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass

from app.errors import PictureRefused
from app.media.decoder import PictureDecoder
from app.media.decoder_messages import BYTES_PER_PIXEL, DecodeRequest
from tests.app.media.making import every_kind, gif, saved, turned_jpeg, two_halves

CI_COUNT = 60
_SIZES = (0, 1, 2, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF)
_KINDS = ("PNG", "JPEG", "WEBP", "BMP", "TIFF", "GIF", "EXIF")


@dataclass(frozen=True, slots=True)
class End:
    """What became of a hostile picture: its pixels, or why there are none."""

    number: int
    kind: str
    way: str
    text: str = ""

    @property
    def is_decoded(self) -> bool:
        """Return whether it was decoded all the same."""
        return not self.text


def _flipped(chance: random.Random, content: bytearray) -> None:
    for _ in range(chance.randint(1, 12)):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)


def _head_flipped(chance: random.Random, content: bytearray) -> None:
    for _ in range(chance.randint(1, 4)):
        content[chance.randrange(8, min(len(content), 200))] = chance.randrange(256)


def _number_changed(chance: random.Random, content: bytearray) -> None:
    width = chance.choice((2, 4))
    at = chance.randrange(8, min(len(content), 300) - width)
    number = chance.choice(_SIZES) & ((1 << 8 * width) - 1)
    content[at : at + width] = number.to_bytes(width, chance.choice(("big", "little")))


def _cut_off(chance: random.Random, content: bytearray) -> None:
    del content[chance.randrange(8, len(content)) :]


def _repeated(chance: random.Random, content: bytearray) -> None:
    start = chance.randrange(8, len(content) - 4)
    part = content[start : start + chance.randint(1, 400)]
    content[start:start] = part * chance.randint(1, 50)


def _left_out(chance: random.Random, content: bytearray) -> None:
    start = chance.randrange(8, len(content) - 2)
    del content[start : start + chance.randint(1, 64)]


def _filled(chance: random.Random, content: bytearray) -> None:
    start = chance.randrange(8, len(content))
    length = min(chance.randint(1, 500), len(content) - start)
    content[start : start + length] = bytes((chance.choice((0, 0xFF)),)) * length


WAYS: dict[str, Callable[[random.Random, bytearray], None]] = {
    "bits flipped": _flipped,
    "head changed": _head_flipped,
    "number changed": _number_changed,
    "cut off": _cut_off,
    "part repeated": _repeated,
    "part left out": _left_out,
    "part filled": _filled,
}


class PictureMutator:
    """Makes hostile pictures; the same number makes the same one."""

    def __init__(self) -> None:
        image = two_halves(120, 80)
        large = {kind: saved(image, kind) for kind in _KINDS[:5]}
        self._files = {**every_kind(), **large, "GIF": gif(60, 40), "EXIF": turned_jpeg()}

    def mutant(self, number: int) -> tuple[str, str, bytes]:
        """Return the format, what was done to it, and the file."""
        chance = random.Random(number)
        kind = _KINDS[number % len(_KINDS)]
        way = tuple(WAYS)[number // len(_KINDS) % len(WAYS)]
        content = bytearray(self._files[kind])
        WAYS[way](chance, content)
        return kind, way, bytes(content)


async def ends(numbers: Iterable[int], decoder: PictureDecoder) -> AsyncIterator[End]:
    """Yield what becomes of hostile pictures. Raises what is no end at all."""
    mutator = PictureMutator()
    for number in numbers:
        kind, way, content = mutator.mutant(number)
        try:
            decoded = await decoder.decode("it", DecodeRequest(content, wants_file=True))
        except PictureRefused as error:
            yield End(number, kind, way, str(error))
            continue
        assert len(decoded.pixels) == decoded.width * decoded.height * BYTES_PER_PIXEL
        assert decoded.file.startswith((b"\x89PNG", b"\xff\xd8"))
        yield End(number, kind, way)


async def _search(count: int, seed: int) -> int:
    outcomes: Counter[str] = Counter()
    decoder = PictureDecoder()
    try:
        async for end in ends(range(seed, seed + count), decoder):
            outcomes["decoded" if end.is_decoded else end.text] += 1
    finally:
        await decoder.close()
    for text, number in outcomes.most_common():
        print(f"{number:6} {text}")
    return 0 if outcomes.total() == count else 1


def main() -> int:
    """Decode as many as asked for, and print what became of them."""
    parser = argparse.ArgumentParser(description="Decode hostile pictures.")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    return asyncio.run(_search(options.count, options.seed))


if __name__ == "__main__":
    sys.exit(main())

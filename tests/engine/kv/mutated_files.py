"""Damages a file in thousands of ways, and shows that none is taken: ``python -m … [COUNT]``.

Every so often the damaged file is met by a whole engine with a real model, which must answer as
if there were none.
"""

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from engine.kv.cache_folder import CacheFolder
from engine.kv.container import Miss, ModelIdentity
from engine.kv.disk_worker import WeightDigests
from engine.llama.loader import load
from engine.messages.config import EngineConfig
from engine.messages.metrics import ReuseOrigin
from tests.engine.kv.driving import driven, files
from tests.models.cache import cached_model
from tests.models.tiny import write_hybrid

COUNT = 10_000
MET_EVERY = 500
TEXT = "the fox and the tabs " * 12
NAME = "a"

Damage = Callable[[bytes, random.Random], bytes]


def damaged(whole: bytes, chance: random.Random) -> bytes:
    """Return a file that is not what was written."""
    while True:
        content = chance.choice(_DAMAGES)(whole, chance)
        if content != whole:
            return content


def _flip(whole: bytes, chance: random.Random) -> bytes:
    content = bytearray(whole)
    for _ in range(chance.choice((1, 1, 2, 8))):
        content[_offset(whole, chance)] ^= 1 << chance.randrange(8)
    return bytes(content)


def _shortened(whole: bytes, chance: random.Random) -> bytes:
    return whole[: _offset(whole, chance)]


def _grow(whole: bytes, chance: random.Random) -> bytes:
    return whole + chance.randbytes(chance.choice((1, 32, 4096)))


def _blank(whole: bytes, chance: random.Random) -> bytes:
    at, count = _offset(whole, chance), chance.choice((1, 4, 512, 4096))
    return whole[:at] + bytes(len(whole[at : at + count])) + whole[at + count :]


def _move(whole: bytes, chance: random.Random) -> bytes:
    first, second = sorted((_offset(whole, chance), _offset(whole, chance)))
    return whole[:first] + whole[second:] + whole[first:second]


def _number(whole: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(16)
    return (
        whole[:at] + chance.choice((0, 1, 2**31, 2**32 - 1)).to_bytes(4, "little") + whole[at + 4 :]
    )


def _repeat(whole: bytes, chance: random.Random) -> bytes:
    at = _offset(whole, chance)
    return whole[:at] + whole[: len(whole) - at]


_DAMAGES: tuple[Damage, ...] = (_flip, _flip, _shortened, _grow, _blank, _move, _number, _repeat)


def _offset(whole: bytes, chance: random.Random) -> int:
    """Return a place, as often in the header as anywhere."""
    return chance.randrange(min(len(whole), chance.choice((64, 2048, len(whole)))))


def try_all(folder: Path, count: int, seed: int = 7) -> Counter[str]:
    """Return why files were not taken. Raises AssertionError if one was, or if a reply differs."""
    chance = random.Random(seed)
    model, config = str(cached_model(write_hybrid)), EngineConfig(context_window=512, slot_count=2)
    backend = load(model, config, lambda _share: None)
    files_and_form = backend.state_identity
    with driven(backend, folder) as driver:
        expected = driver.ask(NAME, TEXT)
    (file,) = files(folder)
    whole = file.read_bytes()
    cache = CacheFolder(folder)
    cache.open()
    weights = WeightDigests(folder).of(files_and_form.files)
    identity = ModelIdentity(weights=weights, form=files_and_form.form)
    assert not isinstance(cache.read(NAME, identity), Miss), "whole, it is taken"
    reasons: Counter[str] = Counter()
    for number in range(count):
        content = damaged(whole, chance)
        file.write_bytes(content)
        found = cache.read(NAME, identity)
        assert isinstance(found, Miss), f"file {number} of seed {seed} was taken"
        reasons[found.value] += 1
        if number % MET_EVERY == 0:
            with driven(load(model, config, lambda _share: None), folder) as driver:
                file.write_bytes(content)  # the look into the folder has removed it
                assert driver.ask(NAME, TEXT) == expected
                assert driver.usage.reused_from is ReuseOrigin.NOWHERE
                driver.scheduler.discard(NAME)
    return reasons


def main() -> None:
    """Try, and say what was seen."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else COUNT
    with tempfile.TemporaryDirectory() as folder:
        reasons = try_all(Path(folder), count)
    sys.stdout.write(f"{count:,} damaged files, 0 taken, 0 engines dead\n")
    for reason, times in reasons.most_common():
        sys.stdout.write(f"{times:>8,}  {reason}\n")


if __name__ == "__main__":
    main()

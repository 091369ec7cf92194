"""Conversations that come back together: what is reused does not hang on who was asked first."""

import random
from pathlib import Path

import pytest

from tests.engine.kv.driving import driven, slow_reader

ORDERS = 4


def _copy_bytes(folder: Path) -> int:
    """Return what one conversation takes in RAM."""
    with driven(slow_reader(slots=1), folder, cache_bytes=0) as driver:
        for name in "ab":
            driver.ask(name, f"{name} " * 150)
        return driver.scheduler.cache_manager.ram.byte_count


def _reused(folder: Path, order: list[str], slots: int, ram_bytes: int) -> int:
    """Talk to all of them in one order, ask all again in another, and return what was reused."""
    with driven(slow_reader(slots=slots), folder, ram_bytes=ram_bytes, cache_bytes=0) as driver:
        said = {name: driver.ask(name, f"{name} " * 150) for name in sorted(order)}
        asked = [driver.submit(name, f"{name} " * 150, said[name], "and?") for name in order]
        driver.run()
        return sum(driver.listener.finished(each).usage.reused_tokens for each in asked)


@pytest.mark.parametrize(("slots", "in_ram", "count"), [(2, 3, 6), (1, 3, 5)])
def test_what_is_reused_does_not_hang_on_the_order_of_arrival(
    slots: int, in_ram: int, count: int, tmp_path: Path
) -> None:
    ram_bytes = int(_copy_bytes(tmp_path / "one") * (in_ram + 0.5))
    chooser, names = random.Random(7), [chr(ord("a") + index) for index in range(count)]
    totals = []
    for number in range(ORDERS):
        chooser.shuffle(names)
        totals.append(_reused(tmp_path / str(number), list(names), slots, ram_bytes))
    assert min(totals) >= 0.9 * max(totals), totals
    # All that the slots and the RAM tier held is used: about 300 tokens of each conversation.
    assert min(totals) >= 300 * (slots + in_ram), totals

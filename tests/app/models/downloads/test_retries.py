"""Retries go on for ever, further and further apart, and at once when there is a reason to."""

import asyncio
from dataclasses import dataclass

import pytest

from app.models.downloads.policy import DownloadPolicy
from app.models.downloads.retries import TICK_SECONDS, Clocks, Pauses, Wakeups


@dataclass
class World:
    """A machine whose clocks and network are moved by hand."""

    monotonic: float = 100.0
    wall: float = 1e9
    network: str = "at home"

    def wakeups(self) -> Wakeups:
        clocks = Clocks(lambda: self.monotonic, lambda: self.wall)
        return Wakeups(clocks, lambda: self.network)

    def tick(self, *, wall: float = TICK_SECONDS, monotonic: float = TICK_SECONDS) -> None:
        self.wall += wall
        self.monotonic += monotonic


def test_pauses_double_up_to_five_minutes_and_never_end() -> None:
    pauses = Pauses(DownloadPolicy())
    taken = [pauses.next() for _ in range(1000)]
    for number, pause in enumerate(taken[:8]):
        assert 2**number / 2 <= pause <= 2**number
    assert all(150 <= pause <= 300 for pause in taken[9:])
    assert len(set(taken[9:])) > 1  # not all users at once
    pauses.reset()
    assert pauses.next() <= 1


def test_a_server_that_asks_for_more_gets_it() -> None:
    pauses = Pauses(DownloadPolicy())
    assert pauses.next(1000) == 1000
    assert pauses.next(0) >= 1


async def ends_after(world: World, wakeups: Wakeups, *steps: tuple[float, float]) -> bool:
    """Return whether a long pause ends when the clocks have gone so, wall and monotonic."""
    pause = asyncio.create_task(wakeups.pause(3600, asyncio.Event()))
    await asyncio.sleep(0)
    for wall, monotonic in steps:
        world.tick(wall=wall, monotonic=monotonic)
        wakeups.look()
    done, _ = await asyncio.wait([pause], timeout=0.05)
    pause.cancel()
    return bool(done)


@pytest.mark.parametrize(
    ("wall", "monotonic", "ends"),
    [
        (1.0, 1.0, False),
        (3600.0, 1.0, True),  # slept, on Linux
        (3600.0, 3600.0, True),  # slept, on Windows
        (-86400.0, 1.0, False),  # somebody set the clock back
        (5.0, 5.0, False),  # a busy machine
    ],
)
async def test_after_sleep_it_is_tried_at_once(wall: float, monotonic: float, ends: bool) -> None:
    world = World()
    assert await ends_after(world, world.wakeups(), (1.0, 1.0), (wall, monotonic)) is ends


async def test_in_another_network_it_is_tried_at_once() -> None:
    world = World()
    wakeups = world.wakeups()
    pause = asyncio.create_task(wakeups.pause(3600, asyncio.Event()))
    await asyncio.sleep(0)
    world.network = "none"
    wakeups.look()
    await asyncio.wait_for(pause, 10)


async def test_what_changed_before_the_pause_ends_none() -> None:
    world = World()
    wakeups = world.wakeups()
    world.network = "elsewhere"
    assert not await ends_after(world, wakeups, (1.0, 1.0))


async def test_a_connection_must_show_after_sleep_that_it_is_alive() -> None:
    world = World()
    wakeups = world.wakeups()
    async with asyncio.timeout(None) as connection:
        with wakeups.watching(connection):
            world.tick(wall=3600)
            wakeups.look()
            assert connection.when() is not None
            connection.reschedule(None)  # what it does when something arrives
            await asyncio.sleep(0)
        wakeups.wake()
        assert connection.when() is None


async def test_who_asks_ends_a_pause_and_not_the_next_one() -> None:
    wakeups = World().wakeups()
    nudged = asyncio.Event()
    nudged.set()
    await asyncio.wait_for(wakeups.pause(3600, nudged), 10)
    assert not nudged.is_set()

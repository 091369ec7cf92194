"""Downloads through the real net process: killed, started again, switched off."""

import asyncio
import os
import signal
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.client.download_client import DownloadClient
from engine.client.net_client import NetClient
from engine.ipc.supervisor import RestartPolicy
from engine.messages.download_messages import (
    DownloadState,
    DownloadStatus,
    StartDownload,
    WantedFile,
)
from tests.net.hub_files import PatternContent, Repository
from tests.net.hub_server import HubServer
from tests.net.misbehaviour import is_file, is_slow

QUICK = RestartPolicy(back_off_seconds=(0.0, 0.0))
SIZE = 3_000_000
CONTENT = PatternContent(SIZE, seed=5)
REPOSITORY = Repository("maker/tiny-GGUF", {"tiny.gguf": CONTENT})
SLOW = is_slow(3_000_000)


class Window:
    """What the window does with downloads."""

    def __init__(self, folder: Path) -> None:
        self.net = NetClient(folder=str(folder), policy=QUICK)
        self.heard: list[DownloadStatus] = []
        self.downloads = DownloadClient(self.net, self.heard.append)
        self.folder = folder

    def start(self) -> None:
        file = WantedFile("tiny.gguf", "tiny.gguf", SIZE, CONTENT.sha256)
        self.downloads.start_download(
            StartDownload("one", REPOSITORY.name, REPOSITORY.commit, str(self.folder), (file,))
        )

    async def moment(self) -> None:
        await asyncio.sleep(0.005)

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(30):
            while not is_so():
                await self.moment()

    async def came(self, size_bytes: int) -> None:
        part = self.folder / "tiny.gguf.part"
        await self.until(lambda: part.exists() and part.stat().st_size >= size_bytes)

    async def state(self, state: DownloadState) -> DownloadStatus:
        await self.until(lambda: any(each.state is state for each in self.heard))
        return next(each for each in self.heard if each.state is state)


@pytest.fixture
def hub(plain_environment: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    with HubServer(REPOSITORY) as server:
        monkeypatch.setenv("HF_ENDPOINT", server.url)
        monkeypatch.setenv("HF_TOKEN", "hf_secret")
        yield server


@asynccontextmanager
async def window(folder: Path) -> AsyncGenerator[Window]:
    one = Window(folder)
    try:
        yield one
    finally:
        await one.net.close()


def is_whole(folder: Path) -> bool:
    return (folder / "tiny.gguf").read_bytes() == CONTENT.read(0, SIZE)


async def test_a_killed_process_goes_on_where_it_was(hub: HubServer, tmp_path: Path) -> None:
    hub.misbehave(SLOW, when=is_file)
    async with window(tmp_path) as one:
        one.start()
        for size in (400_000, 1_200_000):
            await one.came(size)
            assert one.net.process_id is not None
            os.kill(one.net.process_id, signal.SIGKILL)
        status = await one.state(DownloadState.DONE)
        assert one.downloads.statuses == {}
    assert status.is_verified
    assert is_whole(tmp_path)
    assert hub.sent_bytes("tiny.gguf") <= SIZE + 2 * (1 << 20)
    tokens = {
        each.request.host: each.request.headers.get("authorization") for each in hub.exchanges
    }
    assert tokens == {"hub": "Bearer hf_secret", "cdn": None}


async def test_what_is_paused_stays_so_offline(hub: HubServer, tmp_path: Path) -> None:
    hub.misbehave(SLOW, when=is_file)
    async with window(tmp_path) as one:
        one.start()
        await one.came(400_000)
        one.downloads.pause_download("one")
        await one.state(DownloadState.PAUSED)
        one.net.set_offline(True)
        assert one.downloads.statuses["one"].state is DownloadState.PAUSED


async def test_a_process_that_gives_up_is_told_and_started_again_by_who_asks(
    hub: HubServer, tmp_path: Path
) -> None:
    hub.misbehave(SLOW, when=is_file)
    async with window(tmp_path) as one:
        one.start()
        size = 0
        while DownloadState.FAILED not in [each.state for each in one.heard]:
            await one.came(size := size + 100_000)
            process_id = one.net.process_id
            if process_id is not None:
                os.kill(process_id, signal.SIGKILL)
            await one.until(
                lambda: (
                    one.net.process_id != process_id  # noqa: B023
                    or one.heard[-1].state is DownloadState.FAILED
                )
            )
        assert "stopped unexpectedly" in one.downloads.statuses["one"].reason
        hub.behave()
        one.downloads.resume_download("one")
        await one.state(DownloadState.DONE)
    assert is_whole(tmp_path)

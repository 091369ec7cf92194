"""Runs downloads against the tests' hub, as the net process does, and records the reports."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import quote

from msgspec.structs import replace

from app.models.downloads.download_manager import Downloads
from app.models.downloads.queue import DownloadPolicy
from engine.messages.download_messages import (
    DownloadChanged,
    DownloadEvent,
    DownloadState,
    DownloadStatus,
    StartDownload,
    WantedFile,
)
from engine.net.http import make_client
from tests.net.hub_files import PatternContent, Repository
from tests.net.hub_server import HubServer

SECONDS = 20
KB = 1024
SIZE = 1_000_000
IMPATIENT = DownloadPolicy(
    piece_bytes=256 * KB,
    first_pause_seconds=0.01,
    longest_pause_seconds=0.05,
    floor_bytes=0,
    poll_seconds=0.02,
    progress_seconds=0.02,
)
CONTENT = PatternContent(SIZE, seed=1)
REPOSITORY = Repository("maker/tiny-GGUF", {"tiny.gguf": CONTENT})


class Driver:
    """Starts and controls downloads; records all their states."""

    def __init__(self, server: HubServer, folder: Path) -> None:
        self.server, self.folder = server, folder
        self.events: list[DownloadEvent] = []
        self.downloads: Downloads
        self._came = asyncio.Event()

    def report(self, event: DownloadEvent) -> None:
        self.events.append(event)
        self._came.set()

    def address(self, repository: str, commit: str, path: str) -> str:
        return f"{self.server.url}/{repository}/resolve/{commit}/{quote(path)}"

    async def start(
        self,
        *paths: str,
        repository: Repository = REPOSITORY,
        download_id: str = "one",
        allows_unverified: bool = False,
    ) -> None:
        await self.downloads.execute(
            self.request(
                *paths,
                repository=repository,
                download_id=download_id,
                allows_unverified=allows_unverified,
            )
        )

    def request(
        self,
        *paths: str,
        repository: Repository = REPOSITORY,
        download_id: str = "one",
        allows_unverified: bool = False,
    ) -> StartDownload:
        files = []
        for path in paths or tuple(repository.files):
            content = repository.content(path)
            assert content
            digest = "" if path in repository.without_hash else content.sha256
            files.append(WantedFile(path, path.split("/")[-1], content.size_bytes, digest))
        return StartDownload(
            download_id=download_id,
            repository=repository.name,
            commit=repository.commit,
            folder=str(self.folder),
            files=tuple(files),
            allows_unverified=allows_unverified,
        )

    def statuses(self, download_id: str = "one") -> list[DownloadStatus]:
        changes = [each.status for each in self.events if isinstance(each, DownloadChanged)]
        return [each for each in changes if each.download_id == download_id]

    def states(self, download_id: str = "one") -> list[DownloadState]:
        return [each.state for each in self.statuses(download_id)]

    def reasons(self, download_id: str = "one") -> str:
        return "\n".join(each.reason for each in self.statuses(download_id))

    async def until(
        self, *states: DownloadState, download_id: str = "one", after: int = 0
    ) -> DownloadStatus:
        """Return the status in which it came to one of these states, from an event on."""
        async with asyncio.timeout(SECONDS):
            while True:
                for event in self.events[after:]:
                    if isinstance(event, DownloadChanged):
                        status = event.status
                        if status.download_id == download_id and status.state in states:
                            return status
                self._came.clear()
                await self._came.wait()

    async def done(self, download_id: str = "one") -> DownloadStatus:
        """Return the status of a download that has ended; it must be done."""
        ends = (DownloadState.DONE, DownloadState.FAILED)
        status = await self.until(*ends, download_id=download_id)
        assert status.state is DownloadState.DONE, status.reason
        return status

    async def heard_nothing(self, seconds: float) -> None:
        """Wait for a time in which something must not happen."""
        await asyncio.sleep(seconds)

    async def came(self, size_bytes: int, name: str = "tiny.gguf") -> None:
        """Wait until a part has at least this length."""
        part = self.folder / f"{name}.part"
        async with asyncio.timeout(SECONDS):
            while not part.exists() or part.stat().st_size < size_bytes:
                await self.heard_nothing(0.002)

    def names(self) -> set[str]:
        """Return what is in the folder."""
        return {path.name for path in self.folder.iterdir()} if self.folder.exists() else set()


@asynccontextmanager
async def driving(server: HubServer, folder: Path, **policy: float) -> AsyncGenerator[Driver]:
    """Run downloads inside the block, into a folder of models."""
    driver = Driver(server, folder)
    impatient = replace(IMPATIENT, **policy)
    longest = max(impatient.first_pause_seconds, impatient.longest_pause_seconds)
    impatient = replace(impatient, longest_pause_seconds=longest)
    async with (
        make_client(stall_seconds=impatient.stall_seconds) as client,
        Downloads(lambda: client, driver.address, driver.report, impatient) as driver.downloads,
    ):
        yield driver

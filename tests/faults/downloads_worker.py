"""The process that downloads, and is killed: ``fetch`` goes on with what lies in the folder."""

import asyncio
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from urllib.parse import quote

from app.models.downloads import parts
from app.models.downloads.download_manager import Downloads
from app.models.downloads.queue import DownloadPolicy
from engine.messages.download_messages import (
    DownloadChanged,
    DownloadEvent,
    DownloadsListed,
    DownloadState,
    FindDownloads,
    StartDownload,
)
from engine.net.http import make_client

ENDS = (DownloadState.DONE, DownloadState.FAILED)


@dataclass(frozen=True)
class Work:
    """What is fetched, from where, and in which pieces."""

    url: str
    request: StartDownload
    piece_bytes: int


def fetch(pipe: Connection, work: Work) -> None:
    """Download until it is done, and tell of each state; wait to be killed then."""
    # As on a disk that can't reserve room: else it could not get full in the middle.
    parts._reserve = lambda *_: None  # noqa: SLF001
    asyncio.run(_fetch(pipe, work))


async def _fetch(pipe: Connection, work: Work) -> None:
    policy = DownloadPolicy(
        piece_bytes=work.piece_bytes,
        first_pause_seconds=0.01,
        longest_pause_seconds=0.02,
        floor_bytes=0,
        poll_seconds=0.02,
    )
    has_ended = asyncio.Event()
    found: list[DownloadEvent] = []

    def report(event: DownloadEvent) -> None:
        if isinstance(event, DownloadsListed):
            found.append(event)
        if isinstance(event, DownloadChanged):
            pipe.send((event.status.state, str(event.status.reason)))
            if event.status.state in ENDS:
                has_ended.set()

    def address(repository: str, commit: str, path: str) -> str:
        return f"{work.url}/{repository}/resolve/{commit}/{quote(path)}"

    folder = Path(work.request.folder)
    async with (
        make_client() as client,
        Downloads(lambda: client, address, report, policy) as downloads,
    ):
        await downloads.execute(FindDownloads((str(folder),)))
        if found == [DownloadsListed(())]:
            await downloads.execute(work.request)
        await has_ended.wait()

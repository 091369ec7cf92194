"""A file gets its name after it is verified, and an unfinished one is found again."""

import random
from pathlib import Path

import pytest

from engine.messages.download_messages import (
    CancelDownload,
    DownloadsListed,
    DownloadsProgressed,
    DownloadState,
    FindDownloads,
    ListDownloads,
    PauseDownload,
    ResumeDownload,
    SetDownloadLimits,
    WantedFile,
)
from tests.app.models.downloads.driving import CONTENT, KB, REPOSITORY, SIZE, driving
from tests.net.hub_files import PatternContent, Repository
from tests.net.hub_server import HubServer
from tests.net.misbehaviour import (
    cuts_after,
    cuts_anywhere,
    ends_after,
    ends_anywhere,
    is_file,
    is_slow,
)

WHOLE = CONTENT.read(0, SIZE)
SLOW = 1_500_000  # bytes per second: two thirds of a second for the file


async def test_a_file_gets_its_name_and_nothing_else_stays(hub: HubServer, models: Path) -> None:
    async with driving(hub, models) as driver:
        await driver.start()
        status = await driver.done()
    assert status.is_verified
    assert driver.names() == {"tiny.gguf"}
    assert (models / "tiny.gguf").read_bytes() == WHOLE
    assert hub.sent_bytes("tiny.gguf") == SIZE


async def test_connections_that_are_cut_spoil_nothing(hub: HubServer, models: Path) -> None:
    hub.misbehave(cuts_anywhere(random.Random(1), 200 * KB), when=is_file, times=4)
    hub.misbehave(ends_anywhere(random.Random(1), 200 * KB), when=is_file, times=4)
    async with driving(hub, models) as driver:
        await driver.start()
        await driver.done()
    assert (models / "tiny.gguf").read_bytes() == WHOLE
    assert DownloadState.WAITING in driver.states()


async def test_the_name_is_not_there_before_the_hash_is_right(hub: HubServer, models: Path) -> None:
    hub.misbehave(is_slow(SLOW), when=is_file)
    async with driving(hub, models) as driver:
        await driver.start()
        await driver.came(300 * KB)
        assert not (models / "tiny.gguf").exists()
        await driver.done()
    assert DownloadState.CHECKING in driver.states()


async def test_a_pause_outlives_restarts(hub: HubServer, models: Path) -> None:
    hub.misbehave(is_slow(SLOW), when=is_file)
    async with driving(hub, models) as driver:
        await driver.start()
        await driver.came(300 * KB)
        await driver.downloads.execute(PauseDownload("one"))
        assert driver.states()[-1] is DownloadState.PAUSED
    had = (models / "tiny.gguf.part").stat().st_size
    asked = len(hub.exchanges)
    async with driving(hub, models) as driver:
        await driver.downloads.execute(FindDownloads((str(models),)))
        (listed,) = [each for each in driver.events if isinstance(each, DownloadsListed)]
        assert [each.state for each in listed.downloads] == [DownloadState.PAUSED]
        assert listed.downloads[0].done_bytes == had
        assert len(hub.exchanges) == asked  # nothing was asked of the network
        hub.behave()
        await driver.downloads.execute(ResumeDownload("one"))
        await driver.done()
    assert (models / "tiny.gguf").read_bytes() == WHOLE
    assert driver.names() == {"tiny.gguf"}
    assert [each.request.headers.get("range") for each in hub.exchanges[asked:]] == [
        f"bytes={had}-{SIZE - 1}"
    ] * 2


async def test_a_running_download_continues_when_it_is_found_again(
    hub: HubServer, models: Path
) -> None:
    hub.misbehave(is_slow(SLOW), when=is_file)
    async with driving(hub, models) as driver:
        await driver.start()
        await driver.came(300 * KB)
    hub.behave()
    async with driving(hub, models) as driver:
        await driver.downloads.execute(FindDownloads((str(models), "/nowhere/at/all")))
        await driver.done()
    assert (models / "tiny.gguf").read_bytes() == WHOLE


async def test_who_cancels_leaves_nothing(hub: HubServer, models: Path) -> None:
    hub.misbehave(is_slow(SLOW), when=is_file)
    async with driving(hub, models) as driver:
        await driver.start()
        await driver.came(1)
        await driver.downloads.execute(CancelDownload("one"))
        assert driver.states()[-1] is DownloadState.REMOVED
        assert driver.names() == set()
        await driver.start()
        await driver.done()


async def test_a_file_that_is_there_is_taken(hub: HubServer, models: Path) -> None:
    models.mkdir()
    (models / "tiny.gguf").write_bytes(WHOLE)
    async with driving(hub, models) as driver:
        await driver.start()
        await driver.done()
    assert hub.exchanges == []
    assert driver.names() == {"tiny.gguf"}


@pytest.mark.parametrize("other", [b"mine", WHOLE[:-1] + b"?"])
async def test_another_file_of_that_name_is_never_replaced(
    hub: HubServer, models: Path, other: bytes
) -> None:
    models.mkdir()
    (models / "tiny.gguf").write_bytes(other)
    async with driving(hub, models) as driver:
        await driver.start()
        status = await driver.until(DownloadState.FAILED)
        assert "already has a file" in status.reason
        assert (models / "tiny.gguf").read_bytes() == other
        (models / "tiny.gguf").rename(models / "mine.gguf")
        await driver.downloads.execute(ResumeDownload("one"))
        await driver.until(DownloadState.DONE)
    assert (models / "tiny.gguf").read_bytes() == WHOLE


async def test_why_one_failed_is_known_after_a_restart(hub: HubServer, models: Path) -> None:
    models.mkdir()
    (models / "tiny.gguf").write_bytes(b"mine")
    async with driving(hub, models) as driver:
        await driver.start()
        failed = await driver.until(DownloadState.FAILED)
    async with driving(hub, models) as driver:
        await driver.downloads.execute(FindDownloads((str(models),)))
        assert isinstance(driver.events[-1], DownloadsListed)
        assert driver.events[-1].downloads[0].reason.values == failed.reason.values
        assert driver.states()[-1] is DownloadState.FAILED
        await driver.downloads.execute(CancelDownload("one"))
    assert driver.names() == {"tiny.gguf"}
    assert (models / "tiny.gguf").read_bytes() == b"mine"


async def test_a_file_that_comes_meanwhile_is_never_replaced(hub: HubServer, models: Path) -> None:
    hub.misbehave(is_slow(SLOW), when=is_file)
    async with driving(hub, models) as driver:
        await driver.start()
        await driver.came(1)
        (models / "tiny.gguf").write_bytes(b"mine")
        await driver.until(DownloadState.FAILED)
        assert (models / "tiny.gguf").read_bytes() == b"mine"
        assert (models / "tiny.gguf.part").read_bytes() == WHOLE
        (models / "tiny.gguf").unlink()
        await driver.downloads.execute(ResumeDownload("one"))
        await driver.until(DownloadState.DONE)
    # Once: the hub may count its last pieces only after the download has ended.
    assert hub.sent_bytes("tiny.gguf") <= len(WHOLE)


async def test_two_programs_do_not_write_one_file(hub: HubServer, models: Path) -> None:
    hub.misbehave(is_slow(SLOW), when=is_file)
    async with driving(hub, models) as first, driving(hub, models) as second:
        await first.start()
        await first.came(1)
        await second.start()
        assert "Another Hubbub" in second.reasons()
        await second.downloads.execute(FindDownloads((str(models),)))
        assert isinstance(second.events[-1], DownloadsListed)
        assert "Another Hubbub" in second.events[-1].downloads[0].reason
        await first.done()
    assert (models / "tiny.gguf").read_bytes() == WHOLE
    assert first.names() == {"tiny.gguf"}


async def test_the_same_is_not_started_twice(hub: HubServer, models: Path) -> None:
    hub.misbehave(is_slow(SLOW), when=is_file)
    async with driving(hub, models) as driver:
        await driver.start()
        await driver.start(download_id="two")
        assert driver.states("two") == [DownloadState.FAILED]
        await driver.done()


async def test_a_part_of_another_program_is_left_alone(hub: HubServer, models: Path) -> None:
    models.mkdir()
    (models / "tiny.gguf.part").write_bytes(b"theirs")
    async with driving(hub, models) as driver:
        await driver.start()
        assert "another program" in driver.reasons()
    assert (models / "tiny.gguf.part").read_bytes() == b"theirs"
    assert driver.names() == {"tiny.gguf.part"}


async def test_a_part_of_another_download_is_left_alone(models: Path) -> None:
    newer = Repository(REPOSITORY.name, {"tiny.gguf": PatternContent(SIZE, seed=2)})
    with HubServer(REPOSITORY) as hub:
        hub.misbehave(cuts_after(100), when=is_file)
        async with driving(hub, models, first_pause_seconds=60) as driver:
            await driver.start()
            await driver.until(DownloadState.WAITING)
    before = (models / "tiny.gguf.part").read_bytes()
    with HubServer(newer) as hub:
        async with driving(hub, models) as driver:
            await driver.start(repository=newer)
            assert "Cancel it first" in driver.reasons()
    assert (models / "tiny.gguf.part").read_bytes() == before


async def test_a_download_that_is_started_again_uses_what_has_arrived(
    hub: HubServer, models: Path
) -> None:
    hub.misbehave(ends_after(300 * KB), when=is_file, times=1)
    async with driving(hub, models, first_pause_seconds=60) as driver:
        await driver.start()
        await driver.until(DownloadState.WAITING)
    async with driving(hub, models) as driver:
        await driver.start(download_id="another")
        await driver.done("another")
    assert hub.sent_bytes("tiny.gguf") == SIZE


async def test_a_journal_that_is_damaged_loses_no_byte(hub: HubServer, models: Path) -> None:
    hub.misbehave(ends_after(300 * KB), when=is_file, times=1)
    async with driving(hub, models, first_pause_seconds=60) as driver:
        await driver.start()
        await driver.until(DownloadState.WAITING)
    (models / "tiny.gguf.download").write_bytes(b'{"download_id": 1, ')
    async with driving(hub, models) as driver:
        await driver.downloads.execute(FindDownloads((str(models),)))
        assert isinstance(driver.events[-1], DownloadsListed)
        assert "can't be read" in driver.events[-1].downloads[0].reason
        await driver.start()
        await driver.done()
    assert hub.sent_bytes("tiny.gguf") == SIZE
    assert (models / "tiny.gguf").read_bytes() == WHOLE


async def test_what_can_not_be_verified_is_asked_for(models: Path) -> None:
    repository = Repository(
        "maker/bare", {"bare.gguf": CONTENT}, without_hash=frozenset({"bare.gguf"})
    )
    with HubServer(repository) as hub:
        async with driving(hub, models) as driver:
            await driver.start(repository=repository)
            assert "can't be verified" in driver.reasons()
            assert hub.exchanges == []
            assert driver.names() == set()
            await driver.start(repository=repository, allows_unverified=True)
            status = await driver.until(DownloadState.DONE)
    assert not status.is_verified
    assert (models / "bare.gguf").read_bytes() == WHOLE


@pytest.mark.parametrize(
    "name",
    [
        "tiny.gguf.download",
        "tiny.gguf.PART",
        "tiny.gguf.download.lock",
        "../up.gguf",
        "/etc/x.gguf",
        "a/b.gguf",
        "..",
        "CON.gguf",
        "a\u202efugg.exe",
        "x" * 300,
        "",
    ],
)
async def test_evil_names_are_refused(hub: HubServer, models: Path, name: str) -> None:
    async with driving(hub, models) as driver:
        wanted = WantedFile("tiny.gguf", name, SIZE, CONTENT.sha256)
        request = driver.request()
        request = type(request)(
            request.download_id, request.repository, request.commit, request.folder, (wanted,)
        )
        await driver.downloads.execute(request)
        assert driver.states() == [DownloadState.FAILED]
    assert not models.exists()
    assert hub.exchanges == []


async def test_the_speed_can_be_limited_while_it_runs(hub: HubServer, models: Path) -> None:
    async with driving(hub, models) as driver:
        await driver.downloads.execute(SetDownloadLimits(bytes_per_second=100))
        await driver.start()
        await driver.until(DownloadState.FETCHING)
        await driver.came(1)
        assert (models / "tiny.gguf.part").stat().st_size < SIZE // 2
        await driver.downloads.execute(SetDownloadLimits(bytes_per_second=None))
        await driver.done()


async def test_progress_is_told(hub: HubServer, models: Path) -> None:
    hub.misbehave(is_slow(SLOW), when=is_file)
    async with driving(hub, models) as driver:
        await driver.start()
        await driver.done()
        await driver.downloads.execute(ListDownloads())
    told = [each for each in driver.events if isinstance(each, DownloadsProgressed)]
    figures = [progress for each in told for progress in each.downloads]
    assert [each.done_bytes for each in figures] == sorted(each.done_bytes for each in figures)
    assert any(0 < each.done_bytes < SIZE and each.seconds_left for each in figures)
    assert all(each.checked_bytes <= each.done_bytes <= SIZE for each in figures)
    assert driver.events[-1] == DownloadsListed(())

"""Downloads and the disk: restarts, damage, missing folders, interrupted renaming."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from app.models.downloads.journal import (
    FileRecord,
    Journal,
    NewerJournal,
    Proof,
    read_journal,
    write_journal,
)
from app.models.downloads.parts import answer_room
from engine.messages.download_messages import (
    AskRoom,
    DownloadsListed,
    DownloadState,
    FindDownloads,
    ResumeDownload,
)
from tests.app.models.downloads.driving import CONTENT, KB, SECONDS, SIZE, driving
from tests.net.hub_files import PatternContent, Repository
from tests.net.hub_server import HubServer
from tests.net.misbehaviour import cuts_after, ends_after, is_file, is_slow, sends_damaged

WHOLE = CONTENT.read(0, SIZE)
PIECE = 256 * KB
SPLIT = Repository(
    "maker/split",
    {
        f"big-0000{number}-of-00003.gguf": PatternContent(300 * KB, seed=number)
        for number in (1, 2, 3)
    },
)


async def interrupted(hub: HubServer, models: Path, after: int) -> None:
    """Leave an unfinished download with a number of bytes."""
    hub.misbehave(ends_after(after), when=is_file, times=1)
    async with driving(hub, models, first_pause_seconds=60) as driver:
        await driver.start()
        await driver.until(DownloadState.WAITING)
        async with asyncio.timeout(SECONDS):
            while len(journal(models).files[0].pieces) < after // PIECE:
                await driver.heard_nothing(0.01)


def journal(models: Path) -> Journal:
    return read_journal(models / "tiny.gguf.download")


async def resumed(hub: HubServer, models: Path) -> None:
    """Find the download again, and wait until it is done."""
    async with driving(hub, models) as driver:
        await driver.downloads.execute(FindDownloads((str(models),)))
        await driver.done()
    assert (models / "tiny.gguf").read_bytes() == WHOLE
    assert driver.names() == {"tiny.gguf"}


async def test_the_journal_knows_the_pieces_that_are_on_the_disk(
    hub: HubServer, models: Path
) -> None:
    await interrupted(hub, models, 700 * KB)
    (record,) = journal(models).files
    assert len(record.pieces) == 2
    assert record.etag
    assert journal(models).commit in hub.exchanges[0].request.path


@pytest.mark.parametrize(
    ("place", "written", "fetched_again"),
    [
        pytest.param(PIECE + 5, b"rot", PIECE, id="a piece that rots"),
        # Behind what was asked to be on the disk.
        pytest.param(2 * PIECE + 10, bytes(20 * KB), PIECE, id="what a power cut took"),
        pytest.param(700 * KB, bytes(SIZE), None, id="a part that is too long"),
        pytest.param(None, b"", 700 * KB, id="a part that was removed"),
    ],
)
async def test_what_is_wrong_of_a_part_is_fetched_again_alone(
    hub: HubServer, models: Path, place: int | None, written: bytes, fetched_again: int | None
) -> None:
    await interrupted(hub, models, 700 * KB)
    part = models / "tiny.gguf.part"
    if place is None:
        part.unlink()
    else:
        with part.open("r+b") as file:
            file.seek(place)
            file.write(written)
    await resumed(hub, models)
    assert fetched_again is None or hub.sent_bytes("tiny.gguf") == SIZE + fetched_again


async def test_a_part_that_is_removed_while_it_grows_is_noticed(
    hub: HubServer, models: Path
) -> None:
    hub.misbehave(is_slow(1_000_000), when=is_file)
    async with driving(hub, models) as driver:
        await driver.start()
        await driver.came(1)
        (models / "tiny.gguf.part").unlink()
        status = await driver.until(DownloadState.FAILED)
        assert "was removed" in status.reason
        hub.behave()
        await driver.downloads.execute(ResumeDownload("one"))
        await driver.until(DownloadState.DONE)


async def test_a_link_in_the_place_of_a_part_is_not_followed(hub: HubServer, models: Path) -> None:
    await interrupted(hub, models, 300 * KB)
    (models / "tiny.gguf.part").unlink()
    mine = models.parent / "mine.txt"
    mine.write_text("mine")
    (models / "tiny.gguf.part").symlink_to(mine)
    async with driving(hub, models) as driver:
        await driver.downloads.execute(FindDownloads((str(models),)))
        await driver.until(DownloadState.FAILED)
    assert mine.read_text() == "mine"


async def test_a_folder_that_goes_and_comes_back_loses_nothing(
    hub: HubServer, models: Path
) -> None:
    hub.misbehave(is_slow(1_000_000), when=is_file, times=1)
    gone = models.with_name("gone")
    async with driving(hub, models) as driver:
        await driver.start()
        await driver.came(200 * KB)
        models.rename(gone)
        await driver.until(DownloadState.WAITING)
        assert "is missing" in driver.reasons()
        assert not models.exists()  # never made again: it may be where a disk belongs
        gone.rename(models)
        await driver.done()
    assert (models / "tiny.gguf").read_bytes() == WHOLE
    assert hub.sent_bytes("tiny.gguf") < SIZE + 400 * KB


@pytest.mark.skipif(sys.platform != "linux", reason="needs a folder that refuses root as well")
async def test_a_folder_that_can_not_be_written_is_named(hub: HubServer) -> None:
    async with driving(hub, Path("/sys/kernel")) as driver:
        await driver.start()
        assert "/sys/kernel can't be written to" in driver.reasons()
    assert hub.exchanges == []


async def test_all_files_of_a_split_model_get_their_names_or_none(models: Path) -> None:
    last = "big-00003-of-00003.gguf"
    with HubServer(SPLIT) as hub:
        hub.misbehave(
            cuts_after(0), when=lambda request: is_file(request) and request.path.endswith(last)
        )
        async with driving(hub, models) as driver:
            await driver.start(repository=SPLIT)
            await driver.until(DownloadState.WAITING)
            assert [name for name in driver.names() if name.endswith(".gguf")] == []
            hub.behave()
            await driver.done()
    assert driver.names() == set(SPLIT.files)


async def test_what_is_right_of_a_split_model_is_not_hashed_twice(models: Path) -> None:
    with HubServer(SPLIT) as hub:
        hub.misbehave(cuts_after(0), when=lambda request: request.path.endswith("3-of-00003.gguf"))
        async with driving(hub, models, first_pause_seconds=60) as driver:
            await driver.start(repository=SPLIT)
            await driver.until(DownloadState.WAITING)
        proofs = [each.proof for each in read_journal(next(models.glob("*.download"))).files]
        assert [isinstance(each, Proof) for each in proofs] == [True, True, False]
        hub.behave()
        # One that looks otherwise than when it was right is proven again.
        part = models / "big-00001-of-00003.gguf.part"
        part.write_bytes(bytes(300 * KB))
        async with driving(hub, models) as driver:
            await driver.downloads.execute(FindDownloads((str(models),)))
            await driver.done()
        for path, content in SPLIT.files.items():
            assert (models / path).read_bytes() == content.read(0, 300 * KB)  # type: ignore[union-attr]


@pytest.mark.parametrize("named", range(4))
@pytest.mark.parametrize("both_names", [False, True])
async def test_names_that_were_half_given_are_given_at_the_next_start(
    models: Path, named: int, both_names: bool
) -> None:
    with HubServer(SPLIT) as hub:
        async with driving(hub, models) as driver:
            await driver.start(repository=SPLIT)
            await driver.done()
            request = driver.request(repository=SPLIT)
    names = sorted(SPLIT.files)
    for name in names[named:]:
        (models / name).rename(models / f"{name}.part")
    if both_names and named:
        os.link(models / names[named - 1], models / f"{names[named - 1]}.part")
    records = tuple(
        FileRecord(each.path, each.name, each.size_bytes, each.sha256) for each in request.files
    )
    half = Journal("one", request.repository, request.commit, records, is_naming=True)
    write_journal(models / f"{names[0]}.download", half)
    asked = len(hub.exchanges)
    async with driving(hub, models) as driver:
        await driver.downloads.execute(FindDownloads((str(models),)))
        await driver.done()
    assert driver.names() == set(names)
    assert len(hub.exchanges) == asked


async def test_a_name_that_is_taken_while_names_are_given_gives_none(models: Path) -> None:
    second = "big-00002-of-00003.gguf"
    with HubServer(SPLIT) as hub:
        hub.misbehave(is_slow(1_000_000), when=lambda each: each.path.endswith("3-of-00003.gguf"))
        async with driving(hub, models) as driver:
            await driver.start(repository=SPLIT)
            await driver.came(1, "big-00003-of-00003.gguf")
            (models / second).write_bytes(b"mine")
            await driver.until(DownloadState.FAILED)
            assert [name for name in driver.names() if name.endswith(".gguf")] == [second]
            (models / second).unlink()
            await driver.downloads.execute(ResumeDownload("one"))
            await driver.until(DownloadState.DONE)
    assert driver.names() == set(SPLIT.files)


def test_room_is_told_before_it_is_needed(models: Path) -> None:
    first = answer_room(AskRoom(7, str(models), 1 << 49))
    second = answer_room(AskRoom(8, str(models), 1))
    assert "free space are needed" in first.refusal
    # Others write to this disk meanwhile.
    assert min(first.free_bytes, second.free_bytes) > 0
    assert not second.refusal


async def test_one_without_room_waits_until_there_is(hub: HubServer, models: Path) -> None:
    async with driving(hub, models, floor_bytes=1 << 60) as driver:
        await driver.start()
        await driver.until(DownloadState.NO_ROOM)
        assert hub.exchanges == []
    async with driving(hub, models) as driver:
        await driver.downloads.execute(FindDownloads((str(models),)))
        await driver.done()


async def test_a_journal_of_a_newer_hubbub_is_left_alone(hub: HubServer, models: Path) -> None:
    await interrupted(hub, models, 300 * KB)
    path = models / "tiny.gguf.download"
    path.write_bytes(path.read_bytes().replace(b'"version": 1', b'"version": 2'))
    with pytest.raises(NewerJournal, match="newer"):
        read_journal(path)
    async with driving(hub, models) as driver:
        await driver.start()
        assert driver.states() == [DownloadState.FAILED]
    assert path.exists()


async def test_wrong_bytes_of_a_file_that_is_found_again_are_noticed(
    hub: HubServer, models: Path
) -> None:
    hub.misbehave(sends_damaged(100), when=is_file, times=1)
    await interrupted(hub, models, 300 * KB)
    await resumed(hub, models)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"tiny.gguf"', b'"../tiny.gguf"'),
        (b'"tiny.gguf"', b'"/tmp/tiny.gguf"'),
        (b'"maker/tiny-GGUF"', b'"maker/../../x"'),
        (b'"size_bytes": 1000000', b'"size_bytes": -5'),
        (b'"piece_bytes": 262144', b'"piece_bytes": 0'),
        (b'"commit": "', b'"commit": "../'),
        (b"[\n", b"{\n"),
        (b'"version": 1', b'"version": "\xff"'),
    ],
)
async def test_a_journal_of_an_attacker_is_not_followed(
    hub: HubServer, models: Path, old: bytes, new: bytes
) -> None:
    await interrupted(hub, models, 300 * KB)
    path = models / "tiny.gguf.download"
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new))
    asked = len(hub.exchanges)
    async with driving(hub, models) as driver:
        await driver.downloads.execute(FindDownloads((str(models),)))
        assert isinstance(driver.events[-1], DownloadsListed)
        (status,) = driver.events[-1].downloads
        assert status.state is DownloadState.FAILED
    assert len(hub.exchanges) == asked
    assert driver.names() - {"tiny.gguf.download.lock"} == {"tiny.gguf.part", "tiny.gguf.download"}

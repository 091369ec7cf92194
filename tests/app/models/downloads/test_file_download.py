"""Misbehaving servers: no wrong byte is kept, and no right one is lost."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.messages.download_messages import DownloadState, ResumeDownload
from tests.app.models.downloads.driving import CONTENT, KB, REPOSITORY, SIZE, driving
from tests.net.hub_files import PatternContent, Repository
from tests.net.hub_server import HubServer, Misbehaviour, Reply, Request
from tests.net.misbehaviour import (
    adds_headers,
    asks_for_rest,
    ends_after,
    ignores_range,
    is_file,
    is_slow,
    names_etag,
    says,
    sends_damaged,
    sends_page,
)

WHOLE = CONTENT.read(0, SIZE)
CUT = 300 * KB
BARE = Repository("maker/bare", {"tiny.gguf": CONTENT}, without_hash=frozenset({"tiny.gguf"}))


async def fetch(hub: HubServer, models: Path) -> str:
    """Download the file; return all reported reasons."""
    async with driving(hub, models) as driver:
        await driver.start()
        await driver.done()
    assert (models / "tiny.gguf").read_bytes() == WHOLE
    assert driver.names() == {"tiny.gguf"}
    return driver.reasons()


async def test_a_whole_file_in_place_of_the_rest_is_skipped(hub: HubServer, models: Path) -> None:
    hub.misbehave(ends_after(CUT), when=is_file, times=1)
    hub.misbehave(ignores_range, when=asks_for_rest)
    await fetch(hub, models)
    assert hub.sent_bytes("tiny.gguf") == CUT + SIZE


async def test_a_server_that_never_does_ranges_gets_there_in_spite_of_cuts(
    hub: HubServer, models: Path
) -> None:
    hub.misbehave(ignores_range, when=asks_for_rest)
    hub.misbehave(ends_after(700 * KB), when=is_file, times=3)
    await fetch(hub, models)


@pytest.mark.parametrize(
    ("trouble", "reason"),
    [
        (says(416, {"Content-Range": "bytes */1000"}), "1,000 bytes instead of 1,000,000"),
        (says(416), "instead of"),
        (sends_page, "web page"),
        (adds_headers(Content_Range="bytes 5-9/1000000"), "another part"),
        (adds_headers(Content_Range="bytes 0-692799/1000000"), "another part"),
        (adds_headers(Content_Range="bytes 307200-999999/2000000"), "2,000,000 bytes"),
        (adds_headers(Content_Range="nonsense"), "another part"),
        (adds_headers(Content_Encoding="gzip"), "content encoding"),
        (says(500), "can't send the file now (500)"),
        (says(403), "can't send the file now (403)"),  # the address that was good for a while
        (says(404), "can't send the file now (404)"),
    ],
)
async def test_a_wrong_answer_is_said_and_asked_again(
    hub: HubServer, models: Path, trouble: Misbehaviour, reason: str
) -> None:
    hub.misbehave(ends_after(CUT), when=is_file, times=1)
    hub.misbehave(trouble, when=asks_for_rest, times=2)
    assert reason in await fetch(hub, models)


@pytest.mark.parametrize("length", [0, 999, SIZE - 1, SIZE + 1, 10 * SIZE])
async def test_a_file_of_another_length_is_not_begun(
    hub: HubServer, models: Path, length: int
) -> None:
    other = PatternContent(length, seed=3)
    hub.misbehave(lambda _, reply: replace(reply, content=other), when=is_file, times=2)
    assert f"{length:,} bytes instead of" in await fetch(hub, models)


async def test_a_server_that_says_more_than_it_sends_is_asked_for_the_rest(
    hub: HubServer, models: Path
) -> None:
    hub.misbehave(
        lambda _, reply: replace(reply, stop=CUT, declared_bytes=SIZE), times=1, when=is_file
    )
    await fetch(hub, models)
    assert hub.sent_bytes("tiny.gguf") == SIZE


@pytest.mark.parametrize("status", [401, 403, 404, 410, 451])
async def test_what_the_hub_refuses_waits_for_the_user(
    hub: HubServer, models: Path, status: int
) -> None:
    hub.misbehave(says(status), times=1)
    async with driving(hub, models) as driver:
        await driver.start()
        await driver.until(DownloadState.FAILED)
        assert str(status) in driver.reasons() or "no longer" in driver.reasons()
        await driver.downloads.execute(ResumeDownload("one"))
        await driver.until(DownloadState.DONE)


async def test_a_busy_server_is_left_alone_as_long_as_it_asks(hub: HubServer, models: Path) -> None:
    hub.misbehave(says(429, {"Retry-After": "3000"}), when=is_file, times=1)
    async with driving(hub, models) as driver:
        await driver.start()
        waiting = await driver.until(DownloadState.WAITING)
        assert waiting.retry_seconds is not None
        assert 2900 < waiting.retry_seconds <= 3000
        asked = len(hub.exchanges)
        for _ in range(20):  # each of its own pauses would be over long ago
            await driver.heard_nothing(0.01)
        assert len(hub.exchanges) == asked
        await driver.downloads.execute(ResumeDownload("one"))  # the user does not wait
        assert (await driver.done()).retry_seconds is None


async def test_each_pause_is_told_of_though_the_reason_is_the_same(
    hub: HubServer, models: Path
) -> None:
    hub.misbehave(says(503), when=is_file, times=3)
    async with driving(hub, models) as driver:
        await driver.start()
        await driver.done()
    pauses = [each.retry_seconds for each in driver.statuses() if each.retry_seconds is not None]
    assert len(pauses) == 3


async def test_the_token_stays_with_the_hub(hub: HubServer, models: Path) -> None:
    await fetch(hub, models)
    places = [each.request.host for each in hub.exchanges]
    assert places == ["hub", "cdn"]


async def test_a_version_of_another_name_is_the_same_file_if_its_hash_is(
    hub: HubServer, models: Path
) -> None:
    hub.misbehave(names_etag('"another"'), when=is_file, times=1)
    hub.misbehave(ends_after(CUT), when=is_file, times=1)
    await fetch(hub, models)
    assert hub.exchanges[-1].request.headers["if-range"] == '"another"'
    assert hub.sent_bytes("tiny.gguf") == CUT + SIZE


async def test_the_rest_is_of_the_version_that_was_begun(hub: HubServer, models: Path) -> None:
    hub.misbehave(ends_after(CUT), when=is_file, times=1)
    await fetch(hub, models)
    headers = hub.exchanges[-1].request.headers
    assert (headers["if-range"], headers["range"]) == (
        f'"{CONTENT.sha256}"',
        f"bytes={CUT}-{SIZE - 1}",
    )
    assert hub.sent_bytes("tiny.gguf") == SIZE


async def test_much_is_not_thrown_away_for_a_version_of_another_name(models: Path) -> None:
    size = 3_000_000
    repository = Repository("maker/larger", {"larger.gguf": PatternContent(size)})
    with HubServer(repository) as hub:
        hub.misbehave(names_etag('"first"'), when=is_file, times=1)
        hub.misbehave(ends_after(2_000_000), when=is_file, times=1)
        async with driving(hub, models) as driver:
            await driver.start(repository=repository)
            await driver.done()
        asked = [each for each in hub.exchanges if each.request.host == "cdn"]
    assert [each.request.headers.get("if-range") for each in asked] == [None, '"first"', None]
    assert asked[0].sent_bytes + asked[2].sent_bytes == size


async def test_a_file_without_hash_that_changes_is_not_joined(models: Path) -> None:
    with HubServer(BARE) as hub:
        hub.misbehave(names_etag('"old"'), times=1)
        hub.misbehave(ends_after(CUT), times=1)
        async with driving(hub, models) as driver:
            await driver.start(repository=BARE, allows_unverified=True)
            await driver.until(DownloadState.FAILED)
            assert "has changed" in driver.reasons()
            assert not (models / "tiny.gguf").exists()
            await driver.downloads.execute(ResumeDownload("one"))
            await driver.until(DownloadState.DONE)
        assert [each.request.headers.get("range") for each in hub.exchanges][-1] is None
    assert (models / "tiny.gguf").read_bytes() == WHOLE


async def test_a_file_without_hash_and_etag_starts_again_each_time(models: Path) -> None:
    with HubServer(BARE) as hub:
        hub.misbehave(names_etag(""))
        hub.misbehave(ends_after(CUT), times=2)
        async with driving(hub, models) as driver:
            await driver.start(repository=BARE, allows_unverified=True)
            await driver.done()
        assert {each.request.headers.get("range") for each in hub.exchanges} == {None}
    assert (models / "tiny.gguf").read_bytes() == WHOLE


async def test_a_server_that_trickles_is_given_up_and_loses_nothing(
    hub: HubServer, models: Path
) -> None:
    hub.misbehave(is_slow(10), when=is_file, times=2)
    async with driving(hub, models, stall_seconds=0.3) as driver:
        await driver.start()
        await driver.done()
    assert "almost no data" in driver.reasons()
    assert (models / "tiny.gguf").read_bytes() == WHOLE
    files = [each for each in hub.exchanges if each.request.host == "cdn"]
    assert files[-1].request.headers["range"] != f"bytes=0-{SIZE - 1}"


async def test_a_connection_that_is_not_http_is_asked_again(hub: HubServer, models: Path) -> None:
    def closes(_request: Request, _reply: Reply) -> Reply | None:
        return None

    hub.misbehave(closes, times=3)
    assert "broke off" in await fetch(hub, models)


async def test_bytes_that_arrived_wrong_are_fetched_again_alone(
    hub: HubServer, models: Path
) -> None:
    hub.misbehave(sends_damaged(600 * KB), when=is_file, times=1)
    await fetch(hub, models)
    # Which piece it was has to be found out; the rest of the file behind it is not needed.
    assert hub.sent_bytes("tiny.gguf") == SIZE + 3 * 256 * KB


async def test_where_a_connection_was_cut_is_looked_first(hub: HubServer, models: Path) -> None:
    hub.misbehave(sends_damaged(600 * KB), when=is_file, times=1)
    hub.misbehave(ends_after(601 * KB), when=is_file, times=1)
    await fetch(hub, models)
    assert hub.sent_bytes("tiny.gguf") == SIZE + 256 * KB


async def test_a_file_that_is_never_right_never_gets_its_name(hub: HubServer, models: Path) -> None:
    hub.misbehave(sends_damaged(500 * KB), when=is_file)
    async with driving(hub, models) as driver:
        await driver.start()
        status = await driver.until(DownloadState.FAILED)
        assert "does not match the SHA-256" in status.reason
        assert not (models / "tiny.gguf").exists()
        assert hub.sent_bytes("tiny.gguf") == 2 * SIZE  # each piece once more, and no more
        hub.behave()
        await driver.downloads.execute(ResumeDownload("one"))
        await driver.until(DownloadState.DONE)
    assert hub.sent_bytes("tiny.gguf") == 3 * SIZE
    assert (models / "tiny.gguf").read_bytes() == WHOLE


async def test_the_address_names_the_commit(hub: HubServer, models: Path) -> None:
    await fetch(hub, models)
    assert f"/resolve/{REPOSITORY.commit}/" in hub.exchanges[0].request.path

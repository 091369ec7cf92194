"""Each picture is encoded once, whoever needs it and however often."""

from pathlib import Path

import msgspec
import pytest

from engine.backend_media import MediaFailed, MediaRefused
from engine.core.media.entry import MediaNeed
from engine.core.media.library import MediaStore, store_limit
from engine.core.media_source import NoEncoder
from engine.messages.config import EngineConfig
from engine.messages.media import MAX_MEDIA_BYTES, MediaKind
from engine.messages.request_options import Rank
from tests.engine.core.media.driving import LibraryDriver, driven
from tests.engine.core.media.hashing_encoder import HashingEncoder, Noise, Picture
from tests.engine.kv.killed_media_writer import embeddings

FIRST, SECOND, THIRD = Picture(1), Picture(2), Picture(3)
ONE = embeddings(4)
PICTURE = Picture(1)


def test_one_picture_in_four_chats_is_asked_for_and_encoded_once() -> None:
    with driven() as driver:
        for request_id in range(4):
            assert driver.want(FIRST, request_id, f"chat {request_id}").is_waiting
        for request_id in range(4):
            assert driver.settled(FIRST, request_id).embeddings is not None
            driver.library.release(request_id)
        assert driver.settled(FIRST, request_id=9).embeddings is not None
    assert driver.asked == [FIRST.media.digest]
    assert driver.encoder.encoded == [FIRST.name]
    assert driver.encoder.thread_counts == [3]


def test_another_projector_encodes_it_anew(tmp_path: Path) -> None:
    with driven(folder=tmp_path) as driver:
        driver.settled(FIRST)
    with driven(HashingEncoder(identity="another"), tmp_path) as driver:
        driver.settled(FIRST)
    assert driver.encoder.encoded == [FIRST.name]


def test_a_damaged_file_is_replaced(tmp_path: Path) -> None:
    with driven(folder=tmp_path) as driver:
        driver.settled(FIRST)
    (path,) = tmp_path.glob("media/*.hbm")
    path.write_bytes(path.read_bytes()[:-1])
    for count in (1, 0):
        with driven(folder=tmp_path) as driver:
            driver.settled(FIRST)
        assert len(driver.encoder.encoded) == count


def test_a_disk_that_fails_costs_no_picture(tmp_path: Path) -> None:
    (tmp_path / "media").write_bytes(b"a file in the place of the folder")
    with driven(folder=tmp_path) as driver:
        assert driver.settled(FIRST).embeddings is not None
        driver.wait_for(lambda: bool(driver.library.disk.failure))
        assert driver.library.disk.failure == "Pictures are not kept on the disk: File exists."


def test_what_others_have_pushed_out_is_read_again(tmp_path: Path) -> None:
    with driven(folder=tmp_path, ram_bytes=0) as driver:
        for picture in (FIRST, SECOND, FIRST):
            driver.settled(picture)
            assert driver.library.ram_bytes > 0
            driver.library.release(1)
            assert driver.library.ram_bytes == 0
    assert driver.encoder.encoded == [FIRST.name, SECOND.name]


def test_stop_of_one_request_leaves_the_picture_to_the_other() -> None:
    with driven() as driver:
        driver.encoder.may_compute.clear()
        driver.want(FIRST, request_id=1)
        driver.want(FIRST, request_id=2)
        driver.wait_for(driver.encoder.has_begun.is_set)
        driver.library.release(1)
        driver.encoder.may_compute.set()
        driver.settled(FIRST, request_id=2)
    assert driver.encoder.begun == [FIRST.name]


def test_a_question_is_asked_again_when_who_was_asked_may_have_gone() -> None:
    with driven() as driver:
        driver.answers = False
        driver.want(FIRST, request_id=1)
        driver.want(FIRST, request_id=2)
        driver.wait_for(lambda: bool(driver.asked))
        driver.library.release(1)
        driver.wait_for(lambda: len(driver.asked) == 2)
        driver.give(FIRST)
        driver.give(FIRST)  # both have answered
        assert driver.settled(FIRST, request_id=2).embeddings is not None
    assert driver.encoder.begun == [FIRST.name]


@pytest.mark.parametrize("content", [b"", SECOND.content, FIRST.content[:-1]])
def test_another_content_than_was_asked_for_is_refused(content: bytes) -> None:
    with driven() as driver:
        driver.answers = False
        driver.want(FIRST)
        driver.wait_for(lambda: bool(driver.asked))
        driver.give(FIRST, content)
        error = driver.settled(FIRST).error
        assert isinstance(error, MediaRefused)
        assert "changed on its way" in str(error)
    assert driver.encoder.begun == []


def test_a_picture_that_was_not_asked_for_changes_nothing() -> None:
    with driven() as driver:
        driver.give(FIRST)
        driver.refuse_media(SECOND)
        assert driver.settled(SECOND).embeddings is not None
    assert driver.asked == [SECOND.media.digest]


@pytest.mark.parametrize(
    ("width", "height"), [(0, 0), (-8, -8), (4, 4), (1 << 20, 1 << 20), (MAX_MEDIA_BYTES, 8)]
)
def test_impossible_sizes_are_refused_before_anybody_is_asked(width: int, height: int) -> None:
    with driven() as driver:
        media = msgspec.structs.replace(FIRST.media, width=width, height=height)
        state = driver.library.want(media, _need())
        assert isinstance(state.error, MediaRefused)
        driver.library.update()
    assert driver.asked == []


def test_who_lies_about_a_size_spoils_nobody_elses_picture() -> None:
    with driven() as driver:
        driver.answers = False
        lie = msgspec.structs.replace(FIRST.media, width=64, height=64)
        driver.library.want(lie, _need(request_id=7))
        driver.want(FIRST)
        driver.wait_for(lambda: len(driver.asked) == 2)
        driver.give(FIRST)
        assert driver.settled(FIRST).embeddings is not None
        assert isinstance(driver.library.want(lie, _need(request_id=7)).error, MediaRefused)
        driver.library.release(7)
        again = driver.library.want(lie, _need(request_id=8))
        assert again.embeddings is None


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (MediaRefused("Too thin."), "Too thin."),
        (MediaFailed("It did not work."), "It did not work."),
        (MemoryError(), "not enough memory to look at this picture"),
    ],
)
def test_what_goes_wrong_in_encoding_is_said_and_hurts_nobody_else(
    error: Exception, text: str
) -> None:
    with driven() as driver:
        driver.encoder.error = error
        failure = driver.settled(FIRST).error
        assert failure is not None
        assert text in str(failure)
        driver.encoder.error = None
        assert driver.settled(SECOND, request_id=2).embeddings is not None


def test_a_tab_is_seen_to_before_programs_and_the_tab_in_front_before_others() -> None:
    with driven() as driver:
        driver.encoder.may_compute.clear()
        driver.want(Picture(9), request_id=9)
        driver.wait_for(driver.encoder.has_begun.is_set)
        driver.want(FIRST, request_id=1, rank=Rank.PROGRAM)
        driver.want(SECOND, request_id=2)
        driver.want(THIRD, request_id=3, is_focused=True)
        driver.wait_for(lambda: len(driver.asked) == 4)
        driver.encoder.may_compute.set()
        driver.wait_for(lambda: len(driver.encoder.encoded) == 4)
    assert driver.encoder.encoded == [each.name for each in (Picture(9), THIRD, SECOND, FIRST)]


def test_a_programs_picture_makes_way_for_a_tabs_and_is_encoded_behind_it() -> None:
    with driven() as driver:
        driver.encoder.may_compute.clear()
        driver.want(FIRST, request_id=1, rank=Rank.BACKGROUND)
        driver.wait_for(driver.encoder.has_begun.is_set)
        driver.want(SECOND, request_id=2)
        driver.wait_for(lambda: driver.encoder.begun == [FIRST.name, SECOND.name])
        driver.encoder.may_compute.set()
        driver.wait_for(lambda: len(driver.encoder.encoded) == 2)
    assert driver.encoder.encoded == [SECOND.name, FIRST.name]
    assert len(driver.asked) == 2


def test_a_picture_makes_way_four_times_at_most() -> None:
    with driven() as driver:
        driver.encoder.may_compute.clear()
        driver.want(FIRST, request_id=1, rank=Rank.PROGRAM)
        driver.wait_for(driver.encoder.has_begun.is_set)
        for shade in range(10, 14):
            _let_one_by(driver, Picture(shade))
        driver.want(Picture(20), request_id=20)
        driver.wait_for(lambda: len(driver.asked) == 6)
        driver.encoder.may_compute.set()
        driver.wait_for(lambda: len(driver.encoder.encoded) == 2)
    assert driver.encoder.encoded == [FIRST.name, Picture(20).name]


def test_few_contents_lie_in_memory_at_once_and_programs_hold_up_no_tab() -> None:
    size = 2_200  # a picture of nearly as much as may be sent
    pictures = [Picture(shade, size, size) for shade in range(6)]
    with driven() as driver:
        driver.answers = False
        for number, picture in enumerate(pictures):
            driver.want(picture, request_id=number, rank=Rank.PROGRAM)
        driver.wait_for(lambda: len(driver.asked) == 4)
        driver.library.update()
        assert len(driver.asked) == 4
        driver.want(FIRST, request_id=99)
        driver.wait_for(lambda: driver.asked[-1] == FIRST.media.digest)


def test_a_request_hears_how_far_its_pictures_are() -> None:
    with driven() as driver:
        driver.encoder.may_compute.clear()
        for picture in (FIRST, SECOND):
            driver.want(picture)
        driver.wait_for(driver.encoder.has_begun.is_set)
        assert [(each.done, each.total) for each in driver.progress][-1] == (0, 2)
        assert driver.progress[-1].seconds_left is None
        driver.encoder.may_compute.set()
        driver.settled(FIRST)
        driver.settled(SECOND)
        driver.library.update()
        one = [each for each in driver.progress if each.done == 1]
        assert all(each.seconds_left is not None for each in one)
        last = driver.progress[-1]
        assert (last.done, last.total, last.seconds_left) == (2, 2, 0.0)


def test_sounds_and_pictures_of_a_request_are_counted_apart() -> None:
    with driven() as driver:
        driver.encoder.may_compute.clear()
        noise = Noise(7)
        for medium in (FIRST, noise):
            driver.want(medium)
        driver.wait_for(driver.encoder.has_begun.is_set)
        first = driver.progress[-1]
        driver.encoder.may_compute.set()
        driver.settled(noise)
        kinds = [(each.kind, each.done, each.total) for each in driver.progress]
    assert (first.kind, first.done, first.total) == (MediaKind.IMAGE, 0, 1)
    assert (MediaKind.AUDIO, 0, 1) in kinds
    assert kinds[-1] == (MediaKind.AUDIO, 1, 1)


def test_the_cache_can_be_emptied_and_limited(tmp_path: Path) -> None:
    with driven(folder=tmp_path) as driver:
        driver.settled(FIRST)
        driver.library.clear()
        assert driver.library.ram_bytes > 0  # a request needs it
        driver.library.release(1)
        driver.library.clear()
        assert driver.library.ram_bytes == 0
        driver.library.disk.limit(0)
        driver.settled(SECOND)
    assert list(tmp_path.glob("media/*")) == []


def _need(request_id: int = 1) -> MediaNeed:
    return MediaNeed(request_id, "a", Rank.TAB)


def _let_one_by(driver: LibraryDriver, picture: Picture) -> None:
    """Have a tab's picture encoded in place of the one of lower rank, which begins again."""
    number = picture.shade
    driver.want(picture, request_id=number)
    driver.wait_for(lambda: driver.encoder.begun[-1] == picture.name)
    driver.library.release(number)
    driver.wait_for(lambda: driver.encoder.begun[-1] == FIRST.name)


def test_the_last_used_embeddings_stay() -> None:
    store = MediaStore(2 * ONE.byte_count)
    for digest in "ab":
        store.put(digest, ONE)
    assert store.get("a") is ONE
    store.put("c", ONE)
    store.shrink()
    assert [store.get(each) is not None for each in "abc"] == [True, False, True]
    assert store.byte_count == 2 * ONE.byte_count


def test_what_is_needed_stays_beyond_the_limit() -> None:
    store = MediaStore(0)
    store.put("a", ONE)
    store.put("b", ONE)
    store.shrink({"a"})
    assert [store.get(each) is not None for each in "ab"] == [True, False]
    store.shrink()
    assert store.byte_count == 0


def test_the_same_picture_counts_once() -> None:
    store = MediaStore(1 << 20)
    store.put("a", ONE)
    store.put("a", ONE)
    assert store.byte_count == ONE.byte_count


def test_all_but_what_is_needed_can_be_removed() -> None:
    store = MediaStore(1 << 20)
    for digest in "ab":
        store.put(digest, ONE)
    store.clear({"b"})
    assert [store.get(each) is not None for each in "ab"] == [False, True]


def test_pictures_have_an_eighth_of_what_conversations_have() -> None:
    assert store_limit(8_000) == 1_000
    assert store_limit(1 << 40) == 256 << 20


def test_a_model_without_a_projector_refuses_in_words() -> None:
    media = NoEncoder(EngineConfig())
    state = media.want(PICTURE.media, MediaNeed(1, "a", Rank.TAB))
    assert str(state.error).startswith("This model does not support pictures.")
    media.close()


def test_the_cache_can_be_emptied_under_another_model(tmp_path: Path) -> None:
    for is_limited in (False, True):
        with driven(folder=tmp_path) as driver:
            driver.settled(PICTURE)
        media = NoEncoder(EngineConfig(cache_dir=str(tmp_path)))
        media.disk.limit(0) if is_limited else media.clear()
        media.close()
        assert media.disk.byte_count == 0
        assert list(tmp_path.glob("media/*")) == []

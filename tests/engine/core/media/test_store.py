"""What is kept in main memory stays within its limit, but for what requests need."""

from engine.core.media.library import MediaStore, store_limit
from tests.engine.kv.killed_media_writer import embeddings

ONE = embeddings(4)


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

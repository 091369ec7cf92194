"""A model that does not see refuses pictures, and forgets those that another model has seen."""

from pathlib import Path

from engine.core.media.entry import MediaNeed
from engine.core.media_source import NoEncoder
from engine.messages.config import EngineConfig
from engine.messages.request_options import Rank
from tests.engine.core.media.driving import driven
from tests.engine.core.media.hashing_encoder import Picture

PICTURE = Picture(1)


def test_a_model_without_a_projector_refuses_in_words() -> None:
    media = NoEncoder(EngineConfig())
    state = media.want(PICTURE.media, MediaNeed(1, "a", Rank.TAB))
    assert str(state.error).startswith("This model does not see pictures.")
    media.close()


def test_a_chat_that_is_deleted_under_another_model_leaves_no_picture(tmp_path: Path) -> None:
    with driven(folder=tmp_path) as driver:
        driver.settled(PICTURE, conversation_id="a")
        driver.settled(Picture(2), request_id=2, conversation_id="b")
    both = _disk_bytes(tmp_path)
    media = NoEncoder(EngineConfig(cache_dir=str(tmp_path)))
    media.forget("a")
    media.close()
    assert 0 < media.disk_bytes < both
    assert len(list(tmp_path.glob("media/*.hbm"))) == 1


def test_the_cache_can_be_emptied_under_another_model(tmp_path: Path) -> None:
    for is_limited in (False, True):
        with driven(folder=tmp_path) as driver:
            driver.settled(PICTURE)
        media = NoEncoder(EngineConfig(cache_dir=str(tmp_path)))
        media.limit(0) if is_limited else media.clear()
        media.close()
        assert media.disk_bytes == 0
        assert list(tmp_path.glob("media/*")) == []


def _disk_bytes(folder: Path) -> int:
    media = NoEncoder(EngineConfig(cache_dir=str(folder)))
    media.close()
    return media.disk_bytes

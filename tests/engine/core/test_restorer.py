"""A file is restored where that is quicker than prefill, for those who wait and those who write."""

from pathlib import Path

import pytest

from engine.core.slot_copier import SlotCopier
from engine.wire.usage import ReuseOrigin
from tests.engine.kv.driving import Talk, slow_reader, talking
from tests.fakes.backend import FakeBackend

FIRST = "hello " * 60
PAUSE_SECONDS = 0.3  # longer than a step may take, shorter than the prefill of FIRST


def _very_slow_reader() -> FakeBackend:
    backend = slow_reader()
    backend.token_seconds = 2e-3
    return backend


@pytest.mark.parametrize("is_busy", [False, True])
def test_a_pause_that_others_feel_must_be_worth_much_more_prefill(
    is_busy: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with talking(_very_slow_reader(), tmp_path) as talk:
        said = talk.ask("a", FIRST)
    monkeypatch.setattr(SlotCopier, "restore_seconds", lambda *_: PAUSE_SECONDS)
    with talking(_very_slow_reader(), tmp_path) as talk:
        if is_busy:
            talk.submit("neighbour", "go on", tokens=20)
            talk.listener.step()
        talk.ask("a", FIRST, said, "and?")
        expected = ReuseOrigin.NOWHERE if is_busy else ReuseOrigin.DISK
        assert talk.usage.reused_from is expected
        assert talk.misses == ({"slower than reading": 1} if is_busy else {})


def test_a_conversation_that_is_here_already_is_not_loaded(tmp_path: Path) -> None:
    with talking(slow_reader(), tmp_path) as talk:
        talk.ask("a", FIRST)
        talk.write_back()
        assert _is_loaded_by_focus(talk, "a") is False
        talk.scheduler.cancel_all()
    with talking(slow_reader(), tmp_path) as talk:
        assert _is_loaded_by_focus(talk, "never written") is False
        assert _is_loaded_by_focus(talk, "a") is True
        talk.wait_for_disk()
        assert _is_loaded_by_focus(talk, "a") is False


def test_a_file_that_comes_while_the_model_is_busy_waits_in_ram(tmp_path: Path) -> None:
    with talking(slow_reader(), tmp_path) as talk:
        said = talk.ask("a", FIRST)
    with talking(slow_reader(), tmp_path) as talk:
        talk.submit("neighbour", "go on", tokens=100)
        talk.listener.step()
        talk.scheduler.focus("a")
        talk.wait_for_disk()
        assert talk.scheduler.has_requests
        assert talk.scheduler.cache_manager.ram.get("a") is not None
        talk.run()
        talk.ask("a", FIRST, said, "and?")
        assert talk.usage.reused_from is ReuseOrigin.DISK


def _is_loaded_by_focus(talk: Talk, conversation: str) -> bool:
    talk.scheduler.focus(conversation)
    return talk.scheduler.cache_manager.states.is_loading(conversation)

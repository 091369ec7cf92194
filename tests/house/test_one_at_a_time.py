"""Two commands that set up one checkout at the same moment do not take it apart."""

import threading
from pathlib import Path

from one_at_a_time import alone

PATIENCE_SECONDS = 60


def test_a_second_set_up_waits_and_says_so(tmp_path: Path) -> None:
    told, entered = threading.Event(), threading.Event()
    sentences: list[str] = []

    def note(text: str) -> None:
        sentences.append(text)
        told.set()

    def second() -> None:
        with alone(tmp_path / "build" / "setup.lock", note):
            entered.set()

    with alone(tmp_path / "build" / "setup.lock", sentences.append):
        thread = threading.Thread(target=second)
        thread.start()
        assert told.wait(PATIENCE_SECONDS)
        assert not entered.is_set()
    thread.join(PATIENCE_SECONDS)

    assert entered.is_set()
    assert sentences == ["Waiting for another set-up of this checkout …"]

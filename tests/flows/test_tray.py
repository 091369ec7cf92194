"""The program behind an icon in a real tray, touched from outside."""

import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.flows.external_process import ARE_TOOLS_MISSING, ExternalProcess
from tests.flows.processes import PATIENCE_SECONDS, until

STORY = "Tell me a story about tabs"
COMPLETE = "message WHERE lower(status) = 'complete'"
WINDOW, QUESTION = "Hubbub$", "Quit Hubbub"

pytestmark = pytest.mark.skipif(
    ARE_TOOLS_MISSING or shutil.which("trayer") is None, reason="needs Xvfb, xdotool and trayer"
)


@pytest.fixture(autouse=True)
def _tray(display: str) -> Iterator[None]:
    """A tray on the display, before the program comes."""
    tray = subprocess.Popen(
        ["trayer", "--edge", "bottom", "--align", "right", "--widthtype", "request"],
        env={"DISPLAY": display},
        stderr=subprocess.DEVNULL,
    )
    yield
    tray.kill()
    tray.wait()


@pytest.fixture
def story(external_process: ExternalProcess) -> ExternalProcess:
    """The program while it tells a story, asked to quit, and story to finish that first."""
    external_process.type(STORY)
    external_process.press("Return")
    external_process.wait_for_window(STORY)
    external_process.press("ctrl+q")
    external_process.wait_for_window(QUESTION)
    external_process.press("Return")
    external_process.wait_until_gone(WINDOW)
    return external_process


def test_the_story_is_finished_before_the_program_ends(story: ExternalProcess) -> None:
    assert story.program.wait(PATIENCE_SECONDS) == 0
    story.wait_for_count(COMPLETE, 2)
    assert story.setting("interrupted_ids") == []


def test_what_a_kill_in_the_background_cut_off_is_known(
    story: ExternalProcess, display: str, tmp_path: Path
) -> None:
    story.program.send_signal(signal.SIGKILL)
    story.program.wait(PATIENCE_SECONDS)
    again = ExternalProcess(display, tmp_path / "hubbub")
    try:
        again.wait_for_window(STORY)
        until(lambda: bool(again.setting("interrupted_ids")), "what was cut off is remembered")
    finally:
        again.end()

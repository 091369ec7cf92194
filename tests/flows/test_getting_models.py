"""From an empty data folder to an answer of a model that was fetched, with a kill in between."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.data_folders import Paths
from app.models.hub_model import TransferState
from app.models.library.models import builtin_model
from app.settings import Settings
from engine.client.net_client import NET_VARIABLES
from tests.flows.driving import flow, hubbub
from tests.flows.getting_models import opened
from tests.flows.processes import Program, until
from tests.net.hub_files import BytesContent, Repository
from tests.net.hub_server import HubServer, Request
from tests.net.misbehaviour import is_file, is_slow

NAME = "hubbub/talker-GGUF"
FILE = "talker-Q8_0.gguf"
BYTES_BEFORE_THE_KILL = 300_000


def _is_download(request: Request) -> bool:
    """Return whether the rest of a file is asked for; its header is a part with an end."""
    wanted = request.headers.get("range", "")
    return is_file(request) and not wanted.partition("-")[2]


def _kill_in_the_middle(folder: Path, part: Path) -> None:
    """Start the download in a process, and end that without a warning while it runs."""
    command = [sys.executable, "-m", "tests.flows.getting_models", str(folder), NAME]
    environment = {**Program.environment(), "PYTHONPATH": str(Program.ROOT)}
    process = subprocess.Popen(
        command, cwd=Program.ROOT, env=environment, start_new_session=True, stderr=subprocess.PIPE
    )

    def has_begun() -> bool:
        return part.exists() and part.stat().st_size >= BYTES_BEFORE_THE_KILL

    try:
        until(lambda: has_begun() or process.poll() is not None, "the middle of the download")
        assert process.poll() is None, process.stderr.read().decode() if process.stderr else ""
    finally:
        os.killpg(process.pid, signal.SIGKILL)  # the window, the engine and the net process
        process.communicate()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such kill")
@flow
async def test_a_model_is_found_fetched_and_used_though_the_program_is_killed_meanwhile(
    qapp: QApplication,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in os.environ:
        if name.upper() in NET_VARIABLES:
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    content = BytesContent(builtin_model().read_bytes())
    folder = tmp_path / "data"
    models = Paths.under(folder).models
    with HubServer(Repository(NAME, {FILE: content})) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.url)
        hub.misbehave(is_slow(500_000), when=_is_download)
        _kill_in_the_middle(folder, models / f"{FILE}.part")
        assert not (models / FILE).exists()
        hub.behave()

        async def story() -> None:
            settings = Settings(temperature=0.0, searches_hub=True)
            async with hubbub(qapp, folder, settings=settings) as person:
                # Nobody asks for it: what ran goes on by itself.
                await person.until(
                    lambda: (
                        [each.state for each in person.rooms.downloads.transfers]
                        == [TransferState.DONE]
                    )
                )
                (done,) = person.rooms.downloads.transfers
                assert done.is_verified
                half = await opened(person)
                (row,) = half.transfers.rows.values()
                row.button.setFocus()
                await person.press(Qt.Key.Key_Space)
                client = person.rooms.client
                await person.until(
                    lambda: client.state.model is not None and client.state.model.path == done.path
                )
                page = person.rooms.models_page.page
                assert page is not None
                page.close()
                person.rooms.window.activateWindow()
                await person.until(person.rooms.window.isActiveWindow)
                person.view.focus_composer()
                name = await person.send("What can you do?")
                await person.until_idle(name)
                assert (await person.stored(name))[-1][0]

        await story()
    assert (models / FILE).read_bytes() == content.read(0, content.size_bytes)
    assert sorted(os.listdir(models)) == [FILE]

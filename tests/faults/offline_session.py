"""A whole session, from its start to its end, with the network switched off; run under strace.

All that would ask the network is asked for: a chat, a check for updates, a search on the hub.
"""

import asyncio
import sys
from functools import partial
from pathlib import Path

import pytest
import qasync
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.settings import Settings
from app.widgets.kit.form_rows import CheckBoxRow
from engine.client.net_client import NetFailure
from tests.flows.driving import CONTROL, Person, hubbub
from tests.models.talker import talker_built_in

SETTINGS = Settings(
    is_offline=True, looks_for_updates=True, temperature=0.0, max_reply_tokens=8, names_chats=False
)


async def session(application: QApplication, folder: Path) -> None:
    """Chat, look at the settings, ask the hub, and quit."""
    async with hubbub(application, folder, settings=SETTINGS) as person:
        await person.until_idle(await person.send("Hello"))
        assert not person.rooms.updates.is_asking
        await _tick_updates_twice(person)
        with pytest.raises(NetFailure, match="offline"):
            await person.rooms.net.search("qwen")
        assert person.rooms.net.process_id is None


async def _tick_updates_twice(person: Person) -> None:
    await person.press(Qt.Key.Key_Comma, CONTROL)
    dialog = person.rooms.settings_page.page
    assert dialog is not None
    row = dialog.rows["looks_for_updates"]
    assert isinstance(row, CheckBoxRow)
    for is_on in (False, True):
        QTest.keyClick(row.editor, Qt.Key.Key_Space)
        await person.until(lambda: person.rooms.settings.current.looks_for_updates is is_on)  # noqa: B023
    dialog.close()


def main() -> None:
    """Run it in the folder that the command line names."""
    application = QApplication(sys.argv[:1])
    loop = partial(qasync.QEventLoop, application)
    with talker_built_in(), asyncio.Runner(loop_factory=loop) as runner:
        runner.run(session(application, Path(sys.argv[1])))


if __name__ == "__main__":
    main()

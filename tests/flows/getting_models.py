"""The first half of getting a model, in a process of its own, which is killed in the middle."""

import asyncio
import sys
from pathlib import Path

import qasync
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.models.view.search_half import SearchHalf
from tests.flows.driving import Person, hubbub
from tests.models.talker import talker_built_in


async def opened(person: Person) -> SearchHalf:
    """Open the page of models by its command, and wait for its list."""
    person.rooms.window.actions_by_name.models_page.trigger()
    page = person.rooms.models_page.page
    assert page is not None
    half = page.search
    assert half is not None
    await person.until(lambda: half.results.rows.rowCount() > 0)
    return half


async def find_and_fetch(person: Person, text: str) -> None:
    """By keys: agree, search, look whether it fits, and start the download."""
    half = await opened(person)
    assert half.box.hasFocus()
    await person.type(text)
    await person.press(Qt.Key.Key_Return)
    assert half.consent.button.hasFocus(), "first the user is asked"
    assert person.rooms.net.process_id is None
    await person.press(Qt.Key.Key_Space)
    await person.until(lambda: half.results.key != "" and half.details.offer is not None)
    await person.until(lambda: half.details.fit_note.text().startswith("It fits"))
    await person.until(half.details.download_button.isEnabled)
    half.results.setFocus()
    await person.press(Qt.Key.Key_Return)
    assert half.details.offers.hasFocus()
    await person.press(Qt.Key.Key_Return)
    await person.until(lambda: len(half.transfers.rows) == 1)


def main(folder: Path, text: str) -> None:
    """Start a download, and go on until somebody ends the process."""
    application = QApplication(sys.argv[:1])
    loop = qasync.QEventLoop(application)

    async def story() -> None:
        async with hubbub(application, folder) as person:
            await find_and_fetch(person, text)
            await asyncio.Event().wait()

    with loop, talker_built_in():
        loop.run_until_complete(story())


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])

"""Takes the pictures of the README and of the help: the real window on the real built-in model.

Run ``.venv/bin/python -m tests.pictures``: light and dark, at 100 % and 200 %, with 1, 5 and 20
tabs. Each is taken by a process of its own, since Qt asks for the scale only once. ``--folder`` and
``--only dark-200-5`` are for looking at one.
"""

import argparse
import asyncio
import itertools
import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import numpy
import qasync
from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.settings import Theme
from tests.flows.driving import hubbub

FOLDER = Path(__file__).parents[1] / "resources" / "pictures"
QUESTIONS = (
    "Tell me a story about tabs",
    "Show me the keys in a table",
    "Count to 60",
    "What can you do?",
    "How do I close a tab?",
)
LOOKS = tuple(itertools.product(("light", "dark"), (100, 200), (1, 5, 20)))
WIDTH, HEIGHT = 1120, 720
SHOWN_LETTERS = 500  # of the answer in front
FRAME_SECONDS = 0.05  # the window draws what came last with its next frame


def main() -> int:
    """Take all pictures, or one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--only", metavar="THEME-PERCENT-TABS")
    options = parser.parse_args()
    if options.only and os.environ.get("QT_SCALE_FACTOR"):
        return take(options.only, options.folder)
    names = [f"{theme}-{percent}-{tabs}" for theme, percent, tabs in LOOKS]
    for name in [options.only] if options.only else names:
        scale = str(int(name.split("-")[1]) / 100)
        environment = {**os.environ, "QT_SCALE_FACTOR": scale, "QT_QPA_PLATFORM": "offscreen"}
        command = [sys.executable, "-m", "tests.pictures", "--only", name]
        command += ["--folder", str(options.folder)]
        code = subprocess.run(command, env=environment, check=False).returncode
        if code:
            return code
        print(options.folder / f"{name}.png", flush=True)
    return 0


def take(name: str, folder: Path) -> int:
    """Take the picture of this name in this process."""
    theme, _percent, tabs = name.split("-")
    QLocale.setDefault(QLocale("en_US"))
    QCoreApplication.setApplicationName("hubbub")
    application = QApplication(sys.argv[:1])
    image = QImage()
    work = story(application, Theme(theme), int(tabs))
    with asyncio.Runner(loop_factory=partial(qasync.QEventLoop, application)) as runner:
        image = runner.run(work)
    return 0 if _small(image).save(str(folder / f"{name}.png"), quality=0) else 1


def _small(image: QImage) -> QImage:
    """Return a picture in its 256 commonest colours: a window has few, and letters shade them."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = numpy.frombuffer(plain.constBits(), dtype=numpy.uint32)
    colours, counts = numpy.unique(pixels, return_counts=True)
    table = [int(colour) for colour in colours[numpy.argsort(-counts)][:256]]
    exact = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither
    return plain.convertToFormat(QImage.Format.Format_Indexed8, table, exact)


async def story(application: QApplication, theme: Theme, tab_count: int) -> QImage:
    """Ask in all tabs at once, and look while the one in front is being answered."""
    with tempfile.TemporaryDirectory() as folder:
        async with hubbub(application, Path(folder)) as person:
            settings = person.rooms.settings
            settings.apply(settings.changed(theme=theme, is_still=True))
            person.rooms.window.resize(WIDTH, HEIGHT)
            person.rooms.window.actions_by_name.engine_panel.setChecked(tab_count > 1)
            tabs = await person.rooms.tabs.open_empty_tabs(tab_count)
            for number, conversation_id in enumerate(tabs):
                person.rooms.replies.send(conversation_id, QUESTIONS[number % len(QUESTIONS)])
            await person.until(lambda: len(person.view.last_reply_text() or "") > SHOWN_LETTERS)
            await asyncio.sleep(FRAME_SECONDS)
            return person.rooms.window.grab().toImage()


if __name__ == "__main__":
    sys.exit(main())

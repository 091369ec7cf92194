"""Takes the pictures of the README and of the help: the real window and the starter model.

Run ``.venv/bin/python -m tests.pictures``. With ``--folder`` it takes all looks for a judgement:
light and dark, at 100 % and 200 %, with 1, 5 and 20 tabs, six as a grid, and a chat about a
picture; beside the five a chat was deleted just now. Each is taken by a process of its own, since
Qt asks for the scale only once. ``--only dark-200-5`` takes one, ``--only animation`` the animated
one of four answers that grow.
"""

import argparse
import asyncio
import itertools
import os
import subprocess
import sys
import tempfile
from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

import numpy
import qasync
from PIL import Image
from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.domain.messages import OutgoingMessage
from app.settings import Settings, Theme
from tests.flows.driving import Person, hubbub
from tests.models.talker import STARTER_MODEL
from tests.picture_chat import picture_story

RESOURCES = Path(__file__).parents[1] / "resources"
HELP_TABS = "5"  # the panel of this picture goes into the help as well
QUESTIONS = (
    "Tell me a bedtime story",
    "Plan a weekend in Rome",
    "List pros and cons of remote work",
    "Explain how a rainbow forms",
    "Write a poem about the sea",
)
GRID, GRID_TABS = "grid", 6
CHAT = "picture"
GRID_QUESTIONS = (
    *QUESTIONS,
    "Suggest five quick dinners",
)
LOOKS = tuple(
    f"{theme}-{percent}-{tabs}"
    for theme, percent, tabs in itertools.product(
        ("light", "dark"), (100, 200), ("1", "5", "20", GRID, CHAT)
    )
)
README_LOOKS = (f"light-200-{GRID}", f"dark-200-{GRID}")
HELP_LOOKS = tuple(look for look in LOOKS if look.endswith(f"-{HELP_TABS}"))
WIDTH, HEIGHT = 1120, 720
WARMING_UP = (
    "What is the capital of France?",
    "How many days are in a week?",
    "Who wrote Romeo and Juliet?",
    "What do bees make?",
    "What is the opposite of hot?",
)
MAX_ATTEMPTS = 6
SHOWN_CHARS = 400  # of the answer in front
SHOWN_IN_CELL = 300  # of the answer in the cell in use
ANIMATION, ANIMATION_TABS = "animation", 4
ANIMATION_SIZE = (1000, 700)
ANIMATION_COLOURS = 64
SHOT_SECONDS, SHOTS = 0.2, 52
LAST_SHOT_SECONDS = 2.0  # then it begins again
FRAME_SECONDS = 0.05  # the window draws what came last with its next frame


def main() -> int:
    """Take all pictures, or one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=RESOURCES)
    parser.add_argument("--only", metavar="THEME-PERCENT-TABS")
    options = parser.parse_args()
    if options.only and os.environ.get("QT_SCALE_FACTOR"):
        return save(options.only, options.folder)
    looks = LOOKS if options.folder != RESOURCES else (*README_LOOKS, *HELP_LOOKS)
    for name in [options.only] if options.only else [*looks, ANIMATION]:
        scale = "1" if name == ANIMATION else str(int(name.split("-")[1]) / 100)
        environment = {**os.environ, "QT_SCALE_FACTOR": scale, "QT_QPA_PLATFORM": "offscreen"}
        command = [sys.executable, "-m", "tests.pictures", "--only", name]
        command += ["--folder", str(options.folder)]
        code = subprocess.run(command, env=environment, check=False).returncode
        if code:
            return code
        print(name, flush=True)
    return 0


def save(name: str, folder: Path) -> int:
    """Take the picture of this name in this process."""
    QLocale.setDefault(QLocale("en_US"))
    QCoreApplication.setApplicationName("hubbub")
    application = QApplication(sys.argv[:1])
    if name == ANIMATION:
        with asyncio.Runner(loop_factory=partial(qasync.QEventLoop, application)) as runner:
            shots = runner.run(growing_answers(application))
        _save_animation(shots, folder / "pictures" / f"{name}.png")
        return 0
    theme, percent, tabs = name.split("-")
    work: Coroutine[None, None, tuple[QImage, QImage]]
    if tabs == CHAT:
        work = picture_story(application, Theme(theme), (WIDTH, HEIGHT))
    elif tabs == GRID:
        work = grid_story(application, Theme(theme), GRID_TABS)
    else:
        work = story(application, Theme(theme), int(tabs))
    with asyncio.Runner(loop_factory=partial(qasync.QEventLoop, application)) as runner:
        window, panel = runner.run(work)
    # The picture in the chat has more colours than 256, and would take them from the window.
    window = window if tabs == CHAT else _small(window)
    is_kept = True
    if folder != RESOURCES or name in README_LOOKS:
        is_kept = _keep(window, folder / "pictures" / f"{name}.png")
    if tabs == HELP_TABS:
        is_kept &= _keep(_small(panel), folder / "help" / f"panel-{theme}-{percent}.png")
    return 0 if is_kept else 1


def _keep(image: QImage, path: Path) -> bool:
    path.parent.mkdir(parents=True, exist_ok=True)
    return image.save(str(path), quality=0)


def _small(image: QImage) -> QImage:
    """Return a picture in its 256 commonest colours: a window has few, and letters shade them."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = numpy.frombuffer(plain.constBits(), dtype=numpy.uint32)
    colours, counts = numpy.unique(pixels, return_counts=True)
    table = [int(colour) for colour in colours[numpy.argsort(-counts)][:256]]
    exact = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither
    return plain.convertToFormat(QImage.Format.Format_Indexed8, table, exact)


def starter_window(
    application: QApplication, folder: str, slot_count: int | None = None
) -> AbstractAsyncContextManager[Person]:
    """Start the window with the starter model and the usual settings."""
    settings = Settings(slot_count=slot_count, unfolded_sections=("engine_panel",))
    return hubbub(application, Path(folder), str(STARTER_MODEL), settings=settings)


async def story(application: QApplication, theme: Theme, tab_count: int) -> tuple[QImage, QImage]:
    """Ask in all tabs at once; return window and panel while the tab in front is answered."""
    with tempfile.TemporaryDirectory() as folder:
        async with starter_window(application, folder) as person:
            settings = person.rooms.settings
            settings.change(theme=theme, is_still=True)
            person.rooms.window.resize(WIDTH, HEIGHT)
            person.rooms.window.actions_by_name.engine_panel.setChecked(tab_count > 1)
            has_toast = str(tab_count) == HELP_TABS
            every = await person.rooms.tabs.open_empty_tabs(tab_count + has_toast)
            tabs, deleted = every[:tab_count], every[tab_count:]
            for attempt in range(MAX_ATTEMPTS):
                await ask_all(person, tabs if attempt else every, WARMING_UP)
                await person.until_idle(*every)
                await ask_all(person, tabs, QUESTIONS)
                if deleted and not attempt:
                    person.rooms.window.requests.delete_requested.emit(deleted)
                await person.until(partial(is_worth_a_picture, person, or_over=True))
                if is_worth_a_picture(person):
                    break
                await person.until_idle(*tabs)
            await asyncio.sleep(FRAME_SECONDS)
            panel = person.rooms.engine_panel.dock.panel
            return person.rooms.window.grab().toImage(), panel.grab().toImage()


async def grid_story(
    application: QApplication, theme: Theme, tab_count: int
) -> tuple[QImage, QImage]:
    """Ask in all tabs at once; return the window while all of them are answered in the grid."""
    with tempfile.TemporaryDirectory() as folder:
        async with starter_window(application, folder, tab_count) as person:
            settings, window = person.rooms.settings, person.rooms.window
            settings.change(theme=theme, is_still=True)
            window.resize(WIDTH, HEIGHT)
            tabs = await person.rooms.tabs.open_empty_tabs(tab_count)
            window.grids.show_grid()
            await ask_all(person, tabs, GRID_QUESTIONS)
            view = person.view
            await person.until(lambda: len(view.transcript.last_reply_text() or "") > SHOWN_IN_CELL)
            await asyncio.sleep(2 * FRAME_SECONDS)
            image = window.grab().toImage()
            return image, image


async def growing_answers(application: QApplication) -> list[QImage]:
    """Ask in four tabs at once; return the grid from moment to moment while answers grow."""
    with tempfile.TemporaryDirectory() as folder:
        async with starter_window(application, folder) as person:
            window = person.rooms.window
            window.resize(*ANIMATION_SIZE)
            tabs = await person.rooms.tabs.open_empty_tabs(ANIMATION_TABS)
            window.grids.show_grid()
            await ask_all(person, tabs, QUESTIONS)
            # Where nothing moves, the first picture is all that is seen.
            await person.until(lambda: bool(person.view.transcript.last_reply_text()))
            shots: list[QImage] = []
            while len(shots) < SHOTS and person.rooms.replies.running_ids:
                shots.append(window.grab().toImage())
                await asyncio.sleep(SHOT_SECONDS)
            return shots


def _save_animation(shots: list[QImage], path: Path) -> None:
    """Store an animated PNG in few colours; a frame holds only what has changed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    frames = []
    for shot in shots:
        plain = shot.convertToFormat(QImage.Format.Format_RGB888)
        row = plain.bytesPerLine()
        size = (plain.width(), plain.height())
        frames.append(Image.frombytes("RGB", size, bytes(plain.constBits()), "raw", "RGB", row))
    palette = frames[-1].quantize(ANIMATION_COLOURS, dither=Image.Dither.NONE)
    frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    durations = [round(1000 * SHOT_SECONDS)] * len(frames)
    durations[-1] = round(1000 * LAST_SHOT_SECONDS)
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=durations, loop=0)


async def ask_all(person: Person, tabs: tuple[str, ...], questions: tuple[str, ...]) -> None:
    """Ask the questions in turn, one in each tab, all at the same moment."""
    for number, conversation_id in enumerate(tabs):
        message = OutgoingMessage(questions[number % len(questions)])
        person.rooms.replies.send(conversation_id, message)
    await person.until(lambda: set(tabs) <= person.rooms.replies.running_ids)


def is_worth_a_picture(person: Person, *, or_over: bool = False) -> bool:
    """Say whether the answer in front is long enough, and others are seen at work, too."""
    replies, panel = person.rooms.replies, person.rooms.engine_panel.dock.panel
    if or_over and person.view.conversation_id not in replies.running_ids:
        return True
    answering = panel.slot_chart.accessibleDescription().count("is answering")
    is_long = len(person.view.transcript.last_reply_text() or "") > SHOWN_CHARS
    return is_long and (answering > 1 or len(person.tab_ids) == 1)


if __name__ == "__main__":
    sys.exit(main())

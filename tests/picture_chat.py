"""A chat about a picture: what was asked, an answer, and the next question.

The starter model does not see, and what tests build writes noise: so the answer is an example that
was written by hand, and a page that shows it has to say so. All else is what the program does
with these files.
"""

import asyncio
import shutil
import tempfile
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter, QPolygonF
from PySide6.QtWidgets import QApplication

from app.domain.messages import MessageStatus
from app.media.pictures import Picture
from app.settings import Theme
from app.widgets.transcript.own_bubble import SentFiles
from tests.app.media.making import saved
from tests.flows.driving import Person, hubbub
from tests.models.cache import cached_model
from tests.models.tiny_projector import write_qwen2vl_projector
from tests.models.tiny_vision import write_qwen2vl

QUESTION = "What do you see, and what time of day might it be?"
ANSWER = """\
A small boat with white sails on calm water, in front of dark hills and a low, round sun.

The sky goes from blue to a warm orange above the hills, so it is probably **early evening**; a \
sunrise would look the same."""
FOLLOWING = "And this one?"
_SETTLING_SECONDS = 0.5  # until the list of chats and the counts are drawn
_WIDTH, _HEIGHT = 480, 300
_SHORE = 200
_HILLS = ((0, 170), (90, 140), (170, 172), (260, 132), (350, 168), (430, 146), (480, 165))
_HULL = ((150, 228), (262, 228), (240, 254), (172, 254))
_SAIL = ((204, 92), (204, 218), (262, 218))
_SMALL_SAIL = ((197, 110), (197, 218), (162, 218))
_EVENING = ("#3d6db5", "#f6a35c", "#e9744f", "#2f5d87")  # sky, horizon, sun, water
_NIGHT = ("#0b1230", "#2b3566", "#e8e6d0", "#101c3d")


async def picture_story(
    application: QApplication, theme: Theme, size: tuple[int, int]
) -> tuple[QImage, QImage]:
    """Return the window with a chat about a picture, and another picture in its box; twice."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        model = folder / "tiny-qwen2vl.gguf"
        shutil.copyfile(cached_model(write_qwen2vl), model)
        shutil.copyfile(cached_model(write_qwen2vl_projector), folder / f"mmproj-{model.name}")
        async with hubbub(application, folder / "data", str(model)) as person:
            person.rooms.settings.change(theme=theme, is_still=True)
            person.rooms.window.resize(*size)
            await _open_chat(person)
            composer = person.view.composer
            composer.chips.add_picture(await _kept(person, "night.png", _NIGHT))
            composer.edit.show_text(FOLLOWING)
            labels = [chip.token_label for chip in composer.chips.picture_chips]
            await person.until(lambda: all("tokens" in label.text() for label in labels))
            (waiting,) = composer.chips.pictures()
            await person.until(lambda: composer.chips.hub.image(waiting) is not None)
            await asyncio.sleep(_SETTLING_SECONDS)
            image = person.rooms.window.grab().toImage()
            return image, image


async def _open_chat(person: Person) -> None:
    history = person.rooms.history
    chat = await history.conversations.create("A boat in the evening")
    picture = await _kept(person, "boat.png", _EVENING)
    turn = await history.turns.start(chat.id, QUESTION, (picture,))
    await history.turns.finish_reply(turn.reply.id, ANSWER, MessageStatus.COMPLETE)
    empty = person.tab_ids
    person.rooms.tabs.open_tab(chat.id)
    await person.until(lambda: person.view.conversation_id == chat.id)
    for each in set(empty) - {chat.id}:
        person.rooms.tabs.close_tab(each)
    await person.until(lambda: bool(person.view.findChildren(SentFiles)))
    hub = person.view.requests.pictures
    await person.until(lambda: hub.image(picture) is not None)
    await person.rooms.conversations.refresh()


async def _kept(person: Person, name: str, colours: tuple[str, ...]) -> Picture:
    return await person.rooms.pictures.keep(name, saved(_landscape(colours), "PNG"))


def _landscape(colours: tuple[str, ...]) -> QImage:
    """Return a lake with a boat under a sun or a moon."""
    sky, horizon, sun, water = map(QColor, colours)
    image = QImage(_WIDTH, _HEIGHT, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    air = QLinearGradient(0, 0, 0, _SHORE)
    air.setColorAt(0, sky)
    air.setColorAt(1, horizon)
    painter.fillRect(0, 0, _WIDTH, _SHORE, air)
    _fill(painter, sun, QRectF(330, 96, 64, 64))
    lake = QLinearGradient(0, _SHORE, 0, _HEIGHT)
    lake.setColorAt(0, horizon.darker(130))
    lake.setColorAt(0.3, water)
    painter.fillRect(0, _SHORE, _WIDTH, _HEIGHT - _SHORE, lake)
    _fill(painter, sky.darker(190), ((0, _SHORE), *_HILLS, (_WIDTH, _SHORE)))
    for opacity, is_mirrored in ((0.25, True), (1.0, False)):
        painter.setOpacity(opacity)
        if is_mirrored:
            painter.save()
            painter.translate(0, 2 * 254)
            painter.scale(1, -1)
        _fill(painter, QColor("#5a2f22"), _HULL)
        _fill(painter, QColor("#fbf7ec"), _SAIL)
        _fill(painter, QColor("#dfe3e6"), _SMALL_SAIL)
        if is_mirrored:
            painter.restore()
    painter.end()
    return image


def _fill(
    painter: QPainter, colour: QColor, shape: QRectF | tuple[tuple[float, float], ...]
) -> None:
    painter.setPen(QColor(0, 0, 0, 0))
    painter.setBrush(colour)
    if isinstance(shape, QRectF):
        painter.drawEllipse(shape)
    else:
        painter.drawPolygon(QPolygonF([QPointF(*point) for point in shape]))

"""Pictures and sounds are pasted, dropped and chosen; shown, and never decoded here."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.chat.request_builder import AnsweringModel, ChatSettings, RequestBuilder
from app.controllers.messages.composer_controller import ComposerController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.domain.messages import OutgoingMessage
from app.media.attached import Pictures
from app.media.controller import MAX_PICTURES
from app.media.pictures import Picture
from app.media.sounds import Sound
from app.media.view import PictureViewer
from app.widgets.composer.composer import Composer
from tests.app.controllers.acting import toast_texts, until, view_of
from tests.app.controllers.messages.test_composer import CountedWords
from tests.app.media.making import every_kind, saved, tone, two_halves, wav
from tests.app.media.test_sounds import needs_decoder

FILES = {
    "a.png": saved(two_halves(40, 20), "PNG"),
    "b.png": saved(two_halves(60, 20), "PNG"),
}


@pytest.fixture
def sees() -> list[bool]:
    """Whether the model sees pictures now, as its only entry."""
    return [True]


@pytest.fixture
def hears() -> list[bool]:
    """Whether it hears sounds."""
    return [True]


@pytest.fixture
def composer(
    services: Services,
    replies: Replies,
    pictures: Pictures,
    sees: list[bool],
    hears: list[bool],
) -> ComposerController:
    settings = ChatSettings()

    def model(_digest: str) -> AnsweringModel:
        return AnsweringModel("", sees[0], hears[0])

    requests = RequestBuilder(services.history, settings, model)
    replies.set_context_window(1000)
    return ComposerController(services, requests, replies, pictures)


@pytest.fixture
async def box(services: Services, composer: ComposerController, chat: str) -> Composer:
    """The message box of the tab."""
    assert composer
    return view_of(services, chat).composer


def clipboard_with(name: str, content: bytes, text: str = "") -> QMimeData:
    source = QMimeData()
    source.setData(name, content)
    if text:
        source.setText(text)
    return source


async def pasted(box: Composer, services: Services, source: QMimeData) -> tuple[Picture, ...]:
    """Paste; return the pictures that the box has then."""
    box.edit.insertFromMimeData(source)
    await until(lambda: bool(box.chips.pictures() or box.notice.text()))
    return box.chips.pictures()


async def test_a_picture_is_pasted_as_it_lies_on_the_clipboard(
    services: Services, box: Composer
) -> None:
    (picture,) = await pasted(
        box, services, clipboard_with("image/png", saved(two_halves(), "PNG"))
    )
    assert (picture.name, picture.width, picture.height) == ("Pasted picture", 40, 20)
    again = QMimeData()
    again.setImageData(two_halves(60, 20))  # as other systems have it, already decoded
    box.edit.insertFromMimeData(again)
    await until(lambda: len(box.chips.pictures()) == 2)
    assert box.chips.pictures()[1].width == 60


async def test_a_picture_with_text_is_pasted_as_text(services: Services, box: Composer) -> None:
    box.edit.insertFromMimeData(clipboard_with("image/png", b"a table", "1\t2"))
    assert box.edit.toPlainText() == "1\t2"
    await services.tasks.finish()
    assert box.chips.pictures() == ()


async def test_what_can_not_be_decoded_is_said_in_the_box(
    services: Services, box: Composer
) -> None:
    assert await pasted(box, services, clipboard_with("image/png", b"\x89PNG\r\n\x1a\nx")) == ()
    assert box.notice.text() == "“Pasted picture” is damaged or not an image."


async def test_pictures_and_texts_are_dropped_together(
    services: Services, box: Composer, tmp_path: Path
) -> None:
    names = ("a.jpg", "b.txt", "c.svg", "d.webp")
    contents = (every_kind()["JPEG"], b"a text", b"<svg />", every_kind()["WEBP"])
    for name, content in zip(names, contents, strict=True):
        (tmp_path / name).write_bytes(content)
    box.files_offered.emit(tuple(str(tmp_path / name) for name in names))
    await until(lambda: bool(box.notice.text()))
    assert [each.name for each in box.chips.pictures()] == ["a.jpg", "d.webp"]
    assert [each.name for each in box.chips.files()] == ["b.txt"]
    assert "“c.svg” is an SVG drawing" in box.notice.text()


async def test_a_message_has_room_for_so_many_pictures(
    composer: ComposerController, box: Composer
) -> None:
    one = Picture("a.png", "a" * 64, 9, 40, 20, "b" * 64)
    for number in range(MAX_PICTURES + 1):
        composer.pictures.add(box, replace(one, digest=f"{number:064x}"))
    assert len(box.chips.pictures()) == MAX_PICTURES
    assert "20 pictures and sounds at most" in box.notice.text()


async def dropped_sound(box: Composer, path: Path) -> Sound:
    path.write_bytes(wav(tone(2)))
    box.files_offered.emit((str(path),))
    await until(lambda: bool(box.chips.sounds()))
    return box.chips.sounds()[0]


@needs_decoder
async def test_a_sound_is_dropped_shown_with_its_length_and_removed(
    services: Services, box: Composer, tmp_path: Path
) -> None:
    sound = await dropped_sound(box, tmp_path / "talk.wav")
    assert box.draft() == OutgoingMessage(sounds=(sound,))
    (chip,) = box.chips.sound_chips
    assert chip.name_button.text() == "talk.wav  ·  0:02"
    box.set_draft(OutgoingMessage("Other"))
    assert box.chips.is_empty
    box.set_draft(OutgoingMessage(sounds=(sound,)))
    box.chips.sound_chips[0].remove_button.click()
    assert box.draft() == OutgoingMessage()


@needs_decoder
async def test_a_sent_sound_is_saved_as_it_was(
    services: Services, composer: ComposerController, box: Composer, chat: str, tmp_path: Path
) -> None:
    sound = await dropped_sound(box, tmp_path / "talk.wav")
    await services.history.turns.start(chat, "What is this?", (sound,))
    box.clear()
    composer.pictures.save(sound, tmp_path / "here.wav")
    await services.tasks.finish()
    assert (tmp_path / "here.wav").read_bytes() == (tmp_path / "talk.wav").read_bytes()


@pytest.fixture(params=["picture", pytest.param("sound", marks=needs_decoder)])
async def given(
    request: pytest.FixtureRequest, services: Services, box: Composer, tmp_path: Path
) -> Picture | Sound:
    """A picture or a sound in the box of a model that neither sees nor hears."""
    if request.param == "sound":
        return await dropped_sound(box, tmp_path / "talk.wav")
    source = clipboard_with("image/png", saved(two_halves(), "PNG"))
    (picture,) = await pasted(box, services, source)
    return picture


async def test_a_model_that_cannot_use_it_is_named_before_anything_is_sent(
    services: Services,
    box: Composer,
    sees: list[bool],
    hears: list[bool],
    given: Picture | Sound,
) -> None:
    sees[0] = hears[0] = False
    services.client.queries = counted = CountedWords()
    box.draft_changed.emit(box.draft())
    await until(lambda: "This model does not" in box.token_label.text())
    is_sound = isinstance(given, Sound)
    sentence = f"This model does not {'support sounds' if is_sound else 'support pictures'}."
    assert box.token_label.text() == sentence
    sees[0] = hears[0] = True
    box.set_text("And now?")
    box.draft_changed.emit(box.draft())
    await until(lambda: box.token_label.text() == "")
    digest = given.samples if isinstance(given, Sound) else given.pixels
    assert [each.digest for each in counted.media] == [digest]


async def test_what_is_painted_before_it_is_served_gets_its_pictures(
    services: Services, composer: ComposerController, box: Composer, qtbot: QtBot
) -> None:
    (picture,) = await pasted(
        box, services, clipboard_with("image/png", saved(two_halves(), "PNG"))
    )
    early = Composer()
    qtbot.addWidget(early)
    early.chips.add_picture(picture)
    hub = early.chips.hub
    assert hub.image(picture) is None
    composer.pictures.serve_composer(early, lambda: None)
    await until(lambda: hub.image(picture) is not None)


async def test_a_sent_picture_is_shown_small_and_large_and_saved(
    services: Services, composer: ComposerController, box: Composer, chat: str, tmp_path: Path
) -> None:
    (picture,) = await pasted(
        box, services, clipboard_with("image/png", saved(two_halves(), "PNG"))
    )
    turn = await services.history.turns.start(chat, "What is this?", (picture,))
    box.clear()
    view = view_of(services, chat)
    view.transcript.set_messages((turn.user,))
    hub = view.requests.pictures
    await until(lambda: hub.image(picture) is not None)
    view.requests.file_requested.emit(turn.user.attachments[0])
    await until(lambda: bool(services.window.findChildren(PictureViewer)))
    (viewer,) = services.window.findChildren(PictureViewer)
    assert viewer.area.accessibleName() == "Picture Pasted picture, 40 by 20 pixels"
    viewer.copy_button.click()
    assert QGuiApplication.clipboard().image().size() == two_halves().size()
    viewer.close()
    composer.pictures.save(picture, tmp_path / "here.png")
    composer.pictures.save(picture, tmp_path / "nowhere" / "here.png")
    await services.tasks.finish()
    assert QImage(str(tmp_path / "here.png")).size() == two_halves().size()
    assert "could not be written" in toast_texts(services)[0]


async def test_a_drawing_of_an_answer_is_drawn_and_what_is_none_is_not_asked_for_again(
    services: Services, composer: ComposerController, chat: str
) -> None:
    hub = view_of(services, chat).requests.drawings
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9"/></svg>'
    assert hub.image(svg) is None
    assert hub.image("<svg>") is None
    await until(lambda: hub.image(svg) is not None)
    await services.tasks.finish()
    asked: list[str] = []
    hub.wanted.connect(asked.append)
    assert hub.image("<svg>") is None
    assert asked == []


async def test_code_of_an_answer_is_saved_as_it_was_written(
    services: Services, composer: ComposerController, chat: str, tmp_path: Path
) -> None:
    code = "print('gr\u00fc\u00dfe')\nprint(1)"
    view_of(services, chat).requests.code_save_requested.emit("code.py", code)
    (dialog,) = services.window.findChildren(QFileDialog)
    assert Path(dialog.selectedFiles()[0]).name == "code.py"
    dialog.filesSelected.emit([str(tmp_path / "code.py")])
    dialog.reject()
    await services.tasks.finish()
    assert (tmp_path / "code.py").read_bytes() == code.encode() + b"\n"


async def test_keys_lead_to_the_other_pictures_of_a_message(
    services: Services, composer: ComposerController, box: Composer
) -> None:
    shown = [await composer.pictures.pictures.keep(name, FILES[name]) for name in FILES]
    box.chips.set_pictures(tuple(shown))
    box.chips.picture_requested.emit(shown[0])
    await until(lambda: bool(services.window.findChildren(PictureViewer)))
    (viewer,) = services.window.findChildren(PictureViewer)
    for step, name in ((-1, "a.png"), (1, "b.png"), (1, "b.png"), (-1, "a.png")):
        viewer.step_requested.emit(step)
        await services.tasks.finish()
        assert viewer.windowTitle() == viewer.picture.name == name
    viewer.close()

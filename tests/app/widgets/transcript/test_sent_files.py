"""The user's message lists its files, and a click requests one of them."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontMetrics, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.messages import Attachment, TextFile
from app.media.pictures import AttachmentKind
from app.widgets.composer.message_files import FilePreview
from app.widgets.conversation.view import ConversationView
from app.widgets.transcript.message import MessageView
from app.widgets.transcript.own_bubble import OwnBubble
from tests.app.widgets.samples import question, reply
from tests.app.widgets.showing import on_screen
from tests.app.widgets.windows import only_prose

NOTES = Attachment(1, 1, "notes.md", "text/markdown", 2048, "digest")
SEA = Attachment(
    3, 1, "sea.jpg", "image/png", 9, "c" * 64, AttachmentKind.PICTURE, 1200, 300, "d" * 64
)
TABLE = Attachment(2, 1, "a table.csv", "text/csv", 5, "another")


@pytest.fixture
def view(qtbot: QtBot) -> ConversationView:
    """A visible conversation."""
    return on_screen(qtbot, ConversationView("c"), 700, 500)


def bubble_of(view: ConversationView, message_id: int = 1) -> OwnBubble:
    shown = view.transcript.view_of(message_id)
    assert isinstance(shown, MessageView)
    bubble = shown.findChild(OwnBubble)
    assert bubble is not None
    return bubble


def test_a_narrow_column_is_used_whole_so_that_words_stay_whole(view: ConversationView) -> None:
    word = "Gutenachtgeschichte"
    view.transcript.set_messages((question(text=f"{word} erzählen"),))
    view.resize(700, 500)
    QApplication.processEvents()
    metrics = QFontMetrics(only_prose(bubble_of(view).body).document().defaultFont())
    view.resize(metrics.horizontalAdvance(word) + 90, 500)
    QApplication.processEvents()
    block = only_prose(bubble_of(view).body).document().firstBlock()
    assert block.layout().lineAt(0).textLength() == len(word) + 1


def test_the_files_stand_below_the_text(view: ConversationView) -> None:
    view.transcript.set_messages(
        (replace(question(text="Sum it up."), attachments=(NOTES, TABLE)),)
    )
    bubble = bubble_of(view)
    prose = only_prose(bubble.body)
    assert prose.document().toPlainText() == "Sum it up.", "copying takes the text alone"
    assert bubble.files is not None
    names = [button.text() for button in bubble.files.buttons]
    assert names[0].startswith("notes.md")
    assert names[1].startswith("a table.csv")
    assert bubble.files.geometry().bottom() < bubble.height()
    assert bubble.files.geometry().right() < bubble.width()


def test_a_message_of_files_alone_is_not_an_empty_bubble(view: ConversationView) -> None:
    view.transcript.set_messages((replace(question(text=""), attachments=(NOTES,)), reply(2)))
    bubble = bubble_of(view)
    assert bubble.files is not None
    assert bubble.body.isHidden()


def test_many_files_stand_in_rows_within_the_bubble(view: ConversationView) -> None:
    files = tuple(replace(NOTES, id=number, name=f"file {number}.txt") for number in range(12))
    view.transcript.set_messages((replace(question(text="All."), attachments=files),))
    bubble = bubble_of(view)
    assert bubble.files is not None
    corners = [each.mapTo(bubble, each.rect().bottomRight()) for each in bubble.files.buttons]
    assert len({corner.y() for corner in corners}) > 2
    assert max(corner.x() for corner in corners) < bubble.width()
    assert max(corner.y() for corner in corners) < bubble.height()


@pytest.mark.parametrize("by_key", [False, True])
def test_a_click_or_a_key_wishes_to_see_a_file(
    view: ConversationView, qtbot: QtBot, *, by_key: bool
) -> None:
    view.transcript.set_messages(
        (replace(question(text="Sum it up."), attachments=(NOTES, TABLE)),)
    )
    files = bubble_of(view).files
    assert files is not None
    button = files.buttons[1]
    with qtbot.waitSignal(view.requests.file_requested) as told:
        if by_key:
            QTest.keyClick(button, Qt.Key.Key_Space)
        else:
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert told.args == [TABLE]


def test_what_is_shown_is_text_and_all_of_it_is_copied(qtbot: QtBot) -> None:
    hostile = "<img src='/etc/passwd'>\u202e" + "x" * 200_000
    preview = on_screen(qtbot, FilePreview(TextFile("a\u202e\nb.txt", hostile), can_save=True))
    shown = preview.text.toPlainText()
    assert shown.startswith("<img src='/etc/passwd'>⟨U+202E⟩x")
    assert preview.windowTitle() == "a b.txt"
    QTest.mouseClick(preview.copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == hostile
    with qtbot.waitSignal(preview.save_requested):
        QTest.mouseClick(preview.save_button, Qt.MouseButton.LeftButton)


def test_pictures_stand_before_files_and_keep_their_place_until_they_come(
    view: ConversationView,
) -> None:
    asked: list[str] = []
    view.requests.pictures.wanted.connect(lambda picture: asked.append(picture.digest))
    view.transcript.set_messages((replace(question(text=""), attachments=(NOTES, SEA)),))
    bubble = bubble_of(view)
    assert bubble.files is not None
    (button,) = bubble.files.pictures
    size = button.size()
    assert (size.width(), size.height()) == (320, 80)
    assert button.y() < bubble.files.buttons[0].mapTo(bubble.files, button.rect().topLeft()).y()
    button.grab()
    assert asked == [SEA.digest]
    image = QImage(120, 30, QImage.Format.Format_RGB888)
    image.fill(QColor("red"))
    view.requests.pictures.put(SEA.digest, image)
    assert button.grab().toImage().pixelColor(160, 40) == QColor("red")
    assert (button.size(), asked) == (size, [SEA.digest])
    assert button.accessibleName() == "Picture sea.jpg, 1,200 by 300 pixels"


def test_a_click_or_a_key_on_a_picture_asks_for_it(view: ConversationView) -> None:
    asked: list[Attachment] = []
    view.requests.file_requested.connect(asked.append)
    view.transcript.set_messages((replace(question(text="Look."), attachments=(SEA,)),))
    (button,) = bubble_of(view).files.pictures  # type: ignore[union-attr]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert asked == [SEA, SEA]

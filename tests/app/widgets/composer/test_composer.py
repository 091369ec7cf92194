"""The message box: each key, each refusal, and no text ever lost."""

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, QUrl
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QPaintEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.documents.text_decoding import ENCODINGS
from app.domain.messages import OutgoingMessage, TextEncoding, TextFile
from app.widgets.composer.composer import Composer
from app.widgets.composer.edit import (
    LONGEST_TEXT,
    USUAL_LONGEST_PASTE,
    ComposerEdit,
    ComposerSettings,
)
from app.widgets.composer.file_chips import FileChips
from app.widgets.composer.message_files import LONGEST_FILES, FilePreview, MessageFiles
from tests.app.widgets.showing import on_screen

ENTER = Qt.Key.Key_Return
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def composer(qtbot: QtBot) -> Composer:
    """A composer on show."""
    return on_screen(qtbot, Composer(), 400, 60)


class Painted(QObject):
    """Counts how often a widget was drawn, and not its cursor alone."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        self.count = 0
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt's)
        if isinstance(event, QPaintEvent) and isinstance(watched, QWidget):
            self.count += event.rect().width() > watched.width() // 2
        return False


def paste(composer: Composer, text: str) -> None:
    words = QMimeData()
    words.setText(text)
    composer.edit.insertFromMimeData(words)


def test_enter_sends_and_keeps_the_text(composer: Composer, qtbot: QtBot) -> None:
    QTest.keyClicks(composer.edit, "hello")

    with qtbot.waitSignal(composer.submitted) as sent:
        QTest.keyClick(composer.edit, ENTER)

    assert sent.args == [OutgoingMessage("hello")]
    assert composer.edit.toPlainText() == "hello"


def test_shift_enter_breaks_the_line(composer: Composer, qtbot: QtBot) -> None:
    sent = QSignalSpy(composer.submitted)
    QTest.keyClicks(composer.edit, "a")
    QTest.keyClick(composer.edit, ENTER, SHIFT)
    QTest.keyClicks(composer.edit, "b")

    assert composer.edit.toPlainText() == "a\nb"
    assert sent.count() == 0


def test_with_the_option_only_ctrl_enter_sends(composer: Composer, qtbot: QtBot) -> None:
    sent = QSignalSpy(composer.submitted)
    composer.set_settings(ComposerSettings(sends_with_ctrl_enter=True))
    QTest.keyClicks(composer.edit, "a")
    QTest.keyClick(composer.edit, ENTER)

    assert (composer.edit.toPlainText(), sent.count()) == ("a\n", 0)
    QTest.keyClick(composer.edit, ENTER, CTRL)
    assert sent.count() == 1


@pytest.mark.parametrize("text", ["", " ", "\n\t \n", "\u00a0"])
def test_a_blank_text_is_never_sent(composer: Composer, qtbot: QtBot, text: str) -> None:
    sent = QSignalSpy(composer.submitted)
    composer.set_text(text)
    QTest.keyClick(composer.edit, ENTER)

    assert sent.count() == 0


def test_enter_in_a_composition_belongs_to_the_input_method(
    composer: Composer, qtbot: QtBot
) -> None:
    sent = QSignalSpy(composer.submitted)
    QApplication.sendEvent(composer.edit, QInputMethodEvent("にほ", []))
    QTest.keyClick(composer.edit, ENTER)
    assert sent.count() == 0

    committed = QInputMethodEvent("", [])
    committed.setCommitString("日本")
    QApplication.sendEvent(composer.edit, committed)
    QTest.keyClick(composer.edit, ENTER)
    assert sent.at(0) == [OutgoingMessage("日本")]


def test_a_held_enter_key_sends_once(composer: Composer, qtbot: QtBot) -> None:
    sent = QSignalSpy(composer.submitted)
    composer.set_text("a")
    for is_repeat in (False, True, True):
        press = QKeyEvent(
            QEvent.Type.KeyPress, ENTER, Qt.KeyboardModifier.NoModifier, "\r", is_repeat
        )
        QApplication.sendEvent(composer.edit, press)

    assert sent.count() == 1


def test_nothing_is_sent_while_it_would_be_refused(composer: Composer, qtbot: QtBot) -> None:
    sent = QSignalSpy(composer.submitted)
    composer.set_text("a")
    composer.set_can_send(False)
    QTest.keyClick(composer.edit, ENTER)

    assert sent.count() == 0
    assert composer.edit.toPlainText() == "a"
    assert not composer.button.isEnabled()


def test_the_button_sends_and_turns_into_stop(composer: Composer, qtbot: QtBot) -> None:
    composer.set_text("a")
    with qtbot.waitSignal(composer.submitted):
        QTest.mouseClick(composer.button, Qt.MouseButton.LeftButton)
    composer.set_answering(True)
    assert composer.button.accessibleName() == "Stop"

    with qtbot.waitSignal(composer.stop_requested):
        QTest.mouseClick(composer.button, Qt.MouseButton.LeftButton)
    composer.set_answering(False)
    assert composer.button.accessibleName() == "Send"


def test_an_empty_box_can_still_stop(composer: Composer) -> None:
    assert not composer.button.isEnabled()
    composer.set_answering(True)
    assert composer.button.isEnabled()


def test_up_recalls_only_in_an_empty_box(composer: Composer, qtbot: QtBot) -> None:
    recalled = QSignalSpy(composer.edit.recall_pressed)
    QTest.keyClick(composer.edit, Qt.Key.Key_Up)
    composer.set_text("a")
    QTest.keyClick(composer.edit, Qt.Key.Key_Up)

    assert recalled.count() == 1


def test_page_keys_scroll_the_conversation(composer: Composer, qtbot: QtBot) -> None:
    with qtbot.waitSignal(composer.edit.page_pressed) as page:
        QTest.keyClick(composer.edit, Qt.Key.Key_PageUp)
    assert page.args == [-1]


def test_a_draft_is_told_once_it_settled(composer: Composer, qtbot: QtBot) -> None:
    told = QSignalSpy(composer.draft_changed)
    with qtbot.waitSignal(composer.draft_changed):
        QTest.keyClicks(composer.edit, "abc")

    assert [told.at(index) for index in range(told.count())] == [[OutgoingMessage("abc")]]


def test_a_draft_put_in_by_the_program_is_not_told(composer: Composer) -> None:
    told = QSignalSpy(composer.draft_changed)
    composer.set_text("from the history")
    composer.flush_draft()

    assert told.count() == 0


def test_a_box_as_narrow_as_its_scroll_bar_comes_to_a_height(qtbot: QtBot) -> None:
    edit = ComposerEdit()
    qtbot.addWidget(edit)
    edit.show_text("word " * 100)
    edit.show()
    for width in range(60, -1, -1):
        edit.resize(width, edit.height())
    edit.resize(400, edit.height())
    assert edit.height() == edit.fitted_height.wanted_height()


@pytest.mark.parametrize("points", [9.75, 10.5, 11.25, 12.4, 13.65, 17])
def test_a_box_is_as_high_as_its_lines_in_each_size_of_text(qtbot: QtBot, points: float) -> None:
    edit = on_screen(qtbot, ComposerEdit(), 400, 60)
    font = edit.font()
    font.setPointSizeF(points)
    edit.setFont(font)
    for lines in range(1, 6):
        edit.setPlainText("\n".join("line" for _ in range(lines)))
        layout, block, needed = edit.document().documentLayout(), edit.document().firstBlock(), 0.0
        while block.isValid():
            needed += layout.blockBoundingRect(block).height()
            block = block.next()
        assert edit.height() == round(needed + edit.document().documentMargin()) + 2


def test_a_huge_paste_is_refused_and_changes_nothing(composer: Composer, qtbot: QtBot) -> None:
    composer.set_text("kept")
    paste(composer, "x" * (LONGEST_FILES + 1))

    assert "too large (1,000,001 characters" in composer.notice.text()
    assert (composer.edit.toPlainText(), composer.chips.files()) == ("kept", ())


def test_a_long_paste_becomes_a_file_and_goes_along(composer: Composer, qtbot: QtBot) -> None:
    told = QSignalSpy(composer.draft_changed)
    long = "a line\n" * 600
    paste(composer, long)
    paste(composer, long)
    QTest.keyClicks(composer.edit, "Sum it up")

    assert composer.edit.toPlainText() == "Sum it up"
    assert [file.name for file in composer.chips.files()] == ["Pasted text 1", "Pasted text 2"]
    with qtbot.waitSignal(composer.submitted) as sent:
        QTest.keyClick(composer.edit, ENTER)
    message = sent.args[0]
    assert (message.text, [file.text for file in message.files]) == ("Sum it up", [long] * 2)
    composer.flush_draft()
    assert told.at(told.count() - 1) == sent.args, "the draft keeps the files, too"


@pytest.mark.parametrize(
    ("limit", "pasted", "file_count"),
    [
        (200, "a word " * 28, 0),
        (200, "a word " * 29, 1),
        (200, "\n" * 5, 1),
        (10_000, "a word " * 1400, 0),
        (10_000, "a line\n" * 150, 0),
        (None, "a line\n" * 10_000, 0),
    ],
)
def test_how_long_a_paste_may_be_is_a_setting(
    composer: Composer, qapp: QApplication, limit: int | None, pasted: str, file_count: int
) -> None:
    composer.set_settings(ComposerSettings(longest_paste=limit))
    qapp.clipboard().setText(pasted)
    QTest.keyClick(composer.edit, Qt.Key.Key_V, CTRL)
    assert len(composer.chips.files()) == file_count
    assert composer.edit.toPlainText() == ("" if file_count else pasted)


def test_a_long_text_stays_text_if_it_is_pasted_as_text(
    composer: Composer, qapp: QApplication
) -> None:
    long = "a word " * (USUAL_LONGEST_PASTE // 2)
    qapp.clipboard().setText(long)
    QTest.keyClick(composer.edit, Qt.Key.Key_V, CTRL | SHIFT)
    assert (composer.edit.toPlainText(), composer.chips.files()) == (long, ())
    qapp.clipboard().setText("x" * LONGEST_TEXT)
    QTest.keyClick(composer.edit, Qt.Key.Key_V, CTRL | SHIFT)
    assert composer.notice.text().startswith("The text is too long to paste (200,000 characters")


def test_a_file_is_shown_and_taken_away(composer: Composer, qtbot: QtBot) -> None:
    composer.files.add(TextFile("notes.md", "# Notes"))
    composer.files.add(TextFile("a" * 80 + ".txt", "x"))
    assert composer.button.isEnabled(), "files alone can be sent"
    first, second = composer.chips.chips
    assert "notes.md" in first.name_button.text()
    assert len(second.name_button.text()) < 60
    QTest.mouseClick(first.name_button, Qt.MouseButton.LeftButton)
    (dialog,) = composer.findChildren(FilePreview)
    assert dialog.text.toPlainText() == "# Notes"
    dialog.reject()
    QTest.mouseClick(first.remove_button, Qt.MouseButton.LeftButton)
    QTest.keyClick(second.remove_button, Qt.Key.Key_Delete)
    assert composer.chips.files() == ()
    assert not composer.button.isEnabled()
    assert not composer.chips.isVisible()


def test_files_that_are_dropped_or_pasted_are_offered_by_their_paths(
    composer: Composer, qtbot: QtBot
) -> None:
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile("/tmp/a.txt"), QUrl("https://example.org/b.txt")])
    files.setText("/tmp/a.txt")
    with qtbot.waitSignal(composer.files_offered) as offered:
        composer.edit.insertFromMimeData(files)
    assert offered.args == [("/tmp/a.txt",)]
    assert composer.edit.toPlainText() == ""


def test_a_draft_with_files_comes_back(composer: Composer) -> None:
    told = QSignalSpy(composer.draft_changed)
    draft = OutgoingMessage("half a thou", (TextFile("a.txt", "text"),))
    composer.set_draft(draft)
    composer.flush_draft()
    assert (composer.draft(), told.count()) == (draft, 0)
    composer.clear()
    assert composer.draft() == OutgoingMessage()


def test_a_long_word_is_taken_and_wraps_anywhere(composer: Composer, qapp: QApplication) -> None:
    qapp.clipboard().setText("x" * 150_000)
    QTest.keyClick(composer.edit, Qt.Key.Key_V, CTRL | SHIFT)

    assert len(composer.edit.toPlainText()) == 150_000
    assert composer.edit.wordWrapMode() is composer.edit.wordWrapMode().WrapAnywhere


def test_pasted_html_is_plain_text(composer: Composer) -> None:
    words = QMimeData()
    words.setHtml("<b>bold</b>")
    words.setText("bold")
    composer.edit.insertFromMimeData(words)

    assert composer.edit.toPlainText() == "bold"


def test_what_the_empty_box_says_is_drawn_anew_when_an_answer_ends(
    composer: Composer, qtbot: QtBot
) -> None:
    composer.set_answering(True)
    painted = Painted(composer.edit.viewport())
    qtbot.waitUntil(lambda: painted.count > 0)
    QApplication.processEvents()
    before = painted.count
    composer.set_answering(False)

    qtbot.waitUntil(lambda: painted.count > before)


@pytest.fixture
def chips(qtbot: QtBot) -> FileChips:
    """No file yet."""
    chips = FileChips()
    qtbot.addWidget(chips)
    return chips


def files_in(chips: FileChips, refused: list[str]) -> MessageFiles:
    return MessageFiles(chips, chips, on_offered=lambda _paths: None, on_refused=refused.append)


def test_files_that_are_too_long_together_are_refused(chips: FileChips) -> None:
    refused: list[str] = []
    files = files_in(chips, refused)
    files.add(TextFile("half", "x" * (LONGEST_FILES // 2 + 1)))
    files.add(TextFile("rest", "x" * (LONGEST_FILES // 2)))

    assert [file.name for file in chips.files()] == ["half"]
    assert refused == [
        "With “rest” the files of this message are too long together (1,000,001 characters; the "
        "limit is 1,000,000)."
    ]
    assert files.room() == LONGEST_FILES // 2 - 1


def test_a_file_that_is_too_long_alone_says_how_long_it_is(chips: FileChips) -> None:
    refused: list[str] = []
    files = files_in(chips, refused)
    files.add(TextFile("notes", "x"))
    files.add(TextFile("all", "x" * (LONGEST_FILES + 1)))

    assert refused == ["“all” is too large (1,000,001 characters; the limit is 1,000,000)."]


def test_the_keyboard_reaches_the_chips_before_the_text(qtbot: QtBot) -> None:
    composer = on_screen(qtbot, Composer(), 500, 200)
    guessed = TextEncoding("/harbour.txt", "Windows-1251", is_guessed=True)
    composer.chips.add(TextFile("harbour.txt", "one", "text/plain", guessed))
    composer.chips.add(TextFile("pier.txt", "two"))
    composer.activateWindow()
    composer.edit.setFocus()
    qtbot.waitUntil(composer.edit.hasFocus)
    first, second = composer.chips.chips
    for expected in (
        *(second.remove_button, second.name_button),
        *(first.remove_button, first.encoding_button, first.name_button),
    ):
        QTest.keyClick(composer.window(), Qt.Key.Key_Backtab, SHIFT)
        assert QApplication.focusWidget() is expected


def test_another_encoding_is_chosen_on_the_chip(composer: Composer) -> None:
    guessed = TextEncoding("/harbour.txt", "Windows-1251", is_guessed=True)
    composer.chips.add(TextFile("harbour.txt", "one", "text/plain", guessed))
    chosen = QSignalSpy(composer.encoding_chosen)
    button = composer.chips.chips[0].encoding_button
    assert button is not None
    menus = button.menu_of_encodings.findChildren(QMenu)
    actions = {each.text(): each for menu in menus for each in menu.actions()}
    assert list(actions) == list(ENCODINGS)
    assert [name for name, each in actions.items() if each.isChecked()] == ["Windows-1251"]
    actions["KOI8-R"].trigger()
    assert chosen.at(0)[1] == "KOI8-R"

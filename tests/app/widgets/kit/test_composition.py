"""Keys that belong to an input method, and composed text, in every kind of field."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject, Qt, SignalInstance
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from app.domain.messages import OutgoingMessage
from app.widgets.composer.composer import Composer
from app.widgets.conversation.conversation_header import TitleBox
from app.widgets.conversation.find_bar import FindBar
from app.widgets.kit.composition import Composition
from app.widgets.kit.filter_box import FilterBox
from app.widgets.kit.forms import PromptBox
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.small_dialogs import NameDialog
from app.widgets.transcript.message_editor import MessageEditor
from tests.app.widgets.showing import on_screen

ENTER, ESCAPE = Qt.Key.Key_Return, Qt.Key.Key_Escape
Field = QLineEdit | QPlainTextEdit


def compose(field: QObject, preedit: str = "", *, committed: str = "") -> None:
    """Send what an input method sends to a field."""
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(committed)
    QApplication.sendEvent(field, event)


def text_of(field: Field) -> str:
    return field.text() if isinstance(field, QLineEdit) else field.toPlainText()


class Acting:
    """A field that acts on Enter, and a recorder of what it does."""

    def __init__(self, widget: QWidget, field: Field, acted: SignalInstance) -> None:
        self.widget, self.field = widget, field
        self.spy = QSignalSpy(acted)


def composer() -> Acting:
    widget = Composer()
    return Acting(widget, widget.edit, widget.submitted)


def editor() -> Acting:
    widget = MessageEditor("")
    return Acting(widget, widget.field, widget.submitted)


def title() -> Acting:
    widget = TitleBox()
    widget.set_title("old")
    widget.start()
    widget.field.clear()
    return Acting(widget, widget.field, widget.renamed)


def find_bar() -> Acting:
    widget = FindBar()
    widget.show()
    return Acting(widget, widget.field, widget.field.step_pressed)


def filter_box() -> Acting:
    widget = FilterBox("Filter")
    return Acting(widget, widget, widget.returnPressed)


def name_dialog() -> Acting:
    widget = NameDialog("", title="Rename")
    widget.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    return Acting(widget, widget.name_box, widget.named)


FIELDS = (composer, editor, title, find_bar, filter_box, name_dialog)


@pytest.fixture(params=FIELDS, ids=lambda make: make.__name__)
def acting(request: pytest.FixtureRequest, qtbot: QtBot) -> Acting:
    """Each of the fields in turn, on show and with the focus."""
    make: Callable[[], Acting] = request.param
    acting = make()
    on_screen(qtbot, acting.widget, 500, 120)
    acting.field.setFocus()
    return acting


def test_enter_that_accepts_a_word_does_nothing_else(acting: Acting) -> None:
    compose(acting.field, "minato")
    compose(acting.field, committed="港")
    QTest.keyClick(acting.field, ENTER)  # in the same turn of the loop
    assert acting.spy.count() == 0
    assert text_of(acting.field) == "港"

    QTest.keyClick(acting.field, ENTER)
    assert acting.spy.count() == 1


def test_enter_during_a_composition_does_nothing(acting: Acting) -> None:
    compose(acting.field, "にほ")
    QTest.keyClick(acting.field, ENTER)
    compose(acting.field, committed="日本")
    assert acting.spy.count() == 0
    assert text_of(acting.field) == "日本"

    # The composition has had its key: a quick typist loses none.
    QTest.keyClick(acting.field, ENTER)
    assert acting.spy.count() == 1


def test_enter_that_an_input_method_passes_on_later_acts(acting: Acting) -> None:
    compose(acting.field, "글")
    compose(acting.field)
    compose(acting.field, committed="글")
    QApplication.processEvents()
    QTest.keyClick(acting.field, ENTER)
    assert acting.spy.count() == 1


def test_escape_discards_the_composition_alone(acting: Acting) -> None:
    compose(acting.field, committed="港")
    compose(acting.field, "minato")
    compose(acting.field)
    QTest.keyClick(acting.field, ESCAPE)
    assert text_of(acting.field) == "港"
    assert acting.field.isVisible()


def test_enter_in_a_long_text_adds_no_line_to_an_accepted_word(qtbot: QtBot) -> None:
    box = on_screen(qtbot, PromptBox(), 300, 100)
    compose(box, "minato")
    compose(box, committed="港")
    QTest.keyClick(box, ENTER)
    assert box.toPlainText() == "港"


def test_the_send_button_sends_the_composed_text(qtbot: QtBot) -> None:
    widget = on_screen(qtbot, Composer(), 400, 60)
    sent = QSignalSpy(widget.submitted)
    compose(widget.edit, committed="한")
    compose(widget.edit, "글")
    widget.button.click()  # without the focus, as on macOS
    assert sent.at(0) == [OutgoingMessage("한글")]


def test_a_flushed_draft_holds_the_composed_text(qtbot: QtBot) -> None:
    widget = on_screen(qtbot, Composer(), 400, 60)
    drafts = QSignalSpy(widget.draft_changed)
    compose(widget.edit, "港")
    widget.flush_draft()
    assert drafts.at(drafts.count() - 1) == [OutgoingMessage("港")]
    assert not widget.edit.composition.is_active


def test_a_field_may_end_during_a_composition(qtbot: QtBot) -> None:
    box = FilterBox("Filter")
    compose(box, "minato")
    box.deleteLater()
    other = on_screen(qtbot, FilterBox("Other"), 200, 30)
    pressed = QSignalSpy(other.returnPressed)
    QTest.keyClick(other, ENTER)
    assert pressed.count() == 1


@pytest.mark.parametrize("is_hidden", [False, True], ids=["focus", "hidden"])
@pytest.mark.parametrize("make", [QLineEdit, QPlainTextEdit])
def test_a_word_stays_in_the_field_that_the_focus_leaves(
    qtbot: QtBot, make: Callable[[], Field], is_hidden: bool
) -> None:
    window = QWidget()
    field, other = make(), QLineEdit()
    vertical_layout(window, field, other)
    Composition(field)
    on_screen(qtbot, window, 300, 200)
    window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    compose(field, "港")
    if is_hidden:
        field.hide()
    else:
        other.setFocus()
    compose(field)  # the input method discards its word
    assert text_of(field) == "港"
    assert text_of(other) == ""


def test_no_hint_is_shown_under_a_composed_word(qtbot: QtBot) -> None:
    widget = on_screen(qtbot, Composer(), 400, 60)
    widget.edit.set_hint("Write")
    compose(widget.edit, "港")
    assert widget.edit.placeholderText() == ""
    compose(widget.edit)
    assert widget.edit.placeholderText() == "Write"

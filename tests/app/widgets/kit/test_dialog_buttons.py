"""Buttons of dialogs and forms: in the order of the platform, and whole in a narrow window."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.machines.model import EndpointSetting
from app.machines.view.endpoint_page import EndpointPage
from app.models.settings_model import ModelSettings
from app.models.view.model_settings_page import ModelSettingsFacts, ModelSettingsPage
from app.sources.view.source_editor import SourceEditor
from app.tools.servers.model import ServerQuestion
from app.tools.view.question_dialog import QuestionDialog
from app.tools.view.server_import_dialog import ServerImportDialog
from app.tools.view.server_page import ServerPage
from app.widgets.dialogs.departure_question import DepartureFacts, DepartureQuestion
from app.widgets.dialogs.earlier_points import EarlierPointsDialog
from app.widgets.dialogs.leaving_question import LeavingQuestion
from app.widgets.dialogs.message_picker import MessagePickerDialog
from app.widgets.dialogs.trash_page import RemovalQuestion
from app.widgets.kit.controls import PillButton
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.small_dialogs import NameDialog, QuestionBox
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.transcript.message_editor import MessageEditor
from tests.app.widgets.showing import on_screen

ROLE = QDialogButtonBox.ButtonRole
WINDOWS, MACOS = 0, 1  # values of QDialogButtonBox.ButtonLayout
FACTS = DepartureFacts("rack", "http://rack:8000", "small", 3)
BUILDERS: dict[str, Callable[[QWidget], QWidget]] = {
    "question": lambda parent: QuestionBox("Really?", "Yes", parent),
    "careful question": lambda parent: QuestionBox("Really?", "Yes", parent, reject="No"),
    "name": lambda parent: NameDialog("a", parent, title="Name"),
    "departure": lambda parent: DepartureQuestion(FACTS, parent),
    "points": lambda parent: EarlierPointsDialog((), parent),
    "leaving": lambda parent: LeavingQuestion(1, 0, 0, parent, has_tray=False),
    "leaving to the tray": lambda parent: LeavingQuestion(1, 0, 0, parent, has_tray=True),
    "messages": lambda parent: MessagePickerDialog("Pin", (), parent),
    "removal": lambda parent: RemovalQuestion(
        "Delete?", "Delete", parent, kept_until=None, is_chosen=True
    ),
    "form of a server": lambda parent: QuestionDialog(ServerQuestion("s", "Which?"), parent),
    "page of a server": lambda parent: QuestionDialog(
        ServerQuestion("s", "Open?", address="https://a.example"), parent
    ),
    "import": lambda parent: ServerImportDialog(frozenset(), parent),
    "machine": lambda parent: EndpointPage(EndpointSetting("5f", "", ""), parent),
    "server": lambda parent: ServerPage(None, frozenset(), parent),
    "source": SourceEditor,
    "model": lambda parent: ModelSettingsPage(
        ModelSettings(), ModelSettingsFacts(name="m"), parent
    ),
    "own message": lambda parent: MessageEditor("text", parent),
    "answer": lambda parent: MessageEditor("text", parent, is_own=False),
}


@pytest.mark.parametrize("name", BUILDERS)
@pytest.mark.parametrize("layout", [WINDOWS, MACOS])
def test_the_buttons_stand_in_the_order_of_the_platform(
    name: str, layout: int, qtbot: QtBot
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.resize(900, 700)
    parent.show()
    dialog = BUILDERS[name](parent)
    dialog.setStyleSheet(f"QDialogButtonBox {{ button-layout: {layout}; }}")
    dialog.show()
    QApplication.processEvents()
    (box,) = dialog.findChildren(QDialogButtonBox)
    places = {
        box.buttonRole(each): each.mapTo(dialog, each.rect().center()).x()
        for each in box.buttons()
        if each.isVisible()
    }
    is_before = places[ROLE.AcceptRole] < places[ROLE.RejectRole]
    assert is_before is (layout == WINDOWS)
    if ROLE.ResetRole in places:
        assert places[ROLE.ResetRole] < min(places[ROLE.AcceptRole], places[ROLE.RejectRole])
    labels = {each.text() for each in box.buttons()}
    outside = {each.text() for each in dialog.findChildren(QPushButton)} - labels
    assert not outside & {"Save", "Cancel", "Close", "OK", "Add", "Send"}


SMALL = ("question", "careful question", "departure", "leaving", "leaving to the tray", "removal")
LONG = "Restart Hubbub and continue all interrupted answers"


@pytest.fixture
def large_text(theme_switch: ThemeSwitch) -> Iterator[None]:
    """Text of twice its size."""
    theme_switch.set_zoom(200)
    yield
    theme_switch.set_zoom(100)


@pytest.mark.usefixtures("large_text")
@pytest.mark.parametrize("name", [*SMALL, "long label"])
def test_a_question_stays_within_a_narrow_window_and_shows_its_buttons(
    name: str, qtbot: QtBot
) -> None:
    parent = on_screen(qtbot, QWidget(), 500, 700)
    dialog = BUILDERS[name](parent) if name in BUILDERS else QuestionBox("Really?", LONG, parent)
    dialog.show()
    QApplication.processEvents()
    assert dialog.width() <= parent.width()
    buttons = [each for each in dialog.findChildren(PillButton) if each.isVisible()]
    assert len(buttons) > 1
    for button in buttons:
        place = QRect(button.mapTo(dialog, QPoint(0, 0)), button.size())
        assert dialog.rect().contains(place)
        assert button.shown_text().split() == button.text().split()
        assert not [each for each in buttons if each is not button and overlaps(button, each)]


def overlaps(one: QWidget, other: QWidget) -> bool:
    return QRect(one.pos(), one.size()).intersects(QRect(other.pos(), other.size()))


def test_a_button_in_a_flow_is_as_high_as_its_lines(qtbot: QtBot) -> None:
    host = QWidget()
    button = PillButton(LONG)
    host.setLayout(FlowLayout(button, PillButton("No")))
    on_screen(qtbot, host, 160, 300)
    QApplication.processEvents()
    assert button.shown_text().split() == LONG.split()
    assert button.height() == button.height_in(button.width()) > button.sizeHint().height()
    host.resize(700, 300)
    QApplication.processEvents()
    assert button.size() == button.sizeHint()

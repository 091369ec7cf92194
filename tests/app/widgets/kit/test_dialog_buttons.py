"""Every dialog and form has its buttons in the order of the platform."""

from collections.abc import Callable

import pytest
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
from app.widgets.kit.small_dialogs import NameDialog, QuestionBox
from app.widgets.transcript.message_editor import MessageEditor

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

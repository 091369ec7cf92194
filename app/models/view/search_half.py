"""The left half of the models page: search on the hub, and downloads."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QStackedLayout, QWidget

from app.models.view.hub_details import HubDetails
from app.models.view.hub_rows import HubRowsView
from app.models.view.recommended_group import ComputerModels
from app.models.view.transfers_view import TransfersView
from app.widgets.kit.controls import Card, MutedLabel, PillButton
from app.widgets.kit.filter_box import FilterBox
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.state_panel import NoticeRow, StatePanel
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.kit.translation import fill

_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 6, Qt.Key.Key_PageUp: -6}
_MIN_LINES = 7  # three results


class ConsentPanel(Card):
    """Asks for consent to contact the hub; offline it links to the setting."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title_label = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.title_label.setFont(sized_font(self.font(), TypeSize.BODY, is_bold=True))
        self.label = MutedLabel(parent=self, wraps=True)
        self.button = PillButton("", is_main=True)
        self.settings_button = PillButton(self.tr("Open the settings"))
        row = FlowLayout(self.button, self.settings_button)
        column = vertical_layout(
            self, self.title_label, self.label, margins=(14, 12, 14, 12), spacing=8
        )
        column.addLayout(row)

    def ask(self, address: str) -> None:
        """Ask for consent to contact an address."""
        self.title_label.setText(self.tr("Search Hugging Face?"))
        text = self.tr(
            "Your searches go to {address}, and the models you pick are downloaded from there. "
            "Your chats are never sent. Nothing connects until you agree."
        )
        self.label.setText(fill(text, address=address))
        self.button.setText(self.tr("Search Hugging Face"))
        self.button.show()
        self.settings_button.hide()

    def show_offline(self) -> None:
        """Show that Hubbub is offline, with a button to the setting."""
        self.title_label.setText(self.tr("Hubbub works offline"))
        self.label.setText(
            self.tr(
                "It opens no connection, so it can't search for or download models. You can change "
                "this in the settings."
            )
        )
        self.button.hide()
        self.settings_button.show()


class SearchHalf(QWidget):
    """The half; its parts emit the actions of the user."""

    shown = Signal()  # facts about the disk may be outdated

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Find models"))
        self.title_label = QLabel(self.windowTitle())
        self.box = FilterBox(self.tr("Search Hugging Face, or paste owner/name"), self)
        self.consent = ConsentPanel(self)
        self.computer = ComputerModels(self)
        self.heading_label = MutedLabel(parent=self, wraps=True)
        self.results = HubRowsView(self.tr("Models that can be downloaded"), self)
        self.state = StatePanel(self)
        self.details = HubDetails(self)
        self.transfers = TransfersView(self)
        self.leftovers = NoticeRow(self)
        self._offers_models = False
        self._stack = QStackedLayout()
        self._build_layout()
        self.box.step_pressed.connect(self._on_step_pressed)
        self.show_details(is_shown=False)

    def show_results(self, heading: str) -> None:
        """Show the list with a heading."""
        self.set_heading(heading)
        self._stack.setCurrentWidget(self.results)

    def show_state(self, text: str, *actions: tuple[str, str]) -> None:
        """Show a sentence in place of the list."""
        self.set_heading("")
        self._stack.setCurrentWidget(self.state)
        self.state.show_state(text, *actions)
        self.show_details(is_shown=False)

    def set_heading(self, text: str) -> None:
        """Show the heading of the list; an empty text hides it."""
        self.heading_label.setText(text)
        self.heading_label.setVisible(bool(text))

    def show_details(self, *, is_shown: bool) -> None:
        """Show or hide the selected repository below the list.

        The models for this computer are hidden meanwhile, to leave space for the list.
        """
        self.details.setVisible(is_shown)
        self.computer.setVisible(self._offers_models and not is_shown)

    def offer_models(self, *, are_offered: bool) -> None:
        """Show the models for this computer while no repository is selected, or hide them."""
        self._offers_models = are_offered
        self.computer.setVisible(are_offered and self.details.isHidden())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit()

    def _build_layout(self) -> None:
        title = self.title_label
        title.setFont(sized_font(self.font(), TypeSize.TITLE, is_bold=True))
        self._stack.addWidget(self.results)
        self._stack.addWidget(self.state)
        # As high as the heading of the other half, which has buttons.
        title.setMinimumHeight(self.details.download_button.sizeHint().height())
        self.results.setMinimumHeight(_MIN_LINES * self.fontMetrics().height())
        column = vertical_layout(self, spacing=8)
        column.addWidget(title)
        column.addWidget(self.box)
        column.addWidget(self.computer)
        column.addWidget(self.consent)
        column.addWidget(self.heading_label)
        column.addLayout(self._stack, 3)
        column.addWidget(self.details, 4)
        column.addWidget(self.transfers)
        column.addWidget(self.leftovers)

    def _on_step_pressed(self, event: QKeyEvent) -> None:
        self.results.step(_STEPS[Qt.Key(event.key())])

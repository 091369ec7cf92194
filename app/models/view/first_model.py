"""The card of an empty chat that offers the best model for this computer, while none is in use."""

from enum import Enum, auto

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from app.models.hub_model import HubResult, Transfer
from app.models.view.hub_words import size_and_speed
from app.models.view.transfers_view import TransferRow
from app.widgets.kit.accessibility import announce
from app.widgets.kit.controls import Card, MutedLabel, PillButton
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.forms import FieldError
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.text import format_bytes
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.kit.translation import fill


class StarterState(Enum):
    """The use of the starter model."""

    ANSWERS = auto()
    ABSENT = auto()  # and no other model is chosen
    UNUSED = auto()  # another model answers


class FirstModelCard(Card):
    """Offers one model, and shows its download in the place of the button.

    Attributes:
        transfer_row: the download; None unless it was started here.
    """

    download_requested = Signal()
    browse_requested = Signal()
    file_requested = Signal()
    settings_requested = Signal()
    transfer_started = Signal(TransferRow)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.transfer_row: TransferRow | None = None
        self._is_offered = self._is_undecided = self._is_offline = self._is_asking = False
        self._can_retry = False
        self._title = self._download_text = self._download_name = ""
        self.notice = MutedLabel(wraps=True)
        self.name_label = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.name_label.setFont(sized_font(self.font(), TypeSize.BODY, is_bold=True))
        self.figures = MutedLabel(wraps=True)
        self.about = MutedLabel(wraps=True)
        self.consent = MutedLabel(wraps=True)
        self.problem = FieldError()
        self.offline_notice = MutedLabel(
            self.tr("Hubbub works offline, so it can't download a model."), wraps=True
        )
        self.download_button = PillButton("", is_main=True)
        self.settings_button = PillButton(self.tr("Open the settings"))
        self.browse_button = PillButton("")
        self.file_button = PillButton(self.tr("Open a model file…"))
        self.download_button.clicked.connect(self.download_requested)
        self.settings_button.clicked.connect(self.settings_requested)
        self.browse_button.clicked.connect(self.browse_requested)
        self.file_button.clicked.connect(self.file_requested)
        model = (self.name_label, self.figures, self.about)
        labels = (self.notice, *model, self.offline_notice)
        self._column = vertical_layout(self, *labels, margins=(16, 12, 16, 12), spacing=4)
        self._transfer_place = vertical_layout(None, margins=(0, 6, 0, 6), spacing=0)
        self._column.addLayout(self._transfer_place)
        self._column.addWidget(self.problem)
        self._column.addLayout(FlowLayout(*self.buttons))
        self._column.addWidget(self.consent)
        self.problem.hide()

    @property
    def buttons(self) -> tuple[PillButton, ...]:
        """Return all buttons in tab order."""
        return (self.download_button, self.settings_button, self.browse_button, self.file_button)

    def set_starter(self, *, is_absent: bool) -> None:
        """Describe the starter model, or show that it is missing."""
        self.notice.setText(
            self.tr("No model yet.")
            if is_absent
            else self.tr("Starter model: small and fast, often wrong.")
        )

    def set_offer(self, model: HubResult | None, host: str) -> None:
        """Offer a model that is downloaded from a host; None offers to choose one."""
        self._is_offered, self._is_undecided = model is not None, False
        text = self.tr("More models…") if self._is_offered else self.tr("Browse models")
        self.browse_button.setText(text)
        self.browse_button.setAccessibleDescription(self.notice.text())
        self.browse_button.updateGeometry()
        if model is not None:
            title = self.tr("Better answers on this computer: {name}")
            self.name_label.setText(fill(title, name=model.title))
            self.figures.setText(size_and_speed(model))
            self.about.setText(model.about)
            size = format_bytes(model.byte_count)
            self._download_text = fill(self.tr("Download {size}"), size=size)
            self._title = model.title
            name = fill(self.tr("Get {name}, {size}"), name=model.title, size=size)
            self._download_name = name
            consent = self.tr("From {host} ({repository}). Your chats are never sent.")
            self.consent.setText(fill(consent, host=host, repository=model.name))
            spoken = (self.figures.text(), model.about, self.consent.text())
            self.download_button.setAccessibleDescription(". ".join(spoken))
        self._show_parts()

    def set_undecided(self) -> None:
        """Show that a model is being chosen, in as much space as the offer will need."""
        self._is_offered, self._is_undecided = False, True
        self.name_label.setText(self.tr("Choosing a better model for this computer…"))
        for label in (self.figures, self.about, self.consent):
            label.setText(" ")
        self.browse_button.setText(self.tr("More models…"))
        self._show_parts()

    def set_offline(self, *, is_offline: bool) -> None:
        """Show that nothing can be downloaded while Hubbub works offline."""
        self._is_offline = is_offline
        self._show_parts()

    def set_asking(self, *, is_asking: bool) -> None:
        """Show that the hub is being asked for the model."""
        self._is_asking = is_asking
        self._show_parts()

    def show_problem(self, text: str, *, can_retry: bool = False) -> None:
        """Show why the model could not be downloaded; an empty text hides it."""
        self._can_retry = can_retry
        self.problem.setText(text)
        self.problem.setVisible(bool(text))
        self._show_parts()
        if text:
            announce(self, text)

    def set_transfer(self, transfer: Transfer | None) -> None:
        """Show the download in place of the button; None shows the button again."""
        row = self.transfer_row
        if transfer is not None and row is not None:
            row.set_transfer(transfer)
        elif transfer is not None:
            self.transfer_row = row = TransferRow(transfer)
            self._transfer_place.addWidget(row)
            row.show()
            self.transfer_started.emit(row)
            if self.download_button.hasFocus():
                row.button.setFocus()
            self._show_parts()
        elif row is not None:
            self.transfer_row = None
            self._show_parts()
            if row.isAncestorOf(QApplication.focusWidget() or self):
                self.download_button.setFocus()
            row.hide()
            row.deleteLater()

    def _show_parts(self) -> None:
        is_ready = self._is_offered and self.transfer_row is None
        is_online = is_ready and not self._is_offline
        for label in (self.name_label, self.figures, self.about):
            label.setVisible(self._is_offered or self._is_undecided)
        self.download_button.setVisible(is_online)
        # It stays enabled: the focus would move to the next button.
        asking = self.tr("Checking…")
        text, name = self._download_text, self._download_name
        if self._can_retry:
            text = self.tr("Try again")
            name = f"{text}: {self._title}"
        self.download_button.setText(asking if self._is_asking else text)
        self.download_button.setAccessibleName(name)
        self.settings_button.setVisible(is_ready and self._is_offline)
        self.consent.setVisible(is_online or self._is_undecided)
        self.offline_notice.setVisible(is_ready and self._is_offline)

"""A repository of the hub: its facts, its files, and whether the selected file fits."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy, QStackedLayout, QWidget

from app.models.hub_model import HubContent, HubOffer
from app.models.model import ModelFit
from app.models.view.fit_note import FitNote
from app.models.view.hub_rows import HubRowsView
from app.models.view.hub_words import offer_row, result_line
from app.widgets.kit.controls import IconButton, MutedLabel, PillButton
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.state_panel import StatePanel
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.kit.translation import fill


class HubDetails(QWidget):
    """Shows a repository; ``offers`` is the list of its files."""

    download_requested = Signal(str)  # the path of the offer
    page_requested = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content: HubContent | None = None
        self._is_room = True
        self._is_running = False
        self.name_label = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.name_label.setFont(sized_font(self.font(), TypeSize.BODY, is_bold=True))
        self.name_label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.line_label = MutedLabel(parent=self, wraps=True)
        self.gate_label = MutedLabel(parent=self, wraps=True)
        self.offers = HubRowsView(self.tr("Files of this model"), self)
        self.state = StatePanel(self)
        self.fit_note = FitNote(self)
        self.room_label = MutedLabel(parent=self, wraps=True)
        self.download_button = PillButton(self.tr("Download"), is_main=True)
        self.page_button = PillButton(self.tr("Open the model's page"))
        self.close_button = IconButton("close", self.tr("Close"))
        self._stack = QStackedLayout()
        self._build_layout()
        self.offers.row_opened.connect(self._on_download)
        self.download_button.clicked.connect(self._on_download)
        self.page_button.clicked.connect(self._on_page)
        self.close_button.clicked.connect(self.closed)

    @property
    def offer(self) -> HubOffer | None:
        """The file that is selected."""
        if self._content is None:
            return None
        key = self.offers.key
        return next((each for each in self._content.offers if each.path == key), None)

    def show_loading(self, name: str) -> None:
        """Show that a repository is being loaded."""
        self._show_head(name, "", "")
        self._content = None
        self.show_state(self.tr("Looking at its files…"))

    def show_state(self, text: str, *actions: tuple[str, str]) -> None:
        """Show a sentence in place of the files."""
        self.state.show_state(text, *actions)
        self._stack.setCurrentWidget(self.state)
        self.fit_note.show_fit("")
        self.room_label.setText("")
        self._show_button()

    def set_content(self, content: HubContent) -> None:
        """Show a repository; the selected file stays selected."""
        self._content = content
        result = content.result
        gate = self.tr("You must accept conditions first: open its page, and sign in.")
        line = result_line(result)
        if content.refused:
            text = self.tr("{count:,} files are hidden, because their names can't be stored.")
            line += "\n" + fill(text, count=len(content.refused))
        self._show_head(result.title or result.name, line, gate if result.is_gated else "")
        self.offers.rows.update_rows(offer_row(each) for each in content.offers)
        if content.offers:
            self._stack.setCurrentWidget(self.offers)
            self.show_offer()
        else:
            self.show_state(self.tr("This repository has no GGUF model."))

    def show_offer(self) -> None:
        """Show the facts of the selected file."""
        offer = self.offer
        text = "" if offer is None else offer.fit_text
        fit = ModelFit() if offer is None else offer.fit
        if offer is not None and offer.is_in_pieces:
            text = self.tr(
                "This model is cut into pieces that must be joined before it can be loaded. "
                "Choose another one."
            )
            fit = ModelFit()
        elif offer is not None and not offer.is_complete:
            text, fit = self.tr("Parts of this model are missing in the repository."), ModelFit()
        elif offer is not None and not offer.is_verifiable:
            note = self.tr("No SHA-256 available; the download can't be verified.")
            text = "\n".join(part for part in (text, note) if part)
        self.fit_note.show_fit(text, fit if text else ModelFit())
        self._show_button()

    def set_room(self, text: str, *, is_enough: bool) -> None:
        """Show the free space on the disk for the selected file."""
        self._is_room = is_enough
        self.room_label.setText(text)
        self._show_button()

    def set_running(self, *, is_running: bool) -> None:
        """Show whether the selected file is being downloaded."""
        self._is_running = is_running
        self._show_button()

    def _show_button(self) -> None:
        offer = self.offer
        can_start = offer is not None and offer.is_complete and not offer.is_here
        self.download_button.setEnabled(can_start and self._is_room and not self._is_running)
        label = self.tr("Download")
        if self._is_running:
            label = self.tr("Downloading…")
        elif offer is not None and offer.is_here:
            label = self.tr("On this computer")
        self.page_button.setEnabled(self._content is not None)
        self.download_button.setText(label)
        self.download_button.updateGeometry()

    def _show_head(self, name: str, line: str, gate: str) -> None:
        self.name_label.setText(name)
        self.line_label.setText(line)
        self.line_label.setVisible(bool(line))
        self.gate_label.setText(gate)
        self.gate_label.setVisible(bool(gate))

    def _build_layout(self) -> None:
        self._stack.addWidget(self.offers)
        self._stack.addWidget(self.state)
        self.offers.setMinimumHeight(3 * self.fontMetrics().height())
        self.gate_label.hide()
        row = FlowLayout(self.download_button, self.page_button)
        head = horizontal_layout(None, margins=(0, 0, 0, 0), spacing=8)
        head.addWidget(self.name_label, 1)
        head.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        column = vertical_layout(self, margins=(0, 0, 0, 0), spacing=6)
        column.addLayout(head)
        column.addWidget(self.line_label)
        column.addWidget(self.gate_label)
        column.addLayout(self._stack, 1)
        column.addWidget(self.fit_note)
        column.addWidget(self.room_label)
        column.addLayout(row)

    def _on_download(self) -> None:
        offer = self.offer
        if offer is not None and self.download_button.isEnabled():
            self.download_requested.emit(offer.path)

    def _on_page(self) -> None:
        if self._content is not None:
            self.page_requested.emit(self._content.result.page)

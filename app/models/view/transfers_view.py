"""The list of downloads, with progress, speed and buttons."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from app.models.hub_model import Transfer, TransferState
from app.models.view.hub_words import transfer_text
from app.widgets.kit.controls import (
    ElidedLabel,
    IconButton,
    MutedLabel,
    PillButton,
    ThinProgressBar,
)
from app.widgets.kit.forms import FieldError
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.translation import fill

_STEPS = 1000
_MAX_SHOWN = 3  # rows; more need scrolling
_FAILED = (TransferState.FAILED, TransferState.NO_ROOM)


class TransferRow(QWidget):
    """One download. Each signal has its id, and ``use_requested`` its path."""

    pause_requested = Signal(str)
    resume_requested = Signal(str)
    cancel_requested = Signal(str)
    use_requested = Signal(str)

    def __init__(self, transfer: Transfer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.transfer = transfer
        self.name_label = ElidedLabel(self)
        self.text_label = MutedLabel(parent=self, wraps=True)
        self.error_label = FieldError(self)
        self.bar = ThinProgressBar()
        self.bar.setRange(0, _STEPS)
        self.button = PillButton("")
        self.button.setAutoDefault(False)  # the lists handle Enter
        self.cancel_button = IconButton("close", "")
        row = horizontal_layout(None, self.name_label, self.button, self.cancel_button, spacing=8)
        row.setStretch(0, 1)
        column = vertical_layout(self, margins=(0, 0, 0, 0), spacing=4)
        column.addLayout(row)
        column.addWidget(self.bar)
        column.addWidget(self.text_label)
        column.addWidget(self.error_label)
        self.button.clicked.connect(self._on_clicked)
        self.cancel_button.clicked.connect(self._on_cancel)
        self.set_transfer(transfer)

    def set_transfer(self, transfer: Transfer) -> None:
        """Show the state of the download."""
        self.transfer = transfer
        self.name_label.setText(transfer.name)
        self.bar.setValue(round(transfer.share * _STEPS))
        self.bar.setVisible(transfer.state is not TransferState.DONE)
        progress = self.tr("Download of {name}")
        self.bar.setAccessibleName(fill(progress, name=transfer.name))
        has_failed, text = transfer.state in _FAILED, transfer_text(transfer)
        self.error_label.setText(text)
        self.error_label.setVisible(has_failed)
        self.text_label.setText(text)
        self.text_label.setVisible(not has_failed)
        label = self._label()
        self.button.setText(label)
        self.button.setVisible(bool(label))
        self.button.setAccessibleName(f"{label}: {transfer.name}")
        is_done = transfer.state is TransferState.DONE
        cancel = self.tr("Remove from the list: {name}") if is_done else self.tr("Cancel: {name}")
        self.cancel_button.setEnabled(transfer.state is not TransferState.OFFLINE)
        self.cancel_button.set_text(fill(cancel, name=transfer.name))

    def _label(self) -> str:
        return {
            TransferState.QUEUED: self.tr("Pause"),
            TransferState.FETCHING: self.tr("Pause"),
            TransferState.CHECKING: self.tr("Pause"),
            TransferState.WAITING: self.tr("Retry now"),
            TransferState.NO_ROOM: self.tr("Retry now"),
            TransferState.OFFLINE: "",
            TransferState.PAUSED: self.tr("Resume"),
            TransferState.FAILED: self.tr("Try again"),
            TransferState.DONE: self.tr("Use") if self.transfer.path else "",
        }[self.transfer.state]

    def _on_clicked(self) -> None:
        transfer = self.transfer
        if transfer.state is TransferState.DONE:
            self.use_requested.emit(transfer.path)
        elif transfer.state in (
            TransferState.QUEUED,
            TransferState.FETCHING,
            TransferState.CHECKING,
        ):
            self.pause_requested.emit(transfer.download_id)
        else:
            self.resume_requested.emit(transfer.download_id)

    def _on_cancel(self) -> None:
        self.cancel_requested.emit(self.transfer.download_id)


class TransfersView(QScrollArea):
    """All downloads, in the order of their start; hidden if there are none."""

    row_added = Signal(TransferRow)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: dict[str, TransferRow] = {}
        self._host = QWidget()
        self._column: QVBoxLayout = vertical_layout(self._host, margins=(0, 0, 8, 0), spacing=12)
        self._column.addStretch(1)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Downloads"))
        self.setWidget(self._host)
        self._host.installEventFilter(self)
        self.hide()

    def set_transfers(self, transfers: Iterable[Transfer]) -> None:
        """Show these downloads; an existing row keeps its place and the focus."""
        # Called three times a second: a new row would lose the focus and the mouse.
        shown = {each.download_id: each for each in transfers}
        for key in self.rows.keys() - shown.keys():
            row = self.rows.pop(key)
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        for key, transfer in shown.items():
            if key in self.rows:
                self.rows[key].set_transfer(transfer)
            else:
                self._add(TransferRow(transfer, self._host))
        self.setVisible(bool(shown))
        self._fit_height()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The rows are higher in another font, also after they were shown.
        if watched is self._host and event.type() is QEvent.Type.LayoutRequest:
            self._fit_height()
        return super().eventFilter(watched, event)

    def _add(self, row: TransferRow) -> None:
        self.rows[row.transfer.download_id] = row
        self._column.insertWidget(self._column.count() - 1, row)
        row.show()
        self.row_added.emit(row)

    def _fit_height(self) -> None:
        rows = list(self.rows.values())[:_MAX_SHOWN]
        spacing = self._column.spacing() * max(0, len(rows) - 1)
        self.setFixedHeight(sum(row.sizeHint().height() for row in rows) + spacing)

"""What stands below the forms: what is sent where, how much is asked, and Start."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.widgets.comparison.requests import OfferedModel
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.forms import CheckBox
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.translation import fill


def hosts_of(models: Sequence[OfferedModel]) -> str:
    """Return where these are, as a consent names it; empty for here."""
    return ", ".join(dict.fromkeys(each.host for each in models if each.host))


class FormFoot(QWidget):
    """Starts nothing that leaves for another machine unless that is agreed."""

    consent_changed = Signal()
    start_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.consents: tuple[str, ...] = ()  # addresses that are agreed to with the next start
        self.consent_box = CheckBox(self)
        self.count_label = MutedLabel("", self, wraps=True)
        self.start_button = PillButton(self.tr("Start"), self, is_main=True)
        self.start_button.setAutoDefault(False)
        self.consent_box.toggled.connect(lambda _is_agreed: self.consent_changed.emit())
        self.start_button.clicked.connect(lambda: self.start_requested.emit())
        row = horizontal_layout(None, self.count_label, spacing=10)
        row.setStretch(0, 1)
        row.addWidget(self.start_button)
        column = vertical_layout(self, self.consent_box, margins=(0, 0, 0, 0), spacing=8)
        column.addLayout(row)

    def show_state(
        self, models: Sequence[OfferedModel], *, count: str, consent: str, is_possible: bool
    ) -> None:
        """Say how much is asked of which models, and ask for consent where these are elsewhere."""
        self.consents = tuple(sorted({each.origin for each in models if each.origin}))
        self.consent_box.setVisible(bool(self.consents))
        self.consent_box.setText(consent)
        is_agreed = not self.consents or self.consent_box.isChecked()
        if is_possible and not is_agreed:
            count = fill(self.tr("{count}. Tick the box to agree."), count=count)
        self.count_label.setText(count)
        self.start_button.setEnabled(is_possible and is_agreed)

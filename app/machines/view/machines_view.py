"""The list of machines that may answer chats, with buttons to add, edit and remove."""

from collections.abc import Iterable
from functools import partial
from html import escape

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.machines.model import EndpointSetting, Route
from app.widgets.kit.controls import IconButton, MutedLabel, PillButton
from app.widgets.kit.explanation import Explanation
from app.widgets.kit.forms import ChoiceBox, FieldError
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.plain_table import ROW_PADDING, PlainTable
from app.widgets.kit.small_dialogs import ask_before
from app.widgets.kit.translation import fill


class MachinesView(QWidget):
    """Emits requests; ``default_chosen`` has a Route, or None for this computer."""

    add_requested = Signal()
    edit_requested = Signal(str)
    remove_requested = Signal(str)
    default_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._machines: tuple[EndpointSetting, ...] = ()
        rule = self.tr(
            "Nothing you write leaves this computer unless you choose a remote model for a chat. "
            "A machine that answers chats can be another computer at home, a server or a service: "
            "llama.cpp, vLLM, SGLang, LM Studio, Ollama, or any OpenAI-compatible server."
        )
        self._rule = Explanation(self.tr("Machines that answer chats"), rule)
        self._offline = FieldError()
        self._offline.setText(self.tr("Hubbub works offline: no machine is contacted."))
        self.table = PlainTable(self.tr("Other machines"), 4)
        self._empty = MutedLabel(self.tr("No machines yet."), wraps=True)
        self.add_button = PillButton(self.tr("Add a machine…"))
        self.add_button.clicked.connect(lambda: self.add_requested.emit())
        self.default_box = ChoiceBox()
        self.default_box.activated.connect(self._on_default_activated)
        self._default_row = self._build_default()
        buttons = QHBoxLayout()
        buttons.addWidget(self.add_button)
        buttons.addStretch(1)
        column = vertical_layout(self, self._rule, self._offline, margins=(0, 6, 0, 6), spacing=8)
        column.addWidget(self._empty)
        column.addWidget(self.table)
        column.addLayout(buttons)
        column.addWidget(self._default_row)
        self.set_machines((), None, is_offline=False)

    def set_machines(
        self,
        machines: tuple[EndpointSetting, ...],
        default: Route | None,
        *,
        is_offline: bool,
    ) -> None:
        """List these machines, and show the default route; None means this computer."""
        self._machines = machines
        self._offline.setVisible(is_offline and bool(machines))
        self._empty.setVisible(not machines)
        high = 2 * self.fontMetrics().lineSpacing() + ROW_PADDING
        self.table.set_row_count(len(machines), high)
        for row, machine in enumerate(machines):
            self._fill(row, machine)
        self._default_row.setVisible(any(each.models for each in machines))
        self._set_default(machines, default)

    def button(self, row: int, column: int) -> IconButton:
        """Return the button that edits (2) or removes (3) the machine in a row."""
        button = self.table.cellWidget(row, column)
        assert isinstance(button, IconButton)
        return button

    def lines(self) -> tuple[tuple[str, str], ...]:
        """Return the texts of each line: name with address, and models."""
        rows = range(self.table.rowCount())
        return tuple((self.table.text_at(row, 0), self.table.text_at(row, 1)) for row in rows)

    def _fill(self, row: int, machine: EndpointSetting) -> None:
        self.table.set_texts(row, f"{machine.name}\n{machine.address}", self._models(machine))
        edit = fill(self.tr("Edit “{name}”…"), name=machine.name)
        remove = fill(self.tr("Remove “{name}”…"), name=machine.name)
        for column, icon, label, handler in (
            (2, "pencil", edit, self._on_edit),
            (3, "trash", remove, self._on_remove),
        ):
            button = IconButton(icon, label, size=14)
            button.setToolTip(f"<p>{escape(label)}</p>")  # a name may look like HTML
            button.clicked.connect(partial(handler, machine))
            self.table.set_button(row, column, button, label)

    def _models(self, machine: EndpointSetting) -> str:
        if not machine.models:
            return self.tr("not tested yet")
        text = self.tr("{count:,} models")
        if len(machine.models) == 1:
            text = self.tr("1 model")
        return fill(text, count=len(machine.models))

    def _build_default(self) -> QWidget:
        host = QWidget()
        label = QLabel(self.tr("New chats use"))
        label.setBuddy(self.default_box)
        self.default_box.setAccessibleName(label.text())
        row = horizontal_layout(host, label, margins=(0, 6, 0, 6), spacing=12)
        row.addWidget(self.default_box, 1)
        return host

    def _set_default(self, machines: Iterable[EndpointSetting], default: Route | None) -> None:
        box = self.default_box
        box.clear()
        box.addItem(self.tr("This computer's model"), None)
        for machine in machines:
            for model in machine.models:
                text = fill(self.tr("{model} · on {name}"), model=model.name, name=machine.name)
                box.addItem(text, (machine.id, model.name))
        wanted = None if default is None else (default.endpoint_id, default.model)
        found = (at for at in range(box.count()) if box.itemData(at) == wanted)
        box.setCurrentIndex(next(found, 0))

    def _on_default_activated(self, index: int) -> None:
        data = self.default_box.itemData(index)
        self.default_chosen.emit(None if data is None else Route(*data))

    def _on_edit(self, machine: EndpointSetting, *_checked: bool) -> None:
        self.edit_requested.emit(machine.id)

    def _on_remove(self, machine: EndpointSetting, *_checked: bool) -> None:
        text = self.tr(
            "Remove “{name}”? Chats that it answers are answered by the model of this computer "
            "from then on. Its key is deleted as well."
        )
        ask_before(
            self.window(),
            fill(text, name=machine.name),
            self.tr("Remove"),
            lambda: self.remove_requested.emit(machine.id),
        )

"""The page of one server: how it is started or reached, and what it wrote last."""

import shlex

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QLineEdit, QSizePolicy, QSpinBox, QWidget

from app.tools.servers.model import ServerKind, ServerReport, ToolServer, usable_name
from app.tools.view.pair_rows import PairRows
from app.tools.view.tools_view import state_text
from app.widgets.kit.composition import Composition
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.edit_page import EditPage
from app.widgets.kit.forms import CheckBox, ChoiceBox, FieldError, PromptBox
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.translation import fill, translated
from app.widgets.markdown.safe_text import with_hidden_marked

_MAX_SECONDS = 24 * 60 * 60


class ServerPage(EditPage):
    """Emits the server as it was typed; ``tested`` after it was saved is its state here."""

    saved = Signal(object, object)  # the ToolServer before (None if it is new), and now
    sign_out_requested = Signal()

    def __init__(
        self,
        server: ToolServer | None,
        taken: frozenset[str],
        parent: QWidget | None = None,
    ) -> None:
        """``taken`` are the names of other servers."""
        title = self.tr("Edit a server") if server else self.tr("Add a server")
        super().__init__(title, self.tr("Save"), parent)
        self._before = server
        self._taken = taken
        now = server or ToolServer("")
        self.name_box = QLineEdit(now.name, maxLength=64)
        self.name_box.setReadOnly(server is not None)  # it begins the keys of its tools
        self.kind_box = ChoiceBox()
        self.kind_box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.kind_box.addItem(self.tr("A program on this computer"), ServerKind.PROGRAM)
        self.kind_box.addItem(self.tr("A service at an address"), ServerKind.ADDRESS)
        self.kind_box.setCurrentIndex(self.kind_box.findData(now.kind))
        self.command_box = QLineEdit(now.command)
        self.command_box.setPlaceholderText(self.tr("For example: uvx"))
        self.arguments_box = QLineEdit(shlex.join(now.arguments))
        self.arguments_box.setCursorPosition(0)
        self.arguments_box.setPlaceholderText(self.tr("For example: mcp-server-time"))
        self.folder_box = QLineEdit(now.folder)
        self.folder_box.setPlaceholderText(self.tr("Your home folder"))
        self.environment_box = PairRows(self.tr("Variables"), now.environment, "=", "NAME=value")
        self.address_box = QLineEdit(now.address)
        self.address_box.setPlaceholderText("https://mcp.example.com/mcp")
        self.headers_box = PairRows(self.tr("Headers"), now.headers, ": ", "Authorization: Bearer…")
        self.patience_box = QSpinBox(minimum=1, maximum=_MAX_SECONDS, value=now.patience_seconds)
        self.patience_box.setSuffix(self.tr(" s"))
        self.on_box = CheckBox(self.tr("Offer its tools"))
        self.on_box.setChecked(now.is_on)
        self.trust_box = CheckBox(self.tr("Trust its list of read-only tools"))
        self.trust_box.setChecked(now.trusts_hints)
        self.sign_out_button = PillButton(self.tr("Sign out"))
        self.sign_out_button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.sign_out_button.setToolTip(
            self.tr("Discards what you granted in the browser. The server asks again when needed.")
        )
        self.sign_out_button.clicked.connect(lambda: self.sign_out_requested.emit())
        self.state_label = MutedLabel(wraps=True)
        self.output_box = PromptBox()
        self.output_box.setReadOnly(True)
        self.error = FieldError()
        self.error.hide()
        for box in (self.name_box, self.command_box, self.arguments_box, self.address_box):
            Composition(box)
        self._build_layout()
        self.kind_box.activated.connect(lambda _index: self._show_kind())
        self._show_kind()
        self.show_report(None, "")
        self.mark_unchanged()

    def content(self) -> object:
        boxes = (self.name_box, self.command_box, self.arguments_box, self.folder_box)
        return (
            *(box.text() for box in (*boxes, self.address_box)),
            *(pairs.texts for pairs in (self.environment_box, self.headers_box)),
            *(box.isChecked() for box in (self.on_box, self.trust_box)),
            self.kind_box.currentData(),
            self.patience_box.value(),
        )

    @property
    def server(self) -> ToolServer:
        """The server as it is typed; its other settings are kept. Raises ValueError."""
        now = self._before or ToolServer("")
        kind = self.kind_box.currentData()
        name = now.name or usable_name(self.name_box.text().strip(), self._taken)
        shared = replace(
            now,
            name=name,
            kind=kind,
            is_on=self.on_box.isChecked(),
            trusts_hints=self.trust_box.isChecked(),
            patience_seconds=self.patience_box.value(),
        )
        if kind is ServerKind.ADDRESS:
            headers = self.headers_box.values()
            return replace(shared, address=self.address_box.text().strip(), headers=headers)
        return replace(
            shared,
            command=self.command_box.text().strip(),
            arguments=tuple(shlex.split(self.arguments_box.text())),
            folder=self.folder_box.text().strip(),
            environment=self.environment_box.values(),
        )

    def show_report(self, report: ServerReport | None, output: str) -> None:
        """Show the state of the server, and what it wrote last."""
        self.state_label.setVisible(report is not None)
        if report is not None:
            state = state_text(self._before or ToolServer(""), report)
            text = fill(self.tr("State: {state}"), state=state)
            if report.protocol:
                version = fill(self.tr("protocol {version}"), version=report.protocol)
                text = f"{text}, {version}"
            problem = translated(report.problem)
            self.state_label.setText(f"{text}\n{problem}".strip())
        self.output_box.setPlainText(with_hidden_marked(output.strip()))
        self.output_box.setVisible(bool(output.strip()))

    def show_signed_out(self) -> None:
        """Show that the access was discarded."""
        self.sign_out_button.setText(self.tr("Signed out"))
        self.sign_out_button.setEnabled(False)

    def accept(self) -> None:
        problem = self._problem()
        self.error.setText(problem)
        self.error.setVisible(bool(problem))
        if not problem:
            self.saved.emit(self._before, self.server)
            super().accept()

    def _problem(self) -> str:
        if not self.name_box.text().strip():
            return self.tr("Type a name for the server.")
        try:
            server = self.server
        except ValueError:
            return self.tr("Close the quotation mark in the arguments.")
        if server.kind is ServerKind.PROGRAM and not server.command:
            return self.tr("Type the command that starts the server.")
        is_web = server.address.startswith(("http://", "https://", "${"))
        if server.kind is ServerKind.ADDRESS and not is_web:
            return self.tr("Type an address that begins with https:// or http://.")
        return ""

    def _build_layout(self) -> None:
        inside = QWidget()
        form = self._form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.setVerticalSpacing(8)
        for text, box in (
            (self.tr("&Name"), self.name_box),
            (self.tr("&Kind"), self.kind_box),
            (self.tr("&Command"), self.command_box),
            (self.tr("&Arguments"), self.arguments_box),
            (self.tr("&Folder"), self.folder_box),
            (self.tr("&Variables"), self.environment_box),
            (self.tr("A&ddress"), self.address_box),
            (self.tr("&Headers"), self.headers_box),
            (self.tr("Sign-in"), self.sign_out_button),
            (self.tr("Time &limit without progress"), self.patience_box),
        ):
            form.addRow(text, box)
            if box is not self.sign_out_button:  # its text names it
                box.setAccessibleName(text.replace("&", ""))
        secrets = self.tr(
            "Values that look like keys are moved to this computer's keyring when you save."
        )
        column = vertical_layout(inside, margins=(0, 0, 0, 0), spacing=8)
        column.addLayout(form)
        for widget in (
            MutedLabel(secrets, wraps=True),
            self.on_box,
            self.trust_box,
            self.state_label,
            self.output_box,
        ):
            column.addWidget(widget)
        self.output_box.setAccessibleName(self.tr("Recent output of the server"))
        self.output_box.setFixedHeight(6 * self.output_box.fontMetrics().lineSpacing() + 20)
        is_program = self.kind_box.currentData() is ServerKind.PROGRAM
        first = self.command_box if is_program else self.address_box
        self.set_form(inside, self.error, first=first if self._before else self.name_box)

    def _show_kind(self) -> None:
        is_program = self.kind_box.currentData() is ServerKind.PROGRAM
        programs = (self.command_box, self.arguments_box, self.folder_box, self.environment_box)
        for box in programs:
            self._form.setRowVisible(box, is_program)
        for other in (self.address_box, self.headers_box):
            self._form.setRowVisible(other, not is_program)
        before = self._before
        can_sign_in = (
            before is not None
            and before.kind is ServerKind.ADDRESS
            and not any(name.casefold() == "authorization" for name in before.headers)
        )
        self._form.setRowVisible(self.sign_out_button, can_sign_in and not is_program)

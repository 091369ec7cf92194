"""The dialog that adds servers: pasted, or found in other programs, with what will be started."""

from collections.abc import Iterable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QPushButton, QWidget

from app.tools.servers.config_files import ConfigRead, WantedInput, filled, read
from app.tools.servers.model import ServerKind, ToolServer
from app.tools.view.tools_view import command_text
from app.widgets.kit.controls import MutedLabel
from app.widgets.kit.forms import CheckBox, FieldError, PromptBox, ScrollableForm, dialog_buttons
from app.widgets.kit.geometry import resize_on_screen, vertical_layout
from app.widgets.kit.theme import code_font
from app.widgets.kit.translation import fill, translated
from app.widgets.markdown.safe_text import without_hidden

_PAUSE_MS = 200
_CHARS_WIDE, _CHARS_HIGH = 92, 60


class ServerChoice(QWidget):
    """One server that can be added: its name, and what will be started or contacted."""

    changed = Signal()

    def __init__(self, server: ToolServer, origin: str = "") -> None:
        super().__init__()
        self.server = server
        self.box = CheckBox(without_hidden(server.name))
        self.box.setChecked(True)
        self.box.toggled.connect(lambda _is_on: self.changed.emit())
        text = self.tr("Starts: {command}")
        if server.kind is ServerKind.ADDRESS:
            text = self.tr("Contacts: {command}")
        lines = [fill(text, command=command_text(server))]
        names = [*server.environment, *server.headers]
        if names:
            lines.append(fill(self.tr("With: {names}"), names=", ".join(names)))
        if origin:
            lines.append(fill(self.tr("From: {program}"), program=origin))
        label = MutedLabel("\n".join(map(without_hidden, lines)), wraps=True)
        self.box.setAccessibleDescription(". ".join(lines))
        label.setContentsMargins(24, 0, 0, 0)
        vertical_layout(self, self.box, label, margins=(0, 4, 0, 4), spacing=2)


class ServerImportDialog(QDialog):
    """Shows the servers of a pasted text, or of the files of other programs.

    ``accepted_servers`` emits those that are chosen, with the entered values.
    """

    accepted_servers = Signal(tuple)

    def __init__(
        self, taken: frozenset[str], parent: QWidget | None = None, *, is_pasted: bool = True
    ) -> None:
        super().__init__(parent)
        self._taken = taken
        self._choices: list[ServerChoice] = []
        self.inputs: dict[str, QLineEdit] = {}
        title = self.tr("Paste server settings")
        self.setWindowTitle(title if is_pasted else self.tr("Import servers"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        text = self.tr("Paste the JSON, the command or the address that the server's page shows.")
        if not is_pasted:
            text = self.tr("Choose the servers to add. Each is started once, to list its tools.")
        self.intro = QLabel(text, wordWrap=True)
        self.text_box = PromptBox()
        self.text_box.setFont(code_font(self.font()))
        self.text_box.setAccessibleName(title)
        self.text_box.setTabChangesFocus(True)
        self.text_box.setPlaceholderText(
            '{"mcpServers": {"time": {"command": "uvx", "args": ["mcp-server-time"]}}}'
        )
        self.text_box.setVisible(is_pasted)
        self.text_box.setFixedHeight(8 * self.text_box.fontMetrics().lineSpacing() + 20)
        self.problems = FieldError()
        self._inside = QWidget()
        self._column = vertical_layout(self._inside, margins=(0, 0, 0, 0), spacing=4)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._read)
        self.text_box.textChanged.connect(self._pause.start)
        self._build_layout()
        self.show_found(ConfigRead())

    def show_files(self, reads: Iterable[tuple[str, ConfigRead]]) -> None:
        """Show the servers of other programs, by the programs' names."""
        self._clear()
        problems: list[str] = []
        wanted: dict[str, WantedInput] = {}
        for program, found in reads:
            for server in found.servers:
                self._add(server, program)
            wanted |= {each.name: each for each in found.inputs}
            problems += [f"{program}: {translated(each)}" for each in found.problems]
        if not self._choices and not problems:
            problems = [self.tr("No servers were found in other programs.")]
        self._finish(wanted.values(), problems)

    def show_found(self, found: ConfigRead) -> None:
        """Show the servers of the pasted text, and what could not be read."""
        self._clear()
        for server in found.servers:
            self._add(server)
        self._finish(found.inputs, [translated(each) for each in found.problems])

    def accept(self) -> None:
        if self._pause.isActive():  # typed just now
            self._pause.stop()
            self._read()
        values = {name: box.text() for name, box in self.inputs.items() if box.text()}
        chosen = [each.server for each in self._choices if each.box.isChecked()]
        if chosen:
            self.accepted_servers.emit(tuple(filled(each, values) for each in chosen))
            super().accept()

    def _read(self) -> None:
        text = self.text_box.toPlainText()
        self.show_found(read(text, self._taken) if text.strip() else ConfigRead())

    def _clear(self) -> None:
        self._choices.clear()
        self.inputs.clear()
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _add(self, server: ToolServer, origin: str = "") -> None:
        choice = ServerChoice(server, origin)
        choice.changed.connect(self._show_button)
        self._choices.append(choice)
        self._column.addWidget(choice)

    def _finish(self, inputs: Iterable[WantedInput], problems: list[str]) -> None:
        for wanted in inputs:
            box = QLineEdit()
            if wanted.is_secret:
                box.setEchoMode(QLineEdit.EchoMode.Password)
            name = without_hidden(wanted.description or wanted.name)
            box.setPlaceholderText(name)
            box.setAccessibleName(name)
            self._column.addWidget(MutedLabel(name))
            self._column.addWidget(box)
            self.inputs[wanted.name] = box
        self._column.addStretch(1)
        self.problems.setText("\n".join(without_hidden(each) for each in problems))
        self.problems.setVisible(bool(problems))
        self._show_button()

    def _show_button(self) -> None:
        count = sum(each.box.isChecked() for each in self._choices)
        text = self.tr("Add {count:,} servers")
        if count < 2:
            text = self.tr("Add the server")
        self.add_button.setText(fill(text, count=count))
        self.add_button.setEnabled(count > 0)

    def _build_layout(self) -> None:
        column = vertical_layout(self, self.intro, self.text_box, self.problems, spacing=12)
        column.addWidget(ScrollableForm(self._inside), 1)
        box = dialog_buttons(self, accept=self.tr("Add the server"), reject=self.tr("Cancel"))
        self.add_button: QPushButton = next(
            each for each in box.findChildren(QPushButton) if each.isDefault()
        )
        column.addWidget(box)
        character = self.fontMetrics().averageCharWidth()
        wanted = self.sizeHint()
        wanted.setWidth(character * _CHARS_WIDE)
        wanted.setHeight(character * _CHARS_HIGH)
        resize_on_screen(self, wanted)

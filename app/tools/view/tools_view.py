"""The page of tools in the settings: servers, built-in tools, and what runs without asking."""

from collections.abc import Callable, Iterable
from functools import partial
from html import escape

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.models.view.token_view import TokenView
from app.tools.model import Permission, Tool
from app.tools.servers.model import ServerKind, ServerReport, ServerState, ToolServer
from app.widgets.kit.controls import IconButton, MutedLabel, PillButton
from app.widgets.kit.explanation import Explanation, TitleLabel
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.forms import CheckBox, ChoiceBox, FieldError, choice_box
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.plain_table import ROW_PADDING, PlainTable
from app.widgets.kit.small_dialogs import ask_before
from app.widgets.kit.text import with_soft_breaks
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.kit.translation import fill, translate, translated
from app.widgets.markdown.safe_text import without_hidden

_LONGEST_COMMAND = 90
_CELL_GAP = 12
_NARROW_CHARS = 72  # below this width the text of a check box wraps
_NARROW_CHOICE_CHARS = 16
_ANY_WIDTH = 16_777_215  # QWIDGETSIZE_MAX of Qt


class ToolRow(msgspec.Struct, frozen=True):
    """A tool in a table; ``detail`` is its server, or what it does."""

    key: str
    title: str
    detail: str = ""
    permission: Permission = Permission.ASK
    is_default: bool = False  # on in new chats


class ServerRow(msgspec.Struct, frozen=True):
    """A server as the user set it up, and its state."""

    setting: ToolServer
    report: ServerReport


def permission_texts() -> tuple[tuple[Permission, str], ...]:
    """Return the permissions and their names."""
    return (
        (Permission.ASK, translate("ToolsView", "Ask")),
        (Permission.ALWAYS, translate("ToolsView", "Always allow")),
        (Permission.NEVER, translate("ToolsView", "Never allow")),
    )


def destination_text(tool: Tool) -> str:
    """Return what a tool sends, and where to."""
    if not tool.sends_to:
        return translate("ToolsView", "Stays on this computer")
    return fill(translate("ToolsView", "Sends {content}"), content=translated(tool.sends_to))


def permission_box(title: str, permission: Permission) -> ChoiceBox:
    """Return a list of permissions for a tool."""
    box = choice_box()
    for value, text in permission_texts():
        box.addItem(text, value)
    box.setCurrentIndex(box.findData(permission))
    box.setAccessibleName(fill(translate("ToolsView", "Permission of {name}"), name=title))
    box.setMinimumContentsLength(12)
    return box


def in_cell(widget: QWidget) -> QWidget:
    """Return a cell with a field in its middle, at a distance from the cell before it."""
    cell = QWidget()
    horizontal_layout(cell, widget, margins=(_CELL_GAP, 0, 0, 0), spacing=0)
    return cell


def command_text(server: ToolServer) -> str:
    """Return what is started or contacted for a server, in one line."""
    text = server.address
    if server.kind is ServerKind.PROGRAM:
        text = " ".join((server.command, *server.arguments))
    text = without_hidden(text)
    return text if len(text) <= _LONGEST_COMMAND else text[: _LONGEST_COMMAND - 1] + "…"


def state_text(server: ToolServer, report: ServerReport) -> str:
    """Return the state of a server in words."""
    if not server.is_on:
        return translate("ToolsView", "switched off")
    text = {
        ServerState.OFF: translate("ToolsView", "starts when needed"),
        ServerState.STARTING: translate("ToolsView", "starting…"),
        ServerState.SLOW: translate("ToolsView", "no response yet…"),
        ServerState.READY: translate("ToolsView", "ready"),
        ServerState.FAILED: translate("ToolsView", "failed"),
    }[report.state]
    if report.state is not ServerState.READY:
        return text
    tools = translate("ToolsView", "ready, {count:,} tools")
    if report.tool_count == 1:
        tools = translate("ToolsView", "ready, one tool")
    return fill(tools, count=report.tool_count)


def problem_text(report: ServerReport) -> str:
    """Return why a server failed: the last line that it wrote to stderr, or else a sentence."""
    lines = map(without_hidden, reversed(report.last_lines.splitlines()))
    return next(filter(None, lines), "") or without_hidden(translated(report.problem))


class SectionTitle(TitleLabel):
    """A heading within a page."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setFont(sized_font(self.font(), TypeSize.READING, is_bold=True))
        self.setContentsMargins(0, 12, 0, 0)


class ToolTable(PlainTable):
    """Tools, each with its permission, and a check box for new chats if it ``has_defaults``."""

    permission_chosen = Signal(str, Permission)
    default_chosen = Signal(str, bool)

    def __init__(self, name: str, *, has_defaults: bool) -> None:
        super().__init__(name, 3 if has_defaults else 2)
        self._has_defaults = has_defaults
        self._rows: tuple[ToolRow, ...] = ()
        self._is_narrow = False

    def set_tools(self, rows: Iterable[ToolRow]) -> None:
        """List these tools."""
        rows = tuple(rows)
        if rows == self._rows:  # a rebuilt list would close an open drop-down list
            return
        self._rows = rows
        high = 2 * self.fontMetrics().lineSpacing() + ROW_PADDING
        self.set_row_count(len(rows), high, shown_count=len(rows))  # few, and known
        for number, row in enumerate(rows):
            title = without_hidden(row.title)
            self.set_texts(number, f"{title}\n{without_hidden(row.detail)}".strip())
            box = permission_box(title, row.permission)
            box.activated.connect(partial(self._on_permission, row.key, box))
            self._fit_choice(box)
            self.set_button(number, 1, in_cell(box), box.accessibleName())
            if self._has_defaults:
                check = CheckBox(translate("ToolsView", "In new chats"))
                check.setChecked(row.is_default)
                name = fill(translate("ToolsView", "{name} in new chats"), name=title)
                check.setAccessibleName(name)
                check.clicked.connect(self._on_default(row.key))
                self._fit_check(check)
                self.set_button(number, 2, in_cell(check), name)
        self.resizeColumnsToContents()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = event.size().width() < _NARROW_CHARS * self.fontMetrics().averageCharWidth()
        if is_narrow is not self._is_narrow:
            self._is_narrow = is_narrow
            for check in self.findChildren(CheckBox):
                self._fit_check(check)
            for box in self.findChildren(ChoiceBox):
                self._fit_choice(box)
            self.scheduleDelayedItemsLayout()

    def _fit_check(self, check: CheckBox) -> None:
        """Wrap the text of a check box in its row if the table is narrow."""
        least, whole = check.minimumSizeHint().width(), check.sizeHint().width()
        room = self.verticalHeader().defaultSectionSize()
        widths = (width for width in range(least, whole) if check.heightForWidth(width) <= room)
        check.setMaximumWidth(next(widths, whole) if self._is_narrow else _ANY_WIDTH)

    def _fit_choice(self, box: ChoiceBox) -> None:
        width = self.fontMetrics().averageCharWidth() * _NARROW_CHOICE_CHARS
        box.setMaximumWidth(width if self._is_narrow else _ANY_WIDTH)

    def _on_default(self, key: str) -> Callable[[bool], None]:
        return lambda is_on: self.default_chosen.emit(key, is_on)

    def _on_permission(self, key: str, box: ChoiceBox, *_index: int) -> None:
        self.permission_chosen.emit(key, box.currentData())


class ServerTable(PlainTable):
    """Servers with their states, and buttons to see their tools, edit, restart and remove them."""

    tools_requested = Signal(str)
    edit_requested = Signal(str)
    restart_requested = Signal(str)
    remove_requested = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__(name, 6)

    def set_servers(self, rows: tuple[ServerRow, ...]) -> None:
        """List these servers."""
        high = 2 * self.fontMetrics().lineSpacing() + ROW_PADDING
        self.set_row_count(len(rows), high)
        for number, row in enumerate(rows):
            self._set_row(number, row)

    def _set_row(self, number: int, row: ServerRow) -> None:
        name = without_hidden(row.setting.name)
        command = command_text(row.setting)
        self.set_texts(number, f"{name}\n{command}", state_text(row.setting, row.report))
        is_failed = row.setting.is_on and row.report.state is ServerState.FAILED
        self.set_trouble(number, 1, is_trouble=is_failed)
        self.set_tip(number, 0, without_hidden(translated(row.report.problem)))
        buttons: tuple[tuple[str, str, Callable[[str], None]], ...] = (
            ("tool", fill(self.tr("Tools of “{name}”…"), name=name), self.tools_requested.emit),
            ("pencil", fill(self.tr("Edit “{name}”…"), name=name), self.edit_requested.emit),
            ("refresh", fill(self.tr("Restart “{name}”"), name=name), self.restart_requested.emit),
            ("trash", fill(self.tr("Remove “{name}”…"), name=name), self._remove),
        )
        for column, (icon, label, emit) in enumerate(buttons, start=2):
            button = IconButton(icon, label, size=14)
            button.setToolTip(f"<p>{escape(label)}</p>")  # a name may look like HTML
            button.clicked.connect(partial(self._emit, emit, row.setting.name))
            self.set_button(number, column, button, label)

    def _emit(self, emit: Callable[[str], None], name: str, *_checked: bool) -> None:
        emit(name)

    def _remove(self, name: str) -> None:
        text = self.tr("Remove “{name}”? Its program is ended, and its keys are deleted as well.")
        ask_before(
            self.window(),
            fill(text, name=without_hidden(name)),
            self.tr("Remove"),
            lambda: self.remove_requested.emit(name),
        )


class ToolsView(QWidget):
    """Emits the requests of its buttons; a controller fills it."""

    add_requested = Signal()
    paste_requested = Signal()
    import_requested = Signal()
    revoked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        rule = self.tr(
            "A model can call the tools that you switch on in a chat, at the message box. Each "
            "call asks first, unless you allow its tool. What a tool returns is data: the model "
            "reads it, and nothing in it is opened or run."
        )
        self._rule = Explanation(self.tr("How models call tools"), rule)
        self.built_in = ToolTable(self.tr("Built-in tools"), has_defaults=True)
        self.key = TokenView(
            self.tr("Key of the search service"),
            self.tr(
                "It is stored in this computer's keyring, and sent to the chosen service only."
            ),
            hint="",
        )
        self.servers = ServerTable(self.tr("Servers"))
        self._no_servers = MutedLabel(self.tr("No server is set up."), wraps=True)
        self.problems = FieldError()  # a row is too narrow for a sentence
        self.problems.hide()
        self.paste_button = PillButton(self.tr("Paste settings…"))
        self.add_button = PillButton(self.tr("Add manually…"))
        self.import_button = PillButton(self.tr("Import from other programs…"))
        self.grants = PlainTable(self.tr("Saved permissions"), 3)
        self._no_grants = MutedLabel(self.tr("Every tool asks."), wraps=True)
        self._build_layout()
        self.paste_button.clicked.connect(lambda: self.paste_requested.emit())
        self.add_button.clicked.connect(lambda: self.add_requested.emit())
        self.import_button.clicked.connect(lambda: self.import_requested.emit())

    def set_servers(self, rows: tuple[ServerRow, ...]) -> None:
        """List the servers."""
        self._no_servers.setVisible(not rows)
        self.servers.set_servers(rows)
        found = ((without_hidden(row.setting.name), problem_text(row.report)) for row in rows)
        problems = [
            problem if f"“{name}”" in problem else f"{name}: {problem}"
            for name, problem in found
            if problem
        ]
        self.problems.setText(with_soft_breaks("\n".join(problems)))
        self.problems.setVisible(bool(problems))

    def set_grants(self, rows: tuple[ToolRow, ...]) -> None:
        """List the tools that always or never run, with a button that makes them ask again."""
        self._no_grants.setVisible(not rows)
        self.grants.set_row_count(len(rows), 2 * self.fontMetrics().lineSpacing() + ROW_PADDING)
        names = dict(permission_texts())
        for number, row in enumerate(rows):
            title = without_hidden(row.title)
            text = f"{title}\n{without_hidden(row.detail)}".strip()
            self.grants.set_texts(number, text, names[row.permission])
            label = fill(self.tr("Ask again for {name}"), name=title)
            button = IconButton("undo", label, size=14)
            button.setToolTip(f"<p>{escape(label)}</p>")
            button.clicked.connect(partial(self._revoke, row.key))
            self.grants.set_button(number, 2, button, label)

    def _revoke(self, key: str, *_checked: bool) -> None:
        self.revoked.emit(key)

    def _build_layout(self) -> None:
        column = vertical_layout(self, self._rule, margins=(0, 6, 0, 6), spacing=8)
        servers = self.tr(
            "Servers that speak the Model Context Protocol (MCP) bring further tools: programs on "
            "this computer, or services at an address."
        )
        column.addWidget(Explanation(SectionTitle(self.tr("Servers")), servers))
        column.addWidget(self._no_servers)
        column.addWidget(self.servers)
        column.addWidget(self.problems)
        column.addLayout(FlowLayout(self.paste_button, self.add_button, self.import_button))
        column.addWidget(SectionTitle(self.tr("Built-in tools")))
        column.addWidget(self.built_in)
        column.addWidget(SectionTitle(self.tr("Tools that do not ask")))
        column.addWidget(self._no_grants)
        column.addWidget(self.grants)
        column.addWidget(SectionTitle(self.tr("Web search")))

"""The dialog with the tools of one server: which are offered, and which ask."""

from collections.abc import Callable, Iterable
from functools import partial

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from app.tools.model import Permission, Tool
from app.tools.servers.model import ListedTool, UnusableTool
from app.tools.view.tools_view import in_cell, permission_box
from app.widgets.kit.controls import MutedLabel
from app.widgets.kit.filter_box import FilterBox
from app.widgets.kit.forms import CheckBox, ChoiceBox, dialog_buttons
from app.widgets.kit.geometry import resize_on_screen, vertical_layout
from app.widgets.kit.plain_table import ROW_PADDING, PlainTable
from app.widgets.kit.translation import fill, translated
from app.widgets.markdown.safe_text import without_hidden

MAX_ROWS = 100  # of several thousand tools: the search finds the others
_CHARS_WIDE = 96
_LONGEST_DETAIL = 120


class ServerTool(msgspec.Struct, frozen=True):
    """A tool of a server and its permission."""

    listed: ListedTool
    permission: Permission = Permission.ASK


class ServerToolsDialog(QDialog):
    """Emits each change at once."""

    shown_changed = Signal(str, bool)  # the server's name of a tool, and whether it is offered
    permission_chosen = Signal(Tool, Permission)

    def __init__(self, server: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tools: tuple[ServerTool, ...] = ()
        self._unusable: tuple[UnusableTool, ...] = ()
        self._reason = ""
        name = without_hidden(server)
        self.setWindowTitle(fill(self.tr("Tools of “{name}”"), name=name))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.box = FilterBox(self.tr("Search tools"), self)
        self.state = MutedLabel(wraps=True)
        self.table = PlainTable(self.windowTitle(), 3)
        self.table.setMaximumHeight(16777215)
        self.unusable = MutedLabel(wraps=True)
        self.box.textChanged.connect(lambda _text: self._show())
        column = vertical_layout(self, self.box, self.state, spacing=12)
        column.addWidget(self.table, 1)
        column.addWidget(self.unusable)
        column.addStretch(1)
        column.addWidget(dialog_buttons(self, reject=self.tr("Close")))
        wanted = self.sizeHint()
        wanted.setWidth(self.fontMetrics().averageCharWidth() * _CHARS_WIDE)
        wanted.setHeight(wanted.width() * 2 // 3)
        resize_on_screen(self, wanted)

    def show_state(self, text: str) -> None:
        """Show why there are no tools, as while the server starts."""
        self._reason = text
        self._show()

    def set_tools(
        self, tools: Iterable[ServerTool], unusable: tuple[UnusableTool, ...] = ()
    ) -> None:
        """List the tools, and those that cannot be offered."""
        self._tools, self._unusable = tuple(tools), unusable
        lines = [f"{each.name}: {translated(each.reason)}" for each in unusable[:MAX_ROWS]]
        self.unusable.setText("\n".join(map(without_hidden, lines)))
        self.unusable.setVisible(bool(lines))
        self._show()

    def _show(self) -> None:
        words = self.box.text().casefold().split()
        found = [
            each
            for each in self._tools
            if all(
                word in f"{each.listed.tool.title} {each.listed.name}".casefold() for word in words
            )
        ]
        state = self._state(len(found))
        self.state.setText(state)
        self.state.setVisible(bool(state))
        found = found[:MAX_ROWS]
        high = 2 * self.table.fontMetrics().lineSpacing() + ROW_PADDING
        self.table.set_row_count(len(found), high)
        self.table.setMinimumHeight(0)
        self.table.setMaximumHeight(len(found) * high + 4)
        for row, each in enumerate(found):
            self._set_row(row, each)

    def _state(self, found_count: int) -> str:
        if found_count > MAX_ROWS:
            text = self.tr("The first {shown:,} of {count:,} tools. Search for the others.")
            return fill(text, shown=MAX_ROWS, count=found_count)
        if self._reason or found_count:
            return self._reason
        if self._tools:
            return self.tr("No tools found.")
        return "" if self._unusable else self.tr("This server has no tools.")

    def _set_row(self, row: int, each: ServerTool) -> None:
        tool, name = each.listed.tool, each.listed.name
        title = without_hidden(tool.title or name)
        detail = without_hidden(tool.description)[:_LONGEST_DETAIL]
        self.table.set_texts(row, f"{title}\n{detail}".strip())
        check = CheckBox(self.tr("Offer"))
        check.setChecked(not each.listed.is_hidden)
        check.setAccessibleName(fill(self.tr("Offer {name}"), name=title))
        check.clicked.connect(self._on_shown(name))
        self.table.set_button(row, 1, in_cell(check), check.accessibleName())
        box = permission_box(title, each.permission)
        box.activated.connect(partial(self._on_permission, tool, box))
        self.table.set_button(row, 2, in_cell(box), box.accessibleName())

    def _on_shown(self, name: str) -> Callable[[bool], None]:
        return lambda is_shown: self.shown_changed.emit(name, is_shown)

    def _on_permission(self, tool: Tool, box: ChoiceBox, *_index: int) -> None:
        self.permission_chosen.emit(tool, box.currentData())

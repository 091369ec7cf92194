"""The report of an import, and the dialog that shows it."""

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QWidget

from app.widgets.kit.controls import PillButton
from app.widgets.kit.copied_sign import copy_from
from app.widgets.kit.forms import dialog_buttons
from app.widgets.kit.geometry import resize_on_screen, vertical_layout
from app.widgets.kit.translation import fill, translate


class ImportReport(msgspec.Struct, frozen=True):
    """The numbers of new and known conversations, and the problems of each file."""

    added_count: int = 0
    known_count: int = 0
    problems: tuple[str, ...] = ()

    def with_counts(self, added: int, known: int) -> "ImportReport":
        """Return a copy with other numbers of new and known conversations."""
        return replace(self, added_count=added, known_count=known)

    def with_problems(self, file_name: str, problems: tuple[str, ...]) -> "ImportReport":
        """Return a copy with the problems of another file."""
        named = tuple(f"{file_name}: {problem}" for problem in problems)
        return replace(self, problems=self.problems + named)

    def summary(self) -> str:
        """Return the numbers as one or two sentences."""
        text = translate("ImportReport", "{count:,} chats were imported.")
        if self.added_count == 1:
            text = translate("ImportReport", "One chat was imported.")
        elif self.added_count == 0:
            text = translate("ImportReport", "No new chats were imported.")
        text = fill(text, count=self.added_count)
        if self.known_count == 1:
            text += " " + translate("ImportReport", "One already existed.")
        elif self.known_count:
            known = translate("ImportReport", "{count:,} already existed.")
            text += " " + fill(known, count=self.known_count)
        return text

    def notice(self) -> str:
        """Return the summary, and whether something was left out."""
        if not self.problems:
            return self.summary()
        return self.summary() + " " + translate("ImportReport", "Some parts were left out.")


class ImportReportDialog(QDialog):
    """Shows the summary and the problems, which can be copied."""

    def __init__(self, report: ImportReport, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Import"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        summary = QLabel(report.summary(), wordWrap=True)
        heading = QLabel(self.tr("Details:"))
        lines = [f"• {each}" for each in report.problems] or [self.tr("Everything was imported.")]
        text = "\n".join(lines)
        self.problems_box = QPlainTextEdit(text, readOnly=True)
        self.problems_box.setAccessibleName(heading.text())
        column = vertical_layout(self, summary, heading)
        column.addWidget(self.problems_box, 1)
        buttons = dialog_buttons(self, reject=self.tr("Close"))
        copy_button = PillButton(self.tr("Copy"))
        buttons.addButton(copy_button, QDialogButtonBox.ButtonRole.ActionRole)
        copy_button.clicked.connect(lambda: copy_from(copy_button, f"{report.summary()}\n{text}"))
        column.addWidget(buttons)
        letter = self.fontMetrics().averageCharWidth()
        resize_on_screen(self, QSize(letter * 100, letter * 60))

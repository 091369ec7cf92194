"""Asks before conversations are deleted for good, and whether the backups lose them, too."""

from datetime import date

from PySide6.QtCore import QDate, QLocale
from PySide6.QtWidgets import QWidget

from app.widgets.kit.controls import MutedLabel
from app.widgets.kit.forms import CheckBox
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.question_box import QuestionBox
from app.widgets.kit.translation import fill


class RemovalQuestion(QuestionBox):
    """A question with a check box, where a backup holds what is asked about.

    Attributes:
        check_box: whether the backups lose it as well.
    """

    def __init__(
        self,
        text: str,
        action: str,
        parent: QWidget,
        *,
        kept_until: date | None,
        is_chosen: bool,
    ) -> None:
        self._backups = QWidget()
        self.check_box = CheckBox()
        self._note = MutedLabel(wraps=True)
        vertical_layout(self._backups, self.check_box, self._note, margins=(0, 0, 0, 0), spacing=4)
        super().__init__(text, action, parent, self._backups)
        self.check_box.setText(self.tr("Also remove from the backups"))
        self.check_box.setChecked(is_chosen)
        self._backups.setVisible(kept_until is not None)
        if kept_until is not None:
            note = self.tr("Otherwise the backups hold it until about {day}.")
            self._note.setText(fill(note, day=shown_day(kept_until)))

    @property
    def wants_backups(self) -> bool:
        """Whether the backups lose it as well."""
        return self.check_box.isChecked()


def shown_day(day: date) -> str:
    """Return a day as people of the user's country write it."""
    return QLocale().toString(QDate(day.year, day.month, day.day), QLocale.FormatType.ShortFormat)

"""One page of the settings at a time, and a search over all of them."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QWidget

from app.widgets.kit.controls import MutedLabel
from app.widgets.kit.filter_box import FilterBox
from app.widgets.kit.forms import ScrollableForm
from app.widgets.kit.geometry import vertical_layout
from app.widgets.settings.page import SettingPage
from app.widgets.settings.page_choice import PageChoice
from app.widgets.settings.rows import SettingRow, fold_direction

NARROW_LETTERS = 90


class PagedForm(QWidget):
    """While something is typed, all rows with these words show, below the names of their pages.

    ``folded`` says whether there is room for fields beside their titles.
    """

    folded = Signal(bool)

    def __init__(self, pages: tuple[SettingPage, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pages = pages
        self.page = 0  # the one on show, unless something is searched for
        self.rows: dict[str, SettingRow] = {row.name: row for page in pages for row in page.rows}
        self.search = FilterBox(self.tr("Search the settings"))
        self.page_choice = PageChoice([page.title for page in pages])
        self._nothing_found = MutedLabel(self.tr("No setting has these words."))
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._is_narrow: bool | None = None
        self._build_layout()
        self.search.textChanged.connect(self._on_searched)
        self.search.step_pressed.connect(self.page_choice.step)
        self.search.returnPressed.connect(self._on_return_pressed)
        self.page_choice.page_activated.connect(self._on_page_chosen)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(self._on_find)
        self.show_page(0)

    def show_page(self, number: int) -> None:
        """Show one page alone and clear the search."""
        self.page = max(0, min(number, len(self.pages) - 1))
        self.page_choice.choose(self.page)
        if self.search.text():
            self.search.clear()
        else:
            self._on_searched("")
        self.area.verticalScrollBar().setValue(0)

    def show_setting(self, name: str) -> None:
        """Show the page of a setting, with the keyboard in its field."""
        row = self.rows.get(name)
        if row is None:
            return
        self.show_page(next(each for each, page in enumerate(self.pages) if row in page.rows))
        row.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        self.area.ensureWidgetVisible(row)

    def found_rows(self) -> tuple[str, ...]:
        """Return the names of the rows that the search has left."""
        return tuple(name for name, row in self.rows.items() if not row.isHidden())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._is_narrow = None  # the same width holds fewer letters, or more
            self._fold()

    def _build_layout(self) -> None:
        inside = QWidget()
        column = vertical_layout(inside, self._nothing_found, margins=(4, 0, 20, 0), spacing=0)
        self._nothing_found.hide()
        for page in self.pages:
            column.addWidget(page)
        column.addStretch(1)
        self.area = ScrollableForm(inside)
        self._parts.setSpacing(20)
        self._parts.addWidget(self.page_choice)
        self._parts.addWidget(self.area, 1)
        outside = vertical_layout(self, self.search, margins=(0, 0, 0, 0), spacing=14)
        outside.addLayout(self._parts, 1)

    def _fold(self) -> None:
        """In a narrow dialog, put the choice of pages above them, and fields below their titles."""
        is_narrow = self.width() < self.fontMetrics().averageCharWidth() * NARROW_LETTERS
        if is_narrow == self._is_narrow:
            return
        self._is_narrow = is_narrow
        self._parts.setDirection(fold_direction(is_narrow=is_narrow))
        self.page_choice.set_narrow(is_narrow=is_narrow)
        for row in self.rows.values():
            row.set_narrow(is_narrow=is_narrow)
        self.folded.emit(is_narrow)

    def _on_searched(self, text: str) -> None:
        wanted = text.strip()
        found = [page.show_found(wanted) for page in self.pages]
        for number, page in enumerate(self.pages):
            page.setVisible(found[number] if wanted else number == self.page)
        self.page_choice.show_found(found)
        self._nothing_found.setVisible(not any(found))

    def _on_page_chosen(self, number: int) -> None:
        if self.search.text().strip():  # what was found on it is looked at
            self.page = number
            self.area.verticalScrollBar().setValue(self.pages[number].y())
        elif number != self.page:
            self.show_page(number)

    def _on_find(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _on_return_pressed(self) -> None:
        """Give the keyboard to the first field that is shown."""
        shown = (row for row in self.rows.values() if row.isVisibleTo(self))
        first = next(shown, None)
        if first is not None:
            first.editor.setFocus(Qt.FocusReason.OtherFocusReason)
            self.area.ensureWidgetVisible(first)

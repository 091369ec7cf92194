"""A form of several pages: the list of pages, the pages, and a search over all of them."""

from collections.abc import Collection, Sequence
from functools import partial
from itertools import chain

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.explanation import Explanation
from app.widgets.kit.filter_box import FilterBox
from app.widgets.kit.fold import FoldSection
from app.widgets.kit.form_rows import FormRow
from app.widgets.kit.forms import ChoiceBox, ScrollableForm
from app.widgets.kit.geometry import FoldingLayout, fold_in, vertical_layout
from app.widgets.kit.list_rows import LineDelegate
from app.widgets.kit.small_dialogs import ask_before
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.kit.translation import fill, translate

NARROW_CHARS = 90
_SETTLING_MILLISECONDS = 500  # until a page that is shown has its height
LIST_CHARS = 26


class SettingGroup(QWidget):
    """Rows, sections of rows that can be folded, and other widgets under a heading.

    ``rows_reset`` emits the names of the rows after their values were reset to the defaults.
    """

    value_changed = Signal(str, object)
    rows_reset = Signal(tuple)

    def __init__(self, title: str, *widgets: QWidget) -> None:
        super().__init__()
        self.title = title
        self.sections = tuple(each for each in widgets if isinstance(each, FoldSection))
        self._parts = tuple(chain.from_iterable(map(_parts_of, widgets)))
        self.rows = tuple(each for each in self._parts if isinstance(each, FormRow))
        self._can_reset = self._is_searched = False
        self._heading = QLabel(title)
        self.reset_button = PillButton(self.tr("Reset to defaults"))
        self.reset_button.setToolTip(self.tr("Reset this page to its defaults"))
        policy = self.reset_button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # the heading must not move
        self.reset_button.setSizePolicy(policy)
        self.reset_button.clicked.connect(self._on_reset_clicked)
        top = QHBoxLayout()
        top.addWidget(self._heading, 1)
        top.addWidget(self.reset_button)
        column = vertical_layout(self, margins=(0, 0, 0, 22), spacing=4)
        column.addLayout(top)
        for widget in widgets:
            column.addWidget(widget)
        for row in self.rows:
            row.value_changed.connect(self.value_changed)
        self._apply_style()

    def update_reset(self) -> None:
        """Show the reset button if any value is not the default, and where folded ones are not."""
        self._can_reset = not all(row.is_default for row in self.rows)
        self._show_reset()
        for section in self.sections:
            rows = (each for each in section.widgets if isinstance(each, FormRow))
            section.show_changed(sum(not row.is_default for row in rows))

    def show_found(self, text: str) -> bool:
        """Show only the parts with a text, or all if the title has it; return whether any is."""
        self._is_searched = bool(text)
        self._show_reset()
        is_named = not text or text.casefold() in self.title.casefold()
        found = [each for each in self._parts if _has(each, text)]
        for section in self.sections:
            if _says(section.heading, text):
                found += section.widgets
            is_found = any(each in found for each in section.widgets)
            section.seek(is_sought=bool(text) and is_found)
            section.setVisible(is_named or is_found)
        for part in self._parts:
            part.setVisible(is_named or part in found)
        for explanation in self.findChildren(Explanation):
            explanation.seek("" if is_named else text)
        self.setVisible(is_named or bool(found))
        return is_named or bool(found)

    def unfold(self, row: FormRow) -> None:
        """Unfold the section that a row is in, until the page is built again."""
        for section in self.sections:
            if row in section.widgets:
                section.set_folded(is_folded=False)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._apply_style()

    def _apply_style(self) -> None:
        self._heading.setFont(sized_font(self.font(), TypeSize.HEADING, is_bold=True))

    def _show_reset(self) -> None:
        # While a search hides rows, the button would reset settings that are not visible.
        self.reset_button.setVisible(self._can_reset and not self._is_searched)

    def _on_reset_clicked(self) -> None:
        text = self.tr("Reset “{page}” to its defaults? This can't be undone.")
        ask_before(self.window(), fill(text, page=self.title), self.tr("Reset"), self._reset)

    def _reset(self) -> None:
        for row in self.rows:
            row.reset()
        self.rows_reset.emit(tuple(row.name for row in self.rows))


def _parts_of(widget: QWidget) -> tuple[QWidget, ...]:
    return widget.widgets if isinstance(widget, FoldSection) else (widget,)


def _has(part: QWidget, text: str) -> bool:
    return part.has(text) if isinstance(part, FormRow) else _says(part, text)


def _says(widget: QWidget, text: str) -> bool:
    labels = [widget, *widget.findChildren(QWidget)]
    label = [each.text() for each in labels if isinstance(each, QLabel | QPushButton)]
    return text.casefold() in " ".join(label).casefold()


class PageChoice(QWidget):
    """Emits the index of a page that the user selects; ``choose`` selects one silently."""

    page_activated = Signal(int)

    def __init__(self, titles: Sequence[str], name: str) -> None:
        """``name`` is the accessible name."""
        super().__init__()
        self.list = QListWidget()
        self.box = ChoiceBox()
        for widget in (self.list, self.box):
            widget.setAccessibleName(name)
        for title in titles:
            self.list.addItem(QListWidgetItem(title))
            self.box.addItem(title)
        view = self.list
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setItemDelegate(LineDelegate(view))
        view.setMouseTracking(True)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.viewport().setAutoFillBackground(False)
        vertical_layout(self, self.list, self.box, margins=(0, 0, 0, 0), spacing=0)
        self.choose(0)
        # Clicks as well: during a search, the current page can be selected again.
        view.itemClicked.connect(lambda _item: self.page_activated.emit(view.currentRow()))
        view.currentRowChanged.connect(self._on_row_changed)
        self.box.activated.connect(self._on_activated)

    def choose(self, number: int) -> None:
        """Select a page without emitting ``page_activated``."""
        for widget, select in ((self.list, self.list.setCurrentRow), (self.box, self._select)):
            widget.blockSignals(True)
            select(number)
            widget.blockSignals(False)

    def show_found(self, found: Sequence[bool]) -> None:
        """List only the pages with results; the drop-down list keeps all pages."""
        for number, is_found in enumerate(found):
            self.list.item(number).setHidden(not is_found)

    def set_narrow(self, *, is_narrow: bool) -> None:
        """Show a drop-down list above the page if narrow, otherwise a list next to it."""
        self.list.setVisible(not is_narrow)
        self.box.setVisible(is_narrow)
        character = self.fontMetrics().averageCharWidth()
        unlimited = 16777215  # Qt's QWIDGETSIZE_MAX, no limit
        self.setMinimumWidth(0 if is_narrow else character * LIST_CHARS)
        self.setMaximumWidth(unlimited if is_narrow else character * LIST_CHARS)

    def step(self, event: QKeyEvent) -> None:
        """Move the focus into the list and apply a key that moves in it."""
        if self.list.isHidden():
            self.box.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        QApplication.sendEvent(self.list, event)

    def _select(self, number: int) -> None:
        self.box.setCurrentIndex(number)

    def _on_row_changed(self, number: int) -> None:
        if number >= 0:
            self._on_activated(number)

    def _on_activated(self, number: int) -> None:
        self.choose(number)
        self.page_activated.emit(number)


class PagedForm(QWidget):
    """Shows one page, or during a search all matching rows below the titles of their pages.

    ``section_folded`` emits the key of a section that the user has folded (true) or unfolded.
    """

    section_folded = Signal(str, bool)

    def __init__(self, pages: tuple[SettingGroup, ...]) -> None:
        super().__init__()
        self.pages = pages
        self.page = 0  # index of the page that is shown without a search
        self._offset = 0  # to scroll to while the page gets its height
        self.rows: dict[str, FormRow] = {row.name: row for page in pages for row in page.rows}
        self.sections = tuple(section for page in pages for section in page.sections)
        self.search = FilterBox(self.tr("Search the settings"))
        titles = [page.title for page in pages]
        self.page_choice = PageChoice(titles, translate("PageChoice", "Pages of the settings"))
        self._nothing_found = MutedLabel(self.tr("No settings found."))
        self._parts = FoldingLayout(spacing=20, folded_spacing=20)
        self._is_narrow: bool | None = None
        self._build_layout()
        self.search.textChanged.connect(self._on_searched)
        self.search.step_pressed.connect(self.page_choice.step)
        self.search.returnPressed.connect(self._on_return_pressed)
        self.page_choice.page_activated.connect(self._on_page_chosen)
        for section in self.sections:
            section.folded.connect(partial(self._on_folded, section))
        self.show_page(0)

    @property
    def place(self) -> tuple[int, int]:
        """The index of the page, and how far it is scrolled, in pixels."""
        return self.page, self.area.verticalScrollBar().value()

    def show_place(self, place: tuple[int, int]) -> None:
        """Show a page as it was scrolled before."""
        page, self._offset = place
        self.show_page(page)
        QTimer.singleShot(_SETTLING_MILLISECONDS, self, self._clear_offset)

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
        """Show the page of a setting with the focus in its field."""
        row = self.rows.get(name)
        if row is None:
            return
        number = next(each for each, page in enumerate(self.pages) if row in page.rows)
        self.show_page(number)
        self.pages[number].unfold(row)
        row.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        # The page that was just shown gets its height in the next turns of the loop.
        QTimer.singleShot(0, row, lambda: self.area.ensureWidgetVisible(row))

    def set_unfolded(self, keys: Collection[str]) -> None:
        """Unfold the sections with these keys and fold the others."""
        for section in self.sections:
            section.set_folded(is_folded=section.key not in keys)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._is_narrow = None  # the same width holds a different number of characters
            self._fold()

    def _build_layout(self) -> None:
        inside = QWidget()
        column = vertical_layout(inside, self._nothing_found, margins=(4, 0, 20, 0), spacing=0)
        self._nothing_found.hide()
        for page in self.pages:
            column.addWidget(page)
        column.addStretch(1)
        self.area = ScrollableForm(inside)
        self.area.verticalScrollBar().rangeChanged.connect(self._on_range_changed)
        self._parts.addWidget(self.page_choice)
        self._parts.addWidget(self.area, 1)
        outside = vertical_layout(self, self.search, margins=(0, 0, 0, 0), spacing=14)
        outside.addLayout(self._parts, 1)

    def _fold(self) -> None:
        """In a narrow dialog, put the page list above the pages and fields below their titles."""
        is_narrow = self.width() < self.fontMetrics().averageCharWidth() * NARROW_CHARS
        if is_narrow == self._is_narrow:
            return
        self._is_narrow = is_narrow
        self.page_choice.set_narrow(is_narrow=is_narrow)
        fold_in(self, NARROW_CHARS)

    def _on_searched(self, text: str) -> None:
        wanted = text.strip()
        found = [page.show_found(wanted) for page in self.pages]
        for number, page in enumerate(self.pages):
            page.setVisible(found[number] if wanted else number == self.page)
        self.page_choice.show_found(found)
        self._nothing_found.setVisible(not any(found))

    def _on_page_chosen(self, number: int) -> None:
        if self.search.text().strip():  # scroll to the results on the page
            self.page = number
            self.area.verticalScrollBar().setValue(self.pages[number].y())
        elif number != self.page:
            self.show_page(number)

    def _on_range_changed(self, _low: int, high: int) -> None:
        # The page gets its height in the next turns of the loop, in several steps.
        if self._offset:
            self.area.verticalScrollBar().setValue(min(self._offset, high))

    def _on_folded(self, section: FoldSection) -> None:
        self.section_folded.emit(section.key, section.is_folded)

    def _clear_offset(self) -> None:
        self._offset = 0

    def focus_search(self) -> None:
        """Move the focus to the search, with its text selected."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _on_return_pressed(self) -> None:
        """Focus the first visible field."""
        shown = (row for row in self.rows.values() if row.isVisibleTo(self))
        first = next(shown, None)
        if first is not None:
            first.editor.setFocus(Qt.FocusReason.OtherFocusReason)
            self.area.ensureWidgetVisible(first)

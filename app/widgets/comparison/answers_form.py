"""What is to be compared: a question, and the values of each axis."""

import re

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QFrame, QLineEdit, QListWidget, QListWidgetItem, QWidget

from app.domain import MOST_CELLS, CellSource, ComparisonAxes
from app.widgets.comparison.form_foot import FormFoot, hosts_of
from app.widgets.comparison.requests import ComparisonRequests, OfferedModel, Offers
from app.widgets.comparison.words import source_text
from app.widgets.kit.forms import FieldError, PromptBox, ScrollableForm
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.translation import fill

_PROMPT_LINES = 3
_SHOWN_ROWS = 4
_GAP = 3  # pixels around each row
HIGHEST_TEMPERATURE = 5.0
HIGHEST_SEED = (1 << 32) - 2  # the last one asks the library for a fresh one
_BETWEEN = re.compile(r"[;\s]+|,\s+")
_RANGE = re.compile(r"(\d{1,10})\s*[-\u2013…]\s*(\d{1,10})")


def temperatures_of(text: str) -> tuple[float, ...] | None:
    """Return temperatures, each once; None where something else stands there."""
    try:
        values = [float(each.replace(",", ".")) for each in _BETWEEN.split(text) if each.strip(",")]
    except ValueError:
        return None
    # What is no number at all is not above either bound.
    is_in_order = all(0 <= value <= HIGHEST_TEMPERATURE for value in values)
    return tuple(dict.fromkeys(values)) if is_in_order else None


def seeds_of(text: str) -> tuple[int, ...] | None:
    """Return seeds, each once; None where something else stands there.

    Of a range no more are returned than are needed to see that these are too many.
    """
    # A range may have blanks in it, which part numbers everywhere else.
    values: list[int] = []
    text = _RANGE.sub(lambda found: f"{found[1]}-{found[2]}", text)
    for part in filter(None, re.split(r"[;,\s]+", text)):
        found = _RANGE.fullmatch(part)
        first, last = (found[1], found[2]) if found else (part, part)
        if not (first.isascii() and first.isdigit() and int(first) <= int(last) <= HIGHEST_SEED):
            return None
        values += range(int(first), min(int(last), int(first) + 10 * MOST_CELLS) + 1)
    return tuple(dict.fromkeys(values))


class CheckList(QListWidget):
    """The space bar ticks; ``itemChanged`` tells that something was."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setSpacing(_GAP)

    def set_names(self, names: tuple[str, ...]) -> None:
        """Offer these, none of them ticked."""
        # What is offered is no tick of the user.
        self.blockSignals(True)
        self.clear()
        for name in names:
            item = QListWidgetItem(name, self)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Unchecked)
        self.blockSignals(False)
        height = self.sizeHintForRow(0) if names else self.fontMetrics().height()
        height += 2 * _GAP
        self.setFixedHeight(min(_SHOWN_ROWS, max(1, len(names))) * height + 8)

    def ticked(self) -> tuple[int, ...]:
        """Return the numbers of what is ticked, from the top."""
        items = (self.item(row) for row in range(self.count()))
        return tuple(
            row
            for row, item in enumerate(items)
            if item is not None and item.checkState() is Qt.CheckState.Checked
        )

    def tick(self, *rows: int) -> None:
        """Tick these, too."""
        for row in rows:
            item = self.item(row)
            assert item is not None
            item.setCheckState(Qt.CheckState.Checked)


class AnswersForm(QWidget):
    """Every value meets every other one; what is left empty is as the chat has it."""

    def __init__(self, requests: ComparisonRequests, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._requests = requests
        self._models: tuple[OfferedModel, ...] = ()
        self._sources: tuple[CellSource, ...] = ()
        self.question_box = PromptBox(self)
        self.temperature_box = QLineEdit(self)
        self.seed_box = QLineEdit(self)
        self.prompt_box = PromptBox(self)
        self.preset_list = CheckList(self)
        self.source_list = CheckList(self)
        self.model_list = CheckList(self)
        self.error_label = FieldError(self)
        self.footer = FormFoot(self)
        self._build_layout()
        self._connect()
        self.set_offers(Offers())

    def set_offers(self, offers: Offers) -> None:
        """Offer these presets, sources and models."""
        self._models = offers.models
        # None of them is worth an answer of its own beside those that have one.
        self._sources = (CellSource(), *offers.sources)
        self.preset_list.set_names(offers.preset_names)
        names = map(source_text, offers.sources)
        self.source_list.set_names((self.tr("No source"), *names))
        self.model_list.set_names(tuple(each.name for each in offers.models))
        self._fields.setRowVisible(self.preset_list, bool(offers.preset_names))
        self._fields.setRowVisible(self.source_list, bool(offers.sources))
        self._fields.setRowVisible(self.model_list, len(offers.models) > 1)
        self._show_count()

    def set_question(self, question: str, *, is_fixed: bool) -> None:
        """Begin with a question; one that is asked again in its chat is not changed here."""
        self.question_box.setPlainText(question)
        self.question_box.setReadOnly(is_fixed)
        self._show_count()
        (self.temperature_box if is_fixed else self.question_box).setFocus()

    def axes(self) -> ComparisonAxes | None:
        """Return what is to be compared; None where a field can't be understood."""
        temperatures = temperatures_of(self.temperature_box.text())
        seeds = seeds_of(self.seed_box.text())
        if temperatures is None or seeds is None:
            return None
        names = [self.preset_list.item(row) for row in self.preset_list.ticked()]
        lines = self.prompt_box.toPlainText().splitlines()
        prompts = tuple(dict.fromkeys(line.strip() for line in lines if line.strip()))
        return ComparisonAxes(
            sources=tuple(self._sources[row] for row in self.source_list.ticked()),
            preset_names=tuple(each.text() for each in names if each is not None),
            system_prompts=prompts,
            temperatures=temperatures,
            seeds=seeds,
            routes=tuple(self._models[row].route for row in self.model_list.ticked()),
        )

    def _show_count(self) -> None:
        # Counted while it is typed, so that nobody starts a thousand answers by mistake.
        axes, models = self.axes(), [self._models[row] for row in self.model_list.ticked()]
        is_asked = bool(self.question_box.toPlainText().strip())
        self.error_label.setVisible(axes is None)
        self.error_label.setText(self._error())
        consent = self.tr("Send the question, and the chat before it, to {hosts}")
        if axes is not None and any(each and each.source_id for each in axes.sources):
            consent = self.tr("Send the question, the chat before it and the sources to {hosts}")
        count = 0 if axes is None else axes.count
        text = self.tr("{count:,} answers, {most:,} at most. Remove some of the values.")
        if count <= MOST_CELLS:
            text = self.tr("{count:,} answers") if count != 1 else self.tr("1 answer")
        if not is_asked:
            text = self.tr("Write a question.")
        self.footer.show_state(
            models,
            count="" if axes is None else fill(text, count=count, most=MOST_CELLS),
            consent=fill(consent, hosts=hosts_of(models)),
            is_possible=is_asked and 0 < count <= MOST_CELLS,
        )

    def _error(self) -> str:
        if temperatures_of(self.temperature_box.text()) is None:
            return self.tr("Write temperatures from 0 to 5 with blanks between them, as 0.2 0.7 1.")
        return self.tr("Write seeds as whole numbers with blanks between them, or as 1-8.")

    def _start(self) -> None:
        axes = self.axes()
        if axes is not None and self.footer.start_button.isEnabled():
            question = self.question_box.toPlainText().strip()
            self._requests.answers_submitted.emit(question, axes, self.footer.consents)

    def _connect(self) -> None:
        for box in (self.question_box, self.prompt_box):
            box.textChanged.connect(self._show_count)
        for line in (self.temperature_box, self.seed_box):
            line.textChanged.connect(self._show_count)
            line.returnPressed.connect(self._start)
        for ticks in (self.preset_list, self.source_list, self.model_list):
            ticks.itemChanged.connect(lambda _item: self._show_count())
        self.footer.consent_changed.connect(self._show_count)
        self.footer.start_requested.connect(self._start)

    def _build_layout(self) -> None:
        self.temperature_box.setPlaceholderText("0.2 0.7 1")
        self.seed_box.setPlaceholderText("1-8")
        self.prompt_box.setPlaceholderText(self.tr("One in each line"))
        inside = QWidget(self)
        self._fields = QFormLayout(inside)
        self._fields.setContentsMargins(0, 0, 8, 0)
        self._fields.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        self._fields.addRow(self.tr("&Question"), self.question_box)
        self._fields.addRow(self.tr("&Temperatures"), self.temperature_box)
        self._fields.addRow(self.tr("S&eeds"), self.seed_box)
        self._fields.addRow(self.tr("System &prompts"), self.prompt_box)
        self._fields.addRow(self.tr("P&resets"), self.preset_list)
        self._fields.addRow(self.tr("S&ources"), self.source_list)
        self._fields.addRow(self.tr("&Models"), self.model_list)
        line = self.fontMetrics().lineSpacing()
        self.question_box.setFixedHeight((_PROMPT_LINES + 1) * line + 16)
        self.prompt_box.setFixedHeight(_PROMPT_LINES * line + 16)
        for text_box in (self.question_box, self.prompt_box):
            text_box.setTabChangesFocus(True)
        outside = vertical_layout(self, margins=(0, 0, 0, 0), spacing=8)
        outside.addWidget(ScrollableForm(inside, self), 1)
        outside.addWidget(self.error_label)
        outside.addWidget(self.footer)

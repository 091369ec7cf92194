"""The form of a comparison: one question asked in many ways; and what both forms share."""

import re
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QFrame, QLineEdit, QListWidget, QListWidgetItem, QWidget

from app.comparisons.model import MAX_CELLS, CellSource, ComparisonAxes
from app.comparisons.view.cell_texts import source_text
from app.comparisons.view.comparison_requests import (
    ChatQuestion,
    ComparisonRequests,
    OfferedModel,
    Offers,
)
from app.domain.chat_options import ChatModel
from app.widgets.kit.accessibility import announce
from app.widgets.kit.composition import Composition
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.forms import CheckBox, FieldError, PromptBox, ScrollableForm
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.style.bars import SCROLL_BAR
from app.widgets.kit.translation import fill

_PROMPT_LINES = 3
_SHOWN_ROWS = 4
_GAP = 3  # pixels around each row
HIGHEST_TEMPERATURE = 5.0
HIGHEST_SEED = (1 << 32) - 2  # 2**32 - 1 means a random seed
_BETWEEN = re.compile(r"[;\s]+|,\s+")
_RANGE = re.compile(r"(\d{1,10})\s*[-\u2013…]\s*(\d{1,10})")


def hosts_of(models: Sequence[OfferedModel]) -> str:
    """Return the hosts of models, as shown for consent; empty for this computer."""
    return ", ".join(dict.fromkeys(each.host for each in models if each.host))


class FormFoot(QWidget):
    """The start button, with a consent box if a model is on another machine."""

    consent_changed = Signal()
    start_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.consents: tuple[str, ...] = ()  # addresses that the next start agrees to
        self.consent_box = CheckBox(self)
        self.count_label = MutedLabel("", self, wraps=True)
        self.order_label = MutedLabel("", self, wraps=True)
        self.order_label.hide()
        self.start_button = PillButton(self.tr("Start"), self, is_main=True)
        self.start_button.setAutoDefault(False)
        self.consent_box.toggled.connect(lambda _is_agreed: self.consent_changed.emit())
        self.start_button.clicked.connect(lambda: self.start_requested.emit())
        row = horizontal_layout(None, self.count_label, spacing=10)
        row.setStretch(0, 1)
        row.addWidget(self.start_button)
        above = (self.order_label, self.consent_box)
        column = vertical_layout(self, *above, margins=(0, 0, 0, 0), spacing=8)
        column.addLayout(row)

    def show_order(self, text: str) -> None:
        """Say how models of this computer are loaded; empty if there is nothing to say."""
        if text != self.order_label.text():
            self.order_label.setText(text)
            announce(self, text)
        self.order_label.setVisible(bool(text))

    def show_state(
        self, models: Sequence[OfferedModel], *, count: str, consent: str, is_possible: bool
    ) -> None:
        """Show the number of answers, and ask for consent if models are on other machines."""
        self.consents = tuple(sorted({each.origin for each in models if each.origin}))
        self.consent_box.setVisible(bool(self.consents))
        self.consent_box.setText(consent)
        is_agreed = not self.consents or self.consent_box.isChecked()
        if is_possible and not is_agreed:
            count = fill(self.tr("{count}. Tick the box to agree."), count=count)
        self.count_label.setText(count)
        self.start_button.setEnabled(is_possible and is_agreed)


def temperatures_of(text: str) -> tuple[float, ...] | None:
    """Return the different temperatures; None if the text is invalid."""
    try:
        values = [float(each.replace(",", ".")) for each in _BETWEEN.split(text) if each.strip(",")]
    except ValueError:
        return None
    # NaN compares false with both bounds.
    is_in_order = all(0 <= value <= HIGHEST_TEMPERATURE for value in values)
    return tuple(dict.fromkeys(values)) if is_in_order else None


def seeds_of(text: str) -> tuple[int, ...] | None:
    """Return the different seeds; None if the text is invalid.

    A range is cut just above the limit.
    """
    # A range may contain blanks, which separate numbers everywhere else.
    values: list[int] = []
    text = _RANGE.sub(lambda found: f"{found[1]}-{found[2]}", text)
    for part in filter(None, re.split(r"[;,\s]+", text)):
        found = _RANGE.fullmatch(part)
        first, last = (found[1], found[2]) if found else (part, part)
        if not (first.isascii() and first.isdigit() and int(first) <= int(last) <= HIGHEST_SEED):
            return None
        values += range(int(first), min(int(last), int(first) + 10 * MAX_CELLS) + 1)
    return tuple(dict.fromkeys(values))


class CheckList(QListWidget):
    """A list of check boxes; Space toggles one, and ``itemChanged`` is emitted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setSpacing(_GAP)

    def set_names(self, names: tuple[str, ...]) -> None:
        """Offer these names, none of them ticked."""
        # Filling the list must not emit ``itemChanged``.
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
        """Return the indexes of the ticked rows, from the top."""
        items = (self.item(row) for row in range(self.count()))
        return tuple(
            row
            for row, item in enumerate(items)
            if item is not None and item.checkState() is Qt.CheckState.Checked
        )

    def clear_ticks(self) -> None:
        """Tick no row."""
        for row in self.ticked():
            item = self.item(row)
            assert item is not None
            item.setCheckState(Qt.CheckState.Unchecked)

    def tick(self, *rows: int) -> None:
        """Tick these rows as well."""
        for row in rows:
            item = self.item(row)
            assert item is not None
            item.setCheckState(Qt.CheckState.Checked)


class ComparisonForm(QWidget):
    """A form that knows whether it has values that were not started."""

    def __init__(self, requests: ComparisonRequests, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._requests = requests
        self._unchanged: object = None

    def content(self) -> object:
        """Return the typed values, for a comparison."""
        raise NotImplementedError

    def mark_unchanged(self) -> None:
        """Take the values of the fields as those that need no question."""
        self._unchanged = self.content()

    @property
    def is_changed(self) -> bool:
        """Whether the form has values that would be lost."""
        return self.content() != self._unchanged


class AnswersForm(ComparisonForm):
    """The form of a comparison; an empty field means the value of the chat."""

    def __init__(self, requests: ComparisonRequests, parent: QWidget | None = None) -> None:
        super().__init__(requests, parent)
        self._chat_question: ChatQuestion | None = None
        self._models: tuple[OfferedModel, ...] = ()
        self._sources: tuple[CellSource, ...] = ()
        self.question_box = PromptBox(self)
        self.chat_label = MutedLabel("", self, wraps=True)
        # In the order in which Tab visits them: what most users compare comes first.
        self.model_list = CheckList(self)
        self.prompt_box = PromptBox(self)
        self.source_list = CheckList(self)
        self.preset_list = CheckList(self)
        self.temperature_box = QLineEdit(self)
        self.seed_box = QLineEdit(self)
        for box in (self.temperature_box, self.seed_box):
            Composition(box)
        self.error_label = FieldError(self)
        self.footer = FormFoot(self)
        self._build_layout()
        self._connect()
        self.set_offers(Offers())
        self.mark_unchanged()

    def set_offers(self, offers: Offers) -> None:
        """Offer these presets, sources and models."""
        self._models = offers.models
        # An answer without a source is offered only next to answers with one.
        self._sources = (CellSource(), *offers.sources)
        self.preset_list.set_names(offers.preset_names)
        names = map(source_text, offers.sources)
        self.source_list.set_names((self.tr("No source"), *names))
        self.model_list.set_names(tuple(each.name for each in offers.models))
        self._fields.setRowVisible(self.preset_list, bool(offers.preset_names))
        self._fields.setRowVisible(self.source_list, bool(offers.sources))
        self._fields.setRowVisible(self.model_list, len(offers.models) > 1)
        self._show_count()

    def set_question(self, question: ChatQuestion | None = None) -> None:
        """Show a question of a chat, or none; the other fields keep their values."""
        self._chat_question = question
        self.question_box.setPlainText("" if question is None else question.text)
        self._show_count()
        self.mark_unchanged()
        first = self.prompt_box if self.model_list.isHidden() else self.model_list
        (self.question_box if question is None else first).setFocus()

    def clear(self) -> None:
        """Empty all fields."""
        for box in (self.temperature_box, self.seed_box, self.prompt_box):
            box.clear()
        for ticks in (self.preset_list, self.source_list, self.model_list):
            ticks.clear_ticks()
        self.set_question()

    @property
    def chat_question(self) -> ChatQuestion | None:
        """The question of a chat that is asked; None if another one was typed."""
        asked, text = self._chat_question, self.question_box.toPlainText().strip()
        return asked if asked is not None and asked.text.strip() == text else None

    def content(self) -> object:
        boxes = (self.question_box, self.prompt_box)
        ticks = (self.preset_list, self.source_list, self.model_list)
        return (
            *(box.toPlainText() for box in boxes),
            self.temperature_box.text(),
            self.seed_box.text(),
            *(each.ticked() for each in ticks),
        )

    def axes(self) -> ComparisonAxes | None:
        """Return the axes; None if a field is invalid."""
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
            models=tuple(self._models[row].model for row in self.model_list.ticked()),
        )

    def _show_count(self) -> None:
        # Counted while the user types, so that a thousand answers are not started by mistake.
        axes, models = self.axes(), [self._models[row] for row in self.model_list.ticked()]
        is_asked = bool(self.question_box.toPlainText().strip())
        self._show_chat()
        self.error_label.setVisible(axes is None)
        self.error_label.setText(self._error())
        consent = self.tr("Send the question, and the chat before it, to {hosts}")
        if axes is not None and any(each and each.source_id for each in axes.sources):
            consent = self.tr("Send the question, the chat before it and the sources to {hosts}")
        count = 0 if axes is None else axes.count
        text = self.tr("{count:,} answers, {most:,} at most. Remove some of the values.")
        if count <= MAX_CELLS:
            text = self.tr("{count:,} answers") if count != 1 else self.tr("1 answer")
        if not is_asked:
            text = self.tr("Write a question.")
        self.footer.show_state(
            models,
            count="" if axes is None else fill(text, count=count, most=MAX_CELLS),
            consent=fill(consent, hosts=hosts_of(models)),
            is_possible=is_asked and 0 < count <= MAX_CELLS,
        )

    def _show_chat(self) -> None:
        asked = self._chat_question
        self.chat_label.setVisible(asked is not None)
        if asked is None:
            return
        text = self.tr("Asked in the chat “{title}”, with the messages before it.")
        if self.chat_question is None:
            text = self.tr("The question was changed, so it is asked without the chat “{title}”.")
        self.chat_label.setText(fill(text, title=asked.title))

    def _report_models(self) -> None:
        ticked = (self._models[row].model for row in self.model_list.ticked())
        local = tuple(each for each in ticked if isinstance(each, ChatModel))
        self._requests.models_ticked.emit(local)

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
        self.model_list.itemChanged.connect(lambda _item: self._report_models())
        for ticks in (self.preset_list, self.source_list, self.model_list):
            ticks.itemChanged.connect(lambda _item: self._show_count())
        self.footer.consent_changed.connect(self._show_count)
        self.footer.start_requested.connect(self._start)

    def _build_layout(self) -> None:
        self.temperature_box.setPlaceholderText("0.2 0.7 1")
        self.seed_box.setPlaceholderText("1-8")
        self.prompt_box.setPlaceholderText(self.tr("One per line"))
        inside = QWidget(self)
        self._fields = QFormLayout(inside)
        self._fields.setContentsMargins(0, 0, SCROLL_BAR, 0)
        self._fields.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        self._fields.addRow(self.tr("&Question"), self.question_box)
        self._fields.addRow(self.chat_label)
        self._fields.addRow(self.tr("&Models"), self.model_list)
        self._fields.addRow(self.tr("System &prompts"), self.prompt_box)
        self._fields.addRow(self.tr("S&ources"), self.source_list)
        self._fields.addRow(self.tr("P&resets"), self.preset_list)
        self._fields.addRow(self.tr("&Temperatures"), self.temperature_box)
        self._fields.addRow(self.tr("S&eeds"), self.seed_box)
        line = self.fontMetrics().lineSpacing()
        self.question_box.setFixedHeight((_PROMPT_LINES + 1) * line + 16)
        self.prompt_box.setFixedHeight(_PROMPT_LINES * line + 16)
        for text_box in (self.question_box, self.prompt_box):
            text_box.setTabChangesFocus(True)
        outside = vertical_layout(self, margins=(0, 0, 0, 0), spacing=8)
        outside.addWidget(ScrollableForm(inside, self), 1)
        outside.addWidget(self.error_label)
        foot = horizontal_layout(None, self.footer, margins=(0, 0, SCROLL_BAR, 0))
        outside.addLayout(foot)  # ends where the fields end

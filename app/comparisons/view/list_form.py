"""The form of a list of questions: lines, or a column of a file."""

from PySide6.QtWidgets import QFormLayout, QWidget

from app.comparisons.model import MAX_ROWS, CellOptions, QuestionTable, questions_of
from app.comparisons.view.cell_texts import source_text
from app.comparisons.view.comparison_forms import ComparisonForm, FormFoot, hosts_of
from app.comparisons.view.comparison_requests import ComparisonRequests, Offers
from app.domain.chat_options import ChatModel
from app.machines.model import HERE
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.forms import CheckBox, ChoiceBox, PromptBox
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.translation import fill
from app.widgets.markdown.safe_text import without_hidden

_SHOWN_CHARS = 500  # characters shown of each question of a file
_CHOICE_CHARS = 25


class ListForm(ComparisonForm):
    """The form of a list: each line is a question, or each row of a file's column."""

    def __init__(self, requests: ComparisonRequests, parent: QWidget | None = None) -> None:
        super().__init__(requests, parent)
        self._table: QuestionTable | None = None
        self._name = ""
        self.question_box = PromptBox(self)
        self.file_button = PillButton(self.tr("Open CSV…"), self)
        self.column_choice = ChoiceBox(self)
        self.head_box = CheckBox(self.tr("The first row is a heading"), self)
        self.preset_choice = ChoiceBox(self)
        self.source_choice = ChoiceBox(self)
        self.model_choice = ChoiceBox(self)
        self.footer = FormFoot(self)
        self._build_layout()
        self._connect()
        self.set_offers(Offers())
        self.mark_unchanged()

    def set_offers(self, offers: Offers) -> None:
        """Offer these presets, sources and models."""
        offered: tuple[list[tuple[str, object]], ...] = (
            [(self.tr("No preset"), None), *((name, name) for name in offers.preset_names)],
            [(self.tr("No source"), None), *((source_text(each), each) for each in offers.sources)],
            [(each.name, each) for each in offers.models],
        )
        choices = (self.preset_choice, self.source_choice, self.model_choice)
        for choice, rows in zip(choices, offered, strict=True):
            choice.clear()
            for text, value in rows:
                choice.addItem(text, value)
            self._choices.setRowVisible(choice, len(rows) > 1)
        self._show_count()

    def clear(self) -> None:
        """Clear the form for a new list."""
        self._table, self._name = None, ""
        self.question_box.clear()
        self.question_box.setReadOnly(False)
        self.head_box.setChecked(True)
        self._show_count()
        self.mark_unchanged()
        self.question_box.setFocus()

    def content(self) -> object:
        choices = (self.preset_choice, self.source_choice, self.model_choice)
        return self.questions(), *(max(0, choice.currentIndex()) for choice in choices)

    def set_table(self, name: str, table: QuestionTable) -> None:
        """Show the rows of a file, with the likely column of the questions chosen."""
        self._name, self._table = name, table
        # Without blocked signals, adding the first item would select it and read the table.
        self.column_choice.blockSignals(True)
        self.column_choice.clear()
        for number, text in enumerate(table.head, start=1):
            column = fill(self.tr("Column {number}: {text}"), number=number, text=text[:40])
            self.column_choice.addItem(column)
        self.column_choice.setCurrentIndex(table.likely_column())
        self.column_choice.blockSignals(False)
        self.question_box.setReadOnly(True)
        self._show_column()
        self.column_choice.setFocus()

    def questions(self) -> tuple[str, ...]:
        """Return the questions, at most ``MAX_ROWS``."""
        if self._table is not None:
            number = max(0, self.column_choice.currentIndex())
            found = self._table.column(number, has_head=self.head_box.isChecked())
        else:
            found = questions_of(self.question_box.toPlainText().splitlines())
        return found[:MAX_ROWS]

    def _show_column(self) -> None:
        if self._table is not None:
            # One line each; the layout of a line of megabytes, as a stray quote makes it, takes
            # minutes.
            shown = (without_hidden(each[:_SHOWN_CHARS]) for each in self.questions())
            self.question_box.setPlainText("\n".join(shown))
        self._show_count()

    def _show_count(self) -> None:
        has_table, model = self._table is not None, self.model_choice.currentData()
        self.column_choice.setVisible(has_table)
        self.head_box.setVisible(has_table)
        consent = self.tr("Send the questions to {hosts}")
        if self.source_choice.currentData() is not None:
            consent = self.tr("Send the questions and the source to {hosts}")
        lines = self.question_box.blockCount()
        is_cut = lines > MAX_ROWS if self._table is None else self._table.is_cut
        count = len(self.questions())
        text = self.tr("{count:,} questions") if count != 1 else self.tr("1 question")
        if is_cut:
            text = self.tr("Only the first {count:,} questions are used.")
        if not count:
            text = self.tr("Type questions, or open a file.")
        models = () if model is None else (model,)
        self.footer.show_state(
            models,
            count=fill(text, count=count),
            consent=fill(consent, hosts=hosts_of(models)),
            is_possible=bool(count),
        )

    def _report_model(self) -> None:
        offered = self.model_choice.currentData()
        is_local = offered is not None and isinstance(offered.model, ChatModel)
        self._requests.models_ticked.emit((offered.model,) if is_local else ())

    def _start(self) -> None:
        questions, model = self.questions(), self.model_choice.currentData()
        chosen = None if model is None else model.model
        is_local = isinstance(chosen, ChatModel)
        options = CellOptions(
            source=self.source_choice.currentData(),
            preset_name=self.preset_choice.currentData(),
            route=HERE if is_local else chosen,
            model=chosen if is_local else None,
        )
        name = self._name or questions[0]
        self._requests.list_submitted.emit(name, questions, options, self.footer.consents)

    def _connect(self) -> None:
        self.question_box.textChanged.connect(self._show_count)
        self.column_choice.currentIndexChanged.connect(lambda _index: self._show_column())
        self.head_box.toggled.connect(lambda _is_head: self._show_column())
        self.model_choice.currentIndexChanged.connect(lambda _index: self._report_model())
        for choice in (self.source_choice, self.model_choice):
            choice.currentIndexChanged.connect(lambda _index: self._show_count())
        self.footer.consent_changed.connect(self._show_count)
        self.file_button.clicked.connect(lambda: self._requests.file_requested.emit())
        self.footer.start_requested.connect(self._start)

    def _build_layout(self) -> None:
        self.head_box.setChecked(True)
        self.question_box.setTabChangesFocus(True)
        self.question_box.setPlaceholderText(self.tr("One question per line"))
        self.question_box.setAccessibleName(self.tr("Questions"))
        self.column_choice.setAccessibleName(self.tr("Question column"))
        # In one column, because names of models and sources are long.
        self._choices = QFormLayout()
        self._choices.addRow(self.tr("&Preset"), self.preset_choice)
        self._choices.addRow(self.tr("S&ource"), self.source_choice)
        self._choices.addRow(self.tr("&Model"), self.model_choice)
        # Their lines may be wider than a narrow window.
        for choice in self.findChildren(ChoiceBox):
            policy = ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            choice.setSizeAdjustPolicy(policy)
            choice.setMinimumContentsLength(_CHOICE_CHARS)
        self.file_button.setAutoDefault(False)
        column = vertical_layout(self, margins=(0, 0, 0, 0), spacing=8)
        column.addWidget(self.question_box, 1)
        column.addLayout(FlowLayout(self.file_button, self.column_choice, self.head_box))
        column.addLayout(self._choices)
        hint = self.tr("Lists run in the background. Chats come first.")
        column.addWidget(MutedLabel(hint, self, wraps=True))
        column.addWidget(self.footer)

"""A list of questions: pasted, or a column of a file, and how all of them are asked."""

from PySide6.QtWidgets import QFormLayout, QWidget

from app.domain import MOST_ROWS, CellOptions, QuestionTable, questions_of
from app.widgets.comparison.form_foot import FormFoot, hosts_of
from app.widgets.comparison.requests import ComparisonRequests, Offers
from app.widgets.comparison.words import source_text
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.forms import CheckBox, ChoiceBox, PromptBox
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.translation import fill
from app.widgets.markdown.safe_text import without_hidden

_SHOWN_LETTERS = 500  # of each question of a file
_CHOICE_LETTERS = 30


class ListForm(QWidget):
    """Each line is a question; of a file the column that is chosen."""

    def __init__(self, requests: ComparisonRequests, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._requests = requests
        self._table: QuestionTable | None = None
        self._name = ""
        self.question_box = PromptBox(self)
        self.file_button = PillButton(self.tr("Open CSV …"), self)
        self.column_choice = ChoiceBox(self)
        self.head_box = CheckBox(self.tr("The first row is a heading"), self)
        self.preset_choice = ChoiceBox(self)
        self.source_choice = ChoiceBox(self)
        self.model_choice = ChoiceBox(self)
        self.footer = FormFoot(self)
        self._build_layout()
        self._connect()
        self.set_offers(Offers())

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
        """Begin a new list."""
        self._table, self._name = None, ""
        self.question_box.clear()
        self.question_box.setReadOnly(False)
        self.head_box.setChecked(True)
        self._show_count()
        self.question_box.setFocus()

    def set_table(self, name: str, table: QuestionTable) -> None:
        """Take the rows of a file; the first column is chosen."""
        self._name, self._table = name, table
        # Each line that is added would choose the first one, and read the whole table again.
        self.column_choice.blockSignals(True)
        self.column_choice.clear()
        for number, text in enumerate(table.head, start=1):
            column = fill(self.tr("Column {number}: {text}"), number=number, text=text[:40])
            self.column_choice.addItem(column)
        self.column_choice.blockSignals(False)
        self.question_box.setReadOnly(True)
        self._show_column()
        self.column_choice.setFocus()

    def questions(self) -> tuple[str, ...]:
        """Return what is to be asked, at most so many rows."""
        if self._table is not None:
            number = max(0, self.column_choice.currentIndex())
            found = self._table.column(number, has_head=self.head_box.isChecked())
        else:
            found = questions_of(self.question_box.toPlainText().splitlines())
        return found[:MOST_ROWS]

    def _show_column(self) -> None:
        if self._table is not None:
            # One line each; a line of megabytes, as one quote too many makes it, is laid out
            # for minutes.
            shown = (without_hidden(each[:_SHOWN_LETTERS]) for each in self.questions())
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
        is_cut = lines > MOST_ROWS if self._table is None else self._table.is_cut
        count = len(self.questions())
        text = self.tr("{count:,} questions") if count != 1 else self.tr("1 question")
        if is_cut:
            text = self.tr("The first {count:,} questions; the others are left out.")
        if not count:
            text = self.tr("Write questions, or open a file.")
        models = () if model is None else (model,)
        self.footer.show_state(
            models,
            count=fill(text, count=count),
            consent=fill(consent, hosts=hosts_of(models)),
            is_possible=bool(count),
        )

    def _start(self) -> None:
        questions, model = self.questions(), self.model_choice.currentData()
        options = CellOptions(
            source=self.source_choice.currentData(),
            preset_name=self.preset_choice.currentData(),
            route=None if model is None else model.route,
        )
        name = self._name or questions[0]
        self._requests.list_submitted.emit(name, questions, options, self.footer.consents)

    def _connect(self) -> None:
        self.question_box.textChanged.connect(self._show_count)
        self.column_choice.currentIndexChanged.connect(lambda _index: self._show_column())
        self.head_box.toggled.connect(lambda _is_head: self._show_column())
        for choice in (self.source_choice, self.model_choice):
            choice.currentIndexChanged.connect(lambda _index: self._show_count())
        self.footer.consent_changed.connect(self._show_count)
        self.file_button.clicked.connect(lambda: self._requests.file_requested.emit())
        self.footer.start_requested.connect(self._start)

    def _build_layout(self) -> None:
        self.head_box.setChecked(True)
        self.question_box.setTabChangesFocus(True)
        self.question_box.setPlaceholderText(self.tr("One question in each line"))
        self.question_box.setAccessibleName(self.tr("Questions"))
        self.column_choice.setAccessibleName(self.tr("Column of the questions"))
        # Below each other: names of models and of sources are long.
        self._choices = QFormLayout()
        self._choices.addRow(self.tr("&Preset"), self.preset_choice)
        self._choices.addRow(self.tr("S&ource"), self.source_choice)
        self._choices.addRow(self.tr("&Model"), self.model_choice)
        # Their lines may be longer than a narrow window is wide.
        for choice in self.findChildren(ChoiceBox):
            policy = ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            choice.setSizeAdjustPolicy(policy)
            choice.setMinimumContentsLength(_CHOICE_LETTERS)
        self.file_button.setAutoDefault(False)
        column = vertical_layout(self, margins=(0, 0, 0, 0), spacing=8)
        column.addWidget(self.question_box, 1)
        column.addLayout(FlowLayout(self.file_button, self.column_choice, self.head_box))
        column.addLayout(self._choices)
        hint = self.tr("Chats go first: a list is answered while nothing else is asked.")
        column.addWidget(MutedLabel(hint, self, wraps=True))
        column.addWidget(self.footer)

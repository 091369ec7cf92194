"""A list of questions: pasted, or a column of a file, and how all of them are asked."""

from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from app.domain import MOST_ROWS, CellOptions, QuestionTable, questions_of
from app.widgets.comparison.requests import ComparisonRequests, OfferedModel, Offers
from app.widgets.comparison.words import source_text
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.forms import CheckBox, ChoiceBox, PromptBox
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.translation import fill
from app.widgets.markdown.safe_text import without_hidden

_SHOWN_LETTERS = 500  # of each question of a file


class ListForm(QWidget):
    """Each line is a question; of a file the column that is chosen."""

    def __init__(self, requests: ComparisonRequests, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._requests = requests
        self._models: tuple[OfferedModel, ...] = ()
        self._table: QuestionTable | None = None
        self._name = ""
        self.question_box = PromptBox(self)
        self.file_button = PillButton(self.tr("Open CSV …"), self)
        self.column_choice = ChoiceBox(self)
        self.head_box = CheckBox(self.tr("The first row is a heading"), self)
        self.preset_choice = ChoiceBox(self)
        self.source_choice = ChoiceBox(self)
        self.model_choice = ChoiceBox(self)
        self.consent_box = CheckBox(self)
        self.count_label = MutedLabel("", self, wraps=True)
        self.start_button = PillButton(self.tr("Start"), self, is_main=True)
        self._build_layout()
        self._connect()
        self.set_offers(Offers())

    def set_offers(self, offers: Offers) -> None:
        """Offer these presets, sources and models."""
        self._models = offers.models
        self.preset_choice.clear()
        self.preset_choice.addItem(self.tr("No preset"), None)
        for name in offers.preset_names:
            self.preset_choice.addItem(name, name)
        self.source_choice.clear()
        self.source_choice.addItem(self.tr("No source"), None)
        for source in offers.sources:
            self.source_choice.addItem(source_text(source), source)
        for widget in (self._source_label, self.source_choice):
            widget.setVisible(bool(offers.sources))
        self.model_choice.clear()
        for each in offers.models:
            self.model_choice.addItem(each.name)
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

    def _model(self) -> OfferedModel | None:
        number = self.model_choice.currentIndex()
        return self._models[number] if 0 <= number < len(self._models) else None

    def _show_count(self) -> None:
        has_table, model = self._table is not None, self._model()
        self.column_choice.setVisible(has_table)
        self.head_box.setVisible(has_table)
        self.model_choice.setVisible(len(self._models) > 1)
        self._model_label.setVisible(len(self._models) > 1)
        host = "" if model is None else model.host
        self.consent_box.setVisible(bool(host))
        text = self.tr("Send the questions to {host}")
        if self.source_choice.currentData() is not None:
            text = self.tr("Send the questions and the source to {host}")
        self.consent_box.setText(fill(text, host=host))
        lines = self.question_box.blockCount()
        is_cut = lines > MOST_ROWS if self._table is None else self._table.is_cut
        count = len(self.questions())
        text = self.tr("{count:,} questions") if count != 1 else self.tr("1 question")
        if is_cut:
            text = self.tr("The first {count:,} questions; the others are left out.")
        self.count_label.setText(fill(text, count=count))
        is_agreed = not host or self.consent_box.isChecked()
        self.start_button.setEnabled(bool(count) and is_agreed)

    def _start(self) -> None:
        questions, model = self.questions(), self._model()
        options = CellOptions(
            source=self.source_choice.currentData(),
            preset_name=self.preset_choice.currentData(),
            route=None if model is None else model.route,
        )
        consents = (model.origin,) if model is not None and model.origin else ()
        name = self._name or questions[0]
        self._requests.list_submitted.emit(name, questions, options, consents)

    def _connect(self) -> None:
        self.question_box.textChanged.connect(self._show_count)
        self.column_choice.currentIndexChanged.connect(lambda _index: self._show_column())
        self.head_box.toggled.connect(lambda _is_head: self._show_column())
        for choice in (self.source_choice, self.model_choice):
            choice.currentIndexChanged.connect(lambda _index: self._show_count())
        self.consent_box.toggled.connect(lambda _is_agreed: self._show_count())
        self.file_button.clicked.connect(lambda: self._requests.file_requested.emit())
        self.start_button.clicked.connect(self._start)

    def _build_layout(self) -> None:
        self.head_box.setChecked(True)
        self.question_box.setTabChangesFocus(True)
        self.question_box.setPlaceholderText(self.tr("One question in each line"))
        self.question_box.setAccessibleName(self.tr("Questions"))
        # It is filled again with each file.
        self.column_choice.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToContents)
        self.column_choice.setAccessibleName(self.tr("Column of the questions"))
        choices = (self.preset_choice, self.source_choice, self.model_choice)
        names = (self.tr("&Preset"), self.tr("S&ource"), self.tr("&Model"))
        labels = [QLabel(name, self) for name in names]
        _preset_label, self._source_label, self._model_label = labels
        for label, choice in zip(labels, choices, strict=True):
            label.setBuddy(choice)
        for choice in (self.column_choice, *choices):
            choice.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToContents)
        for button in (self.file_button, self.start_button):
            button.setAutoDefault(False)
        column = vertical_layout(self, margins=(0, 0, 0, 0), spacing=8)
        column.addWidget(self.question_box, 1)
        file = horizontal_layout(None, self.file_button, self.column_choice, spacing=6)
        file.addWidget(self.head_box)
        file.addStretch(1)
        column.addLayout(file)
        # Below each other: names of models and of sources are long.
        ways = QGridLayout()
        ways.setColumnStretch(1, 1)
        for row, (label, choice) in enumerate(zip(labels, choices, strict=True)):
            ways.addWidget(label, row, 0)
            ways.addWidget(choice, row, 1)
        column.addLayout(ways)
        column.addWidget(self.consent_box)
        hint = self.tr("Chats go first: a list is answered while nothing else is asked.")
        column.addWidget(MutedLabel(hint, self, wraps=True))
        foot = horizontal_layout(None, self.count_label, spacing=10)
        foot.setStretch(0, 1)
        foot.addWidget(self.start_button)
        column.addLayout(foot)

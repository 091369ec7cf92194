"""How the model thinks before it answers, and other arguments of its template; where it can."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QLineEdit, QWidget

from app.domain import NO_BUDGET
from app.widgets.chat_panel.changes import (
    THINKING_BUDGET,
    THINKING_EFFORT,
    THINKING_ON,
    Unset,
    argument_name,
)
from app.widgets.chat_panel.fold import FoldSection
from app.widgets.chat_panel.rows import ChoiceRow, OptionRow, Scale, WholeRow
from app.widgets.kit.controls import MutedLabel
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.translation import fill
from app.widgets.settings.rows import RowText

MOST_BUDGET = 1 << 20
BUDGET_STEP = 256


@dataclass(frozen=True, slots=True)
class ArgumentChoice:
    """An argument that the chat template takes: one of ``values``, a number, or any text."""

    name: str
    values: tuple[object, ...] = ()
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class ThinkingChoices:
    """What the model can be told; nothing where there is no model, or it can't be told anything.

    Attributes:
        is_on, effort, budget: what it does where nothing is set; None if that is not known.
        is_costly: what is set changes the beginning of the prompt, which is read again.
    """

    can_switch: bool = False
    is_on: bool | None = None
    efforts: tuple[str, ...] = ()
    effort: str | None = None
    has_budget: bool = False
    budget: int | None = None
    is_costly: bool = False
    arguments: tuple[ArgumentChoice, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Return whether there is nothing to choose."""
        return not (self.can_switch or self.efforts or self.has_budget or self.arguments)


class ThinkingSection(FoldSection):
    """Shows what the model can be told; ``rows`` change with the model.

    ``on_row`` is called with every row of a template's argument, as it is made.
    """

    def __init__(self, on_row: Callable[[OptionRow], None]) -> None:
        self._on_row = on_row
        self._choices = ThinkingChoices()
        self._argument_rows: list[OptionRow] = []
        self.switch = OptionalRow(THINKING_ON, self.tr("Thinking"))
        self.effort = OptionalRow(THINKING_EFFORT, self.tr("Effort"))
        self.budget = BudgetRow(
            THINKING_BUDGET,
            self.tr("Thinking budget"),
            self.tr("Tokens of thinking after which the model has to answer."),
            scale=Scale(0, MOST_BUDGET, BUDGET_STEP),
            none_word=self.tr("No limit"),
        )
        self._cost = MutedLabel(
            self.tr("After a change here, the model reads the whole chat again."), wraps=True
        )
        self._arguments = QWidget()
        self._arguments_column = vertical_layout(self._arguments, margins=(0, 0, 0, 0), spacing=2)
        super().__init__(
            "thinking",
            self.tr("Thinking"),
            self.switch,
            self.effort,
            self.budget,
            self._arguments,
            self._cost,
        )

    def argument_rows(self) -> tuple[OptionRow, ...]:
        """Return the rows of the template's arguments."""
        return tuple(self._argument_rows)

    def set_choices(self, choices: ThinkingChoices) -> None:
        """Offer what the model can be told."""
        self.setVisible(not choices.is_empty)
        if choices == self._choices:
            return
        are_others = choices.arguments != self._choices.arguments
        self._choices = choices
        self.switch.setVisible(choices.can_switch)
        self.effort.setVisible(bool(choices.efforts))
        self.budget.setVisible(choices.has_budget)
        self._cost.setVisible(choices.is_costly)
        self.switch.offer(((True, self.tr("On")), (False, self.tr("Off"))), choices.is_on)
        self.effort.offer([(each, each) for each in choices.efforts], choices.effort)
        if are_others:
            self._rebuild_arguments()

    def _rebuild_arguments(self) -> None:
        for row in self._argument_rows:
            row.hide()
            row.setParent(None)
            row.deleteLater()
        self._argument_rows = [self._argument_row(each) for each in self._choices.arguments]
        for row in self._argument_rows:
            self._arguments_column.addWidget(row)
            self._on_row(row)

    def _argument_row(self, argument: ArgumentChoice) -> OptionRow:
        name = argument_name(argument.name)
        text = (
            argument.name.replace("_", " "),
            fill(self.tr("The argument “{name}” of the chat template."), name=argument.name),
        )
        if not argument.values:
            return ArgumentRow(name, *text, is_number=argument.is_number)
        row = OptionalRow(name, *text)
        row.offer([(each, self._word(each)) for each in argument.values], None)
        return row

    def _word(self, value: object) -> str:
        if isinstance(value, bool):
            return self.tr("On") if value else self.tr("Off")
        return str(value)


class OptionalRow(ChoiceRow):
    """One of a few values, or the default, which may not be known."""

    def offer(self, choices: Sequence[tuple[object, str]], default: object) -> None:
        """Offer these values, each with its word, and the default by its word where it is known."""
        known = next((word for value, word in choices if value == default), None)
        none = self.tr("Default")
        if known is not None:
            none = fill(self.tr("Default ({value})"), value=known)
        self.begin()  # the list is another one, so what it shows is chosen again
        self.set_choices(((None, none), *choices))

    def value(self) -> object:
        value = super().value()
        return Unset.DEFAULT if value is None else value

    def show_value(self, own: object, default: object) -> None:
        super().show_value(own, None)  # what the default is stands in its word


class BudgetRow(WholeRow):
    """A number of tokens; without a limit it is one that no model reaches."""

    def value(self) -> int:
        tokens = super().value()
        return NO_BUDGET if tokens is None else tokens

    def fill_in(self, value: object) -> None:
        super().fill_in(None if value == NO_BUDGET else value)


class ArgumentRow(OptionRow):
    """A text or a number for the template; nothing is its default."""

    is_text = True

    def __init__(self, name: str, *text: str, is_number: bool) -> None:
        self.box = QLineEdit()
        self._is_number = is_number
        super().__init__(name, RowText(*text), self.box)
        self.box.setPlaceholderText(self.tr("Default"))
        self.box.textEdited.connect(self._touch)

    def value(self) -> object:
        text = self.box.text().strip()
        if not text:
            return Unset.DEFAULT
        if not self._is_number:
            return text
        try:
            number = float(text)
        except ValueError:
            raise ValueError(self.tr("Enter a number, or leave this empty.")) from None
        return int(number) if number.is_integer() else number

    def fill_in(self, value: object) -> None:
        self.box.setText("" if value is None or value is Unset.DEFAULT else str(value))

"""How the model thinks before it answers, and other arguments of its template; where it can."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from app.domain.chat_options import NO_BUDGET
from app.errors import InvalidSettings, lazy
from app.widgets.chat_panel.changes import (
    THINKING_BUDGET,
    THINKING_EFFORT,
    THINKING_ON,
    Unset,
    argument_name,
)
from app.widgets.chat_panel.fold import FoldSection
from app.widgets.kit.controls import MutedLabel
from app.widgets.kit.form_rows import ChoiceRow, FormRow, LineRow, NumberRow, Reading, Scale
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.translation import fill

MAX_BUDGET = 1 << 20
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

    def __init__(self, on_row: Callable[[FormRow], None]) -> None:
        self._on_row = on_row
        self._choices = ThinkingChoices()
        self._argument_rows: list[FormRow] = []
        self.switch = ChoiceRow(THINKING_ON, self.tr("Thinking"), none=Unset.DEFAULT)
        self.effort = ChoiceRow(THINKING_EFFORT, self.tr("Effort"), none=Unset.DEFAULT)
        self.budget = NumberRow(
            THINKING_BUDGET,
            self.tr("Thinking budget"),
            self.tr("Tokens of thinking after which the model has to answer."),
            scale=Scale(0, MAX_BUDGET, BUDGET_STEP),
            none_word=self.tr("No limit"),
            none=NO_BUDGET,
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

    def argument_rows(self) -> tuple[FormRow, ...]:
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
        self._offer(self.switch, (True, False), choices.is_on)
        self._offer(self.effort, choices.efforts, choices.effort)
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

    def _argument_row(self, argument: ArgumentChoice) -> FormRow:
        name = argument_name(argument.name)
        text = (
            argument.name.replace("_", " "),
            fill(self.tr("The argument “{name}” of the chat template."), name=argument.name),
        )
        if not argument.values:
            reading = Reading(_typed_number if argument.is_number else _typed_text, _written)
            return LineRow(name, *text, hint=self.tr("Default"), reading=reading, is_wide=False)
        row = ChoiceRow(name, *text, none=Unset.DEFAULT)
        self._offer(row, argument.values, None)
        return row

    def _offer(self, row: ChoiceRow, values: tuple[object, ...], default: object) -> None:
        """Offer these values, and the default by its word where it is known."""
        word = self.tr("Default")
        if default in values:
            word = fill(self.tr("Default ({value})"), value=self._word(default))
        row.begin()  # the list is another one, so what it shows is chosen again
        row.set_choices(((None, word), *((each, self._word(each)) for each in values)))

    def _word(self, value: object) -> str:
        if isinstance(value, bool):
            return self.tr("On") if value else self.tr("Off")
        return str(value)


def _typed_text(text: str) -> object:
    return text.strip() or Unset.DEFAULT


def _typed_number(text: str) -> object:
    if not text.strip():
        return Unset.DEFAULT
    try:
        number = float(text)
        return int(number) if number.is_integer() else number
    except ValueError as error:
        raise InvalidSettings(lazy("Enter a number, or leave this empty.")) from error


def _written(value: object) -> str:
    return "" if value in (None, Unset.DEFAULT) else str(value)

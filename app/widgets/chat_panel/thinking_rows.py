"""The section with thinking options and arguments of the chat template."""

from collections.abc import Callable

import msgspec
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
from app.widgets.kit.controls import MutedLabel
from app.widgets.kit.fold import FoldSection
from app.widgets.kit.form_rows import (
    ChoiceRow,
    FormRow,
    LineRow,
    NumberRow,
    Reading,
    Scale,
    written_value,
)
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.translation import fill

MAX_BUDGET = 1 << 20
BUDGET_STEP = 256


class ArgumentChoice(msgspec.Struct, frozen=True):
    """An argument of the chat template: one of ``values``, a number, or any text."""

    name: str
    values: tuple[object, ...] = ()
    is_number: bool = False


class ThinkingChoices(msgspec.Struct, frozen=True):
    """The options that the model supports; empty without a model or without options.

    Attributes:
        is_on, effort, budget: the defaults of the model; None if unknown.
        is_costly: a change alters the beginning of the prompt, so the whole prompt is read again.
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
        """Return whether the model supports no options."""
        return not (self.can_switch or self.efforts or self.has_budget or self.arguments)


class ThinkingSection(FoldSection):
    """Shows the options that the model supports.

    ``on_row`` is called with each new row for an argument of the chat template.
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
            self.tr("The number of thinking tokens after which the model has to answer."),
            scale=Scale(0, MAX_BUDGET, BUDGET_STEP),
            none_word=self.tr("No limit"),
            none=NO_BUDGET,
        )
        self._cost = MutedLabel(
            self.tr("After a change, the model reads the whole chat again."), wraps=True
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
        """Return the rows for the arguments of the chat template."""
        return tuple(self._argument_rows)

    def set_choices(self, choices: ThinkingChoices) -> None:
        """Show the options that a model supports."""
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
        """Set the choices of a row: the default, with its value if known, and these values."""
        word = self.tr("Default")
        if default in values:
            word = fill(self.tr("Default ({value})"), value=self._word(default))
        row.begin()  # the choices are new, so the value has to be selected again
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
    return written_value(None if value is Unset.DEFAULT else value)

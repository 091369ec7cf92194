"""One question asked in many ways, or many questions in one way, and what was answered."""

import enum
import itertools
import json
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from datetime import datetime

import msgspec

from app.domain.conversations import ConversationOptions
from app.domain.messages import MessageStatus
from app.domain.usage import ReplyUsage
from app.machines.model import Route

MAX_CELLS = 32
MAX_ROWS = 10_000  # of a list of questions


class ComparisonKind(enum.Enum):
    """What its cells differ in; stored by name."""

    CELLS = "cells"  # one question, asked in many ways
    ROWS = "rows"  # many questions, asked in one way


@dataclass(frozen=True, slots=True)
class CellSource:
    """The version of a source that a cell begins in; with ``source_id`` empty it is in none.

    ``name`` is what the source was called then, for when it is deleted.
    """

    source_id: str = ""
    number: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class CellOptions:
    """How a cell is asked; None is what its chat, else the settings say."""

    source: CellSource | None = None
    preset_name: str | None = None
    system_prompt: str | None = None
    temperature: float | None = None
    seed: int | None = None
    route: Route | None = None

    def over(self, options: ConversationOptions) -> ConversationOptions:
        """Return a chat's options with what is set here in their place, but for the source."""
        chat = options.chat
        if self.temperature is not None:
            chat = chat.with_sampling("temperature", self.temperature)
        if self.seed is not None:
            chat = chat.with_sampling("seed", self.seed)
        if self.route is not None:
            chat = replace(chat, route=self.route)
        preset = options.preset_name if self.preset_name is None else self.preset_name
        prompt = options.system_prompt if self.system_prompt is None else self.system_prompt
        return replace(options, chat=chat, preset_name=preset, system_prompt=prompt)


@dataclass(frozen=True, slots=True)
class ComparisonAxes:
    """What is to be compared: every value of each axis with every one of the others.

    An axis without values adds no cells. Sources come first: the cells of one are asked one after
    the other, so that they find its text in the slots.
    """

    sources: tuple[CellSource | None, ...] = ()
    preset_names: tuple[str | None, ...] = ()
    system_prompts: tuple[str | None, ...] = ()
    temperatures: tuple[float | None, ...] = ()
    seeds: tuple[int | None, ...] = ()
    routes: tuple[Route | None, ...] = ()

    @property
    def count(self) -> int:
        """Return how many cells there are, also where these are more than may be."""
        count = 1
        for each in fields(self):
            count *= len(getattr(self, each.name)) or 1
        return count

    def cells(self) -> tuple[CellOptions, ...]:
        """Return the cells in the order of the axes, at most ``MAX_CELLS``."""
        axes = [getattr(self, each.name) or (None,) for each in fields(self)]
        combined = itertools.islice(itertools.product(*axes), MAX_CELLS)
        return tuple(CellOptions(*values) for values in combined)


@dataclass(frozen=True, slots=True)
class ComparisonCell:
    """One answer, or the place of one.

    Attributes:
        position: counted from 0.
        status: None until it is asked.
        question: of a row; empty where the comparison has one for all.
        note: says in words why the answer is not complete.
    """

    id: int
    position: int
    options: CellOptions = field(default_factory=CellOptions)
    question: str = ""
    status: MessageStatus | None = None
    text: str = ""
    reasoning: str = ""
    note: str = ""
    usage: ReplyUsage | None = None

    @property
    def is_open(self) -> bool:
        """Return whether it was not asked, or was cut short by the end of the program."""
        return self.status in (None, MessageStatus.INTERRUPTED)

    @property
    def has_answer(self) -> bool:
        """Return whether it has ended with a text that can be taken."""
        return bool(self.text) and self.status not in (None, MessageStatus.STREAMING)

    def emptied(self) -> "ComparisonCell":
        """Return it as it was before it was asked."""
        return ComparisonCell(self.id, self.position, self.options, self.question)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A question, or a list of them, with its cells.

    Attributes:
        title: the first words of the question, or the name of the list.
        question: of all cells; empty where each has its own.
        conversation_id, message_id: the chat and the message of it that is asked again; None
            where the question is asked without a chat.
        is_stopped: the user has stopped it, so that no start goes on with it.
        consents: addresses that the user has agreed to have it sent to.
    """

    id: str
    kind: ComparisonKind
    title: str
    question: str
    created_at: datetime
    conversation_id: str | None = None
    message_id: int | None = None
    is_stopped: bool = False
    consents: tuple[str, ...] = ()
    cells: tuple[ComparisonCell, ...] = ()


@dataclass(frozen=True, slots=True)
class ComparisonSummary:
    """A comparison in a list; ``ended_count`` of its cells need not be asked any more."""

    id: str
    kind: ComparisonKind
    title: str
    created_at: datetime
    cell_count: int
    ended_count: int
    is_stopped: bool = False


@dataclass(frozen=True, slots=True)
class QuestionTable:
    """Rows of a CSV file; ``head`` is its first row, ``is_cut`` that there were more rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    is_cut: bool = False

    def column(self, number: int, *, has_head: bool) -> tuple[str, ...]:
        """Return what stands in a column, without empty cells."""
        rows = self.rows if has_head else (self.head, *self.rows)
        return questions_of(row[number] for row in rows if number < len(row))


def questions_of(lines: Iterable[str]) -> tuple[str, ...]:
    """Return questions without blanks around them, and without empty ones."""
    return tuple(text for text in (line.strip() for line in lines) if text)


def packed_cell_options(options: CellOptions) -> str:
    """Return options as JSON, as a column keeps them; empty where nothing is set."""
    values = msgspec.to_builtins(options).items()
    set_values = {name: value for name, value in values if value is not None}
    return json.dumps(set_values, ensure_ascii=False) if set_values else ""


def unpacked_cell_options(text: str) -> CellOptions:
    """Return the options of a JSON text; of one that can't be understood nothing is set."""
    try:
        return msgspec.json.decode(text or "{}", type=CellOptions)
    except (msgspec.DecodeError, UnicodeError):
        return CellOptions()


def packed_usage(usage: ReplyUsage | None) -> str:
    """Return what an answer cost as JSON; empty where that is unknown."""
    return "" if usage is None else msgspec.json.encode(usage).decode()


def unpacked_usage(text: str) -> ReplyUsage | None:
    """Return what an answer cost, as a JSON text says; None where it can't be understood."""
    try:
        return msgspec.json.decode(text, type=ReplyUsage) if text.strip() else None
    except (msgspec.DecodeError, UnicodeError):
        return None

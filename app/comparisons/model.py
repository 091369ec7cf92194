"""Comparisons: one question asked in many ways, or many questions in one way."""

import enum
import itertools
import json
from collections.abc import Iterable
from datetime import datetime

import msgspec
from msgspec.structs import replace

from app.domain.chat_options import ChatModel
from app.domain.conversations import ConversationOptions
from app.domain.messages import MessageStatus
from app.domain.usage import ReplyUsage
from app.machines.model import HERE, Route

MAX_CELLS = 32
# In order: "instruction" before "input" and "text" as data sets with both have the question there.
QUESTION_HEADINGS = (
    *("question", "questions", "prompt", "prompts", "query", "instruction", "problem"),
    *("frage", "fragen", "input", "text"),
)
MAX_SAMPLED_ROWS, MAX_SAMPLED_CHARS = 100, 1000  # characters of each cell
MAX_ROWS = 10_000  # of a list of questions


class ComparisonKind(enum.Enum):
    """The difference between the cells of a comparison; stored by name."""

    CELLS = "cells"  # one question, asked in many ways
    ROWS = "rows"  # many questions, asked in one way


class CellSource(msgspec.Struct, frozen=True):
    """The version of a source that a cell begins in; none if ``source_id`` is empty.

    ``name`` is the name of the source at that time, in case it is deleted.
    """

    source_id: str = ""
    number: int = 0
    name: str = ""


class CellOptions(msgspec.Struct, frozen=True):
    """The options of a cell; None means the value of its chat, else of the settings.

    Attributes:
        model: of this computer; ``route`` is this computer then.
    """

    source: CellSource | None = None
    preset_name: str | None = None
    system_prompt: str | None = None
    temperature: float | None = None
    seed: int | None = None
    route: Route | None = None
    model: ChatModel | None = None

    def over(self, options: ConversationOptions) -> ConversationOptions:
        """Return a chat's options, overridden by those set here, except for the source."""
        chat = options.chat
        if self.temperature is not None:
            chat = chat.with_sampling("temperature", self.temperature)
        if self.seed is not None:
            chat = chat.with_sampling("seed", self.seed)
        if self.route is not None:
            chat = replace(chat, route=self.route)
        model = options.model if self.model is None else self.model
        preset = options.preset_name if self.preset_name is None else self.preset_name
        prompt = options.system_prompt if self.system_prompt is None else self.system_prompt
        return replace(options, chat=chat, preset_name=preset, system_prompt=prompt, model=model)


class ComparisonAxes(msgspec.Struct, frozen=True):
    """The axes of a comparison; there is one cell for each combination of their values.

    An axis without values adds no cells. Sources come first: the cells of a source are asked in
    sequence, so that they reuse its text in the slots.
    """

    sources: tuple[CellSource | None, ...] = ()
    preset_names: tuple[str | None, ...] = ()
    system_prompts: tuple[str | None, ...] = ()
    temperatures: tuple[float | None, ...] = ()
    seeds: tuple[int | None, ...] = ()
    models: tuple[Route | ChatModel | None, ...] = ()  # of other machines and of this computer

    @property
    def count(self) -> int:
        """Return the number of combinations, which may exceed ``MAX_CELLS``."""
        count = 1
        for name in self.__struct_fields__:
            count *= len(getattr(self, name)) or 1
        return count

    def cells(self) -> tuple[CellOptions, ...]:
        """Return the cells in the order of the axes, at most ``MAX_CELLS``."""
        axes = [getattr(self, name) or (None,) for name in self.__struct_fields__]
        combined = itertools.islice(itertools.product(*axes), MAX_CELLS)
        return tuple(_options(*values) for values in combined)


def _options(
    source: CellSource | None,
    preset_name: str | None,
    system_prompt: str | None,
    temperature: float | None,
    seed: int | None,
    model: Route | ChatModel | None,
) -> CellOptions:
    """Return the options of one combination."""
    route = HERE if isinstance(model, ChatModel) else model
    own = model if isinstance(model, ChatModel) else None
    return CellOptions(source, preset_name, system_prompt, temperature, seed, route, own)


class ComparisonCell(msgspec.Struct, frozen=True):
    """One answer of a comparison, or its place.

    Attributes:
        position: counted from 0.
        status: None until it is asked.
        question: the question of a row; empty if all cells have the same question.
        note: why the answer is incomplete, in a sentence.
    """

    id: int
    position: int
    options: CellOptions = msgspec.field(default_factory=CellOptions)
    question: str = ""
    status: MessageStatus | None = None
    text: str = ""
    reasoning: str = ""
    note: str = ""
    usage: ReplyUsage | None = None

    @property
    def is_open(self) -> bool:
        """Return whether it was not asked, or was interrupted by the end of the program."""
        return self.status in (None, MessageStatus.INTERRUPTED)

    @property
    def has_answer(self) -> bool:
        """Return whether it has ended with a text."""
        return bool(self.text) and self.status not in (None, MessageStatus.STREAMING)

    def emptied(self) -> "ComparisonCell":
        """Return it without an answer."""
        return ComparisonCell(self.id, self.position, self.options, self.question)


class Comparison(msgspec.Struct, frozen=True):
    """A question, or a list of them, with its cells.

    Attributes:
        title: the first words of the question, or the name of the list.
        question: the question of all cells; empty if each cell has its own.
        conversation_id, message_id: the chat and the message that is asked again; None without
            a chat.
        is_stopped: the user has stopped it, so that it does not continue at the next start.
        consents: addresses that the user has agreed to send it to.
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


class ComparisonSummary(msgspec.Struct, frozen=True):
    """A comparison in a list; ``ended_count`` is the number of finished cells."""

    id: str
    kind: ComparisonKind
    title: str
    created_at: datetime
    cell_count: int
    ended_count: int
    is_stopped: bool = False


class QuestionTable(msgspec.Struct, frozen=True):
    """Rows of a CSV file; ``head`` is its first row, ``is_cut`` whether rows were dropped."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    is_cut: bool = False

    def column(self, number: int, *, has_head: bool) -> tuple[str, ...]:
        """Return the cells of a column, without empty ones."""
        rows = self.rows if has_head else (self.head, *self.rows)
        return questions_of(row[number] for row in rows if number < len(row))

    def likely_column(self) -> int:
        """Return the column of the questions: by its heading, else the one with most text."""
        names = [name.strip().casefold() for name in self.head]
        for wanted in QUESTION_HEADINGS:
            if wanted in names:
                return names.index(wanted)
        rows = self.rows[:MAX_SAMPLED_ROWS]
        lengths = [
            sum(min(len(row[number]), MAX_SAMPLED_CHARS) for row in rows if number < len(row))
            for number in range(len(self.head))
        ]
        return lengths.index(max(lengths)) if lengths else 0


def questions_of(lines: Iterable[str]) -> tuple[str, ...]:
    """Return the non-empty questions, stripped of surrounding blanks."""
    return tuple(text for text in (line.strip() for line in lines) if text)


def packed_cell_options(options: CellOptions) -> str:
    """Return options as JSON for the database; an empty string if nothing is set."""
    values = msgspec.to_builtins(options).items()
    set_values = {name: value for name, value in values if value is not None}
    return json.dumps(set_values, ensure_ascii=False) if set_values else ""


def unpacked_cell_options(text: str) -> CellOptions:
    """Return the options of a JSON text; no options if it is invalid."""
    try:
        return msgspec.json.decode(text or "{}", type=CellOptions)
    except (msgspec.DecodeError, UnicodeError):
        return CellOptions()


def packed_usage(usage: ReplyUsage | None) -> str:
    """Return the usage of an answer as JSON; an empty string if it is unknown."""
    return "" if usage is None else msgspec.json.encode(usage).decode()


def unpacked_usage(text: str) -> ReplyUsage | None:
    """Return the usage of an answer from JSON; None if it is invalid."""
    try:
        return msgspec.json.decode(text, type=ReplyUsage) if text.strip() else None
    except (msgspec.DecodeError, UnicodeError):
        return None

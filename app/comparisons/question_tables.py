"""Comparisons as Markdown and CSV, and lists of questions from CSV."""

import csv
import io
from collections.abc import Sequence

from app.comparisons.model import (
    MAX_ROWS,
    CellOptions,
    CellSource,
    Comparison,
    ComparisonCell,
    QuestionTable,
)

MAX_CHARS = 16_000_000  # characters of a pasted list or a file
_MAX_COLUMNS = 256
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_HEAD = (
    *("question", "source", "preset", "system prompt", "temperature", "seed", "model"),
    *("answer", "status"),
)
_FIGURES = ("prompt tokens", "answer tokens", "tokens per second", "note")


def read_table(text: str, *, is_cut: bool = False) -> QuestionTable:
    """Return at most ``MAX_ROWS`` rows of CSV, separated by commas, semicolons or tabs.

    Wrong quoting is read literally; nothing fails. If the text ``is_cut``, the incomplete last row
    is dropped.
    """
    # A field may be as long as the whole file, which comes from an unknown program.
    csv.field_size_limit(MAX_CHARS)
    is_cut = is_cut or len(text) > MAX_CHARS
    text = text[:MAX_CHARS].lstrip("\ufeff").replace("\0", "")
    # By the first line only: answers in the cells below may have more commas than columns.
    first_line = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first_line.count)
    rows: list[tuple[str, ...]] = []
    is_full = False
    for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
        if not any(each.strip() for each in row):
            continue
        if len(rows) > MAX_ROWS:
            is_full = True
            break
        rows.append(tuple(row[:_MAX_COLUMNS]))
    if is_cut and not is_full:
        del rows[-1:]
    return QuestionTable(rows[0] if rows else (), tuple(rows[1:]), is_cut or is_full)


def to_csv(comparison: Comparison) -> str:
    """Return all cells as CSV; text that looks like a formula is escaped."""
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow((*_HEAD, *_FIGURES))
    for cell in comparison.cells:
        writer.writerow([_guarded(each) for each in _row(comparison, cell)])
    return file.getvalue()


def to_markdown(comparison: Comparison) -> str:
    """Return the question, or each question of a list, with its answers."""
    parts = [f"# {comparison.title or 'Comparison'}"]
    if comparison.question:
        parts.append(_quoted(comparison.question))
    for cell in comparison.cells:
        parts.append(f"## {cell.position + 1}. {_way(cell.options)}".rstrip(". "))
        if cell.question:
            parts.append(_quoted(cell.question))
        parts += [each for each in (cell.text, f"*{cell.note}*" if cell.note else "") if each]
    return "\n\n".join(parts) + "\n"


def _row(comparison: Comparison, cell: ComparisonCell) -> Sequence[str]:
    options, usage = cell.options, cell.usage
    speed = None if usage is None else usage.tokens_per_second
    model = "" if options.route is None else options.route.model
    return (
        cell.question or comparison.question,
        "" if options.source is None else _source(options.source),
        options.preset_name or "",
        options.system_prompt or "",
        "" if options.temperature is None else f"{options.temperature:g}",
        "" if options.seed is None else str(options.seed),
        model or ("" if usage is None else usage.model_name),
        cell.text,
        "open" if cell.status is None else cell.status.value,
        "" if usage is None else str(usage.prompt_tokens),
        "" if usage is None else str(usage.reply_tokens),
        "" if speed is None else f"{speed:.1f}",
        cell.note,
    )


def _source(source: CellSource) -> str:
    if not source.source_id:
        return "no source"
    return f"{source.name}, version {source.number}" if source.number > 1 else source.name


def _guarded(text: str) -> str:
    """Return a field with a quote in front if a spreadsheet would run it as a formula."""
    return f"'{text}" if text.lstrip(" \n").startswith(_FORMULA) else text


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def _way(options: CellOptions) -> str:
    parts = [] if options.source is None else [_source(options.source)]
    parts += [options.preset_name or ""]
    parts += [] if options.temperature is None else [f"temperature {options.temperature:g}"]
    parts += [] if options.seed is None else [f"seed {options.seed}"]
    parts += [options.route.model] if options.route is not None and options.route.model else []
    parts += [" ".join((options.system_prompt or "").split())[:60]]
    return ", ".join(each for each in parts if each)

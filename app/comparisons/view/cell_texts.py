"""Texts about a cell: its options, its state and its usage."""

from collections.abc import Mapping

from app.comparisons.model import CellOptions, CellSource, ComparisonCell
from app.domain.messages import MessageStatus
from app.domain.tabs import TabActivity, TabState
from app.domain.usage import ReplyUsage
from app.machines.model import Route
from app.widgets.kit.senses import media_text
from app.widgets.kit.text import format_number
from app.widgets.kit.translation import fill, translate, translated
from app.widgets.markdown.safe_text import (
    cut_for_drawing,
    with_broken_lines,
    with_hidden_marked,
)

_SHOWN_PROMPT = 60


def way_text(options: CellOptions, model_names: Mapping[Route, str]) -> str:
    """Return the options of a cell as a short text; empty if it sets none."""
    parts = [] if options.source is None else [source_text(options.source)]
    parts += [] if options.preset_name is None else [options.preset_name]
    if options.temperature is not None:
        text = translate("Comparison", "temperature {value}")
        decimals = 1 if round(options.temperature, 1) == options.temperature else 2
        parts.append(fill(text, value=format_number(options.temperature, decimals)))
    if options.seed is not None:
        parts.append(fill(translate("Comparison", "seed {number}"), number=options.seed))
    if options.model is not None:
        parts.append(options.model.name)
    elif options.route is not None:
        parts.append(model_names.get(options.route, options.route.model))
    if options.system_prompt is not None:
        prompt = " ".join(options.system_prompt[: 4 * _SHOWN_PROMPT].split())
        shown = prompt if len(prompt) <= _SHOWN_PROMPT else f"{prompt[:_SHOWN_PROMPT]}…"
        parts.append(f"“{shown}”" if shown else translate("Comparison", "no system prompt"))
    return " · ".join(each for each in parts if each)


def source_text(source: CellSource) -> str:
    """Return the name of a source, with the number of its version after the first."""
    if not source.source_id:
        return translate("Comparison", "no source")
    name = with_hidden_marked(source.name)
    if source.number < 2:
        return name
    text = translate("Comparison", "{name}, version {number}")
    return fill(text, name=name, number=source.number)


def drawn_text(text: str) -> str:
    """Return a text for drawing: without control characters or lines that are slow to lay out."""
    return with_hidden_marked(with_broken_lines(cut_for_drawing(text)))


def state_text(cell: ComparisonCell, state: TabState | None) -> str:
    """Return the state of a cell, with the reason if its answer is incomplete."""
    if cell.status is MessageStatus.STREAMING and state is not None:
        return _running_text(cell, state)
    label = {
        None: translate("Comparison", "Not asked yet"),
        MessageStatus.STREAMING: translate("Comparison", "Waiting…"),
        MessageStatus.COMPLETE: translate("Comparison", "Done"),
        MessageStatus.CANCELLED: translate("Comparison", "Stopped"),
        MessageStatus.FAILED: translate("Comparison", "Failed"),
        MessageStatus.INTERRUPTED: translate("Comparison", "Interrupted"),
    }[cell.status]
    return f"{label}. {translated(cell.note)}" if cell.note else label


def figures_text(usage: ReplyUsage | None) -> str:
    """Return tokens, speed and time of an answer, if they are known."""
    if usage is None or not usage.reply_tokens:
        return ""
    parts = [fill(translate("Comparison", "{count:,} tokens"), count=usage.reply_tokens)]
    speed = usage.tokens_per_second
    if speed is not None:
        text = translate("Comparison", "{speed} tokens/s")
        parts.append(fill(text, speed=format_number(speed, 1)))
    if usage.first_token_seconds is not None:
        seconds = usage.first_token_seconds + usage.decode_seconds
        text = translate("Comparison", "{seconds} s")
        parts.append(fill(text, seconds=format_number(seconds, 1)))
    return " · ".join(parts)


def _running_text(cell: ComparisonCell, state: TabState) -> str:
    if state.activity is TabActivity.READING and state.media is not None:
        return media_text(state.media)
    if state.activity is TabActivity.READING:
        text = translate("Comparison", "Reading… {percent}%")
        return fill(text, percent=int(100 * state.progress))
    if state.activity is not TabActivity.WRITING:
        return translate("Comparison", "Waiting…")
    if cell.reasoning and not cell.text:
        return translate("Comparison", "Thinking…")
    return translate("Comparison", "Writing…")

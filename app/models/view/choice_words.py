"""A model that can be chosen, in words: its state, its file, and whether it fits."""

from dataclasses import dataclass
from html import escape
from pathlib import Path, PurePath

from app.models.model import FitWord, ModelChoice, ModelFit, ModelPlace, ModelState
from app.widgets.kit.senses import sense_words
from app.widgets.kit.text import format_bytes
from app.widgets.kit.translation import fill, translate


@dataclass(frozen=True, slots=True)
class ChoiceWords:
    """What a row says of a model.

    Attributes:
        mark: its state, or whether it fits; at the end of the row.
        detail: the second line.
        spoken: all of it, for a screen reader.
    """

    mark: str
    detail: str
    tooltip: str
    spoken: str


def choice_words(model: ModelChoice) -> ChoiceWords:
    """Return what is said of a model."""
    mark = state_words(model.state)
    if not mark and model.route is None:
        mark = fit_words(model.fit.word)
    senses = sense_words(sees=model.sees, hears=model.hears)
    detail = " · ".join(part for part in (_where(model), _size(model), *senses) if part)
    reason = fit_reason(model.fit)
    tooltip = "".join(f"<p>{escape(part)}</p>" for part in (model.path, reason) if part)
    parts = (model.name, mark, _size(model), *senses, reason, heading_words(model))
    return ChoiceWords(mark, detail, tooltip, ", ".join(part for part in parts if part))


def heading_words(model: ModelChoice) -> str:
    """Return the heading above a model: its place, or its machine."""
    if model.route is None:
        return place_words(model.place)
    return fill(translate("ModelChoice", "On {machine}"), machine=model.machine)


def place_words(place: ModelPlace) -> str:
    """Return the heading above the models of a place."""
    return {
        ModelPlace.IN_USE: translate("ModelChoice", "In use"),
        ModelPlace.RECENT: translate("ModelChoice", "Recent"),
        ModelPlace.BUILT_IN: translate("ModelChoice", "Starter model"),
        ModelPlace.FOUND: translate("ModelChoice", "On this computer"),
        ModelPlace.REMOTE: translate("ModelChoice", "On other machines"),
    }[place]


def state_words(state: ModelState) -> str:
    """Return a state in words; empty where there is nothing to say."""
    return {
        ModelState.READY: "",
        ModelState.LOADING: translate("ModelChoice", "Loading …"),
        ModelState.LOADED: translate("ModelChoice", "Loaded"),
        ModelState.GONE: translate("ModelChoice", "File not found"),
        ModelState.DAMAGED: translate("ModelChoice", "Can't be used"),
        ModelState.IN_CHAT: translate("ModelChoice", "Answers this chat"),
        ModelState.OFFLINE: translate("ModelChoice", "Offline"),
    }[state]


def fit_words(word: FitWord) -> str:
    """Return in a word or two whether a model fits into memory."""
    return {
        FitWord.FITS: translate("ModelChoice", "Fits"),
        FitWord.TIGHT: translate("ModelChoice", "Tight"),
        FitWord.TOO_LARGE: translate("ModelChoice", "Too large"),
        FitWord.UNKNOWN: translate("ModelChoice", "Fit unknown"),
    }[word]


def fit_reason(fit: ModelFit) -> str:
    """Return why the word is what it is; empty where nothing is known."""
    if not fit.needed_bytes:
        return ""
    text = translate("ModelChoice", "Needs about {needed}; {free} of {total} memory are free.")
    if fit.may_use_gpu and fit.word is FitWord.UNKNOWN:
        text = translate(
            "ModelChoice",
            "Needs about {needed}; {free} of {total} memory are free. What the graphics card can "
            "hold is not counted.",
        )
    return fill(
        text,
        needed=format_bytes(fit.needed_bytes),
        free=format_bytes(fit.free_bytes),
        total=format_bytes(fit.total_bytes),
    )


def _where(model: ModelChoice) -> str:
    """Return the model's file, in the home folder as people write it, or its machine."""
    if model.route is not None:
        return model.host
    if model.path is None:
        return translate("ModelChoice", "Comes with Hubbub")
    path, home = PurePath(model.path), Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)


def _size(model: ModelChoice) -> str:
    if model.context_window is not None:
        text = translate("ModelChoice", "{count:,} tokens of context")
        return fill(text, count=model.context_window)
    return format_bytes(model.byte_count) if model.byte_count else ""

"""Texts about a model: its state, file, fit, folder and abilities."""

from html import escape
from pathlib import Path, PurePath

import msgspec

from app.models.library_model import LibraryModel, MemoryKind, ModelFileKind, ModelFolderKind
from app.models.model import FitWord, ModelChoice, ModelFit, ModelPlace, ModelState
from app.widgets.kit.senses import sense_words
from app.widgets.kit.text import format_bytes, format_number
from app.widgets.kit.translation import fill, translate


class ChoiceWords(msgspec.Struct, frozen=True):
    """The texts of a model's row.

    Attributes:
        mark: the state, or the fit, at the end of the row.
        detail: the second line.
        spoken: all texts, for a screen reader.
    """

    mark: str
    detail: str
    tooltip: str
    spoken: str


def choice_words(model: ModelChoice) -> ChoiceWords:
    """Return the texts of a model's row."""
    mark = state_words(model.state)
    if not mark and model.route is None:
        mark = fit_words(model.fit)
    senses = sense_words(sees=model.sees, hears=model.hears)
    uses = _uses(model)
    detail = " · ".join(part for part in (*uses, _where(model), _size(model), *senses) if part)
    reason = fit_reason(model.fit)
    tooltip = "".join(f"<p>{escape(part)}</p>" for part in (model.path, reason) if part)
    parts = (model.name, *uses, mark, _size(model), *senses, reason, heading_words(model))
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
    """Return the text of a state; empty for READY."""
    return {
        ModelState.READY: "",
        ModelState.LOADING: translate("ModelChoice", "Loading…"),
        ModelState.LOADED: translate("ModelChoice", "Loaded"),
        ModelState.GONE: translate("ModelChoice", "File not found"),
        ModelState.DAMAGED: translate("ModelChoice", "Can't be used"),
        ModelState.IN_CHAT: translate("ModelChoice", "Answers this chat"),
        ModelState.OFFLINE: translate("ModelChoice", "Offline"),
    }[state]


def fit_words(fit: ModelFit) -> str:
    """Return the text of a fit, and the expected speed if it is known."""
    words = {
        FitWord.FITS: translate("ModelChoice", "Fits"),
        FitWord.TIGHT: translate("ModelChoice", "Tight"),
        FitWord.TOO_LARGE: translate("ModelChoice", "Too large"),
        FitWord.UNKNOWN: translate("ModelChoice", "Fit unknown"),
    }[fit.word]
    if fit.word is FitWord.TOO_LARGE or not fit.words_per_second:
        return words
    return f"{words}, {speed_words(fit)}"


def speed_words(fit: ModelFit) -> str:
    """Return the expected speed of an answer, as "about 3 words/s: slow"; empty if unknown."""
    if not fit.words_per_second:
        return ""
    if round(fit.words_per_second) <= 1:
        return translate("ModelChoice", "1 word/s or less: very slow")
    text = translate("ModelChoice", "about {count} words/s")
    if fit.is_slow:
        text = translate("ModelChoice", "about {count} words/s: slow")
    return fill(text, count=format_number(fit.words_per_second))


def fit_colour(fit: ModelFit) -> str:
    """Return the name of the theme's colour for a fit; that of a slow model warns."""
    if fit.word is FitWord.FITS and fit.is_slow:
        return "warning"
    return {
        FitWord.FITS: "success",
        FitWord.TIGHT: "warning",
        FitWord.TOO_LARGE: "danger",
        FitWord.UNKNOWN: "muted",
    }[fit.word]


def fit_reason(fit: ModelFit) -> str:
    """Return the figures of a fit; empty if they are unknown."""
    if not fit.needed_bytes:
        return ""
    text = translate("ModelChoice", "Needs about {needed}; {free} of {total} memory free.")
    if fit.may_use_gpu and fit.word is FitWord.UNKNOWN:
        text = translate(
            "ModelChoice",
            "Needs about {needed}; {free} of {total} memory free. The memory of the graphics card "
            "is not counted.",
        )
    return fill(
        text,
        needed=format_bytes(fit.needed_bytes),
        free=format_bytes(fit.free_bytes),
        total=format_bytes(fit.total_bytes),
    )


def _where(model: ModelChoice) -> str:
    """Return the path of a model, with ``~`` for the home folder, or its machine."""
    if model.route is not None:
        return model.host
    if model.path is None:
        return translate("ModelChoice", "Comes with Hubbub")
    path, home = PurePath(model.path), Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)


def _uses(model: ModelChoice) -> list[str]:
    """Return the chats that use a model."""
    uses = []
    if model.is_in_chat:
        uses.append(translate("ModelChoice", "This chat"))
    if model.is_default:
        uses.append(translate("ModelChoice", "New chats"))
    return uses


def _size(model: ModelChoice) -> str:
    if model.context_window is not None:
        text = translate("ModelChoice", "{count:,} tokens of context")
        return fill(text, count=model.context_window)
    return format_bytes(model.byte_count) if model.byte_count else ""


_BILLION, _MILLION = 10**9, 10**6


def folder_words(kind: ModelFolderKind) -> str:
    """Return the name of the owner of a folder."""
    return {
        ModelFolderKind.OWN: translate("LocalModels", "Hubbub"),
        ModelFolderKind.ADDED: translate("LocalModels", "Your folders"),
        ModelFolderKind.LM_STUDIO: "LM Studio",
        ModelFolderKind.JAN: "Jan",
        ModelFolderKind.GPT4ALL: "GPT4All",
        ModelFolderKind.LLAMA_CPP: "llama.cpp",
        ModelFolderKind.HUGGING_FACE: translate("LocalModels", "Hugging Face cache"),
        ModelFolderKind.OLLAMA: "Ollama",
        ModelFolderKind.HOME: translate("LocalModels", "Models folder in your home"),
    }[kind]


def memory_words(kind: MemoryKind) -> str:
    """Return how a model remembers a chat; empty if unknown."""
    return {
        MemoryKind.UNKNOWN: "",
        MemoryKind.ATTENTION: translate(
            "LocalModels", "Every word of a chat; memory grows with its length"
        ),
        MemoryKind.SLIDING_WINDOW: translate(
            "LocalModels", "The last words in full, older ones in some layers only"
        ),
        MemoryKind.HYBRID: translate(
            "LocalModels", "A summary of fixed size, and every word in some layers"
        ),
        MemoryKind.RECURRENT: translate(
            "LocalModels", "A summary of fixed size, however long the chat is"
        ),
    }[kind]


def ability_words(model: LibraryModel) -> list[str]:
    """Return the abilities of a model other than chat."""
    if model.kind is ModelFileKind.EMBEDDING:
        return [translate("LocalModels", "embeddings only")]
    if model.kind is ModelFileKind.RERANKER:
        return [translate("LocalModels", "reranking only")]
    abilities = (
        (model.facts.can_switch_thinking, translate("LocalModels", "thinking")),
        (model.facts.can_use_tools, translate("LocalModels", "tools")),
    )
    senses = sense_words(sees=model.can_see, hears=model.can_hear)
    return [*(words for can, words in abilities if can), *senses]


def parameter_words(count: int) -> str:
    """Return a number of parameters in short form: 7.2 B, 135 M; empty for 0."""
    if count >= _BILLION:
        text = translate("LocalModels", "{count} B")
        return fill(text, count=format_number(count / _BILLION, 1))
    if count >= _MILLION:
        return fill(translate("LocalModels", "{count} M"), count=format_number(count / _MILLION))
    return ""


def detail_line(model: LibraryModel) -> str:
    """Return the second line of a model in the list."""
    facts = model.facts
    size = format_bytes(model.byte_count) if model.byte_count else ""
    parts = (parameter_words(facts.parameter_count), size, *ability_words(model))
    return " · ".join(part for part in parts if part)

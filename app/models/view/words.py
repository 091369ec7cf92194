"""Texts about a model on this computer: its folder, its kind, its abilities."""

from app.models.library_model import LibraryModel, MemoryKind, ModelFolderKind
from app.widgets.kit.senses import sense_words
from app.widgets.kit.text import format_bytes, format_number
from app.widgets.kit.translation import fill, translate

_BILLION, _MILLION = 10**9, 10**6


def folder_words(kind: ModelFolderKind) -> str:
    """Return which program's folder a model is in."""
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
    """Return how a model remembers a chat, and what that means; empty where nobody knows."""
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
    """Return what a model can do beside answering."""
    abilities = (
        (model.facts.can_switch_thinking, translate("LocalModels", "thinking")),
        (model.facts.can_use_tools, translate("LocalModels", "tools")),
    )
    senses = sense_words(sees=model.can_see, hears=model.can_hear)
    return [*(words for can, words in abilities if can), *senses]


def parameter_words(count: int) -> str:
    """Return a number of parameters as people write it: 7.2 B, 135 M; empty for none."""
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

"""How a model is used whose file has no chat template: one rule for all that load or show one.

A model that was trained to chat needs a template. If its file has lost it, ChatML is assumed, with
which most models without a well-known template were trained. A base model continues text; written
as a chat, it would continue the turn markers. Names tell the two apart: publishers add "Instruct",
"it" or "Chat" to the name of a chat model, and "Base" or "pt" to others, in the file's name, in
``general.name`` or in ``general.finetune``. If no name decides, the vocabulary does: a model whose
vocabulary has the markers of ChatML was trained with them.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePath

from engine.messages.metrics import ChatFormat, ModelTraining

_MAX_TEXT_LENGTH = 400
_ENDING = re.compile(r"\.gguf$", re.IGNORECASE)
_GAP = re.compile(r"[^a-z0-9.]+|\.(?!\d)")
_SIZE = re.compile(r"(?:\d+x)?[ae]?\d+(?:\.\d+)?[bm]")
# Whole words, and ends of words, as in "OpenChat" and "StableCode-Instruct".
_CHAT = re.compile(
    r".*(?:instruct|chat)|instruct(?:ion|ed)s?|instr|assistant|dpo|sft|rlhf|thinking|reasoning"
)
_BASE = re.compile(r"base|pretrained|pretrain|foundation")
# Only after a size: "gemma-2-2b-it" and "gemma-3-4b-pt", but not "Do-it" or "pt-BR".
_CHAT_AFTER_SIZE, _BASE_AFTER_SIZE = "it", "pt"


def named_training(file_name: str, values: Mapping[str, object]) -> ModelTraining:
    """Return what a file's name and its header's ``general`` keys say of the training.

    A name that says both, such as "Base-Instruct", belongs to a chat model.
    """
    finetune = _words(_text(values, "general.finetune"))
    names = (
        _words(_ENDING.sub("", PurePath(file_name).name)),
        _words(_text(values, "general.name")),
    )
    is_chat = any(map(_CHAT.fullmatch, finetune)) or _CHAT_AFTER_SIZE in finetune
    is_base = any(map(_BASE.fullmatch, finetune)) or _BASE_AFTER_SIZE in finetune
    for words in names:
        is_chat = is_chat or _says(words, _CHAT, _CHAT_AFTER_SIZE)
        is_base = is_base or _says(words, _BASE, _BASE_AFTER_SIZE)
    if is_chat:
        return ModelTraining.CHAT
    return ModelTraining.BASE if is_base else ModelTraining.UNKNOWN


def chat_format(training: ModelTraining, *, has_template: bool, knows_chatml: bool) -> ChatFormat:
    """Return how a model is used; ``knows_chatml`` is True if its vocabulary has the markers."""
    if has_template:
        return ChatFormat.OWN
    if training is ModelTraining.UNKNOWN:
        return ChatFormat.CHATML if knows_chatml else ChatFormat.CONTINUATION
    return ChatFormat.CHATML if training is ModelTraining.CHAT else ChatFormat.CONTINUATION


def _says(words: list[str], pattern: re.Pattern[str], after_size: str) -> bool:
    return any(map(pattern.fullmatch, words)) or _follows_size(words, after_size)


def _follows_size(words: Iterable[str], wanted: str) -> bool:
    has_size = False
    for word in words:
        if has_size and word == wanted:
            return True
        has_size = has_size or _SIZE.fullmatch(word) is not None
    return False


def _text(values: Mapping[str, object], key: str) -> str:
    value = values.get(key, "")
    return value if isinstance(value, str) else ""


def _words(text: str) -> list[str]:
    return [word for word in _GAP.split(text[:_MAX_TEXT_LENGTH].lower()) if word]

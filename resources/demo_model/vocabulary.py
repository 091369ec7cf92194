"""The byte-level vocabulary, and dialogues as its tokens."""

import pathlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from resources.demo_model.make_corpus import Message

MARKERS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
END_OF_TEXT, TURN_START, TURN_END = range(3)
CHAT_TEMPLATE = (
    "{% for message in messages %}"
    "{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] | trim + '<|im_end|>\\n' }}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)
_OTHERS_WEIGHT = 0.1
"""What a token of a question counts beside one of an answer: enough to learn how people ask."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a dialogue, and how much each counts in training."""

    ids: list[int]
    weights: list[float]


def train(texts: Iterable[str], size: int) -> Tokenizer:
    """Return a vocabulary of so many entries, the ChatML markers first."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=list(MARKERS),
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer


def load(path: pathlib.Path) -> Tokenizer:
    """Read a vocabulary that was saved."""
    return Tokenizer.from_file(str(path))


def restored(entries: Sequence[str], merges: Sequence[tuple[str, str]]) -> Tokenizer:
    """Return a vocabulary from its entries in the order of their ids, and its merges."""
    ids = {entry: number for number, entry in enumerate(entries)}
    tokenizer = Tokenizer(models.BPE(vocab=ids, merges=list(merges)))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens(list(MARKERS))
    return tokenizer


def encode(tokenizer: Tokenizer, dialogue: Sequence[Message]) -> Tokens:
    """Return the dialogue as ChatML tokens, its end marked."""
    tokens = Tokens([], [])
    newline = tokenizer.encode("\n").ids
    for message in dialogue:
        role = tokenizer.encode(f"{message.role}\n").ids
        text = tokenizer.encode(message.text.strip()).ids
        weight = 1.0 if message.role == "assistant" else _OTHERS_WEIGHT
        tokens.ids.extend([TURN_START, *role, *text, TURN_END, *newline])
        tokens.weights.extend([0.0] * (1 + len(role)) + [weight] * (len(text) + 1))
        tokens.weights.extend([0.0] * len(newline))
    tokens.ids.append(END_OF_TEXT)
    tokens.weights.append(0.0)
    return tokens

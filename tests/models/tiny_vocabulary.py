"""A small, real byte-level BPE vocabulary with ChatML control tokens and a chat template."""

from dataclasses import dataclass
from itertools import pairwise

from gguf import GGUFWriter, TokenType

CONTROL_TEXTS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")

CHAT_TEMPLATE = (
    "{% for message in messages %}"
    "{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>\n' }}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
THINKING_TEMPLATE = CHAT_TEMPLATE + (
    "{% if add_generation_prompt %}{{ '<think>\n' }}"
    "{% if enable_thinking is defined and not enable_thinking %}{{ '\n</think>\n\n' }}{% endif %}"
    "{% endif %}"
)

_TEXT_TO_LEARN_FROM = (
    "the quick brown fox jumps over the lazy dog and then the user asks the assistant about "
    "the weather in the system while there is another conversation that streams in another tab "
)


@dataclass(frozen=True, slots=True)
class TinyVocabulary:
    """Texts by id, their kinds, and the merges; control tokens come last."""

    texts: tuple[str, ...]
    merges: tuple[str, ...]
    control_count: int = len(CONTROL_TEXTS)

    @property
    def size(self) -> int:
        """Return the number of entries."""
        return len(self.texts)

    @property
    def kinds(self) -> list[int]:
        """Return the token type of each entry."""
        normal, control = int(TokenType.NORMAL), int(TokenType.CONTROL)
        return [normal] * (self.size - self.control_count) + [control] * self.control_count

    def write_to(
        self, writer: GGUFWriter, cut_like: str = "gpt-2", template: str = CHAT_TEMPLATE
    ) -> None:
        """Add the whole tokenizer to a GGUF file; ``cut_like`` names how words are cut."""
        writer.add_tokenizer_model("gpt2")
        writer.add_tokenizer_pre(cut_like)
        writer.add_token_list(list(self.texts))
        writer.add_token_types(self.kinds)
        writer.add_token_merges(list(self.merges))
        writer.add_bos_token_id(self.texts.index("<|endoftext|>"))
        writer.add_eos_token_id(self.texts.index("<|im_end|>"))
        writer.add_add_bos_token(False)
        writer.add_chat_template(template)


def tiny_vocabulary(
    merge_count: int = 120, control_texts: tuple[str, ...] = CONTROL_TEXTS
) -> TinyVocabulary:
    """Return 256 bytes, ``merge_count`` merges learned from a few words, and the control tokens."""
    letters = _letters_of_bytes()
    spellings = [tuple(letters[byte] for byte in f" {word}".encode()) for word in _training_words()]
    texts = [letters[byte] for byte in range(256)]
    merges: list[str] = []
    while len(merges) < merge_count:
        pair = _most_frequent_pair(spellings)
        if pair is None:
            break
        merges.append(" ".join(pair))
        texts.append("".join(pair))
        spellings = [_merged(word, pair) for word in spellings]
    return TinyVocabulary((*texts, *control_texts), tuple(merges), len(control_texts))


def _training_words() -> list[str]:
    return _TEXT_TO_LEARN_FROM.split()


def _letters_of_bytes() -> dict[int, str]:
    """Return GPT-2's printable stand-in for each byte."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    letters = {byte: chr(byte) for byte in printable}
    others = (byte for byte in range(256) if byte not in letters)
    return letters | {byte: chr(256 + index) for index, byte in enumerate(others)}


def _most_frequent_pair(spellings: list[tuple[str, ...]]) -> tuple[str, str] | None:
    counts: dict[tuple[str, str], int] = {}
    for word in spellings:
        for pair in pairwise(word):
            counts[pair] = counts.get(pair, 0) + 1
    return max(counts, key=lambda pair: (counts[pair], pair), default=None)


def _merged(word: tuple[str, ...], pair: tuple[str, str]) -> tuple[str, ...]:
    merged: list[str] = []
    for letter in word:
        if merged and (merged[-1], letter) == pair:
            merged[-1] += letter
        else:
            merged.append(letter)
    return tuple(merged)

"""What a header says of a network's shape, by the keys of its own architecture."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.gguf.header import GgufHeader, Number

MOST_LAYERS = 512  # LLAMA_MAX_LAYERS
_MOST = 1 << 31  # of any count: what is larger is no model, and must not become a huge sum


@dataclass(frozen=True, slots=True)
class Hyperparameters:
    """The numbers of one header; those that make no sense are taken to be absent."""

    header: GgufHeader

    @property
    def architecture(self) -> str:
        """Return the family, as "llama" or "gemma3"."""
        return str(self.header.values.get("general.architecture", ""))

    @property
    def block_count(self) -> int:
        """Return all of its layers, with those that only guess ahead."""
        return min(self.number("block_count") or 0, MOST_LAYERS)

    @property
    def layer_count(self) -> int:
        """Return the layers that every token goes through."""
        return max(0, self.block_count - (self.number("nextn_predict_layers") or 0))

    @property
    def width(self) -> int:
        """Return how many numbers stand for a token between two layers."""
        return self.number("embedding_length") or 0

    @property
    def vocabulary_size(self) -> int:
        """Return how many tokens it knows."""
        return self.header.lengths.get("tokenizer.ggml.tokens") or self.number("vocab_size") or 0

    def number(self, key: str) -> int | None:
        """Return a whole number under the architecture's prefix."""
        return _count(self.header.values.get(f"{self.architecture}.{key}"))

    def numbers(self, key: str) -> Sequence[Number]:
        """Return a list, as those with one number for each layer; empty where there is none."""
        return self.header.lists.get(f"{self.architecture}.{key}", ())

    def of_layer(self, key: str, layer: int) -> int | None:
        """Return a number that may differ from layer to layer."""
        listed = self.numbers(key)
        if listed:
            return _count(listed[layer]) if layer < len(listed) else 0
        return self.number(key)

    def most(self, key: str) -> int:
        """Return the largest of such numbers."""
        counts = (_count(each) or 0 for each in self.numbers(key))
        return max(counts, default=self.number(key) or 0)

    def heads(self, layer: int) -> int:
        """Return how many heads look at the past in a layer."""
        return self.of_layer("attention.head_count", layer) or 0

    def key_heads(self, layer: int) -> int:
        """Return how many heads have keys and values of their own in a layer."""
        said = self.of_layer("attention.head_count_kv", layer)
        return self.heads(layer) if said is None else said

    @property
    def is_latent(self) -> bool:
        """Return whether keys and values are one compressed row (MLA), which is kept once."""
        names = ("attention.key_length_mla", "attention.value_length_mla")
        return all(self.number(name) for name in names)

    def key_width(self, *, is_sliding: bool) -> int:
        """Return the numbers of one head's key."""
        return self._head_width("attention.key_length", is_sliding=is_sliding)

    def value_width(self, *, is_sliding: bool) -> int:
        """Return the numbers of one head's value."""
        return self._head_width("attention.value_length", is_sliding=is_sliding)

    def _head_width(self, key: str, *, is_sliding: bool) -> int:
        own = self.number(f"{key}_swa") if is_sliding else None
        width = self.width // max(1, self.heads(0))
        return own or self.number(key) or width


def _count(value: object) -> int | None:
    is_whole = isinstance(value, int) and 0 <= value < _MOST
    return int(value) if is_whole and isinstance(value, int) else None

"""The beginning that conversations have in common: what stands before the first turn."""

import hashlib
from collections.abc import Iterable, Mapping

from engine.kv.container import packed
from engine.kv.ram_tier import MIN_CACHED_TOKENS
from engine.text.prompt import Prompt

_PREFIX = "\0shared prompt "


def shared_prefix_length(prompt: Prompt) -> int:
    """Return how many tokens stand before the first turn, 0 where it is not worth keeping."""
    starts = prompt.turn_starts
    head = starts[0][0] if starts else 0
    return head if head >= MIN_CACHED_TOKENS else 0


def shared_key(prompt: Prompt, head: int) -> str | None:
    """Return the name under which this beginning is kept; None of nothing."""
    if not head:
        return None
    digest = hashlib.blake2b(packed(prompt.tokens[:head]), digest_size=20)
    return _PREFIX + digest.hexdigest()


def is_shared(conversation_id: str) -> bool:
    """Return whether the name is a beginning's and no conversation's."""
    return conversation_id.startswith(_PREFIX)


def unused_prefixes(beginnings: Mapping[str, bytes], held: Iterable[bytes]) -> list[str]:
    """Return the names of the beginnings that nothing held begins with; all tokens are packed."""
    everything = tuple(held)
    return [
        name
        for name, tokens in beginnings.items()
        if not any(each.startswith(tokens) for each in everything)
    ]

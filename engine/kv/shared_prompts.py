"""The beginning that conversations have in common: what stands before the first turn."""

import hashlib
from array import array

from engine.kv.tiers import SMALLEST_KEPT
from engine.text.prompt import Prompt

_PREFIX = "\0shared prompt "


def shared_head(prompt: Prompt) -> int:
    """Return how many tokens stand before the first turn, 0 where it is not worth keeping."""
    starts = prompt.turn_starts
    head = starts[0][0] if starts else 0
    return head if head >= SMALLEST_KEPT else 0


def shared_key(prompt: Prompt, head: int) -> str | None:
    """Return the name under which this beginning is kept; None of nothing."""
    if not head:
        return None
    tokens = array("i", prompt.tokens[:head]).tobytes()
    return _PREFIX + hashlib.blake2b(tokens, digest_size=20).hexdigest()


def is_shared(conversation_id: str) -> bool:
    """Return whether the name is a beginning's and no conversation's."""
    return conversation_id.startswith(_PREFIX)

"""The keys of cached states that are not conversations: shared prefixes, and sources.

Conversations share the tokens before the first turn, a system prompt. The state of a source is
stored as that of a conversation without replies.
"""

import hashlib
from collections.abc import Iterable, Mapping

from engine.kv.slot_copy import MIN_CACHED_TOKENS, pack_tokens
from engine.text.prompt import Prompt

# No conversation's id begins with a zero byte or contains such a prefix, so that all kinds of key
# fit into one table.
_SHARED_START = "\0shared prompt "
_SOURCE_START = "\0source "


def shared_prefix_length(prompt: Prompt) -> int:
    """Return the number of tokens before the first turn; 0 if they are too few to be cached."""
    starts = prompt.turn_starts
    length = starts[0][0] if starts else 0
    return length if length >= MIN_CACHED_TOKENS else 0


def shared_key(prompt: Prompt, length: int) -> str | None:
    """Return the cache key of this prefix, or None if it is empty."""
    if not length:
        return None
    digest = hashlib.blake2b(pack_tokens(prompt.tokens[:length]), digest_size=20)
    return _SHARED_START + digest.hexdigest()


def digest_of(key: str) -> str:
    """Return the digest in the key of a shared prefix."""
    return key.removeprefix(_SHARED_START)


def is_shared(key: str) -> bool:
    """Return whether a key is that of a shared prefix, not a conversation's id."""
    return key.startswith(_SHARED_START)


def unused_prefixes(prefixes: Mapping[str, bytes], conversations: Iterable[bytes]) -> list[str]:
    """Return the keys of the prefixes that no conversation begins with; all tokens are packed."""
    everything = tuple(conversations)
    return [
        key
        for key, tokens in prefixes.items()
        if not any(each.startswith(tokens) for each in everything)
    ]


def source_id(source_key: str) -> str:
    """Return the key under which the state of a source is stored."""
    return _SOURCE_START + source_key


def is_source(key: str) -> bool:
    """Return whether a state is that of a source."""
    return key.startswith(_SOURCE_START)


def source_key_of(key: str) -> str:
    """Return the source whose state is stored under a key; "" if it is not a source's."""
    return key.removeprefix(_SOURCE_START) if is_source(key) else ""

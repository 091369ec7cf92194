"""Finds how many tokens of a prompt are cached, and how a slot can be made to hold them."""

from collections.abc import Callable, Sequence

import msgspec

from engine.backend import Capabilities
from engine.kv.cache_keys import is_shared, is_source
from engine.kv.checkpoints import newest_within
from engine.kv.ram_tier import RamTier
from engine.kv.slot_copy import SlotCopy
from engine.messages.metrics import ReuseOrigin
from engine.scheduling.sliding import Discard, is_worth_moving
from engine.scheduling.slots import Slot, common_length
from engine.text.media_spans import clamped, position_of
from engine.text.prompt import KnownPrefix, Prompt

# Tokens by which a moved turn is found: a role marker and the first words. The tokens that are
# reused are compared one by one.
_PROBE = 24


class Match(msgspec.Struct, frozen=True):
    """The number of tokens of a prompt that a slot can be made to hold, and where they are.

    With a ``discard`` they are in the slot after turns that have to slide out first. ``key`` names
    the cached state that they are restored from.
    """

    token_count: int = 0
    origin: ReuseOrigin = ReuseOrigin.NOWHERE
    discard: Discard | None = None
    key: str | None = None


class Matcher:
    """Compares prompts with the tokens of slots, within the capabilities of the KV cache.

    ``can_truncate(slot, position)`` asks the backend whether a tail could be removed there. No
    match ends inside a picture.
    """

    def __init__(
        self,
        capabilities: Capabilities,
        can_truncate: Callable[[int, int], bool],
        tier: RamTier | None = None,
    ) -> None:
        self._capabilities = capabilities
        self._can_truncate = can_truncate
        self._tier = tier or RamTier(0)

    def match(self, slot: Slot, prompt: Prompt) -> Match:
        """Return the longest match of a slot; one token of the prompt is always left to decode."""
        plain = self._plain(slot, prompt)
        if not prompt.dropped_messages or not self._capabilities.can_slide:
            return plain
        # A prompt that dropped turns differs from the slot right after its head; sliding these
        # turns out may save all later tokens.
        return max(plain, _slid(slot, prompt), key=lambda match: match.token_count)

    def match_fork(self, donor: Slot, prompt: Prompt) -> Match:
        """Return the match of a copy of another slot."""
        return self._plain(donor, prompt) if self._capabilities.can_fork else Match()

    def match_stored(self, conversation_id: str, prompt: Prompt) -> Match:
        """Return the match of a cached state, such as that of a conversation without a slot."""
        copy = self._tier.get(conversation_id)
        if copy is None:
            return Match()
        counts = [point.token_count for point in copy.checkpoints]
        shared = self.usable(copy.tokens, counts, prompt)
        return Match(shared, _origin_of(copy), key=copy.key) if shared else Match()

    def match_shared(self, shared_key: str | None, prompt: Prompt) -> Match:
        """Return the match of a shared beginning: of a source or another chat's state."""
        return Match() if shared_key is None else self.match_stored(shared_key, prompt)

    def usable(self, stored: tuple[int, ...], point_counts: Sequence[int], prompt: Prompt) -> int:
        """Return how many tokens of a prompt a stored state with these checkpoints would spare."""
        tokens = prompt.tokens
        shared = clamped(min(common_length(stored, tokens), len(tokens) - 1), prompt.spans)
        if shared < len(stored) and self._capabilities.wants_checkpoints:
            # This KV cache can only go back to a checkpoint, not to any token.
            return max((count for count in point_counts if count <= shared), default=0)
        return shared

    def _plain(self, slot: Slot, prompt: Prompt) -> Match:
        shared = clamped(min(_shared_count(slot, prompt), len(prompt.tokens) - 1), prompt.spans)
        if shared == 0:
            return Match()
        if shared == len(slot.cached_tokens) or self._may_truncate(slot, shared):
            return Match(shared, ReuseOrigin.READY)
        point = newest_within(slot.checkpoints, shared)
        return Match() if point is None else Match(point.token_count, ReuseOrigin.READY)

    def _may_truncate(self, slot: Slot, token_count: int) -> bool:
        if slot.lent:  # the library must not be asked about it
            return not self._capabilities.wants_checkpoints
        return self._can_truncate(slot.index, position_of(token_count, slot.spans))


def _origin_of(copy: SlotCopy) -> ReuseOrigin:
    if is_shared(copy.key) or is_source(copy.key):
        return ReuseOrigin.SHARED_PROMPT
    return ReuseOrigin.DISK if copy.is_from_disk else ReuseOrigin.MEMORY


def _shared_count(slot: Slot, prompt: Prompt) -> int:
    """Return how many leading tokens a slot shares with a prompt, comparing none of them twice.

    It is called for every slot and every waiting request whenever a slot is free.
    """
    known = prompt.known_prefixes.get(slot.index)
    start = 0
    if known is not None and known.version == slot.version:
        if known.shared_count < known.compared_count:
            return known.shared_count
        start = known.shared_count
    shared = common_length(slot.cached_tokens, prompt.tokens, start)
    compared = min(len(slot.cached_tokens), len(prompt.tokens))
    prompt.known_prefixes[slot.index] = KnownPrefix(slot.version, compared, shared)
    return shared


def _slid(slot: Slot, prompt: Prompt) -> Match:
    """Return the match after removing the turns that the prompt has dropped from the slot."""
    cached_tokens, tokens = slot.cached_tokens, prompt.tokens
    same = _shared_count(slot, prompt)
    heads = [each for each in prompt.turn_starts if each[0] <= same]  # pinned turns among them
    head, message = heads[-1] if heads else (len(tokens), 0)
    start = _find(cached_tokens, tokens[head : head + _PROBE], head + 1)
    if start is None:
        return Match()
    moved = common_length(cached_tokens[start:], tokens[head:])
    shared = clamped(head + min(moved, len(tokens) - 1 - head), prompt.spans)
    has_media = any(head <= span.start < shared for span in prompt.spans)
    if not is_worth_moving(shared - head, has_media=has_media):
        return Match()
    discard = Discard(head, start - head, message)
    return Match(shared, ReuseOrigin.READY, discard)


def _find(cached_tokens: Sequence[int], wanted: tuple[int, ...], start: int) -> int | None:
    """Return the first position of ``wanted`` in the cached tokens from ``start`` on."""
    size = len(wanted)
    places = range(start, len(cached_tokens) - size + 1) if wanted else ()
    # Most places differ in the first token; a slice of each would take longer.
    firsts = (place for place in places if cached_tokens[place] == wanted[0])
    found = (place for place in firsts if tuple(cached_tokens[place : place + size]) == wanted)
    return next(found, None)

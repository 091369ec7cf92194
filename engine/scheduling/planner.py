"""Plans one step: each reply gets a token, and prompts get the time that is left.

A pure function of pending tokens and costs; it touches no model and no slot. The objects of each
step are msgspec structs: creating a frozen dataclass takes ten times as long.
"""

from collections.abc import Iterable, Sequence

import msgspec

from engine.kv.checkpoints import next_stop
from engine.scheduling.costs import MIN_SAMPLE_TOKENS, StepSeconds
from engine.scheduling.sequence import MAX_PASSED_OVER, SequenceState
from engine.scheduling.sequence import Sequence as Request
from engine.scheduling.slots import Slot
from engine.text.media_spans import Spans, next_edge, span_at

# Tokens of a reply in one call: the last sampled one and those that a grammar forces after it.
MAX_WRITTEN_TOKENS = 64
# Of a prompt, in a step that serves it, if they fit into half of the target.
MIN_PIECE_TOKENS = 16
_CAUTION = 0.8  # share of the time planned for prompts: a step that is too long delays every reply
_SLOW = 1.2  # ratio to the expected seconds from which decode calls shorten the pieces after them
SOLO_STEP_SECONDS = 0.5  # of a step for prompts alone: progress and Stop wait for its end


class Pending(msgspec.Struct, frozen=True):
    """A slot's tokens that are not in its KV yet; few if its reply is being written.

    ``passed_over`` is the number of steps since the last piece of its prompt, ``held`` the number
    of tokens in the slot. Prompts of a lower ``rank`` are served first. If it ``is_whole``, all its
    tokens are read in one piece.
    """

    slot: int
    token_count: int
    is_writing: bool
    is_focused: bool
    passed_over: int = 0
    held: int = 0
    rank: int = 0
    is_whole: bool = False


class PrefillPiece(msgspec.Struct, frozen=True):
    """The next ``token_count`` tokens of a slot's prompt."""

    slot: int
    token_count: int


class StepPlan(msgspec.Struct, frozen=True):
    """The slots that get a token and the pieces of the prefill call, both ascending."""

    decode_slots: tuple[int, ...]
    prefill: tuple[PrefillPiece, ...]


class StepLimits(msgspec.Struct, frozen=True):
    """Maximum tokens of a call and of a pass, and seconds of a step while replies are written."""

    batch_size: int
    micro_batch_size: int
    target_seconds: float

    def guaranteed_seconds(self, busy_seconds: float) -> float:
        """Return how long a prompt may be read even if no time is left, besides a row.

        It is the rest of the target, between a quarter and a half of it: a step of many writers is
        long without a prompt.
        """
        target = self.target_seconds
        return min(target / 2, max(target / 4, target - busy_seconds))


def pending_of(
    sequence: Request,
    slot: Slot,
    *,
    wants_checkpoints: bool,
    wants_shared: bool,
    focused: str | None,
) -> Pending:
    """Return the tokens of a running request that are computed next.

    With ``wants_shared`` they end with the shared prefix, when the slot is to be copied.
    """
    held, wanted = len(slot.cached_tokens), len(sequence.tokens)
    is_whole = False
    stop = next_stop(held, sequence.segment_ends, wanted) if wants_checkpoints else wanted
    if wants_shared:
        stop = min(stop, sequence.shared_prefix_length)
    if sequence.spans:
        stop, is_whole = _media_stop(held, stop, sequence.spans)
    return Pending(
        slot=slot.index,
        token_count=stop - held,
        is_whole=is_whole,
        # More are missing after a failed call or a slide: then it prefills again.
        is_writing=wanted - held <= (1 if sequence.spans else MAX_WRITTEN_TOKENS)
        and stop == wanted
        and sequence.state is SequenceState.DECODE,
        is_focused=sequence.conversation_id == focused,
        passed_over=sequence.passed_over,
        held=held,
        rank=sequence.urgency,
    )


def _media_stop(held: int, stop: int, spans: Spans) -> tuple[int, bool]:
    """Return where a call must end at the latest, and whether it must not end earlier."""
    span = span_at(held, spans)
    if span is not None:
        return span.end, not span.is_causal
    edge = next_edge(held, spans)
    return stop if edge is None else min(stop, edge), False


def plan(
    pending: Sequence[Pending], seconds: StepSeconds, limits: StepLimits, spent_seconds: float = 0.0
) -> StepPlan:
    """Return the next step; ``pending`` is in order of admission.

    ``spent_seconds`` of the step have passed already, in admission.

    Rank by rank, the focused prompt is served first and the others in order; each prompt served
    gets at least ``smallest_piece`` tokens. If the time is too short for all, they take turns:
    within a rank no prompt is passed over for more than ``MAX_PASSED_OVER`` steps and one for each
    other prompt.
    """
    # Decode first: one token for each reply is cheap, and users notice a reply that pauses. Slots
    # ascend: the library computes consecutive ones in one pass over the weights.
    decode_slots = tuple(sorted(each.slot for each in pending if each.is_writing))
    prompts = [each for each in pending if not each.is_writing]
    if not prompts:
        return StepPlan(decode_slots, ())
    prompts.sort(key=_turn)
    if decode_slots:
        busy = spent_seconds + sum(seconds(len(run)) for run in consecutive(decode_slots))
        left = _CAUTION * (limits.target_seconds - busy)
    else:
        busy = 0.0
        # Calls below one pass of the library are no cheaper than a whole pass.
        left = max(SOLO_STEP_SECONDS, seconds(0, limits.micro_batch_size, prompts[0].held))
    shares = _shares(prompts, left, seconds, limits, busy)
    pieces = [PrefillPiece(each.slot, share) for each, share in zip(prompts, shares, strict=False)]
    return StepPlan(decode_slots, tuple(sorted(pieces, key=lambda piece: piece.slot)))


def consecutive(indices: Iterable[int]) -> list[list[int]]:
    """Return ascending numbers in runs without gaps.

    With split KV the library computes consecutive slots in one pass over the weights.
    """
    runs: list[list[int]] = []
    for index in indices:
        if runs and index == runs[-1][-1] + 1:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def smallest_piece(
    prompt: Pending, seconds: StepSeconds, limits: StepLimits, busy_seconds: float = 0.0
) -> int:
    """Return the minimum number of tokens of a prompt in a step that serves it.

    ``busy_seconds`` of the step are used for other work.
    """
    if prompt.is_whole:
        return prompt.token_count
    return min(prompt.token_count, _guaranteed(prompt, seconds, limits, busy_seconds))


def _guaranteed(
    prompt: Pending, seconds: StepSeconds, limits: StepLimits, busy_seconds: float
) -> int:
    """Return how many tokens the first prompt gets even if no time is left."""
    # Its pass takes at least as long as a row, even with fewer tokens.
    allowed = limits.guaranteed_seconds(busy_seconds) + seconds(1)
    within = int(allowed / seconds(0, 1, prompt.held))
    return min(MIN_PIECE_TOKENS, limits.batch_size, max(MIN_SAMPLE_TOKENS, within))


def _turn(prompt: Pending) -> tuple[int, bool, bool, int]:
    is_due = prompt.passed_over >= MAX_PASSED_OVER
    return (prompt.rank, not is_due, not (prompt.is_focused or is_due), -prompt.passed_over)


def shortened(
    token_count: int, expected_seconds: float, taken_seconds: float, target_seconds: float
) -> int:
    """Return how many tokens of a piece to read if the decode calls before it were slow.

    They took ``taken_seconds`` instead of ``expected_seconds``. The computer may have become
    slower, which the averages follow within some steps; until then a piece would take as much
    longer, after a part of its time was used.
    """
    if not expected_seconds or taken_seconds < _SLOW * expected_seconds:
        return token_count
    left, planned = (
        max(target_seconds / 4, target_seconds - busy) for busy in (taken_seconds, expected_seconds)
    )
    share = left / planned * expected_seconds / taken_seconds
    return min(token_count, max(MIN_SAMPLE_TOKENS, int(share * token_count)))


def _pieces_seconds(pieces: Sequence[tuple[int, int]], seconds: StepSeconds) -> float:
    """Return the expected seconds of one call over pieces: (tokens, tokens held before).

    With split KV a pass of the library has equally many tokens of each of its slots: first as many
    as the shortest piece has, then as many as the next one has more, and so on. Few tokens of
    many slots cost as much as rows of that many replies.
    """
    total, done = 0.0, 0
    for count in sorted({count for count, _ in pieces}):
        helds = [held + done for each, held in pieces if each >= count]
        total += pass_seconds(count - done, helds, seconds)
        done = count
    return total


def pass_seconds(count: int, helds: Sequence[int], seconds: StepSeconds) -> float:
    """Return the expected seconds of ``count`` tokens of each of some slots with these tokens."""
    return max(sum(seconds(0, count, held) for held in helds), seconds(len(helds)))


def _shares(
    prompts: Sequence[Pending],
    within: float,
    seconds: StepSeconds,
    limits: StepLimits,
    busy_seconds: float,
) -> list[int]:
    """Return the tokens of each prompt that there is time for, in order; the first gets the rest.

    The others get their smallest piece. ``within`` are the seconds left, ``busy_seconds`` those
    used for other work. The tokens that a long prompt gets even if no time is left are shared by
    short prompts as long as the first one, since the library computes these in one pass; branches
    of one chat lack one token each. Each piece of another length costs one more pass.
    """
    shares: list[int] = []
    pieces: list[tuple[int, int]] = []
    room, taken, first = limits.batch_size, 0.0, prompts[0]
    guaranteed = 0 if first.is_whole else _guaranteed(first, seconds, limits, busy_seconds)
    most_seconds = limits.guaranteed_seconds(busy_seconds)
    for each in prompts:
        smallest = smallest_piece(each, seconds, limits, busy_seconds)
        pieces.append((smallest, each.held))
        total = _pieces_seconds(pieces, seconds)
        is_alike = smallest == each.token_count == first.token_count and not each.is_whole
        may_join = is_alike and sum(shares) + smallest <= guaranteed and total <= most_seconds
        if shares and (smallest > room or not (total <= within or may_join)):
            break
        if not shares:
            most_seconds += total
        shares.append(smallest)
        room, taken = room - smallest, total
    left, row = within - taken, seconds(1)
    for index, each in enumerate(prompts[: len(shares)]):
        spare = left
        if shares.count(shares[index]) > 1 and left < row:
            spare = 0.0  # further tokens would be computed in one more pass
        elif len(shares) == 1:  # its pass takes at least as long as a row, which is included
            spare += max(0.0, row - seconds(0, shares[index], each.held))
        fits = _tokens_within(spare, each.held, seconds, limits.batch_size)
        more = min(each.token_count - shares[index], fits, room)
        shares[index] += more
        room, left = room - more, left - seconds(0, more, each.held)
    return shares


def _tokens_within(spare: float, held: int, seconds: StepSeconds, most: int) -> int:
    """Return how many tokens can be read in the time; a token of a long piece costs less."""
    count = most
    for _ in range(2):
        count = max(1, int(spare * count / seconds(0, count, held)))
    return count if spare >= seconds(0, count, held) else 0

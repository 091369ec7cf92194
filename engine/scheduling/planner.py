"""Plans one step: everybody who writes gets a token, prompts get what time is left.

A pure function of what is pending and what things cost; it touches no model and no slot.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.scheduling.cost_model import TILE, CostModel

SMALLEST_PIECE = 16  # tokens that every prompt gets in each step, however short the time
STRETCH = 1.75  # targets that a step may take where that lets a prompt be read by the tile
SOLO_STEP_SECONDS = 0.5  # a prompt that disturbs nobody: progress and Stop still want a step


@dataclass(frozen=True, slots=True)
class Pending:
    """A slot's tokens that are not in its KV yet, one of them for a slot that is writing."""

    slot: int
    token_count: int
    is_writing: bool
    is_focused: bool


@dataclass(frozen=True, slots=True)
class PrefillPiece:
    """So many prompt tokens of a slot."""

    slot: int
    token_count: int


@dataclass(frozen=True, slots=True)
class StepPlan:
    """The slots of the decode call and the pieces of the prefill call, both ascending."""

    decode_slots: tuple[int, ...]
    prefill: tuple[PrefillPiece, ...]


@dataclass(frozen=True, slots=True)
class StepLimits:
    """What a step may take: tokens of a call, tokens of a pass, seconds while others write."""

    batch_size: int
    micro_batch_size: int
    target_seconds: float


def plan(pending: Sequence[Pending], costs: CostModel, limits: StepLimits) -> StepPlan:
    """Return the next step; ``pending`` is in order of admission.

    The focused prompt is served first and the others in order, but each prompt gets
    ``SMALLEST_PIECE`` tokens, or its part of the batch, so that all advance in every step.
    """
    decode_slots = tuple(sorted(each.slot for each in pending if each.is_writing))
    prompts = [each for each in pending if not each.is_writing]
    prompts.sort(key=lambda each: not each.is_focused)
    budget = _prefill_budget(len(decode_slots), costs, limits)
    pieces = _shares(prompts, budget, limits.batch_size)
    return StepPlan(decode_slots, tuple(sorted(pieces, key=lambda piece: piece.slot)))


def _prefill_budget(decode_count: int, costs: CostModel, limits: StepLimits) -> int:
    if decode_count == 0:
        solo = costs.prefill_tokens_within(SOLO_STEP_SECONDS)
        return min(limits.batch_size, max(limits.micro_batch_size, solo))
    decode_seconds = costs.decode_seconds(decode_count)
    budget = costs.prefill_tokens_within(limits.target_seconds - decode_seconds)
    if budget < TILE and decode_seconds + costs.tile_seconds <= STRETCH * limits.target_seconds:
        budget = TILE
    return min(limits.batch_size, budget)


def _shares(prompts: Sequence[Pending], budget: int, batch_size: int) -> list[PrefillPiece]:
    """Return the smallest piece for each prompt, and the rest of the budget first come."""
    smallest = min(SMALLEST_PIECE, batch_size // max(1, len(prompts)))
    shares = [min(each.token_count, smallest) for each in prompts]
    spare = min(batch_size, budget) - sum(shares)
    for index, each in enumerate(prompts):
        more = max(0, min(each.token_count - shares[index], spare))
        shares[index] += more
        spare -= more
    return [
        PrefillPiece(each.slot, share) for each, share in zip(prompts, shares, strict=True) if share
    ]

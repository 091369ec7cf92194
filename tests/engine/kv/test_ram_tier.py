"""The RAM tier holds the most recently used copies within its budget, and what was promised."""

from engine.kv.cached_state import CachedStates
from engine.kv.ram_tier import RamTier
from engine.kv.slot_copy import SlotCopy
from engine.messages.request_options import Rank


def _copy(key: str, size: int = 100) -> SlotCopy:
    return SlotCopy(key, (1, 2), (), b"x" * size)


def _keys(tier: RamTier) -> list[str]:
    return [copy.key for copy in tier.copies]


def test_the_least_recently_used_copy_is_evicted() -> None:
    evicted: list[SlotCopy] = []
    tier = RamTier(300, on_evicted=evicted.append)
    for key in "abc":
        tier.put(_copy(key))
    tier.use("a")
    tier.put(_copy("d"))
    assert _keys(tier) == ["c", "a", "d"]
    assert [copy.key for copy in evicted] == ["b"]
    assert tier.byte_count == 300


def test_a_copy_larger_than_the_budget_evicts_no_other() -> None:
    evicted: list[SlotCopy] = []
    tier = RamTier(250, on_evicted=evicted.append)
    tier.put(_copy("a"))
    tier.put(_copy("huge", 300))
    assert _keys(tier) == ["a"]
    assert [copy.key for copy in evicted] == ["huge"]


def test_a_promised_copy_stays_beyond_the_budget_until_it_is_released() -> None:
    tier = RamTier(100)
    tier.put(_copy("a"))
    tier.claim("a")
    tier.put(_copy("b"))
    assert _keys(tier) == ["a"]
    tier.clear()
    assert _keys(tier) == ["a"]
    tier.put(_copy("large", 300), is_claimed=True)
    assert _keys(tier) == ["a", "large"]
    tier.release("large")
    assert _keys(tier) == ["a"]


def test_a_taken_copy_is_nobodys_and_no_longer_promised() -> None:
    states = CachedStates()
    tier = RamTier(100, states)
    tier.put(_copy("a"), is_claimed=True)
    assert tier.pop("a") == _copy("a")
    assert tier.pop("a") is None
    assert tier.byte_count == 0
    state = states.at("a")
    assert state.is_empty
    assert not state.is_claimed


def _shared_tier(percent: int, *programs: str) -> RamTier:
    states = CachedStates()
    for key in programs:
        states.at(key).note_rank(Rank.PROGRAM)
    return RamTier(400, states, program_percent=percent)


def test_programs_take_what_the_window_leaves_and_no_more_than_their_share_else() -> None:
    tier = _shared_tier(25, "p", "q", "r")
    for key in ("a", "p", "b", "q", "r"):
        tier.put(_copy(key))
    assert _keys(tier) == ["a", "b", "q", "r"]
    tier.put(_copy("c"))
    assert _keys(tier) == ["a", "b", "r", "c"]
    tier.put(_copy("p"))
    assert _keys(tier) == ["a", "b", "c", "p"]


def test_a_promise_to_a_program_costs_the_window_no_more_than_the_share() -> None:
    tier = _shared_tier(25, "p")
    for key in ("a", "b", "c"):
        tier.put(_copy(key))
    tier.put(_copy("p", 300), is_claimed=True)
    assert _keys(tier) == ["a", "b", "c", "p"]
    tier.release("p")
    assert _keys(tier) == ["a", "b", "c"]

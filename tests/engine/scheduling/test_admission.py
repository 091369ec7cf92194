"""Who gets which slot, and that no request takes what another one was promised."""

from engine.scheduling.admission import MAX_OVERTAKEN, admit
from engine.scheduling.matching import Matcher
from engine.scheduling.sequence import Sequence
from engine.scheduling.slots import SlotPool, SlotState
from engine.text.prompt import Prompt, TokenizedPrompt
from engine.wire.sampling_params import SamplingParams
from tests.fakes.backend import PLAIN


def _request(number: int, conversation: str) -> Sequence:
    return Sequence(
        request_id=number,
        conversation_id=conversation,
        prompt=Prompt((1, 2, 3), 0, TokenizedPrompt()),
        sampling=SamplingParams(),
        arrived=0.0,
    )


def _pool(slot_count: int, *parked: str) -> SlotPool:
    pool = SlotPool(slot_count)
    for index, conversation in enumerate(parked):
        slot = pool.slots[index]
        pool.acquire(slot, _request(-index - 1, conversation))
        slot.cached_tokens.extend([9, index])
        pool.release(slot)
    return pool


_MATCHER = Matcher(PLAIN, lambda _slot, _count: True)


def _seats(pool: SlotPool, *waiting: Sequence) -> dict[int, int]:
    admissions = admit(waiting, pool, _MATCHER, most=len(pool.slots))
    return {each.sequence.request_id: each.slot.index for each in admissions}


def test_requests_take_the_lowest_free_slots_in_order_of_arrival() -> None:
    pool = _pool(3)
    requests = [_request(number, f"c{number}") for number in range(4)]
    assert _seats(pool, *requests) == {0: 0, 1: 1, 2: 2}


def test_a_conversation_gets_its_own_parked_slot_back() -> None:
    assert _seats(_pool(3, "a", "b"), _request(1, "b")) == {1: 1}


def test_a_claim_of_a_later_request_survives_the_evictions_of_an_earlier_one() -> None:
    """The seed's failing case: the new chat would have evicted the oldest slot, which is a's."""
    pool = _pool(2, "a", "b")
    assert _seats(pool, _request(1, "new"), _request(2, "a")) == {1: 1, 2: 0}


def test_the_least_recently_used_conversation_makes_room() -> None:
    pool = _pool(3, "a", "b", "c")
    pool.slots[0].last_used = 99
    assert _seats(pool, _request(1, "new")) == {1: 1}


def test_two_requests_of_one_conversation_never_run_together() -> None:
    pool = _pool(4)
    assert _seats(pool, _request(1, "a"), _request(2, "a"), _request(3, "b")) == {1: 0, 3: 1}
    pool.acquire(pool.slots[0], _request(1, "a"))
    assert _seats(pool, _request(2, "a")) == {}


def test_nobody_is_overtaken_for_ever() -> None:
    pool = _pool(1, "a")
    patient = _request(1, "new")
    for _ in range(MAX_OVERTAKEN):
        assert _seats(pool, patient, _request(2, "a")) == {2: 0}
    assert _seats(pool, patient, _request(2, "a")) == {1: 0}


def test_every_slot_is_in_exactly_one_state() -> None:
    pool = _pool(4, "a", "b")
    pool.acquire(pool.slots[1], _request(5, "b"))
    counts = [len(pool.in_state(state)) for state in SlotState]
    assert counts == [2, 1, 1]


def test_no_more_start_than_may_write_together() -> None:
    pool = _pool(4)
    requests = [_request(number, f"c{number}") for number in range(4)]
    assert len(admit(requests, pool, _MATCHER, most=2)) == 2


def test_a_prompt_that_begins_like_another_conversation_is_copied_from_it() -> None:
    pool = _pool(3, "a")
    pool.slots[0].cached_tokens = list(range(200))
    request = _request(1, "new")
    request.prompt = Prompt((*range(150), 7, 7), 0, TokenizedPrompt())
    (admission,) = admit([request], pool, _MATCHER, most=3)
    assert admission.donor is pool.slots[0]
    assert admission.slot is pool.slots[1]
    assert admission.match.token_count == 150


def test_the_slot_to_copy_from_is_not_evicted_for_somebody_else_in_the_same_round() -> None:
    pool = _pool(2, "a", "b")
    pool.slots[0].cached_tokens = list(range(200))
    copying = _request(2, "new")
    copying.prompt = Prompt((*range(150), 7, 7), 0, TokenizedPrompt())
    (admission,) = admit([_request(1, "other"), copying], pool, _MATCHER, most=1)
    assert (admission.sequence.request_id, admission.slot.index) == (1, 1)

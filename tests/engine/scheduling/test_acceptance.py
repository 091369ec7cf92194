"""How many proposals of a draft model are expected to be accepted."""

import pytest

from engine.scheduling.acceptance import Acceptance, Rate


def _followed(acceptance: Acceptance, text: list[int], right_count: int) -> None:
    """Write four tokens, of which the first ones are as proposed."""
    start = len(text)
    text += [1] * right_count + [2] * (4 - right_count)
    acceptance.note(start, [1] * 4)
    acceptance.follow(text)


def test_the_share_of_accepted_tokens_decides_what_is_expected() -> None:
    good, bad = (Acceptance(Rate(), 0) for _ in range(2))
    text: list[int] = []
    for _ in range(20):
        _followed(good, text, 4)
        _followed(bad, text, 0)
    assert good.expected((1, 4), len(text)) == pytest.approx((1, 4), abs=0.2)
    assert bad.expected((1, 4), len(text))[1] < 0.5


def test_tokens_after_a_rejected_one_are_not_counted() -> None:
    acceptance = Acceptance(Rate(), 0)
    text: list[int] = []
    for _ in range(40):
        _followed(acceptance, text, 1)  # the second one is rejected, the others never compared
    assert acceptance.expected((1,), len(text))[0] == pytest.approx(0.5, abs=0.1)


def test_a_reply_tries_again_after_pauses_that_double() -> None:
    acceptance = Acceptance(Rate(), 0)
    text: list[int] = []
    tries = []
    for _ in range(500):
        if acceptance.expected((1,), len(text))[0] > 0.6:
            tries.append(len(text))
            _followed(acceptance, text, 0)
        text += [3] * 4
    late = [each for each in tries if each > 100]
    assert 2 <= len(late) <= 4
    assert late[1] - late[0] > 200


def test_a_new_reply_begins_with_what_others_have_shown() -> None:
    typical = Rate()
    for _ in range(100):
        typical.learn(is_accepted=False)
    assert Acceptance(typical, 0).expected((1,), 0)[0] < 0.1
    assert Acceptance(Rate(), 0).expected((1,), 0)[0] == 0.75

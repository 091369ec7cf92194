"""Many conversations on one model: together, apart, cancelled, failed, and always accounted for."""

from engine.messages.events import FinishReason
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import limit, rendered, solo_reply, strict, submit


def test_four_conversations_get_their_tokens_from_one_call() -> None:
    backend = FakeBackend(reply_share=0)
    scheduler, listener = strict(backend)
    for number in range(4):
        submit(scheduler, number, f"question {number}", sampling=limit(20))
    listener.run()
    assert sum(step.decode_slots == (0, 1, 2, 3) for step in listener.steps) >= 18
    for number in range(4):
        expected = solo_reply(rendered(backend, f"question {number}"), backend, 20)
        assert listener.text(number) == expected
        assert listener.reason(number) is FinishReason.LENGTH

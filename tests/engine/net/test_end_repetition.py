"""A program that asks for it has a reply ended that repeats itself; no other program has."""

import msgspec
import pytest

from engine.dialects.generation import Ended
from engine.dialects.openai_chat import ChatExchange, finish_reason
from engine.messages.events import FinishReason
from engine.messages.metrics import ReplyUsage
from tests.fakes.engine_process import model_info

MODEL = model_info("good.gguf")


@pytest.mark.parametrize(
    ("asked", "is_wanted"),
    [({}, False), ({"end_repetition": False}, False), ({"end_repetition": True}, True)],
)
def test_only_a_program_that_asks_has_replies_ended(
    asked: dict[str, bool], is_wanted: bool
) -> None:
    body = {"messages": [{"role": "user", "content": "hello"}], **asked}
    exchange = ChatExchange(msgspec.json.encode(body), MODEL, "c")
    assert exchange.generation.options.ends_repetition is is_wanted


def test_it_is_told_that_the_reply_is_not_whole() -> None:
    end = Ended(FinishReason.REPETITION, ReplyUsage(), 0, "")
    assert finish_reason(end, ()) == "length"

"""Turns are dropped whole: which may go, which stay."""

from engine.text.turn_index import TurnIndex
from engine.wire.commands import ChatMessage, Role

SYSTEM = ChatMessage(Role.SYSTEM, "be brief")
QUESTION = ChatMessage(Role.USER, "why?")
ANSWER = ChatMessage(Role.ASSISTANT, "so.")
TALK = [SYSTEM, QUESTION, ANSWER, QUESTION, ANSWER, QUESTION]


def test_a_conversation_may_begin_at_the_users_messages() -> None:
    turns = TurnIndex.of(TALK)
    assert turns.starts == [1, 3, 5]
    assert [turns.numbers[start] for start in turns.starts] == [0, 2, 4]
    assert TurnIndex.of([ANSWER]).starts == [0]


def test_what_was_dropped_before_is_not_tried_again() -> None:
    turns = TurnIndex.of(TALK)
    assert turns.starts_behind(2) == [3, 5]
    assert turns.starts_behind(3) == [5]
    assert turns.starts_behind(99) == [1, 3, 5], "the conversation is another one now"


def test_system_messages_and_pinned_turns_stay() -> None:
    turns = TurnIndex.of(TALK, pinned=[1])
    assert turns.pinned_numbers == {0}, "a pinned reply keeps its question"
    assert turns.kept(5) == [0, 1, 2, 5]
    assert TurnIndex.of(TALK).kept(5) == [0, 5]

"""What the engine is asked is a conversation in turns."""

from datetime import UTC, datetime

from app.chat.prompt_messages import prompt_messages
from app.domain import Message, MessageStatus, Role
from engine import protocol


def _message(
    role: Role, text: str, status: MessageStatus = MessageStatus.COMPLETE, message_id: int = 1
) -> Message:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    return Message(message_id, "c", None, message_id, role, text, status, now)


def test_a_reply_that_said_nothing_leaves_no_gap_between_turns() -> None:
    talk = [_message(Role.USER, "a"), _message(Role.ASSISTANT, ""), _message(Role.USER, "b")]
    assert prompt_messages(talk) == (protocol.ChatMessage(protocol.Role.USER, "a\n\nb"),)


def test_a_question_that_failed_is_not_asked_again_with_the_next_one() -> None:
    question = _message(Role.USER, "far too long", message_id=1)
    failed = _message(Role.ASSISTANT, "", MessageStatus.FAILED, message_id=2)
    shorter = _message(Role.USER, "short", message_id=3)
    assert prompt_messages([question, failed, shorter]) == (
        protocol.ChatMessage(protocol.Role.USER, "short"),
    )
    assert prompt_messages([question]) == (
        protocol.ChatMessage(protocol.Role.USER, "far too long"),
    ), "asked again by itself it is asked"


def test_the_system_prompt_stands_in_front_unless_it_is_blank() -> None:
    talk = [_message(Role.USER, "a")]
    assert prompt_messages(talk, " be brief ")[0].content == "be brief"
    assert prompt_messages(talk, "  ")[0].role is protocol.Role.USER

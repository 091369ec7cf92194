"""What conversations of other programs are called."""

from hypothesis import given
from hypothesis import strategies as st

from engine.messages.programs import (
    is_program,
    is_unnamed,
    program_conversation,
    unnamed_conversation,
)


def test_no_conversation_of_the_window_is_a_programs() -> None:
    assert not is_program("0b7c6a52-6f0e-4b7c-9f3a-2d1b1f0c9e11")
    assert not is_program("3+title")
    assert not is_unnamed("3::4")


@given(token=st.text(), name=st.text())
def test_whatever_a_program_calls_a_conversation_it_is_named(token: str, name: str) -> None:
    conversation_id = program_conversation(token, name)
    assert is_program(conversation_id)
    assert not is_unnamed(conversation_id)


@given(token=st.text(), number=st.text())
def test_what_no_program_has_named_is_unnamed(token: str, number: str) -> None:
    assert is_unnamed(unnamed_conversation(token, number))


@given(one=st.text(), other=st.text(), name=st.text())
def test_programs_with_other_tokens_have_other_conversations(
    one: str, other: str, name: str
) -> None:
    if one.replace(":", "-") != other.replace(":", "-") and one and other:
        assert program_conversation(one, name) != program_conversation(other, name)

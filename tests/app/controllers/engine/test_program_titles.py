"""Conversations of programs are told from those of the window."""

import pytest

from app.controllers.engine.program_titles import program_title
from engine.wire.programs import program_conversation, unnamed_conversation


@pytest.mark.parametrize(
    ("conversation_id", "title"),
    [
        ("5f3a", ""),
        (program_conversation("default", "editor"), "Program: editor"),
        (program_conversation("default", "a:b\u202e"), "Program: a:b"),
        (unnamed_conversation("default", "17"), "A program"),
    ],
)
def test_a_program_is_called_as_it_calls_itself(conversation_id: str, title: str) -> None:
    assert program_title(conversation_id) == title

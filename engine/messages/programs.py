"""Names of the conversations of other programs, which use the local server.

A program names a conversation that is to be kept warm. An unnamed one is kept in its slot only,
until the slot is needed.
"""

_PREFIX = "program:"


def program_conversation(token_name: str, name: str) -> str:
    """Return the id of a conversation that a program has named.

    Programs with other tokens can't name it.
    """
    return f"{_PREFIX}{_plain(token_name)}:{name.lstrip(':')}"


def unnamed_conversation(token_name: str, number: str) -> str:
    """Return the id of an unnamed conversation, which will not be requested again."""
    return f"{_PREFIX}{_plain(token_name)}::{number}"


def is_program(conversation_id: str) -> bool:
    """Return whether a conversation belongs to a program."""
    return conversation_id.startswith(_PREFIX)


def is_unnamed(conversation_id: str) -> bool:
    """Return whether a conversation is an unnamed one of a program."""
    token_name, _, rest = conversation_id.removeprefix(_PREFIX).partition(":")
    return is_program(conversation_id) and bool(token_name) and rest.startswith(":")


def _plain(token_name: str) -> str:
    """Return a token's name without the separators of ids."""
    return token_name.replace(":", "-") or "-"

"""What conversations of other programs are called, which ask by the local server.

A program names a conversation that is to be kept warm. One that it does not name is kept in its
slot only, until somebody needs that.
"""

_PREFIX = "program:"


def program_conversation(token_name: str, name: str) -> str:
    """Return what a conversation is called that a program has named.

    Programs with other tokens can't name it.
    """
    return f"{_PREFIX}{_plain(token_name)}:{name.lstrip(':')}"


def unnamed_conversation(token_name: str, number: str) -> str:
    """Return what a conversation is called that nobody will ask for again."""
    return f"{_PREFIX}{_plain(token_name)}::{number}"


def is_program(conversation_id: str) -> bool:
    """Return whether a conversation is a program's."""
    return conversation_id.startswith(_PREFIX)


def is_unnamed(conversation_id: str) -> bool:
    """Return whether a conversation is a program's that nobody will ask for again."""
    token_name, _, rest = conversation_id.removeprefix(_PREFIX).partition(":")
    return is_program(conversation_id) and bool(token_name) and rest.startswith(":")


def _plain(token_name: str) -> str:
    """Return a token's name without what separates names."""
    return token_name.replace(":", "-") or "-"

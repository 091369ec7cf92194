"""What a source is called among the cached states: as a conversation that nobody answers."""

# No conversation's id begins with a zero byte, nor does one contain a whole such beginning.
_ID_START = "\0source "


def source_id(source_key: str) -> str:
    """Return what the state of a source is stored under."""
    return _ID_START + source_key


def is_source(key: str) -> bool:
    """Return whether a state is that of a source."""
    return key.startswith(_ID_START)


def source_key_of(key: str) -> str:
    """Return the source whose state is stored under a key; empty where it is no source's."""
    return key.removeprefix(_ID_START) if is_source(key) else ""

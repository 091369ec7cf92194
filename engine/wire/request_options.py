"""What a request asks for besides sampling."""

import enum

import msgspec


class OverflowPolicy(enum.Enum):
    """What happens when a conversation meets its own cap."""

    SLIDE = "slide"
    STOP = "stop"


class RequestOptions(msgspec.Struct, frozen=True):
    """How a request is to be treated.

    Attributes:
        overflow: what happens when the conversation meets its own cap.
        pinned: indexes, among the messages without the system's, whose turns never slide out.
        is_background: waits until no other request waits; then it may take the slot of a chat
            that rests, which is kept in memory.
    """

    overflow: OverflowPolicy = OverflowPolicy.SLIDE
    pinned: tuple[int, ...] = ()
    is_background: bool = False


DEFAULT_OPTIONS = RequestOptions()

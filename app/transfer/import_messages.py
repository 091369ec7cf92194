"""The frames that the import process sends to the window.

Frames are small, so that each is one short transaction; only a single large message or file makes
a larger one.
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from app.domain.conversations import ConversationPart, ConversationTree
from app.domain.messages import Message
from app.errors import LazyText
from app.media.pictures import Picture
from app.media.sounds import Sound
from app.storage.plain_text import storable, unpacked
from app.transfer.json_values import MAX_VALUE_BYTES
from engine.ipc.frames import Frames

MAX_FRAME_BYTES = MAX_VALUE_BYTES + (1 << 20)
# The amount that a transaction stores and indexes in well under a tenth of a second.
MAX_MESSAGES, MAX_CHARS = 50, 64 * 1024
MAX_MEMORY_BYTES = 512 << 20  # of the process


class Parts(msgspec.Struct, tag=True, frozen=True):
    """Parts of one or several conversations, and the progress of reading."""

    parts: tuple[ConversationPart, ...]
    bytes_read: int
    byte_count: int


class Ended(msgspec.Struct, tag=True, frozen=True):
    """The last frame: the problems, in sentences."""

    problems: tuple[LazyText, ...]


class Refused(msgspec.Struct, tag=True, frozen=True):
    """The last frame if nothing can be imported, with the reason."""

    reason: LazyText


Frame: TypeAlias = Parts | Ended | Refused
FRAMES = Frames[Frame](Frame, MAX_FRAME_BYTES)


def without_surrogates(frame: Frame) -> Frame:
    """Return a frame with surrogates replaced, so that it can be encoded."""
    plain = msgspec.to_builtins(frame, builtin_types=(bytes,), enc_hook=LazyText.parts)
    whole: Frame = msgspec.convert(
        _whole(plain), Frame, dec_hook=lambda _kind, parts: LazyText.of(parts)
    )
    return whole


def packed(trees: Iterable[ConversationTree]) -> Iterator[tuple[ConversationPart, ...]]:
    """Yield conversations as parts for one frame each."""
    parts: list[ConversationPart] = []
    message_count = char_count = 0
    for part in _parts(trees):
        message_count += max(1, len(part.messages))
        char_count += _size(part)
        if parts and (message_count > MAX_MESSAGES or char_count > MAX_CHARS):
            yield tuple(parts)
            parts, message_count, char_count = [], max(1, len(part.messages)), _size(part)
        parts.append(part)
    if parts:
        yield tuple(parts)


def _parts(trees: Iterable[ConversationTree]) -> Iterator[ConversationPart]:
    for tree in trees:
        head: ConversationTree | None = replace(tree, messages=(), contents={})
        groups = list(_groups(tree.messages)) or [()]
        for number, messages in enumerate(groups, start=1):
            digests = {each.digest for message in messages for each in message.attachments}
            if head is not None:
                digests |= {each.digest for each in _unsent_media(head)}
            yield ConversationPart(
                tree=head,
                messages=messages,
                contents={name: tree.contents[name] for name in digests & tree.contents.keys()},
                is_last=number == len(groups),
            )
            head = None


def _unsent_media(tree: ConversationTree) -> Iterator[Picture | Sound]:
    for text in (tree.draft, *tree.queue):
        yield from unpacked(text).media


def _groups(messages: Iterable[Message]) -> Iterator[tuple[Message, ...]]:
    """Yield messages in groups that fit into a frame; a larger message is its own group."""
    group: list[Message] = []
    char_count = 0
    for message in messages:
        chars = _char_count(message)
        if group and (len(group) == MAX_MESSAGES or char_count + chars > MAX_CHARS):
            yield tuple(group)
            group, char_count = [], 0
        group.append(message)
        char_count += chars
    if group:
        yield tuple(group)


def _size(part: ConversationPart) -> int:
    of_tree = 0 if part.tree is None else sum(map(len, part.contents.values()))
    return of_tree + sum(map(_char_count, part.messages))


def _char_count(message: Message) -> int:
    files = sum(file.byte_count for file in message.attachments)
    return len(message.text) + len(message.reasoning) + files


def _whole(value: object) -> object:
    """Return a value in which lone surrogates are replaced."""
    match value:
        case str():
            return storable(value)
        case list() | tuple():
            return [_whole(each) for each in value]
        case dict():
            return {_whole(name): _whole(each) for name, each in value.items()}
    return value

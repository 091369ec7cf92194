"""Decodes the pictures of imported messages, which come as they lie in the export."""

from collections.abc import Sequence

from msgspec.structs import replace

from app.domain.conversations import ConversationPart
from app.domain.messages import Attachment, Message
from app.errors import LazyText, PictureRefused, lazy
from app.media.attached import Pictures
from app.media.pictures import AttachmentKind
from app.transfer.formats.pictures import named_file
from app.transfer.formats.tree import joined


async def with_pictures(
    parts: Sequence[ConversationPart], pictures: Pictures
) -> tuple[tuple[ConversationPart, ...], tuple[LazyText, ...]]:
    """Return parts whose pictures are decoded, and sentences about those that can't be.

    Of a picture that can't be decoded, the message states the name.
    """
    problems: list[LazyText] = []
    return tuple([await _decoded(part, pictures, problems) for part in parts]), tuple(problems)


async def _decoded(
    part: ConversationPart, pictures: Pictures, problems: list[LazyText]
) -> ConversationPart:
    if not any(map(_is_undecoded, _files_of(part))):
        return part
    undecoded = {file.digest for file in _files_of(part) if _is_undecoded(file)}
    contents = {key: each for key, each in part.contents.items() if key not in undecoded}
    messages: list[Message] = []
    for message in part.messages:
        files: list[Attachment] = []
        named: list[str] = []
        for file in message.attachments:
            if not _is_undecoded(file):
                files.append(file)
                continue
            try:
                picture, content = await pictures.decoded_file(
                    file.name, part.contents.get(file.digest, b"")
                )
            except PictureRefused as error:
                problems.append(lazy("{reason} Only its name was imported.", reason=error))
                named.append(named_file(file.name))
                continue
            contents[picture.digest] = content
            files.append(
                replace(
                    file,
                    media_type=picture.media_type,
                    byte_count=picture.byte_count,
                    digest=picture.digest,
                    width=picture.width,
                    height=picture.height,
                    pixels=picture.pixels,
                )
            )
        text = joined((*named, message.text)) if named else message.text
        messages.append(replace(message, text=text, attachments=tuple(files)))
    return replace(part, messages=tuple(messages), contents=contents)


def _files_of(part: ConversationPart) -> list[Attachment]:
    return [file for message in part.messages for file in message.attachments]


def _is_undecoded(file: Attachment) -> bool:
    return file.kind is AttachmentKind.PICTURE and not file.pixels

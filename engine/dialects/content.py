"""The content of messages in every API: roles, texts, files as text, and media in base64."""

import base64
import binascii
import hashlib
import itertools
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from engine.dialects.errors import ApiError, invalid_value
from engine.dialects.notes import Notes
from engine.messages.commands import ChatMessage, Role, ToolCall
from engine.messages.media import MAX_PICTURE_BYTES, Media, MediaKind
from engine.messages.metrics import ModelInfo

MAX_PICTURES = 64  # of one request, which contains the whole history
SEEN_ROLES = (Role.USER, Role.TOOL)  # roles whose messages can have pictures

_MIN_COUNT = 1000  # minimum accepted, for models with a small window
_ROLES = {role.value: role for role in Role} | {
    "developer": Role.SYSTEM,
    "function": Role.TOOL,
}
_TEXT_PARTS = ("text", "input_text", "output_text", "refusal")
_PICTURE_PARTS = ("image_url", "input_image", "image")
_SOUND_PARTS = ("input_audio", "audio_url")  # of OpenAI's API and of vLLM
_FILE_PARTS = ("file", "input_file", "document", "document_url", "video_url", "container_upload")
# Only the reasoning of calls is given to the template again; some of it is encrypted by the server
# that wrote it.
_THINKING_PARTS = ("thinking", "redacted_thinking", "reasoning", "reasoning_text", "summary_text")
_DATA_URL = re.compile(r"data:[a-zA-Z0-9.+/-]*(;[a-zA-Z0-9.+=\"-]+)*;base64,")
_MAX_HEAD = 256
_PART = 1 << 18  # characters; a multiple of four
_MAX_FILE_LENGTH = 4 << 20  # characters in base64: a longer text fits into no context window
_UNREADABLE = re.compile(r"[\x00-\x08\x0e-\x1f]")


class ImageUrl(msgspec.Struct):
    """The address of a picture or a sound of a chat."""

    url: str | None = None


class InputAudio(msgspec.Struct):
    """A sound of a chat; its format is found in its bytes."""

    data: str | None = None


class Source(msgspec.Struct):
    """The source of a picture or a document; only data in the request is read."""

    type: str | None = None
    data: str | None = None
    content: "Content" = None


class FileBody(msgspec.Struct):
    """A file of a chat."""

    filename: str | None = None
    file_data: str | None = None


class Part(msgspec.Struct):
    """A part of a message in any API; the used fields depend on its type."""

    type: str | None = None
    text: str | None = None
    thinking: Any = None  # Mistral sends a list of parts
    refusal: str | None = None
    image_url: str | ImageUrl | None = None
    input_audio: InputAudio | None = None
    audio_url: str | ImageUrl | None = None
    source: str | Source | None = None
    title: str | None = None
    filename: str | None = None
    file_data: str | None = None
    file: FileBody | None = None
    content: "Content" = None
    id: str | None = None
    name: str | None = None
    tool_name: str | None = None
    input: Any = None
    tool_use_id: str | None = None

    @property
    def kind(self) -> str:
        """Return the type; a part without one is text."""
        return "text" if self.type is None else self.type


Content = str | Part | list[Part | str | None] | None


def parts_of(content: Content, path: str) -> Iterator[tuple[str, Part]]:
    """Yield the parts of a content in any of its forms, each with its place."""
    is_list = isinstance(content, list)
    for index, each in enumerate(content if isinstance(content, list) else [content]):
        if each is not None:
            place = f"{path}[{index}]" if is_list else path
            yield place, Part(text=each) if isinstance(each, str) else each


def content_of(
    content: Content, path: str, role: Role, pictures: "SentPictures", notes: Notes
) -> tuple[str, tuple[Media, ...]]:
    """Return the text of a content and its media, which precede it. Raises ApiError.

    Parts that the model cannot see are left out, and files are given as text; ``notes`` names both.
    """
    if isinstance(content, str):
        return content, ()
    texts: list[str] = []
    media: list[Media] = []
    for place, part in parts_of(content, path):
        if part.kind in _TEXT_PARTS:
            texts.append(part.text or part.refusal or "")
        elif part.kind in _PICTURE_PARTS or part.kind in _SOUND_PARTS:
            if role not in SEEN_ROLES:
                raise unread(part.kind, role, place)
            is_sound = part.kind in _SOUND_PARTS
            media.append((_sound if is_sound else _picture)(part, place, pictures))
        elif part.kind in _FILE_PARTS:
            text, seen = _file(part, place, role, pictures, notes)
            texts.append(text)
            media.extend(seen)
        elif text := _other_text(part, place, role, pictures, notes):
            texts.append(text)
    return "\n".join(texts), tuple(media)


def _picture(part: Part, place: str, pictures: "SentPictures") -> Media:
    if not isinstance(part.source, Source):
        return pictures.add_url(_url(part.image_url), f"{place}.image_url")
    # An address or an id has no data; the error names the supported source.
    data = part.source.data if part.source.type in ("base64", None) else None
    is_url = data is None or data.startswith("data:")
    return (pictures.add_url if is_url else pictures.add)(data or "", f"{place}.source")


def _sound(part: Part, place: str, pictures: "SentPictures") -> Media:
    if part.input_audio is not None:
        return pictures.add_sound(part.input_audio.data or "", f"{place}.input_audio.data")
    return pictures.add_sound(_url(part.audio_url), f"{place}.audio_url")


def _url(given: str | ImageUrl | None) -> str:
    return (given.url if isinstance(given, ImageUrl) else given) or ""


def _file(
    part: Part, place: str, role: Role, pictures: "SentPictures", notes: Notes
) -> tuple[str, tuple[Media, ...]]:
    """Return the text of a file, or a line that says that it is missing, and its pictures.

    Raises ApiError.
    """
    source = part.source if isinstance(part.source, Source) else Source()
    own = part.file or FileBody(part.filename, part.file_data)
    media: tuple[Media, ...] = ()
    if source.content is not None:
        text, media = content_of(source.content, f"{place}.source.content", role, pictures, notes)
    elif source.type == "text":
        text = source.data or ""
    else:
        text = _decoded_text(own.file_data or source.data or "")
    name = own.filename or part.title or "file"
    if not text and not media:
        notes.leave_out("parts", part.kind)
        return f"[{name}: this file cannot be read.]", ()
    notes.tell("parts", part.kind)
    return f"[{name}]\n{text}", media


def _decoded_text(encoded: str) -> str:
    """Return the text of a file in base64; empty if it is not a text."""
    head = _DATA_URL.match(encoded[:_MAX_HEAD])
    if len(encoded) > _MAX_FILE_LENGTH:
        return ""
    try:
        text = _decoded(encoded[head.end() :] if head else encoded).decode("utf-8-sig")
    except ValueError:
        return ""
    return "" if text.startswith("%PDF-") or _UNREADABLE.search(text) else text


def _other_text(part: Part, place: str, role: Role, pictures: "SentPictures", notes: Notes) -> str:
    """Return the text of a part of another type; empty if it has none. Raises ApiError."""
    text = part.text or part.tool_name or ""
    if part.kind not in _THINKING_PARTS and not text and part.content is not None:
        text, _ = content_of(part.content, f"{place}.content", Role.TOOL, pictures, Notes())
        text = "\n".join(filter(None, (part.title, text))) if text else ""
    if part.kind in _THINKING_PARTS or not text:
        notes.leave_out("parts", part.kind)
        return ""
    notes.tell("parts", part.kind)
    return text


class EarlierCalls:
    """The calls of a history: makes missing ids, and finds the call that a result answers."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._open: dict[str, None] = {}  # without a result so far, in their order

    def add(self, call_id: str | None, name: str | None, arguments: str) -> ToolCall:
        """Return a call; without an id it gets one that is the same for the same history."""
        numbers = (f"call_{count}" for count in itertools.count(len(self._names)))
        number = call_id or next(each for each in numbers if each not in self._names)
        self._names[number] = name or ""
        self._open[number] = None
        return ToolCall(number, name or "", arguments)

    def result(
        self, call_id: str | None, text: str, media: tuple[Media, ...] = (), name: str | None = None
    ) -> ChatMessage:
        """Return the message of a result; without an id it answers the oldest open call."""
        number = call_id or next(iter(self._open), "")
        self._open.pop(number, None)
        # Some templates use the tool's name.
        name = name or self._names.get(number, "")
        return ChatMessage(Role.TOOL, text, (), number, name, media)


def arguments_text(value: object, place: str) -> str:
    """Return the arguments of a call as JSON text; they may be sent as an object. Raises ApiError.

    PHP sends an empty object as an empty list.
    """
    if isinstance(value, str) and value.strip():
        return value
    if isinstance(value, dict):
        return msgspec.json.encode(value).decode()
    if value is None or value in ("", []) or isinstance(value, str):
        return "{}"
    raise ApiError(400, "The arguments must be an object.", code="invalid_type", param=place)


def role_of(word: str, path: str, others: tuple[str, ...] = ()) -> Role:
    """Return a role; the ``others`` are roles that this API does not have. Raises ApiError."""
    if word not in _ROLES or word in others:
        raise invalid_value(f"The role “{word}” is not supported.", f"{path}.role")
    return _ROLES[word]


def check_count(contents: Iterable[object], model: ModelInfo, call_count: int = 0) -> None:
    """Raise ApiError on more messages, parts and calls than the model's window has tokens.

    They would not fit, and reading them all would block the process. A plain text content counts as
    one part.
    """
    count = call_count + sum(1 + len(each) if isinstance(each, list) else 1 for each in contents)
    if count > max(_MIN_COUNT, model.context_window):
        window = model.context_window
        text = f"{count:,} messages do not fit into a context window of {window:,} tokens."
        raise ApiError(400, text, code="context_length_exceeded")


def unread(kind: str, role: Role, path: str) -> ApiError:
    """Return the error for an unsupported part, at ``path``, of a message."""
    text = f"Parts of the type “{kind}” are not supported in messages of the role “{role.value}”."
    return ApiError(400, text, code="unsupported_content", param=f"{path}.type")


class SentPictures:
    """The files of one request; until they are decoded, messages refer to them by their content."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self._count = 0

    def add_url(self, url: str, path: str) -> Media:
        """Return the picture of a data URL. Raises ApiError."""
        head = _DATA_URL.match(url[:_MAX_HEAD])
        if head is None:
            # Fetching it would disclose the request to another machine, or reach addresses that the
            # program cannot.
            text = "Pictures are not fetched from addresses. Send them as data:image/png;base64,…"
            raise _refusal(text, path)
        return self.add(url[head.end() :], path)

    def add(self, encoded: str, path: str) -> Media:
        """Return the picture of a base64 text. Raises ApiError."""
        return self._added(encoded, path, MediaKind.IMAGE)

    def add_sound(self, encoded: str, path: str) -> Media:
        """Return the sound of a base64 text or of a data URL. Raises ApiError."""
        head = _DATA_URL.match(encoded[:_MAX_HEAD])
        if head is None and encoded.startswith(("http:", "https:")):
            text = "Sounds are not fetched from addresses. Send them in base64."
            raise _refusal(text, path, MediaKind.AUDIO)
        return self._added(encoded[head.end() :] if head else encoded, path, MediaKind.AUDIO)

    def _added(self, encoded: str, path: str, kind: MediaKind) -> Media:
        # Duplicates count as well: the engine reads each of them.
        self._count += 1
        if self._count > MAX_PICTURES:
            text = f"At most {MAX_PICTURES} pictures and sounds per request are supported."
            raise _refusal(text, path, kind)
        word = "picture" if kind is MediaKind.IMAGE else "sound"
        try:
            content = _decoded(encoded)
        except (binascii.Error, ValueError) as error:
            raise _refusal(f"The {word} is not valid base64.", path, kind) from error
        if len(content) > MAX_PICTURE_BYTES:
            text = f"The {word} is larger than {MAX_PICTURE_BYTES // 1_000_000} MB."
            raise _refusal(text, path, kind)
        name = hashlib.sha256(content).hexdigest()
        self.files[name] = content
        return Media(name, kind, 0, 0)


def _decoded(encoded: str) -> bytes:
    """Return the bytes of a base64 text of either alphabet, padded or not. Raises ValueError.

    Decodes in parts, since one call holds the GIL: 70 ms for a picture of 14 MB.
    """
    # Some programs break it into lines. A space would be a "+" that was lost on the way.
    encoded = encoded.replace("\r", "").replace("\n", "").rstrip("=")
    # Only the end may be padded; decoding each part would not detect padding before that.
    if "=" in encoded:
        raise ValueError("padding within the text")
    parts = (encoded[at : at + _PART] for at in range(0, len(encoded), _PART))
    return b"".join(map(_decoded_part, parts))


def _decoded_part(encoded: str) -> bytes:
    padded = encoded + "=" * (-len(encoded) % 4)
    is_url_safe = "-" in encoded or "_" in encoded
    return base64.b64decode(padded, b"-_" if is_url_safe else None, validate=True)


def _refusal(text: str, path: str, kind: MediaKind = MediaKind.IMAGE) -> ApiError:
    code = "invalid_image" if kind is MediaKind.IMAGE else "invalid_audio"
    return ApiError(400, text, code=code, param=path)

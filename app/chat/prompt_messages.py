"""From stored messages to what the engine is asked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.domain.messages import Message, MessageStatus, Role
from app.media.pictures import Picture
from app.media.sounds import Sound
from engine.messages import commands
from engine.messages.media import Media, MediaKind

# Asked in the user's name, since templates insist on turns.
RECAP_REQUEST = "Sum up what we said so far."
_ROLES = {
    Role.SYSTEM: commands.Role.SYSTEM,
    Role.USER: commands.Role.USER,
    Role.ASSISTANT: commands.Role.ASSISTANT,
}


@dataclass(frozen=True, slots=True)
class PromptMessages:
    """What the engine is asked.

    Attributes:
        messages: as a chat template wants them.
        message_ids: for each of them but the system's, the stored message that it begins with.
        pinned: numbers of those among them that stay in the context window.
        recap: the number of the one that asks for the recap, if there is one.
    """

    messages: tuple[commands.ChatMessage, ...] = ()
    message_ids: tuple[int, ...] = ()
    pinned: tuple[int, ...] = ()
    recap: int | None = None

    def pinned_before(self, number: int) -> int:
        """Return how many messages before this one the user has pinned."""
        return sum(each < number for each in self.pinned if each != self.recap)

    def message_at(self, number: int) -> int | None:
        """Return the stored message with this number of the engine's, or None for the first."""
        return self.message_ids[number] if 0 < number < len(self.message_ids) else None

    def number_of(self, message_id: int | None) -> int | None:
        """Return the engine's number of a stored message, or of the one that it is a part of."""
        if message_id is None:
            return None
        if message_id in self.message_ids:
            return self.message_ids.index(message_id)
        # Children are younger than their parents, so what it was added to is older.
        earlier = [number for number, id_ in enumerate(self.message_ids) if id_ < message_id]
        return earlier[-1] if earlier else None

    def dropped_before(self, number: int) -> int:
        """Return how many messages before this one left the context: all but pinned turns."""
        dropped, is_kept = 0, False
        spoken = [each for each in self.messages if each.role is not commands.Role.SYSTEM]
        turns = self._pinned_turns(spoken)
        for index, message in enumerate(spoken[:number]):
            if message.role is commands.Role.USER:
                is_kept = index in turns
            dropped += not is_kept
        return dropped

    def _pinned_turns(self, spoken: Sequence[commands.ChatMessage]) -> frozenset[int]:
        starts = [at for at, each in enumerate(spoken) if each.role is commands.Role.USER]
        return frozenset(
            max((start for start in starts if start <= number), default=-1)
            for number in self.pinned
        )


@dataclass(slots=True)
class _Part:
    role: commands.Role
    texts: list[str]
    message_id: int
    is_pinned: bool
    is_recap: bool = False
    media: tuple[Media, ...] = ()


def prompt_messages_of(
    messages: Sequence[Message],
    system_prompt: str = "",
    file_texts: Mapping[str, str] | None = None,
    *,
    sees: bool = True,
    hears: bool = True,
) -> PromptMessages:
    """Return what is asked with the messages of a branch.

    Replies without text are left out, and what one side then says twice in a row becomes one
    message, because many templates insist on turns. A question that failed is left out once there
    is another one: asked again with it, one that is too long would fail every later one, too.

    The newest recap stands, as a pinned turn, where what it sums up has ended. What is before it is
    sent nevertheless: the engine knows what fits, which may be more with another model.

    Args:
        file_texts: what the files say that go with messages, by their digests.
        sees: whether pictures go along; where not, their names tell what was sent.
        hears: whether sounds do, likewise.
    """
    recap_id = next((each.id for each in reversed(messages) if each.recap), None)
    failed_ids = {first.id for first, second in pairwise(messages) if _has_failed(first, second)}
    parts: list[_Part] = []
    for message in messages:
        if message.id == recap_id:
            _add(parts, _Part(commands.Role.USER, [RECAP_REQUEST], message.id, True, True))
            _add(parts, _Part(commands.Role.ASSISTANT, [message.recap], message.id, False))
        media = _media_with(message, sees=sees, hears=hears)
        text = _with_files(message, file_texts or {}, has_media=bool(media))
        if not (text or media) or message.id in failed_ids:
            continue
        role = _ROLES[message.role]
        _add(parts, _Part(role, [text], message.id, message.is_pinned, media=media))
    prompt = [
        commands.ChatMessage(part.role, "\n\n".join(filter(None, part.texts)), media=part.media)
        for part in parts
    ]
    if system_prompt.strip():
        prompt.insert(0, commands.ChatMessage(commands.Role.SYSTEM, system_prompt.strip()))
    spoken = [part for part in parts if part.role is not commands.Role.SYSTEM]
    return PromptMessages(
        messages=tuple(prompt),
        message_ids=tuple(part.message_id for part in spoken),
        pinned=tuple(number for number, part in enumerate(spoken) if part.is_pinned),
        recap=next((number for number, part in enumerate(spoken) if part.is_recap), None),
    )


def _add(parts: list[_Part], part: _Part) -> None:
    """Add what one side says, to what it has just said if nobody spoke in between."""
    if not parts or parts[-1].role is not part.role:
        parts.append(part)
        return
    parts[-1].texts += part.texts
    parts[-1].media += part.media
    parts[-1].is_pinned |= part.is_pinned
    parts[-1].is_recap |= part.is_recap


def file_in_prompt(name: str, text: str) -> str:
    """Return a file as the model reads it, fenced by more backticks than it has itself."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"File “{name}”:\n{fence}\n{text}\n{fence}"


def media_of(media: Iterable[Picture | Sound | None]) -> tuple[Media, ...]:
    """Return pictures and sounds as the engine names them; what is neither is left out."""
    return tuple(_medium(each) for each in media if each is not None)


def _media_with(message: Message, *, sees: bool, hears: bool) -> tuple[Media, ...]:
    return media_of(
        (each.picture if sees else None) or (each.sound if hears else None)
        for each in message.attachments
    )


def _medium(medium: Picture | Sound) -> Media:
    if isinstance(medium, Sound):
        return Media(medium.samples, MediaKind.AUDIO, medium.sample_count, 1)
    return Media(medium.pixels, MediaKind.IMAGE, medium.width, medium.height)


def _with_files(message: Message, file_texts: Mapping[str, str], *, has_media: bool) -> str:
    files = [
        file_in_prompt(each.name, file_texts[each.digest])
        for each in message.attachments
        if each.digest in file_texts
    ]
    if not (has_media or files or message.text):  # a question all the same, and the next is another
        files = [f"“{each.name}”" for each in message.attachments if each.picture or each.sound]
    return "\n\n".join([*files, *([message.text] if message.text else [])])


def _has_failed(question: Message, reply: Message) -> bool:
    is_empty = not (reply.text or reply.reasoning)
    return question.role is Role.USER and reply.status is MessageStatus.FAILED and is_empty

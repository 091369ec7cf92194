"""What the engine is asked is a conversation in turns."""

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from app.chat.first_tokens import PIECE_CHARS, TruncatedText, first_tokens
from app.chat.request_builder import prompt_messages_of
from app.domain.messages import Attachment, Message, MessageStatus, Role
from app.media.pictures import AttachmentKind
from app.tools.model import ToolCall, ToolUse
from engine.messages import commands
from engine.messages.media import Media, MediaKind


def _message(
    role: Role, text: str, status: MessageStatus = MessageStatus.COMPLETE, message_id: int = 1
) -> Message:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    return Message(message_id, "c", None, message_id, role, text, status, now)


def test_a_reply_that_said_nothing_is_not_sent() -> None:
    talk = [_message(Role.USER, "a"), _message(Role.ASSISTANT, ""), _message(Role.USER, "b")]
    assert prompt_messages_of(talk).messages == (
        commands.ChatMessage(commands.Role.USER, "a"),
        commands.ChatMessage(commands.Role.USER, "b"),
    )


def test_a_question_that_failed_is_not_asked_again_with_the_next_one() -> None:
    question = _message(Role.USER, "far too long", message_id=1)
    failed = _message(Role.ASSISTANT, "", MessageStatus.FAILED, message_id=2)
    shorter = _message(Role.USER, "short", message_id=3)
    assert prompt_messages_of([question, failed, shorter]).messages == (
        commands.ChatMessage(commands.Role.USER, "short"),
    )
    assert prompt_messages_of([question]).messages == (
        commands.ChatMessage(commands.Role.USER, "far too long"),
    ), "asked again by itself it is asked"


def test_the_system_prompt_stands_in_front_unless_it_is_blank() -> None:
    talk = [_message(Role.USER, "a")]
    assert prompt_messages_of(talk, " be brief ").messages[0].content == "be brief"
    assert prompt_messages_of(talk, "  ").messages[0].role is commands.Role.USER


def test_each_message_is_known_by_its_stored_message() -> None:
    talk = [
        _message(Role.USER, "a", message_id=11),
        _message(Role.ASSISTANT, "", message_id=12),
        _message(Role.USER, "b", message_id=13),
        _message(Role.ASSISTANT, "c", message_id=14),
        replace(_message(Role.USER, "d", message_id=15), is_pinned=True),
    ]
    asked = prompt_messages_of(talk, "be brief")
    assert asked.message_ids == (11, 13, 14, 15)
    assert asked.pinned == (3,)
    assert [asked.message_at(number) for number in (0, 1, 3, 4)] == [None, 13, 15, None]
    assert asked.number_of(12) == 0


def test_files_stand_fenced_in_front_of_the_words_that_go_with_them() -> None:
    note = Attachment(1, 1, "notes.md", "text/markdown", 9, "digest")
    lost = Attachment(2, 1, "lost.txt", "text/plain", 9, "other")
    message = replace(_message(Role.USER, "Sum it up."), attachments=(note, lost))
    (asked,) = prompt_messages_of([message], file_texts={"digest": "a ```b```"}).messages
    assert asked.content == "File “notes.md”:\n````\na ```b```\n````\n\nSum it up."


def test_pinned_turns_are_not_among_what_has_left_memory() -> None:
    roles = (Role.USER, Role.ASSISTANT)
    talk = [_message(roles[i % 2], str(i), message_id=i + 1) for i in range(7)]
    talk[3] = replace(talk[3], is_pinned=True)
    asked = prompt_messages_of(talk, "be brief")
    assert asked.pinned == (3,)
    assert [asked.dropped_before(number) for number in (0, 2, 4, 6)] == [0, 2, 2, 4]


def test_only_replies_that_call_tools_keep_their_reasoning() -> None:
    call = ToolCall("c1", "add", "{}")
    calling = _message(Role.ASSISTANT, "", message_id=2)
    result = _message(Role.TOOL, "5", message_id=3)
    talk = [
        _message(Role.USER, "a"),
        replace(calling, reasoning="I must add.", tool_calls=(call,)),
        replace(result, tool_use=ToolUse("c1", "add")),
        replace(_message(Role.ASSISTANT, "5", message_id=4), reasoning="It is 5."),
        _message(Role.USER, "b", message_id=5),
    ]
    sent = prompt_messages_of(talk).messages
    assert [each.reasoning for each in sent] == ["", "I must add.", "", "", ""]


def test_pictures_go_with_their_message() -> None:
    sea, hill = (_picture(number) for number in (1, 2))
    first = replace(_message(Role.USER, ""), attachments=(sea,))
    second = replace(_message(Role.USER, "Which is higher?"), attachments=(hill,))
    asked = prompt_messages_of([first, second]).messages
    assert [each.content for each in asked] == ["", "Which is higher?"]
    assert [each.media for each in asked] == [
        (Media(each.pixels, MediaKind.IMAGE, each.width, each.height),) for each in (sea, hill)
    ]


def test_a_model_that_does_not_see_gets_no_picture() -> None:
    silent = replace(_message(Role.USER, ""), attachments=(_picture(1),))
    reply = _message(Role.ASSISTANT, "The sea.", message_id=2)
    spoken = replace(_message(Role.USER, "And here?", message_id=3), attachments=(_picture(2),))
    asked = prompt_messages_of([silent, reply, spoken], sees=False).messages
    assert [each.media for each in asked] == [(), (), ()]
    assert [each.content for each in asked] == ["“1.png”", "The sea.", "And here?"]


def test_a_picture_whose_facts_can_not_be_is_not_asked_with() -> None:
    odd = replace(_picture(1), width=1_000_000)
    (asked,) = prompt_messages_of([replace(_message(Role.USER, "a"), attachments=(odd,))]).messages
    assert asked.media == ()


def _picture(number: int) -> Attachment:
    digest = f"{number:064x}"
    facts = (AttachmentKind.PICTURE, 30, 20, digest)
    return Attachment(number, 1, f"{number}.png", "image/png", 9, digest, *facts)


class Counter:
    """Counts letters in fours, as tokens are; remembers how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def __call__(self, text: str) -> int | None:
        self.asked += 1
        assert len(text) <= PIECE_CHARS
        return (len(text) + 3) // 4


async def unknown(_text: str) -> int | None:
    return None


async def test_what_fits_stays_whole() -> None:
    count = Counter()
    assert await first_tokens("four four", 3, count) == TruncatedText("four four", 3)
    assert count.asked == 1


async def test_it_ends_with_a_word_and_has_the_tokens_that_are_counted_for_it() -> None:
    beginning = await first_tokens("some words and more words", 4, Counter())
    assert beginning == TruncatedText("some words and", 4)


async def test_it_ends_with_a_line_where_one_ends_nearby() -> None:
    beginning = await first_tokens("first line\nsecond line and more", 6, Counter())
    assert beginning is not None
    assert beginning.text == "first line"


async def test_a_text_of_many_pieces_is_cut_in_the_one_that_is_too_much() -> None:
    count = Counter()
    text = "x" * (5 * PIECE_CHARS)
    beginning = await first_tokens(text, 2 * PIECE_CHARS // 4 + 100, count)
    assert beginning == TruncatedText("x" * (2 * PIECE_CHARS + 400), 2 * PIECE_CHARS // 4 + 100)
    assert count.asked < 25


async def test_no_room_leaves_nothing() -> None:
    for most in (0, -5):
        beginning = await first_tokens("words", most, Counter())
        assert beginning == TruncatedText("", 0)


async def test_without_a_model_nobody_knows() -> None:
    assert await first_tokens("words", 3, unknown) is None


@settings(max_examples=25)
@given(st.text(max_size=300), st.integers(0, 80))
async def test_no_cut_has_more_tokens_than_it_may(text: str, most: int) -> None:
    beginning = await first_tokens(text, most, Counter())
    assert beginning is not None
    assert text.startswith(beginning.text)
    assert beginning.token_count == (len(beginning.text) + 3) // 4 <= most

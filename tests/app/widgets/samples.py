"""Invented messages and conversations."""

from datetime import UTC, datetime, timedelta

from PySide6.QtWidgets import QTextEdit

from app.domain.conversations import ConversationSummary
from app.domain.messages import Message, MessageStatus, Role
from app.domain.reply_text import ReplyText
from app.domain.usage import ReplyUsage
from app.widgets.transcript.body import MessageBody
from app.widgets.transcript.transcript import Transcript

MOMENT = datetime(2026, 3, 1, 12, tzinfo=UTC)

MARKDOWN = """\
# Title

A **bold** word, an *italic* one, `code` and [a link](https://example.org/a).

1. one
2. two
   - inner
   - [x] done

> a quote
> > and one inside

```python
def answer() -> int:
    return 42
```

| a | b |
|---|--:|
| 1 | 2 |

---

![a cat](/etc/passwd)
"""


def message(
    message_id: int,
    role: Role,
    text: str,
    *,
    status: MessageStatus = MessageStatus.COMPLETE,
    note: str = "",
    usage: ReplyUsage | None = None,
) -> Message:
    """Return a message of an invented conversation."""
    return Message(
        id=message_id,
        conversation_id="c",
        parent_id=None,
        sequence_number=message_id,
        role=role,
        text=text,
        status=status,
        created_at=MOMENT,
        note=note,
        usage=usage,
    )


def question(message_id: int = 1, text: str = "What is a tab?") -> Message:
    """Return something that the user said."""
    return message(message_id, Role.USER, text)


def growing(message_id: int = 2, text: str = "") -> Message:
    """Return a reply that is still being written."""
    return message(message_id, Role.ASSISTANT, text, status=MessageStatus.STREAMING)


def grow_reply(transcript: Transcript, reply_id: int, text: str, reasoning: str = "") -> None:
    """Append to a running reply what it lacks of these texts."""
    running = transcript.message_list.text_of(reply_id)
    if running is None:
        running = ReplyText.of(transcript.message_list.by_id[reply_id])
        transcript.follow_reply(running)
    for more, is_reasoning in (
        (reasoning[len(running.reasoning) :], True),
        (text[len(running.answer) :], False),
    ):
        if more:
            running.append(more, is_reasoning=is_reasoning)


def reply(message_id: int = 2, text: str = "A page of its own.") -> Message:
    """Return a finished reply."""
    return message(message_id, Role.ASSISTANT, text)


def marked(body: MessageBody) -> list[str]:
    """Return the words of a text that are marked."""
    edits = [each for each in body.findChildren(QTextEdit) if not each.isHidden()]
    return [each.cursor.selectedText() for edit in edits for each in edit.extraSelections()]


def summary(conversation_id: str, title: str, *, days_ago: float = 0) -> ConversationSummary:
    """Return a conversation as the sidebar lists it."""
    moment = datetime.now(UTC) - timedelta(days=days_ago)
    return ConversationSummary(conversation_id, title, moment)

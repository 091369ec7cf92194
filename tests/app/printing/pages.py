"""What the process that writes pages is given in tests, and what it makes of it."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from app.domain.conversations import ConversationTree
from app.domain.messages import Attachment, Role
from app.media.pictures import AttachmentKind
from app.printing.messages import JOBS, AllSent, PageJob, PageKind, PageLabels, page_content
from app.tools.model import Decision, ToolCall, ToolUse

LABELS = PageLabels(
    language="en",
    title="Conversations",
    untitled="New chat",
    user="You",
    assistant="Assistant",
    system="System prompt",
    tool="Tool",
    reasoning="Reasoning",
    attachment="File: ",
    page="Page ",
)


def with_call(tree: ConversationTree, result: str = "4 < 5 **degrees**") -> ConversationTree:
    """Return a conversation whose last reply called a tool, with the result after it."""
    *others, reply = tree.messages
    call = ToolCall("call_1", "weather", '{"city": "Tønder"}')
    use = ToolUse(
        call.id,
        call.name,
        "Weather",
        "Sky",
        call.arguments,
        decision=Decision.CHAT,
        started_at=reply.created_at,
        ended_at=reply.created_at,
    )
    answer = replace(
        reply,
        id=reply.id + 1,
        parent_id=reply.id,
        sequence_number=reply.sequence_number + 1,
        role=Role.TOOL,
        text=result,
        tool_use=use,
    )
    messages = (*others, replace(reply, tool_calls=(call,)), answer)
    return replace(tree, messages=messages)


def with_pictures(tree: ConversationTree, *contents: bytes) -> ConversationTree:
    """Return a conversation whose first message has these as pictures, of any size."""
    asked, *others = tree.messages
    files = tuple(
        Attachment(
            id=number,
            message_id=asked.id,
            name=f"picture {number}.png",
            media_type="image/png",
            byte_count=9,
            digest=f"{number:064x}",
            kind=AttachmentKind.PICTURE,
            width=30,
            height=20,
            pixels="b" * 64,
        )
        for number in range(len(contents))
    )
    messages = (replace(asked, attachments=files), *others)
    kept = {file.digest: content for file, content in zip(files, contents, strict=True)}
    return replace(tree, messages=messages, contents=kept)


def with_sound(tree: ConversationTree, name: str, content: bytes) -> ConversationTree:
    """Return a conversation whose first message has this as a sound of two seconds."""
    asked, *others = tree.messages
    file = Attachment(
        id=1,
        message_id=asked.id,
        name=name,
        media_type="audio/wav",
        byte_count=len(content),
        digest="d" * 64,
        kind=AttachmentKind.SOUND,
        width=32_000,
        height=1,
        pixels="e" * 64,
    )
    messages = (replace(asked, attachments=(file,)), *others)
    return replace(tree, messages=messages, contents={file.digest: content})


def stdin_of(job: PageJob, trees: Iterable[ConversationTree]) -> bytes:
    """Return what the process reads, to its end."""
    messages = [job, *map(page_content, trees), AllSent()]
    return b"".join(map(JOBS.encode, messages))


def run(content: bytes) -> subprocess.CompletedProcess[bytes]:
    """Let a real process write what it is told."""
    return subprocess.run(
        [sys.executable, "-m", "app.printing.process"],
        input=content,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        timeout=120,
        check=False,
    )


def written(kind: PageKind, path: Path, *trees: ConversationTree, is_letter: bool = False) -> Path:
    """Write conversations in a real process."""
    job = PageJob(kind, str(path), LABELS, is_letter)
    ended = run(stdin_of(job, trees))
    assert ended.returncode == 0, ended.stderr.decode()
    return path

"""Small exports of other programs, written by hand after their real form."""

import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from app.domain.conversations import ConversationTree
from app.domain.messages import Message, Role
from app.transfer.formats.tree import ExportFile
from app.transfer.import_process import ImportProgress, conversations, conversations_at

FILE_TIME = datetime(2026, 5, 4, 3, 2, 1, tzinfo=UTC)

CHATGPT = [
    {
        "conversation_id": "c-1",
        "title": "Tea",
        "create_time": 1699564800.5,
        "update_time": 1699568400.0,
        "current_node": "n5",
        "mapping": {
            "n0": {"id": "n0", "message": None, "parent": None, "children": ["n1"]},
            "n1": {
                "id": "n1",
                "message": {
                    "author": {"role": "system"},
                    "content": {"content_type": "text", "parts": [""]},
                    "metadata": {"is_visually_hidden_from_conversation": True},
                },
                "parent": "n0",
                "children": ["n2", "n4"],
            },
            "n2": {
                "id": "n2",
                "message": {
                    "author": {"role": "user"},
                    "create_time": 1699564801.0,
                    "content": {"content_type": "text", "parts": ["What is tea?"]},
                },
                "parent": "n1",
                "children": ["n3"],
            },
            "n3": {
                "id": "n3",
                "message": {
                    "author": {"role": "assistant"},
                    "create_time": 1699564802.0,
                    "content": {"content_type": "text", "parts": ["Leaves."]},
                    "metadata": {"model_slug": "gpt-4"},
                },
                "parent": "n2",
                "children": [],
            },
            "n4": {
                "id": "n4",
                "message": {
                    "author": {"role": "user"},
                    "create_time": 1699564803.0,
                    "content": {
                        "content_type": "multimodal_text",
                        "parts": [{"content_type": "image_asset_pointer"}, "And this?"],
                    },
                },
                "parent": "n1",
                "children": ["n5"],
            },
            "n5": {
                "id": "n5",
                "message": {
                    "author": {"role": "assistant"},
                    "create_time": None,
                    "content": {"content_type": "code", "language": "python", "text": "tea()"},
                    "recipient": "all",
                },
                "parent": "n4",
                "children": [],
            },
        },
    },
    {"title": "Empty", "mapping": None},
]

LLAMA_UI = {
    "conv": {"id": "u-1", "name": "Tea", "lastModified": 1765279699684, "currNode": "m2"},
    "messages": [
        {
            "id": "r",
            "convId": "u-1",
            "type": "root",
            "role": "system",
            "content": "",
            "parent": None,
        },
        {
            "id": "m1",
            "convId": "u-1",
            "type": "text",
            "role": "user",
            "content": "What is tea?",
            "timestamp": 1765275434078,
            "parent": "r",
            "children": ["m2", "m3"],
        },
        {
            "id": "m2",
            "convId": "u-1",
            "type": "text",
            "role": "assistant",
            "content": "Leaves.",
            "reasoningContent": "Easy.",
            "timestamp": 1765275435078,
            "parent": "m1",
            "model": "demo",
        },
        {"id": "m3", "convId": "u-1", "role": "assistant", "content": "A drink.", "parent": "m1"},
    ],
}

LLAMA_UI_LINES = "\n".join(
    [
        json.dumps({"harness": "llama.app", "type": "session", **LLAMA_UI["conv"]}),  # type: ignore[dict-item]
        *(json.dumps({"message": each, "type": "message"}) for each in LLAMA_UI["messages"]),
    ]
)

LM_STUDIO = {
    "name": "Tea",
    "pinned": True,
    "createdAt": 1765275434078,
    "systemPrompt": "Be brief.",
    "lastUsedModel": {"identifier": "demo"},
    "messages": [
        {
            "versions": [
                {
                    "type": "singleStep",
                    "role": "user",
                    "content": [{"type": "text", "text": "What is tea?"}],
                }
            ],
            "currentlySelected": 0,
        },
        {
            "versions": [
                {"type": "singleStep", "role": "assistant", "content": "A drink."},
                {
                    "type": "multiStep",
                    "role": "assistant",
                    "steps": [
                        {
                            "type": "contentBlock",
                            "style": {"type": "thinking"},
                            "content": [{"type": "text", "text": "Easy."}],
                        },
                        {
                            "type": "contentBlock",
                            "content": [{"type": "text", "text": "Leaves."}],
                        },
                        {"type": "debugInfoBlock", "debugInfo": "x"},
                    ],
                },
            ],
            "currentlySelected": 1,
        },
    ],
}


def chatgpt_export(count: int, message_count: int = 2) -> list[dict[str, object]]:
    """Return an export of ChatGPT with so many conversations, called "Chat 0" and so on."""
    return [chatgpt_conversation(number, message_count) for number in range(count)]


def chatgpt_conversation(
    number: int, message_count: int, text: str = "What is tea?"
) -> dict[str, object]:
    """Return one conversation in which question and answer follow each other."""
    mapping: dict[str, object] = {
        f"n{place}": {
            "id": f"n{place}",
            "message": {
                "author": {"role": ("user", "assistant")[place % 2]},
                "create_time": 1699564800.0 + number,
                "content": {"content_type": "text", "parts": [text]},
            },
            "parent": f"n{place - 1}" if place else None,
            "children": [],
        }
        for place in range(message_count)
    }
    return {
        "conversation_id": f"c-{number}",
        "title": f"Chat {number}",
        "create_time": 1699564800.0 + number,
        "update_time": 1699564800.0 + number,
        "current_node": f"n{message_count - 1}",
        "mapping": mapping,
    }


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file held, and what of it could not be read, in sentences."""

    trees: tuple[ConversationTree, ...]
    problems: tuple[str, ...] = ()


def read(content: bytes) -> Imported:
    """Return what a file with this content is imported as. Raises NotAnImport."""
    reading = ImportProgress()
    file = ExportFile("export.json", FILE_TIME)
    trees = _loaded(conversations(lambda: io.BytesIO(content), reading, file))
    return Imported(trees, tuple(reading.problems))


def read_at(path: Path) -> Imported:
    """Return what a file or a folder is imported as. Raises NotAnImport."""
    reading = ImportProgress()
    trees = _loaded(conversations_at(path, reading))
    return Imported(trees, tuple(reading.problems))


def _loaded(trees: Iterable[ConversationTree]) -> tuple[ConversationTree, ...]:
    """Return conversations with their contents, which can be read only before the next one."""
    return tuple(replace(tree, contents=dict(tree.contents)) for tree in trees)


def transcript(found: Imported) -> str:
    """Return everything that is imported, to be compared with an expected text."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: Imported) -> Iterator[str]:
    for tree in found.trees:
        options = tree.options
        marks = [*("pinned",) * options.is_pinned, *("archived",) * options.is_archived]
        yield f"=== {tree.title or '(no title)'} {' '.join([*marks, *options.tags])}".rstrip()
        yield f"{tree.created_at:%Y-%m-%d %H:%M:%S} to {tree.updated_at:%Y-%m-%d %H:%M:%S}"
        if options.system_prompt:
            yield from _quoted("system", options.system_prompt)
        for message in tree.messages:
            is_shown = message.id == tree.active_leaf_id
            yield from _message_lines(message, tree, is_shown=is_shown)
    yield "=== report"
    yield from found.problems


def _message_lines(message: Message, tree: ConversationTree, *, is_shown: bool) -> Iterator[str]:
    parent = "" if message.parent_id is None else f" after {message.parent_id}"
    model = f" [{message.usage.model_name}]" if message.usage else ""
    shown = " (shown)" if is_shown else ""
    yield (
        f"--- {message.id}{parent}: {message.role.value}{model} "
        f"{message.created_at:%Y-%m-%d %H:%M:%S}{shown}"
    )
    for call in message.tool_calls:
        yield f"calls {call.name} {call.arguments}"
    for each in message.attachments:
        yield from _quoted(f"file {each.name}", tree.contents[each.digest].decode())
    if message.reasoning:
        yield from _quoted("thoughts", message.reasoning)
    if message.text:
        yield message.text


def _quoted(name: str, text: str) -> Iterable[str]:
    return (f"{name} | {line}".rstrip() for line in text.split("\n"))


def imported(value: object) -> Imported:
    """Return what a JSON value is imported as."""
    return read(json.dumps(value).encode())


def shape(tree: ConversationTree) -> list[tuple[int, int | None, Role, str]]:
    """Return what is compared of a conversation."""
    return [(each.id, each.parent_id, each.role, each.text) for each in tree.messages]

"""Exports of Claude: a list of conversations in ``conversations.json``.

A message is a list of blocks: texts, thoughts, calls of tools and their results. Artifacts are
documents that a tool writes; they are shown in the answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.domain.conversations import ConversationOptions
from app.domain.messages import Role
from app.errors import LazyText
from app.transfer.formats.documents import Document
from app.transfer.formats.pictures import AttachedFiles, PictureFiles
from app.transfer.formats.tree import (
    Call,
    ExportFile,
    Found,
    Node,
    Origin,
    add_result,
    called,
    joined,
    key_of,
    moment,
    tree_of,
    unknown_message,
    unknown_part,
    unless_empty,
)
from app.transfer.json_values import indented_json, mapping, sequence, string

_SENDERS = {"human": Role.USER, "user": Role.USER, "assistant": Role.ASSISTANT}
# States of the program, which it does not show as parts of a message.
_UNSEEN_KINDS = frozenset(("token_budget", "flag", "tool_use_limit"))
_PROGRAM_TEXTS = "application/vnd.ant.code"
_LANGUAGES = {
    "text/html": "html",
    "image/svg+xml": "svg",
    "application/vnd.ant.mermaid": "mermaid",
    "application/vnd.ant.react": "jsx",
}


def matches(value: object) -> bool:
    """Return whether a JSON value is a conversation of this format."""
    return isinstance(mapping(value).get("chat_messages"), list)


def read(value: object, file: ExportFile) -> Found:
    """Return one conversation."""
    conversation = mapping(value)
    messages = [mapping(each) for each in sequence(conversation["chat_messages"])]
    messages = [each for each in messages if each]
    nodes: list[Node] = []
    documents: dict[str, Document] = {}
    for number, message in enumerate(messages):
        key = key_of(message.get("uuid")) or f"#{number}"
        # Older exports have no parents; their messages follow each other.
        before = nodes[-1].key if nodes else None
        parent = key_of(message.get("parent_message_uuid")) or before
        nodes.append(_node(key, parent, message, documents, file.pictures))
    title = string(conversation.get("name"))
    created_at = moment(conversation.get("created_at"))
    id_ = key_of(conversation.get("uuid")) or f"{title}:{conversation.get('created_at')}"
    origin = Origin(
        source=f"claude:{id_}",
        title=title,
        created_at=created_at,
        updated_at=moment(conversation.get("updated_at")),
        shown=key_of(conversation.get("current_leaf_message_uuid"))
        or (nodes[-1].key if nodes else None),
        options=ConversationOptions(is_pinned=conversation.get("is_starred") is True),
    )
    return tree_of(origin, nodes, file)


@dataclass(slots=True)
class _Blocks:
    """The contents of the blocks of a message, by kind."""

    texts: list[str] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    omitted: list[LazyText] = field(default_factory=list)


def _node(
    key: str,
    parent: str | None,
    message: Mapping[str, object],
    documents: dict[str, Document],
    pictures: PictureFiles,
) -> Node:
    role = _SENDERS.get(string(message.get("sender")))
    found = _Blocks()
    for block in map(mapping, sequence(message.get("content"))):
        _read_block(block, found, documents)
    if not (found.texts or found.thoughts or found.calls):
        found.texts.append(string(message.get("text")))
    files: list[tuple[str, str]] = []
    attached_files = AttachedFiles(pictures, role)
    for attached in map(mapping, sequence(message.get("attachments"))):
        name = string(attached.get("file_name"))
        if string(attached.get("extracted_content")):
            files.append((name or "text", string(attached["extracted_content"])))
        elif name:
            attached_files.add(name, name)
    given = {name for name, _text in files}
    for attached in map(mapping, sequence(message.get("files"))):
        name = string(attached.get("file_name")) or string(attached.get("file_uuid"))
        if name and name not in given:
            attached_files.add(name, attached.get("file_uuid"), name)
    node = Node(
        key=key,
        parent=parent,
        role=role,
        text=joined((*attached_files.named, *found.texts)),
        written_at=moment(message.get("created_at")),
        reasoning=joined(found.thoughts),
        model_name=string(message.get("model")) if role is Role.ASSISTANT else "",
        files=tuple(files),
        pictures=tuple(attached_files.pictures),
        named_count=len(attached_files.named),
        calls=tuple(found.calls),
        calls_first=True,
        omitted=tuple(found.omitted),
    )
    if role is None:
        return Node(key, parent, omitted=(unknown_message(string(message.get("sender"))),))
    return unless_empty(node)


def _read_block(
    block: Mapping[str, object], found: _Blocks, documents: dict[str, Document]
) -> None:
    kind = string(block.get("type"))
    match kind:
        case "text" | "voice_note":
            found.texts.append(string(block.get("text")))
        case "thinking":
            found.thoughts.append(string(block.get("thinking")))
        case "tool_use":
            _read_call(string(block.get("name")), mapping(block.get("input")), found, documents)
        case "tool_result":
            name = string(block.get("name"))
            if name not in ("artifacts", "create_file") or block.get("is_error") is True:
                found.omitted += add_result(found.calls, _result_text(block.get("content")), name)
        case _ if kind not in _UNSEEN_KINDS:
            found.omitted.append(unknown_part(kind))


def _read_call(
    name: str, given: Mapping[str, object], found: _Blocks, documents: dict[str, Document]
) -> None:
    document = _document_of(name, given, documents)
    if document is not None:
        documents[_document_id(given)] = document
        found.texts.append(document.shown())
        return
    found.calls.append(called(name, indented_json(given)))


def _document_id(given: Mapping[str, object]) -> str:
    return string(given.get("id")) or string(given.get("path"))


def _document_of(
    name: str, given: Mapping[str, object], documents: Mapping[str, Document]
) -> Document | None:
    """Return the document that a call writes; None if it writes none."""
    known = documents.get(_document_id(given))
    if name == "create_file" and string(given.get("file_text")):
        path = string(given.get("path"))
        suffix = path.rpartition(".")[2]
        is_prose = suffix in ("md", "txt", "markdown")
        return Document(
            path.rpartition("/")[2], string(given["file_text"]), "" if is_prose else suffix
        )
    if name != "artifacts":
        return None
    title = string(given.get("title")) or ("" if known is None else known.name)
    if given.get("command") == "update" and known is not None:
        old, new = string(given.get("old_str")), string(given.get("new_str"))
        return Document(known.name, known.text.replace(old, new, 1), known.language)
    if not string(given.get("content")):
        return None
    kind = string(given.get("type"))
    language = "" if known is None else known.language
    if kind == _PROGRAM_TEXTS:
        language = string(given.get("language")) or "text"
    elif kind:
        language = _LANGUAGES.get(kind, "")
    return Document(title, string(given["content"]), language)


def _result_text(content: object) -> str:
    if isinstance(content, str):
        return content
    parts = (mapping(part) for part in sequence(content))
    return joined(
        string(part.get("text")) or joined((string(part.get("title")), string(part.get("url"))))
        for part in parts
    )

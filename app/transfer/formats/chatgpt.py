"""Exports of ChatGPT, of every age since 2022.

A conversation is a tree of messages in ``mapping``. One answer takes several nodes: thoughts,
calls of tools and their results, texts; those between two calls become one message of ours.
Documents of the canvas are sent to a tool and shown in the answer. Marks of citations become links.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from app.domain.conversations import ConversationOptions
from app.domain.messages import Role
from app.errors import LazyText, lazy
from app.transfer.formats.documents import Change, Document, changed
from app.transfer.formats.pictures import AttachedFiles, PictureFiles
from app.transfer.formats.tree import (
    EMPTY,
    ROLES,
    ExportFile,
    Found,
    Node,
    Origin,
    called,
    fenced,
    joined,
    key_of,
    link,
    moment,
    parents_first,
    result_of,
    tree_of,
    unknown_message,
)
from app.transfer.json_values import mapping, parsed, sequence, string

_CANVAS = "canmore."
# States of the program, which it does not show as messages.
_UNSEEN_KINDS = frozenset(("model_editable_context", "reasoning_recap"))
_INSTRUCTIONS = "user_editable_context"
_RESULT_KINDS = frozenset(
    (
        "execution_output",
        "tether_quote",
        "tether_browsing_display",
        "tether_browsing_code",
        "sonic_webpage",
        "system_error",
        "computer_output",
        "super_widget",
    )
)
_PICTURES = {"image": "[image]", "video": "[video]", "audio": "[audio]"}
# Marks that the program replaces by links: 【3†source】, and since 2025 a name and arguments
# between characters of the private use area.
_OLD_MARK = re.compile(r"(?<![ \t])[ \t]*【(\d+)(?::\d+)?†[^【】]*】")
_NEW_MARK = re.compile(r"(?<![ \t])[ \t]*\ue200([a-z_]*)((?:\ue202[^\ue200-\ue202]*)*)\ue201")
_MARK_CHARS = re.compile(r"[\ue200-\ue206]")
_MARKED = re.compile(r"[\ue200-\ue206]|【\d+")


def matches(value: object) -> bool:
    """Return whether a JSON value is a conversation of this format."""
    return isinstance(mapping(value).get("mapping"), dict)


def read(value: object, file: ExportFile) -> Found:
    """Return one conversation."""
    conversation = mapping(value)
    title = string(conversation.get("title"))
    created_at = moment(conversation.get("create_time"))
    id_ = string(conversation.get("conversation_id")) or string(conversation.get("id"))
    # The time of 1970 was written for a missing one when ids were chosen first.
    since = "1970-01-01T00:00:00+00:00" if created_at is None else created_at.isoformat()
    is_pinned = conversation.get("is_starred") is True or bool(conversation.get("pinned_time"))
    steps = list(_steps(mapping(conversation["mapping"])))
    origin = Origin(
        source=f"chatgpt:{id_ or title + since}",
        title=title,
        created_at=created_at,
        updated_at=moment(conversation.get("update_time")),
        shown=key_of(conversation.get("current_node")),
        options=ConversationOptions(
            is_pinned=is_pinned, is_archived=conversation.get("is_archived") is True
        ),
    )
    return tree_of(origin, list(_nodes(steps, file.pictures)), file)


class _Step(msgspec.Struct, frozen=True):
    """A node of the mapping."""

    key: str
    parent: str | None
    message: Mapping[str, object]
    children: tuple[str, ...]

    @property
    def metadata(self) -> Mapping[str, object]:
        return mapping(self.message.get("metadata"))

    @property
    def content(self) -> Mapping[str, object]:
        return mapping(self.message.get("content"))

    @property
    def kind(self) -> str:
        return string(self.content.get("content_type"))

    @property
    def author(self) -> Mapping[str, object]:
        return mapping(self.message.get("author"))

    @property
    def recipient(self) -> str:
        return string(self.message.get("recipient")) or "all"


def _steps(nodes: Mapping[str, object]) -> Iterator[_Step]:
    """Yield the nodes, each after its parent."""
    children = {
        key: tuple(filter(None, map(key_of, sequence(mapping(node).get("children")))))
        for key, node in nodes.items()
    }
    parent_of = {child: key for key, keys in children.items() for child in keys}
    parents = [
        (key, key_of(mapping(node).get("parent")) or parent_of.get(key))
        for key, node in nodes.items()
    ]
    parent_at = dict(parents)
    for key in parents_first(parents):
        message = mapping(mapping(nodes[key]).get("message"))
        yield _Step(key, parent_at[key], message, children[key])


def _nodes(steps: Sequence[_Step], pictures: PictureFiles) -> Iterator[Node]:
    by_key = {step.key: step for step in steps}
    documents: dict[str | None, Mapping[str, Document]] = {}
    for step in steps:
        known = documents.get(step.parent, {})
        node = Node(step.key, step.parent, written_at=moment(step.message.get("create_time")))
        if step.recipient.startswith(_CANVAS):
            node, known = _canvas_node(node, step, known, _document_id(step, by_key))
        elif step.message:
            node = _node(node, step, pictures)
        documents[step.key] = known
        yield _with_model(node, step)


def _with_model(node: Node, step: _Step) -> Node:
    if node.role is not Role.ASSISTANT:
        return node
    return replace(node, is_step=True, model_name=string(step.metadata.get("model_slug")))


def _node(node: Node, step: _Step, pictures: PictureFiles) -> Node:
    """Return a node with its role and text; without a role if it is not shown."""
    role = string(step.author.get("role"))
    prompt = _instructions(step)
    if prompt:
        return replace(node, role=Role.SYSTEM, text=prompt)
    is_hidden = step.metadata.get("is_visually_hidden_from_conversation") is True
    if is_hidden or step.kind in _UNSEEN_KINDS:
        return node
    if role == "tool" or step.kind in _RESULT_KINDS:
        is_receipt = _tool_name(step).startswith(_CANVAS) or "canvas" in step.metadata
        return node if is_receipt else _tool_node(node, step)
    if role not in ROLES:
        return replace(node, omitted=(unknown_message(role),))
    if step.recipient != "all":
        return _call_node(node, step)
    return _text_node(node, step, AttachedFiles(pictures, ROLES[role]))


def _text_node(node: Node, step: _Step, attached: AttachedFiles) -> Node:
    role = attached.role
    text = _text(step, attached)
    reasoning = _thoughts(step.content)
    if not (text or reasoning or attached.pictures):
        if role is Role.USER or (role is Role.ASSISTANT and not step.children):
            return replace(node, omitted=_unknown(step))
        return node
    if role is Role.SYSTEM:
        return replace(node, role=role, text=text)
    return replace(
        node,
        role=role,
        text=text,
        reasoning=reasoning,
        pictures=tuple(attached.pictures),
        named_count=len(attached.named),
    )


def _unknown(step: _Step) -> tuple[LazyText, ...]:
    known = ("", "text", "multimodal_text", "code")
    has_words = any(sequence(step.content.get("parts"))) or step.kind not in known
    if has_words:
        return (unknown_message(step.kind),)
    return (EMPTY,)


def _instructions(step: _Step) -> str:
    """Return the user's custom instructions, if this node holds them."""
    told = mapping(step.metadata.get("user_context_message_data"))
    given = (told.get("about_user_message"), told.get("about_model_message"))
    if step.kind == _INSTRUCTIONS and not any(given):
        given = (step.content.get("user_profile"), step.content.get("user_instructions"))
    return joined(string(each) for each in given)


# --- tools --------------------------------------------------------------------------------


def _call_node(node: Node, step: _Step) -> Node:
    text = _text(step, is_code_fenced=False)
    if not text.strip():
        return node
    return replace(node, role=Role.ASSISTANT, calls=(called(step.recipient, text),))


def _tool_node(node: Node, step: _Step) -> Node:
    """Return a node with what a tool returned: pictures are shown in the answer."""
    content = step.content
    parts = [mapping(part) for part in sequence(content.get("parts")) if isinstance(part, dict)]
    pictures = [mark for part in parts if (mark := _mark_of(part)) in _PICTURES.values()]
    texts = [string(content.get(name)) for name in ("title", "url", "text", "result")]
    texts += [part for part in sequence(content.get("parts")) if isinstance(part, str)]
    result, omitted = result_of(_unmarked(joined(texts), step.metadata))
    omitted += (lazy("A picture in an answer was left out."),) * len(pictures)
    node = replace(node, text=joined(pictures), result=result or None, omitted=omitted)
    return node if node.is_empty else replace(node, role=Role.ASSISTANT)


def _tool_name(step: _Step) -> str:
    return string(step.author.get("name"))


def _document_id(step: _Step, by_key: Mapping[str, _Step]) -> str:
    """Return the id of the document that a call is about, which is in its result."""
    for key in step.children:
        if key in by_key:
            canvas = mapping(by_key[key].metadata.get("canvas"))
            if string(canvas.get("textdoc_id")):
                return string(canvas["textdoc_id"])
    return string(mapping(step.metadata.get("canvas")).get("textdoc_id"))


def _canvas_node(
    node: Node, step: _Step, known: Mapping[str, Document], id_: str
) -> tuple[Node, Mapping[str, Document]]:
    """Return the node that shows a document, and the documents known after it."""
    node = replace(node, role=Role.ASSISTANT)
    given = _canvas_arguments(step)
    document = known.get(id_) or next(reversed(list(known.values())), None)
    if "content" in given:
        document = _document_of(given)
    elif "updates" in given:
        changes = [_change_of(mapping(each)) for each in sequence(given["updates"])]
        after = None if document is None else changed(document, changes)
        if after is None:
            # Whole replacements are texts of their own; parts are shown as such.
            return _change_node(node, document, changes), known
        document = after
    elif "comments" in given:
        return replace(node, text=_comments(given)), known
    else:
        text = _text(step)
        return replace(node, text=text, role=Role.ASSISTANT if text else None), known
    assert document is not None
    others = {key: each for key, each in known.items() if key != id_}
    return replace(node, text=document.shown()), {**others, id_: document}


def _canvas_arguments(step: _Step) -> Mapping[str, object]:
    parts = sequence(step.content.get("parts"))
    for given in (step.content.get("text"), *parts):
        if isinstance(given, dict):
            return given
        try:
            found = parsed(string(given).encode("utf-8", "replace"))
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            return found
    return {}


def _document_of(given: Mapping[str, object]) -> Document:
    kind, _, language = string(given.get("type")).partition("/")
    return Document(
        string(given.get("name")),
        string(given.get("content")),
        (language or "text") if kind == "code" else "",
    )


def _change_of(given: Mapping[str, object]) -> Change:
    is_multiple = given.get("multiple") is True
    return Change(string(given.get("pattern")), string(given.get("replacement")), is_multiple)


def _change_node(node: Node, document: Document | None, changes: Sequence[Change]) -> Node:
    name = "" if document is None else document.name
    heading = f"**{name}** (changed)" if name else "(changed)"
    texts = [fenced(each.replacement) for each in changes if each.replacement]
    omitted = (lazy("A change to a document could not be applied and is shown separately."),)
    return replace(node, text=joined((heading, *texts)), omitted=omitted)


def _comments(given: Mapping[str, object]) -> str:
    comments = (mapping(each) for each in sequence(given["comments"]))
    return "\n".join(f"- {string(each.get('comment'))}" for each in comments)


# --- texts --------------------------------------------------------------------------------


def _text(
    step: _Step, attached: AttachedFiles | None = None, *, is_code_fenced: bool = True
) -> str:
    """Return the text of a message with the names of its files; pictures go to ``attached``."""
    content, metadata = step.content, step.metadata
    if step.kind == "code":
        code = string(content.get("text")) or joined(map(string, sequence(content.get("parts"))))
        language = string(content.get("language"))
        language = "" if language == "unknown" else language
        is_bare = not is_code_fenced or not code.strip()
        return code if is_bare else fenced(code, language)
    attached = attached or AttachedFiles(PictureFiles(), None)
    files = _files(metadata)
    texts: list[str] = []
    parts = sequence(content.get("parts")) or [content.get("text")]
    for part in parts:
        if isinstance(part, str):
            texts.append(_unmarked(part, metadata))
            continue
        pointer = string(mapping(part).get("asset_pointer")).rpartition("://")[2].split("#")[0]
        texts.append(
            _shown_file(attached, files.pop(pointer, ""), pointer, _mark_of(mapping(part)))
        )
    if any(_is_transcription(part) for part in parts):
        # The sound itself is not in the export; its words are.
        texts = [text for text in texts if text not in _PICTURES.values()]
    others = [_shown_file(attached, name, id_) for id_, name in files.items()]
    return joined((*others, *texts))


def _shown_file(attached: AttachedFiles, name: str, id_: str, mark: str = "") -> str:
    """Return the text that stands for a file; empty for a picture that is attached."""
    if not name and mark not in _PICTURES.values():
        return mark
    if attached.add(name or "image", id_):
        return ""
    if name:
        return attached.named[-1]
    attached.named.pop()  # the program has no name of it
    return mark


def _is_transcription(part: object) -> bool:
    return mapping(part).get("content_type") == "audio_transcription"


def _mark_of(part: Mapping[str, object]) -> str:
    """Return the words of a part that is not a text, or its kind in brackets."""
    words = string(part.get("text"))
    if words:
        return words
    kind = string(part.get("content_type"))
    if "video" in kind and "audio" not in kind:
        return _PICTURES["video"]
    if "audio" in kind:
        return _PICTURES["audio"]
    kind = kind.partition("_")[0]
    return _PICTURES.get(kind) or (f"[{kind}]" if kind else "")


def _files(metadata: Mapping[str, object]) -> dict[str, str]:
    """Return the names of the attached files, by id."""
    files: dict[str, str] = {}
    for number, file in enumerate(map(mapping, sequence(metadata.get("attachments")))):
        name = string(file.get("name")) or string(file.get("id"))
        if name:
            files[string(file.get("id")) or str(number)] = name
    return files


def _thoughts(content: Mapping[str, object]) -> str:
    paragraphs: list[str] = []
    for thought in map(mapping, sequence(content.get("thoughts"))):
        summary, words = string(thought.get("summary")).strip(), string(thought.get("content"))
        paragraphs += [f"**{summary}**" if summary else "", words]
    return joined(paragraphs)


def _unmarked(text: str, metadata: Mapping[str, object]) -> str:
    """Return a text with links in place of the marks of citations."""
    if not _MARKED.search(text):
        return text
    for reference in map(mapping, sequence(metadata.get("content_references"))):
        mark = string(reference.get("matched_text"))
        if _MARKED.search(mark):
            links = _links(reference)
            before = "" if links else r"(?<![ \t])[ \t]*"
            text = re.sub(before + re.escape(mark), _always(links), text)
    text = _NEW_MARK.sub(_of_mark, text)
    text = _OLD_MARK.sub(_old_links(metadata), text)
    return _MARK_CHARS.sub("", text).strip("\n")


def _always(text: str) -> Callable[[re.Match[str]], str]:
    return lambda _match: text  # as a string it would be a template


def _links(reference: Mapping[str, object]) -> str:
    """Return the links of a reference, as the program shows them."""
    if reference.get("type") == "hidden":
        return ""
    written = string(reference.get("alt")).strip()
    if written:
        return written
    items = [mapping(item) for item in sequence(reference.get("items"))] or [reference]
    links: list[str] = []
    for item in items:
        label = string(item.get("title")) or string(item.get("name")) or string(item.get("text"))
        shown = link(label, string(item.get("url")))
        if shown and shown not in links:
            links.append(shown)
    return f"({', '.join(links)})" if links else ""


def _of_mark(match: re.Match[str]) -> str:
    """Return the words in a mark without a reference: names of places, titles of links."""
    arguments = match[2].split("\ue202")[1:]
    space = match[0][: len(match[0]) - len(match[0].lstrip(" \t"))]
    if match[1] in ("url", "link_title") and arguments:
        return space + arguments[0]
    if match[1] == "entity" and arguments:
        try:
            named = sequence(parsed(arguments[0].encode("utf-8", "replace")))
        except (ValueError, RecursionError):
            named = []
        if len(named) > 1 and isinstance(named[1], str):
            return space + named[1]
    return ""


def _old_links(metadata: Mapping[str, object]) -> Callable[[re.Match[str]], str]:
    """Return the function that replaces 【3†source】 by the link of the third source."""
    by_number: dict[str, str] = {}
    in_order: list[str] = []
    for citation in map(mapping, sequence(metadata.get("citations"))):
        about = mapping(citation.get("metadata"))
        label = string(about.get("title")) or string(about.get("name"))
        shown = link(label, string(about.get("url")))
        in_order.append(shown)
        number = key_of(mapping(about.get("extra")).get("cited_message_idx"))
        if number is not None:
            by_number.setdefault(number, shown)
    left = iter(in_order)

    def shown_link(match: re.Match[str]) -> str:
        # Without numbers, citations are listed in the order of their marks.
        shown = by_number.get(match[1], "") if by_number else next(left, "")
        return f" ({shown})" if shown else ""

    return shown_link

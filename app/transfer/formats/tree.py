"""A conversation of another program as a tree of nodes, which becomes one of ours.

Each format reads nodes; this module joins the steps of an answer between calls of tools, fills in
missing times, and collects what was left out, in sentences for the report.
"""

import json
import re
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

import msgspec
from msgspec.structs import replace

from app.domain.conversations import ConversationOptions, ConversationTree
from app.domain.messages import Attachment, Message, MessageStatus, Role, content_digest
from app.domain.usage import ReplyUsage
from app.errors import LazyText, lazy
from app.media.pictures import AttachmentKind
from app.tools.model import ToolCall, ToolUse
from app.transfer.formats.pictures import PictureFile, PictureFiles
from app.transfer.json_values import parsed

_MILLISECONDS = 1e11  # as seconds this is the year 5138; as milliseconds, 1973
# No chat with a model is older. Some programs write 0 for an unknown time.
_FIRST_MOMENT = datetime(2015, 1, 1, tzinfo=UTC)
_LAST_MOMENT = datetime(2200, 1, 1, tzinfo=UTC)
# Must never change: the same source always has the same id, and is not imported twice.
_NAMESPACE = uuid.UUID("2f0d1f3e-6d0c-4c53-9a44-7c3b7d1d8f6a")
ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT, "system": Role.SYSTEM}
MAX_RESULT_CHARS = 4000  # of one result of a tool; programs store whole web pages
_BACKTICKS = re.compile(r"`{3,}")
_IN_LABELS = re.compile(r"[\[\]\\\s]+")
_IN_ADDRESSES = re.compile(r"[()<>\s]")
_LONGEST_TITLE = 80
_LONGEST_NAME = 64  # of a tool


class ExportFile(msgspec.Struct, frozen=True):
    """The file that a conversation is read from.

    Attributes:
        name: without its folder.
        written_at: the time of a conversation for which the file states none.
        pictures: the files of the same archive or folder.
    """

    name: str = ""
    written_at: datetime = msgspec.field(default_factory=lambda: datetime.now(UTC))
    pictures: PictureFiles = msgspec.field(default_factory=PictureFiles)


class Found(msgspec.Struct, frozen=True):
    """A conversation, and what of it was left out.

    Attributes:
        omitted: sentences for the report.
        named_count: number of attached files of which only the name is known.
    """

    tree: ConversationTree
    omitted: tuple[LazyText, ...] = ()
    named_count: int = 0


class Call(msgspec.Struct, frozen=True):
    """A call of a tool; ``result`` is None if it is in a later node, or was not stored."""

    name: str
    arguments: str
    result: str | None = None


class Node(msgspec.Struct, frozen=True):
    """A node of another program's tree; a node without a role is not shown.

    Attributes:
        parent: the key of the preceding node; None for the first.
        written_at: None if the program did not store it.
        files: names and contents of attached texts.
        pictures: attached pictures.
        named_count: number of attached files of which the text states the name only.
        is_step: whether it continues the answer of its parent, as after a call of a tool.
        calls: of tools, after the text.
        calls_first: the calls, with the thoughts, precede the text.
        result: of the first call above it that has none.
        omitted: what was left out of it, in sentences.
    """

    key: str
    parent: str | None
    role: Role | None = None
    text: str = ""
    written_at: datetime | None = None
    reasoning: str = ""
    model_name: str = ""
    files: tuple[tuple[str, str], ...] = ()
    pictures: tuple[PictureFile, ...] = ()
    named_count: int = 0
    is_step: bool = False
    calls: tuple[Call, ...] = ()
    calls_first: bool = False
    result: str | None = None
    omitted: tuple[LazyText, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Return whether nothing of it can be shown."""
        has_words = bool(self.text.strip() or self.reasoning.strip())
        return not (has_words or self.files or self.pictures or self.calls or self.result)


class Origin(msgspec.Struct, frozen=True):
    """The data of a conversation without its messages.

    Attributes:
        source: the program and its id; the same one is not imported twice.
        shown: the key of the last node of the shown branch.
    """

    source: str
    title: str
    created_at: datetime | None = None
    updated_at: datetime | None = None
    shown: str | None = None
    options: ConversationOptions = msgspec.field(default_factory=ConversationOptions)


def moment(value: object) -> datetime | None:
    """Return the time of seconds, milliseconds or an ISO text; None if it is not plausible."""
    try:
        match value:
            case bool():
                return None
            case int() | float():
                seconds = value / 1000 if abs(value) >= _MILLISECONDS else value
                found = datetime.fromtimestamp(seconds, UTC)
            case str() if value.isdecimal() and value.isascii() and len(value) < 20:
                return moment(int(value))
            case str():
                found = datetime.fromisoformat(value.strip())
                found = found if found.tzinfo else found.replace(tzinfo=UTC)
                found = found.astimezone(UTC)
            case _:
                return None
    except (ValueError, OverflowError, OSError):
        return None
    return found if _FIRST_MOMENT <= found <= _LAST_MOMENT else None


def key_of(value: object) -> str | None:
    """Return an id as text, as some programs use numbers; None if there is none."""
    match value:
        case bool() | None | "":
            return None
        case float() if value.is_integer():
            return str(int(value))
        case str() | int() | float():
            return str(value)
    return None


def tree_of(origin: Origin, nodes: Sequence[Node], file: ExportFile) -> Found:
    """Return the conversation; children of a node that is not shown move to its parent.

    The first system message becomes the system prompt, unless the options have one.
    """
    # A title may end in half an emoji if its program counted UTF-16 units.
    source = origin.source.encode("utf-8", "replace").decode()
    id_ = uuid.uuid5(_NAMESPACE, source).hex
    ordered = _in_order(nodes)
    prompt, omitted = _system_prompt(origin, ordered)
    turns = _Turns(ordered)
    dated = _dated(turns.kept, origin, file)
    messages = tuple(
        message for turn, written_at in dated for message in _messages(turn, id_, written_at)
    )
    times = [message.created_at for message in messages]
    created_at = origin.created_at or min(times, default=origin.updated_at or file.written_at)
    tree = ConversationTree(
        id=id_,
        title=origin.title,
        created_at=created_at,
        updated_at=origin.updated_at or max(times, default=created_at),
        messages=messages,
        active_leaf_id=turns.number_at(origin.shown),
        options=replace(origin.options, system_prompt=prompt),
        contents=_contents(node for turn in turns.kept for node in turn.nodes),
    )
    counted = Counter(sentence for node in ordered for sentence in node.omitted)
    counted.update(omitted)
    return Found(
        tree,
        tuple(_line(origin.title, sentence, count) for sentence, count in counted.items()),
        sum(node.named_count for turn in turns.kept for node in turn.nodes),
    )


def parents_first(parents: Sequence[tuple[str, str | None]]) -> list[str]:
    """Return keys ordered so that each parent precedes its children; pairs are key and parent."""
    known = dict.fromkeys(key for key, _parent in parents)
    children: defaultdict[str | None, list[str]] = defaultdict(list)
    for key, parent in parents:
        # A node with a missing parent begins a branch.
        children[parent if parent in known else None].append(key)
    ordered: dict[str, None] = {}
    waiting = list(reversed(children[None]))
    # A loop instead of recursion: a long conversation is deeper than Python's stack.
    while waiting:
        key = waiting.pop()
        if key not in ordered:
            ordered[key] = None
            waiting += reversed(children[key])
    # Nodes in a cycle are never reached from a root; they are shown as well.
    return [*ordered, *(key for key in known if key not in ordered)]


def _in_order(nodes: Sequence[Node]) -> list[Node]:
    by_key: dict[str, Node] = {}
    for node in nodes:
        by_key.setdefault(node.key, node)
    pairs = [(node.key, node.parent) for node in by_key.values()]
    return [by_key[key] for key in parents_first(pairs)]


def _system_prompt(origin: Origin, nodes: list[Node]) -> tuple[str | None, list[LazyText]]:
    texts = [node.text for node in nodes if node.role is Role.SYSTEM and node.text.strip()]
    given = origin.options.system_prompt
    prompt = given or next(iter(texts), None)
    others = {text for text in texts if text != prompt}
    return prompt, [lazy("A further system prompt was left out.")] * len(others)


class _Part(msgspec.Struct):
    """A reply up to its calls of tools, or a whole message."""

    texts: list[str] = msgspec.field(default_factory=list)
    thoughts: list[str] = msgspec.field(default_factory=list)
    files: list[tuple[str, str]] = msgspec.field(default_factory=list)
    pictures: list[PictureFile] = msgspec.field(default_factory=list)
    calls: list[Call] = msgspec.field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        has_words = any(each.strip() for each in (*self.texts, *self.thoughts))
        return not (has_words or self.files or self.pictures or self.calls)


class _Turn(msgspec.Struct):
    """A message of the user, or an answer with its calls of tools: the nodes that it consists of.

    ``number`` is the id of its last message.
    """

    nodes: list[Node]
    parent: "_Turn | None"
    number: int = 0

    @property
    def has_text(self) -> bool:
        return any(node.text or node.files or node.pictures for node in self.nodes)

    def parts(self) -> list[_Part]:
        """Return the replies that it consists of, each but the last ending in calls."""
        parts = [_Part()]
        for node in self.nodes:
            if node.result is not None:
                _add_result(parts, node.result)
            is_new = not replace(node, result=None).is_empty
            if parts[-1].calls and is_new:
                parts.append(_Part())
            parts[-1].thoughts.append(node.reasoning)
            if node.calls and node.calls_first:
                parts[-1].calls += node.calls
                parts.append(_Part())
            else:
                parts[-1].calls += node.calls
            parts[-1].texts.append(node.text)
            parts[-1].files += node.files
            parts[-1].pictures += node.pictures
        return [each for each in parts if not each.is_empty] or [_Part()]


def _add_result(parts: list[_Part], result: str) -> None:
    """Set the result of the first call without one; a further one is that of a call of its own."""
    calls = next((each.calls for each in reversed(parts) if each.calls), parts[-1].calls)
    for number, call in enumerate(calls):
        if call.result is None:
            calls[number] = replace(call, result=result)
            return
    calls.append(Call(calls[-1].name if calls else "tool", "{}", result))


class _Turns:
    """The messages of a tree of nodes.

    Attributes:
        kept: every message after its parent, numbered from 1.
    """

    def __init__(self, ordered: Sequence[Node]) -> None:
        self._turn_at: dict[str | None, _Turn | None] = {None: None}
        shown_above: dict[str | None, Node | None] = {None: None}
        child_count = Counter[str]()
        above: dict[str, Node | None] = {}
        gaps: set[str | None] = set()  # nodes with something left out since the last shown one
        for node in ordered:
            above[node.key] = shown_above.get(node.parent)
            if not self._is_shown(node) and (node.omitted or node.parent in gaps):
                gaps.add(node.key)
            shown_above[node.key] = node if self._is_shown(node) else above[node.key]
            parent = above[node.key]
            if self._is_shown(node) and parent is not None:
                child_count[parent.key] += 1
        turns: list[_Turn] = []
        passed_on: list[_Turn] = []
        for node in ordered:
            turn = self._turn_at.get(node.parent)
            if self._is_shown(node):
                parent = above[node.key]
                is_answered = parent is not None and parent.role is Role.ASSISTANT
                is_next = node.is_step and is_answered and node.parent not in gaps
                answer = turn if is_next else None
                if answer is not None and parent is not None and child_count[parent.key] == 1:
                    answer.nodes.append(node)
                elif answer is not None and not answer.has_text:
                    # Thoughts that several answers follow belong to each of them.
                    passed_on.append(answer)
                    turns.append(turn := _Turn([*answer.nodes, node], answer.parent))
                else:
                    turns.append(turn := _Turn([node], turn))
            self._turn_at[node.key] = turn
        needed = {id(turn.parent) for turn in turns}
        dropped = {id(turn) for turn in passed_on} - needed
        self.kept = [turn for turn in turns if id(turn) not in dropped]
        number = 0
        for turn in self.kept:
            number += sum(1 + len(part.calls) for part in turn.parts())
            turn.number = number

    @staticmethod
    def _is_shown(node: Node) -> bool:
        return node.role in (Role.USER, Role.ASSISTANT)

    def number_at(self, key: str | None) -> int | None:
        """Return the number of the message at or above a node."""
        turn = self._turn_at.get(key)
        while turn is not None and not turn.number:
            turn = turn.parent
        return None if turn is None else turn.number


def _dated(
    turns: Sequence[_Turn], origin: Origin, file: ExportFile
) -> Iterator[tuple[_Turn, datetime]]:
    """Yield messages with their times; a missing one is that of a neighbour."""
    known: dict[int, datetime | None] = {}
    for turn in turns:
        own = next((node.written_at for node in turn.nodes if node.written_at), None)
        above = None if turn.parent is None else known.get(turn.parent.number)
        known[turn.number] = own or above
    following = origin.created_at or origin.updated_at or file.written_at
    if origin.created_at is None:
        following = next((each for each in known.values() if each), following)
    for turn in turns:
        yield turn, known[turn.number] or following


def _messages(turn: _Turn, conversation_id: str, written_at: datetime) -> Iterator[Message]:
    role = turn.nodes[0].role
    assert role is not None
    model_name = next((node.model_name for node in reversed(turn.nodes) if node.model_name), "")
    parts = turn.parts()
    id_ = turn.number - sum(1 + len(part.calls) for part in parts)
    before = None if turn.parent is None else turn.parent.number
    for part in parts:
        id_ += 1
        files = [_text_file(*file) for file in part.files]
        pictures = [_picture_file(each) for each in part.pictures]
        calls = [
            ToolCall(f"call_{id_}_{number}", each.name, each.arguments)
            for number, each in enumerate(part.calls, start=1)
        ]
        yield Message(
            id=id_,
            conversation_id=conversation_id,
            parent_id=before,
            sequence_number=id_,
            role=role,
            text="\n\n".join(text for text in part.texts if text.strip()),
            status=MessageStatus.COMPLETE,
            created_at=written_at,
            reasoning="\n\n".join(text for text in part.thoughts if text.strip()),
            usage=ReplyUsage(model_name=model_name) if model_name else None,
            attachments=tuple(
                replace(file, id=number, message_id=id_)
                for number, file in enumerate((*files, *pictures), start=1)
            ),
            tool_calls=tuple(calls),
        )
        before = id_
        for call, each in zip(calls, part.calls, strict=True):
            id_ += 1
            use = ToolUse(call.id, call.name, arguments=call.arguments, started_at=written_at)
            yield Message(
                id=id_,
                conversation_id=conversation_id,
                parent_id=before,
                sequence_number=id_,
                role=Role.TOOL,
                text=each.result or "",
                status=MessageStatus.COMPLETE,
                created_at=written_at,
                tool_use=use,
            )
            before = id_


def _text_file(name: str, text: str) -> Attachment:
    content = _encoded(text)
    return Attachment(
        0, 0, _shown_name(name) or "text", "text/plain", len(content), content_digest(content)
    )


def _picture_file(file: PictureFile) -> Attachment:
    """Return a picture that the window decodes; it has no size and no digest of pixels yet."""
    name = _shown_name(file.name) or "image"
    return Attachment(0, 0, name, "", file.byte_count, file.key, AttachmentKind.PICTURE)


def _shown_name(name: str) -> str:
    return " ".join(name.split())[:200]


def _contents(nodes: Iterable[Node]) -> Mapping[str, bytes]:
    texts: dict[str, bytes] = {}
    pictures: dict[str, PictureFile] = {}
    for node in nodes:
        texts |= {
            content_digest(content): content for content in (_encoded(it[1]) for it in node.files)
        }
        pictures |= {each.key: each for each in node.pictures}
    return _Contents(texts, pictures) if pictures else texts


class _Contents(Mapping[str, bytes]):
    """The contents of attachments; pictures are read from their files when they are needed."""

    def __init__(self, texts: Mapping[str, bytes], pictures: Mapping[str, PictureFile]) -> None:
        self._texts = texts
        self._pictures = pictures

    def __getitem__(self, digest: str) -> bytes:
        picture = self._pictures.get(digest)
        return self._texts[digest] if picture is None else picture.load()

    def __iter__(self) -> Iterator[str]:
        yield from self._texts
        yield from self._pictures

    def __len__(self) -> int:
        return len(self._texts) + len(self._pictures)


def _encoded(text: str) -> bytes:
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace")


def _line(title: str, sentence: LazyText, count: int) -> LazyText:
    if count > 1:
        sentence = lazy("{sentence} ({count:,} times)", sentence=sentence, count=count)
    return titled(title, sentence)


EMPTY = lazy("An empty message was left out.")


def unknown_message(kind: str) -> LazyText:
    """Return what the report says of a message of an unknown kind."""
    return lazy("A message of the kind “{kind}” was left out.", kind=kind[:60])


def unknown_part(kind: str) -> LazyText:
    """Return what the report says of a part of a message of an unknown kind."""
    return lazy("A part of the kind “{kind}” was left out.", kind=kind[:60])


def unless_empty(node: Node) -> Node:
    """Return the node; if it has nothing to show, a hidden one that the report names."""
    if not node.is_empty:
        return node
    return Node(node.key, node.parent, omitted=node.omitted or (EMPTY,))


def result_node(key: str, parent: str | None, text: str, written_at: datetime | None) -> Node:
    """Return the node of a result of a tool, which belongs to the answer before it."""
    result, omitted = result_of(text)
    return Node(
        key,
        parent,
        Role.ASSISTANT if result else None,
        written_at=written_at,
        is_step=True,
        result=result or None,
        omitted=omitted,
    )


def titled(title: str, sentence: LazyText) -> LazyText:
    """Return a sentence about the conversation with this title."""
    if not title.strip():
        return sentence
    shown = " ".join(title.split())
    shown = shown if len(shown) <= _LONGEST_TITLE else shown[: _LONGEST_TITLE - 1] + "…"
    return lazy("“{title}”: {sentence}", title=shown, sentence=sentence)


# --- texts --------------------------------------------------------------------------------


def joined(texts: Iterable[str]) -> str:
    """Return texts as paragraphs, without empty ones."""
    return "\n\n".join(text for text in texts if text.strip())


def fenced(text: str, language: str = "") -> str:
    """Return a code block, with a fence that the text does not contain."""
    longest = max((len(ticks) for ticks in _BACKTICKS.findall(text)), default=2)
    fence = "`" * (longest + 1)
    ending = "" if text.endswith("\n") else "\n"
    return f"{fence}{language}\n{text}{ending}{fence}"


def called(name: str, arguments: str, result: str | None = None) -> Call:
    """Return the call of a tool; arguments that are not a JSON object become one."""
    name = " ".join(name.split())[:_LONGEST_NAME] or "tool"
    try:
        is_object = isinstance(parsed(arguments.encode("utf-8", "replace")), dict)
    except (ValueError, RecursionError):
        is_object = False
    if not is_object:
        arguments = json.dumps({"input": arguments} if arguments.strip() else {})
    return Call(name, arguments, result)


def add_result(calls: list[Call], text: str, name: str = "") -> tuple[LazyText, ...]:
    """Set the result of the first call without one, and return what was left out of it."""
    result, omitted = result_of(text)
    for number, call in enumerate(calls):
        if call.result is None:
            calls[number] = replace(call, result=result)
            return omitted
    if result:
        calls.append(called(name, "", result))
    return omitted


def result_of(text: str) -> tuple[str, tuple[LazyText, ...]]:
    """Return the result of a tool, and what was left out of it."""
    if not text.strip():
        return "", ()
    if len(text) <= MAX_RESULT_CHARS:
        return text, ()
    cut = text[:MAX_RESULT_CHARS].rstrip() + " …"
    return cut, (lazy("A long tool result was shortened."),)


def link(label: str, address: str) -> str:
    """Return a Markdown link to a web page; only the label if the address is of another kind."""
    label = _IN_LABELS.sub(" ", label).strip()
    if not address.startswith(("https://", "http://")):
        return label
    address = _IN_ADDRESSES.sub(lambda match: f"%{ord(match[0]):02X}", address)
    return f"[{label or address}]({address})"

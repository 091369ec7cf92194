"""Writes conversations to a file, completely or not at all."""

import enum
import re
import zipfile
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import IO
from urllib.parse import quote

from markdown_it import MarkdownIt

from app.domain.conversations import ConversationTree
from app.domain.messages import Attachment, Message, Role
from app.media.sounds import SOUND_MEDIA_TYPES
from app.transfer import own_format
from app.transfer.formats.tree import fenced

_AS_LABEL = re.compile(r"[\[\]\\\s]+")  # characters with a meaning in a link label
_SPEAKERS = {
    Role.USER: "You",
    Role.ASSISTANT: "Assistant",
    Role.SYSTEM: "System",
    Role.TOOL: "Tool",
}
_NO_NAME = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')
_LONGEST_NAME = 80
_LONGEST_PARSED = 300_000  # characters of a message; parsing a longer one takes too long
_SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", **SOUND_MEDIA_TYPES}
# Windows treats these names as devices, with any suffix.
_DEVICE = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)", re.IGNORECASE
)


def to_markdown(tree: ConversationTree, media: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the shown branch; reasoning is folded above its answer.

    ``media`` holds the relative addresses of pictures and sounds, by digest.
    """
    parts = [f"# {tree.title or 'Untitled'}", f"*{tree.updated_at:%Y-%m-%d %H:%M} UTC*"]
    if tree.options.system_prompt:
        parts.append(f"## System\n\n{with_hard_breaks(tree.options.system_prompt)}")
    parts += [_section(message, media) for message in shown_branch(tree)]
    return "\n\n".join(parts) + "\n"


def _section(message: Message, media: Mapping[str, str]) -> str:
    parts = [f"## {_SPEAKERS[message.role]}"]
    use = message.tool_use
    if use is not None:  # names and data of a tool are no Markdown
        name = " · ".join(_AS_LABEL.sub(" ", each) for each in (use.title or use.name, use.server))
        parts = [f"## Tool: {name.removesuffix(' · ')}", fenced(use.arguments, "json")]
    if message.reasoning:
        parts.append(
            "<details>\n<summary>Reasoning</summary>\n\n"
            f"{with_hard_breaks(message.reasoning)}\n\n</details>"
        )
    for each in message.attachments:
        address = media.get(each.digest)
        label = f"[{_AS_LABEL.sub(' ', each.name)}]({address})"
        if address is None:
            parts.append(f"📎 {each.name}")
        else:
            parts.append(label if each.picture is None else f"!{label}")
    if message.text:
        text = with_hard_breaks(message.text) if use is None else fenced(message.text)
        parts.append(text)
    if message.note:
        parts.append(f"*{message.note}*")
    return "\n\n".join(parts)


def with_hard_breaks(markdown: str) -> str:
    """Return a text whose paragraphs keep their lines: other programs join them.

    Two spaces at the end of a line are its break, and nothing else wherever they are.
    """
    if len(markdown) > _LONGEST_PARSED or "\n" not in markdown:
        return markdown
    # Split as the parser counts lines; a bare carriage return is a line end, too.
    lines = markdown.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for token in _lines_parser().parse("\n".join(lines)):
        if token.type == "paragraph_open" and token.map is not None:
            for line in range(token.map[0], token.map[1] - 1):
                if lines[line].strip() and not lines[line].endswith(("  ", "\\")):
                    lines[line] += "  "
    return "\n".join(lines)


@lru_cache
def _lines_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": 60}).enable("table")
    parser.core.ruler.disable(["inline", "text_join"])
    return parser


def shown_branch(tree: ConversationTree) -> tuple[Message, ...]:
    """Return the branch that is shown, the oldest message first."""
    messages: dict[int | None, Message] = {message.id: message for message in tree.messages}
    last = tree.messages[-1].id if tree.messages else None
    current = messages.pop(tree.active_leaf_id if tree.active_leaf_id in messages else last, None)
    branch: list[Message] = []
    while current is not None:
        branch.append(current)
        # Removed: parents that form a cycle would be followed forever.
        current = messages.pop(current.parent_id, None)
    return tuple(reversed(branch))


class ExportKind(enum.Enum):
    """The file format; the value is the suffix of the file name."""

    JSON = ".json"
    MARKDOWN = ".md"
    HTML = ".html"
    PDF = ".pdf"
    MARKDOWN_FILES = ".zip"


def base_name(title: str) -> str:
    """Return a file name for this title that is valid on every system."""
    name = _NO_NAME.sub(" ", title).strip(" .")[:_LONGEST_NAME].strip(" .") or "Untitled"
    return f"_{name}" if _DEVICE.match(name) else name


async def pieces(
    trees: AsyncGenerator[ConversationTree, None], kind: ExportKind
) -> AsyncGenerator[bytes, None]:
    """Yield a JSON or Markdown file in pieces, about one per conversation."""
    async with aclosing(trees):
        if kind is ExportKind.JSON:
            async for piece in own_format.written(trees):
                yield piece
            return
        separator = ""
        async for tree in trees:
            yield f"{separator}{to_markdown(tree)}".encode()
            separator = "\n---\n\n"


class MarkdownFiles:
    """A ZIP with a Markdown file for each conversation, and a folder for pictures and sounds."""

    def __init__(self, file: IO[bytes]) -> None:
        self._archive = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
        self._names: set[str] = set()

    def add(self, tree: ConversationTree) -> None:
        """Write a conversation under its title, with a number if the name is taken."""
        name = wanted = base_name(tree.title)
        number = 1
        # On some systems, names that differ only in case are the same file.
        while name.casefold() in self._names:
            number += 1
            name = f"{wanted} {number}"
        self._names.add(name.casefold())
        addresses: dict[str, str] = {}
        for file in (file for message in shown_branch(tree) for file in message.attachments):
            content = tree.contents.get(file.digest)
            if not _is_medium(file) or content is None or file.digest in addresses:
                continue
            path = f"{name}/{len(addresses) + 1}{_SUFFIXES[file.media_type]}"
            self._archive.writestr(path, content, zipfile.ZIP_STORED)  # already compressed
            addresses[file.digest] = quote(path)
        text = to_markdown(tree, addresses)
        self._archive.writestr(f"{name}{ExportKind.MARKDOWN.value}", text)

    def abandon(self) -> None:
        """Stop writing, because the file will be discarded."""
        self._archive.fp = None  # otherwise it would write to a closed file when it is deleted

    def close(self) -> None:
        """Write the central directory, without which the file can't be read."""
        self._archive.close()


def _is_medium(file: Attachment) -> bool:
    return file.picture is not None or file.sound is not None


def part_of(path: Path) -> Path:
    """Return the path of an incomplete file."""
    return path.with_name(f".{path.name}.part")

"""Converts Markdown to HTML in which all message content is escaped text."""

import re
from collections.abc import Callable, Iterable, Mapping
from html import escape
from itertools import groupby
from typing import Protocol

from markdown_it.tree import SyntaxTreeNode
from msgspec.structs import replace

from app.domain.conversations import ConversationTree
from app.domain.messages import Attachment, Message, Role
from app.printing.messages import PageLabels
from app.tools.model import ToolUse
from app.widgets.kit.text import is_allowed_link
from app.widgets.kit.theme import LIGHT
from app.widgets.markdown.code_highlight import (
    LONGEST_COLOURED_CODE,
    ColouredSpan,
    coloured_spans,
    find_lexer,
)
from app.widgets.markdown.formula_syntax import DISPLAY_MARKS, FORMULA_ENDS
from app.widgets.markdown.renderer import alert_title, image_chip, parser_for
from app.widgets.markdown.safe_text import with_display_breaks, with_hidden_shown

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_BOXES = {"[ ] ": "☐ ", "[x] ": "☑ ", "[X] ": "☑ "}
_ALIGNED = re.compile(r"text-align:(left|right|center)")
_LIST_TAGS = {"bullet_list": "ul", "ordered_list": "ol"}


class Dialect(Protocol):
    """The differences between readers of the HTML: browsers, and Qt for the pages of a PDF."""

    most_in_list: int

    def formula(self, tex: str, *, is_display: bool) -> str | None:
        """Return a formula, or None to show its source."""

    def code_block(self, code: str, language: str) -> str:
        """Return a block of code."""

    def heading(self, level: int, inside: str) -> str:
        """Return a heading; the title of the page is the first level."""

    def section(self, kind: str, inside: str) -> str:
        """Return a message; ``kind`` is user, assistant or system."""

    def quote(self, inside: str, kind: str = "") -> str:
        """Return a quote; ``kind`` is that of an alert: note, tip, and so on."""

    def table(self, inside: str) -> str:
        """Return a table of these rows."""

    def picture(self, file: Attachment, content: bytes) -> str | None:
        """Return a picture of a message, or None to show its name."""

    def sound(self, file: Attachment, content: bytes) -> str | None:
        """Return a sound of a message, or None to show its name."""


def as_text(text: str) -> str:
    """Return a text as escaped HTML; control characters are shown as a sign."""
    return escape(_CONTROL.sub("\N{REPLACEMENT CHARACTER}", text))


def _list_part(tag: str, items: Iterable[str], first: int, *, is_task: bool) -> str:
    start = f' start="{first}"' if tag == "ol" and first != 1 else ""
    kind = ' class="tasks"' if is_task and tag == "ul" else ""
    inside = "\n".join(f'<li dir="auto">{item}</li>' for item in items)
    return f"<{tag}{start}{kind}>\n{inside}\n</{tag}>"


def _with_box(item: str) -> tuple[str, bool]:
    """Return an item of a list with its box, and whether it has one."""
    for mark, box in _BOXES.items():
        for beginning in ("", '<p dir="auto">'):
            if item.startswith(beginning + mark):
                return beginning + box + item[len(beginning) + len(mark) :], True
    return item, False


class BodyHtml:
    """Writes the Markdown of messages in one dialect."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._source_lines: list[str] = []
        self._blocks: dict[str, Callable[[SyntaxTreeNode], str]] = {
            "paragraph": self._paragraph,
            "heading": self._heading,
            "bullet_list": self._list,
            "ordered_list": self._list,
            "blockquote": lambda node: self._dialect.quote(self._all(node.children)),
            "alert": self._alert,
            "definition": self._definition,
            "footnote_reference": self._footnote,
            "hr": lambda _node: "<hr>",
            "fence": self._code,
            "code_block": self._code,
            "table": self._table,
            "formula_block": self._formula_block,
        }

    def written(self, markdown: str) -> str:
        """Return a message."""
        tree = SyntaxTreeNode(parser_for(markdown).parse(markdown, {}))
        return self._all(tree.children)

    def _all(self, nodes: Iterable[SyntaxTreeNode]) -> str:
        return "\n".join(self._blocks.get(node.type, self._other)(node) for node in nodes)

    def _other(self, node: SyntaxTreeNode) -> str:
        return as_text(node.content)

    def _paragraph(self, node: SyntaxTreeNode) -> str:
        inside = self._inline(node)
        return inside if node.hidden else f'<p dir="auto">{inside}</p>'

    def _heading(self, node: SyntaxTreeNode) -> str:
        # The headings of the page are above those of its messages.
        level = min(6, int(node.tag[1:]) + 2)
        return self._dialect.heading(level, self._inline(node))

    def _list(self, node: SyntaxTreeNode) -> str:
        tag = _LIST_TAGS[node.type]
        first = int(node.attrs.get("start", 1)) if tag == "ol" else 0
        items = [_with_box(self._all(item.children)) for item in node.children]
        parts: list[str] = []
        for is_task, run in groupby(items, key=lambda item: item[1]):  # a box replaces a bullet
            texts = [text for text, _is_task in run]
            for start in range(0, len(texts), self._dialect.most_in_list):
                some = texts[start : start + self._dialect.most_in_list]
                parts.append(_list_part(tag, some, first, is_task=is_task))
                first += len(some)
        return "\n".join(parts)

    def _code(self, node: SyntaxTreeNode) -> str:
        info = node.info.split() if node.type == "fence" else []
        return self._dialect.code_block(node.content.rstrip("\n"), info[0] if info else "")

    def _table(self, node: SyntaxTreeNode) -> str:
        rows = [row for part in node.children for row in part.children]
        return self._dialect.table(
            "\n".join(f"<tr>{''.join(map(self._cell, row.children))}</tr>" for row in rows)
        )

    def _cell(self, cell: SyntaxTreeNode) -> str:
        tag = "th" if cell.type == "th" else "td"
        side = _ALIGNED.fullmatch(str(cell.attrs.get("style", "")))
        mark = f' align="{side[1]}"' if side else ""
        return f"<{tag}{mark}>{self._inline(cell)}</{tag}>"

    def _alert(self, node: SyntaxTreeNode) -> str:
        kind = str(node.meta["kind"])
        title = f'<p class="{kind.lower()}"><strong>{as_text(alert_title(kind))}</strong></p>'
        return self._dialect.quote(title + "\n" + self._all(node.children[1:]), kind.lower())

    def _definition(self, node: SyntaxTreeNode) -> str:
        term, *meanings = node.children
        inside = "\n".join(f'<dd dir="auto">{self._all(each.children)}</dd>' for each in meanings)
        name = f'<dt dir="auto"><strong>{self._inline(term.children[0])}</strong></dt>'
        return f"<dl>{name}\n{inside}</dl>"

    def _footnote(self, node: SyntaxTreeNode) -> str:
        mark = f"<sup>[{as_text(str(node.meta['label']))}]</sup> "
        children = list(node.children)
        first = children.pop(0) if children and children[0].type == "paragraph" else None
        inside = "" if first is None else self._inline(first)
        return f'<p class="meta" dir="auto">{mark}{inside}</p>\n{self._all(children)}'

    def _formula_block(self, node: SyntaxTreeNode) -> str:
        after = str(node.meta["after"])
        shown = self._formula(node.content, node.markup) if node.meta["is_closed"] else None
        shown = shown or f"<p><code>{as_text(node.markup + node.content)}</code></p>"
        return shown + (f'<p dir="auto">{as_text(after)}</p>' if after else "")

    def _formula(self, tex: str, mark: str) -> str:
        is_display = mark in DISPLAY_MARKS
        made = self._dialect.formula(tex, is_display=is_display)
        if made is not None:
            return made
        source = with_hidden_shown(f"{mark}{tex}{FORMULA_ENDS.get(mark, mark)}")
        return f"<code>{as_text(source)}</code>"

    def _inline(self, parent: SyntaxTreeNode) -> str:
        return "".join(map(self._span, parent.children))

    def _span(self, node: SyntaxTreeNode) -> str:
        match node.type:
            case "text" | "text_special":
                return as_text(node.content)
            case "softbreak" | "hardbreak":
                return "<br>"
            case "footnote_ref":
                return f"<sup>{as_text(node.content)}</sup>"
            case "code_inline":
                return f"<code>{as_text(with_hidden_shown(node.content))}</code>"
            case "formula_inline":
                return self._formula(node.content, node.markup)
            case "image":  # images are never loaded
                return f"<code>{as_text(image_chip(node))}</code>"
            case "strong" | "em" | "s":
                return f"<{node.tag}>{self._inline(node)}</{node.tag}>"
            case "link":
                return self._link(node)
        return self._inline(node) if node.children else as_text(node.content)

    def _link(self, node: SyntaxTreeNode) -> str:
        target = str(node.attrs.get("href", ""))
        inside = self._inline(node)
        if not is_allowed_link(target):
            return inside
        return f'<a href="{as_text(target)}" rel="noopener noreferrer">{inside}</a>'


# CSS classes take the place of the window's colours.
CODE_CLASSES = {
    "code_keyword": "k",
    "code_string": "s",
    "code_number": "n",
    "code_name": "f",
    "code_comment": "c",
}
_CLASSES = replace(LIGHT, **CODE_CLASSES)


def code_html(code: str, language: str) -> str:
    """Return the lines of a piece of code; an unknown language is not highlighted."""
    shown = with_hidden_shown(code)
    lexer = find_lexer(language) if language else None
    if lexer is None or len(shown) > LONGEST_COLOURED_CODE:
        return escape(shown)
    spans: dict[int, list[ColouredSpan]] = {}
    for span in coloured_spans(shown, lexer, _CLASSES):
        if span is not None:
            spans.setdefault(span.line, []).append(span)
    lines = shown.split("\n")
    return "\n".join(_line(line, spans.get(number, [])) for number, line in enumerate(lines))


def _line(line: str, spans: list[ColouredSpan]) -> str:
    html, end = "", 0
    for span in spans:
        word = line[span.start : span.start + span.length]
        html += f'{escape(line[end : span.start])}<span class="{span.colour}">{escape(word)}</span>'
        end = span.start + span.length
    return html + escape(line[end:])


LONGEST_TEXT = 300_000  # characters of one message; a longer one is shown unparsed


class MessageHtml:
    """Writes the parts of a conversation; with ``is_folded`` a browser hides reasoning at first."""

    def __init__(self, dialect: Dialect, labels: PageLabels, *, is_folded: bool) -> None:
        self._dialect = dialect
        self._body = BodyHtml(dialect)
        self._labels = labels
        self._is_folded = is_folded
        self.contents: Mapping[str, bytes] = {}  # of pictures and sounds

    def heading(self, tree: ConversationTree) -> str:
        """Return the title, date and system prompt of a conversation."""
        title = as_text(tree.title or self._labels.untitled)
        moment = f"{tree.updated_at:%Y-%m-%d %H:%M} UTC"
        prompt = tree.options.system_prompt
        system = self._section("system", self._labels.system, self._plain(prompt)) if prompt else ""
        return f'{self._dialect.heading(1, title)}\n<p class="meta">{moment}</p>\n{system}'

    def message(self, message: Message) -> str:
        """Return a message."""
        if message.tool_use is not None:
            return self._result(message, message.tool_use)
        parts = [self._reasoning(message.reasoning)] if message.reasoning else []
        parts += [self._file(attachment) for attachment in message.attachments]
        parts.append(self._text(message.text))
        if message.note:
            parts.append(f'<p class="meta" dir="auto">{as_text(str(message.note))}</p>')
        kind = {Role.USER: "user", Role.ASSISTANT: "assistant"}.get(message.role, "system")
        speaker = getattr(self._labels, kind)
        model = message.usage.model_name if message.usage else ""
        return self._section(kind, f"{speaker} · {model}" if model else speaker, "\n".join(parts))

    def _result(self, message: Message, use: ToolUse) -> str:
        """Return the call of a tool with its result, which is data and not Markdown."""
        parts = [self._dialect.code_block(use.arguments, "json")]
        parts += [self._file(attachment) for attachment in message.attachments]
        if message.text:
            parts.append(self._dialect.code_block(message.text[:LONGEST_TEXT], ""))
        if message.note:
            parts.append(f'<p class="meta" dir="auto">{as_text(str(message.note))}</p>')
        names = (self._labels.tool, use.title or use.name, use.server)
        return self._section("system", " · ".join(filter(None, names)), "\n".join(parts))

    def _file(self, file: Attachment) -> str:
        content = self.contents.get(file.digest, b"")
        shown = None
        if content and file.picture is not None:
            shown = self._dialect.picture(file, content)
        elif content and file.sound is not None:
            shown = self._dialect.sound(file, content)
        return shown or f'<p class="meta">{as_text(self._labels.attachment + file.name)}</p>'

    def _section(self, kind: str, speaker: str, inside: str) -> str:
        name = self._dialect.heading(2, as_text(speaker))
        return self._dialect.section(kind, f"{name}\n{inside}")

    def _reasoning(self, text: str) -> str:
        inside, name = self._text(text), escape(self._labels.reasoning)
        if self._is_folded:
            return f'<details class="reasoning"><summary>{name}</summary>\n{inside}\n</details>'
        return f'<div class="reasoning"><p class="meta">{name}</p>\n{inside}\n</div>'

    def _text(self, text: str) -> str:
        if not self._is_folded:  # Qt would need minutes to lay out an endless word
            text = with_display_breaks(text)
        return self._body.written(text) if len(text) <= LONGEST_TEXT else self._plain(text)

    def _plain(self, text: str) -> str:
        """Return a text unparsed, line by line."""
        lines = (f'<p dir="auto">{as_text(line)}</p>' for line in text.split("\n") if line.strip())
        return "\n".join(lines)

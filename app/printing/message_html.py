"""One message as HTML: who says it, its reasoning, its files and its words."""

from collections.abc import Mapping
from html import escape

from app.domain import Attachment, ConversationTree, Message, Role
from app.printing.body_html import BodyHtml, Dialect, as_text
from app.printing.messages import PageLabels
from app.widgets.markdown.safe_text import with_display_breaks

LONGEST_TEXT = 300_000  # letters of one message; what is longer is shown as it was written


class MessageHtml:
    """Writes the parts of a conversation; for a browser ``is_folded`` hides reasoning at first."""

    def __init__(self, dialect: Dialect, labels: PageLabels, *, is_folded: bool) -> None:
        self._dialect = dialect
        self._body = BodyHtml(dialect)
        self._labels = labels
        self._is_folded = is_folded
        self.contents: Mapping[str, bytes] = {}  # of pictures and sounds

    def heading(self, tree: ConversationTree) -> str:
        """Return title and date of a conversation, with its system prompt."""
        title = as_text(tree.title or self._labels.untitled)
        moment = f"{tree.updated_at:%Y-%m-%d %H:%M} UTC"
        prompt = tree.options.system_prompt
        system = self._section("system", self._labels.system, self._plain(prompt)) if prompt else ""
        return f'{self._dialect.heading(1, title)}\n<p class="meta">{moment}</p>\n{system}'

    def message(self, message: Message) -> str:
        """Return a message."""
        parts = [self._reasoning(message.reasoning)] if message.reasoning else []
        parts += [self._file(attachment) for attachment in message.attachments]
        parts.append(self._text(message.text))
        if message.note:
            parts.append(f'<p class="meta" dir="auto">{as_text(str(message.note))}</p>')
        kind = {Role.USER: "user", Role.ASSISTANT: "assistant"}.get(message.role, "system")
        speaker = getattr(self._labels, kind)
        model = message.usage.model_name if message.usage else ""
        return self._section(kind, f"{speaker} · {model}" if model else speaker, "\n".join(parts))

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
        if not self._is_folded:  # Qt would need minutes to lay out a word without an end
            text = with_display_breaks(text)
        return self._body.written(text) if len(text) <= LONGEST_TEXT else self._plain(text)

    def _plain(self, text: str) -> str:
        """Return a text as it stands, line by line."""
        lines = (f'<p dir="auto">{as_text(line)}</p>' for line in text.split("\n") if line.strip())
        return "\n".join(lines)

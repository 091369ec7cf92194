"""Conversations as one HTML file: no scripts, nothing loaded, light and dark, printable."""

import base64
import re
from collections.abc import Callable
from html import escape
from typing import IO
from xml.etree.ElementTree import Element

from app.domain.conversations import ConversationTree
from app.domain.messages import Attachment
from app.media.drawings import NotDrawable, harmless_svg, is_drawing
from app.media.formats import PictureFormat, SoundFormat, format_of, sound_format_of
from app.printing.body_html import CODE_CLASSES, MessageHtml, as_text, code_html
from app.printing.messages import PageLabels
from app.transfer.exporting import shown_branch
from app.widgets.kit.theme import DARK, LIGHT, Colours
from app.widgets.markdown.formula_renderer import formula_trouble, within_time
from app.widgets.markdown.formula_syntax import is_drawable_formula
from app.widgets.markdown.safe_text import with_hidden_marked
from app.widgets.markdown.text_style import ALERT_COLOURS

# The page may show its own content, but load and run nothing, whatever it contains.
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:; "
    "base-uri 'none'; form-action 'none'"
)
_NAMES = (
    *("page", "bubble", "code", "border", "text", "muted", "accent", "success", "warning"),
    *("danger", *CODE_CLASSES),
)
_STYLE = """\
body { background: var(--page); color: var(--text); margin: 0 auto; max-width: 46rem;
  padding: 2rem 1.2rem 4rem; font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .2rem; }
h2 { font-size: .85rem; color: var(--muted); margin: 1.8rem 0 .4rem; }
h3, h4, h5, h6 { line-height: 1.3; margin: 1.4em 0 .5em; }
h3 { font-size: 1.3rem; } h4 { font-size: 1.15rem; } h5, h6 { font-size: 1rem; }
p { margin: 0 0 .8em; }
a { color: var(--accent); }
img { max-width: 100%; height: auto; border-radius: 8px; }
.drawing { background: #fff; min-width: 7rem; }
.meta { color: var(--muted); font-size: .85rem; }
figure { margin: .5rem 0; }
audio { width: 100%; max-width: 28rem; }
.user { background: var(--bubble); border-radius: 12px; padding: .2rem 1rem .4rem;
  margin: 1.6rem 0; }
.user h2 { margin-top: .7rem; }
.reasoning { color: var(--muted); border-left: 3px solid var(--border); margin: 0 0 1em;
  padding-left: .9rem; }
summary { cursor: pointer; }
code, pre { font-family: ui-monospace, "Cascadia Code", Menlo, Consolas, monospace;
  font-size: .9em; }
code { background: var(--code); border-radius: 4px; padding: .1em .3em; }
pre { background: var(--code); border: 1px solid var(--border); border-radius: 8px;
  line-height: 1.45;
  overflow-x: auto; padding: .8rem 1rem; tab-size: 4; overflow-wrap: normal; }
pre code { background: none; padding: 0; font-size: 1em; }
blockquote { border-left: 3px solid var(--border); color: var(--muted); margin: 0 0 .8em;
  padding-left: .9rem; }
.alert { color: inherit; border-color: var(--alert); }
.alert > p:first-child { color: var(--alert); margin-bottom: .2em; }
.tasks { list-style: none; padding-inline-start: 1.2rem; }
dl { margin: 0 0 .8em; } dt { font-weight: bold; } dd { margin-inline-start: 1.6rem; }
dd p { margin: 0 0 .3em; } sup { line-height: 1; }
.table { overflow-x: auto; margin: 0 0 .8em; }
table { border-collapse: collapse; }
th, td { border: 1px solid var(--border); padding: .35em .7em; text-align: start; }
[align=right] { text-align: right; } [align=center] { text-align: center; }
hr { border: 0; border-top: 1px solid var(--border); margin: 1.6em 0; }
math[display=block] { margin: .8em 0; overflow-x: auto; max-width: 100%; }
article + article { border-top: 1px solid var(--border); margin-top: 3rem; padding-top: 2rem; }
@media print {
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  h1, h2, h3, h4 { break-after: avoid; } pre, table, blockquote { break-inside: avoid; }
  .user { border: 1px solid var(--border); }
  article + article { break-before: page; border: 0; }
}
"""
_ELEMENTS = frozenset(
    {
        *("math", "merror", "mfrac", "mi", "mmultiscripts", "mn", "mo", "mover", "mpadded"),
        *("mphantom", "mprescripts", "mroot", "mrow", "ms", "mspace", "msqrt", "mstyle", "msub"),
        *("msubsup", "msup", "mtable", "mtd", "mtext", "mtr", "munder", "munderover", "none"),
        "menclose",
    }
)
_ATTRIBUTES = frozenset(
    {
        *("accent", "accentunder", "columnalign", "columnlines", "columnspacing", "depth"),
        *("display", "displaystyle", "fence", "form", "height", "largeop", "linethickness"),
        *("lspace", "mathcolor", "mathsize", "mathvariant", "maxsize", "minsize", "voffset"),
        *("movablelimits", "notation", "rowlines", "rowspacing", "rspace", "scriptlevel"),
        *("separator", "stretchy", "symmetric", "width"),
    }
)
_VALUE = re.compile(r"[\w #%.+\-]{1,80}", re.ASCII)
_NAMESPACE = "http://www.w3.org/1998/Math/MathML"
_DEEPEST = 120


class BrowserDialect:
    """HTML for browsers."""

    most_in_list = 1 << 30

    def formula(self, tex: str, *, is_display: bool) -> str | None:
        return mathml(tex, is_display=is_display)

    def code_block(self, code: str, language: str) -> str:
        source = f'<pre dir="ltr"><code>{code_html(code, language)}</code></pre>'
        if not is_drawing(code, language):
            return source
        try:
            svg = harmless_svg(code).encode("utf-8", "replace")
        except NotDrawable:
            return source
        # As a picture, not as an element: a browser then runs and loads nothing of it.
        data = base64.b64encode(svg).decode("ascii")
        image = f'<img class="drawing" src="data:image/svg+xml;base64,{data}" alt="SVG">'
        name = as_text(language or "svg")
        return f"<p>{image}</p>\n<details><summary>{name}</summary>\n{source}\n</details>"

    def heading(self, level: int, inside: str) -> str:
        return f'<h{level} dir="auto">{inside}</h{level}>'

    def section(self, kind: str, inside: str) -> str:
        return f'<div class="{kind}">\n{inside}\n</div>\n'

    def quote(self, inside: str, kind: str = "") -> str:
        mark = f' class="alert {kind}"' if kind else ""
        return f"<blockquote{mark}>{inside}</blockquote>"

    def table(self, inside: str) -> str:
        return f'<div class="table"><table>{inside}</table></div>'

    def picture(self, file: Attachment, content: bytes) -> str | None:
        # No other types, which an import may have brought: a browser would interpret them.
        kind = format_of(content)
        if kind not in (PictureFormat.PNG, PictureFormat.JPEG):
            return None
        data = base64.b64encode(content).decode("ascii")
        size = f'width="{file.width}" height="{file.height}"'
        source = f"data:image/{kind.value};base64,{data}"
        return f'<p><img src="{source}" {size} alt="{as_text(file.name)}"></p>'

    def sound(self, file: Attachment, content: bytes) -> str | None:
        kind = sound_format_of(content)
        if kind is None or kind is SoundFormat.OTHER:
            return None
        data = base64.b64encode(content).decode("ascii")
        name = as_text(file.name)
        return (
            f'<figure><figcaption class="meta">{name}</figcaption>'
            f'<audio controls preload="metadata" src="data:{kind.value};base64,{data}" '
            f'aria-label="{name}"></audio></figure>'
        )


class HtmlFile:
    """Writes a file from beginning to end without keeping it in memory."""

    def __init__(self, file: IO[bytes], labels: PageLabels) -> None:
        self._file = file
        self._labels = labels
        self._messages = MessageHtml(BrowserDialect(), labels, is_folded=True)
        self._has_begun = False

    def add(self, tree: ConversationTree, on_progress: Callable[[float], None]) -> None:
        """Write a conversation; ``on_progress`` is called with the written share, 0 to 1."""
        if not self._has_begun:  # a single conversation gives the file its title
            self._begin(tree.title or self._labels.untitled)
        self._messages.contents = tree.contents
        self._write(f"<article>\n{self._messages.heading(tree)}")
        messages = shown_branch(tree)
        for number, message in enumerate(messages, start=1):
            self._write(self._messages.message(message))
            on_progress(number / len(messages))
        self._write("</article>\n")

    def close(self) -> None:
        """Write the end of the file."""
        if not self._has_begun:
            self._begin(self._labels.title)
        self._write("</body>\n</html>\n")

    def _begin(self, title: str) -> None:
        self._has_begun = True
        self._write(
            f'<!DOCTYPE html>\n<html lang="{as_text(self._labels.language)}">\n<head>\n'
            '<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
            '<meta name="referrer" content="no-referrer">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta name="generator" content="Hubbub">\n'
            f"<title>{as_text(title)}</title>\n<style>\n{_style()}</style>\n</head>\n<body>\n"
        )

    def _write(self, text: str) -> None:
        self._file.write(text.encode("utf-8", "replace"))


def _style() -> str:
    light, dark = _variables(LIGHT), _variables(DARK)
    code = "".join(f".{each} {{ color: var(--{name}); }}\n" for name, each in CODE_CLASSES.items())
    code += "".join(
        f".{kind.lower()} {{ --alert: var(--{name}); }}\n" for kind, name in ALERT_COLOURS.items()
    )
    return (
        f":root {{ color-scheme: light dark; {light} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n{_STYLE}{code}"
    )


def _variables(colours: Colours) -> str:
    return " ".join(f"--{name}: {getattr(colours, name)};" for name in _NAMES)


def mathml(tex: str, *, is_display: bool) -> str | None:
    """Return a formula, or None if the library does not support it or takes too long."""
    if not is_drawable_formula(tex):
        return None
    from latex2mathml import converter  # late: few conversations have a formula

    try:
        with within_time():
            root = converter.convert_to_element(tex, display="block" if is_display else "inline")
    except formula_trouble():
        return None
    display = "block" if is_display else "inline"
    inside = "".join(_cleaned(child, 0) for child in root)
    return f'<math xmlns="{_NAMESPACE}" display="{display}">{inside}</math>' if inside else None


def _cleaned(element: Element, depth: int) -> str:
    inside = _text(element.text)
    if depth < _DEEPEST:
        inside += "".join(_cleaned(child, depth + 1) + _text(child.tail) for child in element)
    name = element.tag
    if name not in _ELEMENTS:
        return f"<mrow>{inside}</mrow>"
    marks = "".join(
        f' {key}="{escape(value)}"'
        for key, value in element.attrib.items()
        if key in _ATTRIBUTES and _VALUE.fullmatch(value)
    )
    return f"<{name}{marks}>{inside}</{name}>"


def _text(text: str | None) -> str:
    """Return the text of an element; the library writes some characters as codes."""
    return escape(with_hidden_marked(_named(text or "")))


def _named(text: str) -> str:
    return re.sub(r"&#x([0-9a-fA-F]{1,5});", lambda found: chr(int(found[1], 16)), text)

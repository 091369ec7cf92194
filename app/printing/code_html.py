"""Code as HTML: escaped, with a class for each kind of word that has a colour."""

from dataclasses import replace
from html import escape

from app.widgets.kit.theme import LIGHT
from app.widgets.markdown.code_highlight import (
    LONGEST_COLOURED_CODE,
    ColouredSpan,
    coloured_spans,
    find_lexer,
)
from app.widgets.markdown.safe_text import with_hidden_shown

# The names of classes stand where the window has colours.
CODE_CLASSES = {
    "code_keyword": "k",
    "code_string": "s",
    "code_number": "n",
    "code_name": "f",
    "code_comment": "c",
}
_CLASSES = replace(LIGHT, **CODE_CLASSES)


def code_html(code: str, language: str) -> str:
    """Return the lines of a piece of code; one whose language nobody knows has no colours."""
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

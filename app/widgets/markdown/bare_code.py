"""Code that a model wrote without a fence: JSON, Python and HTML that begin a line.

As Markdown, such code would lose its indentation, and ``__init__`` would become bold. Only
beginnings that prose does not have are read as code, and only outside of lists and quotes.
"""

import re
from copy import copy

from markdown_it.rules_block import StateBlock

# Each expression takes linear time: the lines are output of a model, of any length.
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?')
_JSON = re.compile(
    r'\{\s*"[^"\\]*+(?:\\.[^"\\]*+)*+"\s*:|\[\s*(?:\{\s*(?:"|$)|\[\s*(?:["\d-]|$)|"[^"]*",|-?\d+,)'
)
_ATOM = r"(?:-?\d[\d.eE+-]*|true\b|false\b|null\b)"
_JSON_LINE = re.compile(
    rf'\s*(?:["{{}}\[\],]|{_ATOM}\s*(?:$|[\]}}]|,\s*(?:["{{}}\[\]/]|{_ATOM}\s*(?:[,\]}}]|$)|-?$))|$)'
)
# After a blank line, prose may begin with a quotation or a link; JSON continues with a value.
_JSON_AFTER_BLANK = re.compile(
    r'\s*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"\s*(?:[:,\]}]|$)|\\?$)'
    rf'|[{{\[]\s*(?:["{{}}\[\]]|{_ATOM}\s*(?:,|$)|$)|[^"{{\[])'
)
_JSON_WORDS = ("-1", "true", "false", "null")
_AFTER_BRACKET = {
    "{": re.compile(r'\s*(?:"|\}\s*$)'),
    "[": re.compile(r'\s*(?:["{\[]|-?\d|(?:true|false|null)\b)'),
}
_BRACKET = re.compile(r"[{}\[\]]")
_PYTHON = re.compile(r"(?:(?:async )?def \w+\([^)]*\).*|class \w+(?:\(.*\))?):\s*(?:#.*)?$")
_KEYWORDS = r"(?:async\s+)?def|class|if|elif|else|for|while|try|except|finally|with"
_PYTHON_LINE = re.compile(
    rf"\s|$|#|@\w|\)|(?:{_KEYWORDS})\b.*:\s*(?:#.*)?$|(?:from [\w.]+ )?import [\w., ]+$"
    r"|[\w.\[\]]+(?:\(.*\)\s*(?:#.*)?$|\s*[-+*/]?=\s*\S)"
)
# Only tags follow the first tag in its line; a tag over several lines has attributes.
_ATTRIBUTE = r"[\w:.-]+\s*=\s*[\"']"
_HTML = re.compile(
    r"<(?:!doctype\s+html|html|svg)\b(?:[^<>]*>\s*(?:<|$)"
    r"|(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))+\s*$)",
    re.IGNORECASE,
)
_TAG_AND_ATTRIBUTES = re.compile(rf"<(?:html|svg)\s*\n\s*{_ATTRIBUTE}", re.IGNORECASE)
_HTML_END = re.compile(r"</html>", re.IGNORECASE)
_SVG_END = re.compile(r"</svg>", re.IGNORECASE)
_RAW_TAG = re.compile(r"<(/?)(?:pre|script|style|textarea)\b", re.IGNORECASE)


class BareCode:
    """Finds where code without a fence ends; it takes its lines one after the other."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._depth = 0  # of JSON
        self._end: re.Pattern[str] | None = None  # of HTML; known from the first line on
        self._is_raw = False  # whether the text of an element of HTML is not HTML
        self._is_after_blank = False

    def ends_before(self, line: str) -> bool:
        """Return whether a line is not code any more."""
        if self.language == "json":
            is_json = _JSON_LINE.match(line) is not None
            if is_json and self._is_after_blank and line.strip():
                is_json = _JSON_AFTER_BLANK.match(line) is not None
            return not is_json
        if self.language == "html":
            is_outside = self._is_after_blank and not self._is_raw
            return is_outside and line.strip() != "" and line[0] not in "< \t"
        return _PYTHON_LINE.match(line) is None

    def ends_with(self, line: str) -> bool:
        """Take a line of the code; return whether it is the last one."""
        self._is_after_blank = not line.strip()
        if self.language == "json":
            signs = _STRING.sub("", line)
            self._depth += sum(signs.count(each) for each in "{[")
            self._depth -= sum(signs.count(each) for each in "}]")
            return self._depth <= 0
        if self.language == "html":
            for tag in _RAW_TAG.finditer(line):
                self._is_raw = not tag[1]
            if self._end is None:
                self._end = _SVG_END if line[:4].lower() == "<svg" else _HTML_END
            return self._end.search(line) is not None
        return False

    def take(self, line: str) -> bool:
        """Take the next line; return whether the code ends with it, or before."""
        return self.ends_before(line) or self.ends_with(line)

    def would_end(self, line: str) -> bool:
        """Return whether a line that is incomplete ends the code so far."""
        word = line.strip()
        if self.language == "json" and any(each.startswith(word) for each in _JSON_WORDS):
            return False
        return copy(self).take(line)


def bare_language(first: str, second: str | None) -> str:
    """Return the language of code that begins with a line; empty if it is not code.

    Args:
        first: the line.
        second: the line after it; None if there is none so far.
    """
    follows = _AFTER_BRACKET.get(first.rstrip())
    if follows is not None:
        return "json" if second is not None and follows.match(second) else ""
    if _JSON.match(first):
        return "json" if _is_closed_by_json(first) else ""
    if _PYTHON.match(first):
        return "python"
    is_html = _HTML.match(first) or _TAG_AND_ATTRIBUTES.match(f"{first}\n{second or ''}")
    return "html" if is_html else ""


def _is_closed_by_json(line: str) -> bool:
    """Return whether nothing follows the value that a line begins; it may not end in the line."""
    signs = _STRING.sub("", line)
    depth = 0
    for found in _BRACKET.finditer(signs):
        depth += 1 if found[0] in "{[" else -1
        if depth == 0:
            return not signs[found.end() :].strip(" \t,;")
    return True


def bare_code(state: StateBlock, start_line: int, end_line: int, is_silent: bool) -> bool:
    """Read code without a fence as if it had one; a rule of the Markdown parser."""
    start = state.bMarks[start_line]
    if state.level or state.src[start : start + 1] not in _FIRST_SIGNS:
        return False
    second = _line(state, start_line + 1) if start_line + 1 < end_line else None
    language = bare_language(_line(state, start_line), second)
    if not language or is_silent:
        return bool(language)
    code = BareCode(language)
    next_line = end = start_line
    while next_line < end_line:
        line = _line(state, next_line)
        if next_line > start_line and code.ends_before(line):
            break
        next_line += 1
        end = next_line if line.strip() else end
        if code.ends_with(line):
            break
    token = state.push("fence", "code", 0)
    token.info, token.meta = language, {"is_bare": True}
    token.content = "".join(f"{_line(state, each)}\n" for each in range(start_line, end))
    token.map = [start_line, end]
    state.line = end
    return True


_FIRST_SIGNS = frozenset("{[adc<")


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] : state.eMarks[line]]

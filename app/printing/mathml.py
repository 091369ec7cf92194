"""Formulas as MathML: made by a library, rebuilt from what is known to be harmless.

What it returns as text is not escaped, and what somebody wrote can stand in any of it; so its tree
is taken, and only elements and attributes that a formula needs are written.
"""

import re
from html import escape
from xml.etree.ElementTree import Element

from app.widgets.markdown.formula_renderer import formula_trouble, within_time
from app.widgets.markdown.formula_syntax import is_drawable_formula
from app.widgets.markdown.safe_text import with_hidden_marked

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


def mathml(tex: str, *, is_display: bool) -> str | None:
    """Return a formula, or None where the library does not know how, or takes too long."""
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
    """Return what an element says; the library names some signs by their codes."""
    return escape(with_hidden_marked(_named(text or "")))


def _named(text: str) -> str:
    return re.sub(r"&#x([0-9a-fA-F]{1,5});", lambda found: chr(int(found[1], 16)), text)

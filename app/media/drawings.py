"""SVG drawings from texts: only shapes, words and colours are kept of them.

A drawing of a model or of an imported chat may name files, run scripts or repeat itself without
end. It is written again from harmless elements, and refused if it is too large. It is drawn in the
process that decodes pictures (``process.py``), which limits time and memory. Pages of HTML are
drawn there as well, as text with simple styles: nothing of them is run or loaded.
"""

import re
from colorsys import hls_to_rgb
from html import escape
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

MAX_CHARS = 200_000
DRAWING_SCALE = 2  # pixels for each unit
MAX_ELEMENTS = 4000  # as drawn: each use of an element counts
MAX_DEPTH = 60
_NAMESPACE = "http://www.w3.org/2000/svg"
# Atomic: what is read as one comment is never read as two again.
_XML = re.compile(r"(<\?xml[^>]*\?>)?\s*(?><!--.*?-->\s*)*<svg[\s>]", re.DOTALL)
_PAGE = re.compile(
    r"(?><!--.*?-->\s*)*<(!doctype html|html|head|body)[\s>]", re.DOTALL | re.IGNORECASE
)
_LANGUAGES = ("svg", "xml", "html", "")

_ELEMENTS = frozenset(
    {
        *("svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line"),
        *("polyline", "polygon", "text", "tspan", "linearGradient", "radialGradient", "stop"),
        *("marker", "a", "style"),
    }
)
# Without these a drawing would lack words or shapes, so it stays code.
_NEEDED = frozenset(
    {"foreignObject", "image", "mask", "clipPath", "pattern", "switch", "textPath", "video"}
)
_WORDS = frozenset({"text", "tspan"})
_ATTRIBUTES = frozenset(
    {
        *("id", "class", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy"),
        *("dx", "dy", "d", "points", "width", "height", "viewBox", "preserveAspectRatio"),
        *("transform", "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "opacity"),
        *("stroke-opacity", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "color"),
        *("stroke-dasharray", "stroke-dashoffset", "visibility", "display", "style"),
        *("font-family", "font-size", "font-weight", "font-style", "text-anchor"),
        *("gradientUnits", "gradientTransform", "spreadMethod", "offset", "stop-color"),
        *("stop-opacity", "marker-start", "marker-mid", "marker-end", "markerWidth"),
        *("markerHeight", "markerUnits", "refX", "refY", "orient", "href"),
    }
)
# References to other files in styles and attributes, and notations that can hide them.
_UNKNOWN_STYLES = re.compile(r"var\s*\(|:root|--\w|@media|calc\s*\(")
_REACHING = re.compile(r"@|\\|<|url\s*\((?!\s*['\"]?#)|expression|image", re.IGNORECASE)
_OWN = re.compile(r"#[\w.:-]{1,100}")


class NotDrawable(ValueError):
    """A text is not an SVG, is too large, or would be drawn without a part that matters."""


def is_drawing(code: str, language: str) -> bool:
    """Return whether a piece of code is a whole SVG document; a quick approximation."""
    if language.lower() not in _LANGUAGES or not 10 < len(code) <= MAX_CHARS:
        return False
    return code.rstrip().endswith("</svg>") and _XML.match(code.lstrip()) is not None


def is_page(code: str, language: str) -> bool:
    """Return whether a piece of code is a page of HTML."""
    if language.lower() not in ("html", "htm", "xhtml", "") or not 10 < len(code) <= MAX_CHARS:
        return False
    return _PAGE.match(code.lstrip()) is not None


def harmless_svg(source: str) -> str:
    """Return a drawing without anything that is loaded or run. Raises NotDrawable."""
    if len(source) > MAX_CHARS or _UNKNOWN_STYLES.search(source):
        raise NotDrawable
    try:
        root = fromstring(source.strip(), forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, RecursionError) as error:
        raise NotDrawable from error
    if _name(root) != "svg" or any(_name(each) in _NEEDED for each in root.iter()):
        raise NotDrawable
    _Weights(root).check()
    return _written(root, f' xmlns="{_NAMESPACE}"')


class _Weights:
    """Counts the elements that are drawn; elements may use each other many times."""

    def __init__(self, root: Element) -> None:
        self._root = root
        self._by_id = {str(each.get("id")): each for each in root.iter() if each.get("id")}
        self._known: dict[Element, int] = {}
        self._open: set[Element] = set()

    def check(self) -> None:
        """Raise NotDrawable if there are too many, or if an element uses itself."""
        if self._weight(self._root, 0) > MAX_ELEMENTS:
            raise NotDrawable

    def _weight(self, element: Element, depth: int) -> int:
        if element in self._open or depth > MAX_DEPTH:
            raise NotDrawable
        if element in self._known:
            return self._known[element]
        self._open.add(element)
        used = [self._by_id[name] for name in _used(element) if name in self._by_id]
        weight = 1 + sum(self._weight(each, depth + 1) for each in (*element, *used))
        self._open.discard(element)
        self._known[element] = weight = min(weight, MAX_ELEMENTS + 1)
        return weight


def _used(element: Element) -> list[str]:
    """Return the ids that an element names, each as often as it may be drawn."""
    names = re.findall(r"url\(\s*['\"]?#([^'\")]+)", " ".join(map(str, element.attrib.values())))
    target = element.get("href") or element.get("{http://www.w3.org/1999/xlink}href") or ""
    return [*names, target[1:]] if target.startswith("#") else names


def _name(element: Element) -> str:
    """Return the name of an element of SVG; empty for those of other languages."""
    name = str(element.tag)
    space, _, own = name.rpartition("}")
    return own if space in ("", "{" + _NAMESPACE) else ""


def _written(element: Element, marks: str = "", *, is_in_text: bool = False) -> str:
    """Return an element with its children; ``marks`` are added to its attributes."""
    name = _name(element)
    if name not in _ELEMENTS:
        return ""
    if name == "style":
        style = _with_plain_colours(element.text or "")
        return "" if _REACHING.search(style) else f"<style>{escape(style, quote=False)}</style>"
    if name == "a":  # a link is drawn as its content
        name = "tspan" if is_in_text else "g"
    for key, value in element.attrib.items():
        own = key.rpartition("}")[2]
        if _is_harmless(own, value):
            marks += f' {own}="{escape(_with_plain_colours(value))}"'
    has_words = name in _WORDS
    inside = escape(element.text or "") if has_words else ""
    for child in element:
        inside += _written(child, is_in_text=has_words)
        inside += escape(child.tail or "") if has_words else ""
    return f"<{name}{marks}>{inside}</{name}>"


_COLOUR = re.compile(
    r"(?P<kind>hsla?|rgba)\(\s*(?P<values>[^()]{1,60})\)|#(?P<hex>[0-9a-f]{8})\b", re.IGNORECASE
)


def _with_plain_colours(style: str) -> str:
    """Return a style with colours that Qt knows; a transparent one is mixed with white."""
    return _COLOUR.sub(_plain_colour, style) if "(" in style or "#" in style else style


def _plain_colour(found: re.Match[str]) -> str:
    try:
        red, green, blue, alpha = _shares_of(found)
    except ValueError:
        return found.group()
    mixed = (1 - alpha * (1 - share) for share in (red, green, blue))
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, share))):02x}" for share in mixed)


def _shares_of(found: re.Match[str]) -> tuple[float, float, float, float]:
    """Return red, green, blue and opacity of a colour, from 0 to 1. Raises ValueError."""
    if found["hex"]:
        red, green, blue, alpha = (value / 255 for value in bytes.fromhex(found["hex"]))
        return red, green, blue, alpha
    values = re.split(r"[\s,/]+", found["values"].strip())
    alpha = _share(values[3], 1) if len(values) > 3 else 1.0
    if found["kind"].lower() == "rgba":
        red, green, blue = (_share(value, 255) for value in values[:3])
    else:
        hue, saturation, lightness = values[:3]
        turn = float(hue.removesuffix("deg")) / 360 % 1
        red, green, blue = hls_to_rgb(turn, _share(lightness, 100), _share(saturation, 100))
    return red, green, blue, alpha


def _share(value: str, whole: float) -> float:
    return float(value[:-1]) / 100 if value.endswith("%") else float(value) / whole


def _is_harmless(key: str, value: str) -> bool:
    if key == "href":
        return _OWN.fullmatch(value) is not None
    return key in _ATTRIBUTES and _REACHING.search(value) is None

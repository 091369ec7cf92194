"""The title and the main text of a web page: without menus, advertising and hidden text.

The main text is found as Readability does it: each paragraph votes for the elements around it, with
more weight the longer it is, and elements that consist of links lose.
"""

import re
from collections.abc import Iterable, Iterator

import msgspec
from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from app.documents.archives import DocumentRefused
from app.documents.pdf_text import DocumentTrouble
from app.documents.text_decoding import NotText, decoded_text
from app.documents.web_pages import nodes_text

MAX_TEXT_CHARS = 400_000
MAX_LINKS = 80
_MAX_TITLE_CHARS = 300
_MIN_VOTE_CHARS = 25
_MIN_TEXT_CHARS = 200
_MIN_SHARE = 0.25  # of the words of a page that a part of it must have to stand for it
_DROPPED = (
    "script, style, noscript, template, iframe, object, embed, svg, canvas, audio, video, dialog, "
    "nav, footer, aside, button, form input, form select, form textarea, [hidden], "
    '[aria-hidden="true"], [role="navigation"], [role="banner"], [role="contentinfo"], '
    '[role="complementary"], [role="dialog"], [role="search"], [role="menu"]'
)
_VOTERS = "p, pre, blockquote, li, td, dd, h2, h3, figcaption"
_NOISE = re.compile(
    r"(^|[-_ ])(ads?|advert\w*|banner|breadcrumbs?|comments?|consent|cookies?|disqus|footer|gdpr|"
    r"masthead|menu|mw-editsection|mw-jump-link|navbox|navigation|newsletter|noprint|paywall|"
    r"popup|promo|related|share|sharing|sidebar|skip|social|sponsor\w*|subscribe|toc|toolbar|"
    r"widget)([-_ ]|$)",
    re.IGNORECASE,
)
_ALWAYS_NOISE = re.compile(r"comments?|consent|cookies?|disqus|gdpr|newsletter", re.IGNORECASE)
_CONTENT = re.compile(r"article|body|content|entry|main|page|post|story|text", re.IGNORECASE)
_INVISIBLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(hidden|collapse)|opacity\s*:\s*0(\.0*)?\s*(;|!|$)|"
    r"font-size\s*:\s*0(\.0*)?(px|em|rem|pt|%)?\s*(;|!|$)|"
    r"(left|top|text-indent|margin-left)\s*:\s*-\d{3,}",
    re.IGNORECASE,
)
_HIDING_RULE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_AT_BLOCK = re.compile(r"@[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}|@[^{};]*;|/\*.*?\*/", re.DOTALL)
_PLAIN_SELECTOR = re.compile(r"[\w*]*([.#][\w-]+)+")
_MAX_STYLE_CHARS = 200_000
_MAX_HIDING_RULES = 200
_NEARLY = 0.4  # as good as the best element
_LIST_VOTE = 0.3  # of entries, which are often references and menus
_MAX_NOISE_CHARS = 1_000  # of an element that is dropped for its name, unless it consists of links
_WORDS = re.compile(r"\w+")


class ReadablePage(msgspec.Struct, frozen=True):
    """The readable part of a page.

    Attributes:
        links: texts and addresses of the links in the main text; addresses may be relative.
        needs_scripts: the page has next to no text, but scripts that write it.
        asks_for_login: the page has a field for a password and little other text.
    """

    title: str
    text: str
    links: tuple[tuple[str, str], ...] = ()
    needs_scripts: bool = False
    asks_for_login: bool = False


def readable_page(content: bytes, charset: str = "") -> ReadablePage:
    """Return the readable part of an HTML page. Raises DocumentRefused if it is not text."""
    try:
        text = decoded_text(content, charset).text
    except NotText as error:
        raise DocumentRefused(DocumentTrouble.UNKNOWN) from error
    parser = LexborHTMLParser(text.replace("\0", ""))
    body = parser.body
    title = _title(parser)
    if body is None:
        return ReadablePage(title, "")
    has_scripts = bool(parser.css("script"))
    has_password = parser.css_first("input[type=password]") is not None
    without_scripts = _note_without_scripts(parser)
    gone: set[int] = set()
    _drop_invisible(parser, body, gone)
    whole = nodes_text([body])
    for node in body.css(_DROPPED):
        _remove(node, gone)
    _drop_noise(body, gone)
    parts = _main_parts(body)
    found = nodes_text(parts)
    if len(found) < _MIN_TEXT_CHARS or len(found) < _MIN_SHARE * len(nodes_text([body])):
        parts, found = [body], nodes_text([body])
    if len(found) < _MIN_TEXT_CHARS < len(whole):
        found = whole
    word_count = len(_WORDS.findall(found))
    is_bare = word_count < 40
    if is_bare and has_scripts and without_scripts:
        found = "\n\n".join(part for part in (found, without_scripts) if part)
    return ReadablePage(
        title,
        found[:MAX_TEXT_CHARS],
        tuple(_links(parts)),
        needs_scripts=is_bare and has_scripts and not has_password,
        asks_for_login=has_password and word_count < 150,
    )


def _title(parser: LexborHTMLParser) -> str:
    meta = parser.css_first('meta[property="og:title"]')
    heading = parser.css_first("h1")
    candidates = (
        parser.css_first("head > title"),
        meta,
        heading,
    )
    for node in candidates:
        if node is None:
            continue
        text = node.attributes.get("content") or "" if node is meta else node.text(deep=True)
        line = " ".join(text.split())
        if line:
            return line[:_MAX_TITLE_CHARS]
    return ""


def _note_without_scripts(parser: LexborHTMLParser) -> str:
    return " ".join(" ".join(node.text(deep=True).split()) for node in parser.css("body noscript"))[
        :500
    ]


def _drop_invisible(parser: LexborHTMLParser, body: LexborNode, gone: set[int]) -> None:
    """Remove what a browser does not show, as far as the page itself says so."""
    for node in body.css("[style]"):
        if node.mem_id in gone:
            continue
        if _INVISIBLE.search(node.attributes.get("style") or "") is not None:
            _remove(node, gone)
    most_chars = len(body.text(deep=True)) // 2  # a page that a script shows when it is complete
    for selector in _hiding_selectors(parser):
        try:
            nodes = body.css(selector)
        except (SelectolaxError, ValueError):
            continue
        for node in nodes:
            if node.mem_id not in gone and len(node.text(deep=True)) <= most_chars:
                _remove(node, gone)


def _hiding_selectors(parser: LexborHTMLParser) -> Iterator[str]:
    """Yield the selectors of plain rules that hide elements; rules for some screens are skipped."""
    styles = "".join(node.text(deep=True) for node in parser.css("style"))[:_MAX_STYLE_CHARS]
    count = 0
    for block in _AT_BLOCK.sub("", styles).split("}"):
        selectors, _, rule = block.rpartition("{")
        if _HIDING_RULE.search(rule) is None:
            continue
        for each in selectors.split(","):
            if _PLAIN_SELECTOR.fullmatch(each.strip()) and count < _MAX_HIDING_RULES:
                count += 1
                yield each.strip()


def _drop_noise(body: LexborNode, gone: set[int]) -> None:
    for node in body.css("[class], [id]"):
        if node.mem_id in gone:
            continue
        attributes = node.attributes
        names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
        if node.tag in ("body", "main", "article") or _NOISE.search(names) is None:
            continue
        is_large = len(node.text(deep=True)) > _MAX_NOISE_CHARS
        limit = 0.3 if is_large and _ALWAYS_NOISE.search(names) is None else 0.0
        if _link_share(node) > (0.5 if _CONTENT.search(names) is not None else limit - 0.01):
            _remove(node, gone)


def _main_parts(body: LexborNode) -> list[LexborNode]:
    """Return the elements with the main text, in their order."""
    scores: dict[int, float] = {}
    nodes: dict[int, LexborNode] = {}
    for voter in body.css(_VOTERS):
        text = voter.text(deep=True)
        if len(text.strip()) < _MIN_VOTE_CHARS:
            continue
        vote = 1.0 + text.count(",") * 0.5 + min(len(text) / 100, 3.0)
        vote *= _LIST_VOTE if voter.tag in ("li", "td") else 1.0
        node = voter.parent
        for weight in (1.0, 0.5, 0.25):
            if node is None or node.tag == "html":
                break
            nodes[node.mem_id] = node
            scores[node.mem_id] = scores.get(node.mem_id, 0.0) + weight * vote
            node = node.parent
    for key, node in nodes.items():
        bonus = 1.3 if node.tag in ("article", "main") else 1.0
        scores[key] *= bonus * (1.0 - _link_share(node))
    if not scores:
        return [body]
    best = max(scores, key=lambda key: scores[key])
    whole = _common_ancestor(nodes, scores, best)
    if whole is not None:
        return [whole]
    parent = nodes[best].parent
    if parent is None or parent.tag == "html":
        return [nodes[best]]
    limit = max(8.0, scores[best] * 0.2)
    parts = []
    for each in parent.iter(include_text=False):
        is_good = scores.get(each.mem_id, 0.0) >= limit
        is_text = each.tag in ("h1", "h2", "p") and _link_share(each) < 0.3
        if each.mem_id == best or is_good or is_text:
            parts.append(each)
    return parts


def _common_ancestor(
    nodes: dict[int, LexborNode], scores: dict[int, float], best: int
) -> LexborNode | None:
    """Return the element around the best one and others nearly as good; None without such.

    An article may be split into sections, each with paragraphs of its own.
    """
    above = {each.mem_id: depth for depth, each in enumerate(_ancestors(nodes[best]))}
    highest: LexborNode | None = None
    for key, node in nodes.items():
        if key in above or scores[key] < _NEARLY * scores[best]:
            continue
        path = list(_ancestors(node))
        if best in {each.mem_id for each in path}:
            continue
        shared = next((each for each in path if each.mem_id in above), None)
        if shared is not None and (highest is None or above[shared.mem_id] > above[highest.mem_id]):
            highest = shared
    return highest


def _ancestors(node: LexborNode) -> Iterator[LexborNode]:
    """Yield an element and those around it, up to the body."""
    current: LexborNode | None = node
    while current is not None and current.tag != "html":
        yield current
        current = current.parent


def _link_share(node: LexborNode) -> float:
    """Return the share of the characters of an element that are in links."""
    length = len(node.text(deep=True))
    if not length:
        return 0.0
    in_links = sum(len(each.text(deep=True)) for each in node.css("a"))
    return min(1.0, in_links / length)


def _links(parts: Iterable[LexborNode]) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for part in parts:
        for each in part.css("a[href]"):
            address = (each.attributes.get("href") or "").strip()
            text = " ".join(each.text(deep=True).split())[:200]
            if not text or address in seen or address.startswith(("#", "javascript:", "data:")):
                continue
            seen.add(address)
            yield text, address[:1000]
            if len(seen) >= MAX_LINKS:
                return


def _remove(node: LexborNode, gone: set[int]) -> None:
    """Remove an element; ``gone`` are the ids of removed nodes, whose memory is free."""
    if node.mem_id in gone or node.tag in ("html", "body", "main"):
        return
    gone.update(each.mem_id for each in node.traverse(include_text=True))
    node.decompose()

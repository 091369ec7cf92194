"""The rules of sites for programs, robots.txt, according to RFC 9309."""

import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from urllib.parse import quote, unquote

import msgspec

MAX_BYTES = 500 << 10  # the least that a reader has to take, and all that this one takes
KEPT_SECONDS = 60 * 60.0
MAX_SITES = 200
_MAX_RULES, _MAX_STARS = 5_000, 30
_LINE = re.compile(r"\s*([\w-]+)\s*:\s*([^#]*)")


class Rules(msgspec.Struct, frozen=True):
    """The rules for one program: patterns of paths, and whether they are allowed."""

    patterns: tuple[tuple[str, bool], ...] = ()

    def allow(self, path: str) -> bool:
        """Return whether a path with its query may be read: the longest pattern decides."""
        path = _normal(path)
        fitting = [
            (len(pattern), is_allowed)
            for pattern, is_allowed in self.patterns
            if _fits(pattern, path)
        ]
        return max(fitting, default=(0, True))[1]


NO_RULES = Rules()
NOTHING_ALLOWED = Rules((("/", False),))


def parse_rules(text: str, agent: str) -> Rules:
    """Return the rules for a program by its name, or those for all programs."""
    agent = agent.lower()
    found: dict[str, list[tuple[str, bool]]] = {}
    names: list[str] = []
    is_head = False
    count = 0
    for line in text.lstrip("\ufeff").splitlines():
        match = _LINE.match(line)
        if match is None:
            continue
        name, value = match[1].lower(), match[2].strip()
        if name == "user-agent":
            names = [*names, value.lower()] if is_head else [value.lower()]
            is_head = True
            found.setdefault(names[-1], [])
        elif name in ("allow", "disallow"):
            is_head = False
            if value and names and count < _MAX_RULES and value.count("*") <= _MAX_STARS:
                count += 1
                for each in names:
                    found[each].append((_normal(value), name == "allow"))
    return Rules(tuple(found.get(agent, found.get("*", []))))


class RobotsCache:
    """A cache of the rules of recently read sites."""

    def __init__(self, agent: str, clock: Callable[[], float]) -> None:
        self._agent = agent
        self._clock = clock
        self._rules: OrderedDict[str, tuple[float, Rules]] = OrderedDict()

    async def rules(self, origin: str, fetch: Callable[[], Awaitable[tuple[int, str]]]) -> Rules:
        """Return the rules of a site; ``fetch`` returns the status and text of its file.

        Status 0 says that the site could not be reached: reading the page tells why.
        """
        kept = self._rules.get(origin)
        if kept is not None and self._clock() - kept[0] < KEPT_SECONDS:
            return kept[1]
        status, text = await fetch()
        if status == 0 or status >= 500:  # a site that is out of order may have rules
            return NO_RULES if status == 0 else NOTHING_ALLOWED
        rules = parse_rules(text, self._agent) if 200 <= status < 300 else NO_RULES
        self._rules[origin] = (self._clock(), rules)
        while len(self._rules) > MAX_SITES:
            self._rules.popitem(last=False)
        return rules


def _normal(path: str) -> str:
    """Return a path with one spelling of its characters."""
    return quote(
        unquote(path, errors="surrogateescape"),
        safe="/*$?=&;:@!'(),+~-._%",
        errors="surrogateescape",
    )


def _fits(pattern: str, path: str) -> bool:
    """Return whether a path begins as the pattern: ``*`` is any text, a last ``$`` the end.

    Takes the first place of each part, which needs no second try, so a pattern costs linear time.
    """
    is_whole = pattern.endswith("$")
    first, *others = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    at = len(first)
    if not others:
        return not is_whole or at == len(path)
    *middle, last = others
    for part in middle:
        at = path.find(part, at)
        if at < 0:
            return False
        at += len(part)
    if is_whole:
        return len(path) - len(last) >= at and path.endswith(last)
    return path.find(last, at) >= 0

"""The rules of sites for programs, after the examples of RFC 9309."""

import time

import pytest

from app.net_process.robots import NO_RULES, NOTHING_ALLOWED, RobotsCache, Rules, parse_rules

RFC_EXAMPLE = """
User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot
"""


@pytest.mark.parametrize(
    ("agent", "path", "is_allowed"),
    [
        ("hubbub", "/", True),
        ("hubbub", "/example/page.html", False),
        ("hubbub", "/a/picture.gif", False),
        ("hubbub", "/a/picture.gif?size=2", True),
        ("hubbub", "/publications/x", True),
        ("foobot", "/example/page.html", True),
        ("FooBot", "/example/other.html", False),
        ("barbot", "/example/page.html", False),
        ("bazbot", "/example/", True),
        ("quxbot", "/example/", True),
    ],
)
def test_the_longest_rule_of_the_program_decides(agent: str, path: str, is_allowed: bool) -> None:
    assert parse_rules(RFC_EXAMPLE, agent).allow(path) is is_allowed


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("/fish", "/fish.html", True),
        ("/fish", "/Fish", False),
        ("/fish*", "/fishheads", True),
        ("/*.php", "/folder/a.php?x", True),
        ("/*.php$", "/folder/a.php?x", False),
        ("/*.php$", "/a.php.php", True),
        ("/fish*.php", "/fish/a/b.php", True),
        ("/a%3Cd.html", "/a<d.html", True),
        ("/straße", "/stra%C3%9Fe", True),
        ("/$", "/", True),
        ("/$", "/x", False),
        ("*", "/x", True),
    ],
)
def test_patterns(pattern: str, path: str, fits: bool) -> None:
    assert parse_rules(f"User-agent: *\nDisallow: {pattern}", "x").allow(path) is not fits


def test_an_equal_rule_that_allows_wins_and_comments_are_ignored() -> None:
    rules = parse_rules("\ufeffuser-agent: *  # all\nDisallow: /a # no\nAllow: /a\nnonsense\n", "x")
    assert rules.allow("/a")
    assert parse_rules("Disallow: /", "x").allow("/")
    assert parse_rules("User-agent: *\nDisallow:", "x").allow("/a")


def test_hostile_rules_take_linear_time() -> None:
    stars = f"Disallow: /{'*a' * 30}b$\n" * 5_000 + f"Disallow: /{'*a' * 500}b$\n" * 500
    began = time.process_time()
    assert parse_rules(f"User-agent: *\n{stars}", "x").allow("/" + "a" * 2_000)
    assert time.process_time() - began < 5


async def test_rules_are_kept_for_an_hour_but_failures_are_not() -> None:
    now = [0.0]
    asked: list[int] = []
    answers = {1: (200, "User-agent: *\nDisallow: /"), 2: (404, ""), 3: (503, ""), 4: (0, "")}
    cache = RobotsCache("hubbub", lambda: now[0])

    async def rules(number: int) -> Rules:
        async def fetch() -> tuple[int, str]:
            asked.append(number)
            return answers[number]

        return await cache.rules(f"https://{number}.example", fetch)

    for _ in range(2):
        assert not (await rules(1)).allow("/")
        assert await rules(2) == NO_RULES
        assert await rules(3) == NOTHING_ALLOWED
        assert await rules(4) == NO_RULES
    assert asked == [1, 2, 3, 4, 3, 4]
    now[0] = 3601.0
    await rules(1)
    assert asked[-1] == 1

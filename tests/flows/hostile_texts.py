"""Texts that nobody writes and everybody may be sent: each must be shown, slowly by nobody."""

HOSTILE_TITLES = (
    "<b>bold</b><img src='file:///etc/passwd'>",
    "A && B & C &File",
    "one\ntwo\r\nthree\u2028four",
    "\u202eright to left\u202c \u2066inside\u2069",
    "e" + "\u0301\u0302\u0308" * 300,
    "👩‍👩‍👧‍👦🏳️‍🌈👍🏽" * 20,
    "with\0nothing\x07in\x1bit",
    "%1 %2 {0} {} %s %n",
    "\ud83d half of a letter",
    "    ",
    "W" * 5000,
)

HOSTILE_MESSAGES = (
    "[a](javascript:alert(1)) [b](file:///etc/passwd) ![c](http://localhost:9/x.png) <u>d</u>",
    "> " * 60 + "deep\n\n" + "\n".join("  " * depth + "- item" for depth in range(60)),
    "|" + "a|" * 120 + "\n|" + "-|" * 120 + "\n" + ("|" + "b|" * 120 + "\n") * 3,
    "```python\n" + "x = [1, 2, 3]  # a line\n" * 400,
    "$$" + r"\frac{1}{" * 30 + "x" + "}" * 30 + "$$ and $\\def\\a{\\a}\\a$ and $x$",
    "*" * 500 + "a" + "_" * 500 + "`" * 301,
    "a word " * 4000,
)

"""Origins of web pages: as browsers send them, whatever was pasted, and never all of them."""

import pytest

from engine.messages.errors import InvalidConfig
from engine.messages.page_origin import MOST_ORIGINS, checked_origins, page_origin, page_origins


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("https://app.example", "https://app.example"),
        (" HTTPS://App.Example/ ", "https://app.example"),
        ("https://app.example:443", "https://app.example"),
        ("http://localhost:3000", "http://localhost:3000"),
        ("http://localhost:443", "http://localhost:443"),
        ("http://[::1]:8080", "http://[::1]:8080"),
        ("chrome-extension://abcdef", "chrome-extension://abcdef"),
        ("app://obsidian.md", "app://obsidian.md"),
    ],
)
def test_an_origin_becomes_what_a_browser_sends(typed: str, sent: str) -> None:
    assert page_origin(typed) == sent


@pytest.mark.parametrize(
    "typed",
    [
        *("*", "null", "", "app.example", "https://*", "https://*.example", "file://"),
        *("https://app.example/page", "https://me@app.example", "https://a:70000", "https://a:b"),
    ],
)
def test_what_is_none_is_told(typed: str) -> None:
    with pytest.raises(InvalidConfig, match="no origin of a web page"):
        page_origin(typed)


def test_several_stand_in_one_line() -> None:
    typed = "https://a.example, http://b.example:80;https://a.example/\n"
    assert page_origins(typed) == ("https://a.example", "http://b.example")
    assert page_origins(" ") == ()
    with pytest.raises(InvalidConfig, match="At most"):
        page_origins(" ".join(f"https://{each}.example" for each in range(MOST_ORIGINS + 1)))


def test_of_a_file_only_what_browsers_send_is_believed() -> None:
    assert checked_origins(("https://a.example",)) == ("https://a.example",)
    with pytest.raises(InvalidConfig):
        checked_origins(("https://A.example",))

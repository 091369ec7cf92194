"""The question about a call names the website that it reaches."""

import json

import pytest

from app.errors import lazy
from app.tools.built_in.page_address import SENDS, sent_by


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://de.wikipedia.org/wiki/Everest?useskin=vector", "de.wikipedia.org"),
        ("HTTP://Example.ORG:8080/", "example.org"),
        (" <example.org/page> ", "example.org"),
        ("https://b\u00fccher.example/", "xn--bcher-kva.example"),
        ("https://\u0430pple.com/", "xn--pple-43d.com"),  # with a Cyrillic letter
        ("https://fa\u00df.example/", "xn--fa-hia.example"),  # another website than fass.example
        ("https://evil.example\u3002good.example/", "evil.example.good.example"),
        ("https://[2606:4700::1111]:8080/", "2606:4700::1111"),
        ("https://evil.example\\.good.example/", "the website"),
        ("https://evil.example%2f.good.example/", "the website"),
        ("https://evil.example .good.example/", "the website"),
        ("https://\u2603.example/", "the website"),  # is not read
        ("https://example.org@evil.example/", "the website"),  # is not read
        ("file:///etc/passwd", "the website"),
        ("https://[::1", "the website"),
        ("", "the website"),
        (7, "the website"),
    ],
)
def test_the_host_of_the_address_is_named(address: object, host: str) -> None:
    assert sent_by(SENDS, json.dumps({"address": address})) == f"the address to {host}"


@pytest.mark.parametrize("arguments", ["", "{", "[]", "{}", "null"])
def test_arguments_without_an_address_leave_the_sentence(arguments: str) -> None:
    assert sent_by(SENDS, arguments) == "the address to the website"


def test_the_destination_of_another_tool_stays() -> None:
    arguments = '{"address": "https://example.org"}'
    assert sent_by(lazy("the words to {name}", name="Kagi"), arguments) == "the words to Kagi"
    assert sent_by("the text", arguments) == "the text"
    assert sent_by("", arguments) == ""

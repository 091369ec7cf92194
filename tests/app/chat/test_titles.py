"""Titles that the model thinks of."""

import pytest

from app.chat.titles import LONGEST_TITLE, tidied


@pytest.mark.parametrize(
    ("reply", "title"),
    [
        ("Tabs and keys", "Tabs and keys"),
        ('  "Tabs and keys."\nThis title says …', "Tabs and keys"),
        ("**Title: Tabs and keys**", "Tabs and keys"),
        ("Titel: „Tabs und Tasten“", "Tabs und Tasten"),
        ("タブとキー", "タブとキー"),
        ("", None),
        ("…", None),
        ("x" * (LONGEST_TITLE + 1), None),
        ("I am sorry, but I do not know what a good title for this would be", None),
    ],
)
def test_only_what_reads_like_a_title_is_taken(reply: str, title: str | None) -> None:
    assert tidied(reply) == title

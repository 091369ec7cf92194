"""What is copied as plain text: the words as they are read, without Markdown's marks."""

import pytest

from app.widgets.markdown.plain_text import plain_text


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("# Title\n\nsome **bold** *words* and `code`", "Title\n\nsome bold words and code"),
        ("one\nline\\\nbroken", "one line\nbroken"),
        ("1. one\n2. two\n   - inner\n   - more", "1. one\n2. two\n   • inner\n   • more"),
        ("- [x] done\n- [ ] open", "☑ done\n☐ open"),
        ("- one\n\n- two", "• one\n\n• two"),
        ("| a | b |\n|---|--:|\n| 1 | **2** |", "a\tb\n1\t2"),
        ("> said\n> twice", "said twice"),
        ("```py\nx = 1\n\ny = 2\n```", "x = 1\n\ny = 2"),
        ("above\n\n---\n\nbelow", "above\n\nbelow"),
        ("a [link](https://example.org/a) here", "a link (https://example.org/a) here"),
        ("bare https://example.org/a", "bare https://example.org/a"),
        ("so $x^2$ is\n\n$$\nx\n$$", "so $x^2$ is\n\n$$x$$"),
        ("![a cat](https://example.org/cat.png)", "a cat"),
        ("2 * 3 < 7 & <b>x</b>", "2 * 3 < 7 & <b>x</b>"),
        ("", ""),
    ],
)
def test_the_words_stay_and_the_marks_go(markdown: str, expected: str) -> None:
    assert plain_text(markdown) == expected

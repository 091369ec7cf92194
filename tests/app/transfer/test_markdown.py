"""Markdown is read as it stands."""

from app.transfer.markdown import to_markdown
from tests.app.transfer.exports import LM_STUDIO, imported


def test_markdown_shows_the_branch_that_is_shown() -> None:
    (tree,) = imported(LM_STUDIO).trees
    text = to_markdown(tree)
    assert text.startswith("# Tea\n")
    assert "## System\n\nBe brief." in text
    assert "## You\n\nWhat is tea?\n\n## Assistant\n\n<details>" in text
    assert text.endswith("Easy.\n\n</details>\n\nLeaves.\n")
    assert "A drink." not in text

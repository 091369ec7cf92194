"""The filter takes words and, behind a "#", the beginnings of tags."""

from app.widgets.sidebar.search_words import SearchWords, message_words


def test_words_and_tags_are_told_apart() -> None:
    assert SearchWords.of("Plans #Work #") == SearchWords(("plans",), ("work", ""))
    assert not SearchWords.of("  ")
    assert message_words("old  #work plans") == "old plans"


def test_each_wanted_tag_must_begin_one_that_is_there() -> None:
    assert SearchWords.of("#wo").fit_tags(("Work", "home"))
    assert SearchWords.of("#").fit_tags(("x",))
    assert not SearchWords.of("#").fit_tags(())
    assert not SearchWords.of("#wo #garden").fit_tags(("work",))
    assert SearchWords.of("wo").fit_tags(())

"""The text of the filter, split into words and tags that begin with "#"."""

from collections.abc import Iterable

import msgspec

TAG_MARK = "#"


class SearchWords(msgspec.Struct, frozen=True):
    """Words that a title must contain, and prefixes of tags that a conversation must have."""

    title_words: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Return whether the filter has words or tags."""
        return bool(self.title_words or self.tags)

    @staticmethod
    def of(text: str) -> "SearchWords":
        """Return the words of a text; a "#" alone matches any tag."""
        typed = text.casefold().split()
        return SearchWords(
            tuple(word for word in typed if not word.startswith(TAG_MARK)),
            tuple(word.removeprefix(TAG_MARK) for word in typed if word.startswith(TAG_MARK)),
        )

    def fit_tags(self, tags: Iterable[str]) -> bool:
        """Return whether each wanted tag is a prefix of one of these tags."""
        if not self.tags:
            return True
        had = tuple(tag.casefold() for tag in tags)
        return all(any(tag.startswith(wanted) for tag in had) for wanted in self.tags)


def message_words(text: str) -> str:
    """Return the text to search for in messages: everything except the tags."""
    return " ".join(word for word in text.split() if not word.startswith(TAG_MARK))

"""Pieces of text in which no letter is half."""


class WholeLetters:
    """Joins halves of letters that JSON has spelt out in two pieces; what stays half is U+FFFD."""

    def __init__(self) -> None:
        self._held = ""

    def add(self, text: str) -> str:
        """Return what is whole now."""
        text = self._held + text
        self._held = ""
        if text and "\ud800" <= text[-1] <= "\udbff":
            text, self._held = text[:-1], text[-1]
        return _whole(text)

    def rest(self) -> str:
        """Return what is held back, at the end."""
        text, self._held = self._held, ""
        return _whole(text)


def _whole(text: str) -> str:
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")

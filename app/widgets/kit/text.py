"""Text that stands on the side where it begins: left in English, right in Hebrew."""

from unicodedata import bidirectional

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit


def follow_text_direction(edit: QPlainTextEdit) -> None:
    """Let the first letter that has a direction say on which side the text begins.

    Qt orders the words of each line by itself, but leaves the lines of a plain field at the left.
    """
    edit.textChanged.connect(lambda: _follow(edit))


def is_right_to_left(text: str) -> bool:
    """Say whether the first letter that has a direction is read from the right."""
    directions = (bidirectional(letter) for letter in text)
    return next((each for each in directions if each in ("L", "R", "AL")), "L") != "L"


def _follow(edit: QPlainTextEdit) -> None:
    document = edit.document()
    is_from_the_right = document.firstBlock().textDirection() is Qt.LayoutDirection.RightToLeft
    side = Qt.AlignmentFlag.AlignRight if is_from_the_right else Qt.AlignmentFlag.AlignLeft
    option = document.defaultTextOption()
    if option.alignment() != side:
        option.setAlignment(side)
        document.setDefaultTextOption(option)

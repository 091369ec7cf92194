"""How the user wants the message box to behave."""

from dataclasses import dataclass

USUAL_LONGEST_PASTE = 3_000  # letters
_LETTERS_OF_A_LINE = 50


@dataclass(frozen=True, slots=True)
class ComposerSettings:
    """What the settings say of the message box.

    Attributes:
        sends_with_ctrl_enter: plain Enter breaks the line.
        longest_paste: letters; what is longer becomes a file, and reads as one line. None: never.
    """

    sends_with_ctrl_enter: bool = False
    longest_paste: int | None = USUAL_LONGEST_PASTE

    def makes_file(self, pasted: str) -> bool:
        """Return whether a text that is pasted would fill the box, and goes along as a file."""
        if self.longest_paste is None:
            return False
        most_lines = self.longest_paste // _LETTERS_OF_A_LINE
        return len(pasted) > self.longest_paste or pasted.count("\n") > most_lines

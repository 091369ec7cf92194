"""What a model perceives beside text, in the same words wherever it is said."""

from app.widgets.kit.translation import translate


def sense_words(*, sees: bool, hears: bool) -> list[str]:
    """Return what is said of a model that sees pictures or hears sounds; nothing of any other."""
    words = []
    if sees:
        words.append(translate("Senses", "sees pictures"))
    if hears:
        words.append(translate("Senses", "hears sounds"))
    return words

"""Texts about pictures and sounds that a model takes as input."""

from app.domain.tabs import MediaWait
from app.widgets.kit.translation import fill, translate

_MIN_SECONDS = 2  # shorter waits end before they are read


def sense_words(*, sees: bool, hears: bool) -> list[str]:
    """Return a text for each input kind except text; empty for a model of text alone."""
    words = []
    if sees:
        words.append(translate("Senses", "sees pictures"))
    if hears:
        words.append(translate("Senses", "hears sounds"))
    return words


def media_text(media: MediaWait) -> str:
    """Return the state of a model that is processing media, with the seconds left if known."""
    seconds = round(media.seconds_left or 0.0)
    if seconds >= _MIN_SECONDS:
        text = translate("Senses", "{doing}, about {seconds:,} s…")
        return fill(text, doing=_doing(media), seconds=seconds)
    return fill(translate("Senses", "{doing}…"), doing=_doing(media))


def _doing(media: MediaWait) -> str:
    if media.is_sound:
        return translate("Senses", "Listening")
    if media.count == 1:
        return translate("Senses", "Looking at the picture")
    text = translate("Senses", "Looking at picture {number:,} of {count:,}")
    return fill(text, number=media.number, count=media.count)

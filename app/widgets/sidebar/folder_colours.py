"""The colours of folders: chosen, or else given by the folder's name."""

import enum
import zlib
from collections.abc import Mapping

from app.widgets.kit.theme import LIGHT, Colours


class FolderColour(enum.Enum):
    """A colour's name, under which settings keep it; hues for the light and the dark theme."""

    BLUE = "blue"
    TEAL = "teal"
    GREEN = "green"
    OLIVE = "olive"
    ORANGE = "orange"
    RED = "red"
    PINK = "pink"
    PURPLE = "purple"
    GREY = "grey"

    def hue(self, colours: Colours) -> str:
        """Return the colour to draw with in one theme; it is seen on every ground of the list."""
        light, dark = _HUES[self]
        return light if colours is LIGHT else dark


_HUES = {
    FolderColour.BLUE: ("#2f66c8", "#86aefc"),
    FolderColour.TEAL: ("#0f7a7a", "#5cc6c6"),
    FolderColour.GREEN: ("#2b7a3b", "#7cc98b"),
    FolderColour.OLIVE: ("#77701a", "#cbc25f"),
    FolderColour.ORANGE: ("#a85a10", "#f0a860"),
    FolderColour.RED: ("#b8382f", "#f58f86"),
    FolderColour.PINK: ("#b03a78", "#f08fc0"),
    FolderColour.PURPLE: ("#7a48b8", "#bf9df2"),
    FolderColour.GREY: ("#6a6c68", "#a3a5ad"),
}
_BY_NAME = tuple(colour for colour in FolderColour if colour is not FolderColour.GREY)


def colour_of(folder: str, colour_names: Mapping[str, str]) -> FolderColour:
    """Return the colour of a folder: the chosen one, else always the same for the same name."""
    name = colour_names.get(folder)
    for colour in FolderColour:
        if colour.value == name:
            return colour
    return _BY_NAME[zlib.crc32(folder.encode("utf-8", "replace")) % len(_BY_NAME)]

"""Folders have colours that can be seen, their own until one is chosen."""

import itertools

import pytest

from app.widgets.kit.theme import DARK, LIGHT, Colours
from app.widgets.sidebar.folder_colours import FolderColour, colour_of
from tests.app.widgets.kit.test_theme import LEAST_MARK_CONTRAST, contrast


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_each_colour_is_seen_on_every_ground(colours: Colours) -> None:
    for colour, ground in itertools.product(FolderColour, ("window", "hover", "bubble", "raised")):
        ratio = contrast(colour.hue(colours), getattr(colours, ground))
        assert ratio >= LEAST_MARK_CONTRAST, (colour, ground, round(ratio, 2))


def test_a_folder_keeps_the_colour_of_its_name_until_one_is_chosen() -> None:
    assert colour_of("work", {}) is colour_of("work", {"home": "red"})
    assert colour_of("work", {"work": "red"}) is FolderColour.RED
    assert colour_of("work", {"work": "of another version"}) is colour_of("work", {})
    assert len({colour_of(name, {}) for name in ("work", "home", "garden", "taxes")}) > 1

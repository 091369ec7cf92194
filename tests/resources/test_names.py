"""One thing has one name in the window."""

import re

from resources.translations.update import templates
from tests.house.source_files import name_of, tree_of
from tests.resources.test_placeholders import files, texts_of_tree

# A name that the window does not use, and the one that it uses instead.
OTHER_NAMES = {
    r"conversations?": "chat",
    r"recently deleted": "Trash",
    r"^new tab…?$": "New chat",
}
# Other programs read them as well.
EXCEPTIONS = {"The model's chat template refused this conversation: {reason}"}


def test_one_thing_has_one_name_in_the_window() -> None:
    said = {(text, name_of(path)) for path in files() for text in texts_of_tree(tree_of(path))}
    said |= {(text, "lazy") for text in templates()}
    wrong = [
        f"{place}: {text!r} should say {name}"
        for text, place in sorted(said)
        if text not in EXCEPTIONS
        for other, name in OTHER_NAMES.items()
        if re.search(other, re.sub(r"\{.*?\}", "", text), re.IGNORECASE)
    ]
    assert wrong == []

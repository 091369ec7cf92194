"""Places in texts are named: by the text, by the code that fills it, and by the translation."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from resources.translations.update import LANGUAGES, WINDOW
from tests.house.source_files import name_of, python_files, tree_of
from tests.resources.test_translations import TR, TRANSLATE, translated

PLACE = re.compile(r"\{(\w+)[^}]*\}")
NUMBERED = re.compile(r"%\d|\{\d*\}")
FILL = "fill"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def files() -> list[Path]:
    """Return the files of the rooms with a window."""
    return [path for path in python_files("app") if WINDOW.match(name_of(path))]


def misfilled(tree: ast.Module) -> Iterator[str]:
    """Yield the texts whose places are numbered, or are not those that ``fill`` is given."""
    filled: set[str] = set()
    for function in (node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)):
        for call in _calls_of(function, FILL):
            names = {each.arg for each in call.keywords}
            texts = _texts_of(call.args[0], function)
            # A name may be assigned again, for another call: its texts name other values.
            meant = {text for text in texts if names.issuperset(PLACE.findall(text))}
            filled |= meant
            if texts and names != {place for text in meant for place in PLACE.findall(text)}:
                yield f"{sorted(texts)} has other places than {names}"
    for text in texts_of_tree(tree):
        if NUMBERED.search(text):
            yield f"{text!r} has numbered places"
        elif PLACE.search(text) and text not in filled:
            yield f"{text!r} is never filled"


def _calls_of(tree: ast.AST, *names: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in names:
            yield node


def texts_of_tree(tree: ast.AST) -> set[str]:
    """Return the literals that are translated somewhere in a tree."""
    last = [call.args[-1] for call in _calls_of(tree, TR, TRANSLATE) if call.args]
    return {str(each.value) for each in last if isinstance(each, ast.Constant)}


def _texts_of(template: ast.expr, function: ast.AST) -> set[str]:
    """Return the texts that an expression may be: its own, or those assigned to its name."""
    texts = texts_of_tree(template)
    names = {node.id for node in ast.walk(template) if isinstance(node, ast.Name)}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and names & _targets(node):
            texts |= texts_of_tree(node.value)
    return texts


def _targets(node: ast.Assign) -> set[str]:
    found = (each for target in node.targets for each in ast.walk(target))
    return {each.id for each in found if isinstance(each, ast.Name)}


def test_every_text_is_filled_by_the_names_of_its_places() -> None:
    wrong = [f"{name_of(path)}: {each}" for path in files() for each in misfilled(tree_of(path))]
    assert wrong == [], "see fill in app/widgets/kit"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_translation_names_the_same_places(language: str) -> None:
    pattern = re.compile(r"%\d|\{[^}]*\}")
    wrong = [
        text
        for (_context, text), translation in translated(language).items()
        if sorted(pattern.findall(text)) != sorted(pattern.findall(translation))
    ]
    assert wrong == []

"""No text that the window shows stands outside of tr, translate or lazy."""

import ast
import re
from collections.abc import Iterator

from tests.house.source_files import name_of, tree_of
from tests.resources.test_placeholders import files
from tests.resources.test_sentences import text_of

TRANSLATING = ("tr", "translate", "lazy")
# Two words after one another, or one that is written like the beginning of a sentence.
TEXT = re.compile(
    r"[^\W\d_]{2,}[,.…:!?]*\s+([^\W\d_]|\{\})|\{\}\s+[^\W\d_]{2}|^[A-Z][a-z]+[.…!?:]?$"
)
KEY = "the name of a key, in Qt's own notation"
NAME = "a name that is the same in all languages"
UNSEEN = "nobody reads it in the window"
REASONS = {
    "Backtab": KEY,
    "Esc": KEY,
    "Return": KEY,
    "Up": KEY,
    "Authorization: Bearer…": NAME,
    "Brave Search": NAME,
    "Deutsch": NAME,
    "English": NAME,
    "Fusion": NAME,
    "Hubbub": NAME,
    "Inter": NAME,
    "Jan": NAME,
    "JetBrains Mono": NAME,
    "Johab": NAME,
    "Kagi": NAME,
    "LM Studio": NAME,
    "Mac Cyrillic": NAME,
    "Macintosh": NAME,
    "Ollama": NAME,
    "SmolLM2-135M-Instruct by Hugging Face": NAME,
    "(quantized Q4_1)": NAME,
    "Hubbub {}": NAME,
    "Hubbub {}\n{}\n\n{}": NAME,
    "Pygments": NAME,
    "Tavily": NAME,
    "Qt {}, Python {}, {} {}": NAME,
    "llama-cpp-python {}, Qt {}, Python {}, {} {}": NAME,
    "{} GB": NAME,
    "Classifier": UNSEEN,
    "License": UNSEEN,
    "Name": UNSEEN,
    "Version": UNSEEN,
    "A task failed": UNSEEN,
    "Lexer": UNSEEN,
    "{} is carried out by the message itself": UNSEEN,
    "Sentences": UNSEEN,
    "title of {}": UNSEEN,
}


def untranslated(tree: ast.Module) -> Iterator[str]:
    """Yield the texts of a program that no translator sees."""
    skipped = {child for node in ast.walk(tree) if _is_skipped(node) for child in ast.walk(node)}
    # A part of an f-string is read with the whole.
    skipped |= {
        part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values
    }
    for node in ast.walk(tree):
        text = text_of(node)
        if node not in skipped and TEXT.search(text):
            yield text


def _is_skipped(node: ast.AST) -> bool:
    """Return whether a call translates or logs, or an expression is a docstring."""
    if isinstance(node, ast.Call):
        called = ast.unparse(node.func)
        return called.split(".")[-1] in TRANSLATING or called.startswith("_log.")
    return isinstance(node, ast.Assert) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def test_every_text_of_the_window_can_be_translated_or_has_a_reason() -> None:
    found = {each: name_of(path) for path in files() for each in untranslated(tree_of(path))}
    missing = {text: name for text, name in found.items() if text not in REASONS}
    assert missing == {}, "show it with self.tr(…), or give a reason in the table"
    assert set(REASONS) - set(found) == set()

"""The built-in demo model: a tiny GGUF file that explains the app, and how it is made."""

import pathlib


def path() -> pathlib.Path:
    """Return where the demo model's GGUF file lies."""
    return pathlib.Path(__file__).with_name("hubbub-demo.gguf")

"""The starter model, a GGUF file that set-up fetches: see ``packaging/starter_model.py``."""

import pathlib

FILE_NAME = "SmolLM2-135M-Instruct.Q4_1.gguf"


def path() -> pathlib.Path:
    """Return the path of the file, which is absent if set-up could not fetch it."""
    return pathlib.Path(__file__).with_name(FILE_NAME)

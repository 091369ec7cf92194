"""The models of this computer: the built-in one, and files described before anybody loads them."""

from pathlib import Path

from app.errors import ModelFileError
from engine.gguf import errors, model_file
from engine.gguf.model_file import ModelFile
from resources import demo_model


def builtin_model() -> Path:
    """Return where the model lies that comes with the program."""
    return demo_model.path()


def describe(path: Path) -> ModelFile:
    """Return what a model file says of itself. Takes milliseconds. Raises ModelFileError."""
    try:
        return model_file.describe(path)
    except errors.ModelFileError as error:
        raise ModelFileError(*error.args) from error

"""Reasons why a model file is refused; each text can be shown to the user."""


class ModelFileError(Exception):
    """A model file can't be used."""


class ModelFileMissing(ModelFileError):
    """The file, or a part of it, does not exist or cannot be read."""


class NotAModelFile(ModelFileError):
    """The file is of another kind, or in a form of GGUF that is not supported."""


class ModelFileTruncated(ModelFileError):
    """The file ends before its data does."""


class WrongProjector(ModelFileError):
    """The projector is for models of another family, or of another size."""

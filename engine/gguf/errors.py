"""Why a model file is refused; each text can be shown to the user."""


class ModelFileError(Exception):
    """A model file can't be used."""


class ModelFileMissing(ModelFileError):
    """The file, or a part of it, is not there or can't be read."""


class NotAModelFile(ModelFileError):
    """The file is of another kind, or of a form of GGUF that can't be read here."""


class ModelFileTruncated(ModelFileError):
    """The file ends before its data does."""


class WrongProjector(ModelFileError):
    """The file sees pictures for models of another family, or of another size."""

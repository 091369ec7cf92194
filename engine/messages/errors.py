"""Known errors of the engine; each text can be shown to the user."""

import msgspec

from engine.ipc.lazy_text import LazyText, lazy


class EngineError(Exception):
    """A known failure with a text for the user; every other exception is a bug."""

    @property
    def kind(self) -> str:
        """The name that stands for the class in messages between processes."""
        return type(self).__name__


class InvalidConfig(EngineError):
    """A setting is outside the range of any model."""


class InvalidSampling(EngineError):
    """A request's sampling cannot be built: out of range, or a refused grammar.

    ``at`` is the index of the character in the grammar, if the error has a place.
    """

    at: int | None = None


class ModelLoadFailed(EngineError):
    """The model file is missing, damaged, of another format or too large for this machine."""


class NotEnoughMemory(ModelLoadFailed):
    """The model or the context window does not fit into the memory of the device."""


class LoadCancelled(EngineError):
    """A model was not loaded because another command arrived meanwhile."""


class NoModelLoaded(EngineError):
    """A request arrived before a model was ready."""


class ModelCannotChat(EngineError):
    """A request for a reply reached a model that only embeds texts."""


class ContextWindowExceeded(EngineError):
    """The prompt does not fit even after dropping all older turns."""


class ChatTemplateFailed(EngineError):
    """The model's own chat template could not be rendered."""


class ChatTemplateTooSlow(ChatTemplateFailed):
    """The renderings of one command exceeded their total time limit."""


class DecodeFailed(EngineError):
    """The library could not compute the next tokens of this request."""


class EngineStopped(EngineError):
    """The engine process ended while this request was running."""


class RepeatedCrash(EngineError):
    """The engine process crashed repeatedly while this conversation was answered."""


class EndpointUnreachable(EngineError):
    """The other machine can't be reached, or the connection was lost."""


class KeyRefused(EngineError):
    """The other machine requires a key, or a different one."""


class EndpointBusy(EngineError):
    """The other machine has no capacity at the moment."""


class EndpointFault(EngineError):
    """The other machine refused the request, failed, or sent an invalid response."""


class PictureNotRead(EngineError):
    """A picture that a program sent can't be decoded."""


class PictureNotSent(EngineError):
    """A picture of a chat can't be sent to another machine, or the machine does not accept it."""


class NotSendable(EngineError):
    """No frame can hold this message: it is too large, or has an incomplete character."""


class ErrorReport(msgspec.Struct, frozen=True):
    """An ``EngineError`` in a message to the window: class name and text for the user."""

    kind: str
    text: LazyText

    @classmethod
    def of(cls, error: EngineError) -> "ErrorReport":
        """Return the report of an error."""
        return cls(error.kind, LazyText.of(str(error)))


def internal_error() -> EngineError:
    """Return the error of a request that a bug has ended."""
    return EngineError(lazy("The engine had an internal error; details are in the log. Try again."))

"""Known trouble of the engine: each text can be shown to the user as it stands."""

import msgspec

from engine.ipc.lazy_text import LazyText, lazy


class EngineError(Exception):
    """A known failure with a text for the user; every other exception is a bug."""

    @property
    def kind(self) -> str:
        """The name that crosses the process border in place of the class."""
        return type(self).__name__


class InvalidConfig(EngineError):
    """A setting is outside what any model could be run with."""


class InvalidSampling(EngineError):
    """A request's sampling cannot be built: out of range, or a grammar that is refused.

    ``at`` is the letter of a grammar at which that was seen, where it has a place.
    """

    at: int | None = None


class ModelLoadFailed(EngineError):
    """The model file is missing, damaged, foreign or too large for this machine."""


class NotEnoughMemory(ModelLoadFailed):
    """Model or context window do not fit into the memory of the device."""


class LoadCancelled(EngineError):
    """A model was not loaded, because something else was asked for meanwhile."""


class NoModelLoaded(EngineError):
    """A request came before a model was ready."""


class ContextWindowExceeded(EngineError):
    """The prompt does not fit even after dropping all older turns."""


class ChatTemplateFailed(EngineError):
    """The model's own chat template could not be rendered."""


class ChatTemplateTooSlow(ChatTemplateFailed):
    """The renderings of one command took longer than all of them together may."""


class DecodeFailed(EngineError):
    """The library could not compute the next tokens of this request."""


class EngineStopped(EngineError):
    """The engine process ended while this request was running."""


class RepeatedCrash(EngineError):
    """The engine process ended again and again while this conversation was answered."""


class EndpointUnreachable(EngineError):
    """The other machine can't be reached, or the connection to it broke off."""


class KeyRefused(EngineError):
    """The other machine wants a key, or another one."""


class EndpointBusy(EngineError):
    """The other machine has no room for this now."""


class EndpointFault(EngineError):
    """The other machine refused the request, or failed, or said what nobody understands."""


class PictureNotRead(EngineError):
    """A picture that a program has sent can't be decoded."""


class PictureNotSent(EngineError):
    """A picture of a chat can't go to another machine, or that one does not take it."""


class NotSendable(EngineError):
    """No frame holds this message: it is too large, or has an incomplete character."""


class ErrorReport(msgspec.Struct, frozen=True):
    """An ``EngineError`` on its way to the window: class name and text for the user."""

    kind: str
    text: LazyText

    @classmethod
    def of(cls, error: EngineError) -> "ErrorReport":
        """Return what crosses in place of an error."""
        return cls(error.kind, LazyText.of(str(error)))


def internal_error() -> EngineError:
    """Return what a request is told that a bug has ended."""
    return EngineError(lazy("The engine had an internal error; details are in the log. Try again."))

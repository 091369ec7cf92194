"""What a program is told that asks for what can't be: a status, and words in its API's form."""

from enum import Enum
from typing import TypeAlias

from engine.messages.errors import EngineError
from engine.messages.events import ErrorReport

Json: TypeAlias = dict[str, object]


class Dialect(Enum):
    """Whose API a program speaks; they differ in how errors look."""

    OPENAI = "openai"
    ANTHROPIC = "anthropic"


class ApiError(Exception):
    """Why a request is refused; its text can be shown to whoever asks.

    Attributes:
        param: which part of the request, as ``$.messages[0]``; empty if it is no single one.
        retry_after: seconds after which it may be asked again, where that helps.
        closes: what is still to come of the request is not read.
    """

    def __init__(
        self,
        status: int,
        text: str,
        *,
        code: str = "",
        param: str = "",
        retry_after: int | None = None,
        closes: bool = False,
    ) -> None:
        super().__init__("".join([*text]))  # a sentence of ours would not become JSON
        self.status = status
        self.code = code
        self.param = param
        self.retry_after = retry_after
        self.closes = closes


# What the engine says of a request that it could not answer.
_STATUSES = {
    "InvalidSampling": (400, "invalid_value"),
    "MediaRefused": (400, "invalid_image"),
    "ContextWindowExceeded": (400, "context_length_exceeded"),
    "ChatTemplateFailed": (400, "invalid_messages"),
    "ChatTemplateTooSlow": (400, "invalid_messages"),
    "NotSendable": (413, "request_too_large"),
    "TooMuchAsked": (429, "queue_full"),
    "NoModelLoaded": (503, "no_model"),
    "EngineStopped": (503, "engine_stopped"),
    "RepeatedCrash": (503, "engine_stopped"),
}
_RETRY_SECONDS = 5
# The words that the SDKs make classes of: a program that retries looks at these and at the status.
_OPENAI_TYPES = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
    503: "server_error",
}
_ANTHROPIC_TYPES = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    503: "overloaded_error",
}


def of_engine(error: EngineError | ErrorReport) -> ApiError:
    """Return what a program is told of an error of the engine."""
    text = error.text if isinstance(error, ErrorReport) else str(error)
    status, code = _STATUSES.get(error.kind, (500, "engine_error"))
    retry_after = _RETRY_SECONDS if status in (429, 503) else None
    return ApiError(status, text, code=code, retry_after=retry_after)


def error_body(error: ApiError, dialect: Dialect) -> Json:
    """Return the body that tells of an error."""
    text = str(error)
    if dialect is Dialect.ANTHROPIC:
        kind = _ANTHROPIC_TYPES.get(error.status, _usual_type(error, "api_error"))
        return {"type": "error", "error": {"type": kind, "message": text}}
    kind = _OPENAI_TYPES.get(error.status, _usual_type(error, "server_error"))
    param, code = error.param or None, error.code or None
    return {"error": {"message": text, "type": kind, "param": param, "code": code}}


def _usual_type(error: ApiError, fault: str) -> str:
    return fault if error.status >= 500 else "invalid_request_error"

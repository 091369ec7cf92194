"""Errors of the APIs: those sent to programs, and those received from servers."""

import html
import json
import re
from enum import Enum
from typing import TypeAlias

from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.errors import (
    ContextWindowExceeded,
    EndpointBusy,
    EndpointFault,
    EngineError,
    KeyRefused,
    PictureNotSent,
)
from engine.messages.events import ErrorReport

Json: TypeAlias = dict[str, object]

MAX_REFUSAL_BYTES = 64 * 1024
LOADING_SECONDS = 2.0  # seconds until a server that loads a model is asked again
_MAX_REASON = 300


class Dialect(Enum):
    """The API of a program; the forms of errors differ."""

    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    OLLAMA = "ollama"


class ApiError(Exception):
    """The reason why a program's request is refused; its text is for the program's user.

    Attributes:
        param: the part of the request, such as ``$.messages[0]``; empty if it is not a single part.
        retry_after: seconds until the program may ask again, where that helps.
        closes: the rest of the request is not read.
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
        super().__init__("".join([*text]))  # msgspec does not encode a LazyText
        self.status = status
        self.code = code
        self.param = param
        self.retry_after = retry_after
        self.closes = closes


# Status and code by the kind of the engine's error.
_STATUSES = {
    "InvalidSampling": (400, "invalid_value"),
    "MediaRefused": (400, "invalid_image"),
    "ContextWindowExceeded": (400, "context_length_exceeded"),
    "ChatTemplateFailed": (400, "invalid_messages"),
    "ChatTemplateTooSlow": (400, "invalid_messages"),
    "ModelCannotChat": (400, "model_cannot_chat"),
    "NotSendable": (413, "request_too_large"),
    "TooMuchAsked": (429, "queue_full"),
    "NotEnoughMemory": (503, "out_of_memory"),
    "NoModelLoaded": (503, "no_model"),
    "EngineStopped": (503, "engine_stopped"),
    "RepeatedCrash": (503, "engine_stopped"),
}
_RETRY_SECONDS = 5
# The error types of the SDKs: programs decide by them and by the status whether to retry.
_TYPES = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
}
_INDEX = re.compile(r"\[([0-9]+)\]")
_OPENAI_TYPES = {**_TYPES, 503: "server_error"}
_ANTHROPIC_TYPES = {**_TYPES, 413: "request_too_large", 503: "overloaded_error"}


def of_engine(error: EngineError | ErrorReport, schema_place: str = "") -> ApiError:
    """Return the API error of an error of the engine, which may concern a schema at this place."""
    text = error.text if isinstance(error, ErrorReport) else str(error)
    status, code = _STATUSES.get(error.kind, (500, "engine_error"))
    retry_after = _RETRY_SECONDS if status in (429, 503) else None
    # Values are checked before; only what is compiled is refused by the engine.
    param = schema_place if error.kind == "InvalidSampling" else ""
    return ApiError(status, text, code=code, param=param, retry_after=retry_after)


def invalid_value(text: str, param: str) -> ApiError:
    """Return the error for an invalid value of the right type."""
    return ApiError(400, text, code="invalid_value", param=param)


def error_body(error: ApiError, dialect: Dialect) -> Json:
    """Return the body of an error."""
    text, is_fault = str(error), error.status >= 500
    if dialect is Dialect.OLLAMA:
        return {"error": text}
    if dialect is Dialect.ANTHROPIC:
        usual = "api_error" if is_fault else "invalid_request_error"
        kind = _ANTHROPIC_TYPES.get(error.status, usual)
        # This API has no field for the place: it precedes the text, as "messages.0.content".
        place = _INDEX.sub(r".\1", error.param.removeprefix("$").removeprefix("."))
        text = f"{place}: {text}" if place else text
        return {"type": "error", "error": {"type": kind, "message": text}}
    kind = _OPENAI_TYPES.get(error.status, "server_error" if is_fault else "invalid_request_error")
    param, code = error.param or None, error.code or None
    return {"error": {"message": text, "type": kind, "param": param, "code": code}}


# None of these scans from each possible start of a match to the end of the page.
_TAG = re.compile(r"<(/?)([a-z]*)[^<>]*>", re.IGNORECASE)
_TITLE = re.compile(r"<title[^<>]*>([^<]*)</title", re.IGNORECASE)
_UNSHOWN_TAGS = ("script", "style", "head")
_STATUS = re.compile(r"[1-5][0-9]{2}(?![0-9])")
_EXCEEDED = re.compile(
    r"context.{0,20}(length|window|size)|maximum.{0,20}(length|tokens)|exceed_context_size|"
    r"longer than the model|too many tokens|prompt is too long",
    re.IGNORECASE,
)
_WINDOW = re.compile(
    r"(?:maximum context length (?:is|of)|context (?:length|window|size)(?: is| of)?|n_ctx\D{0,12})"
    r"\D{0,12}(\d[\d,]*)",
    re.IGNORECASE,
)
# Refusals of pictures; servers that only read text may require "content" to be a string.
_PICTURES = re.compile(
    r"image|picture|vision|multi-?modal|content\W{1,5}(must|should) be a.{0,12}string|"
    r"can only concatenate str",
    re.IGNORECASE,
)
# Ollama, vLLM, llama-server, OpenRouter, LM Studio.
_TOOLS = re.compile(
    r"support (the use of )?(tools?|functions?)\b|tool[ _-]?(choice|use|call)|"
    r"\btools? (param|is|are)|function[ _-]?call",
    re.IGNORECASE,
)
_LOADING = re.compile(r"loading|not ready|starting up|warming up", re.IGNORECASE)


class Refusal:
    """A server's refusal of a request.

    Attributes:
        status: the HTTP status; inside a stream the status in the body.
        reason: what the server says, in one line.
        retry_seconds: the delay before a retry; None if not stated.
    """

    def __init__(
        self,
        host: str,
        status: int,
        body: bytes,
        retry_seconds: float | None = None,
        key: str | None = None,
    ) -> None:
        """Read the answer; some servers repeat the ``key``, which is removed."""
        self.host = host
        self.status = status
        self.text = body.decode("utf-8", "replace")
        if key:
            self.text = self.text.replace(key, "…")
        self.reason = reason_of(self.text)
        self.retry_seconds = retry_seconds

    @property
    def is_wait(self) -> bool:
        """Return whether the server has not processed the request and asks to repeat it later."""
        return self.status in (429, 503) and (self.retry_seconds is not None or self.is_loading)

    @property
    def is_loading(self) -> bool:
        """Return whether the server is loading a model."""
        return self.status == 503 and bool(_LOADING.search(self.reason))

    @property
    def is_too_long(self) -> bool:
        """Return whether the prompt does not fit into the model's window."""
        return self.status in (400, 413, 422, 500) and bool(_EXCEEDED.search(self.text))

    @property
    def window(self) -> int | None:
        """Return the model's context window in tokens, if the refusal names it."""
        found = _WINDOW.search(self.text)
        count = int(found[1].replace(",", "")) if found else 0
        return count if 16 <= count <= 1 << 26 else None

    def blamed(self, fields: frozenset[str]) -> frozenset[str]:
        """Return which of these fields of the request the refusal names."""
        if self.status not in (400, 422, 501):
            return frozenset()
        named = {
            each for each in fields if re.search(rf"(?<!\w){re.escape(each)}(?!\w)", self.text)
        }
        if "think" in fields and "does not support thinking" in self.text:
            named.add("think")
        return frozenset(named)

    @property
    def is_of_pictures(self) -> bool:
        """Return whether the refusal concerns the pictures of the prompt."""
        if self.status in (413, 415):
            return True
        return self.status in (400, 404, 422, 500, 501) and bool(_PICTURES.search(self.text))

    def picture_error(self) -> EngineError:
        """Return the error of a request that is refused because of its pictures."""
        text = lazy(
            "{host} did not accept the pictures of this chat. Choose a model that sees pictures.",
            host=self.host,
        )
        return PictureNotSent(_with(text, self.reason))

    @property
    def is_of_tools(self) -> bool:
        """Return whether the refusal concerns the tools of the request."""
        return self.status in (400, 404, 422, 500, 501) and bool(_TOOLS.search(self.text))

    def tools_error(self) -> EngineError:
        """Return the error of a request that is refused because it offers tools."""
        text = lazy(
            "{host} did not accept the tools of this chat. Turn them off, or choose a model that "
            "supports tools.",
            host=self.host,
        )
        return EndpointFault(_with(text, self.reason))

    def error(self) -> EngineError:
        """Return the error that ends the request."""
        host, status = self.host, self.status
        kind: type[EngineError] = EndpointFault
        if status in (401, 403):
            kind, text = KeyRefused, lazy("{host} rejects the key, or requires one.", host=host)
        elif self.is_too_long:
            kind = ContextWindowExceeded
            text = lazy("{host} has no room for a prompt of this length.", host=host)
        elif status in (429, 503, 529):
            kind, text = (
                EndpointBusy,
                lazy("{host} has too much to do. Try again later.", host=host),
            )
        elif status == 404:
            text = lazy("{host} does not have this model.", host=host)
        elif status >= 500:
            text = lazy("{host} is out of order ({status}).", host=host, status=status)
        else:
            text = lazy("{host} refused the request ({status}).", host=host, status=status)
        return kind(_with(text, self.reason))


def error_in_stream(host: str, error: object, key: str | None = None) -> EngineError:
    """Return the error of an event within a stream, without the ``key``."""
    code = error.get("code") if isinstance(error, dict) else None
    told = _STATUS.match(str(code)) if isinstance(code, int | str) else None
    status = int(told[0]) if told is not None else 500
    body = json.dumps({"error": error}).encode()
    return Refusal(host, status if status >= 400 else 500, body, key=key).error()


def not_understood(host: str) -> EndpointFault:
    """Return the error of an answer that cannot be parsed."""
    return EndpointFault(lazy("{host} sent an answer that Hubbub does not understand.", host=host))


def too_long(host: str) -> EndpointFault:
    """Return the error of an answer over a limit."""
    return EndpointFault(lazy("{host} sent an answer that is too long.", host=host))


def reason_of(text: str) -> str:
    """Return the message of a body as one short line; JSON of several forms, HTML, or text."""
    try:
        found = _message(json.loads(text))
    except (ValueError, RecursionError):
        title = _TITLE.search(text)
        found = html.unescape(title[1] if title else _shown_text(text))
    line = " ".join("".join(c if c.isprintable() else " " for c in found).split())
    return line if len(line) <= _MAX_REASON else f"{line[:_MAX_REASON]}…"


def _shown_text(page: str) -> str:
    """Return the visible text of a page, without tags."""
    parts: list[str] = []
    at, unshown = 0, ""
    for found in _TAG.finditer(page):
        name = found[2].lower()
        if not unshown:
            parts.append(page[at : found.start()])
            unshown = name if name in _UNSHOWN_TAGS and not found[1] else ""
        elif found[1] and name == unshown:
            unshown = ""
        at = found.end()
    return " ".join([*parts, "" if unshown else page[at:]])


def _message(value: object, depth: int = 0) -> str:
    match value:
        case str():
            return value
        case dict() if depth < 5:
            for name in ("error", "message", "detail", "msg", "title", "reason"):
                if value.get(name):
                    return _message(value[name], depth + 1)
        case [first, *_] if depth < 5:
            return _message(first, depth + 1)
    return ""


def _with(text: LazyText, reason: str) -> LazyText:
    if not reason:
        return text
    return lazy("{problem} It says: {reason}", problem=text, reason=reason)

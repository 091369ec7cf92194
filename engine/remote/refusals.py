"""What a server answers in place of a reply, in words, and what can be done about it."""

import html
import json
import re
from collections.abc import Mapping

from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.errors import (
    ContextWindowExceeded,
    EndpointBusy,
    EndpointFault,
    EngineError,
    KeyRefused,
    PictureNotSent,
)
from engine.net.http import retry_after_seconds

LONGEST_BODY = 64 * 1024
LOADING_SECONDS = 2.0  # until a server that loads a model is asked again
_LONGEST_REASON = 300
# None of these looks on to the end of a page from each place where it might begin.
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
# Of a prompt with pictures; servers that read text alone may want "content" to be a string.
_PICTURES = re.compile(
    r"image|picture|vision|multi-?modal|content\W{1,5}(must|should) be a.{0,12}string|"
    r"can only concatenate str",
    re.IGNORECASE,
)
_LOADING = re.compile(r"loading|not ready|starting up|warming up", re.IGNORECASE)


class Refusal:
    """An answer that is no reply.

    Attributes:
        status: of HTTP; that in the body where it came inside a stream.
        reason: what the server says, in one line.
        retry_seconds: when it wants to be asked again; None if it does not say.
    """

    def __init__(
        self,
        host: str,
        status: int,
        body: bytes,
        headers: Mapping[str, str] | None = None,
        key: str | None = None,
    ) -> None:
        """Take what was answered; some servers repeat the ``key``, which is left out."""
        self.host = host
        self.status = status
        self.text = body.decode("utf-8", "replace")
        if key:
            self.text = self.text.replace(key, "…")
        self.reason = reason_of(self.text)
        self.retry_seconds = retry_after_seconds(headers) if headers is not None else None

    @property
    def is_wait(self) -> bool:
        """Return whether it has not looked at the request, and wants it later."""
        return self.status in (429, 503) and (self.retry_seconds is not None or self.is_loading)

    @property
    def is_loading(self) -> bool:
        """Return whether a model is on its way there."""
        return self.status == 503 and bool(_LOADING.search(self.reason))

    @property
    def is_too_long(self) -> bool:
        """Return whether the prompt does not fit into the model's window."""
        return self.status in (400, 413, 422, 500) and bool(_EXCEEDED.search(self.text))

    @property
    def window(self) -> int | None:
        """Return the window of the model, where it is told."""
        found = _WINDOW.search(self.text)
        count = int(found[1].replace(",", "")) if found else 0
        return count if 16 <= count <= 1 << 26 else None

    def blamed(self, fields: frozenset[str]) -> frozenset[str]:
        """Return which of these fields of the request it names as its reason."""
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
        """Return whether a prompt with pictures is refused for these."""
        if self.status in (413, 415):
            return True
        return self.status in (400, 404, 422, 500, 501) and bool(_PICTURES.search(self.text))

    def picture_error(self) -> EngineError:
        """Return it as what a request with pictures is told that is refused for these."""
        text = lazy(
            "{host} did not accept the pictures of this chat. Choose a model that sees pictures.",
            host=self.host,
        )
        return PictureNotSent(_with(text, self.reason))

    def error(self) -> EngineError:
        """Return it as what the request is told."""
        host, reason = self.host, self.reason
        if self.status in (401, 403):
            return KeyRefused(
                _with(lazy("{host} refuses the key, or wants one.", host=host), reason)
            )
        if self.is_too_long:
            text = lazy("{host} has no room for a prompt of this length.", host=host)
            return ContextWindowExceeded(_with(text, reason))
        if self.status in (429, 503, 529):
            text = lazy("{host} has too much to do. Try again later.", host=host)
            return EndpointBusy(_with(text, reason))
        if self.status == 404:
            return EndpointFault(_with(lazy("{host} does not have this model.", host=host), reason))
        if self.status >= 500:
            text = lazy("{host} is out of order ({status}).", host=host, status=self.status)
            return EndpointFault(_with(text, reason))
        text = lazy("{host} refused the request ({status}).", host=host, status=self.status)
        return EndpointFault(_with(text, reason))


def error_in_stream(host: str, error: object, key: str | None = None) -> EngineError:
    """Return what a server says behind a 200, in the middle of its answer, without the ``key``."""
    code = error.get("code") if isinstance(error, dict) else None
    told = _STATUS.match(str(code)) if isinstance(code, int | str) else None
    status = int(told[0]) if told is not None else 500
    body = json.dumps({"error": error}).encode()
    return Refusal(host, status if status >= 400 else 500, body, key=key).error()


def reason_of(text: str) -> str:
    """Return what a body says, as one short line: JSON of several forms, HTML, or text."""
    try:
        found = _message(json.loads(text))
    except (ValueError, RecursionError):
        title = _TITLE.search(text)
        found = html.unescape(title[1] if title else _shown_text(text))
    line = " ".join("".join(c if c.isprintable() else " " for c in found).split())
    return line if len(line) <= _LONGEST_REASON else f"{line[:_LONGEST_REASON]}…"


def _shown_text(page: str) -> str:
    """Return a page without its tags, and without what a browser does not show."""
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

"""Searches the web by the public APIs of search services, each request and answer in one place."""

import asyncio
import html
import re
from collections.abc import Awaitable, Callable
from http.cookiejar import CookieJar, DefaultCookiePolicy
from urllib.parse import quote, urlsplit

import httpx2
import msgspec

from app.net_process.public_transport import AGENT
from app.tools.model import SearchProvider
from engine.ipc.lazy_text import lazy
from engine.messages.net_messages import NetTrouble
from engine.messages.web_messages import FoundPage, SearchEngine, SearchWeb, WebFound
from engine.net.errors import NetError
from engine.net.http import CONNECT_SECONDS, STALL_SECONDS, as_net_errors, read_at_most

MAX_ANSWER_BYTES = 4 << 20
MAX_SECONDS = 30.0
MAX_WORDS_CHARS = 400  # the lowest limit of these services
_MAX_TITLE_CHARS, _MAX_SNIPPET_CHARS = 200, 600
_TAG = re.compile(r"<[^<>]{0,200}>")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z]{2,8})?")


class SearchRequest(msgspec.Struct, frozen=True):
    """One request of a search; with a ``body`` it is a POST of JSON."""

    url: str
    parameters: dict[str, str] = msgspec.field(default_factory=dict)
    headers: dict[str, str] = msgspec.field(default_factory=dict)
    body: dict[str, object] | None = None


class WebSearch:
    """Searches; lives on the loop of the net process."""

    def __init__(
        self,
        key_of: Callable[[SearchEngine], Awaitable[str]],
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        """``key_of`` returns a stored key or nothing; ``transport`` is that of the tests."""
        self._key_of = key_of
        self._transport = transport
        self._client: httpx2.AsyncClient | None = None

    async def close(self) -> None:
        """Close all connections."""
        if self._client is not None:
            await self._client.aclose()

    async def search(self, command: SearchWeb) -> WebFound:
        """Return the results. Raises NetError."""
        words = " ".join(command.words.split())[:MAX_WORDS_CHARS]
        command = msgspec.structs.replace(command, words=words)
        if command.engine is not SearchEngine.WIKIPEDIA:
            key = await self._key(command.engine)
            return await self._ask(command, request_of(command, key))
        # The user's Wikipedia knows what is near, the English one has the most articles.
        languages = dict.fromkeys((_language(command.language), "en"))
        found = WebFound(command.request_id)
        for language in languages:
            asked = msgspec.structs.replace(command, language=language)
            found = await self._ask(asked, request_of(asked, ""))
            if found.pages:
                break
        return found

    async def _key(self, engine: SearchEngine) -> str:
        if engine is SearchEngine.SEARXNG:
            return ""
        key = await self._key_of(engine)
        if not key:
            text = lazy(
                "{name} needs a key. Enter it in the settings, under Tools.", name=_name(engine)
            )
            raise NetError(NetTrouble.KEY_REFUSED, text)
        return key

    async def _ask(self, command: SearchWeb, request: SearchRequest) -> WebFound:
        client = self._own_client()
        built = client.build_request(
            "GET" if request.body is None else "POST",
            request.url,
            params=request.parameters or None,
            headers={"Accept": "application/json", **request.headers},
            json=request.body,
        )
        try:
            async with asyncio.timeout(MAX_SECONDS):
                with as_net_errors(request.url):
                    # Redirects are not followed: a key belongs to the service's address.
                    response = await client.send(built, stream=True, follow_redirects=False)
                    try:
                        content = await read_at_most(response, MAX_ANSWER_BYTES)
                    finally:
                        await response.aclose()
        except TimeoutError as error:
            text = lazy("{name} takes too long to answer.", name=_name(command.engine))
            raise NetError(NetTrouble.TOO_SLOW, text) from error
        check_answer(command.engine, response.status_code, content)
        return answer_of(command, content)

    def _own_client(self) -> httpx2.AsyncClient:
        if self._client is None:
            try:
                self._client = httpx2.AsyncClient(
                    headers={"User-Agent": AGENT, "Accept-Encoding": "identity"},
                    timeout=httpx2.Timeout(STALL_SECONDS, connect=CONNECT_SECONDS, pool=None),
                    cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
                    transport=self._transport,
                )
            except (ValueError, ImportError) as error:
                text = lazy("The proxy of this computer can't be used: {reason}", reason=error)
                raise NetError(NetTrouble.UNREACHABLE, text) from error
        return self._client


def request_of(command: SearchWeb, key: str) -> SearchRequest:
    """Return the request of a search. Raises NetError without the address that SearXNG needs."""
    words, most = command.words, str(command.most_results)
    match command.engine:
        case SearchEngine.WIKIPEDIA:
            return SearchRequest(
                f"https://{_language(command.language)}.wikipedia.org/w/api.php",
                {
                    "action": "query",
                    "list": "search",
                    "format": "json",
                    "formatversion": "2",
                    "utf8": "1",
                    "srlimit": most,
                    "srsearch": words,
                },
            )
        case SearchEngine.SEARXNG:
            root = _searxng_root(command.address)
            return SearchRequest(
                f"{root}/search",
                {"q": words, "format": "json", "language": command.language or "all"},
            )
        case SearchEngine.BRAVE:
            return SearchRequest(
                "https://api.search.brave.com/res/v1/web/search",
                {"q": words, "count": most, "text_decorations": "false"},
                {"X-Subscription-Token": key},
            )
        case SearchEngine.TAVILY:
            return SearchRequest(
                "https://api.tavily.com/search",
                headers={"Authorization": f"Bearer {key}"},
                body={"query": words, "max_results": command.most_results},
            )
        case SearchEngine.KAGI:
            return SearchRequest(
                "https://kagi.com/api/v0/search",
                {"q": words, "limit": most},
                {"Authorization": f"Bot {key}"},
            )


def check_answer(engine: SearchEngine, status: int, content: bytes) -> None:
    """Return if a service has answered with results. Raises NetError with its reason."""
    if 200 <= status < 300:
        return
    name, said = _name(engine), _said(content)
    said = f"{said.rstrip('.')}." if said else lazy("it gave no reason.")
    if engine is SearchEngine.SEARXNG and status == 403:
        text = lazy(
            "This SearXNG server does not answer programs. Its owner can allow JSON: add “json” to "
            "“formats” under “search” in its settings.yml."
        )
        raise NetError(NetTrouble.BAD_ANSWER, text)
    if 300 <= status < 400:
        text = lazy("{name} is at another address. Correct it in the settings.", name=name)
        raise NetError(NetTrouble.BAD_ANSWER, text)
    if status in (402, 432, 433):
        text = lazy("Your credit at {name} is used up: {said}", name=name, said=said)
        raise NetError(NetTrouble.BUSY, text)
    if status in (401, 403) or (status == 422 and "TOKEN" in said.upper()):
        text = lazy("{name} refused the key: {said}", name=name, said=said)
        raise NetError(NetTrouble.KEY_REFUSED, text)
    if status == 429:
        text = lazy("{name} received too many requests: {said}", name=name, said=said)
        raise NetError(NetTrouble.BUSY, text)
    if status >= 500:
        text = lazy("{name} is not working ({status}). Try again later.", name=name, status=status)
        raise NetError(NetTrouble.BUSY, text)
    text = lazy("{name} refused the search ({status}): {said}", name=name, status=status, said=said)
    raise NetError(NetTrouble.BAD_ANSWER, text)


def answer_of(command: SearchWeb, content: bytes) -> WebFound:
    """Return the results in an answer. Raises NetError if it has another form."""
    try:
        answer = msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _unknown_answer(command.engine) from error
    if not isinstance(answer, dict):
        raise _unknown_answer(command.engine)
    direct = ""
    match command.engine:
        case SearchEngine.WIKIPEDIA:
            _check_wikipedia(answer)
            host = f"https://{_language(command.language)}.wikipedia.org"
            pages = [_article(host, each) for each in _dicts(answer, "query", "search")]
        case SearchEngine.SEARXNG:
            pages = [_page(each, "content", "publishedDate") for each in _dicts(answer, "results")]
            if not pages and answer.get("unresponsive_engines"):
                _raise_unresponsive(answer["unresponsive_engines"])
        case SearchEngine.BRAVE:
            pages = [
                _page(each, "description", "page_age") for each in _dicts(answer, "web", "results")
            ]
        case SearchEngine.TAVILY:
            pages = [_page(each, "content", "published_date") for each in _dicts(answer, "results")]
            direct = _text(answer.get("answer"), _MAX_SNIPPET_CHARS)
        case SearchEngine.KAGI:
            if answer.get("error"):
                check_answer(command.engine, 403, content)
            found = [each for each in _dicts(answer, "data") if each.get("t") == 0]
            pages = [_page(each, "snippet", "published") for each in found]
    usable = [page for page in pages if page.address]
    unique = {page.address: page for page in reversed(usable)}
    kept = [page for page in usable if unique.pop(page.address, None) is not None]
    return WebFound(command.request_id, tuple(kept[: command.most_results]), direct)


def _page(found: dict[str, object], snippet: str, date: str) -> FoundPage:
    address = found.get("url")
    is_address = isinstance(address, str) and address.startswith(("http://", "https://"))
    return FoundPage(
        _text(found.get("title"), _MAX_TITLE_CHARS),
        str(address)[:2000] if is_address else "",
        _text(found.get(snippet), _MAX_SNIPPET_CHARS),
        _date(found.get(date)),
    )


def _article(host: str, found: dict[str, object]) -> FoundPage:
    title = found.get("title")
    if not isinstance(title, str) or not title:
        return FoundPage("", "")
    return FoundPage(
        _text(title, _MAX_TITLE_CHARS),
        f"{host}/wiki/{quote(title.replace(' ', '_'), safe='/:(),!')}",
        _text(found.get("snippet"), _MAX_SNIPPET_CHARS),
        _date(found.get("timestamp")),
    )


def _check_wikipedia(answer: dict[str, object]) -> None:
    error = answer.get("error")
    if isinstance(error, dict):
        text = lazy("Wikipedia refused the search: {said}", said=_text(error.get("info"), 200))
        raise NetError(NetTrouble.BAD_ANSWER, text)


def _raise_unresponsive(engines: object) -> None:
    named = engines if isinstance(engines, list) else []
    names = ", ".join(
        " ".join(str(part) for part in each) if isinstance(each, list) else str(each)
        for each in named[:5]
    )
    text = lazy("No search engine of this SearXNG server answered: {names}.", names=names[:300])
    raise NetError(NetTrouble.BUSY, text)


def _dicts(answer: dict[str, object], *path: str) -> list[dict[str, object]]:
    """Return the objects of a list at a path; an absent list is empty."""
    value: object = answer
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _text(value: object, most_chars: int) -> str:
    """Return a text without tags, on one line."""
    text = html.unescape(_TAG.sub("", value)) if isinstance(value, str) else ""
    line = " ".join(text.split())
    return line if len(line) <= most_chars else f"{line[: most_chars - 1]}…"


def _date(value: object) -> str:
    """Return the day of a time in ISO 8601."""
    return value[:10] if isinstance(value, str) else ""


def _said(content: bytes) -> str:
    """Return what an error says; each service has another place for it."""
    try:
        value = msgspec.json.decode(content[:20_000])
    except (msgspec.DecodeError, RecursionError):
        return ""
    for _ in range(4):
        if isinstance(value, list):
            value = value[0] if value else ""
        if not isinstance(value, dict):
            break
        names = ("detail", "error", "errors", "message", "msg", "info", "code")
        value = next((value[name] for name in names if value.get(name)), "")
    return _text(value if isinstance(value, str) else "", 200)


def _name(engine: SearchEngine) -> str:
    return SearchProvider(engine.value).title


def _unknown_answer(engine: SearchEngine) -> NetError:
    text = lazy("The answer of {name} could not be understood.", name=_name(engine))
    return NetError(NetTrouble.BAD_ANSWER, text)


def _language(language: str) -> str:
    short = language.lower().replace("_", "-").partition("-")[0]
    return short if _LANGUAGE.fullmatch(short) else "en"


def _searxng_root(typed: str) -> str:
    text = typed.strip().rstrip("/")
    if not text:
        text = lazy("SearXNG needs an address. Enter it in the settings, under Tools.")
        raise NetError(NetTrouble.BAD_ANSWER, text)
    parts = urlsplit(text if ":/" in text or text.endswith(":") else f"https://{text}")
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        text = lazy("“{address}” is not the address of a server.", address=typed[:100])
        raise NetError(NetTrouble.BAD_ANSWER, text)
    path = parts.path.removesuffix("/search").rstrip("/")
    return f"{parts.scheme}://{parts.netloc}{path}"

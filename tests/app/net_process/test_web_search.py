"""Answers of search services, in the forms that their documentation and reports of users show."""

import json

import httpx2
import pytest

from app.net_process.web_search import WebSearch, answer_of, check_answer, request_of
from engine.messages.net_messages import NetTrouble
from engine.messages.web_messages import FoundPage, SearchEngine, SearchWeb
from engine.net.errors import NetError

WIKIPEDIA, SEARXNG = SearchEngine.WIKIPEDIA, SearchEngine.SEARXNG
BRAVE, TAVILY, KAGI = SearchEngine.BRAVE, SearchEngine.TAVILY, SearchEngine.KAGI


def search(
    engine: SearchEngine, address: str = "", language: str = "en", most_results: int = 8
) -> SearchWeb:
    """Return a search."""
    return SearchWeb(1, engine, "bees dance", address, language, most_results)


def found(
    engine: SearchEngine, answer: object, language: str = "en", most_results: int = 8
) -> tuple[FoundPage, ...]:
    """Return the results of an answer."""
    asked = search(engine, language=language, most_results=most_results)
    return answer_of(asked, json.dumps(answer).encode()).pages


def refusal(engine: SearchEngine, status: int, body: object) -> NetError:
    """Return the error of an answer."""
    content = body.encode() if isinstance(body, str) else json.dumps(body).encode()
    with pytest.raises(NetError) as raised:
        check_answer(engine, status, content)
    return raised.value


def test_wikipedia() -> None:
    answer = {
        "batchcomplete": True,
        "continue": {"sroffset": 2, "continue": "-||"},
        "query": {
            "searchinfo": {"totalhits": 310, "suggestion": "bee dance"},
            "search": [
                {
                    "ns": 0,
                    "title": "Waggle dance",
                    "pageid": 183_117,
                    "size": 31_404,
                    "wordcount": 3_700,
                    "snippet": '&quot;<span class="searchmatch">Waggle</span> dance&quot; of the '
                    '<span class="searchmatch">bee</span>s',
                    "timestamp": "2026-10-30T11:58:09Z",
                },
                {"ns": 0, "title": "Karl von Frisch/Übersicht (1923)", "pageid": 2, "snippet": ""},
                {"ns": 0, "pageid": 3},
            ],
        },
    }
    assert found(WIKIPEDIA, answer, language="de-AT") == (
        FoundPage(
            "Waggle dance",
            "https://de.wikipedia.org/wiki/Waggle_dance",
            '"Waggle dance" of the bees',
            "2026-10-30",
        ),
        FoundPage(
            "Karl von Frisch/Übersicht (1923)",
            "https://de.wikipedia.org/wiki/Karl_von_Frisch/%C3%9Cbersicht_(1923)",
        ),
    )
    assert found(WIKIPEDIA, {"batchcomplete": True, "query": {"search": []}}) == ()
    error = {"error": {"code": "srsearch-too-long", "info": "Search request is too long."}}
    with pytest.raises(NetError, match="refused the search: Search request is too long"):
        found(WIKIPEDIA, error)


def test_searxng() -> None:
    answer = {
        "query": "bees dance",
        "number_of_results": 0,
        "results": [
            {
                "url": "https://bees.example/dance",
                "title": "How bees dance",
                "content": "The dance of the\nbees &amp; more",
                "publishedDate": "2026-05-01T00:00:00",
                "engine": "duckduckgo",
                "parsed_url": ["https", "bees.example", "/dance", "", "", ""],
                "engines": ["duckduckgo", "brave"],
                "score": 4.0,
                "category": "general",
            },
            {"url": "https://bees.example/dance", "title": "Twice", "publishedDate": None},
            {"url": "magnet:?xt=urn", "title": "A torrent"},
            {"url": "https://other.example/", "title": "", "content": None},
        ],
        "answers": [{"answer": "an answer", "engine": "calculator"}],
        "infoboxes": [],
        "suggestions": ["bee"],
        "unresponsive_engines": [["google", "access denied"]],
    }
    assert found(SEARXNG, answer) == (
        FoundPage(
            "How bees dance",
            "https://bees.example/dance",
            "The dance of the bees & more",
            "2026-05-01",
        ),
        FoundPage("", "https://other.example/"),
    )
    nothing = {"query": "x", "results": [], "answers": [], "unresponsive_engines": []}
    assert found(SEARXNG, nothing) == ()
    down = nothing | {"unresponsive_engines": [["google", "CAPTCHA"], ["startpage", "timeout"]]}
    with pytest.raises(NetError, match=r"server answered: google CAPTCHA, startpage timeout\."):
        found(SEARXNG, down)
    forbidden = "<!doctype html><title>403 Forbidden</title>"
    assert "does not answer programs" in str(refusal(SEARXNG, 403, forbidden))
    assert refusal(SEARXNG, 429, "Too Many Requests").trouble is NetTrouble.BUSY
    assert "another address" in str(refusal(SEARXNG, 301, ""))


def test_brave() -> None:
    answer = {
        "type": "search",
        "query": {"original": "bees dance", "more_results_available": True},
        "mixed": {"type": "mixed", "main": [{"type": "web", "index": 0, "all": False}]},
        "videos": {"type": "videos", "results": [{"url": "https://video.example/"}]},
        "web": {
            "type": "search",
            "results": [
                {
                    "title": "Waggle dance - <strong>Bees</strong>",
                    "url": "https://bees.example/waggle",
                    "is_source_local": False,
                    "description": "How <strong>bees</strong> dance &#x27;eights&#x27;",
                    "page_age": "2026-04-10T12:45:05",
                    "age": "April 10, 2026",
                    "profile": {"name": "Bees"},
                    "extra_snippets": ["more"],
                },
                {"title": "No age", "url": "https://bees.example/2", "description": "x"},
            ],
        },
    }
    assert found(BRAVE, answer)[0] == FoundPage(
        "Waggle dance - Bees",
        "https://bees.example/waggle",
        "How bees dance 'eights'",
        "2026-04-10",
    )
    assert found(BRAVE, answer, most_results=1) == found(BRAVE, answer)[:1]
    assert found(BRAVE, {"type": "search", "faq": {"results": []}}) == ()
    detail = "The provided subscription token is invalid."
    bad_key = {"code": "SUBSCRIPTION_TOKEN_INVALID", "detail": detail, "status": 422}
    for body in ({"type": "ErrorResponse", "error": bad_key}, {"errors": [bad_key]}):
        error = refusal(BRAVE, 422, body)
        assert error.trouble is NetTrouble.KEY_REFUSED
        assert str(error) == f"Brave Search refused the key: {detail}"
    limit = {"error": {"code": "RATE_LIMITED", "detail": "Request rate limit exceeded for plan"}}
    assert str(refusal(BRAVE, 429, limit)).endswith("Request rate limit exceeded for plan.")


def test_tavily() -> None:
    answer = {
        "query": "bees dance",
        "follow_up_questions": None,
        "answer": None,
        "images": [],
        "results": [
            {
                "url": "https://bees.example/",
                "title": "Bees",
                "content": "# Bees\n\nThey dance. " + "word " * 300,
                "score": 0.86,
                "raw_content": None,
            },
        ],
        "response_time": 0.7,
        "request_id": "d31a7682",
    }
    (page,) = found(TAVILY, answer)
    assert page.snippet.startswith("# Bees They dance. word")
    assert len(page.snippet) == 600
    assert answer_of(search(TAVILY), json.dumps(answer | {"answer": "Yes."}).encode()).answer
    bad_key = {"detail": {"error": "Unauthorized: missing or invalid API key."}}
    assert refusal(TAVILY, 401, bad_key).trouble is NetTrouble.KEY_REFUSED
    limit = {"detail": {"error": "This request exceeds your plan's set usage limit."}}
    assert "credit at Tavily is used up: This request exceeds" in str(refusal(TAVILY, 432, limit))
    invalid = {"detail": [{"loc": ["body", "query"], "msg": "field required"}]}
    assert str(refusal(TAVILY, 422, invalid)).endswith("(422): field required.")


def test_kagi() -> None:
    answer = {
        "meta": {"id": "120145af", "node": "us-west2", "ms": 193, "api_balance": 4.2},
        "data": [
            {
                "t": 0,
                "rank": 1,
                "url": "https://bees.example/",
                "title": "Bees",
                "snippet": "They &quot;dance&quot;",
                "published": "2026-01-01T00:00:00Z",
            },
            {"t": 0, "url": "https://bees.example/2", "title": "No snippet"},
            {"t": 1, "list": ["bee dance"]},
        ],
    }
    assert found(KAGI, answer) == (
        FoundPage("Bees", "https://bees.example/", 'They "dance"', "2026-01-01"),
        FoundPage("No snippet", "https://bees.example/2"),
    )
    message = "Unauthorized: the Search API is in closed beta"
    body = {"meta": {"id": "2a"}, "data": None, "error": [{"code": 2, "msg": message}]}
    assert str(refusal(KAGI, 401, body)) == f"Kagi refused the key: {message}."
    with pytest.raises(NetError, match="closed beta"):
        found(KAGI, body)
    credit = {"error": [{"code": 101, "msg": "Insufficient credit to perform this request."}]}
    assert "credit at Kagi is used up" in str(refusal(KAGI, 402, credit))


@pytest.mark.parametrize("engine", SearchEngine)
@pytest.mark.parametrize("content", [b"", b"<html>", b"[]", b"null", b"[" * 100_000, b"\xff"])
def test_an_answer_in_another_form_is_an_error(engine: SearchEngine, content: bytes) -> None:
    with pytest.raises(NetError, match="could not be understood"):
        answer_of(search(engine), content)


@pytest.mark.parametrize("engine", SearchEngine)
@pytest.mark.parametrize(
    "answer", [{}, {"results": 5, "web": [], "data": {}, "query": None}, {"results": [None, 3]}]
)
def test_absent_parts_of_an_answer_are_no_results(engine: SearchEngine, answer: object) -> None:
    assert found(engine, answer) == ()


@pytest.mark.parametrize("engine", SearchEngine)
def test_an_error_without_a_reason_is_named(engine: SearchEngine) -> None:
    for status in (400, 401, 403, 404, 429, 500, 503):
        assert str(refusal(engine, status, "")).rstrip(".").isprintable()


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("http://rack:8080", "http://rack:8080/search"),
        ("https://search.example.org/searx/", "https://search.example.org/searx/search"),
        ("https://search.example.org/search", "https://search.example.org/search"),
        ("search.example.org", "https://search.example.org/search"),
    ],
)
def test_the_address_of_searxng_is_completed(typed: str, url: str) -> None:
    assert request_of(search(SEARXNG, address=typed), "").url == url


@pytest.mark.parametrize("typed", ["", "ftp://x", "http://name:secret@host", "http://"])
def test_an_address_of_searxng_that_is_none_is_named(typed: str) -> None:
    with pytest.raises(NetError, match="address"):
        request_of(search(SEARXNG, address=typed), "")


class Service(httpx2.AsyncBaseTransport):
    """A service that gives its answers in turn; ``requests`` are those that it received."""

    def __init__(self, *answers: tuple[int, object]) -> None:
        self.answers = list(answers)
        self.requests: list[httpx2.Request] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        await request.aread()
        self.requests.append(request)
        status, body = self.answers.pop(0)
        return httpx2.Response(status, stream=httpx2.ByteStream(json.dumps(body).encode()))


async def key_of(engine: SearchEngine) -> str:
    """Return a key."""
    return f"key-of-{engine.value}"


@pytest.mark.parametrize(
    ("engine", "host", "header", "value"),
    [
        (BRAVE, "api.search.brave.com", "x-subscription-token", "key-of-brave"),
        (TAVILY, "api.tavily.com", "authorization", "Bearer key-of-tavily"),
        (KAGI, "kagi.com", "authorization", "Bot key-of-kagi"),
    ],
)
async def test_a_key_goes_to_its_service_alone(
    engine: SearchEngine, host: str, header: str, value: str
) -> None:
    service = Service((302, {}))
    searching = WebSearch(key_of, service)
    with pytest.raises(NetError, match="another address"):
        await searching.search(search(engine))
    (request,) = service.requests
    assert (request.url.scheme, request.url.host) == ("https", host)
    assert request.headers[header] == value
    assert "key-of" not in str(request.url)


async def test_without_a_key_nothing_is_asked() -> None:
    async def no_key(_engine: SearchEngine) -> str:
        return ""

    service = Service()
    for engine in (BRAVE, TAVILY, KAGI):
        with pytest.raises(NetError, match="needs a key"):
            await WebSearch(no_key, service).search(search(engine))
    assert service.requests == []


async def test_wikipedia_is_asked_in_the_users_language_then_in_english() -> None:
    nothing: dict[str, object] = {"query": {"search": []}}
    service = Service((200, nothing), (200, {"query": {"search": [{"title": "Bee"}]}}))
    result = await WebSearch(key_of, service).search(search(WIKIPEDIA, language="de"))
    assert [request.url.host for request in service.requests] == [
        "de.wikipedia.org",
        "en.wikipedia.org",
    ]
    assert result.pages[0].address == "https://en.wikipedia.org/wiki/Bee"
    assert dict(service.requests[0].url.params)["srsearch"] == "bees dance"


@pytest.mark.parametrize("language", ["", "C", "../evil", "evil.example/", "en"])
async def test_a_strange_language_is_english_and_asked_once(language: str) -> None:
    service = Service((200, {"query": {"search": []}}))
    await WebSearch(key_of, service).search(search(WIKIPEDIA, language=language))
    assert [request.url.host for request in service.requests] == ["en.wikipedia.org"]

"""Nobody gets in who has no token, no right Host, or comes from a web page that was not named."""

import pytest

from engine.server.gate import Visitors, is_loopback
from tests.net.server.running import RunningServer

PAGE = "https://app.example"


@pytest.mark.asyncio(loop_scope="package")
class TestOverASocket:
    @pytest.mark.parametrize("path", ["/v1/models", "/slots", "/metrics", "/v1/nothing"])
    async def test_without_the_token_there_is_nothing(
        self, server: RunningServer, path: str
    ) -> None:
        for token in ("", "wrong", server.token[:-1], server.token + "x", "Ä" * 8):
            answer = await server.ask(path, token=token)
            assert answer.status == 401
            assert answer.headers["www-authenticate"] == "Bearer"
            assert server.token.encode() not in answer.body

    async def test_the_token_is_shown_in_either_header(self, server: RunningServer) -> None:
        for headers in (
            {"x_api_key": server.token},
            {"authorization": f"bearer {server.token}"},
        ):
            assert (await server.ask("/v1/models", token="", **headers)).status == 200
        other = {"authorization": f"Basic {server.token}"}
        assert (await server.ask("/v1/models", token="", **other)).status == 401

    async def test_a_name_that_was_made_to_point_here_is_refused(
        self, server: RunningServer
    ) -> None:
        for host in ("evil.example", f"evil.example:{server.port}", "localhost.evil.example"):
            answer = await server.ask("/health", host=host)
            assert answer.status == 403
            assert answer.json["error"]["code"] == "wrong_host"  # type: ignore[index]

    async def test_this_computers_own_names_are_known(self, server: RunningServer) -> None:
        for host in ("localhost", "LOCALHOST:1", f"127.0.0.1:{server.port}", "[::1]:80"):
            assert (await server.ask("/health", host=host)).status == 200

    async def test_names_that_the_user_has_allowed_are_known(self, server: RunningServer) -> None:
        for host in ("host.docker.internal", f"HOST.docker.internal:{server.port}"):
            assert (await server.ask("/v1/models", host=host)).status == 200
        refused = await server.ask("/v1/models", host="more.host.docker.internal")
        assert refused.status == 403
        assert "--allow-host" in str(refused.json["error"])

    async def test_two_hosts_or_none_are_refused(self, server: RunningServer) -> None:
        head = b"GET /health HTTP/1.1\r\nConnection: close\r\n"
        for hosts in (b"Host: localhost\r\nHost: evil.example\r\n", b""):
            assert (await server.send(head + hosts + b"\r\n")).status in (400, 403)

    async def test_a_web_page_may_not_ask_with_the_token_either(
        self, server: RunningServer
    ) -> None:
        body = {"messages": [{"role": "user", "content": "Hello"}], "max_tokens": 1}
        for origin in ("https://evil.example", "null", "http://localhost:3000", f"{PAGE}.evil"):
            answer = await server.ask("/v1/chat/completions", body, origin=origin)
            assert answer.status == 403
            assert "access-control-allow-origin" not in answer.headers

    async def test_one_that_was_named_may_and_no_other_reads_along(
        self, server: RunningServer
    ) -> None:
        answer = await server.ask("/v1/models", origin=PAGE)
        assert answer.status == 200
        assert answer.headers["access-control-allow-origin"] == PAGE
        assert answer.headers["vary"] == "Origin"
        assert (await server.ask("/v1/models", origin=PAGE, token="")).status == 401

    async def test_a_browsers_question_before_is_answered_without_the_token(
        self, server: RunningServer
    ) -> None:
        answer = await server.ask("/v1/models", method="OPTIONS", token="", origin=PAGE)
        assert answer.status == 204
        assert "authorization" in answer.headers["access-control-allow-headers"]
        assert "x-hubbub-notes" in answer.headers["access-control-expose-headers"]
        refused = await server.ask("/v1/models", method="OPTIONS", token="", origin="https://e.vil")
        assert refused.status == 403

    async def test_a_page_gets_the_headers_that_its_sdk_asks_for(
        self, server: RunningServer
    ) -> None:
        names = "authorization,content-type,X-Stainless-Arch, x-stainless-retry-count,bad name,é"
        answer = await server.ask(
            "/v1/chat/completions",
            method="OPTIONS",
            token="",
            origin=PAGE,
            access_control_request_headers=names,
        )
        allowed = answer.headers["access-control-allow-headers"].split(", ")
        assert {"authorization", "x-stainless-arch", "x-stainless-retry-count"} < set(allowed)
        assert "bad name" not in allowed
        assert len(allowed) == len(set(allowed))

    async def test_a_token_that_was_renewed_ends_the_one_before(
        self, server: RunningServer
    ) -> None:
        before = server.token
        server.token = (await server.client.renew_token()).token
        assert server.token != before
        assert (await server.ask("/v1/models", token=before)).status == 401
        assert (await server.ask("/v1/models")).status == 200
        assert (await server.client.token()).token == server.token


def visitors(host: str) -> Visitors:
    return Visitors(host, frozenset(), lambda: "token")


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.1.2.3"])
def test_listening_here_only_this_computer_is_known(host: str) -> None:
    assert is_loopback(host)
    assert visitors(host).knows_host("127.0.0.1:80")
    assert not visitors(host).knows_host("192.168.0.7")
    assert not visitors(host).knows_host("computer.lan")


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.0.7", "::"])
def test_listening_on_the_network_addresses_of_numbers_are_known(host: str) -> None:
    assert not is_loopback(host)
    assert visitors(host).knows_host("192.168.0.7:11435")
    assert visitors(host).knows_host("[fe80::1]:11435")
    assert not visitors(host).knows_host("evil.example")


def test_a_name_to_listen_at_is_known_by_that_name() -> None:
    assert visitors("computer.lan").knows_host("Computer.lan:11435")
    assert not visitors("computer.lan").knows_host("other.lan")


@pytest.mark.parametrize(
    "header",
    ["", ":80", "localhost:x", "localhost@evil.example", "localhost/../evil", "local host", "[::1"],
)
def test_what_is_no_host_is_not_known(header: str) -> None:
    assert not visitors("127.0.0.1").knows_host(header)


def test_who_found_the_name_in_the_certificate_may_use_it() -> None:
    for host in ("127.0.0.1", "0.0.0.0"):
        known = Visitors(host, frozenset(), lambda: "token", is_encrypted=True)
        assert known.knows_host("rack.example:443")
        assert not known.knows_host("a@rack.example")


def test_no_token_lets_nobody_in() -> None:
    nobody = Visitors("127.0.0.1", frozenset(), lambda: "")
    assert not nobody.knows_token({})
    assert not nobody.knows_token({"authorization": "Bearer "})


@pytest.mark.asyncio(loop_scope="module")
class TestTargetsInAbsoluteForm:
    """RFC 9112, section 3.2.2."""

    async def test_they_are_answered_like_others(self, server: RunningServer) -> None:
        body = {"messages": [{"role": "user", "content": "Hello"}], "max_tokens": 1}
        for target in (server.url, "http://localhost", "HTTP://LOCALHOST:80"):
            answer = await server.ask(f"{target}/v1/chat/completions", body)
            assert answer.status == 200, answer.body
        assert (await server.ask(f"{server.url}/v1/models?a=b")).status == 200
        assert (await server.ask(server.url)).status == 200

    async def test_their_authority_is_looked_at_like_a_host(self, server: RunningServer) -> None:
        for authority in ("evil.example", "localhost@evil.example", "", "localhost.evil.example"):
            answer = await server.ask(f"http://{authority}/health")
            assert answer.status == 403
            assert answer.json["error"]["code"] == "wrong_host"  # type: ignore[index]
        answer = await server.ask(f"{server.url}/health", host="evil.example")
        assert answer.status == 403

    async def test_the_token_is_wanted_there_too(self, server: RunningServer) -> None:
        assert (await server.ask(f"{server.url}/v1/models", token="")).status == 401
        answer = await server.ask(f"{server.url}/v1/messages", {}, token="")
        assert answer.json["type"] == "error", "in the words of that API"

"""A server at an address with access by OAuth, made with the official library.

Run as a module: ``PORT TOKEN_SECONDS [TENANT]``. Each step of a sign-in is a line on stdout.
"""

import argparse
import html
import secrets
import sys
import time
from typing import Any

import uvicorn
from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    AuthorizationParams,
    RefreshToken,
    construct_redirect_uri,
)
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions
from mcp.server.mcpserver import MCPServer
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken
from pydantic import AnyHttpUrl
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tests.app.tools.servers.sdk_server import add_everything

_METADATA = "/.well-known/oauth-authorization-server"


def _report(step: str) -> None:
    sys.stdout.write(f"{step}\n")
    sys.stdout.flush()


class Accounts:
    """Grants what the user agrees to on a page; its tokens can be refreshed."""

    def __init__(self, address: str, token_seconds: int) -> None:
        self._address = address
        self._token_seconds = token_seconds
        self._clients: dict[str, OAuthClientInformationFull] = {}
        self._asked: dict[str, tuple[str, AuthorizationParams]] = {}
        self._codes: dict[str, AuthorizationCode] = {}
        self._tokens: dict[str, AccessToken] = {}
        self._refresh_tokens: dict[str, RefreshToken] = {}

    async def get_client(self, client_id: str) -> OAuthClientInformationFull | None:
        if client_id not in self._clients:
            _report("unknown client")
        return self._clients.get(client_id)

    async def register_client(self, client_info: OAuthClientInformationFull) -> None:
        assert client_info.client_id
        _report("registered")
        self._clients[client_info.client_id] = client_info

    async def authorize(
        self, client: OAuthClientInformationFull, params: AuthorizationParams
    ) -> str:
        assert client.client_id
        asked = secrets.token_urlsafe(8)
        self._asked[asked] = client.client_id, params
        return f"{self._address}/consent?asked={asked}"

    async def consent(self, request: Request) -> Response:
        """Show the page on which a user agrees, or follow what was chosen there."""
        asked, choice = request.query_params["asked"], request.query_params.get("choice")
        if choice is None:
            links = " ".join(
                f'<a href="?asked={html.escape(asked)}&choice={each}">{each}</a>'
                for each in ("allow", "refuse")
            )
            return HTMLResponse(f"<title>Consent</title>{links}")
        client_id, params = self._asked.pop(asked)
        _report(choice)
        target = str(params.redirect_uri)
        if choice == "refuse":
            refused = construct_redirect_uri(target, error="access_denied", state=params.state)
            return RedirectResponse(refused, 302)
        code = secrets.token_urlsafe(24)
        self._codes[code] = AuthorizationCode(
            code=code,
            scopes=params.scopes or [],
            expires_at=time.time() + 60,
            client_id=client_id,
            code_challenge=params.code_challenge,
            redirect_uri=params.redirect_uri,
            redirect_uri_provided_explicitly=params.redirect_uri_provided_explicitly,
            resource=params.resource,
        )
        return RedirectResponse(construct_redirect_uri(target, code=code, state=params.state), 302)

    async def load_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: str
    ) -> AuthorizationCode | None:
        return self._codes.get(authorization_code)

    async def exchange_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: AuthorizationCode
    ) -> OAuthToken:
        del self._codes[authorization_code.code]
        return self._granted(
            client, authorization_code.scopes, "token", authorization_code.resource
        )

    async def load_access_token(self, token: str) -> AccessToken | None:
        return self._tokens.get(token)

    async def load_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: str
    ) -> RefreshToken | None:
        found = self._refresh_tokens.get(refresh_token)
        if found is None:
            _report("unknown refresh token")
        return found

    async def exchange_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: RefreshToken, scopes: list[str]
    ) -> OAuthToken:
        del self._refresh_tokens[refresh_token.token]
        return self._granted(client, scopes, "refreshed", refresh_token.resource)

    async def revoke_token(self, token: AccessToken | RefreshToken) -> None:
        raise NotImplementedError

    def _granted(
        self, client: OAuthClientInformationFull, scopes: list[str], step: str, resource: str | None
    ) -> OAuthToken:
        assert client.client_id
        _report(step)
        access, refresh = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        expires = int(time.time()) + self._token_seconds
        self._tokens[access] = AccessToken(
            token=access,
            client_id=client.client_id,
            scopes=scopes,
            expires_at=expires,
            resource=resource,
        )
        self._refresh_tokens[refresh] = RefreshToken(
            token=refresh, client_id=client.client_id, scopes=scopes, resource=resource
        )
        return OAuthToken(
            access_token=access, refresh_token=refresh, expires_in=self._token_seconds
        )


class UnderTenant:
    """Serves what an app has at its root under a path, as its issuer says."""

    def __init__(self, app: Any, tenant: str) -> None:
        self._app = app
        self._tenant = tenant

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope.get("path", "")
        if path == f"{_METADATA}{self._tenant}":
            scope = scope | {"path": _METADATA}
        elif path.startswith(f"{self._tenant}/"):
            scope = scope | {"path": path.removeprefix(self._tenant)}
        await self._app(scope, receive, send)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("token_seconds", type=int)
    parser.add_argument("tenant", nargs="?", default="")
    wishes = parser.parse_args()
    address = f"http://127.0.0.1:{wishes.port}"
    accounts: Any = Accounts(address, wishes.token_seconds)
    server = MCPServer[Any](
        "private",
        auth_server_provider=accounts,
        auth=AuthSettings(
            issuer_url=AnyHttpUrl(address + wishes.tenant),
            resource_server_url=AnyHttpUrl(f"{address}/mcp"),
            validate_token_resource=True,
            client_registration_options=ClientRegistrationOptions(enabled=True),
        ),
    )
    add_everything(server)
    server.custom_route("/consent", ["GET"])(accounts.consent)
    app = UnderTenant(server.streamable_http_app(), wishes.tenant)
    uvicorn.run(app, host="127.0.0.1", port=wishes.port, log_level="error")


if __name__ == "__main__":
    main()

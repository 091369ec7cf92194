"""A server made with the official library, over stdio or streamable HTTP, with OAuth if wanted.

Run as a program: ``stdio``, ``http PORT``, ``sse PORT``, or ``oauth PORT``.
"""

import base64
import secrets
import sys
import time
from enum import Enum
from typing import Annotated, Any

import anyio
from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    AuthorizationParams,
    RefreshToken,
    construct_redirect_uri,
)
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions
from mcp.server.mcpserver import Audio, Context, Image, MCPServer
from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken
from mcp_types import (
    BlobResourceContents,
    EmbeddedResource,
    ResourceLink,
    TextResourceContents,
)
from pydantic import AnyHttpUrl, BaseModel, Field

PICTURE = (
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElF"
    "TkSuQmCC"
)


class Size(Enum):
    SMALL = "small"
    LARGE = "large"


class Order(BaseModel):
    count: int = Field(title="How many?", ge=1, le=9)
    note: str = ""
    is_gift: bool = False


async def ask_order(kind: str) -> Elicit[Order]:
    return Elicit(f"Order a {kind}?", Order)


def add_everything(server: MCPServer[Any]) -> None:
    """Add a tool for each kind of content, a resource, and a prompt."""

    @server.tool()
    def add(a: int, b: int) -> int:
        """Add two numbers."""
        return a + b

    @server.tool(structured_output=False)
    def show(what: Size = Size.SMALL) -> list[Any]:
        """Return every kind of content."""
        picture = base64.b64decode(PICTURE)
        uri, blob = "file:///a/report.pdf", base64.b64encode(b"%PDF-").decode()
        return [
            "a text",
            Image(data=picture, format="png"),
            Audio(data=wave(), format="wav"),
            EmbeddedResource(
                type="resource", resource=TextResourceContents(uri="file:///a/b.txt", text="inner")
            ),
            EmbeddedResource(
                type="resource",
                resource=BlobResourceContents(uri=uri, mime_type="application/pdf", blob=blob),
            ),
            ResourceLink(type="resource_link", uri="file:///a/link.md", name="link.md"),
        ]

    @server.tool()
    async def work(steps: int, ctx: Context[Any]) -> str:
        """Report progress."""
        for step in range(steps):
            await anyio.sleep(0.15)
            await ctx.report_progress(step + 1, steps, f"step {step + 1}")
        return "done"

    @server.tool()
    async def order(kind: str, wanted: Annotated[Order, Resolve(ask_order)]) -> str:
        """Ask the user."""
        return f"{wanted.count} {kind} {wanted.note} {wanted.is_gift}".strip()

    @server.resource("notes://today", mime_type="text/plain")
    def today() -> str:
        """What to do today."""
        return "water the plants"

    @server.resource("notes://picture", mime_type="image/png")
    def picture() -> bytes:
        """A picture."""
        return base64.b64decode(PICTURE)

    @server.prompt()
    def review(code: str, language: str = "Python") -> str:
        """Review code."""
        return f"Review this {language} code: {code}"


def wave() -> bytes:
    """Return half a second of silence."""
    samples = bytes(16_000)
    head = b"WAVEfmt \x10\0\0\0\1\0\1\0\x80\x3e\0\0\0\x7d\0\0\2\0\x10\0data"
    body = head + len(samples).to_bytes(4, "little") + samples
    return b"RIFF" + len(body).to_bytes(4, "little") + body


class Accounts:
    """Grants every request at once, as a user who always agrees."""

    def __init__(self) -> None:
        self.clients: dict[str, OAuthClientInformationFull] = {}
        self.codes: dict[str, AuthorizationCode] = {}
        self.tokens: dict[str, AccessToken] = {}

    async def get_client(self, client_id: str) -> OAuthClientInformationFull | None:
        return self.clients.get(client_id)

    async def register_client(self, client_info: OAuthClientInformationFull) -> None:
        assert client_info.client_id
        self.clients[client_info.client_id] = client_info

    async def authorize(
        self, client: OAuthClientInformationFull, params: AuthorizationParams
    ) -> str:
        code = secrets.token_urlsafe(24)
        assert client.client_id
        self.codes[code] = AuthorizationCode(
            code=code,
            scopes=params.scopes or [],
            expires_at=time.time() + 60,
            client_id=client.client_id,
            code_challenge=params.code_challenge,
            redirect_uri=params.redirect_uri,
            redirect_uri_provided_explicitly=params.redirect_uri_provided_explicitly,
            resource=params.resource,
        )
        return construct_redirect_uri(str(params.redirect_uri), code=code, state=params.state)

    async def load_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: str
    ) -> AuthorizationCode | None:
        return self.codes.get(authorization_code)

    async def exchange_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: AuthorizationCode
    ) -> OAuthToken:
        token = secrets.token_urlsafe(24)
        assert client.client_id
        self.tokens[token] = AccessToken(
            token=token,
            client_id=client.client_id,
            scopes=authorization_code.scopes,
            resource=authorization_code.resource,
        )
        return OAuthToken(access_token=token, expires_in=3600)

    async def load_access_token(self, token: str) -> AccessToken | None:
        return self.tokens.get(token)

    async def load_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: str
    ) -> RefreshToken | None:
        return None

    async def exchange_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: RefreshToken, scopes: list[str]
    ) -> OAuthToken:
        raise NotImplementedError

    async def revoke_token(self, token: AccessToken | RefreshToken) -> None:
        raise NotImplementedError


def main(mode: str, port: int) -> None:
    address = f"http://127.0.0.1:{port}"
    more: dict[str, Any] = {}
    if mode == "oauth":
        more["auth_server_provider"] = Accounts()
        more["auth"] = AuthSettings(
            issuer_url=AnyHttpUrl(address),
            resource_server_url=AnyHttpUrl(f"{address}/mcp"),
            client_registration_options=ClientRegistrationOptions(enabled=True),
        )
    server = MCPServer[Any]("everything", instructions="Use it.", **more)
    add_everything(server)
    if mode == "stdio":
        server.run()
    elif mode == "sse":
        server.run("sse", port=port)
    else:
        server.run("streamable-http", port=port)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0)

"""A server made with the official library, over stdio or HTTP.

Run as a program: ``stdio``, ``http PORT`` or ``sse PORT``.
"""

import base64
import sys
from enum import Enum
from typing import Annotated, Any

import anyio
from mcp.server.mcpserver import Audio, Context, Image, MCPServer
from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp_types import (
    BlobResourceContents,
    EmbeddedResource,
    ResourceLink,
    TextResourceContents,
)
from pydantic import BaseModel, Field

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


def main(mode: str, port: int) -> None:
    server = MCPServer[Any]("everything", instructions="Use it.")
    add_everything(server)
    if mode == "stdio":
        server.run()
    elif mode == "sse":
        server.run("sse", port=port)
    else:
        server.run("streamable-http", port=port)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0)

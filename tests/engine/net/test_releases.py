"""The newest release is read from an answer that may say anything."""

import json

import pytest

from engine.net.errors import NetError
from engine.net.http import make_client
from engine.net.releases import MOST_BYTES, newest_release
from tests.net.hub_files import BytesContent, PatternContent
from tests.net.hub_server import HubServer, Reply


async def release(content: bytes) -> str:
    with HubServer() as hub:
        hub.misbehave(lambda *_: Reply(content=BytesContent(content)))
        async with make_client() as client:
            return (await newest_release(client, 1, f"{hub.url}/latest")).version


@pytest.mark.parametrize(
    ("tag", "version"), [("v99.1.0", "99.1.0"), ("1.2.3", "1.2.3"), ("v1.2.3-rc1", "1.2.3")]
)
async def test_a_tag_is_a_version(tag: str, version: str) -> None:
    assert await release(json.dumps({"tag_name": tag, "more": [1]}).encode()) == version


@pytest.mark.parametrize("answer", [{}, [], {"tag_name": "nightly"}, {"tag_name": 3}, "text"])
async def test_an_odd_answer_is_a_sentence(answer: object) -> None:
    with pytest.raises(NetError, match=r"not be understood|no version number"):
        await release(json.dumps(answer).encode())


async def test_a_long_answer_is_not_read() -> None:
    with pytest.raises(NetError, match="too long"):
        await release(PatternContent(MOST_BYTES + 1).read(0, MOST_BYTES + 1))

"""Programs ask about texts: embeddings, tokens, and the prompt that a chat becomes."""

import asyncio
import base64
import struct
from collections.abc import AsyncGenerator

import msgspec
import pytest
import pytest_asyncio

from engine.messages.config import EngineConfig
from tests.models.talker import STARTER_MODEL
from tests.net.server.running import Answered, RunningServer, running_server

pytestmark = pytest.mark.asyncio(loop_scope="package")

PAIRS = (
    ("The cat sleeps on the sofa.", "A cat is asleep on the couch."),
    ("How do I bake bread?", "What is a recipe for a loaf?"),
    ("Shares dropped sharply on Wall Street.", "The stock market fell by three percent today."),
    ("def add(x): return x + 1", "def increase(value): return value + 1"),
)


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def starter(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[RunningServer]:
    """A server with the starter model, which has learned what words mean."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
        config = EngineConfig(context_window=2048, slot_count=2)
        folder = tmp_path_factory.mktemp("starter")
        async with running_server(folder, model=STARTER_MODEL, config=config) as running:
            yield running


async def embedded(server: RunningServer, given: object, **fields: object) -> list[list[float]]:
    """Return the vectors of an answer."""
    answer = await server.ask("/v1/embeddings", {"model": "any", "input": given, **fields})
    assert answer.status == 200, answer.body
    items = msgspec.convert(answer.json["data"], list[dict[str, object]])
    assert [each["index"] for each in items] == list(range(len(items)))
    return [msgspec.convert(each["embedding"], list[float]) for each in items]


def likeness(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def refusal(answer: Answered) -> tuple[int, object]:
    """Return the status and the place of a refusal."""
    error = msgspec.convert(answer.json["error"], dict[str, object])
    return answer.status, error["param"]


async def test_the_nearest_text_is_the_one_that_means_the_same(starter: RunningServer) -> None:
    texts = [text for pair in PAIRS for text in pair]
    vectors = await embedded(starter, texts)
    for index, vector in enumerate(vectors):
        others = [number for number in range(len(vectors)) if number != index]
        nearest = max(others, key=lambda number: likeness(vector, vectors[number]))
        assert nearest == index ^ 1, (texts[index], texts[nearest])


async def test_a_text_has_the_same_vector_however_it_is_sent(server: RunningServer) -> None:
    text = "Hello, who are you?"
    (alone,) = await embedded(server, text)
    assert likeness(alone, alone) == pytest.approx(1, abs=1e-4)
    among = await embedded(server, ["Something else", text, "word " * 300])
    assert likeness(alone, among[1]) > 0.999
    tokens = (await server.ask("/tokenize", {"content": text, "add_special": True})).json["tokens"]
    for given in (tokens, [tokens]):
        (of_tokens,) = await embedded(server, given)
        assert likeness(alone, of_tokens) > 0.999
    body = {"input": text, "encoding_format": "base64", "dimensions": len(alone)}
    (item,) = msgspec.convert(
        (await server.ask("/v1/embeddings", body)).json["data"], list[dict[str, object]]
    )
    packed = base64.b64decode(str(item["embedding"]))
    assert list(struct.unpack(f"<{len(alone)}f", packed)) == pytest.approx(alone, abs=1e-5)


async def test_the_tokens_of_all_texts_are_counted(server: RunningServer) -> None:
    usages = []
    for given in (["one two"], ["three"], ["one two", "three"] * 20):
        answer = (await server.ask("/v1/embeddings", {"input": given})).json
        usages.append(msgspec.convert(answer["usage"], dict[str, int])["prompt_tokens"])
    assert usages[2] == 20 * (usages[0] + usages[1])


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"input": ""}, "$.input"),
        ({"input": []}, "$.input"),
        ({"input": ["a", ""]}, "$.input[1]"),
        ({"input": ["a", 5]}, "$.input[1]"),
        ({"input": [[1, 10_000_000]]}, "$.input[0]"),
        ({"input": ["a"] * 2049}, "$.input"),
        ({"input": ["a"] * 20 + ["word " * 9000]}, "$.input[20]"),
        ({"input": "word " * 9000}, "$.input"),
        ({"input": "a", "dimensions": 7}, "$.dimensions"),
        ({"input": "a", "encoding_format": "int8"}, "$.encoding_format"),
    ],
)
async def test_an_invalid_request_for_embeddings_names_the_place(
    server: RunningServer, fields: dict[str, object], place: str
) -> None:
    assert refusal(await server.ask("/v1/embeddings", fields)) == (400, place)


async def test_replies_and_embeddings_of_many_programs_all_end(server: RunningServer) -> None:
    texts = [f"Text number {number} is about {number * 7}." for number in range(40)]
    chats = [server.chat(f"Count from {number}.", max_tokens=30) for number in range(4)]
    asked = [embedded(server, texts) for _ in range(3)]
    replies = asyncio.gather(*chats)
    one, two, three = await asyncio.gather(*asked)
    assert [each.status for each in await replies] == [200] * 4
    for vectors in zip(one, two, three, strict=True):
        assert min(likeness(vectors[0], each) for each in vectors) > 0.999


async def test_a_program_that_leaves_ends_its_embeddings(server: RunningServer) -> None:
    _, writer = await server.connect()
    writer.write(server.request("/v1/embeddings", {"input": ["word " * 1500] * 200}))
    await asyncio.sleep(0.5)
    writer.close()
    # The next request would wait for all 300,000 tokens.
    async with asyncio.timeout(10):
        assert await embedded(server, "Hello")


async def test_tokens_become_the_same_text_again(server: RunningServer) -> None:
    text = "<|im_start|>user\nGrüße, 世界! 🙂<|im_end|>"
    plain = (await server.ask("/tokenize", {"content": text, "with_pieces": True})).json
    items = msgspec.convert(plain["tokens"], list[dict[str, object]])
    tokens = [each["id"] for each in items]
    assert items[0]["piece"] == "<|im_start|>"
    assert any(isinstance(each["piece"], list) for each in items), "a piece of a character"
    back = (await server.ask("/detokenize", {"tokens": tokens})).json
    assert back == {"content": text}
    written = (await server.ask("/tokenize", {"content": text, "parse_special": False})).json
    assert len(msgspec.convert(written["tokens"], list[int])) > len(tokens)
    mixed = (await server.ask("/tokenize", {"content": [tokens[0], "user\n"]})).json["tokens"]
    assert mixed == tokens[: len(msgspec.convert(mixed, list[int]))]


@pytest.mark.parametrize(
    ("path", "body", "status", "place"),
    [
        ("/tokenize", {"content": "a" * 1_000_001}, 413, "$.content"),
        ("/tokenize", {"content": ["a", -1]}, 400, "$.content"),
        ("/tokenize", {}, 400, "$"),
        ("/detokenize", {"tokens": [1, 10_000_000]}, 400, "$.tokens"),
        ("/apply-template", {"messages": []}, 400, "$.messages"),
    ],
)
async def test_an_invalid_question_about_a_text_is_refused(
    server: RunningServer, path: str, body: object, status: int, place: str
) -> None:
    answer = refusal(await server.ask(path, body))
    assert answer[0] == status
    assert place == "$" or answer[1] == place


async def test_a_chat_becomes_the_prompt_that_is_read_for_it(server: RunningServer) -> None:
    messages = [
        {"role": "system", "content": "Be kind."},
        {"role": "user", "content": "What does <|im_end|> mean?"},
    ]
    chat: dict[str, object] = {"messages": messages, "max_tokens": 4, "temperature": 0}
    prompt = str((await server.ask("/apply-template", chat)).json["prompt"])
    assert prompt.index("Be kind.") < prompt.index("What does <|im_end|> mean?")
    assert prompt.endswith("<|im_start|>assistant\n")
    usage = (await server.ask("/v1/chat/completions", chat)).json["usage"]
    tokens = await server.ask("/tokenize", {"content": prompt, "add_special": True})
    count = len(msgspec.convert(tokens.json["tokens"], list[int]))
    # The control text in the question is one token here, and text in the chat.
    assert count <= msgspec.convert(usage, dict[str, object])["prompt_tokens"] <= count + 8  # type: ignore[operator]
    tool = {"type": "function", "function": {"name": "find_harbour", "parameters": {}}}
    with_tools = await server.ask("/apply-template", {**chat, "tools": [tool]})
    assert "find_harbour" in str(with_tools.json["prompt"])

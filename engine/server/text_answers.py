"""Answers requests about texts that take no slot: embeddings, tokens, rendered prompts."""

import asyncio
from collections.abc import Iterator
from typing import TypeVar

from starlette.requests import Request
from starlette.types import Send

from engine.dialects.errors import of_engine
from engine.dialects.openai_chat import ChatExchange
from engine.dialects.texts import (
    EmbeddingsRequest,
    Text,
    tokenize_body,
    tokens_json,
    tokens_of,
)
from engine.messages.commands import DetokenizeTokens, EmbedTexts, RenderPrompt, TokenizeText
from engine.messages.events import (
    PromptRendered,
    TextTokenized,
    TokensDetokenized,
)
from engine.server.bodies import Bodies
from engine.server.generation import Generator
from engine.server.sending import send_json
from engine.server.served_models import Served, ServedModels

_MAX_QUESTIONS = 4  # simultaneous queries to the engine
_MAX_EMBEDDING = 8  # requests; each has one part of its texts in the engine
# The texts of one question to the engine: requests take turns, and a disconnected one ends soon.
_PART_TEXTS = 64
_PART_CHARACTERS = 1 << 20

A = TypeVar("A", TextTokenized, TokensDetokenized, PromptRendered)


class TextAnswers:
    """Lives on the server's loop."""

    def __init__(self, models: ServedModels, generator: Generator, bodies: Bodies) -> None:
        self._models = models
        self._generator = generator
        self._bodies = bodies
        self._questions = asyncio.Semaphore(_MAX_QUESTIONS)
        self._embedding = asyncio.Semaphore(_MAX_EMBEDDING)

    async def embeddings(self, body: bytes, request: Request, send: Send) -> None:
        """Return the embedding of each text. Raises ApiError, EngineError."""
        named = self._models.named_in(body, self._bodies, for_chat=False, for_vectors=True)
        async with named as served:
            await self._embeddings(served, body, send)

    async def _embeddings(self, served: Served, body: bytes, send: Send) -> None:
        model = served.model()
        asked = await self._bodies.made(lambda content: EmbeddingsRequest.of(content, model), body)
        vectors, token_count = await self.vectors(asked, served)
        items = [asked.item(index, each) for index, each in enumerate(vectors)]
        await send_json(send, asked.answer(items, token_count, model), notes=asked.notes)

    async def vectors(self, asked: EmbeddingsRequest, served: Served) -> tuple[list[bytes], int]:
        """Return the embeddings of the texts, and the number of their tokens.

        Raises ApiError, EngineError.
        """
        vectors: list[bytes] = []
        token_count = 0
        async with self._embedding:
            for texts in _parts(asked.texts):
                found = await served.link.embed(EmbedTexts(0, texts, asked.truncates))
                if found.error is not None:
                    error = of_engine(found.error)
                    if found.failed_text is not None:
                        error.param = asked.place(len(vectors) + found.failed_text)
                    raise error
                token_count += found.token_count
                vectors += found.vectors
        return vectors, token_count

    async def tokenize(self, body: bytes, request: Request, send: Send) -> None:
        """Return the tokens of a text. Raises ApiError, EngineError."""
        async with self._models.named_in(body, self._bodies, for_chat=False) as served:
            await self._tokenize(served, body, send)

    async def _tokenize(self, served: Served, body: bytes, send: Send) -> None:
        model = served.model()
        asked = await self._bodies.made(lambda content: tokenize_body(content, model), body)
        parts = (asked.content,) if isinstance(asked.content, str) else tuple(asked.content)
        command = TokenizeText(
            0,
            parts,
            adds_special=bool(asked.add_special),
            parses_special=asked.parse_special is not False,
        )
        async with self._questions:
            found = _known(await served.link.ask_about_text(command, TextTokenized))
        await send_json(send, tokens_json(found, has_pieces=bool(asked.with_pieces)))

    async def detokenize(self, body: bytes, request: Request, send: Send) -> None:
        """Return the text of tokens. Raises ApiError, EngineError."""
        async with self._models.named_in(body, self._bodies, for_chat=False) as served:
            await self._detokenize(served, body, send)

    async def _detokenize(self, served: Served, body: bytes, send: Send) -> None:
        model = served.model()
        tokens = await self._bodies.made(lambda content: tokens_of(content, model), body)
        async with self._questions:
            command = DetokenizeTokens(0, tokens)
            found = _known(await served.link.ask_about_text(command, TokensDetokenized))
        await send_json(send, {"content": found.text.decode("utf-8", "replace")})

    async def apply_template(self, body: bytes, request: Request, send: Send) -> None:
        """Return the prompt of a chat, as a chat completion would make it.

        Raises ApiError, EngineError.
        """
        async with self._models.named_in(body, self._bodies) as served:
            await self._apply_template(served, body, send)

    async def _apply_template(self, served: Served, body: bytes, send: Send) -> None:
        model = served.model()
        exchange = await self._bodies.made(lambda content: ChatExchange(content, model, ""), body)
        ready = await self._generator.ready(exchange.generation, model)
        async with self._questions:
            command = RenderPrompt(0, ready.messages, ready.options)
            found = _known(await served.link.ask_about_text(command, PromptRendered))
        await send_json(send, {"prompt": found.text}, notes=ready.notes)


def _known(found: A) -> A:
    """Return an answer of the engine. Raises ApiError if it is an error."""
    if found.error is not None:
        raise of_engine(found.error)
    return found


def _parts(texts: tuple[Text, ...]) -> Iterator[tuple[Text, ...]]:
    """Yield texts in parts for one question each."""
    part: list[Text] = []
    size = 0
    for each in texts:
        if part and (len(part) == _PART_TEXTS or size + len(each) > _PART_CHARACTERS):
            yield tuple(part)
            part, size = [], 0
        part.append(each)
        size += len(each)
    if part:
        yield tuple(part)

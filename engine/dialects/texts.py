"""``/v1/embeddings`` of OpenAI's API, and ``/tokenize`` and ``/detokenize`` of llama-server's."""

import base64
import math
import struct
from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from engine.dialects.bodies import parsed
from engine.dialects.errors import ApiError, Json, invalid_value
from engine.dialects.generation import model_id
from engine.messages.events import TextTokenized
from engine.messages.metrics import ModelInfo

MAX_TEXTS = 2048  # of one request, as in OpenAI's API
MAX_NUMBERS = 4_000_000  # of all embeddings of one answer
MAX_TOKENIZED = 1_000_000  # characters; a worker that also makes prompts divides them

_DIGITS = 9  # after the point; the numbers are at most 1 and have 24 bits

Text: TypeAlias = str | tuple[int, ...]


class EmbeddingsBody(msgspec.Struct):
    """The body of a request for embeddings."""

    input: str | list[str | int | list[int]]
    encoding_format: str | None = None
    dimensions: int | None = None


class TokenizeBody(msgspec.Struct):
    """The body of a request for the tokens of a text, or of texts and tokens."""

    content: str | list[str | int]
    add_special: bool | None = None
    parse_special: bool | None = None
    with_pieces: bool | None = None


class DetokenizeBody(msgspec.Struct):
    """The body of a request for the text of tokens."""

    tokens: list[int]


class EmbeddingsRequest(msgspec.Struct, frozen=True):
    """The texts to embed, and the form of the answer."""

    texts: tuple[Text, ...]
    is_one: bool
    is_base64: bool
    dimensions: int | None = None  # to which the vectors are cut
    truncates: bool = False  # a text that is too long loses its end; else it is refused

    @classmethod
    def of(cls, body: bytes, model: ModelInfo) -> "EmbeddingsRequest":
        """Read a request. Raises ApiError."""
        asked = parsed(body, EmbeddingsBody)
        if asked.encoding_format not in (None, "float", "base64"):
            text = "`encoding_format` must be “float” or “base64”."
            raise invalid_value(text, "$.encoding_format")
        length = model.embedding_length
        dimensions = _dimensions(asked.dimensions, model)
        texts, is_one = _texts_of(asked.input)
        for index, each in enumerate(texts):
            if not each:
                text = "An empty text has no embedding."
                raise invalid_value(text, "$.input" if is_one else f"$.input[{index}]")
            if not isinstance(each, str):
                _check_tokens(each, model, "$.input" if is_one else f"$.input[{index}]")
        most = min(MAX_TEXTS, MAX_NUMBERS // max(1, length))
        if len(texts) > most:
            text = f"{len(texts):,} texts are too many for one request. Send at most {most:,}."
            raise ApiError(400, text, code="too_many_inputs", param="$.input")
        return cls(texts, is_one, asked.encoding_format == "base64", dimensions)

    @property
    def notes(self) -> tuple[str, ...]:
        """Return what the program should know of the answer."""
        if self.dimensions is None:
            return ()
        return ("`dimensions` cuts vectors, for which only some embedding models were trained.",)

    def place(self, index: int) -> str:
        """Return the path of a text in the body."""
        return "$.input" if self.is_one else f"$.input[{index}]"

    def item(self, index: int, vector: bytes) -> msgspec.Raw:
        """Return the embedding of a text, float32 with the lowest byte first, as JSON."""
        written: str | msgspec.Raw
        if self.is_base64:
            written = base64.b64encode(self._cut(vector)).decode()
        else:
            written = self.numbers(vector)
        item = {"object": "embedding", "index": index, "embedding": written}
        return msgspec.Raw(msgspec.json.encode(item))

    def numbers(self, vector: bytes) -> msgspec.Raw:
        """Return an embedding as a list of numbers in JSON."""
        vector = self._cut(vector)
        numbers = struct.unpack(f"<{len(vector) // 4}f", vector)
        return msgspec.Raw(msgspec.json.encode([round(each, _DIGITS) for each in numbers]))

    def _cut(self, vector: bytes) -> bytes:
        """Return as many of the numbers as were asked for, with length 1 again if some are cut."""
        if self.dimensions is None:
            return vector
        numbers = struct.unpack_from(f"<{self.dimensions}f", vector)
        length = math.hypot(*numbers) or 1.0
        return struct.pack(f"<{self.dimensions}f", *(each / length for each in numbers))

    def answer(self, items: Sequence[msgspec.Raw], token_count: int, model: ModelInfo) -> Json:
        """Return the complete answer."""
        usage = {"prompt_tokens": token_count, "total_tokens": token_count}
        return {"object": "list", "data": items, "model": model_id(model), "usage": usage}


def tokenize_body(body: bytes, model: ModelInfo) -> TokenizeBody:
    """Read a request for tokens. Raises ApiError."""
    asked = parsed(body, TokenizeBody)
    parts = [asked.content] if isinstance(asked.content, str) else asked.content
    length = sum(len(each) for each in parts if isinstance(each, str))
    if length > MAX_TOKENIZED:
        text = f"The text has {length:,} characters; the limit is {MAX_TOKENIZED:,}. Split it."
        raise ApiError(413, text, code="request_too_large", param="$.content")
    _check_tokens([each for each in parts if isinstance(each, int)], model, "$.content")
    return asked


def tokens_json(found: TextTokenized, *, has_pieces: bool) -> Json:
    """Return tokens in llama-server's form; a piece that is not UTF-8 is a list of bytes."""
    if not has_pieces:
        return {"tokens": found.tokens}
    pairs = zip(found.tokens, found.pieces, strict=True)
    return {"tokens": [{"id": token, "piece": _piece(piece)} for token, piece in pairs]}


def tokens_of(body: bytes, model: ModelInfo) -> tuple[int, ...]:
    """Read a request for the text of tokens. Raises ApiError."""
    tokens = parsed(body, DetokenizeBody).tokens
    _check_tokens(tokens, model, "$.tokens")
    return tuple(tokens)


def _dimensions(asked: int | None, model: ModelInfo) -> int | None:
    """Return the number of dimensions to cut vectors to; None for all. Raises ApiError."""
    length = model.embedding_length
    if asked in (None, length):
        return None
    if not model.embeds_only:
        text = f"The embeddings of this model have {length} numbers. Leave `dimensions` out."
        raise invalid_value(text, "$.dimensions")
    assert asked is not None
    if not 0 < asked < length:
        text = f"`dimensions` must be between 1 and {length}."
        raise invalid_value(text, "$.dimensions")
    return asked


def _texts_of(given: str | list[str | int | list[int]]) -> tuple[tuple[Text, ...], bool]:
    """Return the texts of a request, and whether it is one that is not in a list."""
    if isinstance(given, str):
        return (given,), True
    numbers = [each for each in given if isinstance(each, int)]
    if numbers and len(numbers) == len(given):
        return (tuple(numbers),), True
    texts: list[Text] = []
    for index, each in enumerate(given):
        if isinstance(each, int):
            text = "Tokens and texts cannot be mixed. Send a list of lists of tokens."
            raise ApiError(400, text, code="invalid_type", param=f"$.input[{index}]")
        texts.append(each if isinstance(each, str) else tuple(each))
    if not texts:
        raise invalid_value("`input` is empty.", "$.input")
    return tuple(texts), False


def _check_tokens(tokens: Sequence[int], model: ModelInfo, place: str) -> None:
    size = model.vocabulary_size
    for each in tokens:
        if not 0 <= each < size:
            text = f"{each} is not a token of this model, which has {size:,}. Send texts."
            raise invalid_value(text, place)


def _piece(piece: bytes) -> str | list[int]:
    try:
        return piece.decode()
    except UnicodeDecodeError:
        return list(piece)

"""The langchain-openai package: text, stream, tools, structured output by each method, embeddings."""

import math
from typing import Literal

from checking import run
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from pydantic import BaseModel, Field

MODEL = ChatOpenAI(model="local", max_tokens=200, temperature=0)
RESPONSES = ChatOpenAI(model="local", max_tokens=200, temperature=0, use_responses_api=True)
QUESTION = "Ada is 36 years old and lives in London."


class Person(BaseModel):
    """A person."""

    name: str = Field(max_length=30)
    age: int = Field(ge=0, le=120)
    mood: Literal["happy", "sad"]


@tool
def rain(city: Literal["Rome", "Oslo"], day: int = 1) -> str:
    """Say whether it rains."""
    return "yes"


def text(model: ChatOpenAI = MODEL) -> None:
    answer = model.invoke([SystemMessage("Be kind."), HumanMessage(QUESTION)])
    assert answer.text
    assert answer.usage_metadata["output_tokens"] > 0


def stream(model: ChatOpenAI = MODEL) -> None:
    pieces = list(model.stream(QUESTION))
    assert len(pieces) > 2
    assert "".join(each.text for each in pieces) == model.invoke(QUESTION).text


def called(model: ChatOpenAI = MODEL) -> None:
    answer = model.bind_tools([rain], tool_choice="any").invoke("Does it rain in Rome?")
    (call,) = answer.tool_calls
    assert call["name"] == "rain"
    assert call["args"]["city"] in ("Rome", "Oslo")
    history = [HumanMessage("Rain?"), answer, ToolMessage("yes", tool_call_id=call["id"])]
    model.bind_tools([rain]).bind(max_tokens=8).invoke(history)


def named_call() -> None:
    answer = MODEL.bind_tools([rain], tool_choice="rain", strict=True).invoke("Rain?")
    assert answer.tool_calls[0]["name"] == "rain"


def streamed_call() -> None:
    pieces = MODEL.bind_tools([rain], tool_choice="any").stream("Does it rain in Rome?")
    whole: AIMessage | None = None
    chunk_count = 0
    for each in pieces:
        chunk_count += bool(each.tool_call_chunks)
        whole = each if whole is None else whole + each
    (call,) = whole.tool_calls
    assert call["args"]["city"] in ("Rome", "Oslo")
    assert chunk_count > 1, "the call came as one piece"


def structured(method: str, model: ChatOpenAI = MODEL, **options: object) -> None:
    found = model.with_structured_output(Person, method=method, **options).invoke(QUESTION)
    assert isinstance(found, Person), found


def json_mode() -> None:
    shape = {"type": "object", "properties": {"age": {"type": "integer"}}, "required": ["age"]}
    bound = MODEL.with_structured_output({"title": "Aged", **shape}, method="json_mode")
    assert isinstance(bound.invoke(f"{QUESTION} Answer in JSON."), dict)


def likely() -> None:
    answer = MODEL.bind(logprobs=True, top_logprobs=2, max_tokens=4).invoke(QUESTION)
    tokens = answer.response_metadata["logprobs"]["content"]
    assert "".join(each["token"] for each in tokens) == answer.text


def embeddings() -> None:
    embedder = OpenAIEmbeddings(model="local", check_embedding_ctx_length=False)
    one, two, other = embedder.embed_documents(
        ["The cat sleeps.", "A cat is asleep.", "def f(x): return x + 1"]
    )
    assert math.isclose(sum(each * each for each in one), 1, rel_tol=1e-3)
    assert _product(one, two) > _product(one, other)
    assert embedder.embed_query("The cat sleeps.")


def _product(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


run(
    {
        "text": text,
        "stream": stream,
        "tools": called,
        "a named tool, strict": named_call,
        "tools, streamed": streamed_call,
        "structured by function_calling": lambda: structured("function_calling"),
        "structured by function_calling, strict": lambda: structured(
            "function_calling", strict=True
        ),
        "structured by json_schema": lambda: structured("json_schema"),
        "structured by json_schema, strict": lambda: structured("json_schema", strict=True),
        "structured by json_mode": json_mode,
        "logprobs": likely,
        "responses: text": lambda: text(RESPONSES),
        "responses: stream": lambda: stream(RESPONSES),
        "responses: tools": lambda: called(RESPONSES),
        "responses: structured": lambda: structured("json_schema", RESPONSES),
        "embeddings": embeddings,
    }
)

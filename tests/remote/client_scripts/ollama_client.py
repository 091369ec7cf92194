"""The ollama package: lists, chat, stream, text, tools, schema, stop, embeddings, errors."""

import json
import os

import ollama
from checking import run

CLIENT = ollama.Client(
    os.environ["HUBBUB_ADDRESS"], headers={"Authorization": f"Bearer {os.environ['HUBBUB_TOKEN']}"}
)
MODEL = CLIENT.list().models[0].model
HELLO = [{"role": "user", "content": "Hello, who are you?"}]
SHORT = {"num_predict": 24, "temperature": 0}
SCHEMA = {
    "type": "object",
    "properties": {"is_known": {"type": "boolean"}},
    "required": ["is_known"],
}


def weather(city: str) -> str:
    """Return the weather.

    Args:
        city: where
    """
    return f"It rains in {city}."


def lists() -> None:
    CLIENT.chat(MODEL)  # loads it
    assert [each.model for each in CLIENT.ps().models] == [MODEL]
    shown = CLIENT.show(MODEL)
    assert "completion" in shown.capabilities
    assert shown.template


def chat_and_stream() -> None:
    whole = CLIENT.chat(f"{MODEL}:latest", HELLO, options=SHORT)
    parts = list(CLIENT.chat(MODEL, HELLO, options=SHORT, stream=True))
    assert "".join(each.message.content for each in parts) == whole.message.content
    assert parts[-1].done and parts[-1].eval_count == whole.eval_count <= 24


def text() -> None:
    assert CLIENT.generate(MODEL, "Once upon a time", options=SHORT).response
    raw = CLIENT.generate(MODEL, "Once upon a time", raw=True, stream=True, options=SHORT)
    assert "".join(each.response for each in raw)


def schema() -> None:
    answer = CLIENT.chat(MODEL, HELLO, format=SCHEMA, options={"num_predict": 60})
    assert isinstance(json.loads(answer.message.content)["is_known"], bool)


def tools() -> None:
    answer = CLIENT.chat(MODEL, HELLO, tools=[weather], options=SHORT)
    call = {"function": {"name": "weather", "arguments": {"city": "Ostend"}}}
    said = {"role": "assistant", "content": answer.message.content, "tool_calls": [call]}
    result = {"role": "tool", "tool_name": "weather", "content": weather("Ostend")}
    assert CLIENT.chat(MODEL, [*HELLO, said, result], tools=[weather], options=SHORT).done


def stop() -> None:
    options = SHORT | {"stop": ["e"]}
    assert "e" not in CLIENT.chat(MODEL, HELLO, options=options).message.content


def embeddings() -> None:
    one, two = CLIENT.embed(MODEL, ["one", "two"]).embeddings
    assert len(one) == len(two) == len(CLIENT.embeddings(MODEL, "one").embedding)


def errors() -> None:
    for ask in (
        lambda: CLIENT.show("unknown"),
        lambda: CLIENT.pull("unknown"),
        lambda: CLIENT.chat(MODEL, [{"role": "user", "content": "word " * 20_000}]),
    ):
        try:
            ask()
        except ollama.ResponseError as error:
            assert not error.error.startswith("{"), error.error
        else:
            raise AssertionError("it was answered")


run(
    {
        "lists": lists, "chat and stream": chat_and_stream, "text": text, "schema": schema,
        "tools": tools, "stop": stop, "embeddings": embeddings, "errors": errors,
    }
)

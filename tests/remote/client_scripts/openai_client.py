"""The openai package: models, chat, stream, its end half-way, schema, tools, responses, completions."""

import json
import os
import time
import urllib.request

import openai
from pydantic import BaseModel


class Answer(BaseModel):
    is_known: bool


TOOL = {
    "type": "function",
    "function": {
        "name": "weather",
        "parameters": {
            "type": "object",
            "properties": {"rain": {"type": "boolean"}},
            "required": ["rain"],
            "additionalProperties": False,
        },
    },
}
HELLO = [{"role": "user", "content": "Hello, who are you?"}]


def main() -> None:
    client = openai.OpenAI()
    print("openai", openai.__version__)
    model = client.models.list().data[0]  # the default one
    assert client.models.retrieve(model.id).id == model.id
    chat = client.chat.completions

    whole = chat.create(model=model.id, messages=HELLO, max_tokens=24, temperature=0)
    assert whole.usage.completion_tokens <= 24
    print("chat:", whole.choices[0].message.content)

    options = {"include_usage": True}
    stream = chat.create(
        model=model.id, messages=HELLO, max_tokens=24, temperature=0, stream=True,
        stream_options=options,
    )
    chunks = list(stream)
    text = "".join(each.choices[0].delta.content or "" for each in chunks if each.choices)
    assert text == whole.choices[0].message.content
    assert chunks[-1].usage.total_tokens > 24
    print("stream:", len(chunks), "chunks")

    stream = chat.create(
        model=model.id, messages=HELLO, max_tokens=4000, stream=True,
        extra_body={"grammar": "root ::= [a-z ] root"},
    )
    next(stream), next(stream)
    stream.close()
    began = time.monotonic()
    while _busy_slots(client):
        assert time.monotonic() - began < 5, "the slot is still written to"
        time.sleep(0.02)
    print(f"stream closed: its slot rests after {1000 * (time.monotonic() - began):.0f} ms")

    several = chat.create(model=model.id, messages=HELLO, max_tokens=6, n=3, temperature=1.5)
    assert len(several.choices) == 3

    likely = chat.create(
        model=model.id, messages=HELLO, max_tokens=3, logprobs=True, top_logprobs=2, temperature=0
    )
    tokens = likely.choices[0].logprobs.content
    assert "".join(each.token for each in tokens) == likely.choices[0].message.content
    assert all(len(each.top_logprobs) == 2 for each in tokens)
    print("logprobs:", [(each.token, round(each.logprob, 2)) for each in tokens])

    parsed = chat.parse(model=model.id, messages=HELLO, response_format=Answer, max_tokens=40)
    assert isinstance(parsed.choices[0].message.parsed, Answer)
    print("structured:", parsed.choices[0].message.parsed)

    called = chat.create(
        model=model.id,
        messages=HELLO,
        tools=[TOOL],
        tool_choice="required",
        max_tokens=80,
    )
    (call,) = called.choices[0].message.tool_calls
    told = {"role": "tool", "tool_call_id": call.id, "content": "It rains."}
    more = [*HELLO, called.choices[0].message, told]
    chat.create(model=model.id, messages=more, tools=[TOOL], max_tokens=8)
    print("tools:", call.function)

    response = client.responses.create(model=model.id, input="Hello", max_output_tokens=16)
    print("responses:", response.output_text)
    again = client.responses.create(
        model=model.id, input="And?", previous_response_id=response.id, max_output_tokens=8
    )
    assert again.usage.input_tokens > response.usage.input_tokens
    with client.responses.stream(model=model.id, input="Hello", max_output_tokens=400) as events:
        kinds = [each.type for each in events]
        final = events.get_final_response()
    assert kinds[0] == "response.created"
    assert final.output_text
    form = client.responses.parse(
        model=model.id, input="Hello", text_format=Answer, max_output_tokens=40
    )
    assert isinstance(form.output_parsed, Answer)

    # Another model is loaded for its requests, while the default one stays.
    second = client.models.retrieve("second").id
    for name in (second, model.id, "second"):
        answer = chat.create(model=name, messages=HELLO, max_tokens=4)
        assert answer.model == (model.id if name == model.id else second)
    old = client.completions.create(model=model.id, prompt="Hello", max_tokens=8)
    print("completions:", repr(old.choices[0].text))
    try:
        openai.OpenAI(api_key="wrong").models.list()
    except openai.AuthenticationError as error:
        print("wrong token:", error.message)
    else:
        raise AssertionError("a wrong token was let in")
    try:
        chat.create(model=model.id, messages=[{"role": "user", "content": "word " * 20_000}])
    except openai.BadRequestError as error:
        assert error.code == "context_length_exceeded", error
    else:
        raise AssertionError("a prompt that is too long was answered")


def _busy_slots(client: openai.OpenAI) -> list[object]:
    """Return the slots that are written to."""
    request = urllib.request.Request(
        os.environ["HUBBUB_ADDRESS"] + "/slots",
        headers={"Authorization": f"Bearer {client.api_key}"},
    )
    slots = json.load(urllib.request.urlopen(request))
    return [each for each in slots if each["is_processing"]]


main()

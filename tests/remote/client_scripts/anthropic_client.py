"""The anthropic package: messages, stream, tools, count_tokens, models."""

import anthropic

HELLO = [{"role": "user", "content": "Hello, who are you?"}]
TOOL = {
    "name": "weather",
    "description": "What the weather is like.",
    "input_schema": {
        "type": "object",
        "properties": {"rain": {"type": "boolean"}},
        "required": ["rain"],
    },
}


def main() -> None:
    client = anthropic.Anthropic()
    print("anthropic", anthropic.__version__)
    model = client.models.list().data[0]  # the default one
    message = client.messages.create(
        model=model.id, max_tokens=24, messages=HELLO, system="Be kind.",
        extra_body={"temperature": 0},
    )
    print("messages:", message.content[0].text, message.usage)
    counted = client.messages.count_tokens(model=model.id, messages=HELLO, system="Be kind.")
    read = message.usage.input_tokens + message.usage.cache_read_input_tokens
    print("count_tokens:", counted.input_tokens, "of", read)
    assert abs(counted.input_tokens - read) <= 2
    with client.messages.stream(
        model=model.id, max_tokens=24, messages=HELLO, system="Be kind.",
        extra_body={"temperature": 0},
    ) as stream:
        text = "".join(stream.text_stream)
        final = stream.get_final_message()
    assert text == message.content[0].text
    assert final.stop_reason == message.stop_reason
    called = client.messages.create(
        model=model.id,
        max_tokens=80,
        messages=HELLO,
        tools=[TOOL],
        tool_choice={"type": "any"},
    )
    (call,) = called.content
    assert called.stop_reason == "tool_use"
    result = {"type": "tool_result", "tool_use_id": call.id, "content": "Rain."}
    more = [
        *HELLO,
        {"role": "assistant", "content": called.content},
        {"role": "user", "content": [result]},
    ]
    client.messages.create(model=model.id, max_tokens=8, messages=more, tools=[TOOL])
    print("tools:", call.name, call.input)
    try:
        anthropic.Anthropic(api_key="wrong").models.list()
    except anthropic.AuthenticationError as error:
        print("wrong token:", error.message)
    else:
        raise AssertionError("a wrong token was let in")


main()

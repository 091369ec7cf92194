"""The litellm package: openai/… and anthropic/… at our address, whole and as a stream."""

import os

import litellm

HELLO = [{"role": "user", "content": "Hello, who are you?"}]
ADDRESS, TOKEN = os.environ["HUBBUB_ADDRESS"], os.environ["HUBBUB_TOKEN"]
KINDS = {"openai/talker": f"{ADDRESS}/v1", "anthropic/talker": ADDRESS}

for model, base in KINDS.items():
    asked = {
        "model": model, "api_base": base, "api_key": TOKEN, "messages": HELLO, "max_tokens": 24,
        "temperature": 0,
    }
    whole = litellm.completion(**asked)
    text = whole.choices[0].message.content
    print(model, "->", text)
    pieces = [each.choices[0].delta.content or "" for each in litellm.completion(**asked, stream=True)]
    assert "".join(pieces) == text, pieces

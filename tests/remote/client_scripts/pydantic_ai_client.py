"""The pydantic-ai package: text, streams, three kinds of structured output, tools, three APIs."""

import asyncio
import os
from typing import Literal

from checking import run
from pydantic import BaseModel, Field
from pydantic_ai import Agent, NativeOutput, PromptedOutput, ToolOutput, UsageLimits
from pydantic_ai.messages import (
    ModelRequest,
    ModelResponse,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider

ADDRESS, TOKEN = os.environ["HUBBUB_ADDRESS"], os.environ["HUBBUB_TOKEN"]
OPENAI = OpenAIProvider(base_url=f"{ADDRESS}/v1", api_key=TOKEN)
CHAT = OpenAIChatModel("local", provider=OPENAI)
RESPONSES = OpenAIResponsesModel("local", provider=OPENAI)
# Its profile by name decides which requests pydantic-ai makes; the server takes any name.
ANTHROPIC = AnthropicModel("claude-sonnet-4-5", provider=AnthropicProvider(base_url=ADDRESS, api_key=TOKEN))
SETTINGS = {"max_tokens": 200, "temperature": 0}
QUESTION = "Ada is 36 years old and lives in London. Who is she?"


class Person(BaseModel):
    """A person."""

    name: str = Field(max_length=30, pattern=r"^[A-Z][a-z ]+$")
    age: int = Field(ge=0, le=120)
    mood: Literal["happy", "sad"] = "happy"
    pets: list[str] = Field(default_factory=list, max_length=2)


class Anything(BaseModel, extra="allow"):
    """Any object: no grammar keeps a small model to a class that is only in its prompt."""


def text(model: object) -> None:
    result = Agent(model, instructions="Be kind.").run_sync(QUESTION, model_settings=SETTINGS)
    assert result.output
    assert result.usage.output_tokens > 0


def stream() -> None:
    async def read() -> str:
        agent = Agent(CHAT)
        async with agent.run_stream(QUESTION, model_settings=SETTINGS) as result:
            pieces = [piece async for piece in result.stream_text(delta=True)]
        assert len(pieces) > 1
        return "".join(pieces)

    assert asyncio.run(read())


def person(output: object, model: object = CHAT, kind: type[BaseModel] = Person) -> None:
    result = Agent(model, output_type=output).run_sync(QUESTION, model_settings=SETTINGS)
    assert isinstance(result.output, kind)


def streamed_person() -> None:
    async def read() -> Person:
        agent = Agent(CHAT, output_type=ToolOutput(Person))
        async with agent.run_stream(QUESTION, model_settings=SETTINGS) as result:
            return [each async for each in result.stream_output(debounce_by=None)][-1]

    assert isinstance(asyncio.run(read()), Person)


def tool(model: object = CHAT) -> None:
    """One tool is offered first; the model must call it, then it may only give the result."""
    called: list[int] = []
    agent = Agent(model, output_type=bool)

    async def while_uncalled(_context: object, definition: object) -> object:
        return None if called else definition

    @agent.tool_plain(prepare=while_uncalled)
    def rain_tomorrow(day: int = Field(ge=1, le=7), city: Literal["Rome", "Oslo"] = "Rome") -> str:
        """Say whether it rains on a day of the week."""
        called.append(day)
        return "It rains."

    limits = UsageLimits(request_limit=6)
    result = agent.run_sync("Does it rain?", model_settings=SETTINGS, usage_limits=limits)
    assert isinstance(result.output, bool)


def called_before(model: object = CHAT) -> None:
    history = [
        ModelRequest(parts=[UserPromptPart("Does it rain in Oslo?")]),
        ModelResponse(parts=[ToolCallPart("rain", {"city": "Oslo"}, "pyd_ai_1")]),
        ModelRequest(parts=[ToolReturnPart("rain", {"rain": True}, "pyd_ai_1")]),
    ]
    agent = Agent(model)
    agent.tool_plain(lambda city: "yes", name="rain")
    agent.run_sync(
        "And in Rome?", message_history=history,
        model_settings={"max_tokens": 20, "temperature": 0},
    )


run(
    {
        "chat: text": lambda: text(CHAT),
        "chat: stream": stream,
        "chat: class as tool": lambda: person(ToolOutput(Person)),
        "chat: class as tool, streamed": streamed_person,
        "chat: class as response format": lambda: person(NativeOutput(Person)),
        "chat: class in the prompt": lambda: person(PromptedOutput(Anything), kind=Anything),
        "chat: function": tool,
        "chat: history with a call": called_before,
        "responses: text": lambda: text(RESPONSES),
        "responses: class as tool": lambda: person(ToolOutput(Person), RESPONSES),
        "responses: class as format": lambda: person(NativeOutput(Person), RESPONSES),
        "responses: history with a call": lambda: called_before(RESPONSES),
        "messages: text": lambda: text(ANTHROPIC),
        "messages: class as tool": lambda: person(ToolOutput(Person), ANTHROPIC),
        "messages: class as format": lambda: person(NativeOutput(Person), ANTHROPIC),
        "messages: history with a call": lambda: called_before(ANTHROPIC),
    }
)

"""The instructor package: its three usual modes, partial and several objects, Anthropic's API."""

import os
from enum import Enum

import anthropic
import instructor
import openai
from checking import run
from instructor import Mode
from pydantic import BaseModel, Field

QUESTION = [{"role": "user", "content": "Ada is 36 years old and lives in London."}]
COMMON = {"model": "local", "max_tokens": 300, "temperature": 0, "max_retries": 1}


class Mood(str, Enum):
    HAPPY = "happy"
    SAD = "sad"


class Address(BaseModel):
    street: str = Field(max_length=20)
    number: int = Field(gt=0, lt=1000)


class Person(BaseModel):
    """A person and where she lives."""

    name: str = Field(max_length=30, min_length=1)
    age: int = Field(ge=0, le=120, description="in years")
    mood: Mood
    address: Address | None = None


class Anything(BaseModel, extra="allow"):
    """Any object: no grammar keeps a small model to a class that is only in its prompt."""


def person(mode: Mode, kind: type[BaseModel] = Person) -> None:
    client = instructor.from_openai(openai.OpenAI(), mode=mode)
    found = client.create(response_model=kind, messages=QUESTION, **COMMON)
    assert isinstance(found, kind)


def partial() -> None:
    client = instructor.from_openai(openai.OpenAI(), mode=Mode.TOOLS)
    # Strict, the package refuses the text of any enumeration in a complete object.
    fields = COMMON | {"strict": False}
    parts = list(client.create_partial(response_model=Person, messages=QUESTION, **fields))
    assert 0 <= parts[-1].age <= 120


def several() -> None:
    client = instructor.from_openai(openai.OpenAI(), mode=Mode.TOOLS)

    class Town(BaseModel):
        name: str = Field(max_length=12)

    class Towns(BaseModel):
        towns: list[Town] = Field(min_length=2, max_length=3)

    found = client.create(response_model=Towns, messages=QUESTION, **COMMON)
    assert 2 <= len(found.towns) <= 3


def of_anthropic() -> None:
    client = instructor.from_anthropic(anthropic.Anthropic(), mode=Mode.ANTHROPIC_TOOLS)
    # Newer versions of the package take no temperature.
    fields = {name: value for name, value in COMMON.items() if name != "temperature"}
    found = client.create(response_model=Person, messages=QUESTION, **fields)
    assert isinstance(found, Person)


def of_provider() -> None:
    client = instructor.from_provider(
        "openai/local", base_url=os.environ["OPENAI_BASE_URL"], api_key=os.environ["OPENAI_API_KEY"]
    )
    fields = {name: value for name, value in COMMON.items() if name != "model"}
    assert isinstance(client.create(response_model=Person, messages=QUESTION, **fields), Person)


run(
    {
        "TOOLS": lambda: person(Mode.TOOLS),
        "TOOLS_STRICT": lambda: person(Mode.TOOLS_STRICT),
        "JSON": lambda: person(Mode.JSON, Anything),
        "JSON_SCHEMA": lambda: person(Mode.JSON_SCHEMA),
        "RESPONSES_TOOLS": lambda: person(Mode.RESPONSES_TOOLS),
        "TOOLS, partial": partial,
        "TOOLS, a bounded list": several,
        "from_provider": of_provider,
        "ANTHROPIC_TOOLS": of_anthropic,
    }
)

"""Requests of programs get the model's sampling and system prompt where they give none."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from app.models.library.models import defaults_of, describe
from engine.dialects.anthropic import MessagesExchange
from engine.dialects.completions import CompletionExchange
from engine.dialects.generation import Generation, prepared
from engine.dialects.openai_chat import ChatExchange
from engine.dialects.responses import ResponsesExchange, StoredResponses
from engine.messages.commands import ChatMessage, Role
from engine.messages.config import EngineConfig, ModelDefaults
from engine.messages.metrics import ModelInfo
from engine.messages.sampling_params import Mirostat, SamplingParams
from tests.fakes.engine_process import model_info
from tests.models.real import starter
from tests.net.server.running import running_server

ADVISED = ModelDefaults(SamplingParams(temperature=0.2, top_p=0.9, top_k=30), "Answer in English.")
MODEL = msgspec.structs.replace(model_info("good.gguf"), defaults=ADVISED)
HELLO = [{"role": "user", "content": "Hello"}]
WITH_SYSTEM = [{"role": "system", "content": "Answer in rhymes."}, *HELLO]


def _chat(body: dict[str, object], model: ModelInfo) -> Generation:
    return ChatExchange(msgspec.json.encode({"messages": HELLO} | body), model, "").generation


def _completion(body: dict[str, object], model: ModelInfo) -> Generation:
    return CompletionExchange(msgspec.json.encode({"prompt": "Hi"} | body), model, "").generation


def _messages(body: dict[str, object], model: ModelInfo) -> Generation:
    body = {"messages": HELLO, "max_tokens": 8} | body
    return MessagesExchange(msgspec.json.encode(body), model, "").generation


def _responses(body: dict[str, object], model: ModelInfo) -> Generation:
    encoded = msgspec.json.encode({"input": "Hello"} | body)
    return ResponsesExchange(encoded, model, "", StoredResponses()).generation


FORMS = [_chat, _completion, _messages, _responses]
Form = Callable[[dict[str, object], ModelInfo], Generation]


@pytest.mark.parametrize("form", FORMS)
def test_sampling_that_a_request_leaves_out_is_the_models(form: Form) -> None:
    sampling = form({"temperature": 0.7}, MODEL).sampling
    assert (sampling.temperature, sampling.top_p, sampling.top_k) == (0.7, 0.9, 30)


@pytest.mark.parametrize("form", FORMS)
def test_mirostat_that_is_advised_does_not_replace_what_a_program_names(form: Form) -> None:
    advised = ModelDefaults(SamplingParams(mirostat=Mirostat()))
    model = msgspec.structs.replace(MODEL, defaults=advised)
    assert form({"temperature": 0.5}, model).sampling.mirostat is not None
    assert form({"top_p": 0}, model).sampling.mirostat is None


@pytest.mark.parametrize("form", [_chat, _messages, _responses])
def test_a_request_without_a_system_message_gets_the_models(form: Form) -> None:
    first = prepared(form({}, MODEL), MODEL).messages[0]
    assert first == ChatMessage(Role.SYSTEM, "Answer in English.")


@pytest.mark.parametrize(
    ("form", "body"),
    [
        (_chat, {"messages": WITH_SYSTEM}),
        (_messages, {"system": "Answer in rhymes."}),
        (_responses, {"instructions": "Answer in rhymes."}),
    ],
)
def test_a_system_message_of_a_request_replaces_the_models(
    form: Form, body: dict[str, object]
) -> None:
    messages = prepared(form(body, MODEL), MODEL).messages
    assert [each.content for each in messages] == ["Answer in rhymes.", "Hello"]


def test_a_completion_has_no_system_message() -> None:
    messages = prepared(_completion({}, MODEL), MODEL).messages
    assert [each.content for each in messages] == ["Hi"]


@pytest.mark.asyncio
async def test_the_starter_model_answers_programs_correctly(tmp_path: Path) -> None:
    model = describe(starter())
    config = EngineConfig(context_window=1024, slot_count=1, defaults=defaults_of(model))
    async with running_server(tmp_path, model=model.path, config=config) as server:
        answer = await server.chat("What is the capital of France?")
        assert "Paris" in str(answer.json["choices"])

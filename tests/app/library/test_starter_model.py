"""The starter model answers plain questions with the defaults, if set-up could fetch it."""

from pathlib import Path

import msgspec
import pytest

from app.chat.request_builder import ChatSettings
from app.controllers.engine.model_overrides import chat_settings_with
from app.controllers.settings import chat_settings_of
from app.domain import ModelSettings
from app.library.models import advised_sampling_of, default_prompt_of
from app.settings import Settings
from engine.client.client import EngineClient
from engine.messages.commands import ChatMessage, Role
from engine.messages.config import EngineConfig
from tests.fakes.engine_client import events_of, text_of
from tests.models.talker import STARTER_MODEL, TALKER


def asked_with(path: Path, settings: Settings) -> ChatSettings:
    general, name = chat_settings_of(settings), str(path)
    advice, prompt = advised_sampling_of(name), default_prompt_of(name)
    return chat_settings_with(general, ModelSettings(), {}, name, advice, prompt)


def test_what_the_user_has_set_goes_before_what_it_needs() -> None:
    found = asked_with(STARTER_MODEL, Settings(system_prompt="Be kind.", temperature=1.0))
    assert (found.system_prompt, found.sampling.temperature) == ("Be kind.", 1.0)
    assert found.sampling.top_p == 0.9


def test_another_model_gets_no_system_prompt() -> None:
    found = asked_with(TALKER, Settings())
    assert (found.system_prompt, found.sampling.temperature) == ("", 0.7)


@pytest.mark.skipif(not STARTER_MODEL.is_file(), reason="set-up could not fetch the starter model")
async def test_it_knows_the_capital_of_france() -> None:
    settings = asked_with(STARTER_MODEL, Settings())
    client = EngineClient()
    await client.start()
    try:
        client.load(str(STARTER_MODEL), EngineConfig(context_window=512))
        asked = [
            ChatMessage(Role.SYSTEM, settings.system_prompt),
            ChatMessage(Role.USER, "What is the capital of France?"),
        ]
        for seed in range(3):
            sampling = msgspec.structs.replace(settings.sampling, seed=seed)
            request = client.submit(str(seed), asked, sampling)
            assert "Paris" in text_of(await events_of(request))
    finally:
        await client.close()

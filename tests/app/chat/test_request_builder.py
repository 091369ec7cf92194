"""What the engine is asked follows the options, the files and the preset of a conversation."""

import math
from pathlib import Path

import pytest

from app.chat.request_builder import AnsweringModel, ChatSettings, RequestBuilder, sampling_with
from app.chat.turns import unlike_others
from app.domain.chat_options import NO_BUDGET, ChatOptions, ThinkingOptions
from app.domain.conversations import Conversation, ConversationOptions, OverflowPolicy, Preset
from app.domain.messages import TextFile
from app.storage.history import History
from engine.messages import commands, request_options
from engine.messages.request_options import ThinkingRequest
from engine.messages.sampling_params import Dry, SamplingParams
from tests.app.storage.turns import stored_conversation


async def test_a_conversation_is_asked_with_its_own_options_and_files(
    history: History, conversation: Conversation
) -> None:
    requests = RequestBuilder(history, ChatSettings("Be calm.", SamplingParams(temperature=0.4)))
    turn = await history.turns.start(conversation.id, "Read.", (TextFile("a.txt", "a text"),))
    await history.messages.set_pinned(turn.user.id, is_pinned=True)
    await history.presets.save(Preset("wild", {"temperature": 1.5, "top_k": 0, "unknown": 1}))
    plain = await history.conversations.get(conversation.id)
    options = ConversationOptions(
        system_prompt="", preset_name="wild", overflow_policy=OverflowPolicy.STOP
    )
    await history.conversations.set_options(conversation.id, options)
    own = await stored_conversation(history, conversation.id)
    assert plain is not None
    usual, special = await requests.build(plain), await requests.build(own)
    assert [message.role for message in usual.prompt.messages] == [
        commands.Role.SYSTEM,
        commands.Role.USER,
    ]
    assert [message.role for message in special.prompt.messages] == [commands.Role.USER]
    assert "a text" in special.prompt.messages[0].content
    assert usual.sampling.temperature == 0.4
    assert special.sampling == SamplingParams(temperature=1.5), "what can't be used is left out"
    assert special.options == request_options.RequestOptions(
        request_options.OverflowPolicy.STOP, (0,)
    )


async def test_a_chats_prompt_goes_before_its_presets_and_that_before_the_settings(
    history: History,
) -> None:
    await history.presets.save(Preset("wild", {"system_prompt": "Be wild."}))
    await history.presets.save(Preset("odd", {"system_prompt": 5}))
    requests = RequestBuilder(history, ChatSettings("Be kind."))
    said = []
    for own, preset in ((None, None), (None, "wild"), ("Be brief.", "wild"), (None, "odd")):
        conversation = await history.conversations.create()
        await history.turns.start(conversation.id, "Hi")
        await history.conversations.set_options(
            conversation.id, ConversationOptions(system_prompt=own, preset_name=preset)
        )
        stored = await stored_conversation(history, conversation.id)
        said.append((await requests.build(stored)).prompt.messages[0].content)
    assert said == ["Be kind.", "Be wild.", "Be brief.", "Be kind."]


async def test_a_file_that_is_gone_is_named_instead_of_failing_the_chat(
    history: History, conversation: Conversation, tmp_path: Path
) -> None:
    requests = RequestBuilder(history, ChatSettings())
    await history.turns.start(conversation.id, "Read.", (TextFile("a.txt", "a text"),))
    (content,) = [path for path in (tmp_path / "attachments").rglob("*") if path.is_file()]
    content.unlink()
    stored = await stored_conversation(history, conversation.id)
    asked = (await requests.build(stored)).prompt.messages[0].content
    assert "The file “a.txt” can't be read." in asked


async def test_a_chat_is_asked_with_what_is_set_for_it_alone(
    history: History, conversation: Conversation
) -> None:
    settings = ChatSettings(
        sampling=SamplingParams(temperature=0.4, grammar='root ::= "a"'),
        thinking={"a.gguf": ThinkingOptions(is_on=False, effort="low", budget=512)},
    )
    requests = RequestBuilder(history, settings, lambda _: AnsweringModel("C:\\models\\a.gguf"))
    await history.presets.save(Preset("wild", {"temperature": 1.5, "top_k": 7}))
    values = {"top_k": 9, "dry": {"base": 2.0}, "json_schema": "{}", "logit_bias": [[3, None]]}
    thinking = ThinkingOptions(is_on=True, budget=NO_BUDGET)
    chat = ChatOptions({**values, "sampler_of_tomorrow": 1}, thinking, {"tone": "dry"})
    await history.turns.start(conversation.id, "Hi")
    options = ConversationOptions(preset_name="wild", chat=chat)
    await history.conversations.set_options(conversation.id, options)
    stored = await stored_conversation(history, conversation.id)
    asked = await requests.build(stored)
    assert asked.sampling == SamplingParams(
        temperature=1.5,
        top_k=9,
        dry=Dry(base=2.0),
        json_schema="{}",
        logit_bias=((3, -math.inf),),
    )
    assert asked.options.thinking == ThinkingRequest(is_on=True, effort="low", budget=None)
    assert asked.options.template_arguments == {"tone": "dry"}


async def test_a_preset_says_how_to_think_before_the_model_and_after_the_chat(
    history: History, conversation: Conversation
) -> None:
    settings = ChatSettings(thinking={"a.gguf": ThinkingOptions(True, "high", 512)})
    requests = RequestBuilder(history, settings, lambda _: AnsweringModel("a.gguf"))
    await history.presets.save(Preset("calm", {"thinking": {"is_on": False, "effort": "low"}}))
    await history.presets.save(Preset("odd", {"thinking": {"is_on": 3, "budget": 7}}))
    await history.turns.start(conversation.id, "Hi")
    for name, own, asked in (
        ("calm", ThinkingOptions(), ThinkingRequest(False, "low", 512)),
        ("calm", ThinkingOptions(effort="mid"), ThinkingRequest(False, "mid", 512)),
        ("odd", ThinkingOptions(), ThinkingRequest(True, "high", 7)),
    ):
        options = ConversationOptions(preset_name=name, chat=ChatOptions(thinking=own))
        await history.conversations.set_options(conversation.id, options)
        stored = await stored_conversation(history, conversation.id)
        assert (await requests.build(stored)).options.thinking == asked


async def test_the_preset_of_another_model_says_how_it_thinks(
    history: History, conversation: Conversation
) -> None:
    async def settings_of(_digest: str) -> ChatSettings:
        return ChatSettings(thinking={"b.gguf": ThinkingOptions(effort="low")})

    general = ChatSettings(thinking={"b.gguf": ThinkingOptions(effort="high")})
    requests = RequestBuilder(
        history, general, lambda _: AnsweringModel("b.gguf"), settings_of=settings_of
    )
    await history.turns.start(conversation.id, "Hi")
    asked = await requests.build(await stored_conversation(history, conversation.id))
    assert asked.options.thinking == ThinkingRequest(effort="low")


@pytest.mark.parametrize("path", ["/models/a.gguf", "C:\\models\\a.gguf", "a.gguf"])
async def test_a_model_thinks_as_its_file_says_where_the_chat_does_not(
    history: History, path: str
) -> None:
    settings = ChatSettings(thinking={"a.gguf": ThinkingOptions(budget=7)})
    of_it = RequestBuilder(history, settings, lambda _: AnsweringModel(path))
    of_another = RequestBuilder(history, settings, lambda _: AnsweringModel("/models/b.gguf"))
    assert of_it.thinking(ChatOptions()) == ThinkingOptions(budget=7)
    assert of_another.thinking(ChatOptions()) == ThinkingOptions()


def test_variants_are_not_chosen_as_their_neighbours_are() -> None:
    greedy = SamplingParams(temperature=0.0, seed=7)
    assert [unlike_others(greedy, number).seed for number in (1, 2)] == [8, 9]
    assert unlike_others(greedy, 1).temperature > 0
    assert unlike_others(SamplingParams(temperature=1.2), 1).temperature == 1.2
    assert sampling_with(greedy, {"temperature": "hot"}) == greedy


@pytest.mark.parametrize(
    ("system_prompt", "asked"),
    [("Be calm.", "Look.\n\na = 1\n\nBe calm."), ("", "Look.\n\na = 1")],
)
async def test_a_chat_in_a_source_begins_with_its_text(
    history: History, system_prompt: str, asked: str
) -> None:
    source = await history.sources.create("Code", "a = 1", "Look.")
    chat = await history.conversations.create(source_version_id=source.newest.id)
    await history.sources.add_version(source.id, "a = 2")
    request = await RequestBuilder(history, ChatSettings(system_prompt)).build(chat)
    assert [each.content for each in request.prompt.messages] == [asked]


async def test_a_source_whose_text_is_lost_makes_no_chat_impossible(
    history: History, tmp_path: Path
) -> None:
    source = await history.sources.create("Code", "a = 1")
    chat = await history.conversations.create(source_version_id=source.newest.id)
    digest = source.newest.digest
    (tmp_path / "attachments" / digest[:2] / digest).unlink()
    request = await RequestBuilder(history, ChatSettings()).build(chat)
    assert "can't be read" in request.prompt.messages[0].content

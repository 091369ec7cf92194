"""Requests that offer tools, and the calls that are read in replies."""

import json

import pytest

from app.chat.request_builder import ChatSettings, PromptMessages, ReplyRequest, RequestBuilder
from app.chat.tool_requests import CallReader, Offer, with_tools
from app.domain.chat_options import ChatOptions
from app.domain.conversations import ConversationOptions, Preset
from app.errors import ToolFailed
from app.machines.model import Destination, EndpointSetting, RemoteModel
from app.storage.history import History
from app.tools.arguments import parsed
from app.tools.model import Tool
from app.tools.toolbox import Toolbox
from engine.dialects.tools import Function, Tools
from engine.grammars import check, lark_text
from engine.messages import commands
from engine.messages.events import Channel, TextDelta
from engine.messages.request_options import RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.messages.tool_format import TOLD_FORMAT
from tests.app.storage.turns import stored_conversation
from tests.fakes.tools import ADD, ALL, FakeTools

ASKED = (commands.ChatMessage(commands.Role.USER, "What is 2 + 3?"),)


def _request(destination: Destination | None = None) -> ReplyRequest:
    return ReplyRequest(
        PromptMessages(ASKED, (1,)), SamplingParams(), RequestOptions(), destination
    )


def _reader() -> CallReader:
    return Offer((ADD,), Tools((Function("add", None, dict(ADD.parameters)),)), None).reader()


def _read(reader: CallReader, *texts: str, is_cut: bool = False) -> str:
    deltas = [TextDelta(1, text, number) for number, text in enumerate(texts, start=1)]
    pieces = [piece for delta in deltas for piece in reader.feed(delta)]
    pieces += reader.finish(TextDelta(1, "", len(texts)), is_cut=is_cut)
    assert all(piece.channel is Channel.ANSWER for piece in pieces)
    return "".join(piece.text for piece in pieces)


async def test_a_model_whose_template_shows_no_tools_is_told_of_them_in_words() -> None:
    request = await with_tools(_request(), (ADD,), None)
    system, question = request.prompt.messages
    assert system.role is commands.Role.SYSTEM
    assert '"name":"add"' in system.content
    assert question == ASKED[0]
    assert request.prompt.message_ids == (1,), "the system message has no number"
    assert request.options.tools == ()
    assert request.options.visible_controls == TOLD_FORMAT.controls
    assert request.sampling.grammar_triggers == ("<tool_call>",)


async def test_a_template_that_shows_tools_gets_their_schemas() -> None:
    request = await with_tools(_request(), (ADD,), TOLD_FORMAT)
    assert request.prompt.messages == ASKED
    (described,) = request.options.tools
    assert described["function"]["name"] == "add"
    assert described["function"]["parameters"]["required"] == ["a", "b"]


async def test_another_machine_gets_the_schemas_and_no_grammar() -> None:
    machine = Destination(
        EndpointSetting("e", "rack", "http://rack:8000"), RemoteModel("m"), is_agreed=True
    )
    request = await with_tools(_request(machine), (ADD,), None)
    assert request.prompt.messages == ASKED
    assert [each["function"]["name"] for each in request.options.tools] == ["add"]
    assert request.sampling == SamplingParams()
    assert request.options.visible_controls == ()


@pytest.mark.parametrize(
    "schema",
    [
        {"type": 5, "properties": []},
        {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}},
        {"type": "object", "properties": {"a": {"pattern": "(" * 50}}},
        {"type": "object", "properties": {"n": {"maximum": 10**400}}},
        json.loads('{"properties": {"a": ' * 400 + "{}" + "}}" * 400),
    ],
)
async def test_no_schema_of_a_server_keeps_a_chat_from_being_answered(
    schema: dict[str, object],
) -> None:
    odd = Tool("s/odd", "odd", "Odd", "It has an odd schema.", schema)
    request = await with_tools(_request(), (odd, ADD), None)
    assert request.offer is not None
    if request.sampling.lark is not None:
        check(lark_text(request.sampling.lark, {}))


def test_a_call_is_no_text_and_what_looks_like_one_is() -> None:
    reader = _reader()
    call = '<tool_call>\n{"name": "add", "arguments": {"a": 2, "b": 3}}\n</tool_call>'
    assert _read(reader, "I look", "<tool", call.removeprefix("<tool")) == "I look"
    (found,) = reader.calls
    assert (found.name, json.loads(found.arguments)) == ("add", {"a": 2, "b": 3})
    reader = _reader()
    assert _read(reader, "a <tool", " and a <tool_call> b") == "a <tool and a <tool_call> b"
    assert reader.calls == ()


def test_a_call_that_was_not_written_to_its_end_is_one_unless_a_limit_cut_it() -> None:
    text = '<tool_call>\n{"name": "add", "arguments": {"a": 2, "b"'
    reader = _reader()
    assert _read(reader, text) == ""
    (call,) = reader.calls
    assert call.name == "add"
    with pytest.raises(ToolFailed, match="not valid JSON"):
        parsed(call.arguments, ADD)
    reader = _reader()
    _read(reader, text, is_cut=True)
    assert reader.calls == ()


def test_calls_that_another_machine_reports_follow_those_in_the_text() -> None:
    reader = _reader()
    reader.add_calls([commands.ToolCall("x", "add", "{}"), commands.ToolCall("y", "add", "[]")])
    assert _read(reader, "Let me see.") == "Let me see."
    assert [each.id for each in reader.calls] == ["x", "y"]


async def test_a_preset_offers_its_tools_unless_the_chat_says_otherwise(history: History) -> None:
    await history.presets.save(Preset("sums", {"tools": ["fake/add", 5], "temperature": 0.1}))
    builder = RequestBuilder(history, ChatSettings(), toolbox=Toolbox([FakeTools(ALL)]))
    created = await history.conversations.create()
    chosen: list[list[str]] = []
    for tools in (None, (), ("fake/echo",)):
        options = ConversationOptions(preset_name="sums", chat=ChatOptions(tools=tools))
        await history.conversations.set_options(created.id, options)
        conversation = await stored_conversation(history, created.id)
        chosen.append([each.name for each in await builder.offered_tools(conversation)])
    assert chosen == [["add"], [], ["echo"]]

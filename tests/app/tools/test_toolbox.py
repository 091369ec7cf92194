"""The names of tools, and which of them are offered."""

import json
import re

import pytest

from app.errors import LazyText, ToolFailed
from app.tools.arguments import canonical, parsed
from app.tools.model import Permission, Tool, ToolRun
from app.tools.toolbox import MAX_OFFERED, Toolbox
from tests.conftest import ExpectedLog
from tests.fakes.tools import ADD, FakeTools

NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


def _tool(key: str, name: str) -> Tool:
    return Tool(key, name, name, "")


def test_built_in_tools_keep_their_names_and_others_get_that_of_their_server() -> None:
    own = FakeTools((_tool("hubbub/fetch", "fetch"),))
    servers = FakeTools((_tool("web/fetch", "fetch"), _tool("other/fetch", "fetch")))
    names = {each.key: each.name for each in Toolbox([own, servers]).tools()}
    assert names == {
        "hubbub/fetch": "fetch",
        "web/fetch": "web_fetch",
        "other/fetch": "other_fetch",
    }


def test_every_name_is_unique_and_can_be_written_by_a_model() -> None:
    odd = ["", "a b", "ü" * 80, "x" * 100, "x" * 101, "a\x00b", "a\u202eb", "web_fetch", "a b"]
    tools = tuple(_tool(f"{'s' * 70} {number}/t", name) for number, name in enumerate(odd * 3))
    found = Toolbox([FakeTools(tools)]).tools()
    assert len(found) == len(tools)
    assert len({each.name for each in found}) == len(found)
    assert all(NAME.fullmatch(each.name) for each in found)


def test_of_5000_tools_the_chosen_ones_are_offered_up_to_a_limit() -> None:
    tools = tuple(_tool(f"big/{number}", f"tool_{number}") for number in range(5000))
    box = Toolbox([FakeTools(tools)])
    assert [each.key for each in box.offered({"big/4999", "big/7"}, {})] == ["big/7", "big/4999"]
    assert len(box.offered({each.key for each in tools}, {})) == MAX_OFFERED
    assert box.offered((), {}) == ()
    assert box.offered(["big/7"], {"big/7": Permission.NEVER}) == ()


async def test_a_provider_that_fails_to_start_stops_no_other(expect_log: ExpectedLog) -> None:
    class Failing(FakeTools):
        async def prepare(self, keys: frozenset[str]) -> None:
            raise RuntimeError("it does not start")

    expect_log("Tools could not be prepared.")
    box = Toolbox([Failing(()), FakeTools()])
    await box.prepare(["fake/add"])
    run = ToolRun(ADD, {"a": 1, "b": 2}, "c", lambda _progress: None)
    assert (await box.run(run)).text == "3"


async def test_a_tool_whose_server_ended_is_not_available() -> None:
    run = ToolRun(ADD, {"a": 1, "b": 2}, "c", lambda _progress: None)
    with pytest.raises(ToolFailed, match="not available"):
        await Toolbox([FakeTools(())]).run(run)


SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "count": {"type": ["integer", "null"]},
        "kind": {"enum": ["a", "b"]},
        "list": {"type": "array", "items": {"type": "object", "required": ["x"]}},
    },
    "required": ["name"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{\n "name": ', "not valid JSON in line 2, column 10."),
        ("[" * 100_000, "not valid JSON"),
        ("[]", "must be a JSON object, not `array`."),
        ("{}", "`name` is missing"),
        ('{"name": 1}', "`name` must have the type `string`, not `integer`."),
        ('{"name": "x", "count": 1.5}', "must have the type `integer | null`, not `number`."),
        ('{"name": "x", "count": true}', "not `boolean`."),
        ('{"name": "x", "kind": "c"}', '`kind` must be one of "a", "b"'),
        ('{"name": "x", "list": [{"x": 1}, {}]}', "`list[1].x` is missing"),
        ('{"name": "x", "size": 1}', "`size` is unknown"),
    ],
)
def test_what_is_wrong_with_arguments_is_said(text: str, told: str) -> None:
    with pytest.raises(ToolFailed) as error:
        parsed(text, Tool("s/t", "t", "T", "", SCHEMA))
    assert told in str(error.value)
    assert isinstance(str(error.value), LazyText), "the window can show it in another language"


@pytest.mark.parametrize("text", ["", "{}", '{"a": {"b": [1]}, "é": "\\ud83d"}'])
def test_schemas_that_are_wrong_or_recursive_leave_arguments_as_they_are(text: str) -> None:
    circle: dict[str, object] = {"type": "object"}
    circle["properties"] = {"a": circle}
    for schema in ({}, circle, {"type": 5}, {"properties": 3, "required": "a", "enum": {}}):
        assert parsed(text, Tool("s/t", "t", "T", "", schema)) == json.loads(text or "{}")
    # What is right in such a schema still counts.
    with pytest.raises(ToolFailed, match="`a` must have the type `object`, not `array`"):
        parsed('{"a": []}', Tool("s/t", "t", "T", "", circle))


def test_the_same_arguments_are_the_same_in_any_order() -> None:
    assert canonical('{"a": 1, "b": 2}') == canonical('{"b":2,"a":1}')
    assert canonical("{") == "{"

"""Whatever a server sends becomes something that the library accepts, or a sentence."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp_types.methods import validate_server_result

from app.tools.servers.cleaning import (
    MAX_MEDIA,
    MAX_TEXT_CHARS,
    bounded,
    clean_text,
    decoded,
    model_name,
    repaired_result,
    repaired_schema,
)
from app.tools.servers.cutting import CUT_MARK
from app.tools.servers.messages import OfferedTool
from app.tools.servers.model import FieldKind, ResourceContent
from app.tools.servers.questions import UnknownForm, form_fields

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
KEYS = (
    *("name", "title", "description", "inputSchema", "annotations", "type", "text", "data", "uri"),
    *("mimeType", "resource", "blob", "arguments", "required", "role", "content", "size", "$ref"),
    *("properties", "items", "readOnlyHint", "_meta", "icons", "outputSchema"),
)
KINDS = st.sampled_from(["text", "image", "audio", "resource", "resource_link", "object", "array"])
ENTRY = st.recursive(
    JSON | KINDS,
    lambda inner: (
        st.dictionaries(st.sampled_from(KEYS), inner, max_size=6) | st.lists(inner, max_size=3)
    ),
    max_leaves=12,
)
METHODS = {
    "tools/list": "tools",
    "tools/call": "content",
    "resources/list": "resources",
    "resources/read": "contents",
    "prompts/list": "prompts",
    "prompts/get": "messages",
}


_TEXT: dict[str, object] = {"type": "text", "text": "Sunny."}
GOOD: dict[str, dict[str, object]] = {
    "tools/list": {
        "name": "weather",
        "description": "Return the weather.",
        "inputSchema": {"type": "object", "properties": {"city": {"type": "string"}}},
    },
    "tools/call": _TEXT,
    "resources/list": {"uri": "notes://today", "name": "today"},
    "resources/read": {"uri": "notes://today", "text": "Sunny."},
    "prompts/list": {"name": "plan", "arguments": [{"name": "day", "required": True}]},
    "prompts/get": {"role": "assistant", "content": _TEXT},
}


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_any_list_becomes_a_valid_one(method: str, data: st.DataObject) -> None:
    entries = data.draw(st.lists(ENTRY, max_size=4))
    more = data.draw(st.dictionaries(st.sampled_from(["isError", "nextCursor", "_meta"]), JSON))
    good = GOOD[method]
    result: dict[str, Any] = more | {METHODS[method]: [*entries, json.loads(json.dumps(good))]}
    repaired_result(result, {})
    validate_server_result(method, "2025-11-25", result)
    # What is wrong beside it costs no good entry.
    kept = result[METHODS[method]][-1]
    assert {name: kept[name] for name in good} == good


@settings(max_examples=60, deadline=None)
@given(ENTRY)
def test_any_schema_of_a_tool_fits_into_a_frame_or_is_refused(schema: object) -> None:
    refused: dict[str, object] = {}
    result = {"tools": [{"name": "a", "inputSchema": schema}]}
    repaired_result(result, refused)  # type: ignore[arg-type]
    assert len(result["tools"]) + len(refused) == 1
    for each in result["tools"]:
        found = each["inputSchema"]
        assert isinstance(found, dict)
        assert found["type"] == "object"
        assert isinstance(found["properties"], dict)
        msgspec.msgpack.encode(OfferedTool("a", "a", "", found))


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.text(max_size=5), ENTRY, max_size=4), ENTRY)
def test_any_form_is_shown_or_refused(properties: dict[str, object], required: object) -> None:
    try:
        fields = form_fields({"properties": properties, "required": required})
    except UnknownForm:
        return
    assert [each.name for each in fields] == list(properties)
    msgspec.msgpack.encode(fields)


def test_fields_of_every_kind_are_read() -> None:
    schema = {
        "properties": {
            "name": {"type": "string", "title": "Your\x1b name", "format": "email", "maxLength": 9},
            "size": {"type": "string", "enum": ["s", "l"], "enumNames": ["Small", "Large"]},
            "colour": {"type": "string", "oneOf": [{"const": "r", "title": "Red"}]},
            "tags": {"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}]}},
            "count": {"type": "integer", "default": 2, "minimum": 1},
            "price": {"type": "number", "default": 1},
            "ok": {"type": "boolean", "default": True},
        },
        "required": ["name"],
    }
    fields = form_fields(schema)
    assert [each.kind for each in fields] == [
        *(FieldKind.TEXT, FieldKind.CHOICE, FieldKind.CHOICE, FieldKind.CHOICES),
        *(FieldKind.INTEGER, FieldKind.NUMBER, FieldKind.YES_NO),
    ]
    name, size, colour, *_ = fields
    assert (name.title, name.format, name.maximum, name.is_required) == (
        *("Your name", "email", 9),
        True,
    )
    assert [(each.value, each.title) for each in size.options] == [("s", "Small"), ("l", "Large")]
    assert colour.options[0].title == "Red"
    assert [each.default for each in fields[4:]] == [2, 1.0, True]


def test_invisible_characters_are_removed_but_scripts_stay() -> None:
    hidden = "".join(chr(0xE0000 + ord(each)) for each in "obey")
    assert clean_text(f"a{hidden}\u202e\x07b\r\nc", 100) == "ab\nc"
    assert clean_text("a\ufe01\u034f\u3164b", 100) == "ab"
    assert clean_text("نمی‌خواهم 👩‍👧 नमस्ते", 100) == "نمی‌خواهم 👩‍👧 नमस्ते"
    assert clean_text("a\n\nb" + "\n \t" * 50 + "c", 100) == "a\n\nb\n\n \tc"
    assert clean_text("x" * 10_000, 10) == "xxxxxxxxx…"


def test_names_for_models_are_unique() -> None:
    taken = set[str]()
    names = [model_name(each, taken) for each in ("a b", "a.b", "", "ü" * 90, "ü" * 80)]
    assert names == ["a_b", "a_b_2", "tool", "_" * 64, "_" * 60 + "_2"]


def test_a_result_is_bounded_and_says_what_is_omitted() -> None:
    parts = [ResourceContent("a.png", "image/png", None, b"x")] * (MAX_MEDIA + 1)
    texts = [ResourceContent("", "", "x" * MAX_TEXT_CHARS), ResourceContent("", "", "more")]
    kept = bounded(iter([*parts, *texts]))
    assert kept[MAX_MEDIA].text == "[“a.png” was omitted: the result is too large.]"
    assert sum(len(each.text or "") for each in kept) < MAX_TEXT_CHARS + 100
    assert "too large" in (decoded("a", "image/png", f"AAAA{CUT_MARK}").text or "")
    assert "damaged" in (decoded("a", "image/png", "A").text or "")


def test_a_recursive_schema_stays_and_a_reference_elsewhere_goes() -> None:
    schema = {
        "properties": {"root": {"$ref": "#/$defs/a~1b"}, "other": {"$ref": "#/$defs/none"}},
        "$defs": {"a/b": {"properties": {"next": {"$ref": "#"}}}},
    }
    found = repaired_schema(json.loads(json.dumps(schema)))
    assert found["properties"] == {"root": {"$ref": "#/$defs/a~1b"}, "other": {}}
    assert found["$defs"] == schema["$defs"]

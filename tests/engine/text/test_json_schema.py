"""Schemas become grammars that can be kept, or are refused in words."""

import json

import pytest

from engine.messages.errors import InvalidSampling
from engine.text.json_schema import grammar_of_schema

PERSON = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A person",
    "type": "object",
    "properties": {
        'na"me\\\n': {"type": "string", "maxLength": 300},
        "age": {"type": ["integer", "null"]},
        "friends": {"type": "array", "items": {"$ref": "#/$defs/friend"}, "maxItems": 2},
        "born": {"type": "string", "format": "date-time"},
        "kind": {"enum": ["a", 1, None, "ü"]},
        "pair": {"type": "array", "prefixItems": [{"const": 1}, {"type": "boolean"}]},
        "any": True,
    },
    "required": ["age"],
    "additionalProperties": False,
    "$defs": {"friend": {"anyOf": [{"type": "string"}, {"$ref": "#"}]}},
}


def test_a_rich_schema_becomes_a_grammar() -> None:
    grammar = grammar_of_schema(json.dumps(PERSON))
    assert "root ::= " in grammar
    assert r'"\"na\\\"me\\\\\\n\""' in grammar
    assert "char{0,300}" in grammar


@pytest.mark.parametrize("schema", ["{}", "true", '{"type": "object"}', '{"items": {}}'])
def test_a_loose_schema_allows_any_json(schema: str) -> None:
    assert "value ::= object | array" in grammar_of_schema(schema)


@pytest.mark.parametrize(
    ("schema", "reason"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 60_000, "not JSON"),
        ('{"const": NaN}', "not JSON"),
        ("false", "allows nothing"),
        ("3", "no schema"),
        ('{"type": "string", "pattern": "^(a+)+$"}', '"pattern"'),
        ('{"pattern": "^(a+)+$"}', '"pattern"'),
        ('{"type": "integer", "minimum": 3}', '"minimum"'),
        ('{"type": "teapot"}', "teapot"),
        ('{"type": "string", "format": "email"}', "email"),
        ('{"enum": []}', "enum"),
        ('{"$ref": "https://example.com/x"}', "places within"),
        ('{"$ref": "#/$defs/none"}', "not there"),
        ('{"$ref": "#"}', "left-recursive"),
        ('{"anyOf": [{"$ref": "#"}, {"type": "null"}]}', "left-recursive"),
        ('{"required": ["a"]}', "requires"),
        ('{"type": "string", "maxLength": 5000}', "more than 2,000 times"),
        ('{"type": "array", "minItems": 3, "maxItems": 2}', "leave nothing"),
        ('{"items":' * 40 + "{}" + "}" * 40, "deep"),
        (json.dumps({"enum": ["x" * 70_000]}), "longer than"),
        (json.dumps({"enum": list(range(1500))}), "ways"),
        ('{"const": "\\ud800"}', "character"),
    ],
)
def test_a_schema_that_cannot_be_kept_is_refused_in_words(schema: str, reason: str) -> None:
    with pytest.raises(InvalidSampling, match=reason):
        grammar_of_schema(schema)


def test_an_object_may_have_hundreds_of_optional_properties() -> None:
    properties = {f"p{number}": {"type": "integer"} for number in range(200)}
    assert "p199" in grammar_of_schema(json.dumps({"type": "object", "properties": properties}))

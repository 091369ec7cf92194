"""Grammars and schemas: what cannot be followed is refused in words, with its place."""

import json
from concurrent.futures import Executor
from typing import Any

import pytest

from engine.grammars import (
    GrammarThreads,
    UnsupportedKeyword,
    check,
    gbnf_text,
    json_rule,
    lark_text,
    schema_text,
    unsupported_keywords,
)
from engine.messages.errors import InvalidSampling

ARITHMETIC = r"""
# sums of numbers
root ::= sum "\n"? | (
    "none" # on a line of its own
)
sum ::= term (" + " term)*

term ::= number | "(" sum ")"
number ::= "-"? [1-9] [0-9]{0,5} | "\"0\"" | [^a-z\]\x41-] | .
"""
ROMAN = r"""
root ::= "M"{0,3} ("CM" | "CD" | "D"? "C"{0,3}) ("XC" | "XL" | "L"? "X"{0,3}) ones
ones ::= "IX" | "IV" | "V"? "I"{0,3}
"""
PERSON = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A person",
    "type": "object",
    "properties": {
        'na"me\\\n': {"type": "string", "maxLength": 300},
        "age": {"type": ["integer", "null"], "minimum": 0, "exclusiveMaximum": 120},
        "friends": {"type": "array", "items": {"$ref": "#/$defs/friend"}, "maxItems": 2},
        "born": {"type": "string", "format": "date-time"},
        "kind": {"enum": ["a", 1, None, "ü"]},
        "pair": {"type": "array", "prefixItems": [{"const": 1}, {"type": "boolean"}]},
        "code": {"type": "string", "pattern": "^[A-Z]{3}-\\d+$"},
        "page": {"type": "string", "format": "uri"},
        "file": {"type": "string", "format": "binary"},
        "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": False},
        "both": {"allOf": [{"$ref": "#/definitions/small"}, {"type": "integer", "minimum": 3}]},
        "any": True,
    },
    "required": ["age"],
    "additionalProperties": False,
    "$defs": {"friend": {"anyOf": [{"type": "string"}, {"$ref": "#"}]}},
    "definitions": {"small": {"maximum": 9}},
}


def refusal_of_schema(schema: object) -> InvalidSampling:
    text = schema if isinstance(schema, str) else json.dumps(schema)
    with pytest.raises(InvalidSampling) as refusal:
        check(schema_text(text))
    assert str(refusal.value).endswith(".")
    return refusal.value


@pytest.mark.parametrize("schema", [PERSON, {}, True, {"type": "object"}, {"items": {}}])
def test_an_ordinary_schema_is_taken(schema: object) -> None:
    check(schema_text(json.dumps(schema)))


@pytest.mark.parametrize("count", [200, 1000])
def test_an_object_may_have_hundreds_of_optional_properties(count: int) -> None:
    properties = {f"p{number}": {"type": "integer"} for number in range(count)}
    check(schema_text(json.dumps({"type": "object", "properties": properties})))


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 60_000, "not JSON"),
        ('{"const": NaN}', "not JSON"),
        (False, "allows nothing"),
        (3, "must be an object"),
        ({"not": {}}, "“not” at $ is"),
        ({"properties": {"a": {"propertyNames": {}}}}, "“propertyNames” at $.properties.a is"),
        ({"items": {"anyOf": [{}, {"if": {}}]}}, "“if” at $.items.anyOf[1] is"),
        ({"properties": {"a b": {"type": "teapot"}}}, '$.properties["a b"]: Invalid type'),
        ({"$ref": "#/$defs/b", "$defs": {"b": {"uniqueItems": True}}}, "at $.$defs.b is"),
        ({"enum": []}, "at $: Unsatisfiable schema"),
        ({"$ref": "https://example.com/x"}, "example.com"),
        ({"$ref": "#/$defs/none"}, "does not exist"),
        ({"type": "array", "minItems": 3, "maxItems": 2}, "greater than maxItems"),
        ({"type": "string", "pattern": "a(?=b)"}, "look-around"),
        ({"oneOf": [{"type": "string"}, {"minLength": 2}]}, "may overlap"),
        ({"allOf": [{"pattern": f"a{n}.*b"} for n in range(20)]}, "more than 6 patterns"),
        ({"enum": ["x" * 200_000]}, "longer than 128 KiB"),
    ],
)
def test_a_schema_that_cannot_be_followed_is_refused_with_its_place(
    schema: object, words: str
) -> None:
    assert words in str(refusal_of_schema(schema))


def test_a_text_that_is_not_json_is_refused_where_it_fails() -> None:
    cause = refusal_of_schema('{"a": }').__cause__
    assert isinstance(cause, json.JSONDecodeError)
    assert cause.pos == 6


def test_unsupported_keywords_are_listed_with_their_places() -> None:
    schema: Any = {
        "properties": {
            "a": {"type": "array", "uniqueItems": True, "contains": {}},
            "b": {"type": "string", "format": "binary"},
        },
        "not": {},
    }
    assert set(unsupported_keywords(schema)) == {
        UnsupportedKeyword("$.properties.a", "uniqueItems"),
        UnsupportedKeyword("$.properties.a", "contains"),
        UnsupportedKeyword("$.properties.b", "format"),
        UnsupportedKeyword("$", "not"),
    }
    assert unsupported_keywords(PERSON) == (UnsupportedKeyword("$.properties.file", "format"),)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "array", "uniqueItems": True},
        {"type": "teapot"},
        {"type": "string", "pattern": "a(?=b)"},
        True,
    ],
)
def test_a_lenient_rule_takes_any_schema(schema: Any) -> None:
    check(lark_text(f"start: {json_rule(schema, is_lenient=True)}", {}))


def test_a_strict_rule_refuses_what_a_schema_refuses() -> None:
    check(lark_text(f"start: {json_rule({'type': 'integer'})}", {}))
    with pytest.raises(InvalidSampling, match="uniqueItems"):
        json_rule({"type": "array", "uniqueItems": True})


@pytest.mark.parametrize(
    "text",
    [
        ARITHMETIC,
        ROMAN,
        'root ::= "a" root | ""',
        'root ::= root "a" | "b"',
        "root ::= [a-z ]* [a]+ [a-z]?",
        "root ::= " + " | ".join(f'"{number}"' for number in range(900)),
        "%llguidance {}\nstart: /[a-z]+/",
    ],
)
def test_an_ordinary_grammar_is_taken(text: str) -> None:
    check(gbnf_text(text))


@pytest.mark.parametrize(
    ("text", "words", "at"),
    [
        ("", "No 'root' rule", None),
        ('start ::= "a"', "No 'root' rule", None),
        ("root ::= other", "'other' not found", None),
        ('root ::= "a', "can't be read", 11),
        ('root ::= ("a"', "can't be read", 13),
        ('root ::= "a"\nb = "x"', "Expected ::=", 15),
        ("root ::= " + "(" * 60_000, "nested too deeply", None),
        ('root ::= "a\0"', "not valid in text", None),
        ("root ::= " + '"' + "x" * 66_000 + '"', "longer than 64 KiB", None),
        ("%llguidance {}\nstart: missing", "unknown name", None),
        ('%llguidance {}\nstart: @"\\q"', "not a JSON string", None),
        ('%llguidance {}\nstart: @"\\ud800"', "not a JSON string", None),
    ],
)
def test_a_grammar_that_cannot_be_read_is_refused_in_words(
    text: str, words: str, at: int | None
) -> None:
    with pytest.raises(InvalidSampling) as refusal:
        check(gbnf_text(text))
    assert words in str(refusal.value)
    assert refusal.value.at == at


def test_fixed_text_is_divided_at_control_tokens() -> None:
    source = lark_text('start: @"<a>x<ab>\\n" /"@"/ "@" %json {"a": "@"}', {"<a>": 5, "<ab>": 6})
    assert source.source == 'start: (<[5]> "x" <[6]> "\\n") /"@"/ "@" %json {"a": "@"}'


def _doubled(count: int, base: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with 2**count paths to its first definition."""
    references = [[{"$ref": f"#/$defs/d{n}"}] * 2 for n in range(count)]
    links = {f"d{n + 1}": {"allOf": both} for n, both in enumerate(references)}
    return {"$ref": f"#/$defs/d{count}", "$defs": {"d0": base, **links}}


@pytest.mark.timeout(20)
def test_definitions_with_exponentially_many_paths_are_followed_once() -> None:
    check(schema_text(json.dumps(_doubled(40, {"type": "string"}))))
    assert "more than 6 patterns" in str(refusal_of_schema(_doubled(40, {"pattern": "a"})))


def test_a_long_chain_of_combined_schemas_is_refused() -> None:
    links = {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}]} for n in range(2000)}
    schema = {"$ref": "#/$defs/d0", "$defs": {**links, "d2000": {"type": "string"}}}
    assert "too long" in str(refusal_of_schema(schema))


@pytest.fixture
def threads() -> Executor:
    return GrammarThreads(1)


@pytest.mark.parametrize("is_schema", [False, True])
def test_a_deep_chain_does_not_overflow_the_stack(threads: Executor, *, is_schema: bool) -> None:
    count = 1500 if is_schema else 8000
    parts: dict[str, Any] = {
        f"d{n}": {"properties": {"a": {"$ref": f"#/$defs/d{n + 1}"}}} for n in range(count)
    }
    schema = {"$ref": "#/$defs/d0", "$defs": {**parts, f"d{count}": {"type": "string"}}}
    rules = "".join(f"r{n}:r{n + 1}\n" for n in range(count))
    text = f'start: r0\n{rules}r{count}: "z"'
    grammar = schema_text(json.dumps(schema)) if is_schema else lark_text(text, {})
    threads.submit(check, grammar).result()
    threads.shutdown()

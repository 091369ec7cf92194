"""Grammars that the library would not survive are refused in words."""

import json

import pytest

from engine.messages.errors import InvalidSampling
from engine.text import gbnf
from engine.text.gbnf import check_grammar
from engine.text.json_schema import grammar_of_schema

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


def test_a_decent_grammar_is_taken() -> None:
    check_grammar(ARITHMETIC)
    check_grammar('root ::= "a" root | ""')
    check_grammar("root ::= " + " | ".join(["b [x]"] * 300) + "\nb ::= [a]* [b]*")
    check_grammar("root ::= " + " ".join(f'("p{number:03}" [0-9])?' for number in range(300)))
    check_grammar("root ::= " + "[a-z ]* " * 10 + "| " + "[a]+ " * 500)
    check_grammar("root ::= " + "[a-z]? " * 20)
    check_grammar("root ::= " + "b " * 300 + '\nb ::= "" | "key: " [a-z]+')
    check_grammar(ROMAN)
    check_grammar(r"root ::= [a-] [-a] [a-a] [\--z] [\]-a] [^\x01-\uD7FF\uE001-\U0010FFFF]")
    check_grammar("root ::= " + " | ".join(f'"{number}"' for number in range(900)))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no rule “root”"),
        ('start ::= "a"', "no rule “root”"),
        ("root ::= other", "does not define"),
        ('root ::= "a"\nroot ::= "b"', "twice"),
        ('root ::= "a', "line 1"),
        ('root ::= ("a"', "line 1"),
        ('root = "a"', "::="),
        ('root ::= "a" )', "end of a line"),
        ("root ::= []", "end of a line"),
        ("root ::= [^]", "end of a line"),
        ("root ::= *", "something to repeat"),
        ('root ::= root "a"', "left-recursive"),
        ('root ::= a "x"\na ::= b root\nb ::= c*\nc ::= "y"', "left-recursive"),
        ('root ::= ("a"?)*', "may be empty"),
        ("root ::= a{1,9}\na ::= b?\nb ::= [x]", "may be empty"),
        ('root ::= "a"{3}{3}', "without brackets"),
        ('root ::= "a"{2001}', "more than 2,000 times"),
        ('root ::= "a"{5,2}', "5 to 2"),
        ("root ::= " + '"a"{2000} ' * 30, "too large"),
        ("root ::= " + "(" * 60_000, "deep"),
        ("root ::= " + "(" * 33 + '"a"' + ")" * 33, "deep"),
        ("\n".join(f'r{number} ::= "a"' for number in range(1001)), "rules"),
        ("root ::= " + " | ".join(["[a]"] * 1001), "ways"),
        (
            "root ::= a a a a a a a a a a\n"
            + "a ::= b b b b\nb ::= c c c c\nc ::= d d d d\nd ::= [x]? [y]?",
            "ways|in a row",
        ),
        ("root ::= " + "[a-z ]* " * 900, "items in a row"),
        ("root ::= " + "[a-z]* " * 11, "items in a row"),
        ("root ::= " + "[a-z]? " * 21, "items in a row"),
        ("root ::= " + "b " * 21 + '\nb ::= "" | [a-z]', "items in a row"),
        ("root ::= " + '("" | [a-z] [a-z]) ' * 21, "items in a row"),
        ('root ::= "a" (' + "b " * 101 + ') "c"\nb ::= [a]*', "items in a row"),
        ("root ::= b b b\nb ::= c c c c c c\nc ::= [a]* [b]* [a]* [b]* [a]* [b]*", "in a row"),
        ("root ::= <think>", "tokens"),
        ("root ::= [z-a]", "“z-a”, whose end"),
        (r"root ::= [a\x7a-\x61]", "whose end"),
        ("root ::= [^z-a]", "whose end"),
        (r"root ::= [^\x00-\U0010FFFF]", "allows no character"),
        (r"root ::= [^m-\U0010FFFF\x01-n]", "allows no character"),
        (r"root ::= [^\x01-\uD7FF\uE000-\U0010FFFF]*", "allows no character"),
        ("root ::= !<[12]>", "tokens"),
        ('root ::= "a\0"', "character"),
        ('root ::= "\ud800"', "character"),
        ("root ::= " + '"' + "x" * 66_000 + '"', "longer than"),
    ],
)
def test_a_grammar_that_harms_is_refused_in_words(text: str, reason: str) -> None:
    with pytest.raises(InvalidSampling, match=reason) as refusal:
        check_grammar(text)
    assert str(refusal.value).startswith("The grammar ")
    assert str(refusal.value).endswith(".")


def test_a_deep_nest_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    nest = "(" * 31 + '"a"' + ")" * 31
    monkeypatch.setattr(gbnf, "MAX_LOOK_COUNT", 2 * 32 * 200)
    check_grammar("root ::= " + " ".join([nest] * 200))


def test_a_grammar_that_takes_too_long_to_check_is_refused() -> None:
    names = [f"r{number}" for number in range(900)]
    groups = " ".join(["(" * 20 + '""' + ")" * 20] * 300)
    rules = "".join(f'{name} ::= ""\n' for name in names)
    with pytest.raises(InvalidSampling, match="too long to check"):
        check_grammar(f'root ::= {groups} {" ".join(names)} "a"\n{rules}')


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
        ("3", "not a schema"),
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

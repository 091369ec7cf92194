"""What is accepted as a schema is what a real model then writes."""

from typing import Any, Literal

import pytest

from tests.engine.schema_replies import replies, schemas
from tests.models.real import starter

# As pydantic writes them for ordinary classes, which OpenAI's, langchain's and instructor's
# structured output pass on.
ORDINARY: list[dict[str, Any]] = [
    {
        "$defs": {
            "Step": {
                "properties": {
                    "explanation": {"title": "Explanation", "type": "string", "maxLength": 60},
                    "output": {"title": "Output", "type": "string", "maxLength": 20},
                },
                "required": ["explanation", "output"],
                "title": "Step",
                "type": "object",
                "additionalProperties": False,
            }
        },
        "properties": {
            "steps": {"items": {"$ref": "#/$defs/Step"}, "maxItems": 2, "type": "array"},
            "final_answer": {"title": "Final Answer", "type": "string", "maxLength": 20},
        },
        "required": ["steps", "final_answer"],
        "title": "MathResponse",
        "type": "object",
        "additionalProperties": False,
    },
    {
        "properties": {
            "name": {"title": "Name", "type": "string", "minLength": 1, "maxLength": 30},
            "age": {"maximum": 120, "minimum": 0, "title": "Age", "type": "integer"},
            "email": {"anyOf": [{"type": "string", "format": "email"}, {"type": "null"}]},
            "score": {"exclusiveMinimum": 0.0, "maximum": 1.0, "type": "number"},
            "role": {"enum": ["admin", "user"], "default": "user", "type": "string"},
            "born": {"format": "date", "type": "string"},
            "code": {"pattern": "^[A-Z]{3}$", "type": "string"},
        },
        "required": ["name", "age", "email", "score", "born", "code"],
        "title": "User",
        "type": "object",
    },
    {
        "$defs": {
            "Cat": {
                "properties": {"kind": {"const": "cat"}, "lives": {"type": "integer"}},
                "required": ["kind", "lives"],
                "type": "object",
            },
            "Dog": {
                "properties": {"kind": {"const": "dog"}, "good": {"type": "boolean"}},
                "required": ["kind", "good"],
                "type": "object",
            },
        },
        "properties": {
            "pet": {
                "discriminator": {
                    "mapping": {"cat": "#/$defs/Cat", "dog": "#/$defs/Dog"},
                    "propertyName": "kind",
                },
                "oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}],
            }
        },
        "required": ["pet"],
        "type": "object",
    },
]
_COUNT = 40


@pytest.mark.parametrize("kind", ["generated", "ordinary"])
def test_replies_validate(kind: Literal["generated", "ordinary"]) -> None:
    starter()
    counts, faults = replies([*schemas(1, _COUNT)] if kind == "generated" else ORDINARY)
    assert faults == []
    assert counts["refused"] < _COUNT / 4 if kind == "generated" else counts["refused"] == 0
    assert counts["valid"] > counts["ended by its length"]

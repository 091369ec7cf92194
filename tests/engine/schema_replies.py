"""Replies of the starter model to generated JSON schemas validate, or end by their length.

``python -m tests.engine.schema_replies SEED COUNT`` prints how many of each kind there were, and
every reply that does not validate.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import jsonschema

from engine.grammars import check, schema_text
from engine.messages.config import EngineConfig
from engine.messages.errors import InvalidSampling
from engine.messages.events import FinishReason
from tests.benchmarks.harness import EngineHarness
from tests.models.talker import STARTER_MODEL

MAX_TOKENS = 300
_AT_ONCE = 8
_WORDS = ("name", "age", "città", "is open", "tags", "unit_price", "id", "größe", 'q"uote', "x/y")
_PATTERNS = (r"^[A-Z]{2}\d{3}$", "^(red|green|blue)$", r"^\d+(\.\d{1,2})?$", "^[a-z_]{1,12}$", "a")
_FORMATS = ("date", "date-time", "time", "email", "uuid", "ipv4", "hostname", "uri", "binary")


class SchemaMaker:
    """Makes schemas as people and libraries write them; the seed decides which."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice

    def document(self) -> dict[str, Any]:
        """Return a whole schema, mostly of an object, some with definitions."""
        dice = self._dice
        names = ["Item", "Point"] if dice.random() < 0.4 else []
        schema = self._object(0, names) if dice.random() < 0.8 else self._schema(0, names)
        if names:
            schema = dict(schema)
            schema["$defs"] = {name: self._schema(1, []) for name in names}
        if dice.random() < 0.3:
            schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        return schema

    def _schema(self, depth: int, names: list[str]) -> dict[str, Any]:
        kinds = [self._string, self._number, self._string, self._number, self._choice]
        if depth < 3:
            kinds += [
                lambda: self._array(depth, names),
                lambda: self._union(depth, names),
                lambda: self._object(depth, names),
            ]
        if names:
            kinds.append(lambda: {"$ref": f"#/$defs/{self._dice.choice(names)}"})
        schema: dict[str, Any] = self._dice.choice(kinds)()
        if self._dice.random() < 0.2:
            schema["description"] = "What it says."
        return schema

    def _string(self) -> dict[str, Any]:
        kind = self._dice.randrange(5)
        if kind == 0:
            return {"type": "string", "pattern": self._dice.choice(_PATTERNS)}
        if kind == 1:
            return {"type": "string", "format": self._dice.choice(_FORMATS)}
        least = self._dice.randrange(3)
        limits = {"minLength": least, "maxLength": least + self._dice.randrange(1, 40)}
        chosen = self._dice.sample(sorted(limits), self._dice.randrange(3))
        return {"type": "string"} | {name: limits[name] for name in chosen}

    def _number(self) -> dict[str, Any]:
        dice = self._dice
        kind = dice.choice(["integer", "number"])
        schema: dict[str, Any] = {"type": kind}
        least = dice.randrange(-200, 200)
        if dice.random() < 0.5:
            schema[dice.choice(["minimum", "exclusiveMinimum"])] = least
        if dice.random() < 0.5:
            schema[dice.choice(["maximum", "exclusiveMaximum"])] = least + dice.randrange(2, 300)
        if kind == "integer" and dice.random() < 0.2:
            schema["multipleOf"] = dice.choice([2, 5, 10])
        return schema

    def _choice(self) -> dict[str, Any]:
        values = ["yes", "no", "ümlaut", 'quo"te', 1, -2.5, None, True, {"a": [1]}]
        if self._dice.random() < 0.3:
            return {"const": self._dice.choice(values)}
        if self._dice.random() < 0.3:
            return {"type": self._dice.choice(["boolean", "null"])}
        return {"enum": self._dice.sample(values, self._dice.randrange(1, 5))}

    def _array(self, depth: int, names: list[str]) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "array", "items": self._schema(depth + 1, names)}
        if self._dice.random() < 0.3:
            schema["prefixItems"] = [self._schema(depth + 1, names) for _ in range(2)]
        least = self._dice.randrange(3)
        if self._dice.random() < 0.4:
            schema["minItems"] = least
        if self._dice.random() < 0.7:
            schema["maxItems"] = least + self._dice.randrange(4)
        if self._dice.random() < 0.1:
            schema["uniqueItems"] = self._dice.random() < 0.5
        return schema

    def _union(self, depth: int, names: list[str]) -> dict[str, Any]:
        kind = self._dice.choice(["anyOf", "anyOf", "oneOf", "allOf", "type"])
        if kind == "type":
            return {"type": self._dice.sample(["string", "integer", "null", "boolean"], 2)}
        if kind == "allOf":
            return {"allOf": [self._number(), {"maximum": 50}]}
        return {kind: [self._schema(depth + 1, names) for _ in range(self._dice.randrange(1, 4))]}

    def _object(self, depth: int, names: list[str]) -> dict[str, Any]:
        keys = self._dice.sample(_WORDS, self._dice.randrange(1, 5))
        schema: dict[str, Any] = {
            "type": "object",
            "properties": {key: self._schema(depth + 1, names) for key in keys},
        }
        if self._dice.random() < 0.8:
            schema["required"] = self._dice.sample(keys, self._dice.randrange(len(keys) + 1))
        kind = self._dice.random()
        if kind < 0.6:
            schema["additionalProperties"] = False
        elif kind < 0.7:
            schema["additionalProperties"] = {"type": "integer"}
        if self._dice.random() < 0.1:
            schema["title"] = "Thing"
        return schema


def schemas(seed: int, count: int) -> Iterator[dict[str, Any]]:
    """Yield schemas."""
    for number in range(count):
        yield SchemaMaker(random.Random(f"{seed} {number}")).document()


def replies(given: list[dict[str, Any]]) -> tuple[Counter[str], list[str]]:
    """Have each schema followed; return the counts of outcomes, and the faults."""
    counts: Counter[str] = Counter()
    faults: list[str] = []
    accepted: list[dict[str, Any]] = []
    for schema in given:
        try:
            check(schema_text(json.dumps(schema)))
        except InvalidSampling:
            counts["refused"] += 1
        else:
            accepted.append(schema)
    config = EngineConfig(context_window=1024, slot_count=_AT_ONCE)
    with EngineHarness(STARTER_MODEL, config) as engine:
        for start in range(0, len(accepted), _AT_ONCE):
            part = accepted[start : start + _AT_ONCE]
            asked = [
                engine.ask(
                    f"schema {start + number}",
                    ["Write an example as JSON."],
                    max_tokens=MAX_TOKENS,
                    temperature=0.0 if number % 2 else 1.0,
                    schema=json.dumps(schema),
                )
                for number, schema in enumerate(part)
            ]
            engine.wait_until(lambda asked=asked: all(each.finished for each in asked))  # type: ignore[misc]
            for schema, reply in zip(part, asked, strict=True):
                assert reply.finished is not None
                kind, fault = outcome(schema, reply.text, reply.finished.reason)
                if reply.finished.error is not None:
                    fault = str(reply.finished.error.text)
                counts[kind] += 1
                if fault:
                    faults.append(f"{json.dumps(schema)}\n  {reply.text!r}\n  {fault}")
    return counts, faults


def outcome(schema: dict[str, Any], text: str, reason: FinishReason) -> tuple[str, str]:
    """Return the kind of a reply's outcome, and its fault or an empty text."""
    if reason is FinishReason.LENGTH:
        return "ended by its length", ""
    if reason is not FinishReason.STOP:
        return "failed", reason.value
    try:
        jsonschema.Draft202012Validator(schema).validate(json.loads(text))
    except (ValueError, jsonschema.ValidationError) as error:
        return "invalid", str(error).split("\n", 1)[0]
    return "valid", ""


def main() -> int:
    """Return 1 if a reply is invalid."""
    counts, faults = replies([*schemas(int(sys.argv[1]), int(sys.argv[2]))])
    print("\n".join(faults))
    print(dict(counts))
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())

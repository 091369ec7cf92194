"""Makes names, texts, schemas and results of servers safe to show and to offer."""

import base64
import binascii
import json
import re
from collections.abc import Iterator
from typing import Any

from app.domain.hidden_characters import HIDDEN_CHARACTER
from app.errors import LazyText, lazy
from app.tools.servers.cutting import CUT_MARK
from app.tools.servers.model import ResourceContent

MAX_TOOLS = 5_000
MAX_DESCRIPTION_CHARS = 4_000
MAX_SCHEMA_BYTES = 64 * 1024
MAX_SCHEMA_DEPTH = 50
MAX_LIST_BYTES = 24 << 20  # all tools of a server
MAX_TEXT_CHARS = 4_000_000  # of a result
MAX_MEDIA_BYTES = 32 << 20  # of all files of a result
MAX_MEDIA = 20

_EMPTY_LINES = re.compile(r"\n(?:[^\S\n]*\n){2,}")
_LINE_ENDS = re.compile("[\t\n]")
_MAX_INTEGER = (1 << 63) - 1  # no frame holds a larger integer
_DEFINITIONS = ("$defs", "definitions")


def clean_text(text: str, max_chars: int, *, keeps_lines: bool = True) -> str:
    """Return a text without control and invisible characters, cut to a length.

    They, and many empty lines, could hide from the user what the model reads.
    """
    kept = HIDDEN_CHARACTER.sub("", text[: 4 * max_chars])
    kept = (_EMPTY_LINES.sub("\n\n", kept) if keeps_lines else _LINE_ENDS.sub("", kept)).strip()
    return kept if len(kept) <= max_chars else kept[: max_chars - 1] + "…"


def clean_name(name: str) -> str:
    """Return the name of a tool or prompt for people and settings."""
    shown = _LINE_ENDS.sub("_", HIDDEN_CHARACTER.sub("_", name[:256]))
    return shown.strip() or "_"


def model_name(name: str, taken: set[str]) -> str:
    """Return a name by which a model can call a tool, and add it to ``taken``."""
    base = re.sub(r"[^A-Za-z0-9_-]", "_", name)[:64] or "tool"
    unique, number = base, 1
    while unique in taken:
        number += 1
        unique = f"{base[:60]}_{number}"
    taken.add(unique)
    return unique


def repaired_schema(schema: object) -> dict[str, Any]:
    """Return a usable schema of arguments. Raises UnusableSchema.

    A missing type is added, an empty list where a map belongs becomes a map (PHP writes it so),
    and a reference that leads nowhere allows any value. Recursion within the schema stays.
    """
    if schema is None:
        return {"type": "object", "properties": {}}
    if not isinstance(schema, dict):
        raise UnusableSchema(lazy("its schema of arguments is not an object"))
    if len(json.dumps(schema)) > MAX_SCHEMA_BYTES:
        limit = MAX_SCHEMA_BYTES >> 10
        raise UnusableSchema(lazy("its schema of arguments is longer than {limit} KB", limit=limit))
    repaired = _repaired(schema, schema, 0)
    kind = repaired.get("type", "object")
    if kind != "object" and not (isinstance(kind, list) and "object" in kind):
        raise UnusableSchema(lazy("its arguments are not an object"))
    repaired["type"] = "object"
    if not isinstance(repaired.get("properties"), dict):
        repaired["properties"] = {}
    required = repaired.get("required")
    if required is not None:
        names = required if isinstance(required, list) else []
        repaired["required"] = [each for each in names if isinstance(each, str)]
    return repaired


class UnusableSchema(Exception):
    """A schema of arguments that cannot be followed; the text continues "“NAME”: "."""


def _repaired(schema: dict[str, Any], root: dict[str, Any], depth: int) -> dict[str, Any]:
    if depth > MAX_SCHEMA_DEPTH:
        raise UnusableSchema(lazy("its schema of arguments is nested too deeply"))
    made: dict[str, Any] = {}
    for key, value in schema.items():
        if key in ("properties", "patternProperties", *_DEFINITIONS):
            entries = value if isinstance(value, dict) else {}
            made[key] = {name: _any(each, root, depth + 1) for name, each in entries.items()}
        elif key == "$ref":
            if _leads_somewhere(value, root):
                made[key] = value
        elif key in ("const", "enum", "default", "examples"):
            made[key] = _any(value, {}, depth)
        else:
            made[key] = _any(value, root, depth)
    return made


def _any(value: object, root: dict[str, Any], depth: int) -> object:
    if isinstance(value, dict):
        return _repaired(value, root, depth + 1)
    if isinstance(value, list):
        return [_any(each, root, depth + 1) for each in value]
    if isinstance(value, int) and not -_MAX_INTEGER <= value <= _MAX_INTEGER:
        return _MAX_INTEGER if value > 0 else -_MAX_INTEGER
    return value


def _leads_somewhere(reference: object, root: dict[str, Any]) -> bool:
    if reference == "#":
        return True
    if not isinstance(reference, str) or not reference.startswith("#/"):
        return False
    place: object = root
    for part in reference[2:].split("/"):
        part = part.replace("~1", "/").replace("~0", "~")
        if not isinstance(place, dict) or part not in place:
            return False
        place = place[part]
    return isinstance(place, dict | bool)


def repaired_result(result: dict[str, Any], refused: dict[str, LazyText]) -> None:
    """Change the result of a server in place, so that the library accepts what it can mean.

    One wrong entry would otherwise cost the whole list or answer. Tools that cannot be used are
    removed, and added to ``refused``; other wrong entries are removed.
    """
    if isinstance(tools := result.get("tools"), list):
        result["tools"] = list(_repaired_tools(tools, refused))
    if isinstance(content := result.get("content"), list):
        result["content"] = [_repaired_block(each) for each in content]
        result["isError"] = bool(result.get("isError"))
        if not isinstance(result.get("structuredContent", {}), dict):
            result["content"].append(_text_block(result.pop("structuredContent")))
    if isinstance(resources := result.get("resources"), list):
        result["resources"] = [
            _only(each, uri=str, name=str, title=str, description=str, mimeType=str, size=int)
            for each in map(_with_name, resources)
            if _has(each, "uri", "name")
        ]
    if isinstance(prompts := result.get("prompts"), list):
        result["prompts"] = [
            _only(each, name=str, title=str, description=str, arguments=list)
            for each in map(_with_arguments, prompts)
            if _has(each, "name")
        ]
    if isinstance(messages := result.get("messages"), list):
        result["messages"] = [
            {
                "role": "assistant" if each.get("role") == "assistant" else "user",
                "content": _repaired_block(each.get("content")),
            }
            for each in messages
            if isinstance(each, dict)
        ]
    if isinstance(contents := result.get("contents"), list):
        result["contents"] = [
            _only(each, uri=str, mimeType=str, text=str, blob=str)
            for each in contents
            if _has(each, "uri", "text") or _has(each, "uri", "blob")
        ]
    if not isinstance(result.get("nextCursor", ""), str):
        del result["nextCursor"]
    if not isinstance(result.get("_meta", {}), dict):
        del result["_meta"]


def _has(entry: object, *keys: str) -> bool:
    return isinstance(entry, dict) and all(isinstance(entry.get(key), str) for key in keys)


def _only(entry: dict[str, Any], **kinds: type) -> dict[str, Any]:
    """Return the values of an entry that have their types."""
    return {
        key: entry[key]
        for key, kind in kinds.items()
        if isinstance(entry.get(key), kind) and not isinstance(entry[key], bool)
    }


def _with_name(resource: Any) -> Any:
    if isinstance(resource, dict) and not isinstance(resource.get("name"), str):
        return resource | {"name": resource.get("uri")}
    return resource


def _with_arguments(prompt: Any) -> Any:
    if not isinstance(prompt, dict):
        return prompt
    arguments = prompt.get("arguments")
    return prompt | {
        "arguments": [
            _only(each, name=str, title=str, description=str)
            | {"required": each.get("required") is True}
            for each in (arguments if isinstance(arguments, list) else [])
            if _has(each, "name")
        ]
    }


def _repaired_tools(tools: list[object], refused: dict[str, LazyText]) -> Iterator[object]:
    for number, tool in enumerate(tools):
        name = tool.get("name") if isinstance(tool, dict) else None
        if not isinstance(tool, dict) or not isinstance(name, str) or not name:
            refused[f"#{number + 1}"] = lazy("it has no name")
            continue
        try:
            tool["inputSchema"] = repaired_schema(tool.get("inputSchema"))
        except (UnusableSchema, RecursionError) as error:
            deep = lazy("its schema of arguments is nested too deeply")
            refused[clean_name(name)] = (
                LazyText.of(error.args[0]) if isinstance(error, UnusableSchema) else deep
            )
            continue
        # Without "outputSchema": answers that break their own schema are common.
        hints = tool.get("annotations")
        kept = _only(tool, name=str, title=str, description=str, inputSchema=dict)
        if isinstance(hints, dict):
            kept["annotations"] = _only(hints, title=str)
            if isinstance(hints.get("readOnlyHint"), bool):
                kept["annotations"]["readOnlyHint"] = hints["readOnlyHint"]
        yield kept


def _repaired_block(block: object) -> dict[str, Any]:
    if not isinstance(block, dict):
        return _text_block(block)
    match block.get("type"):
        case "text" if _has(block, "text"):
            return _only(block, type=str, text=str)
        case "image" | "audio" as kind if _has(block, "data"):
            media_type = block["mimeType"] if _has(block, "mimeType") else f"{kind}/unknown"
            return {"type": kind, "data": block["data"], "mimeType": media_type}
        case "resource":
            inner = block.get("resource")
            if _has(inner, "uri", "text") or _has(inner, "uri", "blob"):
                assert isinstance(inner, dict)
                kept = _only(inner, uri=str, mimeType=str, text=str, blob=str)
                return {"type": "resource", "resource": kept}
        case "resource_link" if _has(block, "uri"):
            return _only(
                _with_name(block),
                type=str,
                uri=str,
                name=str,
                title=str,
                description=str,
                mimeType=str,
            )
    return _text_block(block)


def _text_block(value: object) -> dict[str, Any]:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return {"type": "text", "text": text}


def decoded(name: str, media_type: str, data: str) -> ResourceContent:
    """Return the file in base64 text; a text instead if it was cut or is damaged."""
    if data.endswith(CUT_MARK):
        text = lazy("[“{name}” ({kind}) is too large and was omitted.]", name=name, kind=media_type)
        return ResourceContent(name, "text/plain", text)
    try:
        content = base64.b64decode(data, validate=False)
    except (binascii.Error, ValueError):
        text = lazy("[“{name}” ({kind}) is damaged.]", name=name, kind=media_type)
        return ResourceContent(name, "text/plain", text)
    return ResourceContent(name, media_type, None, content)


def bounded(parts: Iterator[ResourceContent]) -> tuple[ResourceContent, ...]:
    """Return the parts of a result within the limits of a frame; omitted ones are named."""
    kept: list[ResourceContent] = []
    chars, media_bytes, media_count = MAX_TEXT_CHARS, MAX_MEDIA_BYTES, MAX_MEDIA
    for part in parts:
        if part.text is not None:
            text = part.text if len(part.text) <= chars else part.text[:chars] + CUT_MARK
            if not text and part.text:
                continue
            chars -= min(chars, len(part.text))
            kept.append(ResourceContent(part.name, part.media_type, whole_characters(text)))
        elif len(part.content) > media_bytes or not media_count:
            text = lazy("[“{name}” was omitted: the result is too large.]", name=part.name)
            kept.append(ResourceContent(part.name, "text/plain", text))
        else:
            media_bytes -= len(part.content)
            media_count -= 1
            kept.append(part)
    return tuple(kept)


def whole_characters(text: str) -> str:
    """Return a text without halves of surrogate pairs, which no frame can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text

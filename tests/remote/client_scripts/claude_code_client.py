"""Requests of Claude Code, in the shape that people recorded of its versions 2.0 to 2.1.294.

The fields, types and nesting are those of public recordings; the texts are shorter and ours.
"""

import json
import os
import urllib.request

from checking import events_in, run, sent

ADDRESS, TOKEN = os.environ["HUBBUB_ADDRESS"], os.environ["HUBBUB_TOKEN"]
HEADERS = {
    "Authorization": f"Bearer {TOKEN}",
    "Accept": "application/json",
    "anthropic-version": "2023-06-01",
    "anthropic-beta": "claude-code-20250219,adaptive-thinking-2026-01-28,"
    "context-management-2025-06-27,prompt-caching-scope-2026-01-05,effort-2025-11-24",
    "anthropic-dangerous-direct-browser-access": "true",
    "User-Agent": "claude-cli/2.1.294 (external, cli)",
    "x-app": "cli",
    "X-Stainless-Lang": "js",
    "X-Stainless-Timeout": "600",
}
CACHED = {"cache_control": {"type": "ephemeral"}}
KEPT_LONG = {"cache_control": {"type": "ephemeral", "ttl": "1h", "scope": "global"}}
SYSTEM = [
    {"type": "text", "text": "x-anthropic-billing-header: cc_version=2.1.294.abc; cch=fa690;"},
    {"type": "text", "text": "You are a program in a terminal.", **CACHED},
    {"type": "text", "text": "# Tone\nBe brief.", **KEPT_LONG},
]
DRAFT = {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}
TOOLS = [
    {
        "name": "Bash",
        "description": "Runs a command.",
        "input_schema": {
            **DRAFT,
            "properties": {
                "command": {"type": "string", "description": "The command."},
                "timeout": {"type": "number", "maximum": 600000},
                "run_in_background": {"type": "boolean"},
            },
            "required": ["command"],
            "additionalProperties": False,
        },
        "eager_input_streaming": True,
    },
    {
        "name": "Read",
        "description": "Reads a file.",
        "input_schema": {
            **DRAFT,
            "properties": {
                "file_path": {"type": "string"},
                "offset": {"type": "integer", "minimum": 0, "maximum": 9007199254740991},
                "limit": {"type": "integer", "exclusiveMinimum": 0, "maximum": 9007199254740991},
            },
            "required": ["file_path"],
            "additionalProperties": False,
        },
    },
    {
        "name": "WebFetch",
        "description": "Fetches a page.",
        "input_schema": {
            **DRAFT,
            "properties": {"url": {"type": "string", "format": "uri"}, "prompt": {"type": "string"}},
            "required": ["url", "prompt"],
            "additionalProperties": False,
        },
    },
    {
        "name": "TodoWrite",
        "description": "Keeps a list.",
        "input_schema": {
            **DRAFT,
            "properties": {
                "todos": {
                    "type": "array",
                    "minItems": 1,
                    "items": {
                        "type": "object",
                        "properties": {
                            "content": {"type": "string", "minLength": 1},
                            "status": {"enum": ["pending", "done"], "type": "string"},
                            "notes": {
                                "type": "object",
                                "propertyNames": {"type": "string"},
                                "additionalProperties": {},
                            },
                        },
                        "required": ["content", "status"],
                        "additionalProperties": False,
                    },
                }
            },
            "required": ["todos"],
            "additionalProperties": False,
        },
        "cache_control": {"type": "ephemeral"},
    },
]
WEB_SEARCH = {"type": "web_search_20250305", "name": "web_search", "max_uses": 8}
DEFERRED = {**TOOLS[1], "name": "mcp__files__read", "defer_loading": True}
QUESTION = [
    {"role": "system", "content": [{"type": "text", "text": "# Environment\ncwd: /home/ada"}]},
    {
        "role": "user",
        "content": [
            {"type": "text", "text": "<system-reminder>Be brief.</system-reminder>"},
            {"type": "text", "text": "What is in hello.py?", **CACHED},
        ],
    },
]
AFTER_TOOLS = [
    *QUESTION,
    {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "I read it.", "signature": "EqQBCk"},
            {"type": "redacted_thinking", "data": "EmwKAh"},
            {"type": "text", "text": "I read the file."},
            {
                "type": "tool_use",
                "id": "toolu_01",
                "name": "Read",
                "input": {"file_path": "hello.py"},
                "caller": {"type": "direct"},
            },
            {"type": "tool_use", "id": "toolu_02", "name": "Bash", "input": {"command": "ls"}},
        ],
    },
    {
        "role": "user",
        "content": [
            {
                "tool_use_id": "toolu_01",
                "type": "tool_result",
                "content": [{"type": "text", "text": 'print("hello")'}],
            },
            {
                "tool_use_id": "toolu_02",
                "type": "tool_result",
                "content": "Not allowed.",
                "is_error": True,
                **CACHED,
            },
            {"type": "text", "text": "<system-reminder>Go on.</system-reminder>"},
        ],
    },
]
TITLE = {
    "type": "object",
    "properties": {"title": {"type": "string"}},
    "required": ["title"],
    "additionalProperties": False,
}


def body(messages: list[dict[str, object]], **fields: object) -> dict[str, object]:
    return {
        "model": "claude-opus-4-6",
        "messages": messages,
        "system": SYSTEM,
        "tools": TOOLS,
        "metadata": {"user_id": json.dumps({"device_id": "d", "session_id": "s"})},
        "max_tokens": 60,  # Claude Code sends 32000
        "thinking": {"type": "adaptive", "display": "updates"},
        "context_management": {"edits": [{"type": "clear_thinking_20251015", "keep": "all"}]},
        "output_config": {"effort": "medium"},
        "safeguards": {"context": {"cwd": "/home/ada"}},
        "stream": True,
    } | fields


def streamed(messages: list[dict[str, object]], **fields: object) -> list[dict[str, object]]:
    events = events_in(sent("/v1/messages?beta=true", body(messages, **fields), HEADERS))
    kinds = [each["type"] for each in events if each["type"] != "ping"]
    assert kinds[0] == "message_start", kinds
    assert kinds[-2:] == ["message_delta", "message_stop"], kinds
    assert kinds.count("content_block_start") == kinds.count("content_block_stop") > 0
    return events


def title() -> None:
    events = streamed(
        [{"role": "user", "content": [{"type": "text", "text": "<session>Hello</session>"}]}],
        tools=[],
        thinking={"type": "disabled"},
        temperature=1,
        output_config={"format": {"type": "json_schema", "schema": TITLE}},
        max_tokens=100,
    )
    deltas = [each["delta"] for each in events if each["type"] == "content_block_delta"]
    text = "".join(str(each["text"]) for each in deltas)
    assert text.startswith("{"), text
    assert '"title"' in text, text


def counted() -> None:
    asked = {"model": "claude-opus-4-6", "messages": AFTER_TOOLS, "tools": TOOLS}
    answer = json.loads(sent("/v1/messages/count_tokens?beta=true", asked, HEADERS))
    assert answer["input_tokens"] > 100, answer


def probed() -> None:
    asked = {
        "model": "claude-haiku-4-5",
        "max_tokens": 1,
        "messages": [{"role": "user", "content": "quota"}],
        "metadata": {"user_id": "u"},
    }
    assert json.loads(sent("/v1/messages?beta=true", asked, HEADERS))["usage"]["output_tokens"] == 1


def warmed_up() -> None:
    asked = body(QUESTION, max_tokens=0, stream=False)
    answer = json.loads(sent("/v1/messages?beta=true", asked, HEADERS))
    assert (answer["content"], answer["usage"]["output_tokens"]) == ([], 0), answer


def listed() -> None:
    request = urllib.request.Request(f"{ADDRESS}/v1/models?limit=1000", headers=HEADERS)
    with urllib.request.urlopen(request) as answer:
        assert json.load(answer)["data"][0]["id"]


run(
    {
        "models": listed,
        "probe of the quota": probed,
        "warm-up": warmed_up,
        "title": title,
        "count_tokens": counted,
        "first turn": lambda: streamed(QUESTION),
        "after tools": lambda: streamed(AFTER_TOOLS),
        "a hosted tool, a deferred one": lambda: streamed(QUESTION, tools=[*TOOLS, WEB_SEARCH, DEFERRED]),
        "budget of thinking": lambda: streamed(
            QUESTION, thinking={"type": "enabled", "budget_tokens": 1024}
        ),
    }
)

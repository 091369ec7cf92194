"""Requests of the Codex program, in the shape that its version 0.171 sends to a local server.

The fields, types and nesting are those of a recording; the texts are shorter and ours.
"""

import os

from checking import events_in, run, sent

SESSION = "01a228ae-b779-7b20-adf2-571cedf575e6"
HEADERS = {
    "Authorization": f"Bearer {os.environ['HUBBUB_TOKEN']}",
    "Accept": "text/event-stream",
    "Accept-Encoding": "zstd,gzip",
    "originator": "codex_exec",
    "session-id": SESSION,
    "thread-id": SESSION,
    "x-codex-beta-features": "remote_compaction_v2",
    "x-codex-window-id": f"{SESSION}:0",
}


def function(name: str, required: tuple[str, ...] = (), **properties: object) -> dict[str, object]:
    """Return a function as Codex describes it."""
    parameters = {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }
    return {
        "type": "function",
        "name": name,
        "description": f"Does {name}.",
        "strict": False,
        "parameters": parameters,
    }


STRING = {"type": "string", "description": "A text."}
NUMBER = {"type": "number", "description": "A number; 10000 by default."}
OPTION = {
    "type": "object",
    "properties": {"label": STRING, "description": STRING},
    "required": ["label", "description"],
    "additionalProperties": False,
}
TOOLS = [
    function(
        "exec_command",
        ("cmd",),
        cmd=STRING,
        login={"type": "boolean"},
        max_output_tokens=NUMBER,
        prefix_rule={"type": "array", "items": {"type": "string"}},
        sandbox_permissions={"type": "string", "enum": ["use_default", "require_escalated"]},
    ),
    function("write_stdin", ("session_id",), chars=STRING, session_id=NUMBER),
    function(
        "request_user_input", ("questions",), questions={"type": "array", "items": OPTION}
    ),
    {
        "type": "namespace",
        "name": "multi_agent_v1",
        "description": "Tools for other agents.",
        "tools": [function("close_agent", ("target",), target=STRING)],
    },
    function("get_goal"),
    {"type": "web_search", "external_web_access": False},
]
PATCH = {
    "type": "custom",
    "name": "apply_patch",
    "description": "Changes files. The input is a patch, not JSON.",
    "format": {
        "type": "grammar",
        "syntax": "lark",
        "definition": 'start: "*** Begin Patch" LF "*** End Patch" LF?\n%import common.LF',
    },
}
OLDER_TOOLS = [
    *TOOLS,
    PATCH,
    {"type": "local_shell"},
    {"type": "image_generation", "output_format": "png"},
    {"type": "tool_search", "execution": "client", "description": "Finds tools."},
]


def said(role: str, *texts: str) -> dict[str, object]:
    kind = "output_text" if role == "assistant" else "input_text"
    content = [{"type": kind, "text": each} for each in texts]
    return {"type": "message", "id": f"msg_{SESSION}", "role": role, "content": content}


FIRST_TURN = [
    said("developer", "You are an agent in a terminal."),
    said("developer", "<skills>None.</skills>", "<permissions>Read only.</permissions>"),
    said("user", "<environment_context><cwd>/home/ada</cwd></environment_context>"),
    said("user", "List the files."),
]
SECOND_TURN = [
    *FIRST_TURN,
    {
        "type": "reasoning",
        "id": "rs_1",
        "summary": [{"type": "summary_text", "text": "I look."}],
        "content": None,
        "encrypted_content": "gAAAAA",
    },
    {
        "type": "function_call",
        "id": "fc_1",
        "name": "exec_command",
        "arguments": '{"cmd": "ls"}',
        "call_id": "call_1",
    },
    {"type": "function_call_output", "id": "fco_1", "call_id": "call_1", "output": "hello.py"},
]
THIRD_TURN = [
    *SECOND_TURN,
    {
        "type": "custom_tool_call",
        "id": "ctc_1",
        "call_id": "call_2",
        "name": "apply_patch",
        "input": "*** Begin Patch\n*** End Patch",
        "status": "completed",
    },
    {"type": "custom_tool_call_output", "call_id": "call_2", "output": "Done."},
    {
        "type": "local_shell_call",
        "id": "lsh_1",
        "call_id": "call_3",
        "status": "completed",
        "action": {"type": "exec", "command": ["ls"], "timeout_ms": 1000},
    },
    {
        "type": "function_call_output",
        "call_id": "call_3",
        "output": [{"type": "input_text", "text": "hello.py"}],
    },
    {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search"}},
    said("assistant", "There is one file."),
    said("developer", "<permissions>Everything.</permissions>"),
    said("user", "Thank you."),
]


def turn(items: list[dict[str, object]], tools: list[dict[str, object]]) -> None:
    body = {
        "model": "talker",
        "stream": True,
        "input": items,
        "tools": tools,
        "tool_choice": "auto",
        "parallel_tool_calls": True,
        "reasoning": {"summary": "auto"},
        "store": False,
        "include": ["reasoning.encrypted_content"],
        "prompt_cache_key": SESSION,
        "client_metadata": {"session_id": SESSION, "x-codex-window-id": f"{SESSION}:0"},
        # Codex sends no limit; a small model may repeat itself until the window is full.
        "max_output_tokens": 60,
    }
    events = events_in(sent("/v1/responses", body, HEADERS))
    kinds = [str(each["type"]) for each in events]
    assert kinds[0] == "response.created", kinds
    assert kinds[-1] in ("response.completed", "response.incomplete"), kinds
    # Codex takes whole items from these events, and ignores the response at the end.
    done = [each["item"] for each in events if each["type"] == "response.output_item.done"]
    assert done
    assert events[-1]["response"]["usage"]["total_tokens"] > 0


def with_instructions() -> None:
    """Versions before 0.150 sent the first message in this field."""
    body = {
        "model": "talker",
        "instructions": "You are an agent in a terminal.",
        "input": FIRST_TURN[1:],
        "tools": [*TOOLS[:2], PATCH],
        "tool_choice": "auto",
        "parallel_tool_calls": False,
        "reasoning": {"effort": "medium", "summary": "auto"},
        "store": False,
        "stream": True,
        "include": ["reasoning.encrypted_content"],
        "prompt_cache_key": SESSION,
        "text": {"verbosity": "low"},
        "max_output_tokens": 20,
    }
    assert events_in(sent("/v1/responses", body, HEADERS))[-1]["response"]["output"]


run(
    {
        "first turn": lambda: turn(FIRST_TURN, TOOLS),
        "after a command": lambda: turn(SECOND_TURN, TOOLS),
        "hosted and free-form tools": lambda: turn(FIRST_TURN, OLDER_TOOLS),
        "all kinds of items": lambda: turn(THIRD_TURN, OLDER_TOOLS),
        "instructions": with_instructions,
    }
)

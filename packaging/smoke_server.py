"""Tests ``hubbub serve`` of an installed program with one question, without a display."""

from __future__ import annotations

import json
import subprocess
import threading
import urllib.request

from failure import SetupFailed

QUESTION, EXPECTED_WORD = "What is the capital of France?", "Paris"
# The starter model only knows English; the window uses the same prompt.
SYSTEM_PROMPT = "Answer in English."
MAX_TOKENS = 40
_ADDRESS = "Hubbub answers at "


def check_server(command: list[str], folder: str, seconds: float = 300.0) -> str:
    """Start ``hubbub serve``, ask the starter model, stop the server, and return the answer.

    ``command`` starts the program, with its data in ``folder``. Raises SetupFailed if the server
    exits early, the answer is wrong, or both take longer than ``seconds``.
    """
    serve = [*command, "serve", "--port", "0", "--show-token", "--data", folder]
    with subprocess.Popen(
        serve, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    ) as process:
        limit = threading.Timer(seconds, process.kill)
        limit.start()
        try:
            answer = _asked(process, seconds)
        finally:
            limit.cancel()
            process.terminate()
    if EXPECTED_WORD not in answer:
        raise SetupFailed(f"“{QUESTION}” was answered with “{answer}”.")
    return answer


def _asked(process: subprocess.Popen[str], seconds: float) -> str:
    assert process.stdout is not None, "it is a pipe"
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line.strip())
        if lines[-1].endswith(" is ready."):
            break
    else:
        raise SetupFailed("hubbub serve ended before a model was ready.", tuple(lines))
    address = next(each for each in lines if each.startswith(_ADDRESS)).removeprefix(_ADDRESS)
    token = next(each for each in lines if " " not in each)
    messages = [("system", SYSTEM_PROMPT), ("user", QUESTION)]
    body = {
        "messages": [{"role": role, "content": content} for role, content in messages],
        "temperature": 0,
        "max_tokens": MAX_TOKENS,
    }
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(
        f"{address}/v1/chat/completions", json.dumps(body).encode(), headers
    )
    try:
        with urllib.request.urlopen(request, timeout=seconds) as answer:
            return str(json.load(answer)["choices"][0]["message"]["content"])
    except OSError as error:
        raise SetupFailed(f"hubbub serve did not answer: {error}", tuple(lines)) from error

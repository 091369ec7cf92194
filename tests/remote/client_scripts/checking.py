"""Runs the checks of a client and prints a line for each, which the caller collects.

``+ name`` says that a check passed, ``- name => reason`` that it did not.
"""

import json
import os
import sys
import urllib.error
import urllib.request
from collections.abc import Callable

MAX_REASON = 400
SECONDS = 120


def run(checks: dict[str, Callable[[], object]]) -> None:
    """Run all checks, also after one that fails; end with status 1 if any failed."""
    failed = 0
    for name, check in checks.items():
        try:
            check()
        except Exception as error:  # whatever a client raises is the result
            failed += 1
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            print(f"- {name} => {reason[:MAX_REASON]}", flush=True)
        else:
            print(f"+ {name}", flush=True)
    sys.exit(1 if failed else 0)


def sent(path: str, body: object, headers: dict[str, str]) -> str:
    """Return the text of the answer to a POST request without a client's library.

    Raises AssertionError with the answer if its status is not 200.
    """
    request = urllib.request.Request(
        os.environ["HUBBUB_ADDRESS"] + path,
        json.dumps(body).encode(),
        {"Content-Type": "application/json", **headers},
    )
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{error.code}: {error.read().decode()}") from error


def events_in(stream: str) -> list[dict[str, object]]:
    """Return the data of a stream's events; each must be named as its data says."""
    found = []
    for block in stream.strip().split("\n\n"):
        if block.startswith(":"):
            continue  # a comment, sent while nothing else was
        name, data = block.split("\n")
        event = json.loads(data.removeprefix("data: "))
        assert name == f"event: {event['type']}", block
        found.append(event)
    return found

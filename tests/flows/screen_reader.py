"""A screen reader in a few lines, run by the system's Python: prints what it is told, as JSON.

First one line with everything that can be reached in the program, then, as soon as the program
announces something, a line with the announcement, and a line with everything again.
"""

import json
import sys
import time
from typing import Any

import pyatspi  # type: ignore[import-not-found]  # only the system's Python has it

PATIENCE_SECONDS = 240.0
LOOK_SECONDS = 0.2


def program(name: str) -> Any:
    """Wait for a program with a window, and return it."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        desktop = pyatspi.Registry.getDesktop(0)
        for number in range(desktop.childCount):
            found = desktop.getChildAtIndex(number)
            if found is not None and found.name == name and found.childCount:
                return found
        time.sleep(LOOK_SECONDS)
    sys.exit(f"no program called {name}")


def nodes(node: Any) -> list[dict[str, Any]]:
    """Return a node and all below it, from top to bottom."""
    states = node.getState()
    found = {
        "role": node.getRoleName(),
        "name": node.name,
        "description": node.description,
        "is_focusable": states.contains(pyatspi.STATE_FOCUSABLE),
        "is_showing": states.contains(pyatspi.STATE_SHOWING),
        "text": "",
        "value": [],
    }
    if "Text" in pyatspi.listInterfaces(node):
        found["text"] = node.queryText().getText(0, -1)
    if "Value" in pyatspi.listInterfaces(node):
        value = node.queryValue()
        found["value"] = [value.minimumValue, value.currentValue, value.maximumValue]
    children = [node.getChildAtIndex(number) for number in range(node.childCount)]
    return [found, *(each for child in children if child is not None for each in nodes(child))]


def wait_until_described(root: Any, text: str) -> list[dict[str, Any]]:
    """Return all nodes once one has a description that begins so."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    found = nodes(root)
    while not any(each["description"].startswith(text) for each in found):
        if time.monotonic() > deadline:
            sys.exit(f"nothing is described as {text}")
        time.sleep(LOOK_SECONDS)
        found = nodes(root)
    return found


def main() -> None:
    """Read, listen, read again."""
    root = program("hubbub")
    report(wait_until_described(root, "Hubbub demo · Q8_0 is ready"))
    pyatspi.Registry.registerEventListener(on_announcement, "object:announcement")
    pyatspi.Registry.start()
    report(nodes(root))


def on_announcement(event: Any) -> None:
    """Pass the words on, and listen no more."""
    report(str(event.any_data))
    pyatspi.Registry.stop()


def report(what: object) -> None:
    """Print a line for the test."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()

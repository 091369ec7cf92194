"""The intents: what can be asked of the demo model, and what it answers."""

import pathlib
import tomllib
from dataclasses import dataclass
from typing import Any

FOLDER = pathlib.Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Intent:
    """One thing that can be asked, the ways to ask it, and its answer."""

    name: str
    group: str
    keys: tuple[str, ...]
    do: tuple[str, ...]
    noun: tuple[str, ...]
    ask: tuple[str, ...]
    shortcut: tuple[str, ...]
    answer: tuple[str, ...]
    short: str | None
    more: str | None


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A question that leans on the turn before it."""

    after: tuple[str, ...]
    ask: tuple[str, ...]
    intent: str


@dataclass(frozen=True, slots=True)
class Story:
    """The stages of a story, one variant of each of which is told."""

    stages: tuple[tuple[str, ...], ...]
    tabs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lore:
    """All that the demo model is taught."""

    intents: dict[str, Intent]
    follow_ups: tuple[FollowUp, ...]
    things: dict[str, tuple[str, ...]]
    phrases: dict[str, tuple[str, ...]]
    swaps: tuple[tuple[str, str], ...]
    story: Story
    repeat: tuple[str, ...]
    shorter: tuple[str, ...]
    more: tuple[str, ...]
    more_answer: str


def load(folder: pathlib.Path = FOLDER) -> Lore:
    """Read the lists of functions, talk, pieces, long forms and follow-ups."""
    talk, long_forms, turns, wording = (
        _read(folder / f"{name}.toml") for name in ("talk", "long_forms", "follow_ups", "wording")
    )
    swaps = tuple((before, after) for before, after in wording.pop("swaps"))
    entries = [
        *_read(folder / "functions.toml")["function"],
        *talk["talk"],
        *(_piece(entry) for entry in _read(folder / "pieces.toml")["piece"]),
        _piece({"intent": "tips", **long_forms["tips"]}),
        {"intent": "story", **long_forms["story"], "answer": []},
        {"intent": "count", "keys": ["1, 2, 3"], "answer": []},
        {"intent": "count_down", "keys": ["3, 2, 1."], "answer": []},
        {"intent": "name_told", "keys": ["Nice to meet you"], "answer": []},
        {"intent": "name_known", "keys": ["Your name is"], "answer": []},
    ]
    intents = [_intent(entry) for entry in entries]
    return Lore(
        intents={intent.name: intent for intent in intents},
        follow_ups=tuple(
            FollowUp(tuple(entry["after"]), tuple(entry["ask"]), entry["intent"])
            for entry in turns["follow_up"]
        ),
        things={name: tuple(values) for name, values in talk["things"].items()},
        phrases={kind: tuple(phrases) for kind, phrases in wording.items()},
        swaps=swaps,
        story=Story(
            stages=tuple(tuple(stage) for stage in long_forms["story"]["stages"]),
            tabs=tuple(long_forms["story"]["tabs"]),
        ),
        repeat=tuple(turns["repeat"]["ask"]),
        shorter=tuple(turns["shorter"]["ask"]),
        more=tuple(turns["more"]["ask"]),
        more_answer=turns["more"]["answer"],
    )


def matching(lore: Lore, text: str) -> set[str]:
    """Return the groups of the intents whose keys all occur in the text."""
    return {
        intent.group for intent in lore.intents.values() if all(key in text for key in intent.keys)
    }


def _read(path: pathlib.Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)


def _piece(entry: dict[str, Any]) -> dict[str, Any]:
    return {**entry, "answer": [entry["text"].strip()]}


def _intent(entry: dict[str, Any]) -> Intent:
    return Intent(
        name=entry["intent"],
        group=entry.get("counts_as", entry["intent"]),
        keys=tuple(entry["keys"]),
        do=tuple(entry.get("do", ())),
        noun=tuple(entry.get("noun", ())),
        ask=tuple(entry.get("ask", ())),
        shortcut=tuple(entry.get("shortcut", ())),
        answer=tuple(entry["answer"]),
        short=entry.get("short"),
        more=entry.get("more"),
    )

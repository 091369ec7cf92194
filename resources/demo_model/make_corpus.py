"""Make the demo model's corpus: dialogues drawn from the lists of functions, talk and pieces.

python -m resources.demo_model.make_corpus --seed 1 --count 1000 --out corpus.jsonl
"""

import argparse
import itertools
import json
import pathlib
import random
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field

from resources.demo_model import intents, wording
from resources.demo_model.intents import FOLDER, FollowUp, Intent, Lore
from resources.demo_model.wording import Wording

_STANDARD_COUNT = 60
_LONG_ANSWER = 250
_WEIGHTS = {
    "name_told": 9.0, "name_known": 4.0, "name_unknown": 0.4, "count": 6.0, "count_down": 0.8,
    "beyond": 2.0, "beyond_world": 4.0, "story": 1.0, "tips": 0.5, "new_tab": 3.5, "close_tab": 2.5,
    "reopen_tab": 2.0, "next_tab": 2.0, "previous_tab": 1.5, "tab_number": 2.0, "delete": 1.7,
    "undo_delete": 1.7, "zoom_in": 1.5, "stop": 1.5, "greet": 2.0, "what_is_hubbub": 2.0,
    "isolation": 1.5, "who_are_you": 1.5, "abilities": 1.5, "open_model": 1.5, "list_any": 0.7,
    "alphabet": 0.5, "table_planets": 0.4, "edit_message": 1.7, "memory_line": 1.7, "variants": 1.7,
    "system_prompt": 1.7, "status_line": 1.7, "speed": 1.5,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a dialogue."""

    role: str
    text: str


@dataclass(slots=True)
class Dialogue:
    """A dialogue as it grows, and what a later turn may lean on."""

    messages: list[Message] = field(default_factory=list)
    intent: Intent | None = None
    name: str | None = None

    def add(self, question: str, answer: str, intent: Intent | None) -> None:
        """Append one turn."""
        self.messages += [Message("user", question), Message("assistant", answer)]
        self.intent = intent


class Corpus:
    """Draws dialogues; the same seed draws the same ones."""

    def __init__(self, lore: Lore, seed: int, kept_back: frozenset[str]) -> None:
        self._lore = lore
        self._draw = random.Random(seed)
        self._wording = Wording(lore, self._draw)
        self._kept_back = kept_back
        self._follow_ups: dict[str, list[FollowUp]] = {}
        for follow_up in lore.follow_ups:
            for name in follow_up.after:
                self._follow_ups.setdefault(name, []).append(follow_up)
        self._names = list(lore.intents)
        self._weights = [_weight(intent) for intent in lore.intents.values()]

    def dialogues(self) -> Iterator[list[Message]]:
        """Yield dialogues without end."""
        while True:
            turns = self._draw.choices((1, 2, 3, 5, 8, 12), (25, 22, 20, 18, 10, 5))[0]
            yield self.dialogue(turns)

    def dialogue(self, turns: int) -> list[Message]:
        """Return one dialogue of so many turns."""
        dialogue = Dialogue()
        if self._draw.random() < 0.2:
            dialogue.messages.append(Message("system", self._wording.phrase("system_prompts")))
        while len(dialogue.messages) < 2 * turns:
            self._turn(dialogue)
        return dialogue.messages

    def _turn(self, dialogue: Dialogue) -> None:
        before = dialogue.intent
        kind = self._draw.random()
        if dialogue.name is not None and self._draw.random() < 0.1:
            self._ask_name(dialogue)
            return
        if before is not None and kind < 0.18 and before.name in self._follow_ups:
            self._follow(dialogue, self._draw.choice(self._follow_ups[before.name]))
        elif before is not None and kind < 0.29 and before.answer:
            self._lean(dialogue, before)
        elif before is not None and kind < 0.33:
            self._ask(dialogue, self._lore.intents["thanks"])
        else:
            name = self._draw.choices(self._names, self._weights)[0]
            self._ask(dialogue, self._lore.intents[name])

    def _follow(self, dialogue: Dialogue, follow_up: FollowUp) -> None:
        question = self._typed(follow_up.ask)
        intent = self._lore.intents[follow_up.intent]
        dialogue.add(question, self._answer(intent), intent)

    def _lean(self, dialogue: Dialogue, before: Intent) -> None:
        """Ask for the answer before: again, shorter, or with more."""
        last = dialogue.messages[-1].text
        kind = self._draw.choice(("repeat", "shorter", "more"))
        if kind == "repeat" or before.short is None:
            dialogue.add(self._typed(self._lore.repeat), last, before)
        elif kind == "shorter":
            dialogue.add(self._typed(self._lore.shorter), before.short, before)
        else:
            dialogue.add(
                self._typed(self._lore.more), before.more or self._lore.more_answer, before
            )

    def _ask(self, dialogue: Dialogue, intent: Intent) -> None:
        special = {
            "count": self._count, "count_down": self._count_down, "name_told": self._tell_name,
            "name_known": self._ask_name, "name_unknown": self._ask_name,
        }  # fmt: skip
        if intent.name in special:
            special[intent.name](dialogue)
            return
        question = self._question(intent)
        dialogue.add(question, self._answer(intent), intent)

    def _question(self, intent: Intent) -> str:
        if intent.name == "gibberish":
            return self._wording.nonsense()
        if intent.name == "beyond":
            return self._wording.unheard_of()
        while True:
            question = self._wording.question(intent)
            if wording.normalized(question) not in self._kept_back:
                return question

    def _answer(self, intent: Intent) -> str:
        if intent.name == "story":
            return self._story()
        return self._draw.choice(intent.answer)

    def _story(self) -> str:
        tab = self._draw.choice(self._lore.story.tabs)
        paragraphs = [self._draw.choice(stage) for stage in self._lore.story.stages]
        return "\n\n".join(paragraphs).format(tab=tab)

    def _count(self, dialogue: Dialogue) -> None:
        last = self._draw.choice(
            (*(self._draw.randint(3, 30) for _ in range(4)), self._draw.randint(4, 100), 10, 20, 60)
        )
        kind = "count"
        if self._draw.random() < 0.15:
            kind, last = "count_any", _STANDARD_COUNT
        question = self._typed(self._lore.phrases[kind], last)
        dialogue.add(question, counted(last), self._lore.intents["count"])

    def _count_down(self, dialogue: Dialogue) -> None:
        first = self._draw.choice((5, 10, 10, 20, self._draw.randint(4, 30)))
        question = self._typed(self._lore.phrases["count_down"], first)
        dialogue.add(question, counted_down(first), self._lore.intents["count_down"])

    def _tell_name(self, dialogue: Dialogue) -> None:
        dialogue.name = self._wording.name()
        text = self._wording.phrase("name_told").format(name=dialogue.name)
        if self._draw.random() < 0.5:
            text = text[:1].upper() + text[1:]
        text += self._draw.choice(("", "", ".", "!"))
        dialogue.add(text, f"Nice to meet you, {dialogue.name}! What would you like to know?", None)

    def _ask_name(self, dialogue: Dialogue) -> None:
        if dialogue.name is None and self._draw.random() < 0.6:
            self._tell_name(dialogue)
            return
        answer = f"Your name is {dialogue.name}."
        if dialogue.name is None:
            answer = self._lore.intents["name_unknown"].answer[0]
        dialogue.add(self._typed(self._lore.phrases["name_asked"]), answer, None)

    def _typed(self, patterns: tuple[str, ...], number: int = 0) -> str:
        while True:
            text = wording.spell_out(self._draw.choice(patterns), self._draw)
            text = self._wording.as_typed(text.replace("{n}", str(number)))
            if wording.normalized(text) not in self._kept_back:
                return text


def measured(folder: pathlib.Path = FOLDER) -> dict[str, list[str]]:
    """Return the questions kept for measuring, by the group of their intent."""
    return _questions(folder / "held_out.toml")


def kept_back(folder: pathlib.Path = FOLDER) -> frozenset[str]:
    """Return the normalized questions that are never trained on."""
    lists = (measured(folder), _questions(folder / "development.toml"))
    return frozenset(
        wording.normalized(question)
        for questions in lists
        for group in questions.values()
        for question in group
    )


def corpus(seed: int) -> Corpus:
    """Return the corpus that never asks a question kept back for measuring."""
    return Corpus(intents.load(), seed, kept_back())


def _questions(path: pathlib.Path) -> dict[str, list[str]]:
    with path.open("rb") as file:
        return tomllib.load(file)


def main() -> None:
    """Write dialogues as JSON lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    wishes = parser.parse_args()
    dialogues = itertools.islice(corpus(wishes.seed).dialogues(), wishes.count)
    with wishes.out.open("w", encoding="utf-8") as file:
        for dialogue in dialogues:
            messages = [{"role": message.role, "content": message.text} for message in dialogue]
            file.write(json.dumps(messages, ensure_ascii=False) + "\n")


def counted(last: int) -> str:
    """Return the numbers from 1 to the last one."""
    return ", ".join(str(number) for number in range(1, last + 1)) + "."


def counted_down(first: int) -> str:
    """Return the numbers from the first one down to 1."""
    return ", ".join(str(number) for number in range(first, 0, -1)) + "."


def _weight(intent: Intent) -> float:
    """Say how often an intent is asked: more where there is more to learn or more at stake."""
    if intent.name in _WEIGHTS:
        return _WEIGHTS[intent.name]
    if intent.group == "beyond" or intent.name == "unknown_function":
        return 2.0
    return 1.0 if len(intent.answer[0]) < _LONG_ANSWER else 0.6


if __name__ == "__main__":
    main()

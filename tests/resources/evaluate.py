"""Measure the demo model through llama.cpp: held-out questions and ten-turn conversations.

    python -m tests.resources.evaluate

It prints a table and ends with an error when a figure is under its bar.
"""

import argparse
import os
import pathlib
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import resources.demo_model as demo_model
from resources.demo_model import intents, make_corpus
from resources.demo_model.intents import FOLDER, Lore
from resources.demo_model.make_corpus import Message

# A second thread brings so small a model nothing, and on a busy machine both wait for each other.
# Threads that spin while they wait take the processor from everybody else on a busy machine.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
import llama_cpp

BAR = 0.9
_CONTEXT = 2048
_REPLY_LIMIT = 640
_LATE_AT = 1400
_LATE_QUESTIONS = 60


@dataclass(frozen=True, slots=True)
class Turn:
    """A question, what its answer is to be, and the reply."""

    question: str
    wanted: str
    reply: str
    is_right: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """A share of right answers and the wrong ones."""

    name: str
    turns: Sequence[Turn]

    @property
    def share(self) -> float:
        """The share of right answers."""
        return sum(turn.is_right for turn in self.turns) / len(self.turns)


class Speaker:
    """The demo model, loaded."""

    def __init__(self, path: pathlib.Path, threads: int = 1) -> None:
        self._llama: Any = llama_cpp.Llama(
            str(path), n_ctx=_CONTEXT, n_threads=threads, n_threads_batch=threads, verbose=False
        )
        self.lore = intents.load()

    def close(self) -> None:
        """Free the model."""
        self._llama.close()

    def reply(self, messages: Sequence[Message], temperature: float = 0.0, seed: int = 1) -> str:
        """Return the model's next message; the oldest turns go when there is no room for it."""
        while len(messages) > 2 and self.token_count(messages) > _CONTEXT - _REPLY_LIMIT:
            messages = messages[2:]
        answer = self._llama.create_chat_completion(
            [{"role": message.role, "content": message.text} for message in messages],
            temperature=temperature, top_k=40, top_p=0.95, seed=seed, max_tokens=_REPLY_LIMIT,
        )  # fmt: skip
        return str(answer["choices"][0]["message"]["content"])

    def token_count(self, messages: Sequence[Message]) -> int:
        """Return about how many tokens the messages take."""
        text = "".join(message.text for message in messages)
        return len(self._llama.tokenize(text.encode())) + 5 * len(messages)

    def asked(
        self, before: Sequence[Message], question: str, wanted: str, temperature: float = 0.0
    ) -> Turn:
        """Ask one question and judge the reply."""
        reply = self.reply([*before, Message("user", question)], temperature)
        return Turn(question, wanted, reply, is_right(self.lore, reply, wanted))


def is_right(lore: Lore, reply: str, wanted: str) -> bool:
    """Say whether the reply answers the wanted intent and no other, or holds the text after "="."""
    if wanted.startswith("="):
        return wanted[1:] in reply
    return intents.matching(lore, reply) == {wanted}


def questions() -> Iterator[tuple[str, str]]:
    """Yield the held-out questions with the group of their intent."""
    for group, wordings in make_corpus.measured().items():
        for question in wordings:
            yield question, group


def conversations(folder: pathlib.Path = FOLDER) -> list[list[tuple[str, str]]]:
    """Return the ten-turn conversations."""
    with (folder / "conversations.toml").open("rb") as file:
        entries = tomllib.load(file)["conversation"]
    return [[(question, wanted) for question, wanted in entry["turns"]] for entry in entries]


def conversed(
    speaker: Speaker, turns: Sequence[tuple[str, str]], temperature: float = 0.0
) -> list[Turn]:
    """Hold one conversation, the model's own replies being its memory."""
    messages: list[Message] = []
    held = []
    for question, wanted in turns:
        turn = speaker.asked(messages, question, wanted, temperature)
        messages += [Message("user", question), Message("assistant", turn.reply)]
        held.append(turn)
    return held


def _long_past(speaker: Speaker) -> list[Message]:
    """Return a dialogue of about as many tokens as the late questions come after."""
    source = make_corpus.corpus(seed=7)
    messages: list[Message] = []
    while speaker.token_count(messages) < _LATE_AT:
        messages += [message for message in source.dialogue(2) if message.role != "system"]
    return messages


def _figures(speaker: Speaker) -> Iterator[Figure]:
    asked = list(questions())
    helpful = [Message("system", "You are a helpful assistant.")]
    yield Figure("questions, greedy", [speaker.asked([], *pair) for pair in asked])
    yield Figure("questions, temperature 0.7", [speaker.asked([], *pair, 0.7) for pair in asked])
    yield Figure(
        "questions after a system prompt", [speaker.asked(helpful, *pair) for pair in asked]
    )
    for name, temperature in (("greedy", 0.0), ("temperature 0.7", 0.7)):
        held = [conversed(speaker, turns, temperature) for turns in conversations()]
        yield Figure(f"conversations, turns, {name}", [turn for turns in held for turn in turns])
    past = _long_past(speaker)
    late = [speaker.asked(past, *pair) for pair in asked[:: len(asked) // _LATE_QUESTIONS]]
    yield Figure(f"questions after {speaker.token_count(past)} tokens", late)


def main() -> None:
    """Print the figures and the wrong answers; end with an error when one is under its bar."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=pathlib.Path, default=demo_model.path())
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--quiet", action="store_true", help="leave out the wrong answers")
    wishes = parser.parse_args()
    figures = []
    for figure in _figures(Speaker(wishes.model, wishes.threads)):
        figures.append(figure)
        wrong = [turn for turn in figure.turns if not turn.is_right]
        print(f"{figure.name:36} {figure.share:6.1%}  ({len(wrong)} of {len(figure.turns)} wrong)")
        for turn in wrong if not wishes.quiet else ():
            print(f"    {turn.wanted:16} {turn.question!r}: {turn.reply[:90]!r}")
    if any(figure.share < BAR for figure in figures):
        sys.exit(f"under the bar of {BAR:.0%}")


if __name__ == "__main__":
    main()

"""Follows grammars that are let through; meant for a process of its own.

``python -m tests.engine.llama.grammar_fuzz SEED COUNT`` mutates some; ``... -`` reads a JSON list
of grammars and schemas from its input. Both print how many were followed.
"""

import json
import random
import sys
from collections.abc import Iterator

import numpy as np

from engine.llama.loader import load
from engine.llama.sampling import BatchSampler
from engine.messages.config import EngineConfig
from engine.messages.errors import InvalidSampling
from engine.messages.sampling_params import SamplingParams
from engine.text.gbnf import check_grammar
from engine.text.json_schema import grammar_of_schema
from tests.models.cache import cached_model
from tests.models.tiny import write_plain

BEGINNINGS = [
    'root ::= sum "\\n"? | ("none" # here\n)\nsum ::= [1-9] ("+" sum)*\n',
    'root ::= [a]{0,20} ("b" | other)* .?\nother ::= "x" root "y" | ""\n',
    'root ::= "é" [а-я]+ "\\u00e9" "\\U0001F600"? ("(" root ")")?',  # noqa: RUF001 - two scripts
    'root ::= "{" ws (text ":" ws root)? "}"\ntext ::= "\\"" [^"\\\\]* "\\""\nws ::= [ \\t\\n]*\n',
]
PIECES = [*'|()*+?". []-#é{},\\\n', "{2}", "{0,3}", "{2,}", '""', '"a"', "[a-c]", "[^x]"]
PIECES += ["root", "a ::= ", "\\x00", "\\xff", "<[5]>", "!", "::="]


def mutated(grammar: str, chance: random.Random) -> str:
    """Return the grammar with some pieces put in, left out or said twice."""
    letters = list(grammar)
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(letters))
        kind = chance.random()
        if kind < 0.6:
            letters.insert(place, chance.choice(PIECES))
        elif kind < 0.8:
            del letters[place : place + chance.randint(1, 3)]
        else:
            start = chance.randrange(len(letters))
            letters.insert(place, "".join(letters[start : start + chance.randint(1, 12)]))
    return "".join(letters)


def grammars() -> Iterator[str]:
    """Yield what the command line names."""
    if sys.argv[1] == "-":
        yield from json.load(sys.stdin)
        return
    chance = random.Random(int(sys.argv[1]))
    for _ in range(int(sys.argv[2])):
        yield mutated(chance.choice(BEGINNINGS), chance)


def main() -> None:
    """Follow each grammar for a few tokens."""
    noise = np.random.default_rng(1)
    config = EngineConfig(context_window=256, slot_count=1)
    backend = load(str(cached_model(write_plain)), config, lambda _share: None)
    vocabulary = backend.vocabulary
    batch_sampler = BatchSampler(vocabulary.size, vocabulary)
    followed_count = 0
    for text in grammars():
        try:
            grammar = grammar_of_schema(text) if text.startswith("{") else text
            check_grammar(grammar)
            params = SamplingParams(seed=1, temperature=3.0, top_k=1000, grammar=grammar)
            sampler = batch_sampler.new_sampler(params, [])
        except InvalidSampling:
            continue
        followed_count += 1
        for _ in range(8):
            row = 3 * noise.standard_normal((1, vocabulary.size), dtype=np.float32)
            (token,) = batch_sampler.sample([sampler], row)
            if token is None or vocabulary.is_end_of_generation(token):
                break
        sampler.close()
    batch_sampler.close()
    backend.close()
    sys.stdout.write(f"{followed_count}\n")


if __name__ == "__main__":
    main()

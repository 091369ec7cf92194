"""What a mutation is; ``tests.mutations`` runs them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mutation:
    """A bug: in this file this text becomes that one, and these tests are about it."""

    bug: str
    file: str
    text: str
    mutant: str
    tests: str

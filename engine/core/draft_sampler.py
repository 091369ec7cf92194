"""Samples the rows of guesses in their order, and no row behind a guess that was wrong."""

from collections.abc import Sequence

from engine.backend import Backend, Sampler


def sample_drafted(
    backend: Backend, first: Sequence[tuple[Sampler, int]], drafted: Sequence[Sequence[int]]
) -> list[list[int | None]]:
    """Return the tokens of each reply: the guesses that were right, and the token behind them.

    ``first`` are its sampler and the first of its rows; each of its guesses has the row behind.
    A sampler sees the rows that it would see without guesses, in that order and no other: so its
    random numbers and all that it remembers are the same. Replies are sampled together.
    """
    sampled: list[list[int | None]] = [[] for _ in first]
    going_on, depth = list(range(len(first))), 0
    while going_on:
        tokens = backend.sample([(first[each][0], first[each][1] + depth) for each in going_on])
        right: list[int] = []
        for each, token in zip(going_on, tokens, strict=True):
            sampled[each].append(token)
            if token is not None and _is_right(backend, drafted[each], depth, token):
                right.append(each)
        going_on, depth = right, depth + 1
    return sampled


def _is_right(backend: Backend, drafted: Sequence[int], depth: int, token: int) -> bool:
    """Return whether a token is what was guessed and does not end the reply."""
    if depth >= len(drafted) or token != drafted[depth]:
        return False
    return not backend.vocabulary.is_end_of_generation(token)

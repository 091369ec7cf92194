"""Samples the rows of drafted tokens in order, and no row after a rejected token."""

from collections.abc import Sequence

from engine.backend import Backend, Sampler


def sample_drafted(
    backend: Backend, first: Sequence[tuple[Sampler, int]], drafted: Sequence[Sequence[int]]
) -> list[list[int | None]]:
    """Return the tokens of each reply: the accepted ones and the one that follows; None if none.

    ``first`` has for each reply its sampler and the index of its first row; the rows of its drafted
    tokens follow. A sampler sees exactly the rows that it would see without speculation, in the
    same order, so its random numbers and state are the same. Replies are sampled together.
    """
    sampled: list[list[int | None]] = [[] for _ in first]
    active, depth = list(range(len(first))), 0
    while active:
        tokens = backend.sample([(first[each][0], first[each][1] + depth) for each in active])
        accepted: list[int] = []
        for each, token in zip(active, tokens, strict=True):
            sampled[each].append(token)
            if token is not None and _is_accepted(backend, drafted[each], depth, token):
                accepted.append(each)
        active, depth = accepted, depth + 1
    return sampled


def _is_accepted(backend: Backend, drafted: Sequence[int], depth: int, token: int) -> bool:
    """Return whether a token is the drafted one and does not end the reply."""
    if depth >= len(drafted) or token != drafted[depth]:
        return False
    return not backend.vocabulary.is_end_of_generation(token)

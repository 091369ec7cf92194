"""Programs have a share of a limit and what the window leaves, the window all the rest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kv.cache_shares import CacheShares, Held


def _held(names: str) -> list[Held]:
    """Return copies of 10 bytes; those of programs have capital letters."""
    return [Held(name, 10, name.isupper()) for name in names]


def _gone(shares: CacheShares, held: str, kept: str = "") -> str:
    return "".join(each.key for each in shares.victims(_held(held), _held(kept)))


@pytest.mark.parametrize(
    ("percent", "held", "gone"),
    [
        (25, "abcd", ""),
        (25, "abcde", "a"),
        (25, "ABCDE", "A"),
        (25, "aBCDE", "B"),
        (25, "abcdE", "a"),
        (25, "abcDE", "D"),
        (25, "Eabcd", "E"),
        (0, "abcE", ""),
        (0, "abcdE", "E"),
        (0, "abcDE", "D"),
        (100, "abcDE", "a"),
        (100, "DEabc", "D"),
    ],
)
def test_what_goes_first(percent: int, held: str, gone: str) -> None:
    assert _gone(CacheShares(40, percent), held) == gone


def test_what_programs_were_promised_costs_the_window_the_share_only() -> None:
    assert _gone(CacheShares(40, 25), "abc", kept="DEF") == ""
    assert _gone(CacheShares(40, 25), "abcd", kept="EF") == "a"


_sizes = st.lists(st.tuples(st.integers(1, 50), st.booleans()), max_size=12)


@given(_sizes, st.integers(0, 300), st.integers(0, 100))
def test_the_limit_is_kept_and_the_window_has_all_but_the_share(
    sizes: list[tuple[int, bool]], limit: int, percent: int
) -> None:
    held = [Held(str(at), size, is_program) for at, (size, is_program) in enumerate(sizes)]
    gone = CacheShares(limit, percent).victims(held)
    assert len(set(gone)) == len(gone)
    left = [each for each in held if each not in gone]
    assert sum(each.byte_count for each in left) <= limit
    lost = [each for each in gone if not each.is_program]
    if lost:
        window = sum(each.byte_count for each in left if not each.is_program)
        programs = sum(each.byte_count for each in left if each.is_program)
        assert programs <= limit * percent // 100
        needed = window + programs + lost[-1].byte_count
        assert needed > limit - max(each.byte_count for each in held)

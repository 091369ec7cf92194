"""Numbers are read as people type them; what is none is seen."""

import pytest

from app.domain import MOST_CELLS
from app.widgets.comparison.number_lists import HIGHEST_SEED, seeds_of, temperatures_of


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("", ()),
        ("0.2 0.7 1", (0.2, 0.7, 1.0)),
        ("0,2; 0,7", (0.2, 0.7)),
        ("0.2, 0.7, 0.2", (0.2, 0.7)),
        ("5", (5.0,)),
        ("6", None),
        ("-1", None),
        ("nan", None),
        ("inf", None),
        ("warm", None),
    ],
)
def test_temperatures(text: str, values: tuple[float, ...] | None) -> None:
    assert temperatures_of(text) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("", ()),
        ("1 2,3; 3", (1, 2, 3)),
        ("1-4", (1, 2, 3, 4)),
        ("7 – 8 9", (7, 8, 9)),  # noqa: RUF001 (as some keyboards write it)
        (str(HIGHEST_SEED), (HIGHEST_SEED,)),
        (str(HIGHEST_SEED + 1), None),
        ("8-1", None),
        ("-1", None),
        ("1.5", None),
        ("²", None),
    ],
)
def test_seeds(text: str, values: tuple[int, ...] | None) -> None:
    assert seeds_of(text) == values


def test_a_range_is_not_counted_to_its_end() -> None:
    found = seeds_of("0-4000000000")
    assert found is not None
    assert MOST_CELLS < len(found) <= 1000

"""The matches of a query: counted in the sources, stepped through in a circle."""

from app.widgets.transcript.search_matches import SearchMatch, SearchMatches
from tests.app.widgets.samples import question, reply

MESSAGES = (question(1, "a tab"), reply(2, text="Tab, tab"), question(3, "none"))


def searched(near_id: int | None = None) -> SearchMatches:
    matches = SearchMatches()
    matches.search("tab", MESSAGES, near_id)
    return matches


def test_letters_match_in_either_case() -> None:
    assert (searched().count, searched().number) == (3, 1)


def test_the_first_match_is_the_first_from_what_is_in_view() -> None:
    assert searched(near_id=2).current == SearchMatch(2, 0)
    assert searched(near_id=3).current == SearchMatch(2, 1), "below it is none"


def test_behind_the_last_comes_the_first() -> None:
    matches = searched()
    numbers = []
    for _ in range(4):
        matches.step(1)
        numbers.append(matches.number)
    assert numbers == [2, 3, 1, 2]


def test_an_empty_query_has_no_match() -> None:
    matches = searched()
    matches.search("", MESSAGES, None)

    assert (matches.count, matches.number, matches.current) == (0, 0, None)

"""A stop string is never shown, however the tokens split it, and nothing before it is lost."""

from hypothesis import given
from hypothesis import strategies as st

from engine.text.detokenizer import StopStrings

_letters = st.text("ab#", max_size=30)


def _shown(stops: StopStrings, pieces: list[str]) -> tuple[str, bool]:
    shown = ""
    for piece in pieces:
        scan = stops.feed(piece)
        shown += scan.text
        if scan.is_stopped:
            return shown, True
    return shown + stops.flush(), False


@given(st.lists(_letters), st.lists(st.text("ab#", min_size=1, max_size=4), max_size=3))
def test_any_split_shows_the_text_up_to_a_stop_string(pieces: list[str], stops: list[str]) -> None:
    text = "".join(pieces)
    shown, is_stopped = _shown(StopStrings(stops), pieces)
    assert is_stopped == any(stop in text for stop in stops)
    assert text.startswith(shown)
    assert not any(stop in shown for stop in stops)
    if not is_stopped:
        assert shown == text


def test_the_one_that_ended_the_reply_is_named() -> None:
    stops = StopStrings(["stop", "end"])
    assert (stops.feed("no e").text, stops.found) == ("no ", "")
    assert (stops.feed("nd, no stop").text, stops.found) == ("", "end")


def test_what_could_become_a_stop_string_waits_for_the_next_token() -> None:
    stops = StopStrings(["###"])
    assert stops.feed("end #").text == "end "
    assert stops.feed("# no").text == "## no"

"""What was typed is found wherever it stands in a text."""

from hypothesis import given
from hypothesis import strategies as st

from app.storage.search.terms import find, terms_of

ANY_TEXT = st.text(st.characters(exclude_categories=()))


@given(ANY_TEXT, st.data())
def test_every_piece_of_three_letters_is_found_in_its_text(text: str, data: st.DataObject) -> None:
    if len(text) < 3:
        return
    start = data.draw(st.integers(0, len(text) - 3))
    terms = terms_of(f'"{text[start : start + 3]}"')
    found = find(text, terms) if terms else None
    is_plain = text[start : start + 3].isalpha() and text[start : start + 3].isascii()
    assert found is not None or not is_plain

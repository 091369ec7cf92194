"""A sentence is a text, and more: what it was made of, wherever it goes."""

import copy

import pytest

from engine.ipc.lazy_text import LazyText, english_bytes, lazy, lazy_bytes, lazy_join
from engine.messages.errors import DecodeFailed, EngineError
from engine.messages.events import ErrorReport, ModelFailed
from engine.messages.framing import EVENTS


def german(template: str) -> str:
    """Return the two sentences that this German knows."""
    return {
        "{count:,} files are {state}.": "{state}: {count:,} Dateien.",
        "lost": "weg",
    }.get(template, template)


def dotted(value: float, decimals: int) -> str:
    """Return a number as Germans write it."""
    return f"{value:,.{decimals}f}".translate(str.maketrans(",.", ".,"))


def test_it_reads_as_english() -> None:
    assert lazy("{count:,} files, {size:.1f} GB, {code}.", count=1234, size=2.25, code=1234) == (
        "1,234 files, 2.2 GB, 1234."
    )


def test_it_is_said_in_another_language_with_its_own_figures_and_inner_sentences() -> None:
    sentence = lazy("{count:,} files are {state}.", count=1234, state=lazy("lost"))
    assert sentence == "1,234 files are lost."
    assert sentence.translated(german, dotted, english_bytes) == "weg: 1.234 Dateien."


def test_a_size_is_shown_with_the_unit_that_suits_it() -> None:
    sentence = lazy("{size} of {whole} are lost.", size=lazy_bytes(90 << 20), whole=lazy_bytes(900))
    assert sentence == "90.0 MB of 900 bytes are lost."
    assert sentence.translated(german, dotted, lambda count: f"{count:x}") == (
        "5a00000 of 384 are lost."
    )


def test_what_a_value_says_is_no_template() -> None:
    assert (
        lazy("There is no file {path}.", path="{count}{0.x}%1")
        == "There is no file {count}{0.x}%1."
    )
    assert lazy("A place for {nobody}.") == "A place for {nobody}."


def test_an_error_gives_its_sentence_back() -> None:
    inner = EngineError(lazy("lost"))
    outer = lazy("{count:,} files are {state}.", count=2, state=inner)
    assert isinstance(str(inner), LazyText)
    assert outer.translated(german, dotted, english_bytes) == "weg: 2 Dateien."


def test_of_the_systems_trouble_the_reason_is_told_and_not_the_path() -> None:
    trouble = lazy("It can't be read: {reason}.", reason=PermissionError(13, "lost", "/secret"))
    assert trouble == "It can't be read: lost."
    assert trouble.translated(german, dotted, english_bytes) == "It can't be read: weg."


def test_it_crosses_the_process_border_whole() -> None:
    error = DecodeFailed(lazy("{count:,} files are {state}.", count=1234, state=lazy("lost")))
    event = EVENTS.decode(EVENTS.encode_body(ModelFailed("/a", ErrorReport.of(error))))
    assert isinstance(event, ModelFailed)
    assert event.error.text == "1,234 files are lost."
    assert event.error.text.translated(german, dotted, english_bytes) == "weg: 1.234 Dateien."


def test_sentences_are_joined_without_empty_ones() -> None:
    both = lazy_join(
        (lazy("lost"), "", lazy("{count:,} files are {state}.", count=1, state="here"))
    )
    assert both == "lost 1 files are here."
    assert both.translated(german, dotted, english_bytes) == "weg here: 1 Dateien."


@pytest.mark.parametrize(
    "parts", ["plain {x}", ["{a}", {"a": ["{b:,}", {"b": 5}]}], ["{a}", "no values"], 7, None, []]
)
def test_anything_makes_a_sentence(parts: object) -> None:
    sentence = LazyText.of(parts)
    assert LazyText.of(sentence.parts()) == sentence == copy.deepcopy(sentence)


def test_one_sentence_alone_is_joined_to_itself() -> None:
    """What is read and stored again and again, as by copies of a copy, does not grow."""
    sentence = lazy("{count:,} files are {state}.", count=2, state=lazy("lost"))
    assert lazy_join(("", sentence)).parts() == sentence.parts()

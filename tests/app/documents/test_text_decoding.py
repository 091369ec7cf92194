"""Texts in the encodings that people have: right, or shown as uncertain."""

import pytest

from app.documents.text_decoding import (
    ENCODINGS,
    Certainty,
    DecodedText,
    NotText,
    decoded_as,
    decoded_text,
)
from tests.app.documents import paragraphs


def decoded(content: bytes, declared: str = "") -> DecodedText:
    return decoded_text(content, declared)


def test_paragraphs_in_sixty_encodings_are_right_or_uncertain() -> None:
    assert len(paragraphs.ENCODINGS) >= 60
    wrong, count = [], 0
    for encoding in paragraphs.ENCODINGS:
        for text, content in paragraphs.paragraphs(encoding):
            count += 1
            found = decoded(content)
            if found.text != text and found.certainty is not Certainty.UNSURE:
                wrong.append((encoding, found))
    assert len(wrong) <= 0.03 * count, wrong


@pytest.mark.parametrize("encoding", list(paragraphs.ENCODINGS))
def test_a_declared_encoding_is_never_wrong(encoding: str) -> None:
    for text, content in paragraphs.paragraphs(encoding):
        found = decoded(content, encoding.removesuffix("-sig"))
        assert found.text == text


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ('<meta charset="latin1"><p>10 €'.encode("cp1252"), '<meta charset="latin1"><p>10 €'),
        (
            '<?xml version="1.0" encoding="windows-1251"?><a>да</a>'.encode("cp1251"),
            '<?xml version="1.0" encoding="windows-1251"?><a>да</a>',
        ),
        ('@charset "koi8-r"; /* да */'.encode("koi8-r"), '@charset "koi8-r"; /* да */'),
        (
            "#!/bin/sh\n# -*- coding: gb2312 -*-\n# 你好".encode("gb2312"),
            "#!/bin/sh\n# -*- coding: gb2312 -*-\n# 你好",
        ),
    ],
)
def test_a_text_may_name_its_encoding(content: bytes, text: str) -> None:
    assert (decoded(content).text, decoded(content).certainty) == (text, Certainty.KNOWN)


def test_a_name_in_the_middle_of_a_text_means_nothing() -> None:
    text = 'Write <meta charset="gbk"> for 你好.'
    assert decoded(text.encode()).text == text


@pytest.mark.parametrize("name", ["hex", "zlib", "rot13", "punycode", "unicode_escape", "charmap"])
def test_a_codec_that_is_not_an_encoding_is_passed_over(name: str) -> None:
    text = f"# coding: {name}\nprint('a\\nb')\n"
    assert decoded(text.encode()) == DecodedText(text)
    assert decoded(b"plain", name) == decoded(b"plain", "no\0name") == DecodedText("plain")


def test_a_wrong_name_is_not_believed() -> None:
    text, content = next(paragraphs.paragraphs("cp1251"))
    assert decoded(content, "utf-8").text == text
    assert decoded(content, "no-such-encoding").text == text


@pytest.mark.parametrize("bad", [b"\xff", b"\x80", b"\xe4\xbd"])
def test_one_bad_byte_does_not_change_the_encoding(bad: bytes) -> None:
    start, end = "Zwölf Boote: für Größen bis 3 m, ", "für später übrig."
    found = decoded(start.encode() + bad + end.encode())
    assert found == DecodedText(f"{start}\ufffd{end}", "UTF-8", Certainty.GUESSED)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1251", "gbk", "shift_jis"])
def test_a_cut_text_keeps_its_encoding(encoding: str) -> None:
    text, content = next(paragraphs.paragraphs(encoding))
    for length in range(len(content) - 8, len(content)):
        found = decoded_text(content[:length], is_cut=True)
        assert text.startswith(found.text)
        assert len(found.text) >= len(text) - 8


def test_a_long_ascii_start_hides_no_encoding() -> None:
    text, content = next(paragraphs.paragraphs("koi8-r"))
    start = b"A licence in English.\n" * 20_000
    assert decoded(start + content).text == start.decode() + text


def test_few_letters_are_taken_for_a_common_encoding_and_uncertain() -> None:
    found = decoded("Größe: 12 m, Maß geprüft".encode("cp1252"))
    assert found == DecodedText("Größe: 12 m, Maß geprüft", "Windows-1252", Certainty.UNSURE)


@pytest.mark.parametrize(
    "content",
    [
        b"a stray \0 in a text",
        b"MZ\x00\x01\x02",
        bytes(range(256)) * 8,
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        b"\x00",
    ],
)
def test_other_bytes_are_not_a_text(content: bytes) -> None:
    with pytest.raises(NotText):
        decoded(content)


def test_colours_of_a_log_are_not_shifts() -> None:
    assert decoded(b"\x1b[1mred\x1b[0m ~{x}~").text == "\x1b[1mred\x1b[0m ~{x}~"


def test_a_chosen_encoding_is_obeyed() -> None:
    text, content = next(paragraphs.paragraphs("cp866"))
    assert decoded_as(content, "CP866") == text
    for name in ENCODINGS:
        assert decoded_as(content, name)

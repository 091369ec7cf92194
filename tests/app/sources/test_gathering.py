"""The text of a source, from where it lies."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import FileNotTaken
from app.sources import gathering
from app.sources.folder_walk import GatheringCancelled, GatheringWatch, SkipReason
from app.sources.gathering import MAX_PARTS, chars_for, gathered, parts_of, pasted, stamp_of
from app.sources.model import SourceKind, SourceOrigin
from tests.app.documents.files import odt, pdf


def of_files(*paths: Path) -> SourceOrigin:
    return SourceOrigin(SourceKind.FILES, tuple(map(str, paths)))


def test_files_of_a_folder_stand_under_their_names(tmp_path: Path) -> None:
    (tmp_path / "b.py").write_text("y = 2\n")
    (tmp_path / "a.html").write_text("<p>one</p>")
    (tmp_path / "c.py").write_bytes(b"\x00\x01")
    found = gathered(SourceOrigin(SourceKind.FOLDER, (str(tmp_path),)))
    assert found.text == "=== a.html ===\n<p>one</p>\n\n=== b.py ===\ny = 2"
    assert (found.file_count, found.skipped[SkipReason.BINARY]) == (2, 1)


def test_documents_of_a_folder_are_read_as_well(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(pdf("Hello from a page."))
    (tmp_path / "b.odt").write_bytes(odt("two"))
    (tmp_path / "c.pdf").write_bytes(b"%PDF-1.7 damaged")
    (tmp_path / "d.txt").write_text("four")
    found = gathered(SourceOrigin(SourceKind.FOLDER, (str(tmp_path),)))
    assert found.file_count == 3
    assert "=== a.pdf ===\nHello from a page." in found.text
    assert "=== b.odt ===\n## Head\n\ntwo" in found.text
    assert found.skipped[SkipReason.BINARY] == 1
    only = gathered(SourceOrigin(SourceKind.FOLDER, (str(tmp_path),), "!*.pdf !*.odt"))
    assert only.text == "=== d.txt ===\nfour"


def test_a_filter_that_was_not_set_is_not_blamed(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one")
    with pytest.raises(FileNotTaken, match="that the filter lets in"):
        gathered(SourceOrigin(SourceKind.FOLDER, (str(tmp_path),), "*.py"))
    (tmp_path / "a.txt").unlink()
    with pytest.raises(FileNotTaken, match=r"has no file with text\.$"):
        gathered(SourceOrigin(SourceKind.FOLDER, (str(tmp_path),)))


@pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes")
def test_a_name_that_is_no_text_stands_there_as_one(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.py")).write_text("x = 1")
    found = gathered(SourceOrigin(SourceKind.FOLDER, (str(tmp_path),)))
    assert found.text == "=== caf\N{REPLACEMENT CHARACTER}.py ===\nx = 1"


def test_one_file_has_no_heading_and_two_have(tmp_path: Path) -> None:
    first, second = tmp_path / "a.txt", tmp_path / "b.odt"
    first.write_text("one")
    second.write_bytes(odt("two"))
    assert gathered(of_files(first)).text == "one"
    both = gathered(of_files(first, second))
    assert both.text == "=== a.txt ===\none\n\n=== b.odt ===\n## Head\n\ntwo"


@pytest.mark.parametrize("content", [b"", b" \n", b"\x00\x01\x02", b"\x1b\x1b"])
def test_a_file_without_text_is_refused_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(content)
    with pytest.raises(FileNotTaken, match=r"“a\.txt” (is empty|has no text)|no text to read"):
        gathered(of_files(path))


def test_files_that_nobody_waits_for_are_read_no_further(tmp_path: Path) -> None:
    class Watch(GatheringWatch):
        def check(self) -> None:
            if self.read_count == 2:
                self.cancel()
            super().check()

    paths = [tmp_path / f"{number}.txt" for number in range(5)]
    for path in paths:
        path.write_text("text")
    watch = Watch()
    with pytest.raises(GatheringCancelled):
        gathered(of_files(*paths), watch)
    assert (watch.entry_count, watch.read_count) == (5, 2)


def test_files_behind_what_a_source_may_hold_are_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gathering, "MAX_CHARS", 30)
    paths = [tmp_path / f"{number}.txt" for number in range(5)]
    for path in paths:
        path.write_text("text of twenty letters")
    watch = GatheringWatch()
    assert gathered(of_files(*paths), watch).is_cut
    assert watch.read_count == 1


def test_a_folder_without_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotTaken, match="has no file with text"):
        gathered(SourceOrigin(SourceKind.FOLDER, (str(tmp_path),)))
    with pytest.raises(FileNotTaken, match="can't be read"):
        gathered(SourceOrigin(SourceKind.FOLDER, (str(tmp_path / "gone"),)))


def test_a_pasted_text_loses_control_letters_and_is_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert pasted("a\x00b\r\nc").text == "ab\nc"
    assert pasted("a\ud83d").text == "a\N{REPLACEMENT CHARACTER}", "half of a character"
    monkeypatch.setattr(gathering, "MAX_CHARS", 3)
    assert (pasted("abcd").text, pasted("abcd").is_cut) == ("abc", True)
    with pytest.raises(FileNotTaken, match="no text"):
        pasted("\x00 \n")


def test_a_source_holds_no_more_than_its_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gathering, "MAX_CHARS", 30)
    for name in "abc":
        (tmp_path / f"{name}.py").write_text("x" * 12)
    found = gathered(SourceOrigin(SourceKind.FOLDER, (str(tmp_path),)))
    assert found.is_cut
    assert len(found.text) <= 32


def test_the_stamp_tells_that_a_text_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("one")
    origin = gathered(of_files(path)).origin
    assert origin.stamp == stamp_of(origin)
    path.write_text("more")
    assert stamp_of(origin) not in ("", origin.stamp)
    path.unlink()
    assert stamp_of(origin) == ""
    assert stamp_of(SourceOrigin()) == ""


def test_files_are_not_torn_apart_where_they_fit() -> None:
    text = "\n\n".join(f"=== {name} ===\n{name * 20}" for name in "abcd")
    parts = parts_of(text, 70)
    assert [part.count("===") for part in parts] == [4, 4]
    assert all(part.startswith("=== ") for part in parts)


def test_chapters_come_before_paragraphs_and_lines() -> None:
    text = "# One\n" + "a\n\n" * 10 + "# Two\n" + "b\n" * 10
    assert [part[:5] for part in parts_of(text, 45)] == ["# One", "# Two"]
    assert parts_of("aa\nbb\ncc", 6) == ("aa\nbb", "cc")
    assert parts_of("x" * 10, 4) == ("xxxx", "xxxx", "xx")


def test_what_needs_too_many_parts_is_in_none() -> None:
    assert parts_of("x" * (MAX_PARTS + 1), 1) == ()


def test_letters_are_counted_with_care() -> None:
    assert chars_for("x" * 1000, 500, 250) == 425
    assert chars_for("x", 0, 10) == 1


@given(st.text("ab\n# =", max_size=300), st.integers(3, 50))
def test_no_part_is_too_long_and_no_letter_is_lost(text: str, most: int) -> None:
    parts = parts_of(text, most)
    assert all(len(part) <= most for part in parts)
    assert "".join("".join(parts).split()) == "".join(text.split())

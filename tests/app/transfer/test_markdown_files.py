"""Chats as Markdown files and archives: their names, their pictures and sounds."""

import gc
import zipfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.transfer.exporting import MarkdownFiles, base_name, to_markdown
from tests.app.printing.pages import with_call, with_pictures, with_sound
from tests.flows.seeding import tree


def test_a_zip_that_is_abandoned_writes_nothing_more(tmp_path: Path) -> None:
    with (tmp_path / "out.zip").open("wb") as file:
        archive = MarkdownFiles(file)
        archive.add(tree("a", ["ask", "answer"]))
    written = (tmp_path / "out.zip").read_bytes()
    archive.abandon()
    del archive
    gc.collect()  # an error in ending the archive would be a warning, which fails a test
    assert (tmp_path / "out.zip").read_bytes() == written


def test_pictures_lie_beside_the_text_that_shows_them(tmp_path: Path) -> None:
    chat = with_pictures(tree("a", ["look", "seen"]), b"one", b"two")
    path = tmp_path / "out.zip"
    with path.open("wb") as file:
        archive = MarkdownFiles(file)
        archive.add(chat)
        archive.add(tree("b", ["ask"]))
        archive.close()
    with zipfile.ZipFile(path) as written:
        assert sorted(written.namelist()) == [
            "Title a.md",
            "Title a/1.png",
            "Title a/2.png",
            "Title b.md",
        ]
        assert written.read("Title a/2.png") == b"two"
        text = written.read("Title a.md").decode()
    assert "![picture 1.png](Title%20a/2.png)" in text


def test_a_sound_lies_beside_the_text_that_leads_to_it(tmp_path: Path) -> None:
    path = tmp_path / "out.zip"
    with path.open("wb") as file:
        archive = MarkdownFiles(file)
        archive.add(with_sound(tree("a", ["listen", "heard"]), "talk.wav", b"RIFF"))
        archive.close()
    with zipfile.ZipFile(path) as written:
        assert sorted(written.namelist()) == ["Title a.md", "Title a/1.wav"]
        assert written.read("Title a/1.wav") == b"RIFF"
        text = written.read("Title a.md").decode()
    assert "\n[talk.wav](Title%20a/1.wav)\n" in text


def test_a_call_is_written_with_its_result_as_data() -> None:
    text = to_markdown(with_call(tree("a", ["Warm?", "I look."]), "**no** Markdown\n```\n# nor"))
    expected = (
        '## Tool: Weather · Sky\n\n```json\n{"city": "Tønder"}\n```\n\n'
        "````\n**no** Markdown\n```\n# nor\n````"
    )
    assert expected in text


def test_the_name_of_a_picture_is_no_markdown() -> None:
    chat = with_pictures(tree("a", ["look"]), b"one")
    (file,) = chat.messages[0].attachments
    message = replace(chat.messages[0], attachments=(replace(file, name="a](x) [b\n.png"),))
    text = to_markdown(replace(chat, messages=(message,)), {file.digest: "1.png"})
    assert "![a (x) b .png](1.png)" in text


DEVICES = ["CON", "nul", "Com1", "LPT9.txt", "aux .md", "COM¹", "CONIN$"]


@pytest.mark.parametrize("title", [*DEVICES, "Console", "Com10", "null", "auxiliary"])
def test_a_title_that_windows_takes_for_a_device_gets_another_name(title: str) -> None:
    assert base_name(title) == (f"_{title}" if title in DEVICES else title)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("roses are red\nviolets are blue\n\nend", "roses are red  \nviolets are blue\n\nend"),
        ("- a\n  b\n- c", "- a  \n  b\n- c"),
        ("> a\n> b", "> a  \n> b"),
        ("a  \nb\\\nc", "a  \nb\\\nc"),
        ("```\nx\ny\n```", "```\nx\ny\n```"),
        ("| a |\n|---|\n| 1 |", "| a |\n|---|\n| 1 |"),
        ("# one\ntwo", "# one\ntwo"),
    ],
)
def test_other_programs_keep_the_lines_of_a_paragraph(text: str, written: str) -> None:
    assert f"## Assistant\n\n{written}\n" in to_markdown(tree("a", ["ask", text]))

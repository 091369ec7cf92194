"""Presets as a file: what was written is read, LM Studio's are understood, other files refused."""

import gc
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.conversations import Preset
from app.errors import NotAnImport, TransferFailed
from app.presets.transfer import (
    MAX_BYTES,
    content_of,
    named_apart,
    read,
    read_prompts,
    write_prompts,
    written,
)
from app.prompts.model import LONGEST_PROMPT, LONGEST_PROMPT_NAME, SavedPrompt
from app.transfer.exporting import MarkdownFiles, base_name, to_markdown
from tests.app.printing.pages import with_pictures, with_sound
from tests.flows.seeding import tree

CALM = Preset("calm", {"temperature": 0.1, "dry": None, "system_prompt": "Grüße"})
WILD = Preset("wild", {"temperature": 1.4, "stop_strings": ["\n"]})


def test_what_was_written_is_read() -> None:
    assert read(written((CALM, WILD))) == (CALM, WILD)


def test_lm_studios_preset_is_read() -> None:
    fields = [
        {"key": "llm.prediction.temperature", "value": 0.3},
        {"key": "llm.prediction.topPSampling", "value": {"checked": True, "value": 0.9}},
        {"key": "llm.prediction.minPSampling", "value": {"checked": False, "value": 0.2}},
        {"key": "llm.prediction.systemPrompt", "value": "Be brief."},
        {"key": "llm.prediction.somethingNew", "value": 1},
        {"key": 5},
        "x",
    ]
    document = {"identifier": "@local:mine", "name": "Mine", "operation": {"fields": fields}}
    (preset,) = read(json.dumps(document).encode())
    assert preset == Preset(
        "Mine", {"temperature": 0.3, "top_p": 0.9, "system_prompt": "Be brief."}
    )


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[1]",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b'{"format": "hubbub-presets", "presets": 5}',
        b'{"format": "hubbub-presets", "presets": [{"name": " ", "values": {}}, {"name": "x"}]}',
        b'{"name": "x"}',
    ],
)
def test_a_file_without_presets_is_refused(content: bytes) -> None:
    with pytest.raises(TransferFailed, match="No presets found"):
        read(content)


def test_names_are_one_line_and_not_endless() -> None:
    preset = Preset("  a\n b " + "c" * 100, {})
    (found,) = read(written((preset,)))
    assert found.name == "a b " + "c" * 56


def test_a_preset_that_is_there_already_is_not_added_again() -> None:
    other = Preset("calm", {"temperature": 0.5})
    assert named_apart((CALM, other, WILD), (CALM,)) == (Preset("calm 2", other.values), WILD)
    assert named_apart((other,), (CALM, Preset("calm 2", other.values))) == ()


def test_no_more_is_read_than_presets_need(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_bytes(written((CALM,)) + b" " * (8 << 20))
    content = content_of(path)
    assert len(content) == (4 << 20) + 1
    with pytest.raises(TransferFailed):
        read(content)


PROMPTS = (SavedPrompt("Übersetze", "Nach {{Sprache}}:\n{{Text}} 🙂"), SavedPrompt("b", "c"))


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    write_prompts(tmp_path / "prompts.json", PROMPTS)
    assert read_prompts(tmp_path / "prompts.json") == PROMPTS
    assert "Übersetze" in (tmp_path / "prompts.json").read_text("utf-8")


def test_a_plain_list_is_read_too(tmp_path: Path) -> None:
    entries = [{"name": "a", "text": "b", "more": 1}, {"name": "", "text": "x"}, 3, {"name": "y"}]
    (tmp_path / "p.json").write_text(json.dumps(entries))
    assert read_prompts(tmp_path / "p.json") == (SavedPrompt("a", "b"),)


def test_what_is_too_long_is_cut(tmp_path: Path) -> None:
    write_prompts(tmp_path / "p.json", [SavedPrompt("n" * 5000, "t" * (LONGEST_PROMPT + 5))])
    (prompt,) = read_prompts(tmp_path / "p.json")
    assert (len(prompt.name), len(prompt.text)) == (LONGEST_PROMPT_NAME, LONGEST_PROMPT)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"{}", b"[]", b'{"prompts": 3}', b"[" * 100_000, b"null"]
)
def test_any_other_file_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "p.json").write_bytes(content)
    with pytest.raises(NotAnImport, match="holds no saved prompts"):
        read_prompts(tmp_path / "p.json")


def test_a_file_that_is_not_there_or_too_large_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotAnImport, match="can't be read"):
        read_prompts(tmp_path / "nowhere.json")
    with (tmp_path / "p.json").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(NotAnImport, match="holds no saved prompts"):
        read_prompts(tmp_path / "p.json")


def test_a_folder_that_can_not_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(TransferFailed, match="could not be written"):
        write_prompts(tmp_path, PROMPTS)


def test_a_zip_that_is_abandoned_writes_nothing_more(tmp_path: Path) -> None:
    with (tmp_path / "out.zip").open("wb") as file:
        archive = MarkdownFiles(file)
        archive.add(tree("a", ["ask", "answer"]))
    archive.abandon()
    del archive
    gc.collect()  # an error in ending the archive would be a warning, which fails a test


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

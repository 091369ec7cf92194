"""Saved prompts as a file: what was written is read, other files are refused."""

import json
from pathlib import Path

import pytest

from app.errors import NotAnImport, TransferFailed
from app.prompts.model import LONGEST_PROMPT, LONGEST_PROMPT_NAME, SavedPrompt
from app.prompts.prompt_files import MAX_BYTES, read_prompts, write_prompts

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

"""Each input is a small export after a real one; the text next to it is what must come out.

The forms were taken from the programs' own code and from public reports about importers.
"""

import shutil
import zipfile
from pathlib import Path

import pytest

from app.domain.conversations import ConversationTree
from app.errors import NotAnImport
from app.storage.history import History
from tests.app.transfer.exports import Imported, read, read_at, transcript

INPUTS = Path(__file__).parent / "inputs"
EXPECTED = sorted(INPUTS.glob("*.expected.txt"))
FILES = [path for path in sorted(INPUTS.iterdir()) if path.suffix in (".json", ".jsonl")]


def name_of(path: Path) -> str:
    return path.name.removesuffix(".expected.txt")


def input_of(expected: Path) -> Imported:
    path = INPUTS / name_of(expected)
    return read_at(path) if path.is_dir() else read(path.read_bytes())


def test_every_input_has_its_expected_text() -> None:
    assert {name_of(path) for path in EXPECTED} == {path.name for path in FILES} | {"jan"}


@pytest.mark.parametrize("expected", EXPECTED, ids=name_of)
def test_an_input_becomes_exactly_these_messages(expected: Path) -> None:
    assert transcript(input_of(expected)) == expected.read_text("utf-8")


@pytest.mark.parametrize("expected", EXPECTED, ids=name_of)
async def test_an_input_is_stored_whole(tmp_path: Path, expected: Path) -> None:
    found = input_of(expected).trees
    history = await History.open(tmp_path / "hubbub.db")
    assert [await history.archive.add(tree) for tree in found] == [True] * len(found)
    stored = [tree async for tree in history.archive.trees()]
    again = [await history.archive.add(tree) for tree in input_of(expected).trees]
    await history.close()
    assert not any(again), "the same export is not imported twice"
    assert sorted(map(words, stored)) == sorted(map(words, found))
    assert all(tree.created_at.year > 2015 for tree in stored)


def words(tree: ConversationTree) -> list[tuple[str, str, list[str]]]:
    return [
        (each.text, each.reasoning, [file.name for file in each.attachments])
        for each in tree.messages
    ]


def test_a_folder_is_read_as_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "exports"
    shutil.copytree(INPUTS, folder)
    with zipfile.ZipFile(folder / "packed.zip", "w") as archive:
        archive.write(INPUTS / "claude-2023.json", "data/conversations.json")
    (folder / "user.json").write_text('{"email": "someone"}', "utf-8")
    (folder / "broken.json").write_text('[{"mapping": {', "utf-8")
    (folder / "notes.json").write_text('{"todo": [1, 2]}', "utf-8")
    found = read_at(folder)
    alone = [tree.title for path in EXPECTED for tree in input_of(path).trees]
    assert sorted(tree.title for tree in found.trees) == sorted([*alone, "Ropes"])
    assert "broken.json: The file is damaged; what could not be read was left out." in (
        found.problems
    )
    assert "notes.json: No chats were found in this file." in found.problems
    assert not any("user.json" in problem for problem in found.problems)
    assert not any("thread.json" in problem for problem in found.problems)


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotAnImport, match="This folder holds no files with chats"):
        read_at(tmp_path)
    (tmp_path / "a.json").write_text("{}", "utf-8")
    with pytest.raises(NotAnImport, match="This folder holds no chats"):
        read_at(tmp_path)


@pytest.mark.parametrize("name", ["thread.json", "messages.jsonl"])
def test_either_file_of_a_thread_of_jan_finds_the_other(name: str) -> None:
    (tree,) = read_at(INPUTS / "jan" / "threads" / "t1" / name).trees
    (expected,) = read_at(INPUTS / "jan").trees
    assert tree == expected


def test_messages_of_jan_without_their_thread_are_read(tmp_path: Path) -> None:
    shutil.copy(INPUTS / "jan" / "threads" / "t1" / "messages.jsonl", tmp_path / "chat.jsonl")
    (tree,) = read_at(tmp_path / "chat.jsonl").trees
    texts = [message.text for message in tree.messages]
    assert texts[:4] == ["Is there fog?", "", "grey", "Yes, thick."]


def test_an_export_in_several_files_comes_in_whole(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(INPUTS / "chatgpt-voice.json", "conversations-000.json")
        archive.writestr("conversations-001.json", b'[{"mapping": ')
        archive.write(INPUTS / "chatgpt-canvas.json", "conversations-002.json")
        archive.write(INPUTS / "chatgpt-2022.json", "conversations-003.json")
        archive.writestr("user.json", '{"id": "user-1"}')
    found = read_at(path)
    assert [tree.title for tree in found.trees] == ["voice", "canvas", "Knots", "No times"]
    assert found.problems == (
        "conversations-001.json: The file is damaged; what could not be read was left out.",
        "conversations-002.json: “canvas”: A change to a document could not be applied and is "
        "shown separately.",
    )


@pytest.mark.parametrize("mark", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize("name", ["claude-2023.json", "silly-tavern.jsonl"])
def test_a_byte_order_mark_is_understood(name: str, mark: str) -> None:
    content = (INPUTS / name).read_text("utf-8")
    assert read(content.encode(mark)) == read(content.encode())


def test_one_bad_byte_costs_itself_and_another_encoding_is_guessed() -> None:
    question = "Où est le bassin à flot, et la marée est-elle élevée après les écluses?"
    content = (INPUTS / "claude-2023.json").read_text("utf-8")
    content = content.replace("Which rope floats?", question)
    assert read(content.encode("cp1252")).trees[0].messages[0].text == question
    broken = read(content.encode().replace("écluses".encode(), b"\xc3cluses"))
    assert broken.trees[0].messages[0].text == question.replace("écluses", "\ufffdcluses")


def test_a_long_result_of_a_tool_is_shortened_and_said_to_be() -> None:
    content = (INPUTS / "llama-tools.jsonl").read_text("utf-8")
    found = read(content.replace("rain at noon", "rain " * 2000).encode())
    assert 4000 <= len(found.trees[0].messages[2].text) < 5000
    assert "“Weather”: A long tool result was shortened." in found.problems

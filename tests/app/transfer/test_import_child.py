"""An export is read by a process that may die, hang or want all memory: a sentence each time."""

import asyncio
import json
import os
import sys
import zipfile
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path

import psutil
import pytest
from msgspec.structs import replace

from app.domain.conversations import ConversationPart, ConversationTree
from app.errors import NotAnImport, lazy
from app.transfer import import_child, import_messages, json_values
from app.transfer.import_child import IMPORT_COMMAND, frames_of
from app.transfer.import_messages import Ended, Parts
from engine.ipc.frames import BrokenFrame
from tests.app.transfer.exports import CHATGPT, chatgpt_conversation, chatgpt_export, read, read_at
from tests.app.transfer.test_inputs import INPUTS

MEGABYTE = 1_000_000


async def read_by(
    path: Path, command: Sequence[str] = IMPORT_COMMAND, patience: float = 120.0
) -> tuple[list[ConversationPart], tuple[str, ...]]:
    """Return the parts that a file holds, and what was wrong with it."""
    parts: list[ConversationPart] = []
    problems: list[str] = []
    async with aclosing(frames_of(path, command, patience)) as frames:
        async for frame in frames:
            assert not problems, "the last frame is the end"
            if isinstance(frame, Ended):
                problems = ["the end", *frame.problems]
            else:
                parts += frame.parts
    return parts, tuple(problems[1:])


def write(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), "utf-8")
    return path


def trees_of(parts: Sequence[ConversationPart]) -> list[ConversationTree]:
    """Return the conversations of these parts."""
    trees: list[ConversationTree] = []
    for part in parts:
        if part.tree is not None:
            trees.append(part.tree)
        trees[-1] = _longer(trees[-1], part)
    return trees


def _longer(tree: ConversationTree, part: ConversationPart) -> ConversationTree:
    return replace(
        tree,
        messages=tree.messages + part.messages,
        contents={**tree.contents, **part.contents},
    )


async def test_what_comes_through_the_pipe_is_what_the_file_holds(tmp_path: Path) -> None:
    value = [*CHATGPT, *chatgpt_export(7, 120), chatgpt_conversation(99, 3, "x" * 200_000)]
    path = write(tmp_path / "a.json", value)
    parts, problems = await read_by(path)
    expected = read(path.read_bytes())
    assert trees_of(parts) == list(expected.trees)
    assert problems == expected.problems
    assert [part.is_last for part in parts].count(True) == len(expected.trees)


async def test_a_folder_is_read_in_the_sandbox() -> None:
    parts, problems = await read_by(INPUTS / "jan")
    expected = read_at(INPUTS / "jan")
    assert trees_of(parts) == list(expected.trees)
    assert problems == expected.problems


async def test_no_piece_is_large_unless_a_message_is(tmp_path: Path) -> None:
    value = [chatgpt_conversation(1, 500), chatgpt_conversation(2, 40, "y" * 10_000)]
    path = write(tmp_path / "a.json", value)
    sizes: list[tuple[int, int]] = []
    async with aclosing(frames_of(path)) as frames:
        async for frame in frames:
            if isinstance(frame, Parts):
                messages = [message for part in frame.parts for message in part.messages]
                sizes.append((len(messages), sum(len(message.text) for message in messages)))
    assert max(count for count, _ in sizes) == import_messages.MAX_MESSAGES
    assert max(letters for _, letters in sizes) <= import_messages.MAX_CHARS
    assert len(sizes) >= 10 + 40 * 10_000 // import_messages.MAX_CHARS


async def test_half_letters_and_nul_cross_the_pipe(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    odd = chatgpt_conversation(1, 2, "half \ud83c and \x00 and \udf0d")
    path.write_text(json.dumps([odd]), "utf-8")
    (tree,) = trees_of((await read_by(path))[0])
    assert tree.messages[0].text == "half \ufffd and \ufffd and \ufffd"
    assert tree.id == read(path.read_bytes()).trees[0].id


def test_surrogates_in_sentences_are_replaced() -> None:
    odd = Ended((lazy("{name} can't be read.", name="\ud83c.json"),))
    with pytest.raises(BrokenFrame):
        import_messages.FRAMES.encode(odd)
    mended = import_messages.without_surrogates(odd)
    assert mended == Ended((lazy("{name} can't be read.", name="\ufffd.json"),))
    assert import_messages.FRAMES.encode(mended)


def bomb(path: Path, beginning: bytes, middle: bytes, end: bytes, size: int) -> Path:
    """Write a file of one piece again and again."""
    with path.open("wb") as file:
        file.write(beginning)
        for _ in range(size // (len(middle) * 100_000)):
            file.write(middle * 100_000)
        file.write(end)
    return path


BOMBS = {
    "a list of nothings": (b"[", b"{},", b"{}]", 9 * MEGABYTE),
    "a conversation of nothings": (b'[{"mapping":[', b"{},", b"{}]}]", 3 * MEGABYTE),
    "lines of nothings": (b'{"type":"session"}\n', b"{}\n", b"", 3 * MEGABYTE),
    "lists in lists": (b"", b"[", b"", 4 * MEGABYTE),
    "a tower": (b"", b'{"a":', b"1", 3 * MEGABYTE),
    "messages of nothings": (b'{"conv":{},"messages":[', b"0,", b"0]}", 150 * MEGABYTE),
    "one line": (b'{"conv":"', b"x", b'"}', 160 * MEGABYTE),
}


@pytest.mark.parametrize("name", BOMBS)
async def test_a_bomb_is_a_sentence(tmp_path: Path, name: str) -> None:
    path = bomb(tmp_path / "bomb.json", *BOMBS[name])
    try:
        parts, problems = await read_by(path)
    except NotAnImport as error:
        parts, problems = [], (str(error),)
    assert all(problems)
    assert problems or [part.messages for part in parts] == [()], "one without messages at most"


async def test_a_small_archive_that_unpacks_to_very_much_is_a_sentence(tmp_path: Path) -> None:
    inside = bomb(tmp_path / "x.json", b"[", b"{},", b"{}]", 60 * MEGABYTE)
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(inside, "conversations.json")
    assert path.stat().st_size < MEGABYTE
    with pytest.raises(NotAnImport):
        await read_by(path)


async def test_an_archive_that_lies_about_its_size_is_read_or_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "lying.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", json.dumps(chatgpt_export(2000)))
    content = path.read_bytes()
    size = len(json.dumps(chatgpt_export(2000))).to_bytes(4, "little")
    assert content.count(size) == 2
    for lie in (100, 0xFFFFFFF0):
        path.write_bytes(content.replace(size, lie.to_bytes(4, "little")))
        try:
            parts, problems = await read_by(path)
        except NotAnImport:
            continue
        assert problems or len(trees_of(parts)) == 2000


@pytest.mark.skipif(sys.platform != "linux", reason="only there a process can limit itself")
async def test_the_process_cannot_take_more_than_its_share(tmp_path: Path) -> None:
    program = (
        "from app.transfer import import_process as p; p.limit_memory(p.MAX_MEMORY_BYTES)\n"
        "try: bytearray(p.MAX_MEMORY_BYTES)\n"
        "except MemoryError:\n"
        "    end = p._end(p.ImportProgress(), p.lazy('small'))\n"
        "    p.Worker().write(p.FRAMES, end)"
    )
    with pytest.raises(NotAnImport, match="small"):
        await read_by(tmp_path, (sys.executable, "-c", program))


async def test_the_window_ends_a_process_that_takes_too_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_child, "MAX_MEMORY_BYTES", 100 * MEGABYTE)
    program = "import time; taken = b'1' * 200_000_000; time.sleep(600)"
    with pytest.raises(NotAnImport, match="more memory than an import may have"):
        await read_by(tmp_path, (sys.executable, "-c", program))


async def test_who_leaves_early_ends_the_process(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", chatgpt_export(200))
    program = (
        "import sys, time; from pathlib import Path; from app.transfer import import_process as p\n"
        "p.Worker().write(p.FRAMES, next(p._frames(Path(sys.argv[1])))); time.sleep(600)"
    )
    before = set(psutil.Process().children())
    async with asyncio.timeout(60):
        async with aclosing(frames_of(path, (sys.executable, "-c", program))) as frames:
            await anext(frames)
            (child,) = set(psutil.Process().children()) - before
    assert not child.is_running()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
async def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    with pytest.raises(NotAnImport, match="not a file"):
        await read_by(tmp_path / "pipe.json")
    with pytest.raises(NotAnImport, match="No such file"):
        await read_by(tmp_path / "absent.json")


async def test_one_conversation_that_is_too_large_is_left_out_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_values, "MAX_VALUE_BYTES", 300_000)
    many = [chatgpt_conversation(1, 2), chatgpt_conversation(2, 2, "x" * 400_000)]
    found = read(json.dumps([*many, chatgpt_conversation(3, 2)]).encode())
    assert [tree.title for tree in found.trees] == ["Chat 1", "Chat 3"]
    assert "larger than" in found.problems[0]

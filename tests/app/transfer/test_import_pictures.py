"""Pictures that lie in an export come in with their messages; the others are named."""

import base64
import json
import zipfile
from pathlib import Path

import pytest

from app.domain.messages import Attachment, Role
from app.errors import NotAnImport
from app.media.pictures import AttachmentKind
from app.transfer.formats import pictures
from app.transfer.import_messages import FRAMES, Parts, packed
from tests.app.media.making import saved, two_halves
from tests.app.transfer.exports import Imported, read_at

PIER, BUOY = saved(two_halves(30, 20), "png"), saved(two_halves(40, 40), "png")
ADDRESS = f"data:image/png;base64,{base64.b64encode(PIER).decode()}"
JPEG_ID, NEW_ID = "file-aBc123", "file_00000000abcd"


def chatgpt() -> list[object]:
    """Return a conversation with an old picture, a new one, and one that is not there."""

    def part(address: str) -> dict[str, str]:
        return {"content_type": "image_asset_pointer", "asset_pointer": address}

    attachments = [
        {"id": JPEG_ID, "name": "pier.png"},
        {"id": NEW_ID, "name": "buoy.png"},
        {"id": "file-gone", "name": "gone.png"},
    ]
    user = {
        "author": {"role": "user"},
        "create_time": 1699564801.0,
        "content": {
            "content_type": "multimodal_text",
            "parts": [
                part(f"file-service://{JPEG_ID}"),
                part(f"sediment://{NEW_ID}"),
                part("file-service://file-gone"),
                "What is this?",
            ],
        },
        "metadata": {"attachments": attachments},
    }
    drawn = {
        "author": {"role": "tool", "name": "dalle.text2im"},
        "create_time": 1699564802.0,
        "content": {"content_type": "multimodal_text", "parts": [part(f"sediment://{NEW_ID}")]},
    }
    nodes = {
        "a": {"id": "a", "message": user, "parent": None, "children": ["b"]},
        "b": {"id": "b", "message": drawn, "parent": "a", "children": []},
    }
    return [{"conversation_id": "c", "title": "Pier", "current_node": "b", "mapping": nodes}]


def lm_studio(identifier: str) -> dict[str, object]:
    content = [
        {"type": "text", "text": "Look."},
        {"type": "file", "fileIdentifier": identifier, "fileType": "image"},
    ]
    version = {"type": "singleStep", "role": "user", "content": content}
    return {
        "name": "Pier",
        "createdAt": 1765275434078,
        "messages": [{"versions": [version], "currentlySelected": 0}],
    }


def files_of(found: Imported) -> list[tuple[str, bytes]]:
    """Return names and contents of the pictures of the first message."""
    (tree,) = found.trees
    files = tree.messages[0].attachments
    assert all(each.kind is AttachmentKind.PICTURE for each in files)
    assert all(_is_for_the_window(each) for each in files)
    return [(each.name, tree.contents[each.digest]) for each in files]


def _is_for_the_window(file: Attachment) -> bool:
    return (file.width, file.height, file.pixels) == (0, 0, "")


def test_pictures_of_chatgpt_are_found_by_their_ids(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", json.dumps(chatgpt()))
        archive.writestr(f"{JPEG_ID}-pier at noon.png", PIER)
        archive.writestr(f"user-x/{NEW_ID}_sanitized.dat", BUOY)
        archive.writestr(f"user-x/{NEW_ID}0-other.png", PIER)
        archive.writestr(f"{JPEG_ID}4-other.png", BUOY)
    found = read_at(path)
    assert files_of(found) == [("pier.png", PIER), ("buoy.png", BUOY)]
    question, answer = found.trees[0].messages
    assert question.text == "📎 gone.png\n\nWhat is this?"
    assert (answer.role, answer.text, answer.attachments) == (Role.ASSISTANT, "[image]", ())
    assert found.problems == (
        "Only the name of one attached file was imported.",
        "“Pier”: A picture in an answer was left out.",
    )


def test_pictures_of_lm_studio_are_found_next_to_the_conversations(tmp_path: Path) -> None:
    (tmp_path / "conversations").mkdir()
    (tmp_path / "user-files").mkdir()
    name = "1765275434 - 12.png"
    (tmp_path / "conversations" / "1.conversation.json").write_text(json.dumps(lm_studio(name)))
    (tmp_path / "user-files" / name).write_bytes(PIER)
    assert files_of(read_at(tmp_path)) == [(name, PIER)]


def test_only_pictures_are_attached(tmp_path: Path) -> None:
    (tmp_path / "1.conversation.json").write_text(json.dumps(lm_studio("secret.txt")))
    (tmp_path / "secret.txt").write_text("a private text")
    found = read_at(tmp_path)
    assert files_of(found) == []
    assert found.trees[0].messages[0].text == "📎 secret.txt\n\nLook."


def test_a_file_outside_of_the_folder_is_not_attached(tmp_path: Path) -> None:
    (tmp_path / "outside.png").write_bytes(PIER)
    folder = tmp_path / "export"
    folder.mkdir()
    (folder / "1.conversation.json").write_text(json.dumps(lm_studio("../outside.png")))
    (folder / "link.png").symlink_to(tmp_path / "outside.png")
    (folder / "2.conversation.json").write_text(
        json.dumps(lm_studio("link.png") | {"createdAt": 1765275435078})
    )
    found = read_at(folder)
    assert [tree.messages[0].attachments for tree in found.trees] == [(), ()]


ADDRESSED: dict[str, object] = {
    "llama": {
        "conv": {"id": "1", "name": "Pier"},
        "messages": [
            {
                "id": "m",
                "role": "user",
                "content": "Look.",
                "parent": None,
                "extra": [{"type": "IMAGE", "name": "pier.png", "base64Url": ADDRESS}],
            }
        ],
    },
    "open_webui": {
        "title": "Pier",
        "chat": {
            "messages": [
                {
                    "id": "m",
                    "role": "user",
                    "content": "Look.",
                    "files": [{"type": "image", "name": "pier.png", "url": ADDRESS}],
                }
            ]
        },
    },
}
LINES: dict[str, list[object]] = {
    "jan": [
        {
            "object": "thread.message",
            "thread_id": "t",
            "role": "user",
            "content": [
                {"type": "text", "text": {"value": "Look."}},
                {"type": "image_url", "image_url": {"url": ADDRESS}},
            ],
        }
    ],
    "silly_tavern": [
        {"user_name": "You", "character_name": "Ann", "create_date": "2025-03-01T10:00:00Z"},
        {"name": "You", "is_user": True, "mes": "Look.", "extra": {"image": ADDRESS}},
    ],
}


@pytest.mark.parametrize("name", [*ADDRESSED, *LINES])
def test_pictures_in_data_addresses_are_attached(tmp_path: Path, name: str) -> None:
    path = tmp_path / "export.json"
    values = [ADDRESSED[name]] if name in ADDRESSED else LINES[name]
    path.write_text("\n".join(json.dumps(each) for each in values))
    ((_name, content),) = files_of(read_at(path))
    assert content == PIER


def test_pictures_of_a_message_that_are_too_large_together_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "MAX_BYTES", len(PIER) + len(BUOY) - 1)
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", json.dumps(chatgpt()))
        archive.writestr(f"{JPEG_ID}.png", PIER)
        archive.writestr(f"{NEW_ID}.png", BUOY)
    found = read_at(path)
    assert files_of(found) == [("pier.png", PIER)]
    assert found.trees[0].messages[0].text.startswith("📎 buoy.png")


def test_a_picture_that_is_damaged_later_costs_itself(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    large = PIER + bytes(100_000)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", json.dumps(chatgpt()))
        archive.writestr(f"{JPEG_ID}.png", large)
    content = bytearray(path.read_bytes())
    content[content.index(PIER) + len(PIER) + 90_000] = 1
    path.write_bytes(content)
    found = read_at(path)
    assert files_of(found) == [("pier.png", b"")]
    for parts in packed(found.trees):
        assert FRAMES.encode(Parts(parts, 1, 1))


def test_a_folder_of_pictures_alone_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pier.png").write_bytes(PIER)
    with pytest.raises(NotAnImport, match="no files with chats"):
        read_at(tmp_path)

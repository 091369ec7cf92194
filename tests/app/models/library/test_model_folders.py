"""The folders of other programs are read: names, digests and projectors; no file is opened."""

import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from app.models.library.model_folders import (
    FolderMissing,
    FolderRefused,
    FoundFile,
    WalkProgress,
    found_in,
    known_folders,
)
from app.models.library_model import ModelFolder, ModelFolderKind
from tests.app.models.library.stores import digest_of, found, put_into_hugging_face, put_into_ollama

Kind = ModelFolderKind
no_windows = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of POSIX")


def write(path: Path, content: bytes = b"GGUF") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def names(files: Iterable[FoundFile]) -> list[str]:
    return [Path(file.path).name for file in files]


def test_models_are_found_at_any_depth_by_their_ending(tmp_path: Path) -> None:
    write(tmp_path / "a.gguf")
    write(tmp_path / "one" / "two" / "b.GGUF")
    write(tmp_path / "one" / "c.gguf.part")
    write(tmp_path / "one" / "notes.txt")
    assert names(found(Kind.ADDED, tmp_path)) == ["a.gguf", "b.GGUF"]


@no_windows
def test_neither_pipes_nor_devices_nor_folders_nor_lost_links_are_models(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.gguf")
    (tmp_path / "folder.gguf").mkdir()
    (tmp_path / "lost.gguf").symlink_to(tmp_path / "nowhere")
    (tmp_path / "null.gguf").symlink_to("/dev/null")
    (tmp_path / "circle.gguf").symlink_to(tmp_path / "circle.gguf")
    write(tmp_path / "real.gguf")
    assert names(found(Kind.ADDED, tmp_path)) == ["real.gguf"]


@no_windows
def test_links_that_lead_back_up_are_followed_once(tmp_path: Path) -> None:
    write(tmp_path / "one" / "a.gguf")
    (tmp_path / "one" / "up").symlink_to(tmp_path)
    (tmp_path / "again").symlink_to(tmp_path / "one")
    assert len(found(Kind.ADDED, tmp_path)) == 1


@no_windows
def test_folders_are_followed_to_a_depth(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*"abcdefghijklmn")
    write(deep / "lost.gguf")
    write(deep.parent.parent / "found.gguf")
    assert names(found(Kind.ADDED, tmp_path)) == ["found.gguf"]


@no_windows
def test_a_name_with_invalid_bytes_is_found(tmp_path: Path) -> None:
    write(Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.gguf")))
    (file,) = found(Kind.ADDED, tmp_path)
    assert os.fsencode(file.path).endswith(b"caf\xe9.gguf")


def test_a_folder_that_is_not_there_is_missing(tmp_path: Path) -> None:
    for kind in (Kind.ADDED, Kind.JAN, Kind.OLLAMA, Kind.HUGGING_FACE, Kind.LM_STUDIO):
        with pytest.raises(FolderMissing):
            found(kind, tmp_path / "nowhere")
    with pytest.raises(FolderMissing):
        found(Kind.ADDED, write(tmp_path / "file"))
    with pytest.raises(FolderMissing):
        found(Kind.ADDED, Path("with\0zero"))


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="nothing is refused to an administrator"
)
def test_what_this_user_may_not_read_is_counted(tmp_path: Path) -> None:
    write(tmp_path / "secret" / "a.gguf")
    write(tmp_path / "b.gguf")
    (tmp_path / "secret").chmod(0)
    progress = WalkProgress()
    files = list(found_in(ModelFolder(Kind.ADDED, str(tmp_path)), progress))
    with pytest.raises(FolderRefused):
        found(Kind.ADDED, tmp_path / "secret")
    (tmp_path / "secret").chmod(0o700)
    assert (names(files), progress.unread_count) == (["b.gguf"], 1)


@no_windows
def test_a_hugging_face_cache_names_its_files_after_their_digests(tmp_path: Path) -> None:
    model = write(tmp_path / "new" / "Tiny-Q8_0.gguf", b"GGUF one")
    link = put_into_hugging_face(tmp_path / "hub", "some/Tiny-GGUF", "c" * 40, model)
    (file,) = found(Kind.HUGGING_FACE, tmp_path / "hub")
    assert (file.path, file.digest) == (str(link), digest_of(model))


def test_a_hugging_face_cache_without_links_has_plain_files(tmp_path: Path) -> None:
    write(tmp_path / "models--some--Tiny" / "snapshots" / "c" / "tiny.gguf")
    (file,) = found(Kind.HUGGING_FACE, tmp_path)
    assert file.digest is None


def test_ollama_names_its_blobs_in_manifests(tmp_path: Path) -> None:
    model = write(tmp_path / "model", b"GGUF model")
    projector = write(tmp_path / "projector", b"GGUF projector")
    template = write(tmp_path / "template", b"{{ .Prompt }}")
    store = tmp_path / "store"
    put_into_ollama(
        store, "library/llava:7b", model, ("projector", projector), ("template", template)
    )
    put_into_ollama(store, "somebody/tiny:latest", projector, host="hub.example")
    files = {file.name: file for file in found(Kind.OLLAMA, store)}
    assert files.keys() == {"llava:7b", "hub.example/somebody/tiny:latest"}
    llava = files["llava:7b"]
    assert llava.digest == digest_of(model)
    assert Path(llava.path).read_bytes() == b"GGUF model"
    assert [Path(each).read_bytes() for each in llava.projectors] == [b"GGUF projector"]


def test_a_manifest_names_nothing_outside_of_its_store(tmp_path: Path) -> None:
    write(tmp_path / "secret")
    (tmp_path / "store" / "blobs" / "sha256-x").mkdir(parents=True)
    digest = "sha256:x/../../../secret"
    layer = {"mediaType": "application/vnd.ollama.image.model", "digest": digest}
    write(tmp_path / "store" / "manifests" / "x", json.dumps({"layers": [layer]}).encode())
    assert found(Kind.OLLAMA, tmp_path / "store") == []


@pytest.mark.parametrize(
    "manifest",
    [
        "",
        "[]",
        '{"layers": 3}',
        '{"layers": [3, null, {"mediaType": 1, "digest": 2}]}',
        '{"layers": ' + "[" * 100_000,
    ],
)
def test_a_strange_manifest_names_nothing(tmp_path: Path, manifest: str) -> None:
    (tmp_path / "manifests").mkdir()
    (tmp_path / "manifests" / "x").write_text(manifest, "utf-8")
    assert found(Kind.OLLAMA, tmp_path) == []


def test_jan_names_models_wherever_they_are(tmp_path: Path) -> None:
    data = tmp_path / "data"
    own = write(data / "llamacpp" / "models" / "tiny" / "model.gguf")
    elsewhere = write(tmp_path / "stick" / "far.gguf")
    write(
        own.parent / "model.yml",
        b"name: Tiny by Jan\nmodel_path: llamacpp/models/tiny/model.gguf\nsize_bytes: 3\n"
        b"mmproj_path: llamacpp/models/tiny/mmproj.gguf\n",
    )
    write(
        data / "llamacpp" / "models" / "far" / "model.yml",
        f"model_path: '{elsewhere}'\nembedding: false\n".encode(),
    )
    files = {file.name: file for file in found(Kind.JAN, data)}
    assert files.keys() == {"Tiny by Jan", "far"}
    assert Path(files["far"].path) == elsewhere
    assert Path(files["Tiny by Jan"].path) == own
    assert [Path(each).name for each in files["Tiny by Jan"].projectors] == ["mmproj.gguf"]


def test_a_folder_of_mine_that_is_called_jan_is_not_jans(tmp_path: Path) -> None:
    write(tmp_path / "jan" / "holiday" / "a.gguf")
    with pytest.raises(FolderMissing):
        found(Kind.JAN, tmp_path / "jan")


def test_lm_studio_may_have_moved_its_models(tmp_path: Path) -> None:
    write(tmp_path / "big" / "owner" / "name" / "a.gguf")
    (tmp_path / ".lmstudio" / "models").mkdir(parents=True)
    settings = {"downloadsFolder": str(tmp_path / "big")}
    (tmp_path / ".lmstudio" / "settings.json").write_text(json.dumps(settings), "utf-8")
    (file,) = found(Kind.LM_STUDIO, tmp_path / ".lmstudio" / "models")
    assert file.path.endswith("a.gguf")
    assert file.folder.path == str(tmp_path / ".lmstudio" / "models")


@pytest.mark.parametrize("make", [Path.mkdir, pytest.param(os.mkfifo, marks=no_windows)])
def test_settings_that_are_no_file_are_none(tmp_path: Path, make: Callable[[Path], None]) -> None:
    write(tmp_path / ".lmstudio" / "models" / "a.gguf")
    make(tmp_path / ".lmstudio" / "settings.json")
    assert len(found(Kind.LM_STUDIO, tmp_path / ".lmstudio" / "models")) == 1


def paths(kind: Kind, environment: dict[str, str], home: str, platform: str) -> list[str]:
    folders = known_folders(environment, home, platform)
    return [folder.path for folder in folders if folder.kind is kind]


@pytest.mark.parametrize(
    ("kind", "linux", "mac", "windows"),
    [
        (
            Kind.LM_STUDIO,
            ["/home/a/.lmstudio/models", "/home/a/.cache/lm-studio/models"],
            ["/Users/a/.lmstudio/models", "/Users/a/.cache/lm-studio/models"],
            [r"C:\Users\a\.lmstudio\models", r"C:\Users\a\.cache\lm-studio\models"],
        ),
        (
            Kind.JAN,
            ["/home/a/.local/share/Jan/data", "/home/a/.config/Jan/data", "/home/a/jan"],
            ["/Users/a/Library/Application Support/Jan/data", "/Users/a/jan"],
            [r"C:\Users\a\AppData\Roaming\Jan\data", r"C:\Users\a\jan"],
        ),
        (
            Kind.GPT4ALL,
            ["/home/a/.local/share/nomic.ai/GPT4All"],
            ["/Users/a/Library/Application Support/nomic.ai/GPT4All"],
            [r"C:\Users\a\AppData\Local\nomic.ai\GPT4All"],
        ),
        (
            Kind.LLAMA_CPP,
            ["/home/a/.cache/llama.cpp"],
            ["/Users/a/Library/Caches/llama.cpp"],
            [r"C:\Users\a\AppData\Local\llama.cpp"],
        ),
        (
            Kind.HUGGING_FACE,
            ["/home/a/.cache/huggingface/hub"],
            ["/Users/a/.cache/huggingface/hub"],
            [r"C:\Users\a\.cache\huggingface\hub"],
        ),
        (
            Kind.OLLAMA,
            [
                "/home/a/.ollama/models",
                "/usr/share/ollama/.ollama/models",
                "/var/lib/ollama/models",
            ],
            ["/Users/a/.ollama/models"],
            [r"C:\Users\a\.ollama\models"],
        ),
        (Kind.HOME, ["/home/a/models"], ["/Users/a/models"], [r"C:\Users\a\models"]),
    ],
)
def test_each_program_has_its_folders(
    kind: Kind, linux: list[str], mac: list[str], windows: list[str]
) -> None:
    assert paths(kind, {}, "/home/a", "linux") == linux
    assert paths(kind, {}, "/Users/a", "darwin") == mac
    assert paths(kind, {}, r"C:\Users\a", "win32") == windows


@pytest.mark.parametrize(
    ("kind", "environment", "path"),
    [
        (Kind.HUGGING_FACE, {"HF_HOME": "/data/hf"}, "/data/hf/hub"),
        (Kind.HUGGING_FACE, {"HF_HUB_CACHE": "/data/hub", "HF_HOME": "/hf"}, "/data/hub"),
        (Kind.HUGGING_FACE, {"HF_HOME": "~/hf"}, "/home/a/hf/hub"),
        (Kind.HUGGING_FACE, {"XDG_CACHE_HOME": "/c"}, "/c/huggingface/hub"),
        (Kind.LLAMA_CPP, {"LLAMA_CACHE": "/data/llama"}, "/data/llama"),
        (Kind.OLLAMA, {"OLLAMA_MODELS": "/data/ollama"}, "/data/ollama"),
        (Kind.GPT4ALL, {"XDG_DATA_HOME": "/d"}, "/d/nomic.ai/GPT4All"),
    ],
)
def test_the_environment_moves_them(kind: Kind, environment: dict[str, str], path: str) -> None:
    assert paths(kind, environment, "/home/a", "linux")[0] == path


def test_a_relative_folder_is_none() -> None:
    """It would depend on where the program was started."""
    assert paths(Kind.LLAMA_CPP, {"LLAMA_CACHE": "models"}, "/home/a", "linux") == []

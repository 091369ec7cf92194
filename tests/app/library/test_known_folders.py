"""Other programs' folders are where these programs put them, on each system."""

import pytest

from app.domain import ModelFolderKind
from app.library.known_folders import known_folders

Kind = ModelFolderKind


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

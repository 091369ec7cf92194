"""A model that compares or sorts texts is refused in a sentence, by the engine and in the list."""

from collections.abc import Callable
from pathlib import Path

import gguf
import numpy as np
import pytest

from app.domain import ModelFileKind, ModelFolder, ModelFolderKind
from app.library.descriptions import describe_files
from app.library.found_file import look_at
from app.library.model_groups import groups_of, model_of
from engine.gguf.errors import NotAModelFile
from engine.gguf.header import KnownLists
from engine.gguf.model_file import describe
from tests.engine.gguf.gguf_files import write_model

FOLDER = ModelFolder(ModelFolderKind.OWN, "/models")
_REFUSED = (
    ("nomic-bert", 0, "", "embedding"),
    ("gemma-embedding", 0, "", "embedding"),
    ("llama-embed", 0, "", "embedding"),
    ("t5encoder", 0, "", "embedding"),
    ("qwen3", 1, "", "embedding"),
    ("qwen3", 3, "", "embedding"),
    ("qwen3", 4, "", "reranking"),
    ("qwen3", 0, "cls.output.weight", "reranking"),
)


def _more(architecture: str, pooling: int, tensor: str) -> Callable[[gguf.GGUFWriter], None]:
    def more(writer: gguf.GGUFWriter) -> None:
        writer.add_uint32(f"{architecture}.pooling_type", pooling)
        if tensor:
            writer.add_tensor(tensor, np.ones((2, 32), np.float32))

    return more


@pytest.mark.parametrize(("architecture", "pooling", "tensor", "word"), _REFUSED)
def test_it_is_refused_in_a_sentence(
    tmp_path: Path, architecture: str, pooling: int, tensor: str, word: str
) -> None:
    path = write_model(tmp_path / "x.gguf", architecture, _more(architecture, pooling, tensor))
    with pytest.raises(NotAModelFile, match=f"“x.gguf” is an? {word} model: .* cannot chat"):
        describe(path)
    (group,) = groups_of([file for file in [look_at(str(path), FOLDER)] if file is not None])
    listed = model_of(group, describe_files([str(path)], KnownLists()))
    assert (listed.kind, listed.can_chat) == (ModelFileKind.EMBEDDING, False)
    assert f"{word} model" in str(listed.problem)


@pytest.mark.parametrize("pooling", [0, 0xFFFFFFFF])
def test_a_model_without_pooling_can_chat(tmp_path: Path, pooling: int) -> None:
    path = write_model(tmp_path / "x.gguf", "qwen3", _more("qwen3", pooling, ""))
    assert describe(path).architecture == "qwen3"
    assert describe_files([str(path)], KnownLists()).kind is ModelFileKind.CHAT

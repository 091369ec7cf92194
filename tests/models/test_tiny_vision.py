"""The tiny models that see have what a picture needs: words around it, and a projector beside."""

from collections.abc import Callable
from pathlib import Path

import pytest
from gguf import GGUFReader

from tests.models.cache import cached_model
from tests.models.tiny_projector import (
    write_gemma3_projector,
    write_qwen2vl_projector,
    write_qwen3vl_projector,
)
from tests.models.tiny_vision import MEDIA_TEXTS, write_gemma3, write_qwen2vl, write_qwen3vl

Writer = Callable[[Path], None]


def _text(path: Path, key: str) -> str:
    return str(GGUFReader(path).fields[key].contents())


@pytest.mark.parametrize(
    ("write", "write_projector", "projector_type"),
    [
        (write_qwen2vl, write_qwen2vl_projector, "qwen2vl_merger"),
        (write_qwen3vl, write_qwen3vl_projector, "qwen3vl_merger"),
        (write_gemma3, write_gemma3_projector, "gemma3"),
    ],
)
def test_a_projector_is_named_and_as_wide_as_its_model(
    write: Writer, write_projector: Writer, projector_type: str
) -> None:
    projector = cached_model(write_projector)
    assert _text(projector, "clip.projector_type") == projector_type
    width = int(_text(projector, "clip.vision.projection_dim"))
    model = GGUFReader(cached_model(write))
    architecture = str(model.fields["general.architecture"].contents())
    assert width == model.fields[f"{architecture}.embedding_length"].contents()
    known = model.fields["tokenizer.ggml.tokens"].contents()
    assert known[-len(MEDIA_TEXTS) :] == list(MEDIA_TEXTS)

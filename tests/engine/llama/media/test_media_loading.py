"""Loading a model with a projector: it sees, or a sentence says why it cannot."""

from pathlib import Path

import pytest

from engine.backend_media import MediaRefused
from engine.llama.media.projector import Projector, ProjectorSettings
from engine.llama.model import CardUse, Model
from engine.messages.errors import ModelLoadFailed
from tests.engine.llama.conftest import Loader
from tests.engine.llama.media.conftest import SeeingLoader
from tests.engine.llama.media.pictures import (
    GEMMA,
    PAIRS,
    QWEN2,
    QWEN3,
    Pair,
    encoded,
    encoder_of,
    needs_library,
)
from tests.models.cache import cached_model
from tests.models.tiny_vision import write_qwen2vl

pytestmark = needs_library

SETTINGS = ProjectorSettings(tokens_limit=256, most_rows_at_once=512, thread_count=1)


@pytest.mark.parametrize("pair", PAIRS)
def test_a_model_with_a_projector_sees(load_seeing: SeeingLoader, pair: Pair) -> None:
    backend = load_seeing(pair)
    assert backend.info.sees
    assert not backend.info.hears
    assert backend.info.projector == str(cached_model(pair.write_projector))
    assert encoder_of(backend).sees


def test_a_model_without_one_does_not(load_tiny: Loader) -> None:
    backend = load_tiny(write_qwen2vl)
    assert backend.media is None
    assert not backend.info.sees
    assert backend.info.projector == ""


@pytest.mark.parametrize("pair", PAIRS)
def test_a_projector_changes_nothing_of_what_the_kv_cache_can_do(
    load_seeing: SeeingLoader, load_tiny: Loader, pair: Pair
) -> None:
    seeing, blind = load_seeing(pair), load_tiny(pair.write)
    assert seeing.capabilities == blind.capabilities
    assert seeing.state_identity == blind.state_identity


def test_a_projector_of_another_family_is_a_sentence(load_seeing: SeeingLoader) -> None:
    """The library would load it: it is as wide."""
    with pytest.raises(ModelLoadFailed, match="another family of models"):
        load_seeing(QWEN2, projector=GEMMA.write_projector)
    model = Model(cached_model(QWEN2.write), CardUse(0), lambda _share: None)
    with pytest.raises(ModelLoadFailed, match="another family of models"):
        Projector(cached_model(QWEN3.write_projector), model, SETTINGS)
    model.close()


def test_a_model_is_no_projector(load_seeing: SeeingLoader) -> None:
    with pytest.raises(ModelLoadFailed, match="is not a projector"):
        load_seeing(QWEN2, projector=QWEN2.write)


@pytest.mark.parametrize("tensor", [b"mm.2.weight", b"v.blk.1.ffn_up.weight"])
def test_a_projector_that_lacks_a_part_is_a_sentence(
    load_seeing: SeeingLoader, tmp_path: Path, tensor: bytes
) -> None:
    content = cached_model(QWEN2.write_projector).read_bytes()
    path = tmp_path / "mmproj-lacking.gguf"
    path.write_bytes(content.replace(tensor, b"x" + tensor[1:]))
    with pytest.raises(ModelLoadFailed, match="mmproj-lacking"):
        load_seeing(QWEN2, projector_path=str(path))


@pytest.mark.parametrize("share", [0.0, 0.1, 0.9])
def test_a_projector_that_was_cut_short_is_a_sentence(
    load_seeing: SeeingLoader, tmp_path: Path, share: float
) -> None:
    content = cached_model(QWEN2.write_projector).read_bytes()
    path = tmp_path / "mmproj-short.gguf"
    path.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(ModelLoadFailed, match=r"mmproj-short.*(empty|incomplete|not a GGUF)"):
        load_seeing(QWEN2, projector_path=str(path))


def test_a_projector_that_has_gone_is_a_sentence(load_seeing: SeeingLoader, tmp_path: Path) -> None:
    with pytest.raises(ModelLoadFailed, match="no file"):
        load_seeing(QWEN2, projector_path=str(tmp_path / "gone.gguf"))


def test_closing_the_backend_closes_the_projector(load_seeing: SeeingLoader) -> None:
    backend = load_seeing(QWEN2)
    encoder = encoder_of(backend)
    encoded(backend)
    backend.close()
    with pytest.raises(MediaRefused, match="no longer loaded"):
        encoded(backend)
    encoder.close()

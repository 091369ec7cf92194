"""What the makers of a model advise is read from its file; what cannot be used is left out."""

import math
from pathlib import Path

import gguf
import pytest

from engine.gguf.model_file import MAX_TOP_K, PREFIX, advised_sampling, describe
from tests.engine.gguf.gguf_files import write_model


def _advise(writer: gguf.GGUFWriter) -> None:
    writer.add_sampling_temp(0.6)
    writer.add_sampling_top_k(20)
    writer.add_sampling_top_p(0.95)
    writer.add_sampling_min_p(0.0)
    writer.add_sampling_penalty_repeat(1.05)
    writer.add_sampling_sequence("temperature;top_k")


def test_the_advice_of_a_file_is_read(tmp_path: Path) -> None:
    found = describe(write_model(tmp_path / "a.gguf", more=_advise)).sampling
    assert found == {
        "temperature": 0.6,
        "top_k": 20,
        "top_p": 0.95,
        "min_p": 0.0,
        "repeat_penalty": 1.05,
    }


def test_a_file_without_advice_has_none(tmp_path: Path) -> None:
    assert describe(write_model(tmp_path / "a.gguf")).sampling == {}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("temp", math.nan),
        ("temp", -1.0),
        ("temp", True),
        ("top_p", 0.0),
        ("min_p", "much"),
        ("penalty_last_n", -1),
        ("xtc_probability", [0.5]),
        ("mirostat", 1),
    ],
)
def test_what_cannot_be_used_takes_nothing_else_along(key: str, value: object) -> None:
    assert advised_sampling({PREFIX + key: value, PREFIX + "top_k": 5}) == {"top_k": 5}


def test_no_limit_of_candidates_is_said_in_our_way() -> None:
    assert advised_sampling({PREFIX + "top_k": 0}) == {"top_k": MAX_TOP_K}


def test_mirostat_comes_with_its_numbers() -> None:
    values = {PREFIX + "mirostat": 2, PREFIX + "mirostat_tau": 4.0, PREFIX + "mirostat_eta": 0.2}
    assert advised_sampling(values) == {"mirostat": {"tau": 4.0, "eta": 0.2}}

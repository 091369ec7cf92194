"""Presets as a file: what was written is read, LM Studio's are understood, other files refused."""

import json
from pathlib import Path

import pytest

from app.domain.conversations import Preset
from app.errors import TransferFailed
from app.presets.preset_files import content_of, named_apart, read, written

CALM = Preset("calm", {"temperature": 0.1, "dry": None, "system_prompt": "Grüße"})
WILD = Preset("wild", {"temperature": 1.4, "stop_strings": ["\n"]})


def test_what_was_written_is_read() -> None:
    assert read(written((CALM, WILD))) == (CALM, WILD)


def test_lm_studios_preset_is_read() -> None:
    fields = [
        {"key": "llm.prediction.temperature", "value": 0.3},
        {"key": "llm.prediction.topPSampling", "value": {"checked": True, "value": 0.9}},
        {"key": "llm.prediction.minPSampling", "value": {"checked": False, "value": 0.2}},
        {"key": "llm.prediction.systemPrompt", "value": "Be brief."},
        {"key": "llm.prediction.somethingNew", "value": 1},
        {"key": 5},
        "x",
    ]
    document = {"identifier": "@local:mine", "name": "Mine", "operation": {"fields": fields}}
    (preset,) = read(json.dumps(document).encode())
    assert preset == Preset(
        "Mine", {"temperature": 0.3, "top_p": 0.9, "system_prompt": "Be brief."}
    )


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[1]",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b'{"format": "hubbub-presets", "presets": 5}',
        b'{"format": "hubbub-presets", "presets": [{"name": " ", "values": {}}, {"name": "x"}]}',
        b'{"name": "x"}',
    ],
)
def test_a_file_without_presets_is_refused(content: bytes) -> None:
    with pytest.raises(TransferFailed, match="No presets found"):
        read(content)


def test_names_are_one_line_and_not_endless() -> None:
    preset = Preset("  a\n b " + "c" * 100, {})
    (found,) = read(written((preset,)))
    assert found.name == "a b " + "c" * 56


def test_a_preset_that_is_there_already_is_not_added_again() -> None:
    other = Preset("calm", {"temperature": 0.5})
    assert named_apart((CALM, other, WILD), (CALM,)) == (Preset("calm 2", other.values), WILD)
    assert named_apart((other,), (CALM, Preset("calm 2", other.values))) == ()


def test_no_more_is_read_than_presets_need(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_bytes(written((CALM,)) + b" " * (8 << 20))
    content = content_of(path)
    assert len(content) == (4 << 20) + 1
    with pytest.raises(TransferFailed):
        read(content)

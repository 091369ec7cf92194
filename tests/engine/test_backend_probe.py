"""A GPU backend is tested where a crash hurts nobody; what is wrong with it is said in words."""

from pathlib import Path

import pytest

from engine.backend_probe import ProbeAnswer, gpu_backend_name, probe_answer
from engine.ipc.lazy_text import LazyText


def refusal(exit_code: int, output: bytes) -> LazyText | None:
    return probe_answer(exit_code, output).refusal


def test_a_driver_that_crashes_ends_its_own_test_only() -> None:
    assert "crashed" in str(refusal(-11, b""))
    assert "SIGSEGV" in str(refusal(-11, b""))
    assert "0xc0000005" in str(refusal(0xC0000005, b""))


@pytest.mark.parametrize(
    ("output", "text"),
    [
        (b"", "without a result"),
        (b"noise\n", "without a result"),
        (b'{"devices": [], "trouble": "Too old."}\n', "Too old."),
        (b'{"devices": [], "trouble": null}\n', "no graphics card"),
    ],
)
def test_a_test_without_a_card_says_why(output: bytes, text: str) -> None:
    assert text in str(refusal(0, output))


def test_a_card_that_answered_is_used() -> None:
    answer = probe_answer(0, b'noise\n{"devices": ["A card"], "trouble": null}\n')
    assert answer == ProbeAnswer(None, ("A card",))


def test_seconds_of_a_measurement_are_read() -> None:
    said = b'{"devices": ["A", "B"], "trouble": null, "driver": "1.2", "processor": "haswell",'
    said += b' "processor_seconds": 2.5, "card_seconds": {"A": 0.5, "B": null}}'
    answer = probe_answer(0, said)
    assert (answer.processor_seconds, answer.driver) == (2.5, "1.2")
    assert answer.card_seconds == (("A", 0.5), ("B", None))
    assert not answer.is_disturbed
    assert probe_answer(0, said.replace(b"}}", b'}, "is_disturbed": true}')).is_disturbed


def test_a_gpu_backend_is_called_what_people_call_it() -> None:
    assert gpu_backend_name(Path("libggml-vulkan.so")) == "Vulkan"
    assert gpu_backend_name(Path("ggml-cuda-ampere.dll")) == "CUDA"

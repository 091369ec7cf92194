"""Where the layers of a model are, in words."""

import pytest

from engine.llama.devices import Device, placement, wanted_layers

GPU = [Device("NVIDIA Test", 8 << 30)]


@pytest.mark.parametrize(
    ("asked", "given", "devices", "text"),
    [
        (None, 0, [], "This build of Hubbub supports the processor only."),
        (None, -1, GPU, "All 28 layers are on NVIDIA Test."),
        (None, 20, GPU, "20 of 28 layers are on NVIDIA Test: the rest did not fit."),
        (10, 10, GPU, "10 of 28 layers are on NVIDIA Test: as set in the settings."),
        (None, 0, GPU, "There is not enough memory on NVIDIA Test."),
        (0, 0, GPU, "The settings keep the model off the graphics card."),
    ],
)
def test_the_user_is_told_where_the_layers_are(
    asked: int | None, given: int, devices: list[Device], text: str
) -> None:
    assert placement(asked, given, 28, devices).reason == text


def test_experts_that_stay_behind_are_told() -> None:
    reason = placement(None, -1, 28, GPU, keeps_experts=True).reason
    assert reason == (
        "All 28 layers are on NVIDIA Test, but for their experts, which stay in main memory."
    )


def test_all_layers_are_tried_first_where_there_is_a_gpu() -> None:
    assert wanted_layers(None, GPU) < 0
    assert wanted_layers(12, GPU) == 12
    assert wanted_layers(None, []) == 0

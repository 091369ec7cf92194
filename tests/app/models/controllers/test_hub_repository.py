"""The file that is selected first, and the files that count as downloaded."""

from pathlib import Path

import pytest

from app.models.controllers.hub_repository import (
    PUBLIC_HUB,
    best_variant,
    files_here,
    hub_address,
    hub_content,
)
from engine.messages.net_messages import HubFile, HubModel, HubRepository, HubVariant, VariantKind


def variant(
    quantization: str, size: int, *, is_complete: bool = True, parts: int = 1
) -> HubVariant:
    name = f"tiny-{quantization}"
    files = tuple(
        HubFile(f"{name}-{at}.gguf", f"{name}-{at}.gguf", size, "a" * 64) for at in range(parts)
    )
    return HubVariant(VariantKind.MODEL, name, quantization, files, is_complete)


SMALL, USUAL, LARGE = variant("Q2_K", 10), variant("Q4_K_M", 20), variant("Q8_0", 40)
ALL = (SMALL, USUAL, LARGE)


@pytest.mark.parametrize(
    ("pattern", "named", "room", "expected"),
    [
        ("", "", 100, USUAL),
        ("", "", 15, SMALL),
        ("", "", 1, SMALL),
        ("*Q8_0*", "", 1, LARGE),
        ("*Q8_0*", "tiny-Q2_K-0.gguf", 100, SMALL),
        ("*nothing*", "", 100, USUAL),
    ],
)
def test_the_first_selection(pattern: str, named: str, room: int, expected: HubVariant) -> None:
    assert best_variant(ALL, pattern, named, room) is expected


def test_without_the_usual_one_the_largest_that_fits_is_selected() -> None:
    assert best_variant((SMALL, LARGE), "", "", 100) is LARGE
    assert best_variant((), "", "", 100) is None


def test_a_model_with_missing_parts_is_not_selected() -> None:
    broken = variant("Q4_K_M", 20, is_complete=False)
    assert best_variant((SMALL, broken), "", "", 100) is SMALL
    assert best_variant((broken,), "", "", 100) is None


def test_a_split_model_is_here_when_all_of_it_is(tmp_path: Path) -> None:
    split = variant("Q8_0", 3, parts=2)
    repository = HubRepository(1, HubModel("owner/tiny", "https://hub/owner/tiny"), "", (split,))
    (tmp_path / split.files[0].save_name).write_bytes(b"abc")
    (offer,) = hub_content(repository, {}, files_here(tmp_path)).offers
    assert not offer.is_here
    (tmp_path / split.files[1].save_name).write_bytes(b"abc")
    (offer,) = hub_content(repository, {}, files_here(tmp_path)).offers
    assert offer.is_here
    assert files_here(tmp_path / "missing") == frozenset()


def test_the_address_that_is_shown_is_the_one_that_is_asked() -> None:
    assert hub_address({}) == PUBLIC_HUB
    assert hub_address({"HF_ENDPOINT": " http://mirror.example/ "}) == "http://mirror.example"

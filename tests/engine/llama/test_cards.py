"""The memory of cards next to a model, on the devices of real computers."""

import pytest

from engine.llama.devices import Cards, chosen_devices
from tests.models.card_lists import LISTS, devices

MEBIBYTE = 1 << 20


@pytest.mark.parametrize("name", LISTS)
def test_each_card_is_reported_once_by_a_name_of_its_own(name: str) -> None:
    known = devices(name)
    free = {each.handle: each.free_bytes for each in known}
    found = Cards(known, chosen_devices(known, []), free.__getitem__).memories()
    assert len({each.name for each in found}) == len(found)
    assert len(found) == (1 if LISTS[name].same else len(known))
    assert all(each.free_bytes <= each.total_bytes for each in found)


def test_equal_cards_are_told_apart_by_a_number() -> None:
    known = devices("three equal cards")
    cards = Cards(known, known, lambda _handle: 0)
    name = "NVIDIA GeForce RTX 4090"
    assert [each.name for each in cards.memories()] == [name, f"{name} (2)", f"{name} (3)"]


def test_a_card_in_the_processor_shares_its_memory_and_gets_no_layers_next_to_another() -> None:
    known = devices("a laptop with two")
    cards = Cards(known, chosen_devices(known, []), lambda _handle: 0).memories()
    assert [(each.is_shared, each.is_automatic) for each in cards] == [(True, False), (False, True)]
    (mac,) = devices("a Mac")
    assert Cards([mac], [mac], lambda _handle: 0).memories()[0].is_shared


def test_a_model_takes_of_each_card_by_the_shares_or_by_what_was_free() -> None:
    known = devices("two makers")
    free = {each.handle: each.free_bytes for each in known}
    cards = Cards(known, known, free.__getitem__)
    assert [each.used_bytes for each in cards.memories()] == [0, 0]
    cards.place(36474)
    assert [each.used_bytes for each in cards.memories()] == [5796, 30678]
    cards.place(1000, (1.0, 3.0), 4.0)
    assert [each.used_bytes for each in cards.memories()] == [250, 750]
    cards.place(1000, (1.0,), 4.0)  # other computers have the rest
    assert [each.used_bytes for each in cards.memories()] == [250, 0]


def test_what_is_free_is_read_when_it_is_asked_for() -> None:
    known = devices("two NVIDIA cards")
    free = {each.handle: each.free_bytes for each in known}
    cards = Cards(known, known, free.__getitem__)
    free[1] = 50 * MEBIBYTE  # another program
    assert [each.free_bytes // MEBIBYTE for each in cards.memories()] == [50, 23795]

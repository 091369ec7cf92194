"""Addresses of other machines, and where a chat's route leads."""

import pytest

from app.machines.model import (
    HERE,
    EndpointSetting,
    RemoteModel,
    Route,
    destination_of,
    full_address,
    is_address,
    is_plain,
    route_in_force,
)

QWEN = RemoteModel("qwen3", 32768)
RACK = EndpointSetting("5f", "rack", "http://Rack:8000/v1", models=(QWEN,))


@pytest.mark.parametrize(
    ("typed", "full"),
    [
        (" rack:8000/ ", "http://rack:8000"),
        ("192.168.1.5", "http://192.168.1.5"),
        ("127.0.0.1:1234/v1", "http://127.0.0.1:1234/v1"),
        ("api.example.com/v1", "https://api.example.com/v1"),
        ("studio.local", "http://studio.local"),
        ("http://api.example.com", "http://api.example.com"),
        ("", ""),
    ],
)
def test_a_missing_scheme_is_that_of_the_network(typed: str, full: str) -> None:
    assert full_address(typed) == full


@pytest.mark.parametrize(
    ("address", "is_good"),
    [
        ("http://rack:8000", True),
        ("https://[::1]:1", True),
        ("http://", False),
        ("ftp://rack", False),
        ("http://rack:99999", False),
        ("http://me:secret@rack", False),
        ("http://ra ck", False),
        ("http://[", False),
        ("", False),
    ],
)
def test_only_addresses_that_can_be_sent_to_are_taken(address: str, is_good: bool) -> None:
    assert is_address(address) is is_good


@pytest.mark.parametrize(
    ("address", "is_readable"),
    [
        ("http://rack", True),
        ("http://192.168.1.5:80", True),
        ("https://rack", False),
        ("http://localhost:8080", False),
        ("http://127.0.0.9", False),
        ("http://[::1]:1", False),
    ],
)
def test_http_can_be_read_unless_it_stays_here(address: str, is_readable: bool) -> None:
    assert is_plain(address) is is_readable


def test_a_route_leads_to_a_machine_that_there_is() -> None:
    found = destination_of(Route("5f", "qwen3"), [RACK])
    assert found is not None
    assert (found.endpoint, found.model, found.is_agreed) == (RACK, QWEN, False)
    assert destination_of(HERE, [RACK]) is None
    assert destination_of(None, [RACK]) is None
    assert destination_of(Route("gone", "qwen3"), [RACK]) is None


def test_a_model_that_was_not_listed_is_asked_for_by_its_name() -> None:
    found = destination_of(Route("5f", "new"), [RACK])
    assert found is not None
    assert found.model == RemoteModel("new")


def test_consent_is_given_to_an_address_and_not_to_a_name() -> None:
    for consent, is_agreed in (("http://rack:8000", True), ("http://rack:8001", False)):
        found = destination_of(Route("5f", "qwen3"), [RACK], [consent])
        assert found is not None
        assert found.is_agreed is is_agreed


def test_the_default_is_for_chats_that_begin() -> None:
    default, own = Route("5f", "qwen3"), Route("6e", "m")
    assert route_in_force(None, default, is_begun=False) == default
    assert route_in_force(None, default, is_begun=True) is None
    assert route_in_force(own, default, is_begun=False) == own
    assert route_in_force(HERE, default, is_begun=False) == HERE

"""Addresses of RPC servers are checked where they are typed; the library aborts over bad ones."""

import pytest

from engine.messages.config import EngineConfig, rpc_address, rpc_addresses
from engine.messages.errors import InvalidConfig


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("192.168.1.20:50052", "192.168.1.20:50052"),
        (" Rack ", "rack:50052"),
        ("my-pc.local:1", "my-pc.local:1"),
    ],
)
def test_an_address_is_a_name_or_a_number_and_a_port(typed: str, address: str) -> None:
    assert rpc_address(typed) == address
    assert EngineConfig(rpc_servers=(address,)).rpc_servers == (address,)


@pytest.mark.parametrize(
    "typed",
    ["", "rack:", "rack:0", "rack:65536", "rack:x", ":50052", "-rack", "http//rack", "a b", "räck"],
)
def test_what_the_library_could_not_split_is_refused(typed: str) -> None:
    with pytest.raises(InvalidConfig, match="is no address of an RPC server"):
        rpc_address(typed)


@pytest.mark.parametrize("typed", ["[::1]:50052", "fe80::1", "http://rack:1"])
def test_ipv6_is_told_to_be_impossible(typed: str) -> None:
    with pytest.raises(InvalidConfig, match="reached by IPv4 only"):
        rpc_address(typed)


def test_several_are_told_apart_by_commas_blanks_and_lines() -> None:
    text = "rack, 10.0.0.2:7;rack:50052\n  desk "
    assert rpc_addresses(text) == ("rack:50052", "10.0.0.2:7", "desk:50052")
    assert rpc_addresses("  ") == ()


def test_more_than_the_library_has_room_for_are_refused() -> None:
    with pytest.raises(InvalidConfig, match="At most 16"):
        rpc_addresses(" ".join(f"rack{number}" for number in range(17)))
    with pytest.raises(InvalidConfig, match="lacks its port"):
        EngineConfig(rpc_servers=("rack",))

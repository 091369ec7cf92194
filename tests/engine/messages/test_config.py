"""Settings that no engine could run with are refused on creation, in words."""

import msgspec
import pytest

from engine.messages.config import EngineConfig, rpc_address, rpc_addresses
from engine.messages.errors import InvalidConfig
from engine.messages.page_origin import (
    MAX_HOST_NAMES,
    MAX_ORIGINS,
    checked_origins,
    host_name,
    host_names,
    page_origin,
    page_origins,
)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"context_window": 255}, "context per chat must lie between 256"),
        ({"slot_count": 0}, "number of chats answered at once"),
        ({"slot_count": 257}, "between 1 and 256, not 257"),
        ({"batch_size": 3}, "batch size must lie between 4"),
        ({"micro_batch_size": 4096}, "micro batch size"),
        ({"max_active": 5}, "number of replies written at once"),
        ({"gpu_layer_count": -1}, "number of GPU layers"),
        ({"cache_bytes": -1}, "disk space"),
        ({"program_cache_percent": 101}, "share of programs in the cache"),
        ({"step_target_seconds": 0.0}, "step target must be between 1 ms and 10 s"),
        ({"write_back_seconds": -1.0}, "pause before writing"),
        ({"overdue_seconds": 1e9}, "longest wait for a pause"),
    ],
)
def test_an_impossible_setting_is_refused(values: dict[str, object], reason: str) -> None:
    with pytest.raises(InvalidConfig, match=reason):
        msgspec.structs.replace(EngineConfig(), **values)


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
    with pytest.raises(InvalidConfig, match="is not an RPC server address"):
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


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("https://app.example", "https://app.example"),
        (" HTTPS://App.Example/ ", "https://app.example"),
        ("https://app.example:443", "https://app.example"),
        ("http://localhost:3000", "http://localhost:3000"),
        ("http://localhost:443", "http://localhost:443"),
        ("http://[::1]:8080", "http://[::1]:8080"),
        ("chrome-extension://abcdef", "chrome-extension://abcdef"),
        ("app://obsidian.md", "app://obsidian.md"),
    ],
)
def test_an_origin_becomes_what_a_browser_sends(typed: str, sent: str) -> None:
    assert page_origin(typed) == sent


@pytest.mark.parametrize(
    "typed",
    [
        *("*", "null", "", "app.example", "https://*", "https://*.example", "file://"),
        *("https://app.example/page", "https://me@app.example", "https://a:70000", "https://a:b"),
    ],
)
def test_what_is_none_is_told(typed: str) -> None:
    with pytest.raises(InvalidConfig, match="is not the origin of a web page"):
        page_origin(typed)


def test_several_stand_in_one_line() -> None:
    typed = "https://a.example, http://b.example:80;https://a.example/\n"
    assert page_origins(typed) == ("https://a.example", "http://b.example")
    assert page_origins(" ") == ()
    with pytest.raises(InvalidConfig, match="At most"):
        page_origins(" ".join(f"https://{each}.example" for each in range(MAX_ORIGINS + 1)))


def test_of_a_file_only_what_browsers_send_is_believed() -> None:
    assert checked_origins(("https://a.example",)) == ("https://a.example",)
    with pytest.raises(InvalidConfig):
        checked_origins(("https://A.example",))


def test_host_names_are_read_as_they_are_typed() -> None:
    assert host_names("Host.Docker.internal., nas_1;nas_1") == ("host.docker.internal", "nas_1")
    assert host_names(" ") == ()
    with pytest.raises(InvalidConfig):
        host_names(" ".join(f"{each}.lan" for each in range(MAX_HOST_NAMES + 1)))


@pytest.mark.parametrize("typed", ["", "*", "a.lan:80", "http://a.lan", "a..lan", "a b", "é.lan"])
def test_what_is_not_a_host_name_is_refused(typed: str) -> None:
    with pytest.raises(InvalidConfig):
        host_name(typed)

"""RPC servers are tried before the library meets them, whatever is at their address."""

import socket

import pytest

from engine.messages.remote_messages import RpcMemory, RpcServer
from engine.rpc_trial import away_text, try_servers
from tests.fakes.rpc_server import GB, answer, greeting, rpc_server

SOON = 0.3  # only those that never answer take it whole


def tried(address: str, seconds: float = 10.0) -> RpcServer:
    (found,) = try_servers([address], seconds)
    return found


def test_a_server_tells_the_memory_of_each_of_its_devices() -> None:
    with rpc_server(devices=(8 * GB, 4 * GB)) as address:
        found = tried(address)
    memories = (RpcMemory(8 * GB, 16 * GB), RpcMemory(4 * GB, 8 * GB))
    assert found == RpcServer(address, address, memories)
    assert (found.is_there, found.free_bytes) == (True, 12 * GB)


def test_a_name_is_given_to_the_library_as_the_address_that_answered() -> None:
    with rpc_server() as address:
        port = address.rpartition(":")[2]
        assert tried(f"localhost:{port}").endpoint == address


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "it is not an RPC server"),
        (bytes(range(1, 65)), "it is not an RPC server"),
        (b"", "closed the connection"),
        (b"\x1c\x00", "closed the connection"),
        (greeting()[:20], "closed the connection"),
        (answer(b"\x07"), "it is not an RPC server"),
        (greeting(6, 9), "it uses protocol version 6.9, but this Hubbub needs 7.0"),
        (greeting(7, 1), "it uses protocol version 7.1"),
        (greeting(8, 0), "it uses protocol version 8.0"),
    ],
)
def test_what_is_no_server_of_this_version_is_told_in_words(sent: bytes, reason: str) -> None:
    with rpc_server(sent) as address:
        found = tried(address)
    assert reason in found.refusal
    assert not found.devices


@pytest.mark.parametrize("count", [0, 17, 1_000_000])
def test_a_server_with_an_impossible_number_of_devices_is_not_used(count: int) -> None:
    with rpc_server(devices=(0,) * count) as address:
        assert "no usable device" in tried(address).refusal


def test_a_server_that_serves_somebody_else_is_given_up_in_time() -> None:
    with rpc_server(is_silent=True) as address:
        found = tried(address, SOON)
    assert "busy with another program, or hangs" in found.refusal
    assert away_text(found).startswith(f"“{address}” is not used: it is busy")


def test_nobody_at_an_address_is_told_apart_from_a_name_that_nobody_knows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"127.0.0.1:{listener.getsockname()[1]}"
    assert tried(address).refusal == "no RPC server is running there."
    monkeypatch.setattr(socket, "getaddrinfo", _unknown)
    assert tried("nobody.invalid:1").refusal == "no computer of this name was found."


def _unknown(*_arguments: object) -> None:
    raise socket.gaierror


def test_all_are_tried_at_once_and_told_in_their_order() -> None:
    with rpc_server(is_silent=True) as silent, rpc_server() as there:
        found = try_servers([silent, there, silent], SOON)
    assert [server.is_there for server in found] == [False, True, False]
    assert [server.address for server in found] == [silent, there, silent]

"""Where layers are on other computers, the end of the engine names them."""

from engine.client.rpc_end import explained_end
from engine.client.supervisor import ProcessEnd

ABORT = "/x/ggml-rpc.cpp:501: Remote RPC server crashed or returned malformed response"
SERVERS = ("rack:50052", "desk:1")


def ended(detail: str = "", *, is_crash: bool = True) -> ProcessEnd:
    return ProcessEnd("It ended.", detail, will_restart=True, is_crash=is_crash)


def test_a_connection_that_broke_is_no_fault_of_a_request() -> None:
    end = explained_end(ended(ABORT), SERVERS)
    assert end.text == "The connection to rack:50052, desk:1 broke, where layers of the model are."
    assert end.is_elsewhere


def test_an_end_of_another_kind_asks_for_the_computers() -> None:
    end = explained_end(ended("Segmentation fault"), SERVERS)
    assert (
        end.text == "It ended. Layers of the model are on rack:50052, desk:1. Do they still answer?"
    )
    assert not end.is_elsewhere


def test_without_other_computers_and_when_asked_for_an_end_is_as_it_was() -> None:
    assert explained_end(ended(ABORT), ()) == ended(ABORT)
    assert explained_end(ended(is_crash=False), SERVERS) == ended(is_crash=False)

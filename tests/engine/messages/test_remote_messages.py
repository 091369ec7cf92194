"""What the window and the net process say of other machines crosses whole, and shows no key."""

import pytest

from engine.messages.commands import ChatMessage, Role
from engine.messages.events import Finished, FinishReason, StepEvents
from engine.messages.framing import NET_COMMANDS, NET_EVENTS
from engine.messages.metrics import ReplyUsage
from engine.messages.remote_messages import (
    Endpoint,
    EndpointFound,
    EndpointKind,
    KeepKey,
    KeyOrigin,
    KeyReport,
    ProbeEndpoint,
    RemoteModel,
    SubmitRemote,
)
from engine.messages.sampling_params import SamplingParams

RACK = Endpoint("e1", "http://rack:8000", EndpointKind.VLLM, "rack")
COMMANDS = (
    ProbeEndpoint(1, RACK, "sk-secret"),
    KeepKey(2, RACK, "sk-secret"),
    SubmitRemote(3, RACK, "tiny", (ChatMessage(Role.USER, "Hello"),), SamplingParams()),
)


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_cross(command: ProbeEndpoint | KeepKey | SubmitRemote) -> None:
    assert NET_COMMANDS.decode(NET_COMMANDS.encode_body(command)) == command


def test_events_cross() -> None:
    found = EndpointFound(1, EndpointKind.VLLM, "0.32", (RemoteModel("tiny", 1024),), 0.1)
    end = StepEvents((Finished(3, FinishReason.STOP, ReplyUsage()),))
    for event in (found, KeyReport(2, True, KeyOrigin.FILE), end):
        assert NET_EVENTS.decode(NET_EVENTS.encode_body(event)) == event


@pytest.mark.parametrize("command", COMMANDS[:2])
def test_a_key_is_in_no_description(command: ProbeEndpoint | KeepKey) -> None:
    assert "secret" not in repr(command) + str(command)

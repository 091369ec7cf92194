"""What crosses the border comes out as it went in, or as a BrokenFrame."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ipc.frames import BrokenFrame, body_of
from engine.ipc.lazy_text import lazy
from engine.ipc.lifecycle import Heartbeat, Shutdown
from engine.messages import framing
from engine.messages.commands import (
    Cancel,
    ChatMessage,
    Command,
    DiscardConversation,
    Focus,
    LoadModel,
    Role,
    Submit,
)
from engine.messages.config import EngineConfig
from engine.messages.errors import NotSendable
from engine.messages.events import ErrorReport, Event, Finished, FinishReason, StepEvents, TextDelta
from engine.messages.framing import (
    MAX_PROGRAM_FRAME_BYTES,
    NET_COMMANDS,
    NET_EVENTS,
    decode_program_command,
    encode_command,
    encode_program_command,
)
from engine.messages.media import (
    MAX_MEDIA_BYTES,
    GiveMedia,
    Media,
    MediaKind,
    MediaProgress,
    MediaWanted,
    RefuseMedia,
    content_bytes,
    media_digest,
)
from engine.messages.metrics import ReplyUsage, StepRecord
from engine.messages.programs import (
    is_program,
    is_unnamed,
    program_conversation,
    unnamed_conversation,
)
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
from engine.messages.request_options import RequestOptions
from engine.messages.sampling_params import SamplingParams

COMMANDS: list[Command] = [
    LoadModel("/ein Pfad/ü.gguf", EngineConfig(slot_count=8)),
    Submit(1, "a", (ChatMessage(Role.USER, "Grüße 🐢\x00"),), SamplingParams(stop_strings=("x",))),
    Submit(
        2,
        "a",
        (ChatMessage(Role.USER, "", media=(Media("ab" * 32, MediaKind.IMAGE, 640, 480),)),),
        SamplingParams(),
    ),
    GiveMedia("ab" * 32, MediaKind.IMAGE, 2, 1, b"\x00\xff\x10" * 2),
    RefuseMedia("ab" * 32, lazy("The picture {name} is gone.", name="ü.png")),
    Cancel(1),
    DiscardConversation("a"),
    Focus(None),
    Shutdown(),
]
EVENTS: list[Event] = [
    StepEvents(
        (
            TextDelta(1, "wort", 1),
            Finished(
                2,
                FinishReason.FAILED,
                ReplyUsage(),
                ErrorReport("DecodeFailed", lazy("No {count:,}.", count=1234)),
            ),
        ),
        StepRecord(decode_slots=(0, 1), decode_seconds=0.1),
    ),
    StepEvents((MediaProgress(1, 0, 2, 1.5), MediaProgress(1, 1, 2))),
    MediaWanted("ab" * 32),
    Heartbeat(7, is_busy=True),
]
IMAGE, AUDIO = MediaKind.IMAGE, MediaKind.AUDIO
RACK = Endpoint("e1", "http://rack:8000", EndpointKind.VLLM, "rack")
SENT = (
    ProbeEndpoint(1, RACK, "sk-secret"),
    KeepKey(2, RACK, "sk-secret"),
    SubmitRemote(3, RACK, "tiny", (ChatMessage(Role.USER, "Hello"),), SamplingParams()),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_commands_arrive_as_they_were_sent(command: Command) -> None:
    assert framing.COMMANDS.decode(body_of(encode_command(command))) == command


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_events_arrive_as_they_were_sent(event: Event) -> None:
    assert framing.EVENTS.decode(body_of(framing.EVENTS.encode(event))) == event


def test_the_largest_medium_fits_into_a_frame() -> None:
    content = bytes(MAX_MEDIA_BYTES)
    given = GiveMedia("ab" * 32, MediaKind.AUDIO, MAX_MEDIA_BYTES // 4, 1, content)
    assert framing.COMMANDS.decode(body_of(encode_command(given))) == given


def test_half_a_character_is_not_sent() -> None:
    with pytest.raises(NotSendable, match="an incomplete character"):
        encode_command(DiscardConversation("\udcff"))


def test_a_number_of_too_many_digits_is_not_sent() -> None:
    options = RequestOptions(template_arguments={"depth": 1 << 70})
    with pytest.raises(NotSendable, match="too large a number"):
        encode_command(Submit(1, "a", (), SamplingParams(), options))


def test_settings_out_of_range_are_refused_on_arrival() -> None:
    body = body_of(encode_command(COMMANDS[0])).replace(b"slot_count\x08", b"slot_count\x00")
    with pytest.raises(BrokenFrame):
        framing.COMMANDS.decode(body)


def test_nesting_without_end_is_refused() -> None:
    body = b"\x82\xa4type\xa9Heartbeat\xa1x" + b"\x91" * 100_000 + b"\x00"
    with pytest.raises(BrokenFrame):
        framing.EVENTS.decode(body)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_become_a_message_or_a_broken_frame(body: bytes) -> None:
    with contextlib.suppress(BrokenFrame):
        assert framing.EVENTS.decode(body) is not None
    with contextlib.suppress(BrokenFrame):
        assert framing.COMMANDS.decode(body) is not None


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from([framing.EVENTS.encode(message) for message in (*COMMANDS, *EVENTS)]),
    st.integers(min_value=0, max_value=400),
    st.integers(min_value=0, max_value=255),
)
def test_a_flipped_byte_becomes_a_message_or_a_broken_frame(
    frame: bytes, offset: int, value: int
) -> None:
    body = bytearray(body_of(frame))
    body[offset % len(body)] = value
    with contextlib.suppress(BrokenFrame):
        assert framing.EVENTS.decode(bytes(body)) is not None
    with contextlib.suppress(BrokenFrame):
        assert framing.COMMANDS.decode(bytes(body)) is not None


def program_command(values: object, text: str = "") -> Submit:
    options = RequestOptions(template_arguments={"a": values})
    return Submit(1, "a", (ChatMessage(Role.USER, text),), SamplingParams(), options)


@pytest.mark.parametrize(
    "value", [0, 200, -1, 70_000, 1 << 40, -(1 << 40), 1.5, None, "", "é" * 40, "x" * 300, [], {}]
)
def test_a_frame_of_a_program_has_a_maximum_number_of_values(
    value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(framing, "MAX_PROGRAM_VALUES", 9_000)
    monkeypatch.setattr(framing, "_UNCOUNTED_BYTES", 1000)
    least = len(encode_command(program_command([]))) // 2
    most = program_command([value] * (9_000 - least))
    body = body_of(encode_program_command(most))
    assert decode_program_command(body) == most
    too_many = program_command([value] * 9_001)
    with pytest.raises(NotSendable, match="too large"):
        encode_program_command(too_many)
    with pytest.raises(BrokenFrame, match="too large"):
        decode_program_command(body_of(encode_command(too_many)))


def test_a_programs_frame_is_smaller_than_the_windows() -> None:
    too_long = program_command([], "x" * MAX_PROGRAM_FRAME_BYTES)
    with pytest.raises(NotSendable, match="too large"):
        encode_program_command(too_long)
    assert framing.COMMANDS.decode(body_of(encode_command(too_long))) == too_long


def test_messages_are_encoded_without_default_values() -> None:
    short = encode_command(program_command([]))
    assert b"tool_calls" not in short
    assert b"media" not in short


def test_the_same_pixels_in_another_shape_are_another_picture() -> None:
    pixels = bytes(range(12))
    shapes = [(4, 1), (1, 4), (2, 2)]
    assert len({media_digest(IMAGE, *shape, pixels) for shape in shapes}) == len(shapes)


def test_a_sound_is_never_named_as_a_picture_of_the_same_bytes() -> None:
    assert media_digest(IMAGE, 4, 1, bytes(12)) != media_digest(AUDIO, 4, 1, bytes(12))


def test_a_digest_is_the_one_that_others_compute() -> None:
    known = "ad8a25db6469a21648f045c7b7e9640b"  # of b"rgb8 1 1\n" and the pixel
    assert media_digest(IMAGE, 1, 1, b"\x00\x01\x02").startswith(known)


def test_sizes_are_those_of_pixels_and_samples() -> None:
    assert content_bytes(IMAGE, 640, 480) == 921_600
    assert content_bytes(AUDIO, 16_000, 1) == 64_000


def test_a_log_shows_no_pixels() -> None:
    assert "content" not in repr(GiveMedia("ab", IMAGE, 1, 1, b"abc"))


def test_no_conversation_of_the_window_is_a_programs() -> None:
    assert not is_program("0b7c6a52-6f0e-4b7c-9f3a-2d1b1f0c9e11")
    assert not is_program("3+title")
    assert not is_unnamed("3::4")


@given(token=st.text(), name=st.text())
def test_whatever_a_program_calls_a_conversation_it_is_named(token: str, name: str) -> None:
    conversation_id = program_conversation(token, name)
    assert is_program(conversation_id)
    assert not is_unnamed(conversation_id)


@given(token=st.text(), number=st.text())
def test_what_no_program_has_named_is_unnamed(token: str, number: str) -> None:
    assert is_unnamed(unnamed_conversation(token, number))


@given(one=st.text(), other=st.text(), name=st.text())
def test_programs_with_other_tokens_have_other_conversations(
    one: str, other: str, name: str
) -> None:
    if one.replace(":", "-") != other.replace(":", "-") and one and other:
        assert program_conversation(one, name) != program_conversation(other, name)


@pytest.mark.parametrize("command", SENT)
def test_commands_cross(command: ProbeEndpoint | KeepKey | SubmitRemote) -> None:
    assert NET_COMMANDS.decode(NET_COMMANDS.encode_body(command)) == command


def test_events_cross() -> None:
    found = EndpointFound(1, EndpointKind.VLLM, "0.32", (RemoteModel("tiny", 1024),), 0.1)
    end = StepEvents((Finished(3, FinishReason.STOP, ReplyUsage()),))
    for event in (found, KeyReport(2, True, KeyOrigin.FILE), end):
        assert NET_EVENTS.decode(NET_EVENTS.encode_body(event)) == event


@pytest.mark.parametrize("command", SENT[:2])
def test_a_key_is_in_no_description(command: ProbeEndpoint | KeepKey) -> None:
    assert "secret" not in repr(command) + str(command)

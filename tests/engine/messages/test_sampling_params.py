"""What no model could follow is refused on creation, in words."""

import math

import msgspec
import pytest

from engine.ipc.frames import BrokenFrame
from engine.messages.commands import ChatMessage, Role, Submit
from engine.messages.errors import InvalidSampling
from engine.messages.framing import COMMANDS
from engine.messages.sampling_params import Dry, Mirostat, SamplingParams

RICH = SamplingParams(
    temperature=0.0,
    typical_p=0.9,
    xtc_probability=0.5,
    repeat_penalty=0.5,
    dry=Dry(window=0, breakers=("\n",)),
    mirostat=Mirostat(tau=3.0),
    logit_bias=((5, -math.inf), (6, 2.0), (" cat", -1.0)),
    json_schema='{"type": "string"}',
    seed=-(1 << 63),
    max_tokens=1,
    stop_strings=("end",),
)


def body_of(sampling: SamplingParams) -> bytes:
    command = Submit(1, "a", (ChatMessage(Role.USER, "hi"),), sampling)
    return COMMANDS.encode_body(command)


def test_a_rich_wish_arrives_as_it_was_sent() -> None:
    command = COMMANDS.decode(body_of(RICH))
    assert isinstance(command, Submit)
    assert command.sampling == RICH


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"temperature": -0.1}, "temperature must be at least 0 and at most 100, not -0.1"),
        ({"temperature": math.nan}, "temperature"),
        ({"temperature": math.inf}, "temperature"),
        ({"top_k": 0}, "top-k must be at least 1 and"),
        ({"top_p": 0.0}, "top-p must be above 0 and at most 1"),
        ({"min_p": 1.0}, "min-p must be at least 0 and below 1"),
        ({"typical_p": 1.1}, "typical p"),
        ({"dynatemp_range": -1.0}, "dynamic temperature range"),
        ({"dynatemp_exponent": 0.0}, "dynamic temperature exponent"),
        ({"top_n_sigma": -1.0}, "top-n-sigma"),
        ({"adaptive_target": 1.5}, "adaptive-p target"),
        ({"adaptive_decay": 1.0}, "adaptive-p decay"),
        ({"xtc_probability": 1.1}, "XTC probability"),
        ({"xtc_threshold": -0.1}, "XTC threshold"),
        ({"repeat_penalty": 0.0}, "repetition penalty"),
        ({"frequency_penalty": 101}, "frequency penalty"),
        ({"presence_penalty": -math.inf}, "presence penalty"),
        ({"penalty_window": -1}, "penalty window"),
        ({"seed": 1 << 63}, "seed"),
        ({"max_tokens": 0}, "reply tokens"),
        ({"logit_bias": ((-1, 0.0),)}, "bias"),
        ({"logit_bias": ((1, math.nan),)}, "bias"),
        ({"logit_bias": ((1, math.inf),)}, "bias"),
        ({"logit_bias": ((1, 0.0),) * 1025}, "bias"),
        ({"logit_bias": (("", 0.0),)}, "its text"),
        ({"logit_bias": (("x" * 201, 0.0),)}, "its text"),
        ({"logit_bias": (("a\0", 0.0),)}, "its text"),
        ({"stop_strings": ("x",) * 65}, "stop strings"),
        ({"stop_strings": ("x" * 1001,)}, "stop strings"),
        ({"grammar": 'root ::= "a"', "json_schema": "{}"}, "not both"),
    ],
)
def test_impossible_wishes_are_refused(values: dict[str, object], reason: str) -> None:
    with pytest.raises(InvalidSampling, match=reason):
        msgspec.structs.replace(SamplingParams(), **values)


@pytest.mark.parametrize(
    "values",
    [
        {"multiplier": -1.0},
        {"base": 0.5},
        {"allowed_length": 0},
        {"window": -1},
        {"breakers": ("",)},
        {"breakers": ("x" * 11,)},
        {"breakers": ("\0",)},
    ],
)
def test_an_impossible_dry_is_refused(values: dict[str, object]) -> None:
    with pytest.raises(InvalidSampling):
        msgspec.structs.replace(Dry(), **values)


@pytest.mark.parametrize("values", [{"tau": 0.0}, {"eta": 0.0}, {"tau": math.nan}])
def test_an_impossible_mirostat_is_refused(values: dict[str, float]) -> None:
    with pytest.raises(InvalidSampling):
        msgspec.structs.replace(Mirostat(), **values)


def test_a_frame_with_an_impossible_wish_is_refused() -> None:
    body = body_of(SamplingParams(top_k=77)).replace(b"top_k\x4d", b"top_k\x00")
    with pytest.raises(BrokenFrame, match="top-k"):
        COMMANDS.decode(body)

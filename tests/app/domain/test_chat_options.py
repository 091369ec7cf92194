"""A chat's options keep what was set and nothing else, whatever else a text holds."""

import json
import math

import pytest

from app.domain.chat_options import (
    NO_BUDGET,
    ChatOptions,
    ThinkingOptions,
    packed_chat_options,
    unpacked_chat_options,
)
from app.machines.model import Route

FULL = ChatOptions(
    sampling={
        "temperature": 0.2,
        "dry": {"base": 2.0},
        "seed": None,
        "stop_strings": ["\n\n", "😀"],
    },
    thinking=ThinkingOptions(is_on=True, effort="high", budget=512),
    template_arguments={"preserve_thinking": True, "tone": ["dry", None, 1.5]},
    route=Route("5f", "qwen3:8b"),
    consents=("http://rack:8000", "https://elsewhere.example"),
)


def test_what_was_packed_comes_back() -> None:
    assert unpacked_chat_options(packed_chat_options(FULL)) == FULL


def test_nothing_set_is_no_text() -> None:
    assert packed_chat_options(ChatOptions()) == ""
    assert unpacked_chat_options("") == ChatOptions()


def test_a_forbidden_token_comes_back() -> None:
    options = ChatOptions({"logit_bias": [[5, -math.inf], [6, None]]})
    assert unpacked_chat_options(packed_chat_options(options)) == options


@pytest.mark.parametrize(
    "text", ["{", "null", "[1]", '"text"', "[" * 100_000, '{"sampling": 5, "thinking": []}']
)
def test_a_broken_text_is_no_options(text: str) -> None:
    assert unpacked_chat_options(text) == ChatOptions()


def test_a_broken_value_takes_no_other_along() -> None:
    text = json.dumps(
        {
            "sampling": {"temperature": 0.2, "sampler_of_tomorrow": [1]},
            "thinking": {"is_on": False, "effort": 7, "budget": -1, "style": "loud"},
            "route": {"endpoint_id": 5},
            "consents": ["http://a", 7],
            "of_tomorrow": {},
        }
    )
    assert unpacked_chat_options(text) == ChatOptions(
        {"temperature": 0.2, "sampler_of_tomorrow": [1]},
        ThinkingOptions(is_on=False),
        consents=("http://a",),
    )


def test_one_value_is_set_and_taken_back() -> None:
    options = ChatOptions({"top_k": 5}).with_sampling("seed", 3).without_sampling("top_k")
    options = options.with_argument("tone", "dry").with_argument("x", 1).without_argument("x")
    assert options == ChatOptions({"seed": 3}, template_arguments={"tone": "dry"})
    assert not options.is_default
    assert options.without_sampling("seed").without_argument("tone").is_default


def test_a_chat_goes_before_its_model() -> None:
    model = ThinkingOptions(is_on=True, effort="low", budget=512)
    assert ThinkingOptions().over(model) == model
    chat = ThinkingOptions(is_on=False, budget=NO_BUDGET)
    assert chat.over(model) == ThinkingOptions(is_on=False, effort="low", budget=NO_BUDGET)


def test_a_budget_is_a_number_of_tokens() -> None:
    with pytest.raises(ValueError, match="-1"):
        ThinkingOptions(budget=-1)

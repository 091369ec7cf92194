"""What a template follows is found by trying it out: in small ones, and in those of real models."""

import pytest

from engine.messages.commands import ChatMessage, Role
from engine.messages.request_options import ArgumentKind, TemplateArgument, ThinkingRequest
from engine.text.chat_template import ChatTemplate, variables_of
from engine.text.reasoning import ReasoningMarkers
from engine.text.steering import Steering, find_steering
from engine.text.template_sandbox import TemplateSandbox

THINK = ReasoningMarkers(("<think>",), ("</think>",))
TALK = "{% for m in messages %}[{{ m.content }}]{% endfor %}"
SWITCH = TALK + (
    "{% if add_generation_prompt %}<reply>"
    "{% if enable_thinking is defined and not enable_thinking %}<think>\n\n</think>\n\n{% endif %}"
    "{% endif %}"
)
ON, OFF = ThinkingRequest(is_on=True), ThinkingRequest(is_on=False)
ASKED = [ChatMessage(Role.USER, "hi")]


def found(source: str, markers: ReasoningMarkers | None = THINK) -> Steering:
    return find_steering(ChatTemplate(source, {}), markers)


def test_a_switch_is_found_and_what_it_costs() -> None:
    steering = found(SWITCH)
    assert (steering.info.can_switch, steering.info.is_on) == (True, True)
    assert steering.info.is_switch_late
    assert steering.arguments(OFF, {}) == {"enable_thinking": False}
    assert steering.arguments(ON, {}) == {"enable_thinking": True}
    assert steering.arguments(ThinkingRequest(), {}) == {}


def test_the_ending_is_the_one_that_the_template_writes() -> None:
    assert found(SWITCH).ending == "\n</think>\n\n"
    short = SWITCH.replace("<think>\n\n</think>\n\n", "</think>")
    assert found(short).ending == "</think>"
    assert found(TALK).ending == "\n</think>\n\n"
    assert found(TALK, None).ending == ""


def test_a_switch_in_front_has_all_read_again() -> None:
    steering = found("{{ 'deep ' if thinking else '' }}" + TALK)
    assert (steering.info.can_switch, steering.info.is_on) == (True, False)
    assert not steering.info.is_switch_late


def test_a_switch_that_is_named_the_other_way_round_is_read_by_what_it_does() -> None:
    steering = found(TALK + "<think>{{ '</think>' if fast_reasoning else '' }}")
    assert steering.arguments(OFF, {}) == {"fast_reasoning": True}
    assert found(TALK + "{{ '!' if skip_thinking }}").arguments(OFF, {}) == {"skip_thinking": True}


def test_what_changes_the_past_only_is_no_switch() -> None:
    past = "{% for m in messages %}{% if m.role == 'assistant' and keep_thinking %}<past>"
    steering = found(past + "{% endif %}[{{ m.content }}]{% endfor %}")
    assert not steering.info.can_switch
    assert steering.others == (TemplateArgument("keep_thinking", ArgumentKind.TRUTH),)


def test_efforts_are_the_words_that_make_another_prompt() -> None:
    source = "{% if effort_of_thought not in ['low', 'high'] and effort_of_thought is defined %}"
    source += "{{ raise_exception('no') }}{% endif %}{{ effort_of_thought | default('high') }}"
    info = found(source + TALK).info
    assert (info.efforts, info.effort, info.is_effort_late) == (("low", "high"), "high", False)


def test_a_printed_effort_has_the_usual_words() -> None:
    steering = found("Reasoning: {{ reasoning_effort or 'medium' }}" + TALK)
    assert steering.info.efforts == ("low", "medium", "high")
    assert steering.info.effort == "medium"
    asked = ThinkingRequest(effort="low")
    assert steering.arguments(asked, {}) == {"reasoning_effort": "low"}
    assert steering.arguments(ThinkingRequest(effort="silly"), {}) == {}


def test_an_effort_needs_the_thinking_that_it_is_about() -> None:
    source = "{% if thinking and reasoning_effort == 'max' %}hard {% endif %}" + TALK
    source += "{{ '<think>' if thinking else '</think>' }}"
    steering = found(source)
    assert steering.info.efforts == ("max",)
    both = {"thinking": True, "reasoning_effort": "max"}
    assert steering.arguments(ThinkingRequest(effort="max"), {}) == both
    assert steering.arguments(ThinkingRequest(False, "max"), {}) == {"thinking": False}


def test_a_word_turns_thinking_off() -> None:
    source = "{% if thinking_mode == 'disabled' %}quick{% elif thinking_mode == 'enabled' %}slow"
    steering = found(source + "{% endif %}" + TALK)
    assert (steering.info.can_switch, steering.info.is_on) == (True, None)
    assert steering.arguments(OFF, {}) == {"thinking_mode": "disabled"}
    assert steering.arguments(ON, {}) == {"thinking_mode": "enabled"}


def test_a_number_of_tokens_is_told_to_the_template() -> None:
    source = "{% if thinking_budget is defined and thinking_budget < 9999 %}"
    steering = found(source + "think {{ thinking_budget + 0 }} tokens{% endif %}" + TALK)
    assert steering.arguments(ThinkingRequest(budget=99), {}) == {"thinking_budget": 99}
    assert steering.arguments(OFF, {}) == {"thinking_budget": 0}
    assert steering.info.can_switch


def test_a_text_turns_thinking_off_behind_the_last_question() -> None:
    source = "{% for m in messages %}[{{ m.content.replace('/no_think', '') }}]{% endfor %}"
    source += "<think>{{ '</think>' if '/no_think' in messages[-1].content else '' }}"
    steering = found(source)
    assert (steering.info.can_switch, steering.info.is_on) == (True, True)
    messages = (ChatMessage(Role.USER, "a"), ChatMessage(Role.ASSISTANT, "b"), *ASKED)
    assert steering.messages(OFF, messages)[-1].content == "hi /no_think"
    assert steering.messages(OFF, messages)[:2] == messages[:2]
    assert steering.messages(ON, messages) == messages


def test_other_arguments_have_names_and_kinds() -> None:
    source = TALK + "{{ date }}{{ 'short' if is_short else 'long' }}"
    source += "{% if tone == 'dry' %}dry{% elif tone == 'warm' %}warm{% endif %}{{ n + 0 if n }}"
    assert set(found(source).others) == {
        TemplateArgument("date", ArgumentKind.TEXT),
        TemplateArgument("is_short", ArgumentKind.TRUTH),
        TemplateArgument("n", ArgumentKind.NUMBER),
        TemplateArgument("tone", ArgumentKind.WORD, ("dry", "warm")),
    }


def test_nothing_is_found_where_nothing_is() -> None:
    assert found("{% set thinking = true %}{{ thinking }}" + TALK, None) == Steering()
    assert found("{{ raise_exception('no') }}{{ thinking }}", None) == Steering()


def test_arguments_never_take_the_place_of_the_messages() -> None:
    template = ChatTemplate(TALK + "{{ bos_token }}", {"bos_token": "<s>"})
    forged = {"messages": [], "bos_token": "", "add_generation_prompt": False}
    assert template.render(ASKED, arguments=forged) == "[hi]<s>"


def test_words_are_read_through_filters_and_other_names() -> None:
    source = "{% set rs = effort if effort else 'x' %}{{ 1 if rs | lower in ('low', 'high') }}"
    assert variables_of(TemplateSandbox(), source) == {"effort": ("low", "high")}


def test_the_tag_of_trainers_is_read() -> None:
    source = (
        "{% for m in messages %}{% generation %}[{{ m.content }}]{% endgeneration %}{% endfor %}"
    )
    assert ChatTemplate(source, {}).render(ASKED) == "[hi]"


def test_a_template_that_spends_its_time_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.text.steering.STEERING_SECONDS", 0.0)
    template = ChatTemplate(SWITCH, {})
    assert not find_steering(template, THINK).info.can_switch
    template.begin()
    assert template.render(ASKED).startswith("[hi]")

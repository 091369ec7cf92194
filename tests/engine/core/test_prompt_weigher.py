"""Before an option is changed it is known what would be read again."""

import pytest

from engine.core.scheduler import Scheduler
from engine.scheduling.slot_auditor import AuditMode
from engine.wire.commands import ChatMessage, Role, WeighPrompt
from engine.wire.config import EngineConfig
from engine.wire.errors import EngineError
from engine.wire.events import Event, PromptWeighed
from engine.wire.request_options import RequestOptions
from engine.wire.sampling_params import SamplingParams
from engine.wire.thinking import ThinkingRequest
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, submit

TALK = "{% for m in messages %}[{{ m.role }}:{{ m.content }}]{% endfor %}"
END = "{% if add_generation_prompt %}<reply>{{ '</think>' if not thinking else '' }}{% endif %}"
LATE, EARLY = TALK + END, "{{ 'think hard ' if thinking else '' }}" + TALK
ON, OFF = (RequestOptions(thinking=ThinkingRequest(is_on=each)) for each in (True, False))


def weighed(template: str, options: RequestOptions, *, asked: bool = True) -> PromptWeighed:
    scheduler = Scheduler(
        FakeBackend(template=template, reply_share=0), EngineConfig(), AuditMode.ASSERT
    )
    listener = Listener(scheduler)
    if asked:
        sampling = SamplingParams(max_tokens=12)
        submit(scheduler, 1, "hello", conversation="a", sampling=sampling, options=OFF)
        listener.run()
    messages = ChatMessage(Role.USER, "hello"), ChatMessage(Role.ASSISTANT, listener.text(1))
    found: list[Event] = []
    scheduler.weigher.weigh(WeighPrompt(7, "a", messages, options), found.append)
    (event,) = found
    assert isinstance(event, PromptWeighed)
    assert event.request_id == 7
    return event


def test_what_changes_the_end_only_keeps_the_chat() -> None:
    same, other = weighed(LATE, OFF), weighed(LATE, ON)
    assert same.is_known
    assert other.kept_tokens == same.kept_tokens > 10
    assert other.read_again == same.read_again


def test_what_changes_the_beginning_has_all_read_again() -> None:
    found = weighed(EARLY, ON)
    assert found.kept_tokens == 0
    assert found.read_again == found.prompt_tokens > len("think hard [user:hello]")


def test_of_a_chat_that_is_not_cached_nothing_is_kept() -> None:
    found = weighed(LATE, OFF, asked=False)
    assert (found.is_known, found.kept_tokens) == (True, 0)


def test_what_was_lost_from_the_cache_is_not_kept() -> None:
    scheduler = Scheduler(
        FakeBackend(template=LATE, reply_share=0), EngineConfig(), AuditMode.ASSERT
    )
    listener = Listener(scheduler)
    submit(scheduler, 1, "hello", conversation="a", sampling=SamplingParams(max_tokens=12))
    listener.run()
    scheduler.fail_all(EngineError("The library only fails."))
    found: list[Event] = []
    messages = (ChatMessage(Role.USER, "hello"), ChatMessage(Role.ASSISTANT, listener.text(1)))
    scheduler.weigher.weigh(WeighPrompt(7, "a", messages), found.append)
    (event,) = found
    assert isinstance(event, PromptWeighed)
    assert (event.is_known, event.kept_tokens) == (True, 0)


def test_a_template_that_does_not_show_it_leaves_it_unknown() -> None:
    assert not weighed("no messages here", OFF, asked=False).is_known


@pytest.mark.parametrize("template", [LATE, EARLY])
def test_it_is_what_a_request_then_reads(template: str) -> None:
    found = weighed(template, ON)
    scheduler = Scheduler(
        FakeBackend(template=template, reply_share=0), EngineConfig(), AuditMode.ASSERT
    )
    listener = Listener(scheduler)
    sampling = SamplingParams(max_tokens=12)
    submit(scheduler, 1, "hello", conversation="a", sampling=sampling, options=OFF)
    listener.run()
    talk = ("hello", listener.text(1), "and?")
    submit(scheduler, 2, *talk, conversation="a", sampling=sampling, options=ON)
    listener.run()
    assert listener.finished(2).usage.reused_tokens == found.kept_tokens

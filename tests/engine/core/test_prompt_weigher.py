"""Before an option is changed it is known what would be read again."""

import pytest

from engine.backend import Capabilities
from engine.core.scheduler import Scheduler
from engine.messages.commands import ChatMessage, Role, WeighPrompt
from engine.messages.config import EngineConfig
from engine.messages.errors import EngineError
from engine.messages.events import Event, PromptWeighed, WarmPoint
from engine.messages.request_options import RequestOptions, ThinkingRequest
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.backend import HYBRID, PLAIN, RECURRENT, FakeBackend
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


def _two_turns(backend: FakeBackend) -> tuple[Scheduler, Listener, tuple[str, ...]]:
    scheduler = Scheduler(backend, EngineConfig(), AuditMode.ASSERT)
    listener = Listener(scheduler)
    sampling = SamplingParams(max_tokens=12)
    asked = "what do we know of that? " * 4
    submit(scheduler, 1, asked, conversation="a", sampling=sampling)
    listener.run()
    spoken = (asked, listener.text(1), "and?")
    submit(scheduler, 2, *spoken, conversation="a", sampling=sampling)
    listener.run()
    return scheduler, listener, (*spoken, listener.text(2))


def _points(scheduler: Scheduler, spoken: tuple[str, ...]) -> tuple[WarmPoint, ...]:
    roles = (Role.USER, Role.ASSISTANT)
    messages = tuple(ChatMessage(roles[at % 2], text) for at, text in enumerate(spoken))
    found: list[Event] = []
    scheduler.weigher.weigh(WeighPrompt(7, "a", messages), found.append)
    (event,) = found
    assert isinstance(event, PromptWeighed)
    return event.points


@pytest.mark.parametrize("kind", [PLAIN, HYBRID, RECURRENT])
def test_a_copy_that_begins_at_a_turn_reads_what_was_foretold(kind: Capabilities) -> None:
    backend = FakeBackend(reply_share=0, capabilities=kind)
    scheduler, listener, spoken = _two_turns(backend)
    first, last = _points(scheduler, spoken)
    assert (first.message_count, last.message_count) == (2, 4)
    assert 0 < first.kept_tokens <= first.tokens < last.tokens
    submit(scheduler, 3, *spoken[:2], "other", conversation="b")
    listener.run()
    reused = listener.finished(3).usage.reused_tokens
    assert 0 <= reused - first.kept_tokens < len("<next>user:"), "how the next turn begins is alike"


def test_of_a_chat_without_a_slot_a_copy_keeps_nothing() -> None:
    scheduler, _, spoken = _two_turns(FakeBackend(reply_share=0))
    scheduler.fail_all(EngineError("The library only fails."))
    assert [each.kept_tokens for each in _points(scheduler, spoken)] == [0, 0]

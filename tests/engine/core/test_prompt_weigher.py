"""Before an option is changed it is known what would be read again."""

import pytest

from engine.backend import Capabilities
from engine.core.scheduler import Scheduler
from engine.messages.errors import EngineError
from engine.messages.events import PromptWeighed
from engine.messages.request_options import RequestOptions, ThinkingRequest
from engine.messages.sampling_params import SamplingParams
from tests.fakes.backend import HYBRID, PLAIN, RECURRENT, FakeBackend
from tests.fakes.conversations import Listener, messages_of, strict, submit, weighed

TALK = "{% for m in messages %}[{{ m.role }}:{{ m.content }}]{% endfor %}"
END = "{% if add_generation_prompt %}<reply>{{ '</think>' if not thinking else '' }}{% endif %}"
LATE, EARLY = TALK + END, "{{ 'think hard ' if thinking else '' }}" + TALK
ON, OFF = (RequestOptions(thinking=ThinkingRequest(is_on=each)) for each in (True, False))


def changed(template: str, options: RequestOptions, *, asked: bool = True) -> PromptWeighed:
    scheduler, listener = strict(FakeBackend(template=template, reply_share=0))
    if asked:
        sampling = SamplingParams(max_tokens=12)
        submit(scheduler, 1, "hello", conversation="a", sampling=sampling, options=OFF)
        listener.run()
    return weighed(scheduler, messages_of(("hello", listener.text(1))), options)


def test_what_changes_the_end_only_keeps_the_chat() -> None:
    same, other = changed(LATE, OFF), changed(LATE, ON)
    assert same.is_known
    assert other.kept_tokens == same.kept_tokens > 10
    assert other.read_again == same.read_again


def test_what_changes_the_beginning_has_all_read_again() -> None:
    found = changed(EARLY, ON)
    assert found.kept_tokens == 0
    assert found.read_again == found.prompt_tokens > len("think hard [user:hello]")


def test_of_a_chat_that_is_not_cached_nothing_is_kept() -> None:
    found = changed(LATE, OFF, asked=False)
    assert (found.is_known, found.kept_tokens) == (True, 0)


def test_a_template_that_does_not_show_it_leaves_it_unknown() -> None:
    assert not changed("no messages here", OFF, asked=False).is_known


@pytest.mark.parametrize("template", [LATE, EARLY])
def test_it_is_what_a_request_then_reads(template: str) -> None:
    found = changed(template, ON)
    scheduler, listener = strict(FakeBackend(template=template, reply_share=0))
    sampling = SamplingParams(max_tokens=12)
    submit(scheduler, 1, "hello", conversation="a", sampling=sampling, options=OFF)
    listener.run()
    talk = ("hello", listener.text(1), "and?")
    submit(scheduler, 2, *talk, conversation="a", sampling=sampling, options=ON)
    listener.run()
    assert listener.finished(2).usage.reused_tokens == found.kept_tokens


def _two_turns(backend: FakeBackend) -> tuple[Scheduler, Listener, tuple[str, ...]]:
    scheduler, listener = strict(backend)
    sampling = SamplingParams(max_tokens=12)
    asked = "what do we know of that? " * 4
    submit(scheduler, 1, asked, conversation="a", sampling=sampling)
    listener.run()
    spoken = (asked, listener.text(1), "and?")
    submit(scheduler, 2, *spoken, conversation="a", sampling=sampling)
    listener.run()
    return scheduler, listener, (*spoken, listener.text(2))


@pytest.mark.parametrize("kind", [PLAIN, HYBRID, RECURRENT])
def test_a_copy_that_begins_at_a_turn_reads_what_was_foretold(kind: Capabilities) -> None:
    backend = FakeBackend(reply_share=0, capabilities=kind)
    scheduler, listener, spoken = _two_turns(backend)
    first, last = weighed(scheduler, messages_of(spoken)).points
    assert (first.message_count, last.message_count) == (2, 4)
    assert 0 < first.kept_tokens <= first.tokens < last.tokens
    submit(scheduler, 3, *spoken[:2], "other", conversation="b")
    listener.run()
    reused = listener.finished(3).usage.reused_tokens
    assert 0 <= reused - first.kept_tokens < len("<next>user:"), "how the next turn begins is alike"


def test_what_was_lost_from_the_cache_is_not_kept() -> None:
    scheduler, _, spoken = _two_turns(FakeBackend(reply_share=0))
    scheduler.fail_all(EngineError("The library only fails."))
    found = weighed(scheduler, messages_of(spoken))
    assert (found.is_known, found.kept_tokens) == (True, 0)
    assert [each.kept_tokens for each in found.points] == [0, 0]

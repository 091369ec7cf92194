"""Drives a scheduler by hand and knows, from the fake's rule, what each reply must be."""

from collections.abc import Sequence as AnySequence

from engine.backend import Backend
from engine.core.runner import Runner
from engine.core.scheduler import Scheduler
from engine.core.workers import Workers
from engine.messages.commands import ChatMessage, Role, Submit, WeighPrompt
from engine.messages.config import EngineConfig
from engine.messages.events import (
    Event,
    Finished,
    FinishReason,
    GenerationEvent,
    PromptWeighed,
    Started,
    TextDelta,
)
from engine.messages.metrics import StepRecord
from engine.messages.request_options import DEFAULT_OPTIONS, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.messages.sources import SourceEvent
from engine.scheduling.sequence import Sequence
from engine.scheduling.slot_auditor import AuditMode
from engine.scheduling.slots import SlotPool
from engine.text.prompt import Prompt, TokenizedPrompt
from tests.fakes.backend import FakeBackend
from tests.fakes.vocabulary import IM_END, next_token


def messages_of(texts: AnySequence[str]) -> tuple[ChatMessage, ...]:
    """Return the messages of a conversation of these texts, the user's first."""
    roles = (Role.USER, Role.ASSISTANT)
    return tuple(ChatMessage(roles[i % 2], text) for i, text in enumerate(texts))


def submit(
    scheduler: Scheduler,
    request_id: int,
    *texts: str,
    conversation: str | None = None,
    sampling: SamplingParams | None = None,
    options: RequestOptions = DEFAULT_OPTIONS,
) -> None:
    """Ask for the reply to a conversation of these texts, the user's first."""
    messages = messages_of(texts)
    name = f"c{request_id}" if conversation is None else conversation
    command = Submit(request_id, name, messages, sampling or SamplingParams(), options)
    scheduler.submit(command)


def strict(
    backend: Backend, config: EngineConfig | None = None, workers: Workers | None = None
) -> tuple[Scheduler, "Listener"]:
    """Return a scheduler that raises when its slot audit fails, and a listener to its events."""
    scheduler = Scheduler(backend, config or EngineConfig(), AuditMode.ASSERT, workers=workers)
    return scheduler, Listener(scheduler)


def limit(tokens: int) -> SamplingParams:
    """Return greedy sampling of at most ``tokens`` tokens."""
    return SamplingParams(temperature=0.0, max_tokens=tokens)


def weighed(
    scheduler: Scheduler,
    messages: tuple[ChatMessage, ...],
    options: RequestOptions = DEFAULT_OPTIONS,
) -> PromptWeighed:
    """Return how many tokens of a prompt of the conversation "a" are in the KV cache."""
    found: list[Event] = []
    scheduler.weigher.weigh(WeighPrompt(7, "a", messages, options), found.append)
    (event,) = found
    assert isinstance(event, PromptWeighed)
    assert event.request_id == 7
    return event


def waiting_prompts(backend: Backend, *lengths: int) -> tuple[Runner, SlotPool]:
    """Return slots in each of which a prompt of so many tokens waits to be computed."""
    pool = SlotPool(backend.info.slot_count)
    for slot, length in zip(pool.slots, lengths, strict=False):
        prompt = Prompt(tuple(1 + number % 200 for number in range(length)), 0, TokenizedPrompt())
        sequence = Sequence(slot.index, f"c{slot.index}", prompt, SamplingParams(), arrived=0.0)
        sequence.sampler = backend.new_sampler(sequence.sampling, [])
        pool.acquire(slot, sequence)
    return Runner(backend, pool), pool


def leak_slots(scheduler: Scheduler) -> None:
    """Let nobody's requests hold all slots, as a bug might."""
    pool = scheduler._pool  # noqa: SLF001 (such a bug has no public door)
    for number, slot in enumerate(pool.slots):
        prompt = Prompt((1, 2), 0, TokenizedPrompt())
        pool.acquire(slot, Sequence(-number, f"lost {number}", prompt, SamplingParams(), 0.0))


class Listener:
    """Collects the events of a scheduler and the records of its steps."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self.events: list[GenerationEvent] = []
        self.sources: list[SourceEvent] = []
        self.steps: list[StepRecord] = []

    def step(self, count: int = 1) -> None:
        """Run so many steps."""
        for _ in range(count):
            record = self._scheduler.step()
            if record is not None:
                self.steps.append(record)
            self.events += self._scheduler.pop_events()
            self.sources += self._scheduler.sources.pop_events()

    def run(self) -> None:
        """Run until nothing waits or runs."""
        for _ in range(5000):
            if not self._scheduler.has_work:
                break
            self.step()
        assert not self._scheduler.has_work, "every request ends"
        self.events += self._scheduler.pop_events()

    def text(self, request_id: int) -> str:
        """Return what a request has said."""
        return "".join(
            event.text
            for event in self.events
            if isinstance(event, TextDelta) and event.request_id == request_id
        )

    def finished(self, request_id: int) -> Finished:
        """Return the one end of a request."""
        (event,) = (
            each
            for each in self.events
            if isinstance(each, Finished) and each.request_id == request_id
        )
        return event

    def has_finished(self, request_id: int) -> bool:
        """Return whether a request has ended."""
        ends = (each for each in self.events if isinstance(each, Finished))
        return any(each.request_id == request_id for each in ends)

    def reason(self, request_id: int) -> FinishReason:
        """Return why a request ended."""
        return self.finished(request_id).reason

    def started(self, request_id: int) -> Started:
        """Return how a request got its slot."""
        (event,) = (
            each
            for each in self.events
            if isinstance(each, Started) and each.request_id == request_id
        )
        return event

    def has_started(self, request_id: int) -> bool:
        """Return whether a request has its slot."""
        return request_id in self.start_order()

    def promised_tokens(self, request_id: int) -> int:
        """Return what the match of a request has promised, when it got its slot last."""
        events = (each for each in self.events if isinstance(each, Started))
        return [each.promised_tokens for each in events if each.request_id == request_id][-1]

    def start_order(self) -> list[int]:
        """Return the requests in the order in which they got their slots."""
        return [event.request_id for event in self.events if isinstance(event, Started)]


def solo_reply(prompt: AnySequence[int], backend: FakeBackend, limit: int | None = None) -> str:
    """Return what the fake model answers to these tokens when it is alone."""
    held, reply = list(prompt), bytearray()
    while len(held) < backend.context_window and (limit is None or len(reply) < limit):
        token = next_token(held, backend.reply_share, backend.echo_percent)
        if token == IM_END:
            break
        held.append(token)
        reply.append(token)
    return reply.decode()


def rendered(backend: FakeBackend, *texts: str) -> list[int]:
    """Return the ChatML tokens of a conversation."""
    names = ("user", "assistant")
    parts = [f"<|im_start|>{names[i % 2]}\n{text}<|im_end|>\n" for i, text in enumerate(texts)]
    whole = "".join(parts) + "<|im_start|>assistant\n"
    return backend.vocabulary.tokenize(whole, parse_special=True)

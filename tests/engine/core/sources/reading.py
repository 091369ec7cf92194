"""Has sources read and chats begun in them, and knows what must be said there."""

from collections.abc import Sequence

from engine.kv.cache_keys import source_id
from engine.messages.commands import ChatMessage, Role, Submit
from engine.messages.request_options import DEFAULT_OPTIONS, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.messages.sources import ReadSource, SourceEnded, SourceRead
from tests.engine.kv.driving import PATIENCE_SECONDS, EngineDriver
from tests.fakes.backend import FakeBackend

BOOK = "It was the best of times, it was the worst of times. " * 8
OWN = "You answer in rhymes."


def read_source(driver: EngineDriver, text: str = BOOK, key: str = "book") -> int:
    """Begin to read a source; return the request."""
    driver.request_id += 1
    driver.scheduler.read_source(ReadSource(driver.request_id, key, text))
    return driver.request_id


def end_of(driver: EngineDriver, request_id: int) -> SourceRead | SourceEnded:
    """Return the one end of a reading."""
    (end,) = (
        each
        for each in driver.listener.sources
        if isinstance(each, SourceRead | SourceEnded) and each.request_id == request_id
    )
    return end


def read_whole(driver: EngineDriver, text: str = BOOK, key: str = "book") -> SourceRead:
    """Read a source to its end."""
    request_id = read_source(driver, text, key)
    driver.run()
    end = end_of(driver, request_id)
    assert isinstance(end, SourceRead)
    return end


def begin_chat(
    driver: EngineDriver,
    conversation: str,
    question: str,
    system: str = BOOK,
    options: RequestOptions = DEFAULT_OPTIONS,
) -> int:
    """Ask in a chat whose system message this is; return the request."""
    driver.request_id += 1
    messages = (ChatMessage(Role.SYSTEM, system), ChatMessage(Role.USER, question))
    sampling = SamplingParams(temperature=0.0, max_tokens=10)
    driver.scheduler.submit(Submit(driver.request_id, conversation, messages, sampling, options))
    return driver.request_id


def rendered_chat(backend: FakeBackend, question: str, system: str = BOOK) -> list[int]:
    """Return the tokens of a chat's first prompt."""
    return rendered_talk(backend, (system, question))


def rendered_talk(backend: FakeBackend, texts: Sequence[str]) -> list[int]:
    """Return the tokens of a chat of which the first text is the system's."""
    names = ("assistant", "user")
    parts = [f"<|im_start|>system\n{texts[0]}<|im_end|>\n"]
    parts += [
        f"<|im_start|>{names[at % 2]}\n{text}<|im_end|>\n" for at, text in enumerate(texts) if at
    ]
    whole = "".join(parts) + "<|im_start|>assistant\n"
    return backend.vocabulary.tokenize(whole, parse_special=True)


def talk_of(texts: Sequence[str]) -> tuple[ChatMessage, ...]:
    """Return the messages of such a chat."""
    roles = (Role.ASSISTANT, Role.USER)
    spoken = (ChatMessage(roles[at % 2], text) for at, text in enumerate(texts) if at)
    return (ChatMessage(Role.SYSTEM, texts[0]), *spoken)


def step_and_write(driver: EngineDriver) -> None:
    """Go on by one step, and stand still until the disk has what was ordered."""
    driver.listener.step()
    cache_manager = driver.scheduler.cache_manager
    while cache_manager.disk.is_writing:
        assert driver.woken.acquire(timeout=PATIENCE_SECONDS), "the disk answers"
        cache_manager.take_disk_events(is_idle=True)


def prefilled(driver: EngineDriver) -> int:
    """Return how many tokens of prompts were read so far."""
    return sum(step.prefill_tokens for step in driver.listener.steps)


def holds_source(driver: EngineDriver, key: str = "book") -> bool:
    """Return whether anything of a source is in the KV cache."""
    state = driver.scheduler.cache_manager.states.get(source_id(key))
    return state is not None and (state.slot is not None or not state.is_empty)

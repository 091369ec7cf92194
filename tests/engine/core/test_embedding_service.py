"""An engine with a model that only embeds: texts get vectors, chats are refused in words."""

import threading
from collections.abc import Iterator

import numpy as np
import pytest

from engine.core.engine import Engine
from engine.llama.loader import load_any
from engine.llama.whole_embedder import WholeTextEmbedder
from engine.messages.commands import (
    Cancel,
    ChatMessage,
    Command,
    EmbedTexts,
    LoadModel,
    RenderPrompt,
    ReportState,
    Role,
    ShareCores,
    Submit,
    TokenizeText,
    UnloadModel,
)
from engine.messages.config import EngineConfig
from engine.messages.events import (
    Event,
    ModelLoaded,
    PromptRendered,
    Snapshot,
    TextsEmbedded,
    TextTokenized,
)
from engine.messages.request_options import DEFAULT_OPTIONS
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.running_engine import EventRecorder, running
from tests.models.cache import cached_model
from tests.models.tiny_encoders import write_bert, write_mini_lm

QUESTION = (ChatMessage(Role.USER, "Hello"),)


class _Asking:
    """An engine with a model, and the answers by the number of the question."""

    def __init__(self, engine: Engine, recorder: EventRecorder) -> None:
        self.engine = engine
        self.recorder = recorder

    def open(self, path: str, **settings: int) -> ModelLoaded:
        config = EngineConfig(thread_count=2, **settings)  # type: ignore[arg-type] # numbers only
        self.engine.submit(LoadModel(path, config))
        self.recorder.wait_for(lambda: self.recorder.has(ModelLoaded))
        return next(each for each in self.recorder.events if isinstance(each, ModelLoaded))

    def ask(self, command: Command, kind: type[Event]) -> Event:
        self.engine.submit(command)
        return self.answer(command.request_id, kind)  # type: ignore[union-attr] # all asked have one

    def answer(self, number: int, kind: type[Event]) -> Event:
        def found() -> list[Event]:
            events = [each for each in self.recorder.events if isinstance(each, kind)]
            return [each for each in events if getattr(each, "request_id", 0) == number]

        self.recorder.wait_for(lambda: bool(found()))
        (answer,) = found()
        return answer

    def embed(self, number: int, *texts: str | tuple[int, ...]) -> TextsEmbedded:
        found = self.ask(EmbedTexts(number, texts), TextsEmbedded)
        assert isinstance(found, TextsEmbedded)
        return found


@pytest.fixture
def asking() -> Iterator[_Asking]:
    recorder = EventRecorder()
    with running(Engine(load_any, recorder, audit_mode=AuditMode.ASSERT)) as engine:
        yield _Asking(engine, recorder)


@pytest.fixture
def bert(asking: _Asking) -> _Asking:
    asking.open(str(cached_model(write_bert)))
    return asking


def test_texts_get_vectors_in_their_order(bert: _Asking) -> None:
    texts = [f"the quick brown fox {number}" for number in range(200)]
    found = bert.embed(1, *texts)
    assert found.error is None
    alone = bert.embed(2, texts[137])
    vectors = [np.frombuffer(each, "<f4") for each in found.vectors]
    assert len(vectors) == 200
    likest = max(
        range(200), key=lambda each: float(vectors[each] @ np.frombuffer(alone.vectors[0], "<f4"))
    )
    assert likest == 137
    assert alone.token_count == 2 + 7  # CLS and SEP, four words and three digits


def test_the_tokens_of_a_text_have_the_same_vector(bert: _Asking) -> None:
    found = bert.ask(TokenizeText(1, ("quick fox",), adds_special=True), TextTokenized)
    assert isinstance(found, TextTokenized)
    assert found.tokens[0] == 2
    assert found.tokens[-1] == 3
    assert bert.embed(2, found.tokens).vectors == bert.embed(3, "quick fox").vectors


def test_a_chat_is_refused_in_words(bert: _Asking) -> None:
    bert.engine.submit(Submit(1, "c", QUESTION, SamplingParams()))
    error = bert.recorder.end_of(1).error
    assert error is not None
    assert error.kind == "ModelCannotChat"
    assert "is an embedding model, which cannot chat" in error.text
    prompt = bert.ask(RenderPrompt(2, QUESTION, DEFAULT_OPTIONS), PromptRendered)
    assert isinstance(prompt, PromptRendered)
    assert prompt.error is not None
    assert bert.embed(3, "still there").error is None


def test_a_text_of_100_000_words_is_refused_with_its_limit(bert: _Asking) -> None:
    found = bert.embed(1, "fine", "word " * 100_000)
    assert found.error is not None
    assert found.error.kind == "ContextWindowExceeded"
    assert "at most 512" in str(found.error.text)
    assert found.failed_text == 1


def test_a_text_that_may_be_cut_has_the_vector_of_its_first_tokens(bert: _Asking) -> None:
    text = "word " * 100_000
    found = bert.ask(EmbedTexts(1, ("fine", text), truncates=True), TextsEmbedded)
    beginning = bert.ask(TokenizeText(2, (text[:4000],), adds_special=True), TextTokenized)
    assert isinstance(found, TextsEmbedded)
    assert isinstance(beginning, TextTokenized)
    (vector,) = bert.embed(3, (*beginning.tokens[:511], 3)).vectors  # up to SEP
    assert found.vectors[1] == vector


def test_an_ended_request_leaves_the_others(asking: _Asking) -> None:
    asking.open(str(cached_model(write_mini_lm)))
    asking.engine.submit(EmbedTexts(1, ("the lazy dog " * 150,) * 40))
    asking.engine.submit(EmbedTexts(2, ("weather",)))
    asking.engine.submit(Cancel(1))
    assert asking.answer(1, TextsEmbedded).error is not None  # type: ignore[union-attr]
    assert asking.answer(2, TextsEmbedded).error is None  # type: ignore[union-attr]


def test_an_unload_ends_the_texts_and_the_next_load_works(asking: _Asking) -> None:
    path = str(cached_model(write_mini_lm))
    asking.open(path)
    asking.engine.submit(EmbedTexts(1, ("the lazy dog " * 150,) * 400))
    asking.engine.submit(UnloadModel())
    ended = asking.answer(1, TextsEmbedded)
    assert isinstance(ended, TextsEmbedded)
    assert ended.error is not None
    assert ended.error.kind == "EngineStopped"
    asking.engine.submit(LoadModel(str(cached_model(write_bert)), EngineConfig()))
    assert asking.embed(2, "again").error is None


def test_the_memory_of_texts_is_freed_when_none_come(
    asking: _Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.core.embedding_queue.UNUSED_SECONDS", 0.2)
    closed = threading.Event()
    close = WholeTextEmbedder.close

    def note(embedder: WholeTextEmbedder) -> None:
        close(embedder)
        closed.set()

    asking.open(str(cached_model(write_bert)))
    monkeypatch.setattr(WholeTextEmbedder, "close", note)
    assert asking.embed(1, "text").error is None
    assert closed.wait(30)
    assert asking.embed(2, "again").error is None


def test_the_state_has_no_slots(bert: _Asking) -> None:
    bert.engine.submit(ShareCores(2, takes_rest=False))
    bert.embed(1, "text")
    state = bert.ask(ReportState(2), Snapshot)
    assert isinstance(state, Snapshot)
    assert (state.slots, state.thread_count, state.thread_limit) == ((), 1, 2)

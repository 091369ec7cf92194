"""Texts are embedded between the steps: in short pieces, in their order, each request once."""

import struct
from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.embedding_queue import UNUSED_SECONDS, EmbeddingQueue
from engine.core.workers import Workers
from engine.gguf.embedding_load import MAX_TEXT_TOKENS
from engine.messages.commands import EmbedTexts
from engine.messages.events import TextsEmbedded
from engine.scheduling.costs import Costs
from tests.fakes.backend import FakeBackend, fake_vector
from tests.fakes.conversations import limit, strict, submit
from tests.fakes.late_worker import LateWorker


class _Queue:
    """A queue with a fake model, and the answers."""

    def __init__(
        self, backend: FakeBackend | None = None, worker: LateWorker | None = None
    ) -> None:
        self.backend = backend or FakeBackend(context_window=4096)
        workers = Workers(prompts=worker) if worker else Workers()
        self.queue = EmbeddingQueue(self.backend, workers, Costs(), target_seconds=0.08)
        self.answers: list[TextsEmbedded] = []

    def ask(self, number: int, *texts: str | tuple[int, ...]) -> None:
        self.queue.submit(EmbedTexts(number, texts), self.answers.append)

    def run(self) -> None:
        for _ in range(1000):
            if not self.queue.is_due:
                return
            self.queue.step(0.01, is_alone=False)
        raise AssertionError("the queue does not end")

    @property
    def errors(self) -> list[str]:
        return [str(each.error.text) for each in self.answers if each.error is not None]


def expected(*texts: str | tuple[int, ...]) -> tuple[bytes, ...]:
    return tuple(fake_vector(each.encode() if isinstance(each, str) else each) for each in texts)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(
        st.lists(st.text(st.characters(codec="ascii"), min_size=1, max_size=60), min_size=1),
        max_size=6,
    ),
    st.booleans(),
    st.lists(st.booleans(), max_size=6),
)
def test_every_text_of_every_request_gets_its_vector(
    requests: list[list[str]], reads_whole: bool, aborts: list[bool]
) -> None:
    backend = FakeBackend(context_window=4096)
    backend.reads_whole = reads_whole
    backend.embedder_aborts.extend(aborts if reads_whole else [])
    found = _Queue(backend)
    for number, texts in enumerate(requests):
        found.ask(number, *texts)
    found.run()
    assert sorted(each.request_id for each in found.answers) == [*range(len(requests))]
    for each in found.answers:
        texts = requests[each.request_id]
        assert each.vectors == expected(*texts)
        assert each.token_count == sum(map(len, texts))


def test_short_texts_share_a_call_and_long_ones_are_cut() -> None:
    found = _Queue()
    found.ask(1, "abcd", "efg", "x" * 40)
    found.run()
    (embedder,) = found.backend.embedders
    sizes = [[(each.lane, len(each.tokens)) for each in call] for call in embedder.calls]
    assert sizes[0] == [(0, 4), (1, 3), (2, 9)]
    assert sum(size for call in sizes for _, size in call) == 47


def test_a_text_that_must_be_read_whole_is_one_piece() -> None:
    backend = FakeBackend(context_window=4096)
    backend.reads_whole = True
    found = _Queue(backend)
    found.ask(1, "abcd", "efg", "x" * 400)
    found.run()
    (embedder,) = found.backend.embedders
    sizes = [[len(each.tokens) for each in call] for call in embedder.calls]
    assert sizes == [[4, 3], [400]]


def test_a_call_next_to_a_slow_reply_is_short() -> None:
    found = _Queue()
    found.ask(1, "x" * 40)
    while found.queue.is_due:
        found.queue.step(5.0, is_alone=False)  # the step took long already
    assert {len(call[0].tokens) for call in found.backend.embedders[0].calls} == {4}


@pytest.mark.parametrize(
    ("texts", "word", "index"),
    [
        (("a", ""), "without tokens", 1),
        (("x" * (MAX_TEXT_TOKENS + 1),), "at most 4,096", 0),
        (("a", (1, 2, 5000)), "only 259 tokens", 1),
    ],
)
def test_a_text_that_cannot_be_embedded_is_named(
    texts: tuple[str | tuple[int, ...], ...], word: str, index: int
) -> None:
    found = _Queue()
    found.ask(1, *texts)
    found.ask(2, "fine")
    found.run()
    (error,) = found.errors
    assert word in error
    assert found.answers[0].failed_text == index
    assert found.answers[1].vectors == expected("fine")


def test_a_longer_text_gets_a_larger_embedder_after_the_texts_before_it() -> None:
    found = _Queue()
    found.ask(1, "short")
    found.ask(2, "x" * 3000)
    found.run()
    assert [each.vectors for each in found.answers] == [expected("short"), expected("x" * 3000)]
    small, large = found.backend.embedders
    assert small.is_closed
    assert small.text_limit < 3000 <= large.text_limit


def test_a_call_that_fails_ends_its_requests_and_no_other() -> None:
    backend = FakeBackend(context_window=4096)
    backend.embedder_faults = deque([False, True])
    found = _Queue(backend)
    found.ask(1, *["x" * 50] * 3)
    found.ask(2, *["y" * 10] * 9)
    found.run()
    assert len(found.errors) == 1
    assert {each.request_id for each in found.answers} == {1, 2}
    (good,) = (each for each in found.answers if each.error is None)
    assert good.vectors == expected(*["y" * 10] * 9)
    assert backend.embedders[0].is_closed


@pytest.mark.parametrize("step_count", range(6))
def test_a_cancelled_request_ends_and_leaves_its_lanes(step_count: int) -> None:
    worker = LateWorker()
    found = _Queue(worker=worker)
    found.ask(1, "x" * 50, "z" * 9)
    found.ask(2, "y" * 20)
    for _ in range(step_count):
        worker.work()
        found.queue.step(0.07, is_alone=False)
    found.queue.cancel(1)
    for _ in range(50):
        worker.work()
        found.queue.step(0.0, is_alone=False)
    assert [each.request_id for each in found.answers] == [1, 2]
    assert found.answers[1].vectors == expected("y" * 20)
    assert not found.queue.is_working


def test_nothing_is_due_while_a_worker_has_the_texts() -> None:
    worker = LateWorker()
    found = _Queue(worker=worker)
    found.ask(1, "hello")
    assert found.queue.is_working
    assert not found.queue.is_due
    worker.work()  # the tokens
    found.queue.step(0.0, is_alone=True)
    assert not found.queue.is_due, "the embedder is being made"
    worker.work()
    assert found.queue.is_due


def test_an_unused_embedder_is_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("engine.core.embedding_queue.time.monotonic", lambda: now[0])
    found = _Queue()
    found.ask(1, "hello")
    found.run()
    (embedder,) = found.backend.embedders
    found.queue.free_if_unused()
    assert not embedder.is_closed
    assert found.queue.idle_seconds() == UNUSED_SECONDS
    now[0] += UNUSED_SECONDS
    found.queue.free_if_unused()
    assert embedder.is_closed
    assert found.queue.idle_seconds() is None
    found.ask(2, "again")
    found.run()
    assert found.answers[-1].vectors == expected("again")


def test_an_embedder_that_arrives_after_the_model_has_gone_is_freed() -> None:
    worker = LateWorker()
    found = _Queue(worker=worker)
    found.ask(1, "hello")
    worker.work()
    found.queue.step(0.0, is_alone=True)
    worker.work()
    found.queue.cancel(1)
    found.queue.close()
    assert found.backend.embedders[0].is_closed


def test_replies_go_on_while_texts_are_embedded() -> None:
    scheduler, listener = strict(FakeBackend(slot_count=2, reply_share=0, context_window=4096))
    submit(scheduler, 1, "hello", sampling=limit(30))
    answers: list[TextsEmbedded] = []
    scheduler.embeddings.submit(EmbedTexts(7, ("x" * 200,)), answers.append)
    steps = 0
    while not answers:
        assert scheduler.embed(0.05)
        listener.step()
        steps += 1
    assert steps > 1
    assert len(listener.text(1)) >= min(steps, 30) - 2
    assert struct.unpack("<2f", answers[0].vectors[0])[0] == 200 * ord("x")


def test_texts_of_a_model_that_is_unloaded_end_with_the_reason() -> None:
    scheduler, _ = strict(FakeBackend())
    answers: list[TextsEmbedded] = []
    scheduler.embeddings.submit(EmbedTexts(7, ("hello",)), answers.append)
    scheduler.cancel_all()
    (answer,) = answers
    assert answer.error is not None
    assert answer.error.kind == "EngineStopped"
    assert answer.error.text == "The model was unloaded.", "no other one has to follow"

"""The state of a tab after each event of the engine."""

import pytest
from msgspec.structs import replace

from app.chat.progress import Progress, ReplyModel, status_of
from app.domain.messages import MessageStatus
from app.domain.tabs import MediaWait, TabActivity
from app.domain.usage import ReplyUsage as StoredUsage
from app.domain.usage import ReuseOrigin as StoredOrigin
from engine.ipc.lazy_text import lazy
from engine.messages.errors import EngineStopped
from engine.messages.events import (
    ErrorReport,
    Finished,
    FinishReason,
    PrefillProgress,
    Queued,
    Slid,
    Started,
    TextDelta,
)
from engine.messages.media import MediaProgress
from engine.messages.metrics import ReplyUsage, ReuseOrigin

BEGUN = ReplyUsage(
    prompt_tokens=100, reused_tokens=25, context_tokens=25, reused_from=ReuseOrigin.DISK
)
ENDED = replace(BEGUN, reply_tokens=7, context_tokens=107, decode_seconds=2.0)


@pytest.fixture
def progress() -> Progress:
    return Progress(lambda: ReplyModel("a model", 1000))


def test_a_reply_waits_is_read_and_written(progress: Progress) -> None:
    progress.follow(Queued(1, 3))
    assert (progress.state.activity, progress.state.queue_position) == (TabActivity.QUEUED, 3)
    progress.follow(Started(1, 0, BEGUN))
    assert (progress.state.activity, progress.state.progress) == (TabActivity.READING, 0.25)
    progress.follow(PrefillProgress(1, 60, 100))
    assert (progress.state.progress, progress.state.usage.context_tokens) == (0.6, 60)
    progress.follow(TextDelta(1, "x", 3))
    usage = progress.state.usage
    assert progress.state.activity is TabActivity.WRITING
    assert (usage.reply_tokens, usage.context_tokens) == (3, 103)
    assert usage.tokens_per_second is None, "it is too early to tell"


def test_a_prompt_that_was_read_is_answered_before_the_first_text(progress: Progress) -> None:
    """The first tokens may have no text, as those of a call of a tool."""
    progress.follow(Started(1, 0, BEGUN))
    activities = []
    for done in (99, 100):
        progress.follow(PrefillProgress(1, done, 100))
        activities.append(progress.state.activity)
    assert activities == [TabActivity.READING, TabActivity.WRITING]


def test_who_waits_for_a_slot_says_so() -> None:
    progress = Progress(lambda: ReplyModel(context_window=2048, slot_count=4))
    progress.follow(Queued(1, 0))
    assert progress.state.queue_text == "", "it has no place yet, and slots may be free"
    progress.follow(Queued(1, 2))
    assert progress.state.queue_text == "Waiting for a slot: 4 of 4 in use, position 2"
    progress.follow(Queued(1, 1, lazy("Waiting for Studio")))
    assert progress.state.queue_text == "Waiting for Studio"
    unloaded = Progress(ReplyModel)
    unloaded.follow(Queued(1, 2))
    assert unloaded.state.queue_text == "Waiting for the model to load, position 2"


def test_while_it_waits_for_a_picture_it_looks_at_it(progress: Progress) -> None:
    progress.follow(Queued(1, 1))
    progress.follow(MediaProgress(1, 1, 3, 12.0))
    assert progress.state.activity is TabActivity.READING
    assert progress.state.media == MediaWait(number=2, count=3, seconds_left=12.0)
    progress.follow(Queued(1, 2))
    assert progress.state.media is not None, "its place in the queue is no news"
    progress.follow(MediaProgress(1, 3, 3, 0.0))
    state = progress.state
    assert (state.activity, state.queue_position, state.media) == (TabActivity.QUEUED, 2, None)


def test_the_end_has_the_engines_own_figures(progress: Progress) -> None:
    progress.follow(Started(1, 0, BEGUN))
    progress.follow(TextDelta(1, "x", 7))
    progress.follow(Finished(1, FinishReason.LENGTH, ENDED))
    assert progress.state.activity is TabActivity.IDLE
    assert progress.state.usage == StoredUsage(
        prompt_tokens=100,
        reused_tokens=25,
        reply_tokens=7,
        context_tokens=107,
        decode_seconds=2.0,
        model_name="a model",
        is_cut_by_length=True,
        reused_from=StoredOrigin.DISK,
    )


def test_what_an_engine_that_died_could_not_tell_is_kept(progress: Progress) -> None:
    progress.follow(Started(1, 0, BEGUN))
    progress.follow(TextDelta(1, "x", 7))
    progress.follow(Finished(1, FinishReason.FAILED, replace(ENDED, context_tokens=0)))
    assert progress.state.usage.context_tokens == 107
    assert progress.state.activity is TabActivity.FAILED


def test_turns_that_slide_out_are_counted_without_the_pinned_ones() -> None:
    progress = Progress(ReplyModel, dropped_before=lambda number: number - 1)
    progress.follow(Started(1, 0, replace(BEGUN, context_tokens=90)))
    progress.follow(Slid(1, 5, 40, is_read_again=False))
    assert (progress.state.usage.dropped_messages, progress.state.usage.context_tokens) == (4, 50)
    progress.follow(TextDelta(1, "x", 10))
    assert progress.state.usage.context_tokens == 70


@pytest.mark.parametrize(
    ("reason", "status", "note"),
    [
        (FinishReason.STOP, MessageStatus.COMPLETE, ""),
        (FinishReason.LENGTH, MessageStatus.COMPLETE, "The context of this chat is full."),
        (FinishReason.CANCELLED, MessageStatus.CANCELLED, ""),
    ],
)
def test_a_reply_is_stored_with_how_it_ended(
    reason: FinishReason, status: MessageStatus, note: str
) -> None:
    assert status_of(Finished(1, reason, ENDED), 100) == (status, note)


def test_a_note_tells_a_long_answer_from_a_full_context_and_a_dead_engine() -> None:
    _, note = status_of(Finished(1, FinishReason.LENGTH, ENDED), 7)
    assert note == "It reached the maximum length."
    report = ErrorReport.of(EngineStopped("It crashed."))
    died = Finished(1, FinishReason.FAILED, ENDED, report)
    assert status_of(died, None) == (MessageStatus.INTERRUPTED, "It crashed.")

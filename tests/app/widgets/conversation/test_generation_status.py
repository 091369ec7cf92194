"""The status line: figures that are known, in one sentence, and a gauge."""

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from app.domain import ReplyUsage, ReuseOrigin, TabActivity, TabState
from app.widgets.conversation.generation_status import GenerationStatus
from app.widgets.kit.geometry import reading_width

FIGURES = TabState(
    context_window=4096,
    usage=ReplyUsage(
        reply_tokens=525,
        decode_seconds=10.0,
        first_token_seconds=0.31,
        context_tokens=1312,
        prompt_tokens=300,
        reused_tokens=280,
    ),
)
WORDS = "52 tokens/s · first word after 0.3 s · 1,312 of 4,096 tokens · 280 of 300 reused"


def _warm(origin: ReuseOrigin, seconds: float) -> TabState:
    return TabState(
        usage=ReplyUsage(
            prompt_tokens=3520, reused_tokens=3412, reused_from=origin, restore_seconds=seconds
        )
    )


@pytest.mark.parametrize(
    ("state", "label"),
    [
        (TabState(), ""),
        (TabState(TabActivity.QUEUED, queue_position=2), "Waiting, position 2"),
        (TabState(TabActivity.READING, progress=0.375), "Reading 37 % …"),
        (
            TabState(
                TabActivity.READING,
                progress=0.5,
                context_window=100,
                usage=ReplyUsage(context_tokens=10),
            ),
            "Reading 50 % … · 10 of 100 tokens",
        ),
        (TabState(usage=ReplyUsage(first_token_seconds=0.001)), "first word after 0.01 s"),
        (TabState(TabActivity.WRITING), "Writing …"),
        (
            TabState(TabActivity.WRITING, usage=ReplyUsage(reply_tokens=322, decode_seconds=100.0)),
            "3.2 tokens/s",
        ),
        (FIGURES, WORDS),
        (_warm(ReuseOrigin.READY, 0.0), "3,412 of 3,520 reused"),
        (_warm(ReuseOrigin.DISK, 0.21), "3,412 of 3,520 reused, from disk, 0.2 s"),
        (_warm(ReuseOrigin.MEMORY, 0.034), "3,412 of 3,520 reused, from memory, 0.03 s"),
        (
            _warm(ReuseOrigin.SHARED_PROMPT, 0.0),
            "3,412 of 3,520 reused, from a shared system prompt",
        ),
        (
            TabState(
                usage=ReplyUsage(
                    reply_tokens=480,
                    decode_seconds=10.0,
                    first_token_seconds=0.31,
                    drafted_tokens=300,
                    accepted_tokens=212,
                )
            ),
            "48 tokens/s · 212 of 480 guessed ahead · first word after 0.3 s",
        ),
        (TabState(usage=ReplyUsage(reply_tokens=480, drafted_tokens=300)), ""),
        (TabState(usage=ReplyUsage(reply_tokens=480, drafted_tokens=9, accepted_tokens=4)), ""),
        (TabState(usage=ReplyUsage(dropped_messages=2)), "oldest 2 messages not in memory"),
    ],
)
def test_the_line_says_what_is_known(qtbot: QtBot, state: TabState, label: str) -> None:
    line = GenerationStatus()
    qtbot.addWidget(line)
    line.set_state(state)

    assert line.label.text() == label


def test_the_gauge_shows_the_share_of_the_context(qtbot: QtBot) -> None:
    line = GenerationStatus()
    qtbot.addWidget(line)
    line.set_state(FIGURES)
    assert line.gauge.share == pytest.approx(0.32, abs=0.001)
    assert line.gauge.accessibleName() == "Context used: 32 %, 1,312 of 4,096 tokens"

    assert "Room for 2,784 more tokens" in line.gauge.toolTip()

    line.set_state(TabState(context_window=1000, usage=ReplyUsage(context_tokens=2000)))
    assert line.gauge.share == 1.0
    assert "drops the oldest messages" in line.gauge.toolTip()
    line.set_state(TabState())
    assert line.gauge.isHidden()


def test_the_line_never_changes_its_height(qtbot: QtBot) -> None:
    line = GenerationStatus()
    qtbot.addWidget(line)
    line.resize(100, 30)
    line.show()
    empty = line.height()
    line.set_state(FIGURES)

    assert line.height() == empty


def test_a_narrow_line_drops_whole_parts_the_least_needed_first(qtbot: QtBot) -> None:
    line = GenerationStatus()
    qtbot.addWidget(line)
    line.set_state(FIGURES)
    line.show()
    parts = WORDS.split(" · ")
    shown: list[str] = []
    for width in range(700, 60, -1):
        line.resize(width, line.height())
        if not shown or shown[-1] != line.label.shown_text():
            shown.append(line.label.shown_text())

    assert shown == [
        WORDS,
        " · ".join(parts[:3]),
        " · ".join([parts[0], parts[2]]),
        parts[2],
        "",
    ]
    assert line.label.text() == WORDS


def test_the_usual_figures_fit_into_the_reading_column(qtbot: QtBot) -> None:
    line = GenerationStatus()
    qtbot.addWidget(line)
    line.set_state(FIGURES)
    line.resize(reading_width(line), line.height())
    line.show()

    assert line.label.shown_text() == WORDS


def test_a_narrow_line_rather_says_what_was_guessed_than_what_was_reused(qtbot: QtBot) -> None:
    line = GenerationStatus()
    qtbot.addWidget(line)
    line.set_state(replace(FIGURES, usage=replace(FIGURES.usage, accepted_tokens=212)))
    line.resize(reading_width(line), line.height())
    line.show()

    assert line.label.shown_text() == (
        "52 tokens/s · 212 of 525 guessed ahead · first word after 0.3 s · 1,312 of 4,096 tokens"
    )
    texts = []
    for width in range(line.width(), 0, -1):
        line.resize(width, line.height())
        if line.label.shown_text() not in texts:
            texts.append(line.label.shown_text())
    assert texts[1] == "52 tokens/s · 212 of 525 guessed ahead · 1,312 of 4,096 tokens"

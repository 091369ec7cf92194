"""The status line: what matters now in one sentence, all figures behind it."""

import pytest
from pytestqt.qtbot import QtBot

from app.domain import MediaWait, ReplyUsage, TabActivity, TabState
from app.widgets.conversation.footer import GenerationStatus
from app.widgets.kit.geometry import reading_width

FIGURES = TabState(
    context_window=4096,
    usage=ReplyUsage(
        model_name="Tiny <1B>",
        reply_tokens=525,
        decode_seconds=10.0,
        first_token_seconds=0.31,
        context_tokens=1312,
        prompt_tokens=300,
        reused_tokens=280,
    ),
)


@pytest.fixture
def line(qtbot: QtBot) -> GenerationStatus:
    line = GenerationStatus()
    qtbot.addWidget(line)
    return line


def _using(tokens: int, *, dropped: int = 0) -> TabState:
    usage = ReplyUsage(context_tokens=tokens, dropped_messages=dropped)
    return TabState(context_window=2048, usage=usage)


def _seeing(media: MediaWait) -> TabState:
    return TabState(TabActivity.READING, progress=0.4, media=media)


@pytest.mark.parametrize(
    ("state", "label"),
    [
        (TabState(), ""),
        (TabState(context_window=2048), ""),
        (TabState(TabActivity.QUEUED, queue_position=2), "Waiting, position 2"),
        (TabState(TabActivity.READING, progress=0.375), "Reading 37 % …"),
        (
            TabState(
                TabActivity.READING,
                progress=0.5,
                context_window=100,
                usage=ReplyUsage(context_tokens=10),
            ),
            "Reading 50 % … · 10 / 100",
        ),
        (_seeing(MediaWait()), "Looking at the picture …"),
        (_seeing(MediaWait(number=2, count=3)), "Looking at picture 2 of 3 …"),
        (_seeing(MediaWait(seconds_left=11.6)), "Looking at the picture, about 12 s …"),
        (_seeing(MediaWait(is_sound=True, count=2, seconds_left=1.2)), "Listening …"),
        (TabState(TabActivity.WRITING), "Writing …"),
        (TabState(TabActivity.FAILED), "The last answer failed"),
        (FIGURES, "1,312 / 4,096"),
        (_using(1740), "1,740 / 2,048"),
        (_using(1741), "1,741 / 2,048, nearly full"),
        (_using(9, dropped=2), "2 oldest messages out of context · 9 / 2,048"),
        (_using(9, dropped=1), "oldest message out of context · 9 / 2,048"),
    ],
)
def test_the_line_says_what_matters_now(
    line: GenerationStatus, state: TabState, label: str
) -> None:
    line.set_state(state)
    assert line.label.text() == label


def test_all_figures_are_behind_the_line(line: GenerationStatus) -> None:
    line.set_state(FIGURES)
    line.resize(reading_width(line), line.sizeHint().height())
    line.show()
    line.grab()

    for words in ("52 tokens/s", "525 tokens in 10.3 s", "0.3 s to first token"):
        assert words in line.label.toolTip()
        assert words in line.label.accessibleDescription()
    assert "280 of 300 tokens cached" in line.label.toolTip()
    assert "Tiny &lt;1B&gt;" in line.label.toolTip()


def test_a_narrow_line_drops_whole_parts_the_least_needed_first(line: GenerationStatus) -> None:
    usage = ReplyUsage(context_tokens=2000, dropped_messages=2)
    line.set_state(TabState(TabActivity.WRITING, context_window=2048, usage=usage))
    line.show()
    parts = line.label.text().split(" · ")
    shown: list[str] = []
    for width in range(700, 30, -1):
        line.resize(width, line.height())
        if not shown or shown[-1] != line.label.shown_text():
            shown.append(line.label.shown_text())

    assert shown == [" · ".join(parts), " · ".join(parts[:2]), parts[0], ""]
    assert line.label.text() == " · ".join(parts)

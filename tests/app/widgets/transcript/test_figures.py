"""The area below an answer: its figures, and the note about repetition."""

from itertools import pairwise

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.controllers.settings_controller import Language
from app.domain.messages import REPEATED_NOTE, Message, MessageStatus
from app.domain.usage import ReplyUsage, ReuseOrigin
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.controls import IconButton
from app.widgets.kit.text import long_time, short_time
from app.widgets.transcript.message import MessageView
from app.widgets.transcript.message_actions import FiguresButton, MessageAction, possible_actions
from app.widgets.transcript.message_footer import MessageFooter
from app.widgets.transcript.usage_text import usage_texts
from tests.app.widgets.samples import MOMENT, question, reply
from tests.app.widgets.showing import on_screen
from tests.app.widgets.windows import shown_message

USAGE = ReplyUsage(
    model_name="Tiny <1B>", reply_tokens=41, decode_seconds=2.0, first_token_seconds=0.25
)
FIGURES = "Tiny <1B> · 20 tokens/s · 41 tokens in 2.3 s · 0.3 s to first token"


@pytest.fixture
def page(qtbot: QtBot) -> ConversationView:
    """A page with an answer that has figures."""
    page = ConversationView("a")
    qtbot.addWidget(page)
    page.transcript.set_messages((question(), replace(reply(), usage=USAGE), question(3)))
    page.resize(700, 500)
    page.show()
    return page


def _message(page: ConversationView) -> MessageView:
    return shown_message(page.transcript, 2)


def _button(page: ConversationView) -> FiguresButton:
    return _message(page).footer.actions.figures


def test_a_click_shows_and_hides_the_figures(page: ConversationView, qtbot: QtBot) -> None:
    usual = _message(page).height()
    QTest.mouseClick(_button(page), Qt.MouseButton.LeftButton)
    figures = _message(page).footer.figures
    assert figures is not None
    assert figures.text() == f"{short_time(MOMENT)} · {FIGURES}"
    qtbot.waitUntil(lambda: _message(page).height() >= usual + figures.fontMetrics().height())
    assert _message(page).rect().contains(figures.geometry())
    QTest.mouseClick(_button(page), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: _message(page).height() == usual)
    assert figures.isHidden()


def test_keys_lead_to_the_figures(page: ConversationView, qtbot: QtBot) -> None:
    copying = _message(page).footer.actions.button(MessageAction.COPY)
    assert copying is not None
    copying.setFocus()
    QTest.keyClick(copying, Qt.Key.Key_Left)  # from the first button to the last
    assert _button(page).hasFocus()
    QTest.keyClick(_button(page), Qt.Key.Key_Return)
    figures = _message(page).footer.figures
    assert figures is not None
    assert figures.isVisible()


def test_they_are_still_there_when_the_message_is_built_again(
    page: ConversationView, qtbot: QtBot
) -> None:
    page.requests.figures_toggled.emit(2)
    messages = page.transcript.messages()
    page.transcript.set_messages(())
    page.transcript.set_messages(messages)
    qtbot.waitUntil(lambda: page.transcript.view_of(2) is not None)
    figures = _message(page).footer.figures
    assert figures is not None
    assert not figures.isHidden()


def test_the_button_tells_them_to_the_mouse_and_to_screen_readers(page: ConversationView) -> None:
    assert "Tiny &lt;1B&gt;" in _button(page).toolTip()
    assert _button(page).text() == "20 tokens/s · 2.3 s"
    assert _button(page).accessibleName() == "Details"
    assert _button(page).accessibleDescription() == f"{long_time(MOMENT)} · {FIGURES}"


def test_an_answer_without_figures_offers_none() -> None:
    assert MessageAction.FIGURES not in possible_actions(reply())
    assert MessageAction.FIGURES not in possible_actions(replace(reply(), usage=ReplyUsage()))
    assert MessageAction.FIGURES in possible_actions(replace(reply(), usage=USAGE))
    assert MessageAction.FIGURES not in possible_actions(replace(question(), usage=USAGE))


def test_the_mouse_brings_the_time_of_a_question_and_moves_nothing(page: ConversationView) -> None:
    view = shown_message(page.transcript, 1)
    actions = view.footer.actions
    actions.set_revealed(is_revealed=False)  # wherever the mouse is
    before = (view.geometry(), [button.geometry() for button in actions.findChildren(IconButton)])
    assert actions.time_label.isHidden()
    actions.set_revealed(is_revealed=True)
    QApplication.processEvents()
    assert actions.time_label.text() == short_time(MOMENT)
    assert actions.time_label.toolTip() == long_time(MOMENT)
    assert not actions.time_label.isHidden()
    shown = [button.geometry() for button in actions.findChildren(IconButton)]
    assert (view.geometry(), shown) == before
    actions.set_revealed(is_revealed=False)
    assert actions.time_label.isHidden()


def test_the_time_gives_way_where_buttons_have_no_more_room(
    page: ConversationView, qtbot: QtBot
) -> None:
    page.resize(200, 500)
    qtbot.waitUntil(lambda: _message(page).width() < 200)
    actions = shown_message(page.transcript, 1).footer.actions
    actions.set_revealed(is_revealed=True)
    assert actions.time_label.isHidden()


def _warm(origin: ReuseOrigin, seconds: float) -> ReplyUsage:
    return ReplyUsage(
        prompt_tokens=3520, reused_tokens=3412, reused_from=origin, restore_seconds=seconds
    )


@pytest.mark.parametrize(
    ("usage", "texts"),
    [
        (ReplyUsage(), ()),
        (ReplyUsage(model_name="Tiny"), ("Tiny",)),
        (ReplyUsage(first_token_seconds=0.001), ("0.01 s to first token",)),
        (ReplyUsage(reply_tokens=322, decode_seconds=100.0), ("3.2 tokens/s",)),
        (
            ReplyUsage(reply_tokens=41, decode_seconds=2.0, first_token_seconds=0.25),
            ("20 tokens/s", "41 tokens in 2.3 s", "0.3 s to first token"),
        ),
        (
            ReplyUsage(reply_tokens=1, decode_seconds=0.0, first_token_seconds=0.25),
            ("1 token in 0.3 s", "0.3 s to first token"),
        ),
        (_warm(ReuseOrigin.READY, 0.0), ("3,412 of 3,520 tokens cached",)),
        (_warm(ReuseOrigin.DISK, 0.21), ("3,412 of 3,520 tokens cached, from disk, 0.2 s",)),
        (_warm(ReuseOrigin.MEMORY, 0.034), ("3,412 of 3,520 tokens cached, from memory, 0.03 s",)),
        (
            _warm(ReuseOrigin.SHARED_PROMPT, 0.0),
            ("3,412 of 3,520 tokens cached, from a shared system prompt",),
        ),
        (
            ReplyUsage(reply_tokens=480, drafted_tokens=300, accepted_tokens=212),
            ("212 of 480 tokens guessed ahead",),
        ),
        (ReplyUsage(queue_seconds=1.24), ("waited 1.2 s",)),
        (ReplyUsage(queue_seconds=0.05), ()),
        (ReplyUsage(reply_tokens=480, drafted_tokens=300), ()),
        (ReplyUsage(reply_tokens=480, drafted_tokens=9, accepted_tokens=4), ()),
    ],
)
def test_what_is_known_is_said(usage: ReplyUsage, texts: tuple[str, ...]) -> None:
    assert usage_texts(usage) == texts


@pytest.mark.parametrize(
    ("figures", "text"),
    [
        (
            {"network_seconds": 0.12, "queue_seconds": 0.3, "reading_seconds": 0.78},
            "1.2 s to first token (network 0.1 s, waiting 0.3 s, reading 0.8 s)",
        ),
        ({"network_seconds": 0.05}, "1.2 s to first token (network 0.05 s)"),
        ({"network_seconds": 0.001}, "1.2 s to first token"),
    ],
)
def test_another_machine_tells_where_the_time_went(figures: dict[str, float], text: str) -> None:
    usage = ReplyUsage(first_token_seconds=1.2, endpoint_name="rack", **figures)  # type: ignore[arg-type]
    assert usage_texts(usage) == (text,)
    here = ReplyUsage(first_token_seconds=1.2, **figures)  # type: ignore[arg-type]
    assert usage_texts(here)[0] == "1.2 s to first token"


def _repeating(*, is_counted: bool = True) -> Message:
    usage = ReplyUsage(is_cut_by_length=True) if is_counted else None
    return replace(reply(), note=REPEATED_NOTE, usage=usage)


def _footer(plain_page: ConversationView, message: Message) -> MessageFooter:
    plain_page.transcript.set_messages((question(), message))
    return shown_message(plain_page.transcript, 2).footer


@pytest.fixture
def plain_page(qtbot: QtBot) -> ConversationView:
    return on_screen(qtbot, ConversationView("c"), 700, 500)


def test_an_empty_answer_says_so_and_can_be_regenerated(plain_page: ConversationView) -> None:
    footer = _footer(plain_page, replace(reply(), text=""))
    assert footer.note.text() == "The model wrote nothing."
    assert footer.offers.regenerate_button.isVisible()
    assert not _footer(plain_page, reply()).note.text()


@pytest.mark.parametrize("is_counted", [True, False])
def test_it_says_why_it_ended_and_offers_to_let_it_run_or_to_begin_without_repeats(
    plain_page: ConversationView, is_counted: bool
) -> None:
    offers = (footer := _footer(plain_page, _repeating(is_counted=is_counted))).offers
    assert REPEATED_NOTE in footer.note.text()
    shown = (offers.run_button, offers.varied_button)
    assert all(each.isVisible() for each in shown)
    assert not offers.continue_button.isVisible()
    assert not offers.regenerate_button.isVisible()
    requests = plain_page.requests
    run = QSignalSpy(requests.let_run_requested)
    varied = QSignalSpy(requests.regenerate_varied_requested)
    for button in shown:
        button.click()
    assert (run.at(0), varied.at(0)) == ([2], [2])


def test_in_a_narrow_page_the_offers_are_below_each_other(plain_page: ConversationView) -> None:
    plain_page.resize(240, 500)
    offers = _footer(plain_page, _repeating(is_counted=True)).offers
    QApplication.processEvents()
    for button in (offers.run_button, offers.varied_button):
        assert button.isVisible()
        assert offers.rect().contains(button.geometry())
        assert button.shown_text().split() == button.text().split()
    assert offers.varied_button.y() > offers.run_button.geometry().bottom()


def test_a_complete_reply_offers_neither(plain_page: ConversationView) -> None:
    footer = _footer(plain_page, reply())
    assert not footer.note.isVisible()
    assert not footer.offers.regenerate_button.isVisible()


def test_the_reason_is_translated(plain_page: ConversationView, qapp: QApplication) -> None:
    language = Language(qapp, "de")
    try:
        footer = _footer(plain_page, _repeating())
        assert "Die Antwort hat sich wiederholt." in footer.note.text()
    finally:
        language.remove()


def test_a_narrow_row_shows_whole_figures_or_none(qtbot: QtBot) -> None:
    button = on_screen(qtbot, FiguresButton())
    button.set_revealed(is_revealed=True)
    button.show_figures("29 tokens/s · 2.9 s", is_writing=False)
    pictures = {}
    for shown in ("29 tokens/s · 2.9 s", "29 tokens/s", ""):
        other = on_screen(qtbot, FiguresButton())
        other.set_revealed(is_revealed=True)
        other.show_figures(shown or " ", is_writing=False)
        other.resize(200, 24)
        pictures[shown] = other.grab().toImage()
    for width, shown in ((200, "29 tokens/s · 2.9 s"), (90, "29 tokens/s"), (30, "")):
        button.resize(width, 24)
        narrow = pictures[shown].copy(0, 0, width, 24)
        assert button.grab().toImage() == narrow, width


def test_status_buttons_and_offers_of_an_answer_do_not_touch(page: ConversationView) -> None:
    stopped = replace(reply(), status=MessageStatus.CANCELLED, usage=USAGE)
    page.transcript.set_messages((question(), stopped))
    QApplication.processEvents()
    footer = _message(page).footer
    parts = (footer.note, footer.actions, footer.offers)
    assert all(each.isVisible() for each in parts)
    areas = [each.geometry() for each in parts]
    gaps = [below.top() - above.bottom() - 1 for above, below in pairwise(areas)]
    assert gaps == [4, 4]

"""Fixtures of flows: a scripted engine, a display, and the program on it; and which run when."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.process.desktop import release_clipboard
from engine.client.client import EngineClient
from tests.fakes.engine_process import ENGINE_COMMAND
from tests.flows.external_process import ExternalProcess, new_display, running
from tests.new_database import copied_databases

# The flows of every run, by the promise that each one protects. All others run nightly.
EVERY_RUN = {
    # Tabs run together, and come back.
    "test_four_tabs_are_answered_by_the_same_decode_calls",
    "test_quitting_in_mid_reply_and_starting_again_shows_everything",
    "test_a_killed_engine_interrupts_the_replies_and_comes_back",
    "test_a_conversation_is_warm_after_the_application_was_quit",
    # Messages: sent, queued, edited, deleted, restored; text of any kind; a full context.
    "test_messages_wait_behind_an_answer_and_are_sent_one_after_the_other",
    "test_a_dropped_file_and_a_long_paste_go_along_and_survive_a_restart",
    "test_what_is_sent_right_before_the_end_is_a_message_or_a_draft_and_never_both",
    "test_a_message_is_edited_and_answered_again_while_three_others_stream",
    "test_a_message_is_deleted_and_the_key_brings_it_back",
    "test_any_text_goes_the_whole_way",
    "test_a_full_context_shows_where_memory_begins_and_what_can_be_done",
    "test_a_pasted_picture_is_seen_by_the_model_and_by_the_user",
    # Histories: backups, trash, export and import, file modes, disks that are full or read-only.
    "test_a_backup_comes_back_and_the_present_after_it",
    "test_the_trash_gives_back_and_takes_for_good",
    "test_all_conversations_go_out_and_into_another_home",
    "test_nobody_else_can_read_what_it_writes",
    "test_histories_that_can_not_be_written_are_read",
    "test_a_start_that_cannot_mark_the_replies_cut_short_still_shows_the_window",
    # The window as it is after set-up.
    "test_a_plain_question_gets_the_right_answer",
    # Processes: signals, a second start, a model that crashes, the sandbox.
    "test_a_signal_ends_it_as_its_own_key_does",
    "test_ctrl_c_ends_the_demo",
    "test_a_second_start_opens_its_model_in_the_first_window",
    "test_a_model_that_kills_the_engine_waits_to_be_asked_for_at_the_next_start",
    "test_the_engine_says_whether_it_is_in_a_sandbox",
    # Features with processes of their own: machines, local server, sources, comparisons.
    "test_a_machine_is_added_tried_and_answers_what_it_was_agreed_to",
    "test_a_program_asks_with_the_token_that_was_copied",
    "test_three_chats_begin_in_a_folder_of_code",
    "test_of_eight_answers_to_a_message_one_is_taken_into_the_chat",
    "test_a_tool_is_switched_on_asked_about_allowed_and_its_result_answered",
    "test_a_waiting_call_survives_quitting_and_is_continued",
    "test_a_user_signs_in_once_and_calls_a_tool_before_and_after_a_restart",
}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the flows that run nightly only."""
    folder = Path(__file__).parent
    for item in items:
        name = getattr(item, "originalname", item.name)
        if folder in item.path.parents and name not in EVERY_RUN:
            item.add_marker(pytest.mark.nightly)


@pytest.fixture(scope="session", autouse=True)
def _copied_databases() -> Iterator[None]:
    """Copies new databases instead of making every step of the schema again."""
    with copied_databases():
        yield


@pytest.fixture
def scripted_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The application starts the engine that says what it is told to, in a real process."""
    monkeypatch.setattr("app.application.EngineClient", partial(EngineClient, ENGINE_COMMAND))


@pytest.fixture(autouse=True)
def _program_habits(qapp: QApplication) -> Iterator[None]:
    """As the program does, at its start and at its end; these tests share one process."""
    qapp.setQuitOnLastWindowClosed(False)
    yield
    release_clipboard()


@pytest.fixture
def display() -> Iterator[str]:
    """A display of the test's own, 1280 by 800."""
    with new_display() as name:
        yield name


@pytest.fixture
def external_process(display: str, tmp_path: Path) -> Iterator[ExternalProcess]:
    """The program on that display, its window in front, for somebody who knows it already."""
    with running(display, tmp_path) as external_process:
        yield external_process

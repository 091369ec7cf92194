"""Quitting and closing the window: running work, and the program without a window."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication, QSessionManager
from shiboken6 import isValid

from app.chat.turn_events import StateChanged, TurnEvent, TurnStarted
from app.chat.turns import Turns
from app.comparisons.runs_controller import ComparisonRuns
from app.controllers.conversations.drafts import Drafts
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.errors import StorageError
from app.models.controllers.downloads import DownloadsController
from app.models.hub_model import Transfer
from app.settings import CloseAction, Settings
from app.widgets.dialogs.leaving_question import LeavingQuestion, ask_to_lose
from app.widgets.kit.edit_page import FormPage
from app.widgets.kit.small_dialogs import QuestionBox
from app.widgets.window.tray_icon import HiddenWindows, TrayIcon

SESSION_END_MILLISECONDS = 120_000  # a cancelled log-out is over by then
LOOK_MILLISECONDS = 2_000  # for a tray that was closed together with its icon


class UnsavedTexts:
    """The drafts and answers that are in memory alone, as on a full disk."""

    def __init__(self, drafts: Drafts, turns: Turns) -> None:
        self._drafts = drafts
        self._turns = turns

    @property
    def counts(self) -> tuple[int, int]:
        """The numbers of drafts and answers, without what was typed since ``flush``."""
        return self._drafts.unsaved_count, self._turns.unsaved_count

    def flush(self) -> None:
        """Start storing what was typed until now; ``save`` waits for it."""
        self._drafts.flush()

    async def save(self) -> StorageError | None:
        """Store what can be stored; return the error if something can't."""
        failed = await self._turns.save_unsaved()
        try:
            await self._drafts.save_unsaved()
        except StorageError as error:
            return error
        return failed


class LeavingController(Controller):
    """Asks once before quitting interrupts answers, comparisons or downloads, or loses a form.

    It also asks if drafts or answers can't be stored, as on a full disk. A restart asks about
    forms and these, but not about running work. Closing the window may leave the program in the
    tray. The end of the session and signals never ask: the user may not be present.
    """

    def __init__(
        self,
        services: Services,
        replies: Replies,
        unsaved: UnsavedTexts,
        downloads: DownloadsController,
        comparisons: ComparisonRuns,
        tray: TrayIcon,
        quit_now: Callable[[], None],
    ) -> None:
        super().__init__(services)
        self._replies = replies
        self._unsaved = unsaved
        self._store_and_quit = self._tasks.single_starter(self._quit_once_stored)
        self._loss_question: QuestionBox | None = None
        self._downloads = downloads
        self._comparisons = comparisons
        self._download_count = downloads.running_count
        self._tray = tray
        self._quit_now = quit_now
        self._restart_now: Callable[[], None] | None = None  # what the user wants instead
        self._agreed_work: frozenset[str | int] = frozenset()
        self._windows = HiddenWindows(self._window)
        self._is_finishing = False  # without a window, until all work ends
        self._question: LeavingQuestion | None = None
        self._session_end = QTimer(self._window, singleShot=True, interval=SESSION_END_MILLISECONDS)
        self._look = QTimer(self._window, interval=LOOK_MILLISECONDS)
        self._look.timeout.connect(self.look)
        self._connect()
        self._show_tray()

    def _connect(self) -> None:
        requests = self._window.requests
        requests.quit_requested.connect(self.leave)
        requests.close_requested.connect(self.close_window)
        requests.window_requested.connect(self.come_back)
        self._asking_count = 0
        self._settings.changes.add(self._on_settings_changed)
        self._replies.events.add(self._on_turn_event)
        self._replies.ends.add(lambda _id, _status: self._settle_later())
        self._downloads.changes.add(self._on_downloads_changed)
        self._comparisons.changes.add(self._settle_later)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication), "there is no window without one"
        application.commitDataRequest.connect(self.on_session_end)

    @property
    def question(self) -> LeavingQuestion | None:
        """The open question; None if there is none."""
        question = self._question
        # It deletes itself when it closes, or with its parent window.
        is_asked = question is not None and isValid(question) and not question.isHidden()
        return question if is_asked else None

    def leave(self) -> None:
        """Quit; ask first if that interrupts work, unless the user has agreed already.

        Ask in any case before what was typed in a form is lost.
        """
        self._restart_now = None
        self._leave()

    def restart(self, restart_now: Callable[[], None]) -> None:
        """Restart, which the user has agreed may stop answers; ask before text is lost."""
        self._restart_now = restart_now
        self._leave()

    def _leave(self) -> None:
        page = self._window.pages.unsaved
        if page is not None and not self._session_end.isActive():
            self._ask_to_discard(page)
            return
        if self._may_interrupt or not self._has_work:
            self._quit()
        elif self._settings.current.leaving is CloseAction.BACKGROUND and self._tray.is_available:
            self._finish_in_background()
        else:
            self._ask()

    def close_window(self) -> None:
        """Quit or stay in the tray, as the settings say."""
        stays = self._settings.current.stays_in_tray and self._tray.is_available
        if stays and not self._session_end.isActive():
            self._hide()
        else:
            self.leave()

    def come_back(self) -> None:
        """Show the window again."""
        self._is_finishing = False
        self._look.stop()
        self._show_tray()
        self._windows.show()

    def close(self) -> None:
        """Remove the tray icon and the question at the end of the program."""
        self._look.stop()
        if self.question is not None:
            self.question.reject()
        self._tray.set_lasting(is_lasting=False)
        # The icon stays for a moment, and a click on it must not show the window.
        requests = self._window.requests
        requests.quit_requested.disconnect(self.leave)
        requests.close_requested.disconnect(self.close_window)
        requests.window_requested.disconnect(self.come_back)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication), "there is no window without one"
        application.commitDataRequest.disconnect(self.on_session_end)

    def look(self) -> None:
        """Show the window if the tray is gone: it could not be opened otherwise."""
        if not self._tray.is_available:
            self.come_back()

    def on_session_end(self, _manager: QSessionManager | None = None) -> None:
        """Suspend questions for a while: the desktop session ends, and the user may be away."""
        self._session_end.start()

    @property
    def _may_interrupt(self) -> bool:
        """Return whether running work is not asked about."""
        return (
            self._is_finishing
            or self._session_end.isActive()
            or self._restart_now is not None
            or self._settings.current.leaving is CloseAction.QUIT
        )

    @property
    def _has_work(self) -> bool:
        """Return whether quitting now would interrupt anything."""
        return any(self._counts)

    @property
    def _counts(self) -> tuple[int, int, int]:
        """Return the numbers of running answers, downloads and comparisons."""
        comparison_count = len(self._comparisons.ids)
        return len(self._replies.running_ids), self._downloads.running_count, comparison_count

    @property
    def _work(self) -> frozenset[str | int]:
        """Return the ids of running answers and comparisons, and a number for each download."""
        downloads = range(self._downloads.running_count)
        return frozenset((*self._replies.running_ids, *self._comparisons.ids, *downloads))

    def _ask_to_discard(self, page: FormPage) -> None:
        if not self._window.isVisible():
            self.come_back()
        self._window.pages.show_page(page)

        def discard() -> None:
            page.discard()
            self._leave()  # which finds the next form

        page.ask_to_discard(discard)

    def _ask(self) -> None:
        if not self._window.isVisible():
            self.come_back()
        if self.question is not None:
            self.question.raise_()
            self.question.activateWindow()
            return
        parent = self._window.dialogs.front_window()
        question = LeavingQuestion(
            *self._counts,
            parent,
            has_tray=self._tray.is_available,
        )
        question.answered.connect(self._on_answered)
        self._question = question
        question.open()

    def _quit(self) -> None:
        """Quit or restart; ask first if a draft or an answer can't be stored."""
        if self._session_end.isActive():
            self._quit_now()
            return
        self._agreed_work = self._work
        self._unsaved.flush()
        if any(self._unsaved.counts):
            self._store_and_quit()
        else:
            self._end()

    async def _quit_once_stored(self) -> None:
        error = await self._unsaved.save()
        if error is None:
            self._continue(self._end)
        else:
            self._ask_to_lose(error)

    def _continue(self, quit_: Callable[[], None]) -> None:
        """Quit, unless work has begun since the user agreed to interrupt what was running."""
        if self._may_interrupt or self._work <= self._agreed_work:
            quit_()
        else:
            self._leave()

    def _end(self) -> None:
        (self._restart_now or self._quit_now)()

    def _ask_to_lose(self, error: StorageError) -> None:
        if not self._window.isVisible():
            self.come_back()
        if self._loss_question is not None and isValid(self._loss_question):
            self._loss_question.reject()
        if self.question is not None:
            self.question.reject()  # its work has ended; each question would try again
        self._loss_question = ask_to_lose(
            self._window.dialogs.front_window(),
            *self._unsaved.counts,
            reason=str(error),
            is_restart=self._restart_now is not None,
            on_retry=partial(self._continue, self._quit),
            on_quit=partial(self._continue, self._end),
        )

    def _on_answered(self, leaving: CloseAction, is_remembered: bool) -> None:
        if is_remembered:
            self._settings.change(leaving=leaving)
        if leaving is CloseAction.QUIT or not self._has_work:
            self._quit()
        elif self._tray.is_available:
            self._finish_in_background()
        else:
            self._ask()  # the tray was closed while the question was open

    def _finish_in_background(self) -> None:
        self._is_finishing = True
        self._show_count()
        self._hide()

    def _hide(self) -> None:
        self._windows.hide()
        self._tray.set_lasting(is_lasting=True)
        self._look.start()

    def _show_tray(self) -> None:
        self._tray.set_lasting(is_lasting=self._settings.current.stays_in_tray)

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        if old.stays_in_tray != new.stays_in_tray and not self._is_finishing:
            self._show_tray()

    def _on_turn_event(self, _conversation_id: str, event: TurnEvent) -> None:
        is_other = self._asking_count != self._replies.asking_count
        if isinstance(event, TurnStarted) or (isinstance(event, StateChanged) and is_other):
            self._show_count()

    def _on_downloads_changed(self, _transfers: Sequence[Transfer]) -> None:
        if self._download_count != self._downloads.running_count:
            self._download_count = self._downloads.running_count
            self._settle_later()

    def _settle_later(self) -> None:
        # Checked later: a queue may send its next message now.
        QTimer.singleShot(0, self._window, self._on_settled)

    def _on_settled(self) -> None:
        self._show_count()
        is_awaited = self._is_finishing or self.question is not None
        if is_awaited and not self._has_work:
            self._quit()  # nothing is interrupted any more

    def _show_count(self) -> None:
        counts = self._counts
        answer_count, download_count, _comparison_count = counts
        self._asking_count = self._replies.asking_count
        self._tray.set_running(answer_count, download_count, self._asking_count)
        if self.question is not None and any(counts):
            self.question.set_running(*counts)

"""The engine panel: figures of the engine, converted while the panel is visible."""

import os
import time
from collections import deque
from collections.abc import Callable

import psutil
from PySide6.QtCore import QTimer

from app.controllers.engine.status_text import draft_note
from app.controllers.settings_controller import SettingsController
from app.engine_snapshot import (
    AnsweringCounts,
    EngineSnapshot,
    Gaps,
    SlotActivity,
    SlotSnapshot,
    SpaceKind,
    SpaceUse,
    StepTimes,
    ThreadUse,
)
from app.settings import with_section
from app.widgets.engine_panel.engine_panel import EngineDock
from app.widgets.kit.translation import fill, shown_title, translate, translated
from app.widgets.markdown.safe_text import without_hidden
from app.widgets.window.main_window import MainWindow
from engine.client.client import EngineClient, EngineState
from engine.kv.cache_keys import is_source
from engine.listeners import Listeners
from engine.messages.config import EngineConfig
from engine.messages.events import Snapshot
from engine.messages.metrics import ModelInfo, Percentiles, SlotView, StepRecord
from engine.messages.programs import is_program, is_unnamed

REFRESH_MILLISECONDS = 500
HISTORY_SECONDS = 60.0

_ACTIVITIES = {"running": SlotActivity.RUNNING, "parked": SlotActivity.WARM}


def program_title(conversation_id: str) -> str:
    """Return the title of a program's conversation; empty for a chat of the window."""
    if not is_program(conversation_id):
        return ""
    # Written by another program: characters that reverse the text direction are removed.
    name = conversation_id.split(":", 2)[-1]
    if is_unnamed(conversation_id) or not name.strip():
        return translate("Programs", "A program")
    return fill(translate("Programs", "Program: {name}"), name=without_hidden(name))


def engine_title(conversation_id: str, title_of: Callable[[str], str]) -> str:
    """Return what a conversation of the engine works for; ``title_of`` knows those of chats."""
    program = program_title(conversation_id)
    if program:
        return program
    if is_source(conversation_id):
        return translate("EngineTitles", "A source")
    # After the plus sign: a part of the work of a chat, or a cell of a comparison.
    name, _plus, part = conversation_id.partition("+")
    title = " ".join(title_of(name).split())
    if part == "title":
        return fill(translate("EngineTitles", "Title of “{title}”"), title=shown_title(title))
    if part == "recap":
        return fill(translate("EngineTitles", "Recap of “{title}”"), title=shown_title(title))
    if part and not title:
        return translate("EngineTitles", "A comparison or list")
    return shown_title(title)


class EnginePanelController:
    """Holds the step times of the last minute; updates only while the panel is shown.

    Attributes:
        followed: the client of the engine that is shown.
        draws: listeners of each update.
    """

    def __init__(
        self,
        window: MainWindow,
        client: EngineClient,
        settings: SettingsController,
        counts: Callable[[], AnsweringCounts] = AnsweringCounts,
    ) -> None:
        """``counts`` returns the running requests on this computer and on other machines."""
        self._window = window
        self._counts = counts
        self.followed = client
        self.draws = Listeners[[]]()
        self.dock = EngineDock(window)
        self._panel = self.dock.panel
        self._snapshot: Snapshot | None = None
        self._history: deque[tuple[float, StepTimes]] = deque()
        self._window_process = psutil.Process(os.getpid())
        self._timer = QTimer(window, interval=REFRESH_MILLISECONDS)
        self._timer.timeout.connect(self._draw)
        self._removers = [
            client.snapshots.add(self._on_snapshot),
            client.states.add(self._on_state_changed),
        ]
        details = self._panel.details
        details.set_folded(is_folded=details.key not in settings.current.unfolded_sections)
        details.folded.connect(
            lambda: settings.apply(
                with_section(settings.current, details.key, is_folded=details.is_folded)
            )
        )
        self._panel.shown.connect(self._on_shown)
        self._panel.settings_button.clicked.connect(self._on_settings_pressed)
        self._panel.hidden.connect(self._timer.stop)
        action = window.actions_by_name.engine_panel
        action.toggled.connect(self._show_dock)
        self.dock.close_requested.connect(lambda: action.setChecked(False))
        self.dock.toggleViewAction().toggled.connect(action.setChecked)
        window.panes.activated.connect(lambda _id: self._uncover_page())
        window.pages.shown_changed.connect(lambda _is_shown: self._uncover_page())

    @property
    def is_drawing(self) -> bool:
        """Return whether the panel is shown and updated."""
        return self._timer.isActive()

    def _show_dock(self, is_shown: bool) -> None:
        with self._window.panel_motion(self.dock):
            had_page = not self.dock.is_over_page
            self.dock.setVisible(is_shown)
        if not is_shown and not had_page:
            self._window.actions_by_name.focus_composer.trigger()

    def _uncover_page(self) -> None:
        if self.dock.is_over_page:
            self._window.actions_by_name.engine_panel.setChecked(False)

    def follow(self, client: EngineClient) -> None:
        """Show another engine; without figures until it reports some."""
        if client is self.followed:
            return
        for remove in self._removers:
            remove()
        self.followed = client
        self._snapshot = None
        self._history.clear()
        self._removers = [
            client.snapshots.add(self._on_snapshot),
            client.states.add(self._on_state_changed),
        ]
        if self.is_drawing:
            self._draw()

    def _on_settings_pressed(self) -> None:
        model = self.followed.state.model
        self._window.requests.model_settings_requested.emit("" if model is None else model.path)

    def _on_shown(self) -> None:
        self._draw()
        self._timer.start()

    def _on_state_changed(self, state: EngineState) -> None:
        if state.model is None:  # the measurements belong to the model that was unloaded
            self._snapshot = None
            self._history.clear()

    def _on_snapshot(self, snapshot: Snapshot) -> None:
        now = time.monotonic()
        self._snapshot = snapshot
        if snapshot.steps:
            self._history.append((now, step_times(snapshot.steps)))
        # Here as well: a hidden panel draws nothing, and the list would grow forever.
        self._discard_before(now - HISTORY_SECONDS)
        if self.is_drawing:
            self._draw()

    def _discard_before(self, moment: float) -> None:
        while self._history and self._history[0][0] < moment:
            self._history.popleft()

    def _draw(self) -> None:
        now = time.monotonic()
        self._discard_before(now - HISTORY_SECONDS)
        self._panel.set_snapshot(self._engine_snapshot(now))
        self.draws.notify()

    def _engine_snapshot(self, now: float) -> EngineSnapshot:
        model, config = self.followed.state.model, self.followed.state.config
        snapshot = self._snapshot
        if model is None or snapshot is None:
            return EngineSnapshot(
                device=translated(model.device) if model else "",
                device_reason=self._reason(model),
                answers_chats=model is None or not model.embeds_only,
                answering=self._counts(),
                slots=_empty_slots(model.slot_count, model.context_window) if model else (),
                space=self._space(),
            )
        return EngineSnapshot(
            device=translated(model.device),
            device_reason=self._reason(model),
            answers_chats=not model.embeds_only,
            threads=_threads(snapshot, config),
            slots=tuple(self._slot(view) for view in snapshot.slots),
            answering=self._counts(),
            waiting=tuple(self._title_of(each) for each in snapshot.waiting),
            steps=tuple(_aged(times, now - moment) for moment, times in self._history),
            step_target_seconds=config.step_target_seconds if config else 0.0,
            gaps=_gaps(snapshot.token_gaps),
            writing_rate=snapshot.rates.decode,
            reading_rate=snapshot.rates.prefill,
            average_sequences=snapshot.rates.average_sequences,
            first_word_seconds=snapshot.first_tokens.p50 if snapshot.first_tokens else None,
            reused_tokens=sum(snapshot.reused_tokens.values()),
            promised_tokens=snapshot.promised_tokens,
            drafted_tokens=snapshot.drafted_tokens,
            accepted_tokens=snapshot.accepted_tokens,
            space=self._space(),
            trouble=_joined(snapshot.cache_trouble, snapshot.draft_trouble),
        )

    def _reason(self, model: ModelInfo | None) -> str:
        """Return why the model runs on its device, and how the process is confined."""
        own = (model.device_reason, draft_note(model)) if model else ()
        return _joined(*own, self.followed.sandbox)

    def _title_of(self, conversation_id: str) -> str:
        return engine_title(conversation_id, self._window.dialogs.title)

    def _slot(self, view: SlotView) -> SlotSnapshot:
        occupant = view.conversation_id
        return SlotSnapshot(
            number=view.slot + 1,
            activity=_ACTIVITIES.get(view.state, SlotActivity.FREE),
            occupant=self._title_of(occupant) if occupant is not None else "",
            kept_cells=view.kept_cells,
            new_cells=view.new_cells,
            free_cells=view.free_cells,
            checkpoint_count=view.checkpoint_count,
        )

    def _space(self) -> tuple[SpaceUse, ...]:
        parts = [SpaceUse(SpaceKind.WINDOW_PROCESS, self._window_process.memory_info().rss)]
        engine_bytes = _resident_bytes(self.followed.process_id)
        if engine_bytes is not None:
            parts.insert(0, SpaceUse(SpaceKind.ENGINE_PROCESS, engine_bytes))
        if self._snapshot is not None:
            parts.append(SpaceUse(SpaceKind.CHECKPOINTS, self._snapshot.checkpoint_bytes))
            parts.append(SpaceUse(SpaceKind.RAM_TIER, self._snapshot.ram_bytes))
            parts.append(SpaceUse(SpaceKind.DISK_TIER, self._snapshot.disk_bytes))
        return tuple(parts)


def _joined(*sentences: str) -> str:
    return " ".join(translated(each) for each in sentences if each)


def step_times(steps: tuple[StepRecord, ...]) -> StepTimes:
    """Return the mean phase times of steps, and the longest step."""
    count = len(steps)
    decode = sum(step.decode_seconds for step in steps) / count
    prefill = sum(step.prefill_seconds for step in steps) / count
    sampling = sum(step.sample_seconds for step in steps) / count
    whole = sum(step.seconds for step in steps) / count
    return StepTimes(
        age_seconds=0.0,
        decode=decode,
        prefill=prefill,
        sampling=sampling,
        rest=max(0.0, whole - decode - prefill - sampling),
        longest=max(step.seconds for step in steps),
    )


def _aged(times: StepTimes, age_seconds: float) -> StepTimes:
    return StepTimes(
        age_seconds=age_seconds,
        decode=times.decode,
        prefill=times.prefill,
        sampling=times.sampling,
        rest=times.rest,
        longest=times.longest,
    )


def _threads(snapshot: Snapshot, config: EngineConfig | None) -> ThreadUse | None:
    if not snapshot.thread_count:
        return None
    is_fixed = config is not None and config.thread_count is not None
    return ThreadUse(snapshot.thread_count, snapshot.thread_limit, is_fixed)


def _gaps(percentiles: Percentiles | None) -> Gaps | None:
    if percentiles is None:
        return None
    return Gaps(percentiles.p50, percentiles.p95, percentiles.p99)


def _empty_slots(count: int, window: int) -> tuple[SlotSnapshot, ...]:
    numbers = range(1, count + 1)
    return tuple(SlotSnapshot(number, SlotActivity.FREE, free_cells=window) for number in numbers)


def _resident_bytes(process_id: int | None) -> int | None:
    """Return the RAM that a process uses, or None if it has ended."""
    if process_id is None:
        return None
    try:
        return int(psutil.Process(process_id).memory_info().rss)
    except psutil.Error:
        return None

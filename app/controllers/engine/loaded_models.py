"""Lists the models in memory in the engine panel, and handles their buttons."""

from collections.abc import Callable, Iterator
from functools import partial

from app.controllers.engine.engine_panel_controller import EnginePanelController, engine_title
from app.controllers.services import Controller, Services
from app.models.host.engines import ModelEntry
from app.models.host.table import COUNT, MAIN, Phase
from app.widgets.engine_panel.loaded_models import LoadedModel
from app.widgets.kit.text import format_bytes
from app.widgets.kit.translation import fill, translate
from engine.client.client import EngineClient, EnginePhase
from engine.messages.events import Snapshot

_MINUTE_SECONDS = 60
_NO_CHAT = _DEFAULT = ""
_MAX_NAMED = 2  # chats named in a row


class LoadedModelsController(Controller):
    """Updates the list with the panel; the engine of one of the models is shown below it."""

    def __init__(self, services: Services, panel: EnginePanelController) -> None:
        super().__init__(services)
        self._panel = panel
        self._host = services.models.host
        self._list = panel.dock.panel.models
        self._snapshots: dict[EngineClient, Snapshot] = {}
        self._removers: dict[EngineClient, Callable[[], None]] = {}  # of listeners to snapshots
        self._host.changes.add(self._on_models_changed)
        panel.draws.add(self._draw)
        self._list.show_requested.connect(self._show)
        self._list.keep_requested.connect(
            lambda key, is_kept: self._host.pin(key, is_pinned=is_kept)
        )
        self._list.unload_requested.connect(lambda key: self._host.unload(key))
        self._list.load_requested.connect(lambda: self._models.preload(_NO_CHAT, _DEFAULT))

    def _show(self, key: str) -> None:
        entry = next((each for each in self._host.entries if each.key == key), None)
        if entry is not None:
            self._panel.follow(entry.client)
            self._draw()

    def _on_models_changed(self) -> None:
        present = {each.client for each in self._host.entries}
        for client in present - self._removers.keys():
            self._removers[client] = client.snapshots.add(partial(self._note, client))
        for client in self._removers.keys() - present:
            self._removers.pop(client)()
            self._snapshots.pop(client, None)
        if self._panel.followed not in present:
            self._panel.follow(self._client)
        if self._panel.is_drawing:
            self._draw()

    def _note(self, client: EngineClient, snapshot: Snapshot) -> None:
        self._snapshots[client] = snapshot

    def _draw(self) -> None:
        models = [self._loaded(each) for each in self._host.entries]
        state = self._client.state
        if state.phase is EnginePhase.SLEEPING and state.sleeping_model is not None:
            resting = translate("EnginePanel", "Not loaded")
            models.insert(0, LoadedModel("", state.sleeping_model.name, resting))
        self._list.set_models(tuple(models))

    def _loaded(self, entry: ModelEntry) -> LoadedModel:
        return LoadedModel(
            key=entry.key,
            name=entry.name,
            state=self._state_text(entry),
            figures=self._figures(entry),
            is_kept=entry.is_pinned,
            is_shown=entry.client is self._panel.followed,
            is_leaving=entry.phase is Phase.UNLOADING,
        )

    def _state_text(self, entry: ModelEntry) -> str:
        if entry.phase is Phase.UNLOADING:
            return translate("EnginePanel", "Unloading…")
        if entry.phase is Phase.LOADING:
            text = translate("EnginePanel", "Loading, {percent}%")
            return fill(text, percent=int(100 * (entry.client.state.progress or 0.0)))
        users = [engine_title(each, self._window.dialogs.title) for each in entry.users if each]
        if len(users) > _MAX_NAMED:
            text = translate("EnginePanel", "{count:,} requests")
            return fill(text, count=len(users))
        if users:
            names = ", ".join(users)
            return fill(translate("EnginePanel", "Answers {chats}"), chats=names)
        minutes = int(entry.idle_seconds // _MINUTE_SECONDS)
        if not minutes:
            return translate("EnginePanel", "Idle")
        return fill(translate("EnginePanel", "Idle for {count:,} min"), count=minutes)

    def _figures(self, entry: ModelEntry) -> str:
        """Return the memory, the chats at once, the threads and the waiting requests of an engine.

        The memory on each card has a line of its own.
        """
        parts = [format_bytes(entry.held.get(MAIN) or entry.needs.get(MAIN, 0))]
        snapshot, model = self._snapshots.get(entry.client), entry.client.state.model
        if model is not None and model.embeds_only:
            parts.append(translate("LocalModels", "embeddings only"))
        elif model is not None:
            text = translate("EnginePanel", "{count:,} chats at once")
            parts.append(fill(text, count=model.slot_count))
        if snapshot is not None and snapshot.thread_count:
            text = translate("EnginePanel", "{count:,} threads")
            if snapshot.thread_count == 1:
                text = translate("EnginePanel", "1 thread")
            parts.append(fill(text, count=snapshot.thread_count))
        if snapshot is not None and snapshot.waiting:
            text = translate("EnginePanel", "{count:,} waiting")
            parts.append(fill(text, count=len(snapshot.waiting)))
        return "\n".join((" · ".join(parts), *self._cards(entry)))

    def _cards(self, entry: ModelEntry) -> Iterator[str]:
        """Yield the memory on each card; that of shared cards is a part of the main memory."""
        others = {MAIN, COUNT, *self._host.memory.shared_cards}
        for place, count in entry.needs.items():
            if count and place not in others:
                text = translate("EnginePanel", "{size} on {card}")
                yield fill(text, size=format_bytes(count), card=place)

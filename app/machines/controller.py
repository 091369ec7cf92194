"""The settings page of other machines: adds, tests, edits and removes them and their keys."""

import asyncio
import contextlib
import uuid
from functools import partial

from shiboken6 import isValid

from app.chat.router import endpoint_of, models_of
from app.controllers.services import Controller, Services
from app.machines.model import EndpointSetting, Route, with_models
from app.machines.view.endpoint_page import EndpointPage, SavedMachine
from app.machines.view.machines_view import MachinesView
from app.settings import Settings
from app.widgets.kit.text import format_number
from app.widgets.kit.translation import fill, translate, translated
from engine.client.net_client import NetFailure
from engine.client.remote_client import RemoteClient
from engine.messages.remote_messages import EndpointFound, EndpointKind, KeyReport

_SHOWN_MODELS = 5
_KIND_NAMES = {
    EndpointKind.LLAMA_SERVER: "llama-server",
    EndpointKind.VLLM: "vLLM",
    EndpointKind.SGLANG: "SGLang",
    EndpointKind.LM_STUDIO: "LM Studio",
    EndpointKind.OLLAMA: "Ollama",
}


class MachinesController(Controller):
    """Stores the machines in the settings, and their keys in the net process."""

    def __init__(self, services: Services, remote: RemoteClient) -> None:
        super().__init__(services)
        self._remote = remote
        self._view: MachinesView | None = None
        self._test: asyncio.Task[None] | None = None
        self.page: EndpointPage | None = None  # while it is open
        services.settings.changes.add(self._on_settings_changed)

    def show_in(self, view: MachinesView) -> None:
        """List the machines in this view and handle its buttons."""
        self._view = view
        view.add_requested.connect(self._on_add)
        view.edit_requested.connect(self._on_edit)
        view.remove_requested.connect(self._tasks.starter(self._remove))
        view.default_chosen.connect(self._on_default_chosen)
        self._show(self._settings.current)

    def _show(self, settings: Settings) -> None:
        if self._view is not None and isValid(self._view):
            self._view.set_machines(
                settings.endpoints, settings.default_route, is_offline=settings.is_offline
            )

    def _on_settings_changed(self, _old: Settings, new: Settings) -> None:
        self._show(new)

    def _on_default_chosen(self, route: Route | None) -> None:
        self._settings.change(default_route=route)

    def _on_add(self) -> None:
        self._open(EndpointSetting(uuid.uuid4().hex, "", ""))

    def _on_edit(self, endpoint_id: str) -> None:
        endpoint = self._endpoint(endpoint_id)
        if endpoint is not None:
            self._open(endpoint)

    def _open(self, endpoint: EndpointSetting) -> None:
        if self._window.pages.shows_unsaved(EndpointPage):
            return
        page = self.page = EndpointPage(endpoint, self._window)
        page.show_key(is_set=False, text="")
        page.test_requested.connect(self._on_test_requested)
        page.saved.connect(self._tasks.starter(self._save))
        page.finished.connect(partial(self._on_finished, page))
        self._window.pages.show_page(page)
        if endpoint.address:
            self._tasks.start(self._show_key(endpoint), may_be_dropped=True)

    def _on_finished(self, page: EndpointPage, _result: int) -> None:
        if self.page is page:
            self.page = None
        if self._test is not None:
            self._test.cancel()

    def _on_test_requested(self, machine: SavedMachine) -> None:
        if self._test is not None:
            self._test.cancel()
        self._test = self._tasks.start(self._try(machine), may_be_dropped=True)

    async def _try(self, machine: SavedMachine) -> None:
        """Probe a machine, and show the result."""
        page = self.page
        if page is None:
            return
        page.show_test()
        try:
            found = await self._remote.probe(endpoint_of(machine.endpoint), machine.key)
        except NetFailure as failure:
            if page is self.page:
                page.show_outcome(translated(str(failure)), is_trouble=True)
            return
        if page is self.page and page.endpoint.address == machine.endpoint.address:
            page.show_found(with_models(machine.endpoint, models_of(found)), found_text(found))

    async def _show_key(self, endpoint: EndpointSetting) -> None:
        page = self.page
        with contextlib.suppress(NetFailure):  # offline, or the net process is not allowed
            report = await self._remote.report_key(endpoint_of(endpoint))
            if page is not None and page is self.page:
                page.show_key(is_set=report.is_set, text=_key_text(report))

    async def _save(self, machine: SavedMachine) -> None:
        endpoint = machine.endpoint
        # The machine before its key: a failing net process must not lose the typed values.
        known = self._settings.current.endpoints
        kept = [endpoint if each.id == endpoint.id else each for each in known]
        if self._endpoint(endpoint.id) is None:
            kept.append(endpoint)
        self._settings.change(endpoints=tuple(kept))
        if machine.key is not None:
            await self._keep_key(endpoint, machine.key)
        if not endpoint.models:
            await self._look(endpoint)

    async def _keep_key(self, endpoint: EndpointSetting, key: str) -> None:
        try:
            report = await self._remote.keep_key(endpoint_of(endpoint), key)
        except NetFailure as failure:
            text = translate("Machines", "The key of {name} was not kept: {reason}")
            reason = translated(str(failure))
            text = fill(text, name=endpoint.name, reason=reason)
            self._toasts.show(text, is_trouble=True)
            return
        if report.text:
            self._toasts.show(translated(report.text))

    async def _look(self, endpoint: EndpointSetting) -> None:
        """Probe a machine that was saved without a test for its models."""
        try:
            found = await self._remote.probe(endpoint_of(endpoint))
        except NetFailure as failure:
            text = translate("Machines", "{name} was added, but does not answer: {reason}")
            reason = translated(str(failure))
            self._toasts.show(fill(text, name=endpoint.name, reason=reason), is_trouble=True)
            return
        now = self._endpoint(endpoint.id)
        if now == endpoint:  # otherwise it was changed or removed in the meantime
            endpoints = self._settings.current.endpoints
            changed = (
                with_models(each, models_of(found)) if each == now else each for each in endpoints
            )
            self._settings.change(endpoints=tuple(changed))

    async def _remove(self, endpoint_id: str) -> None:
        settings, endpoint = self._settings.current, self._endpoint(endpoint_id)
        if endpoint is None:
            return
        kept = tuple(each for each in settings.endpoints if each.id != endpoint_id)
        route = settings.default_route
        if route is not None and route.endpoint_id == endpoint_id:
            route = None
        # The routes of chats are kept; without the machine, they lead to this computer.
        self._settings.change(endpoints=kept, default_route=route)
        await self._keep_key(endpoint, "")

    def _endpoint(self, endpoint_id: str) -> EndpointSetting | None:
        endpoints = self._settings.current.endpoints
        return next((each for each in endpoints if each.id == endpoint_id), None)


def found_text(found: EndpointFound) -> str:
    """Return a description of the server at an address."""
    other = translate("Machines", "An OpenAI-compatible server")
    kind = _KIND_NAMES.get(found.kind, other)
    name = f"{kind} {found.version}".strip()
    text = translate("Machines", "{name} answers in {time} ms and has {count:,} models: {models}")
    if len(found.models) == 1:
        text = translate("Machines", "{name} answers in {time} ms and has one model: {models}")
    if not found.models:
        text = translate("Machines", "{name} answers in {time} ms and lists no models.")
    names = ", ".join(each.name for each in found.models[:_SHOWN_MODELS])
    if len(found.models) > _SHOWN_MODELS:
        names += ", …"
    text = fill(
        text,
        name=name,
        time=format_number(found.latency_seconds * 1000),
        count=len(found.models),
        models=names,
    )
    return "\n".join([text, *(translated(each) for each in found.warnings)])


def _key_text(report: KeyReport) -> str:
    return translated(report.text) if report.is_set else ""

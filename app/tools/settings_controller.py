"""The settings page of tools: permissions, the search service, and the servers."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.controllers.services import Controller, Services
from app.errors import ToolFailed
from app.settings import Settings, with_tool_permission
from app.tools.built_in.web import search_endpoint
from app.tools.model import Permission, Tool
from app.tools.permissions import permission_of
from app.tools.servers.config_files import ConfigRead, find_files, read_file
from app.tools.servers.model import ServerReport, ServerState, ToolServer, usable_name
from app.tools.servers.tool_servers import ToolServers
from app.tools.toolbox import Toolbox
from app.tools.view.server_import_dialog import ServerImportDialog
from app.tools.view.server_page import ServerPage
from app.tools.view.server_tools_dialog import ServerTool, ServerToolsDialog
from app.tools.view.tools_view import ServerRow, ToolRow, ToolsView, destination_text
from app.widgets.kit.translation import fill, translate, translated
from engine.client.net_client import NetFailure
from engine.client.remote_client import RemoteClient

_SHOWN_DETAIL = 110


class ToolSettingsController(Controller):
    """Fills the page while it is open, and carries out its requests."""

    def __init__(
        self, services: Services, toolbox: Toolbox, servers: ToolServers, remote: RemoteClient
    ) -> None:
        super().__init__(services)
        self._toolbox = toolbox
        self._servers = servers
        self._remote = remote
        self._view: ToolsView | None = None
        self.dialog: ServerPage | ServerImportDialog | ServerToolsDialog | None = None
        self._dialog_server = ""  # whose tools or state the dialog shows
        servers.changed.add(self._on_server_changed)
        services.settings.changes.add(self._on_settings_changed)

    def show_in(self, view: ToolsView) -> None:
        """Fill a view until it is destroyed, and handle its buttons."""
        self._view = view
        start = self._tasks.starter
        view.built_in.permission_chosen.connect(self._set_permission)
        view.built_in.default_chosen.connect(self._set_default)
        view.revoked.connect(lambda key: self._set_permission(key, Permission.ASK))
        view.key.shown.connect(lambda: self._tasks.start(self._show_key(), may_be_dropped=True))
        view.key.token_entered.connect(start(self._keep_key))
        view.key.removal_requested.connect(lambda: self._tasks.start(self._keep_key("")))
        view.add_requested.connect(self._on_add)
        view.paste_requested.connect(self.paste)
        view.import_requested.connect(start(self._import))
        # Dropped when the program ends: they wait for servers.
        for signal, work in (
            (view.servers.tools_requested, self._show_tools),
            (view.servers.edit_requested, self._edit),
            (view.servers.restart_requested, self._servers.restart),
        ):
            signal.connect(partial(self._start, work))
        view.servers.remove_requested.connect(start(self._remove))
        self._show()

    def paste(self) -> None:
        """Open the dialog for pasted settings of servers."""
        dialog = ServerImportDialog(self._names(), self._parent())
        self._open(dialog)
        dialog.accepted_servers.connect(self._tasks.starter(self._add_all))
        dialog.text_box.setFocus()

    # --- the page -----------------------------------------------------------------------------

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        if old.tool_servers != new.tool_servers:
            self._servers.set_servers(new.tool_servers)
        if old.is_offline != new.is_offline:
            self._servers.set_offline(new.is_offline)
        self._show()
        if old.search_provider is not new.search_provider and self._is_shown():
            self._tasks.start(self._show_key(), may_be_dropped=True)

    def _on_server_changed(self, name: str) -> None:
        self._show()
        if name == self._dialog_server:
            self._show_dialog(name)

    def _is_shown(self) -> bool:
        return self._view is not None and isValid(self._view)

    def _show(self) -> None:
        view, settings = self._view, self._settings.current
        if view is None or not isValid(view):
            return
        tools = self._toolbox.tools()
        view.built_in.set_tools(self._row(each) for each in tools if not each.server)
        view.set_servers(self._rows())
        known = {each.key: each for each in tools}
        view.set_grants(
            tuple(
                row
                for row in (
                    self._row(known[key]) if key in known else ToolRow(key, key, "", permission)
                    for key, permission in settings.tool_permissions.items()
                )
                if row.permission is not Permission.ASK
            )
        )

    def _row(self, tool: Tool) -> ToolRow:
        settings = self._settings.current
        detail = tool.server or destination_text(tool)
        return ToolRow(
            tool.key,
            translated(tool.title or tool.name),
            detail[:_SHOWN_DETAIL],
            permission_of(tool, settings.tool_permissions, settings.tool_digests),
            is_default=tool.key in settings.default_tools,
        )

    def _rows(self) -> tuple[ServerRow, ...]:
        reports = {each.name: each for each in self._servers.reports()}
        servers = self._settings.current.tool_servers
        return tuple(
            ServerRow(each, reports.get(each.name, ServerReport(each.name))) for each in servers
        )

    def _set_permission(self, key: str, permission: Permission, digest: str = "") -> None:
        settings = self._settings.current
        self._settings.apply(with_tool_permission(settings, key, permission, digest))

    def _set_default(self, key: str, is_on: bool) -> None:
        others = tuple(each for each in self._settings.current.default_tools if each != key)
        self._settings.change(default_tools=(*others, key) if is_on else others)

    async def _show_key(self) -> None:
        """Show whether the search service has a key."""
        endpoint = search_endpoint(self._settings.current.search_provider)
        if endpoint is None:
            text = translate("ToolSettings", "The chosen search service needs no key.")
            self._show_key_state(text, can_save=False)
            return
        try:
            report = await self._remote.report_key(endpoint)
        except NetFailure as failure:
            self._show_key_state(translated(str(failure)), can_save=True)
            return
        text = translate("ToolSettings", "No key is set for {name}.")
        if report.is_set:
            text = translate("ToolSettings", "A key is set for {name}.")
        text = fill(text, name=endpoint.name)
        self._show_key_state(text, can_save=True, can_remove=report.is_set)

    async def _keep_key(self, key: str) -> None:
        endpoint = search_endpoint(self._settings.current.search_provider)
        if endpoint is None:
            return
        try:
            await self._remote.keep_key(endpoint, key)
        except NetFailure as failure:
            self._show_key_state(translated(str(failure)), can_save=True)
            return
        await self._show_key()

    def _show_key_state(self, text: str, *, can_save: bool, can_remove: bool = False) -> None:
        if self._view is not None and isValid(self._view):
            self._view.key.show_state(text, can_save=can_save, can_remove=can_remove)

    # --- servers ------------------------------------------------------------------------------

    def _start(self, work: Callable[[str], Coroutine[object, object, None]], name: str) -> None:
        self._tasks.start(work(name), may_be_dropped=True)

    def _names(self) -> frozenset[str]:
        return frozenset(each.name for each in self._settings.current.tool_servers)

    def _server(self, name: str) -> ToolServer | None:
        servers = self._settings.current.tool_servers
        return next((each for each in servers if each.name == name), None)

    def _parent(self) -> QWidget | None:
        is_open = self._view is not None and isValid(self._view)
        return self._view.window() if is_open and self._view is not None else None

    def _open(
        self, dialog: ServerPage | ServerImportDialog | ServerToolsDialog, server: str = ""
    ) -> None:
        self.dialog, self._dialog_server = dialog, server
        dialog.finished.connect(partial(self._on_finished, dialog))
        if isinstance(dialog, ServerPage):
            self._window.pages.show_page(dialog)
        else:
            dialog.open()

    def _on_finished(self, dialog: QObject, _result: int) -> None:
        if self.dialog is dialog:
            self.dialog, self._dialog_server = None, ""

    def _on_add(self) -> None:
        self._open_page(None)

    async def _edit(self, name: str) -> None:
        server = self._server(name)
        if server is None:
            return
        page = self._open_page(server)
        if page is None:
            return
        self._show_dialog(name)
        output = await self._servers.log(name)
        if self.dialog is page:
            page.show_report(self._report(name), output)

    def _open_page(self, server: ToolServer | None) -> ServerPage | None:
        """Show and return the page of a server, unless another one has unsaved values."""
        if self._window.pages.shows_unsaved(ServerPage):
            return None
        name = "" if server is None else server.name
        page = ServerPage(server, self._names() - {name}, self._window)
        page.saved.connect(self._tasks.starter(self._save))
        page.sign_out_requested.connect(lambda: self._tasks.start(self._sign_out(page, name)))
        self._open(page, name)
        return page

    async def _sign_out(self, page: ServerPage, name: str) -> None:
        try:
            await self._servers.sign_out(name)
        except ToolFailed as error:
            self._show_kept_keys(name, error)
        else:
            if self.dialog is page:
                page.show_signed_out()

    async def _import(self) -> None:
        """Offer the servers that other programs have; the user chooses."""
        found = await asyncio.to_thread(_read_files, self._names())
        dialog = ServerImportDialog(self._names(), self._parent(), is_pasted=False)
        dialog.accepted_servers.connect(self._tasks.starter(self._add_all))
        dialog.show_files(found)
        self._open(dialog)

    async def _add_all(self, servers: Iterable[ToolServer]) -> None:
        """Keep new servers, and start them once, so that their states are seen."""
        for server in servers:
            await self._save(None, server)

    async def _save(self, before: ToolServer | None, server: ToolServer) -> None:
        names = self._names()
        if before is None or before.name not in names:  # the server was removed meanwhile
            before, server = None, replace(server, name=usable_name(server.name, names))
        try:
            kept = await self._servers.keep_secrets(server)
        except ToolFailed as error:
            text = translate("ToolSettings", "“{name}” was not saved: {reason}")
            text = fill(text, name=server.name, reason=translated(str(error)))
            self._toasts.show(text, is_trouble=True)
            return
        others = self._settings.current.tool_servers
        if before is None:
            self._settings.change(tool_servers=(*others, kept))
        else:
            changed = tuple(kept if each.name == kept.name else each for each in others)
            self._settings.change(tool_servers=changed)
            if _program_of(before) != _program_of(kept):
                await self._discard_permissions(kept.name)
            await self._remove_secrets(before, kept)
        if kept.is_on:
            self._start(self._servers.start, kept.name)

    async def _remove(self, name: str) -> None:
        server = self._server(name)
        if server is None:
            return
        # Another server may get the name later.
        await self._discard_permissions(name)
        prefix = f"{name}/"
        settings = self._settings.current
        self._settings.change(
            tool_servers=tuple(each for each in settings.tool_servers if each.name != name),
            default_tools=tuple(
                each for each in settings.default_tools if not each.startswith(prefix)
            ),
        )
        await self._remove_secrets(server, None)

    async def _discard_permissions(self, name: str) -> None:
        """Let the tools of a server ask again, in the settings and in all chats."""
        prefix = f"{name}/"
        await self._history.conversations.disallow_tools(prefix)
        settings = self._settings.current
        for key in settings.tool_permissions:
            if key.startswith(prefix):
                settings = with_tool_permission(settings, key, Permission.ASK)
        self._settings.apply(settings)

    async def _remove_secrets(self, before: ToolServer, now: ToolServer | None) -> None:
        try:
            await self._servers.remove_secrets(before, now)
        except ToolFailed as error:
            self._show_kept_keys(before.name, error)

    def _show_kept_keys(self, name: str, error: ToolFailed) -> None:
        text = translate("ToolSettings", "The keys of “{name}” were not removed: {reason}")
        text = fill(text, name=name, reason=translated(str(error)))
        self._toasts.show(text, is_trouble=True)

    async def _show_tools(self, name: str) -> None:
        """Show the tools of a server, which is started for that."""
        dialog = ServerToolsDialog(name, self._parent())
        dialog.shown_changed.connect(partial(self._hide_tool, name))
        dialog.permission_chosen.connect(
            lambda tool, permission: self._set_permission(tool.key, permission, tool.digest)
        )
        self._open(dialog, name)
        dialog.show_state(translate("ToolSettings", "The server is starting…"))
        await self._servers.start(name)
        if self.dialog is dialog:
            self._show_dialog(name)

    def _hide_tool(self, name: str, tool: str, is_offered: bool) -> None:
        server = self._server(name)
        if server is None:
            return
        others = tuple(each for each in server.hidden_tools if each != tool)
        changed = replace(server, hidden_tools=others if is_offered else (*others, tool))
        servers = self._settings.current.tool_servers
        self._settings.change(
            tool_servers=tuple(changed if each.name == name else each for each in servers)
        )

    def _show_dialog(self, name: str) -> None:
        """Show a changed state in the dialog of a server."""
        report, dialog = self._report(name), self.dialog
        if isinstance(dialog, ServerPage):
            dialog.show_report(report, report.last_lines)
        elif isinstance(dialog, ServerToolsDialog):
            settings = self._settings.current
            permissions, digests = settings.tool_permissions, settings.tool_digests
            tools = self._servers.listed_tools(name)
            is_awaited = report.state in (ServerState.STARTING, ServerState.SLOW) and not tools
            waiting = translate("ToolSettings", "The server is starting…")
            dialog.show_state(waiting if is_awaited else translated(report.problem))
            dialog.set_tools(
                (
                    ServerTool(each, permission_of(each.tool, permissions, digests))
                    for each in tools
                ),
                report.unusable,
            )

    def _report(self, name: str) -> ServerReport:
        reports = self._servers.reports()
        return next((each for each in reports if each.name == name), ServerReport(name))


def _read_files(taken: frozenset[str]) -> list[tuple[str, ConfigRead]]:
    """Return the servers of other programs, under names that differ; waits for the disk."""
    found = []
    for file in find_files():
        read = read_file(file, taken)
        if read.servers:
            taken |= {each.name for each in read.servers}
            found.append((file.program, read))
    return found


def _program_of(server: ToolServer) -> tuple[object, ...]:
    """Return what a server is: another one of the same name has no permissions yet."""
    return (server.kind, server.command, server.arguments, server.folder, server.address)

"""Probes the RPC servers of the settings with the net process, and reports the result."""

import asyncio
from functools import partial
from pathlib import Path

from app.controllers.engine.gpu_packs import has_rpc_pack
from app.controllers.services import Controller, Services
from app.widgets.kit.text import format_bytes
from app.widgets.kit.translation import fill, translate, translated
from app.widgets.settings.setting_rows import RpcRow
from engine.client.net_client import NetClient, NetFailure
from engine.messages.remote_messages import ProbeRpcServers, RpcServer, RpcServersProbed
from engine.rpc_trial import away_text


class RpcServersController(Controller):
    """Handles the button of the settings row while the dialog exists."""

    def __init__(self, services: Services, net: NetClient, folder: Path) -> None:
        """``folder`` holds the added GPU packs."""
        super().__init__(services)
        self._folder = folder
        self._net = net
        self._row: RpcRow | None = None
        self._testing: asyncio.Task[None] | None = None

    def show_in(self, row: RpcRow) -> None:
        """Handle the button of this row."""
        self._row = row
        row.destroyed.connect(partial(self._on_destroyed, row))
        row.test_requested.connect(self._on_test_requested)

    def _on_test_requested(self, addresses: tuple[str, ...]) -> None:
        if self._testing is not None:
            self._testing.cancel()
        if self._row is not None:
            self._row.show_test()
        self._testing = self._tasks.start(self._test(addresses), may_be_dropped=True)

    async def _test(self, addresses: tuple[str, ...]) -> None:
        # A server accepts one connection: the engine's own would make it look busy.
        model = self._client.state.model
        used = set(model.rpc_servers) if model is not None else set()
        free = tuple(each for each in addresses if each not in used)
        try:
            found = await self._probed(free) if free else {}
        except NetFailure as failure:
            self._show(translated(str(failure)))
            return
        lines = [_line(each, found.get(each)) for each in addresses]
        if not await asyncio.to_thread(has_rpc_pack, self._folder):
            text = translate(
                "RpcServers",
                "The RPC pack is missing, so no server is used. Add it with “Add GPU pack…”.",
            )
            lines.insert(0, text)
        self._show("\n".join(lines))

    async def _probed(self, addresses: tuple[str, ...]) -> dict[str, RpcServer]:
        command = ProbeRpcServers(self._net.next_request_id(), addresses)
        answer = await self._net.ask(command, RpcServersProbed)
        return {server.address: server for server in answer.servers}

    def _show(self, text: str) -> None:
        if self._row is not None:
            self._row.show_outcome(text)

    def _on_destroyed(self, row: RpcRow) -> None:
        if self._row is row:
            self._row = None


def _line(address: str, server: RpcServer | None) -> str:
    if server is None:
        text = translate("RpcServers", "{address} has layers of the loaded model.")
        return fill(text, address=address)
    if not server.is_there:
        return translated(str(away_text(server)))
    text = translate("RpcServers", "{address} has {free} of {total} free.")
    total = sum(device.total_bytes for device in server.devices)
    return fill(
        text,
        address=address,
        free=format_bytes(server.free_bytes),
        total=format_bytes(total),
    )

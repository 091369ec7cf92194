"""The access token of the hub: its origin, and setting or removing it."""

import asyncio
from functools import partial

from app.controllers.services import Controller, Services
from app.models.view.token_view import TokenView
from app.settings import Settings
from app.widgets.kit.translation import translate, translated
from engine.client.net_client import NetClient, NetFailure
from engine.messages.net_messages import TokenOrigin, TokenReport


class HubTokenController(Controller):
    """Shows the origin of the token. The net process keeps the token; the window never gets it."""

    def __init__(self, services: Services, net: NetClient) -> None:
        super().__init__(services)
        self._net = net
        self._view: TokenView | None = None
        self._showing: asyncio.Task[None] | None = None
        self._settings.changes.add(self._on_settings_changed)

    def show_in(self, view: TokenView) -> None:
        """Show the origin in a view until the view is destroyed."""
        self._view = view
        view.shown.connect(self._show_origin)
        view.token_entered.connect(self._keep)
        view.removal_requested.connect(self._remove)
        view.destroyed.connect(partial(self._on_destroyed, view))

    def _show_origin(self) -> None:
        self._ask(None)

    def _remove(self) -> None:
        self._ask("")

    def _keep(self, token: str) -> None:
        self._ask(token)

    def _ask(self, token: str | None) -> None:
        """Store a token, remove it if empty, or only show its origin if None."""
        if self._showing is not None and token is None:
            self._showing.cancel()
        self._showing = self._tasks.start(self._show(token), may_be_dropped=token is None)

    async def _show(self, token: str | None) -> None:
        if self._settings.current.is_offline:
            text = translate("HubToken", "Hubbub works offline, so the token is not sent anywhere.")
            self._show_state(text, can_save=False, can_remove=False)
            return
        # The keyring may ask the user to unlock it, which may take any time.
        waiting = translate("HubToken", "Asking this computer's keyring…")
        self._show_state(waiting, can_save=False, can_remove=False)
        try:
            if token is None:
                report = await self._net.report_token()
            else:
                report = await self._net.keep_token(token)
        except NetFailure as failure:
            self._show_state(translated(str(failure)), can_save=True, can_remove=False)
            return
        self._show_report(report)

    def _show_report(self, report: TokenReport) -> None:
        text = {
            TokenOrigin.NONE: translate("HubToken", "No token is set."),
            TokenOrigin.ENVIRONMENT: translate(
                "HubToken",
                "A token is set by the environment variable HF_TOKEN, which takes precedence.",
            ),
            TokenOrigin.KEYRING: translate(
                "HubToken", "A token is set in this computer's keyring."
            ),
            TokenOrigin.FILE: translate("HubToken", "A token is set by “hf auth login”."),
        }[report.origin]
        if report.trouble:
            text = f"{text} {translated(report.trouble)}"
        is_ours = report.origin is TokenOrigin.KEYRING
        # The environment variable takes precedence over a saved token.
        can_save = report.origin is not TokenOrigin.ENVIRONMENT and not report.trouble
        self._show_state(text, can_save=can_save, can_remove=is_ours)

    def _show_state(self, text: str, *, can_save: bool, can_remove: bool) -> None:
        if self._view is not None:
            self._view.show_state(text, can_save=can_save, can_remove=can_remove)

    def _on_destroyed(self, view: TokenView) -> None:
        if self._view is view:
            self._view = None

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        if old.is_offline != new.is_offline and self._view is not None and self._view.isVisible():
            self._show_origin()

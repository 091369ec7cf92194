"""Onboarding: a help page under F1, and three tips at the first start."""

from app.controllers.services import Controller, Services
from app.domain.tabs import ToastContent
from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.dialogs.help_page import HelpPage
from app.widgets.kit.translation import fill, translate

_TAB_TIP, _CLOSING_TIP, _KEYS_TIP = range(3)


class OnboardingController(Controller):
    """Shows tips as toasts; the tour starts by itself only once.

    A tip ends when the user does what it says, and is left out if that was done before.
    """

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.help: HelpPage | None = None  # while it is open
        self._tip: ToastContent | None = None  # on show, with its number
        self._number = 0
        self._done: set[int] = set()
        actions, requests = self._window.actions_by_name, self._window.requests
        actions.help.triggered.connect(lambda: self.show_help())
        self._window.panes.added.connect(lambda _id: self._on_tab_added())
        for closed in (actions.close_tab.triggered, requests.close_tab_requested):
            closed.connect(lambda: self._on_done(_CLOSING_TIP))
        for action in (actions.engine_panel, actions.keys, actions.help):
            action.triggered.connect(lambda: self._on_done(_KEYS_TIP))

    def offer_tour(self) -> None:
        """Show the hints unless they were shown before."""
        if not self._settings.current.has_seen_tour:
            self.start_tour()

    def start_tour(self) -> None:
        """Show the first hint."""
        self._settings.change(has_seen_tour=True)
        self._show_hint(_TAB_TIP)

    def show_help(self) -> None:
        """Open the help page, or bring the one that is open to the front."""
        if self.help is None:
            self.help = HelpPage(self._window.actions_by_name.keys_by_name, self._window)
            self.help.finished.connect(self._on_help_finished)
        self._window.pages.show_page(self.help)

    def _show_hint(self, number: int) -> None:
        hints = hint_texts(self._window.actions_by_name.keys_by_name)
        number = next((each for each in range(number, len(hints)) if each not in self._done), -1)
        if number < 0:
            return
        is_last = number == len(hints) - 1
        self._number = number
        self._tip = self._toasts.show(
            hints[number],
            action=translate("Onboarding", "Open the help")
            if is_last
            else translate("Onboarding", "Next tip"),
            on_action=self.show_help if is_last else lambda: self._show_hint(number + 1),
            stays=True,
            kind="tip",
        )

    def _on_tab_added(self) -> None:
        if len(self._window.panes.ids()) > 1:
            self._on_done(_TAB_TIP)

    def _on_done(self, number: int) -> None:
        """Remove the tip that tells what the user has just done."""
        self._done.add(number)
        if self._tip is not None and self._number == number:
            self._toasts.dismiss(self._tip)
            self._tip = None

    def _on_help_finished(self) -> None:
        self.help = None


def hint_texts(keys: BoundKeys) -> tuple[str, ...]:
    """Return the hints of the tour."""
    return (
        fill(
            translate(
                "Onboarding",
                "Tip 1 of 3: {key} opens another tab. Ask something there too: all tabs are "
                "answered at the same time.",
            ),
            key=keys.called("new_tab"),
        ),
        translate(
            "Onboarding",
            "Tip 2 of 3: closing a tab does not delete or stop anything. The chat stays in the "
            "sidebar, and its answer continues.",
        ),
        fill(
            translate(
                "Onboarding",
                "Tip 3 of 3: {panel} opens the engine panel, {keys} lists all shortcuts, {help} "
                "opens the help.",
            ),
            panel=keys.called("engine_panel"),
            keys=keys.called("keys"),
            help=keys.called("help"),
        ),
    )

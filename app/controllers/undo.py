"""Undo: each change has a toast with Undo, and Ctrl+Z undoes the newest change."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import msgspec

from app.controllers.toasts import Toasts
from app.domain.tabs import ToastContent
from app.widgets.kit.translation import translate
from app.widgets.window.main_window import MainWindow


class UndoOffer(msgspec.Struct, eq=False):
    """One change that can be undone, and its toast while it is shown."""

    text: str
    on_undo: Callable[[], None]
    toast: ToastContent | None = None


class UndoOffers:
    """Holds the changes that can be undone, and undoes them by button or key."""

    def __init__(self, window: MainWindow, toasts: Toasts) -> None:
        self._window = window
        self._toasts = toasts
        self._offers: list[UndoOffer] = []  # the newest at the end
        window.requests.undo_delete_requested.connect(self._on_undo_requested)

    def add(
        self,
        text: str,
        on_undo: Callable[[], None],
        *,
        kind: str = "",
        others: Mapping[str, Callable[[], None]] = MappingProxyType({}),
    ) -> UndoOffer:
        """Show a toast for a change, with a button that undoes it, and others by label.

        Only the newest change of a kind has a toast; the key undoes older ones as well.
        """
        # Toasts are compared by content: two with the same text would share one button.
        for older in self._offers:
            if older.text == text:
                self._dismiss(older)
        offer = UndoOffer(text, on_undo)
        self._offers.append(offer)
        offer.toast = self._toasts.show(
            text,
            action=translate("DeletionController", "Undo"),
            on_action=lambda: self._undo(offer),
            kind=kind,
            others=others,
        )
        self._window.actions_by_name.undo_delete.setEnabled(True)
        return offer

    def withdraw(self, offer: UndoOffer) -> None:
        """Remove an offer: the change was undone, or is final."""
        if offer in self._offers:
            self._offers.remove(offer)
        self._dismiss(offer)
        self._window.actions_by_name.undo_delete.setEnabled(bool(self._offers))

    def _undo(self, offer: UndoOffer) -> None:
        # Removed first: the button and the key must not both undo it.
        self.withdraw(offer)
        offer.on_undo()

    def _dismiss(self, offer: UndoOffer) -> None:
        if offer.toast is not None:
            self._toasts.dismiss(offer.toast)
            offer.toast = None

    def _on_undo_requested(self) -> None:
        if self._offers:
            self._undo(self._offers[-1])

"""Toasts: each shows a sentence, with buttons for remedies."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from app.domain.tabs import ToastContent
from app.errors import (
    AppError,
    DatabaseDamaged,
    DiskFull,
    HistoriesLost,
    ModelFileError,
    ReadOnlyStorage,
    StorageFailed,
)
from app.widgets.kit.translation import translated
from app.widgets.window.main_window import MainWindow

MAX_CHARS = 1000
# These errors persist until they are resolved; any other error only failed one attempt.
_LASTING = (
    *(DatabaseDamaged, DiskFull, HistoriesLost, ModelFileError),
    *(ReadOnlyStorage, StorageFailed),
)


class Toasts:
    """Shows toasts in the window, and runs the actions of their buttons.

    A toast replaces the previous one of its kind. Buttons work while the toast history holds
    their toast.
    """

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._actions: dict[ToastContent, dict[str, Callable[[], None]]] = {}
        self._of_kind: dict[str, ToastContent] = {}
        self._problems: dict[str, tuple[ToastContent, ...]] = {}
        self._remedies: dict[type[AppError], tuple[str, Callable[[], None]]] = {}
        self.shown: list[str] = []
        window.requests.toast_action_requested.connect(self._on_action_requested)

    def show(
        self,
        text: str,
        *,
        action: str = "",
        on_action: Callable[[], None] | None = None,
        is_trouble: bool = False,
        stays: bool = False,
        kind: str = "",
        conversation_id: str = "",
        others: Mapping[str, Callable[[], None]] = MappingProxyType({}),
    ) -> ToastContent:
        """Show a sentence in the language of the window, with a button if ``action`` is given.

        ``others`` are further buttons, by label. If ``stays``, the caller dismisses the toast;
        with ``conversation_id`` it is shown over the page of that chat.
        """
        text = _showable(translated(text))
        toast = ToastContent(
            text,
            action,
            is_trouble,
            tuple(others),
            stays=stays,
            conversation_id=conversation_id,
        )
        if kind:
            older = self._of_kind.get(kind)
            if older is not None and older != toast:
                self.dismiss(older)
            self._of_kind[kind] = toast
        actions = dict(others) if on_action is None else {action: on_action, **others}
        self._window.toasts.show(toast)
        known = {each.content for each in self._window.toasts.history.past if each.is_open}
        self._actions = {each: kept for each, kept in self._actions.items() if each in known}
        if actions:
            self._actions[toast] = actions
        self.shown.append(text)
        return toast

    def add_remedy(self, kind: type[AppError], action: str, on_action: Callable[[], None]) -> None:
        """Show this button with every error of this kind."""
        self._remedies[kind] = (action, on_action)

    def report(self, error: AppError) -> None:
        """Show a known error, with the button for its remedy if there is one.

        A persisting error stays until ``resolve`` is called.
        """
        kind = type(error)
        action, on_action = self._remedies.get(kind, ("", None))
        self.show(
            str(error),
            action=action,
            on_action=on_action,
            is_trouble=True,
            stays=isinstance(error, _LASTING),
            kind=kind.__name__,
        )

    def show_problems(self, kind: str, texts: Iterable[str]) -> None:
        """Show the problems that there are now, until a later call for ``kind`` leaves them out."""
        before = self._problems.get(kind, ())
        shown = tuple(self.show(text, is_trouble=True, stays=True) for text in texts)
        self._problems[kind] = shown
        for toast in before:
            if toast not in shown:
                self.dismiss(toast)

    def resolve(self, *kinds: type[AppError]) -> None:
        """Remove the toasts of errors of these kinds, which are resolved."""
        for kind in kinds:
            toast = self._of_kind.pop(kind.__name__, None)
            if toast is not None:
                self.dismiss(toast)

    def dismiss(self, toast: ToastContent) -> None:
        """Remove a toast."""
        self._actions.pop(toast, None)
        self._window.toasts.dismiss(toast)

    def _on_action_requested(self, toast: ToastContent, action: str) -> None:
        on_action = self._actions.pop(toast, {}).get(action)
        self._window.toasts.dismiss(toast)
        if on_action is not None:
            on_action()


def _showable(text: str) -> str:
    """Shorten a text for a toast: the layout of a very long one would block the window."""
    return text if len(text) <= MAX_CHARS else f"{text[:MAX_CHARS]}…"

"""Banners: each shows a sentence, and buttons for what can be done about it."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from app.domain import BannerContent
from app.errors import AppError
from app.widgets.kit.translation import translated
from app.widgets.window.main_window import MainWindow

MAX_LETTERS = 1000


class Banners:
    """Shows banners in the window and carries out their buttons; ``shown`` has all of their texts.

    Of one kind of banner, the newest replaces the one before.
    """

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._actions: dict[BannerContent, dict[str, Callable[[], None]]] = {}
        self._of_kind: dict[str, BannerContent] = {}
        self._remedies: dict[type[AppError], tuple[str, Callable[[], None]]] = {}
        self.shown: list[str] = []
        window.requests.banner_action_requested.connect(self._on_action_requested)

    def show(
        self,
        text: str,
        *,
        action: str = "",
        on_action: Callable[[], None] | None = None,
        is_trouble: bool = False,
        kind: str = "",
        others: Mapping[str, Callable[[], None]] = MappingProxyType({}),
    ) -> BannerContent:
        """Show a sentence, in the window's language, with a button if there is something to do.

        ``others`` are further buttons, by their words.
        """
        text = _showable(translated(text))
        banner = BannerContent(text, action, is_trouble, tuple(others))
        if kind:
            older = self._of_kind.get(kind)
            if older is not None and older != banner:
                self.dismiss(older)
            self._of_kind[kind] = banner
        actions = dict(others) if on_action is None else {action: on_action, **others}
        if actions:
            self._actions[banner] = actions
        self._window.banners.show(banner)
        self.shown.append(text)
        return banner

    def add_remedy(self, kind: type[AppError], action: str, on_action: Callable[[], None]) -> None:
        """Show this button with every error of this kind."""
        self._remedies[kind] = (action, on_action)

    def report(self, error: AppError) -> None:
        """Show a known error, with the button for its remedy if there is one."""
        kind = type(error)
        action, on_action = self._remedies.get(kind, ("", None))
        self.show(
            str(error), action=action, on_action=on_action, is_trouble=True, kind=kind.__name__
        )

    def dismiss(self, banner: BannerContent) -> None:
        """Remove a banner whose reason is gone."""
        self._actions.pop(banner, None)
        self._window.banners.dismiss(banner)

    def _on_action_requested(self, banner: BannerContent, action: str) -> None:
        on_action = self._actions.pop(banner, {}).get(action)
        self._window.banners.dismiss(banner)
        if on_action is not None:
            on_action()


def _showable(text: str) -> str:
    """Shorten a text for a banner: laying out a very long one would block the window."""
    return text if len(text) <= MAX_LETTERS else f"{text[:MAX_LETTERS]} …"

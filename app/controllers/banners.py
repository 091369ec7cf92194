"""Banners: a sentence, and what its button does."""

from collections.abc import Callable

from app.domain import BannerContent
from app.errors import AppError
from app.widgets.kit.translation import translated
from app.widgets.window.main_window import MainWindow

MAX_LETTERS = 1000


class Banners:
    """Shows banners in the window and carries out their buttons; ``shown`` has all of their texts.

    Of one kind of banner, the newest takes the place of the one before.
    """

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._actions: dict[BannerContent, Callable[[], None]] = {}
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
    ) -> BannerContent:
        """Show a sentence, in the window's language, with a button if there is something to do."""
        text = _showable(translated(text))
        banner = BannerContent(text, action, is_trouble)
        if kind:
            older = self._of_kind.get(kind)
            if older is not None and older != banner:
                self.dismiss(older)
            self._of_kind[kind] = banner
        if on_action is not None:
            self._actions[banner] = on_action
        self._window.banners.show(banner)
        self.shown.append(text)
        return banner

    def add_remedy(
        self, trouble: type[AppError], action: str, on_action: Callable[[], None]
    ) -> None:
        """Have a button shown with every trouble of this kind."""
        self._remedies[trouble] = (action, on_action)

    def report(self, error: AppError) -> None:
        """Show known trouble in its own words, with what can be done about it."""
        kind = type(error)
        action, on_action = self._remedies.get(kind, ("", None))
        self.show(
            str(error), action=action, on_action=on_action, is_trouble=True, kind=kind.__name__
        )

    def dismiss(self, banner: BannerContent) -> None:
        """Remove a banner whose reason is gone."""
        self._actions.pop(banner, None)
        self._window.banners.dismiss(banner)

    def _on_action_requested(self, banner: BannerContent) -> None:
        action = self._actions.pop(banner, None)
        self._window.banners.dismiss(banner)
        if action is not None:
            action()


def _showable(text: str) -> str:
    """Return as much of a text as a banner has room for; a longer one would hold up the window."""
    return text if len(text) <= MAX_LETTERS else f"{text[:MAX_LETTERS]} …"

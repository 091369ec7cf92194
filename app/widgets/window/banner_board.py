"""The banners of all windows: each shows the same notices, whichever window is looked at."""

from PySide6.QtCore import QObject, Signal

from app.domain import BannerContent
from app.widgets.kit.banner import BannerArea


class BannerBoard(QObject):
    """What is closed or done in one window goes from all of them."""

    action_requested = Signal(object)

    def __init__(self, first: BannerArea, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._areas: list[BannerArea] = []
        self.add(first)

    def add(self, area: BannerArea) -> None:
        """Let another window show what the others show."""
        for banner in self._areas[0].banners if self._areas else ():
            area.show_banner(banner.content)
        self._areas.append(area)
        area.closed.connect(self.dismiss)
        area.action_requested.connect(self._on_action_requested)

    def drop(self, area: BannerArea) -> None:
        """Forget a window that closes."""
        self._areas.remove(area)

    def show(self, content: BannerContent) -> None:
        """Show a notice until it is closed; the same one is not shown twice."""
        for area in self._areas:
            area.show_banner(content)

    def dismiss(self, content: BannerContent) -> None:
        """Take a notice away."""
        for area in self._areas:
            area.dismiss_banner(content)

    def _on_action_requested(self, content: BannerContent) -> None:
        self.dismiss(content)
        self.action_requested.emit(content)

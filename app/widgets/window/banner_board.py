"""The banners of all windows: each window shows the same ones."""

from PySide6.QtCore import QObject

from app.domain import BannerContent
from app.widgets.kit.banner import Banner, BannerArea
from app.widgets.kit.window_requests import WindowRequests


class BannerBoard(QObject):
    """A banner that is closed or used in one window goes from all of them."""

    def __init__(self, first: BannerArea, requests: WindowRequests, parent: QObject) -> None:
        super().__init__(parent)
        self._areas = [first]
        requests.banner_closed.connect(self.dismiss)
        requests.banner_action_requested.connect(self._on_action_requested)

    @property
    def banners(self) -> tuple[Banner, ...]:
        """The banners on show in the first window, oldest first."""
        return self._areas[0].banners

    def add(self, area: BannerArea) -> None:
        """Show in another window what the others show."""
        for banner in self.banners:
            area.show_banner(banner.content)
        self._areas.append(area)

    def remove(self, area: BannerArea) -> None:
        """Forget a window that closes."""
        self._areas.remove(area)

    def show(self, content: BannerContent) -> None:
        """Show a banner until it is closed; the same one is not shown twice."""
        for area in self._areas:
            area.show_banner(content)

    def dismiss(self, content: BannerContent) -> None:
        """Remove a banner whose reason is gone."""
        for area in self._areas:
            area.dismiss_banner(content)

    def _on_action_requested(self, content: BannerContent, _action: str) -> None:
        self.dismiss(content)

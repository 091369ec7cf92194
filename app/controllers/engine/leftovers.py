"""Downloads that nobody goes on with: said on the page of models, deleted if the user agrees."""

import asyncio
from pathlib import Path

from app.controllers.engine.downloads import DownloadsController
from app.controllers.services import Controller, Services
from app.library.leftovers import Leftover, delete_leftovers, old_leftovers
from app.widgets.kit.question_box import ask_before
from app.widgets.kit.text import format_bytes
from app.widgets.kit.translation import fill, translate
from app.widgets.models.search_half import SearchHalf


class LeftoversController(Controller):
    """Looks whenever the page comes in sight. Nothing is ever deleted by itself."""

    def __init__(self, services: Services, downloads: DownloadsController, folder: Path) -> None:
        super().__init__(services)
        self._downloads, self._folder = downloads, folder
        self._half: SearchHalf | None = None
        self._found: tuple[Leftover, ...] = ()

    def show_in(self, half: SearchHalf) -> None:
        """Say there what is found."""
        self._half = half
        half.shown.connect(self._look)
        half.leftovers.button.clicked.connect(self._ask)

    def _look(self) -> None:
        self._tasks.start(self._show(), may_be_dropped=True)

    async def _show(self) -> None:
        self._found = await asyncio.to_thread(old_leftovers, self._folder)
        if self._half is None:
            return
        if not self._found:
            self._half.leftovers.show_text("")
            return
        text = translate(
            "Leftovers", "Downloads that were left unfinished for 14 days hold {size} of the disk."
        )
        action = translate("Leftovers", "Delete …")
        self._half.leftovers.show_text(fill(text, size=self._size), action)

    def _ask(self) -> None:
        if self._half is None:
            return
        text = translate(
            "Leftovers", "Delete what was left unfinished? The disk then has {size} more."
        )
        names = "\n".join(each.names[0] for each in self._found)
        ask_before(
            self._half,
            f"{fill(text, size=self._size)}\n\n{names}",
            translate("Leftovers", "Delete"),
            self._tasks.starter(self._delete),
        )

    async def _delete(self) -> None:
        # The net process holds those that it knows of, and would write to what was deleted.
        known = [each for each in self._found if self._downloads.cancel_named(each.names)]
        others = [each for each in self._found if each not in known]
        failed = await asyncio.to_thread(delete_leftovers, others)
        if failed and self._half is not None:
            text = translate("Leftovers", "Not all of it could be deleted.")
            self._half.leftovers.show_text(text)
            return
        if self._half is not None:
            self._half.leftovers.show_text("")

    @property
    def _size(self) -> str:
        return format_bytes(sum(each.byte_count for each in self._found))

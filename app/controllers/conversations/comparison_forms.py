"""The forms of comparisons and lists: what they offer, and what is made of what was chosen."""

import asyncio
import codecs
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

from app.controllers.services import Controller, Services
from app.documents.text_files import file_content, plain_text
from app.domain import (
    HERE,
    CellOptions,
    CellSource,
    Comparison,
    ComparisonAxes,
    ComparisonCell,
    ComparisonKind,
    QuestionTable,
    Route,
)
from app.errors import FileNotTaken
from app.settings import Settings
from app.transfer.comparisons import MOST_LETTERS, read_table
from app.widgets.comparison.requests import OfferedModel, Offers
from app.widgets.dialogs import file_choice
from app.widgets.kit.translation import fill, translate
from engine.client.client import EngineClient


class ComparisonForms(Controller):
    """``on_stored`` hears of each comparison that is made, ``on_table`` of a file that was read.

    Attributes:
        asked_of: the chat and message that the next answers belong to, None where to none.
    """

    def __init__(
        self,
        services: Services,
        on_stored: Callable[[Comparison], Awaitable[None]],
        on_table: Callable[[str, QuestionTable], None],
    ) -> None:
        super().__init__(services)
        self._on_stored = on_stored
        self._on_table = on_table
        self.asked_of: tuple[str, int] | None = None

    async def offers(self) -> Offers:
        """Return what can be chosen now."""
        presets = await self._history.presets.all()
        sources = await self._history.sources.all()
        return Offers(
            tuple(each.name for each in presets),
            _offered_models(self._client, self._settings.current),
            tuple(CellSource(each.id, each.newest.number, each.name) for each in sources),
        )

    def ask_file(self) -> None:
        """Ask for a file, and offer its rows as a list of questions."""
        self._window.dialogs.choose_file(
            file_choice.to_open_table,
            lambda paths: self._tasks.start(self.read_file(Path(paths[0]))),
        )

    async def read_file(self, path: Path) -> None:
        """Offer the rows of a file as a list of questions. Raises FileNotTaken."""
        self._on_table(path.stem, await asyncio.to_thread(_table_in, path))

    async def begin_answers(
        self, question: str, axes: ComparisonAxes, consents: tuple[str, ...]
    ) -> None:
        """Store a question with all the ways in which it is to be asked."""
        conversation_id, message_id = self.asked_of or (None, None)
        cells = tuple(ComparisonCell(0, 0, options) for options in axes.cells())
        await self._begin(
            Comparison(
                "",
                ComparisonKind.CELLS,
                "",
                question,
                datetime.now(UTC),
                conversation_id,
                message_id,
                consents=consents,
                cells=cells,
            )
        )

    async def begin_list(
        self,
        name: str,
        questions: tuple[str, ...],
        options: CellOptions,
        consents: tuple[str, ...],
    ) -> None:
        """Store a list of questions."""
        cells = tuple(ComparisonCell(0, 0, options, text) for text in questions)
        now = datetime.now(UTC)
        kind = ComparisonKind.ROWS
        await self._begin(Comparison("", kind, name, "", now, consents=consents, cells=cells))

    async def _begin(self, comparison: Comparison) -> None:
        await self._on_stored(await self._history.comparisons.add(comparison))


def _offered_models(client: EngineClient, settings: Settings) -> tuple[OfferedModel, ...]:
    """Return the models that can answer now: the one here, and those of other machines."""
    model = client.state.known_model
    here = translate("Comparisons", "This computer")
    if model is not None:
        here = fill(translate("Comparisons", "This computer: {name}"), name=model.name)
    found = [OfferedModel(here, HERE)]
    for endpoint in () if settings.is_offline else settings.endpoints:
        origin = "" if endpoint.is_trusted else endpoint.origin
        host = "" if endpoint.is_trusted else endpoint.host
        found += [
            OfferedModel(
                f"{endpoint.name}: {each.name}", Route(endpoint.id, each.name), host, origin
            )
            for each in endpoint.models
        ]
    return tuple(found)


def _table_in(path: Path) -> QuestionTable:
    """Return the rows of a file, as much of it as a list may have. Raises FileNotTaken."""
    content, size = file_content(path, MOST_LETTERS)
    is_cut = size > len(content)
    # Spreadsheets write every encoding with its mark but their own; a lost NUL is no binary file.
    if not content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        content = content.replace(b"\0", b"")
    try:
        text = plain_text(path.name, content, is_cut=is_cut)
    except FileNotTaken as error:
        said = translate("Comparisons", "“{name}” has no text. Save the table as CSV first.")
        raise FileNotTaken(fill(said, name=path.name)) from error
    return read_table(text, is_cut=is_cut)

"""The draft models that can be chosen for one model, and why a file cannot be one."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from app.errors import ModelFileError
from app.models.library.models import describe
from app.models.library_model import LibraryModel
from app.models.view.file_rows import OfferedFile
from app.widgets.kit.translation import translated
from engine.gguf.draft_file import draft_refusal
from engine.gguf.model_shape import ModelShape

_MAX_READ = 12  # files, the smallest ones: each takes up to a tenth of a second
_MAX_SHARE = 0.5  # of the model's bytes: a larger one takes too long to draft


class DraftOffers(msgspec.Struct):
    """The files offered for one model, and the refusals of those that were read."""

    shape: ModelShape | None = None
    offered: tuple[OfferedFile, ...] = ()
    _problems: dict[str, str] = msgspec.field(default_factory=dict)

    @classmethod
    def of(cls, path: str, models: Iterable[LibraryModel], wanted: str | None) -> "DraftOffers":
        """Read the smaller models of the same architecture. Blocks.

        ``wanted`` is the file in the settings of the model.
        """
        try:
            model = describe(Path(path))
        except ModelFileError:
            return cls()
        offers = cls(model.shape)
        alike = [
            each
            for each in models
            if each.can_chat
            and each.facts.architecture == model.architecture
            and 0 < each.byte_count <= _MAX_SHARE * model.size_bytes
        ]
        alike = sorted(alike, key=lambda each: each.byte_count)[:_MAX_READ]
        for each in alike:
            offers.add_file(each.path)
        offers.offered = tuple(
            OfferedFile(each.path, each.byte_count)
            for each in alike
            if not offers.problem(each.path)
        )
        if wanted:
            offers.add_file(wanted)
        return offers

    def add_file(self, path: str) -> None:
        """Read one more file. Blocks."""
        if self.shape is None:
            return
        try:
            refusal = draft_refusal(self.shape, describe(Path(path)))
        except ModelFileError as error:
            self._problems[path] = translated(str(error))
        else:
            self._problems[path] = "" if refusal is None else translated(refusal)

    def problem(self, path: str) -> str:
        """Return the reason why a file can't be used; empty if it can."""
        return self._problems.get(path, "")

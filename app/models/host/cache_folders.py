"""The folders of cached conversations: one for each model and context, because two processes can't
share one.

A process removes the unfinished files that it finds in its folder, which may be those of another
one. All methods block.
"""

import contextlib
import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from app.errors import LazyText
from engine.core.cache_files import CacheFiles
from engine.kv.cache_folder import SUFFIX
from engine.messages.commands import ClearCache, DiscardConversation
from engine.messages.config import EngineConfig
from engine.messages.events import CacheReport
from engine.messages.metrics import CacheEntry
from engine.messages.sources import DiscardSource

_NAME = "models"  # in the folder of all cached conversations
_MAX_BYTES = 10 << 30
_SHARE_OF_DISK = 20


class CacheFolders:
    """The folders below one that may be deleted at any moment.

    ``base`` itself has the files of older versions. The limit is divided: each loaded model has an
    equal part, and all others together have one more.
    """

    def __init__(self, base: Path) -> None:
        self.base = base

    def folder(self, model: Path, settings: str, taken: Iterable[str] = ()) -> str:
        """Return the folder of a model file with these settings, other than those in use.

        A file that is moved, or copied to another computer, keeps its folder.
        """
        with contextlib.suppress(OSError):
            settings = f"{settings}\n{model.stat().st_size}"
        name = hashlib.sha256(f"{model.name}\n{settings}".encode()).hexdigest()[:16]
        used = set(taken)
        return next(each for each in self._names(name) if each not in used)

    def create(self) -> None:
        """Create the folder above those of all models, for this user alone."""
        with contextlib.suppress(OSError):  # the engine reports a folder that cannot be created
            for each in (self.base, self.base / _NAME):  # the mode is not that of parents
                each.mkdir(mode=0o700, parents=True, exist_ok=True)

    def adopt_older(self, folder: str) -> None:
        """Move the files of older versions, which had one folder for all models, to this one.

        Their only model was the default one. Does nothing if there is a folder of a model.
        """
        models = self.base / _NAME
        with contextlib.suppress(OSError):
            older = [each for each in self.base.iterdir() if each != models]
            if older and not models.exists():
                Path(folder).mkdir(mode=0o700, parents=True)
                for each in older:
                    each.rename(Path(folder) / each.name)

    def limit_bytes(self, wanted: int | None) -> int:
        """Return the limit of all folders together; None is the default."""
        if wanted is not None:
            return wanted
        with contextlib.suppress(OSError):
            return min(_MAX_BYTES, shutil.disk_usage(self.base).total // _SHARE_OF_DISK)
        return _MAX_BYTES

    def trim(self, loaded: Iterable[str], limit_bytes: int) -> None:
        """Remove the files of models that are not loaded, least recently used first."""
        files = []
        for folder in self._resting(loaded):
            with contextlib.suppress(OSError):
                found = [each for each in os.scandir(folder) if each.name.endswith(SUFFIX)]
                files += [(each.stat().st_mtime, each.stat().st_size, each.path) for each in found]
        surplus = sum(size for _, size, _ in files) - limit_bytes
        for _, size, path in sorted(files):
            if surplus <= 0:
                return
            with contextlib.suppress(OSError):
                os.unlink(path)
                surplus -= size

    def handle(
        self, command: DiscardConversation | DiscardSource | ClearCache, loaded: Iterable[str]
    ) -> None:
        """Remove what a command names from the folders of models that are not loaded."""
        for folder in self._resting(loaded):
            CacheFiles(EngineConfig(cache_dir=str(folder))).handle(command)

    def report(self, loaded: Iterable[str]) -> list[CacheReport]:
        """Return what the folders of models that are not loaded contain."""
        folders = self._resting(loaded)
        return [CacheFiles(EngineConfig(cache_dir=str(each))).report() for each in folders]

    def _names(self, name: str) -> Iterator[str]:
        yield str(self.base / _NAME / name)
        for number in range(2, 1000):
            yield str(self.base / _NAME / f"{name}-{number}")

    def _resting(self, loaded: Iterable[str]) -> list[Path]:
        """Return the folders that no process uses."""
        used = set(loaded)
        folders = [self.base]
        with contextlib.suppress(OSError):
            folders += sorted((self.base / _NAME).iterdir())
        return [each for each in folders if str(each) not in used and each.is_dir()]


def merged(reports: list[CacheReport]) -> CacheReport:
    """Return one report; a conversation with states of several models has their sum."""
    named: dict[tuple[str, str], CacheEntry] = {}
    shared: list[CacheEntry] = []
    for entry in (each for report in reports for each in report.entries):
        name = (entry.conversation_id, entry.source_key)
        known = named.get(name)
        if name == ("", ""):
            shared.append(entry)  # system prompts
        elif known is None:
            named[name] = entry
        else:
            named[name] = msgspec.structs.replace(
                known,
                ram_bytes=known.ram_bytes + entry.ram_bytes,
                disk_bytes=known.disk_bytes + entry.disk_bytes,
                is_usable=known.is_usable or entry.is_usable,
            )
    entries = sorted([*named.values(), *shared], key=lambda each: -each.disk_bytes)
    return CacheReport(
        entries=tuple(entries),
        limit_bytes=sum(each.limit_bytes for each in reports),
        media_bytes=sum(each.media_bytes for each in reports),
        trouble=next((each.trouble for each in reports if each.trouble), LazyText()),
    )

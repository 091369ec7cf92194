"""The files of cached conversations while no model is loaded: listed and removed, not read."""

from pathlib import Path

from engine.ipc.lazy_text import LazyText
from engine.kv.cache_folder import CacheFile, CacheFolder, FolderUnusable, name_of
from engine.kv.cache_keys import is_shared, is_source, source_id, source_key_of
from engine.kv.media_folder import media_folder
from engine.messages.commands import ClearCache, DiscardConversation, LimitCache
from engine.messages.config import EngineConfig
from engine.messages.events import CacheReport
from engine.messages.metrics import CacheEntry
from engine.messages.sources import DiscardSource


class CacheFiles:
    """Handles commands that can't wait for the next model: deleted content must leave the disk.

    Waits for the disk on the engine thread, which is otherwise idle.
    """

    def __init__(self, config: EngineConfig | None) -> None:
        """Remember the folder of the last loaded model."""
        folder = config.cache_dir if config is not None else None
        self._folder = CacheFolder(Path(folder)) if folder else None
        self._media = media_folder(config) if config is not None else None

    def handle(
        self, command: DiscardConversation | DiscardSource | ClearCache | LimitCache
    ) -> None:
        """Remove the files that a command names; a limit above 0 applies to the next model."""
        if self._folder is None or self._media is None:
            return
        if isinstance(command, DiscardConversation):
            self._folder.remove(name_of(command.conversation_id))
            self._media.discard(command.conversation_id)
        elif isinstance(command, DiscardSource):
            self._folder.remove(name_of(source_id(command.source_key)))
        elif isinstance(command, ClearCache) or command.cache_bytes == 0:
            for file in self._found()[0]:
                self._folder.remove(file.name)
            self._media.clear()

    def report(self) -> CacheReport:
        """Return the files, the largest first."""
        files, trouble = self._found()
        entries = tuple(
            CacheEntry(
                conversation_id="" if is_shared(file.key) or is_source(file.key) else file.key,
                source_key=source_key_of(file.key),
                token_count=file.header.token_count,
                disk_bytes=file.byte_count,
            )
            for file in sorted(files, key=lambda file: -file.byte_count)
        )
        media_bytes = self._media.measure() if self._media is not None else 0
        return CacheReport(entries=entries, media_bytes=media_bytes, trouble=trouble)

    def _found(self) -> tuple[list[CacheFile], LazyText]:
        """Return the files, or why there are none."""
        if self._folder is None:
            return [], LazyText()
        try:
            self._folder.open()
            return self._folder.sweep(), LazyText()
        except FolderUnusable as error:
            return [], LazyText.of(str(error))
        except OSError:
            return [], LazyText()

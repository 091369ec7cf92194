"""Where one run keeps what it writes: the folders of the user, or for want of them a spare one.

The spare folder ends with the run. Everything works in it, and the window says what will be lost.
"""

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

from app.errors import AppError, FolderNotWritable, NoDataFolder, StorageError, lazy
from app.paths import Paths, make_folder

_SETTINGS_BYTES = 1024 * 1024


class DataFolders:
    """The folders of one run.

    Attributes:
        paths: every folder in it can be written, but for one of histories that can only be read.
        notices: what the user has to be told, in sentences.
    """

    def __init__(self, wanted: Callable[[], Paths]) -> None:
        """Make the folders, or others for those that can't be. Raises FolderNotWritable."""
        self._spare: tempfile.TemporaryDirectory[str] | None = None
        self.notices: tuple[str, ...] = ()
        try:
            self.paths = wanted()
        except NoDataFolder as error:
            self.paths = Paths.under(self._spare_folder())
            self._tell_of_spare(error)
        for field in fields(Paths):
            self._make(field.name)

    @property
    def can_keep(self) -> bool:
        """Whether histories can be written where they belong."""
        return os.access(self.paths.data_dir, os.W_OK) and self.paths.data_dir.is_dir()

    def close(self) -> None:
        """Let the spare folder go, if there is one."""
        if self._spare is not None:
            self._spare.cleanup()

    def spare_database(self, trouble: StorageError) -> Path:
        """Return a place for histories in spite of this trouble. Raises FolderNotWritable."""
        self._tell_of_spare(trouble)
        folder = self._spare_folder() / "data"
        make_folder(folder)
        return folder / self.paths.database.name

    def _make(self, name: str) -> None:
        folder: Path = getattr(self.paths, name)
        try:
            make_folder(folder)
        except FolderNotWritable as error:
            if name == "data_dir" and self.paths.database.is_file():
                return  # it can be read, and is told of when it is opened
            spare = self._spare_folder() / folder.name
            make_folder(spare)
            if name == "config_dir":
                _copy_settings(self.paths.settings_file, spare)
            self.paths = replace(self.paths, **{name: spare})
            if name == "data_dir":
                self._tell_of_spare(error)
            else:
                self._tell(str(error))

    def _spare_folder(self) -> Path:
        if self._spare is None:
            try:
                self._spare = tempfile.TemporaryDirectory(
                    prefix="hubbub-", ignore_cleanup_errors=True
                )
            except OSError as error:
                raise FolderNotWritable(
                    lazy("There is no folder that could be written to: {reason}.", reason=error)
                ) from error
        return Path(self._spare.name)

    def _tell_of_spare(self, error: AppError) -> None:
        self._tell(lazy("{reason} What you write now is gone when Hubbub ends.", reason=error))

    def _tell(self, sentence: str) -> None:
        self.notices += (sentence,)


def _copy_settings(file: Path, folder: Path) -> None:
    # Read where nothing can be written, they still hold; they just can't be changed for long.
    with contextlib.suppress(OSError):
        status = file.stat()
        if stat.S_ISREG(status.st_mode) and status.st_size <= _SETTINGS_BYTES:
            shutil.copyfile(file, folder / file.name)

"""Where one run keeps what it writes: the folders of the user, or a spare one without them.

The spare folder ends with the run. Everything works in it, and the window says what will be lost.
"""

import contextlib
import errno
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import msgspec
import platformdirs
from msgspec.structs import replace

from app.errors import AppError, FolderNotWritable, NoDataFolder, StorageError, lazy

_APP = "hubbub"
_REFUSALS = (errno.EACCES, errno.EPERM, errno.EROFS)
_SETTINGS_BYTES = 1024 * 1024
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_OURS = ("hubbub*", "settings*", "backups", "attachments", "backends", "conversations", "keys")


class Paths(msgspec.Struct, frozen=True):
    """The folders of one user, or of one ``--data FOLDER``.

    Attributes:
        data_dir: histories and their backups; what must not be lost.
        config_dir: settings.
        cache_dir: what can be made again.
        log_dir: logs.
    """

    data_dir: Path
    config_dir: Path
    cache_dir: Path
    log_dir: Path

    @classmethod
    def for_user(cls) -> "Paths":
        """Return the folders that the system has for this user. Raises NoDataFolder."""
        try:
            system = platformdirs.PlatformDirs(_APP, appauthor=False)
            paths = cls(
                data_dir=system.user_data_path,
                config_dir=system.user_config_path,
                cache_dir=system.user_cache_path,
                log_dir=system.user_log_path,
            )
        except RuntimeError as error:
            raise _no_data_folder() from error
        # Without a home, older versions of the library give back "~" as it is.
        if not all(folder.is_absolute() for folder in paths._folders):
            raise _no_data_folder()
        return paths

    @classmethod
    def under(cls, folder: Path) -> "Paths":
        """Return folders that all lie in this one."""
        folder = folder.absolute()
        return cls(
            data_dir=folder / "data",
            config_dir=folder / "config",
            cache_dir=folder / "cache",
            log_dir=folder / "logs",
        )

    @property
    def database(self) -> Path:
        """Return the file of the histories."""
        return self.data_dir / "hubbub.db"

    @property
    def conversation_cache(self) -> Path:
        """Return the folder of what the model remembers of conversations."""
        return self.cache_dir / "conversations"

    @property
    def model_index(self) -> Path:
        """Return the folder of what is remembered of models, wherever they lie."""
        return self.cache_dir / "models"

    @property
    def gpu_packs(self) -> Path:
        """Return the folder of packs that let the engine compute on graphics cards."""
        return self.data_dir / "backends"

    @property
    def models(self) -> Path:
        """Return the folder of models that were fetched."""
        return self.data_dir / "models"

    @property
    def keys(self) -> Path:
        """Return the folder of keys, where the system has no keyring for them."""
        return self.config_dir / "keys"

    @property
    def settings_file(self) -> Path:
        """Return the file of the settings."""
        return self.config_dir / "settings.json"

    @property
    def lock_file(self) -> Path:
        """Return the file that one running instance locks."""
        return self.data_dir / "hubbub.lock"

    def create(self) -> None:
        """Make the folders that are missing, for this user only. Raises FolderNotWritable."""
        for folder in self._folders:
            make_folder(folder)

    @property
    def _folders(self) -> tuple[Path, ...]:
        return (self.data_dir, self.config_dir, self.cache_dir, self.log_dir)


class DataFolders:
    """The folders of one run.

    Attributes:
        paths: every folder in it can be written, but for one of histories that can only be read.
        warnings: what the user has to know, in sentences.
    """

    def __init__(self, wanted: Callable[[], Paths]) -> None:
        """Make the folders, or spare ones where that fails. Raises FolderNotWritable."""
        self._spare: tempfile.TemporaryDirectory[str] | None = None
        self.warnings: tuple[str, ...] = ()
        try:
            self.paths = wanted()
        except NoDataFolder as error:
            self.paths = Paths.under(self._spare_folder())
            self._report_spare(error)
        for name in Paths.__struct_fields__:
            self._make(name)
            tighten(getattr(self.paths, name))

    @property
    def is_data_writable(self) -> bool:
        """Whether histories can be written where they belong."""
        return os.access(self.paths.data_dir, os.W_OK) and self.paths.data_dir.is_dir()

    def close(self) -> None:
        """Delete the spare folder, if there is one."""
        if self._spare is not None:
            self._spare.cleanup()

    def spare_database(self, error: StorageError) -> Path:
        """Return a place for histories in spite of this error. Raises FolderNotWritable."""
        self._report_spare(error)
        folder = self._spare_folder() / "data"
        make_folder(folder)
        return folder / self.paths.database.name

    def _make(self, name: str) -> None:
        folder: Path = getattr(self.paths, name)
        try:
            make_folder(folder)
        except FolderNotWritable as error:
            # Histories that can be read are worth more than an empty place to write.
            if name == "data_dir" and self.paths.database.is_file():
                return  # opening it reports that it is read-only
            spare = self._spare_folder() / folder.name
            make_folder(spare)
            if name == "config_dir":
                _copy_settings(self.paths.settings_file, spare)
            self.paths = replace(self.paths, **{name: spare})
            if name == "data_dir":
                self._report_spare(error)
            else:
                self._report(str(error))

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

    def _report_spare(self, error: AppError) -> None:
        self._report(lazy("{reason} What you write now is lost when Hubbub quits.", reason=error))

    def _report(self, text: str) -> None:
        self.warnings += (text,)


def _no_data_folder() -> NoDataFolder:
    return NoDataFolder(
        lazy(
            "The system names no home folder for this user. Start Hubbub with --data FOLDER "
            "to choose where its files go."
        )
    )


def remove_content(paths: Paths) -> None:
    """Remove all that a run has left, but for its logs, and the lock that a running one holds.

    Raises FolderNotWritable.
    """
    try:
        for folder in (paths.data_dir, paths.config_dir, paths.cache_dir):
            for each in folder.iterdir():
                if each.is_dir() and not each.is_symlink():
                    shutil.rmtree(each)
                elif each != paths.lock_file:
                    each.unlink()
    except OSError as error:
        raise FolderNotWritable(
            lazy("The folder {folder} can't be emptied: {reason}.", folder=folder, reason=error)
        ) from error


def make_folder(folder: Path) -> None:
    """Make a folder for this user only, unless it is there. Raises FolderNotWritable."""
    try:
        # One by one: Python makes parents with the mode of everybody's folders.
        for each in reversed((folder, *folder.parents)):
            each.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise FolderNotWritable(
            lazy("The folder {folder} can't be created: {reason}.", folder=folder, reason=error)
        ) from error
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        # A full disk is met later, with the histories open for reading.
        if error.errno in _REFUSALS:
            raise FolderNotWritable(
                lazy(
                    "The folder {folder} can't be written to: {reason}.",
                    folder=folder,
                    reason=error,
                )
            ) from error


def tighten(folder: Path) -> None:
    """Keep others than its user from a folder of ours, and from what is ours in it.

    Links are left alone, and so are files of others: a folder may be shared with them.
    """
    if sys.platform != "win32":
        for path in (folder, *(each for pattern in _OURS for each in folder.glob(pattern))):
            with contextlib.suppress(OSError):  # what can't be changed can be read nevertheless
                _tighten(path, is_top=path == folder)


def _tighten(path: Path, *, is_top: bool) -> None:
    status = path.lstat()
    is_folder = stat.S_ISDIR(status.st_mode)
    if status.st_mode & _OTHERS == 0 or not (is_folder or stat.S_ISREG(status.st_mode)):
        return
    path.chmod(stat.S_IMODE(status.st_mode) & ~_OTHERS)
    # What lies in a folder that was private is out of reach already, whatever its mode.
    for each in path.iterdir() if is_folder and not is_top else ():
        _tighten(each, is_top=False)


def _copy_settings(file: Path, folder: Path) -> None:
    # Read where nothing can be written, they still hold; they just can't be changed for long.
    with contextlib.suppress(OSError):
        status = file.stat()
        if stat.S_ISREG(status.st_mode) and status.st_size <= _SETTINGS_BYTES:
            shutil.copyfile(file, folder / file.name)

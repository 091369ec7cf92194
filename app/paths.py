"""Where the program keeps what it writes."""

import errno
import tempfile
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from app.errors import FolderNotWritable, NoDataFolder, lazy

_APP = "hubbub"
_REFUSALS = (errno.EACCES, errno.EPERM, errno.EROFS)


@dataclass(frozen=True, slots=True)
class Paths:
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
    def gpu_packs(self) -> Path:
        """Return the folder of packs that let the engine compute on graphics cards."""
        return self.data_dir / "backends"

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


def _no_data_folder() -> NoDataFolder:
    return NoDataFolder(
        lazy(
            "The system names no home folder for this user. Start Hubbub with --data "
            "FOLDER to say where its files belong."
        )
    )


def make_folder(folder: Path) -> None:
    """Make a folder for this user only, unless it is there. Raises FolderNotWritable."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise FolderNotWritable(
            lazy("The folder {folder} can't be made: {reason}.", folder=folder, reason=error)
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

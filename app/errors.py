"""Known errors of the application: each text is a sentence that can be shown to the user."""

from engine.ipc.lazy_text import LazyText as LazyText
from engine.ipc.lazy_text import lazy as lazy
from engine.ipc.lazy_text import lazy_bytes as lazy_bytes
from engine.ipc.lazy_text import lazy_join as lazy_join


class AppError(Exception):
    """Something the user can be told about; anything else is a bug."""


# --- folders, settings, start -------------------------------------------------------------


class NoDataFolder(AppError):
    """The system does not say where this user's files belong."""


class FolderNotWritable(AppError):
    """A folder that the program needs can't be made or written to."""


class AlreadyRunning(AppError):
    """Another instance works on the same data."""


class InvalidSettings(AppError):
    """A setting has a value that nothing could be done with."""


class SettingsNotSaved(AppError):
    """The settings could not be written; the old file is as it was."""


class UpdateCheckFailed(AppError):
    """It could not be found out whether there is a newer version."""


# --- histories ----------------------------------------------------------------------------


class StorageError(AppError):
    """The histories could not be read or written; what the caller handed over is not stored."""


class DiskFull(StorageError):
    """There is no room for what was to be stored; everything older can still be read."""


class ReadOnlyStorage(StorageError):
    """The folder or the file of the histories does not allow writing."""


class DatabaseInUse(StorageError):
    """Another program holds the histories open."""


class DatabaseDamaged(StorageError):
    """The file of the histories is damaged."""


class StorageFailed(StorageError):
    """The system reported a failure of the disk or of memory."""


class HistoriesLost(StorageError):
    """The file of the histories was deleted, moved or replaced while it was open."""


class BackupNotRewritten(StorageError):
    """A backup could not be written again without deleted conversations."""


class BackupRefused(StorageError):
    """A backup can't be restored; the histories are as they were."""


class SourceGone(StorageError):
    """A source that something is wanted of was deleted."""


class ConversationGone(StorageError):
    """The conversation or message does not exist or lies in the trash."""


class ReplyStillRunning(StorageError):
    """A conversation has one running reply at most."""


class NothingToAnswer(StorageError):
    """A reply was asked for where no message of the user stands."""


class ComparisonGone(StorageError):
    """A comparison was deleted while it was worked on."""


class NothingToContinue(StorageError):
    """The last message is not a reply that can be continued."""


class AttachmentDamaged(StorageError):
    """The file of an attachment is missing or is not what was stored."""


class FileNotTaken(AppError):
    """A file can't go with a message."""


class PictureRefused(FileNotTaken):
    """A picture can't be decoded."""


class SoundRefused(FileNotTaken):
    """A sound can't be decoded."""


class SoundsNotHeard(AppError):
    """A message has sounds, and who answers does not hear."""


class PicturesNotSeen(AppError):
    """A message with pictures can't be answered by a model that does not see."""


class RemoteWhileOffline(AppError):
    """A chat that another machine answers was sent to while the user works offline."""


class ToolFailed(AppError):
    """A tool could not run; the message is for people and for the model."""


class NotAnImport(AppError):
    """A file holds no conversations in any form that is known."""


# --- model files --------------------------------------------------------------------------


class TransferFailed(AppError):
    """An export could not be written."""


class PackRefused(AppError):
    """A pack for graphics cards can't be used on this computer."""


class ModelFileError(AppError):
    """A model file can't be used."""


class ModelUnavailable(AppError):
    """A model can't be loaded, or there is no room for it."""


class ModelBusy(ModelUnavailable):
    """Other models or programs occupy the memory that a model needs.

    Attributes:
        retry_seconds: time after which another try makes sense.
    """

    def __init__(self, text: LazyText, retry_seconds: float) -> None:
        super().__init__(text)
        self.retry_seconds = retry_seconds


class LoadMarked(ModelUnavailable):
    """The last load of a model ended its process, or the computer."""


class ModelLibraryFailed(AppError):
    """The models on this computer can't be looked for."""

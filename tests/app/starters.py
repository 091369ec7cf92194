"""What second processes do that start on the same folders."""

from multiprocessing.connection import Connection
from pathlib import Path

from app.data_folders import Paths
from app.errors import AppError
from app.single_instance import InstanceLock, LaunchRequest, notify_running_instance
from tests.app.processes import Failure, become_nobody


def hold_lock(pipe: Connection, path: Path) -> None:
    """Lock the file until killed."""
    lock = InstanceLock(path)
    lock.acquire()
    pipe.send("locked")
    pipe.recv()
    lock.release()


def start_second(pipe: Connection, data_dir: Path, request: LaunchRequest) -> None:
    """Call the first start; tell whether it came."""
    pipe.send(notify_running_instance(data_dir, request))


def create_as_nobody(pipe: Connection, folder: Path) -> None:
    """Try to make the folders as a user without rights; tell what is said to them."""
    become_nobody()
    try:
        Paths.under(folder).create()
    except AppError as error:
        pipe.send(Failure(type(error).__name__, str(error)))

"""Starts Hubbub: reads the command line, locks the data folder, and runs the window."""

import argparse
import asyncio
import contextlib
import gc
import os
import signal
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import qasync
from PySide6.QtWidgets import QApplication

from app.data_folders import DataFolders, Paths, remove_content
from app.errors import AlreadyRunning, AppError, FolderNotWritable, StorageError
from app.process.desktop import DesktopApplication, has_display, portal_dialogs, release_clipboard
from app.process.gc_timer import GcTimer
from app.process.reporting import install_exception_hooks, logging_to
from app.process.requirements import missing_means
from app.process.version import own_version
from app.single_instance import (
    InstanceLock,
    InstanceServer,
    launch_request,
    notify_running_instance,
)
from app.storage.history import History

if TYPE_CHECKING:
    from app.application import Application

APP_ID = "io.github.hubbub_chat.Hubbub"  # the name of its desktop file

# asyncio and Qt share one thread; a short interval keeps key presses from waiting for it.
_SWITCH_SECONDS = 0.0005


def run(arguments: Sequence[str]) -> int:
    """Run the program; return the exit status. Early errors are one line on stderr."""
    options = _parser().parse_args(arguments)
    if options.version:
        print(f"Hubbub {own_version()}")
        return 0
    missing = missing_means()
    if missing is not None:
        print(missing, file=sys.stderr)
        return 1
    is_demo = options.demo or not has_display()
    if is_demo and not options.demo:
        print("No display was found, so Hubbub runs off-screen and asks four questions at once.")
    if is_demo and not has_display():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    model, file = (str(each.absolute()) if each else None for each in (options.model, options.file))
    try:
        folders = DataFolders(partial(_wanted_paths, options.data, is_demo=is_demo))
    except AppError as error:
        print(error, file=sys.stderr)
        return 1
    with contextlib.closing(folders):
        is_own = is_demo and options.data is None
        return _run_alone(folders, model, file, is_demo=is_demo, begins_empty=is_own)


def _wanted_paths(folder: Path | None, *, is_demo: bool) -> Paths:
    if folder is not None:
        return Paths.under(folder)
    paths = Paths.for_user()
    return Paths.under(paths.cache_dir / "demo") if is_demo else paths


def _run_alone(
    folders: DataFolders, model: str | None, file: str | None, *, is_demo: bool, begins_empty: bool
) -> int:
    """Run the window, or raise the window of a running instance.

    The demo begins with an empty folder each time.
    """
    lock = InstanceLock(folders.paths.lock_file)
    try:
        if folders.is_data_writable:
            lock.acquire()
            if begins_empty:
                remove_content(folders.paths)
    except AlreadyRunning as error:
        if notify_running_instance(folders.paths.data_dir, launch_request(model, file)):
            return 0
        print(f"{error} It does not answer.", file=sys.stderr)
        return 1
    except FolderNotWritable:
        pass  # SQLite's own lock keeps a second program from the histories
    try:
        with logging_to(folders.paths.log_dir):
            return _run_window(folders, model or file, is_demo=is_demo)
    finally:
        lock.release()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="hubbub", description="Chats with a local language model, all tabs at once."
    )
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help="a GGUF file to open")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="keep everything there")
    parser.add_argument("--model", type=Path, metavar="FILE", help="a GGUF file for new chats")
    parser.add_argument(
        "--demo", action="store_true", help="ask four questions at once in the terminal and end"
    )
    parser.add_argument("--version", action="store_true", help="print the version and end")
    return parser


def _run_window(folders: DataFolders, model: str | None, *, is_demo: bool) -> int:
    sys.setswitchinterval(_SWITCH_SECONDS)
    with portal_dialogs(os.environ):
        application = DesktopApplication(sys.argv[:1])
    application.setApplicationName("hubbub")
    application.setApplicationDisplayName("Hubbub")
    application.setDesktopFileName(APP_ID)
    application.setQuitOnLastWindowClosed(False)  # the last window may be a dialog
    garbage = GcTimer(application)
    work = run_application(application, folders, model, is_demo=is_demo)
    try:
        with asyncio.Runner(loop_factory=partial(qasync.QEventLoop, application)) as runner:
            return runner.run(work)
    finally:
        release_clipboard()
        garbage.close()


async def run_application(
    application: QApplication, folders: DataFolders, model: str | None, *, is_demo: bool
) -> int:
    """Run the window until it quits, again after a restart; return the exit status."""
    opening = asyncio.ensure_future(_open_history(folders))
    await asyncio.sleep(0)
    # Late: most modules of the window are imported while the database thread checks the file.
    from app.application import Application

    gc.freeze()  # as the timer of the collector does with what was imported before
    try:
        history = await opening
    except AppError as error:
        print(error, file=sys.stderr)
        return 1
    try:
        while True:
            rooms = Application(application, folders.paths, history)
            status = await run_rooms(application, rooms, folders, model, is_demo=is_demo)
            if not rooms.wants_restart:
                return status
            if rooms.backup_name:
                history = await _restored(history, folders, rooms.backup_name)
            model = None  # the settings have the current model by now
    finally:
        await history.close()


async def run_rooms(
    application: QApplication,
    rooms: "Application",
    folders: DataFolders,
    model: str | None,
    *,
    is_demo: bool,
) -> int:
    """Run the window of an application until it quits; return the exit status."""
    hooks = install_exception_hooks(rooms.bugs.report)
    hooks.watch(asyncio.get_running_loop())
    # Before the start, which takes a while: Ctrl+C must end it as well.
    _quit_on_signals(rooms)
    server = InstanceServer(folders.paths.data_dir, rooms.show_again)
    try:
        await rooms.start(model)
        if isinstance(application, DesktopApplication):
            application.open_files_with(rooms.model.open)
            application.quit_with(rooms.quit)
        for text in folders.warnings:
            rooms.toasts.show(text, is_trouble=True, stays=True)
        if is_demo:
            from app.demo import Demo  # imported late: only the demo needs it

            return await Demo(rooms).run()
        rooms.examples.offer()
        rooms.onboarding.offer_tour()
        await rooms.wait_for_quit()
        return 0
    finally:
        # Closed first: a closing window must not answer a second start.
        server.close()
        await rooms.close()
        hooks.uninstall()


async def _open_history(folders: DataFolders) -> History:
    """Open the histories, or temporary ones if they can't be opened."""
    try:
        return await History.open(folders.paths.database)
    except StorageError as error:
        return await History.open(folders.spare_database(error))


async def _restored(history: History, folders: DataFolders, backup_name: str) -> History:
    """Return the histories with the content of a backup; on an error, unchanged with a message."""
    try:
        await history.restore_backup(backup_name)
    except StorageError as error:
        # Opening them repairs an incomplete restore.
        await history.close()
        history = await _open_history(folders)
        history.warnings = (str(error), *history.warnings)
    return history


def _quit_on_signals(rooms: "Application") -> None:
    """Make SIGINT, SIGHUP and SIGTERM quit as Ctrl+Q does."""
    loop = asyncio.get_running_loop()
    numbers = [signal.SIGINT, signal.SIGTERM]
    # Under nohup, SIGHUP stays ignored.
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        numbers.append(signal.SIGHUP)
    for number in numbers:
        with contextlib.suppress(NotImplementedError, RuntimeError):  # Windows does not support it
            loop.add_signal_handler(number, rooms.quit)

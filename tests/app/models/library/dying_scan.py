"""The process of the library, which some files crash: see ``DYING`` in the tests.

What is called "deadly" ends it as a fault of a library would, "endless" is read for ever, and a
folder called "dead" never answers.
"""

import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from unittest.mock import patch

from app.models.library import process
from app.models.library.descriptions import Description, describe_files
from app.models.library.model_folders import FoundFile, WalkProgress, found_in
from app.models.library_model import ModelFolder
from engine.gguf.header import KnownLists


def dying_describe(paths: Sequence[str], known_lists: KnownLists) -> Description:
    """Read a harmless file."""
    if "deadly" in paths[0]:
        os.kill(os.getpid(), signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
    if "endless" in paths[0]:
        time.sleep(3600)
    return describe_files(paths, known_lists)


def hanging_found(folder: ModelFolder, progress: WalkProgress) -> Iterator[FoundFile]:
    """Find the files of a disk that answers."""
    if folder.path.endswith("dead"):
        time.sleep(3600)
    return found_in(folder, progress)


if __name__ == "__main__":
    with (
        patch.object(process, "describe_files", dying_describe),
        patch.object(process, "found_in", hanging_found),
    ):
        process.main()

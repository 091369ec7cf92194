"""Writes conversations as pages in a process of its own, so that no window waits for it.

``python -m app.printing.process``: reads what to write from stdin (see ``job.py``) and
prints after each piece how many conversations are done, as "3.25". Ends with 0 when the file is
whole; else it is taken away.
"""

import os
import sys
import time
from pathlib import Path
from typing import BinaryIO

from PySide6.QtGui import QGuiApplication

from app.printing.html_file import HtmlFile
from app.printing.job import PageJob, PageKind, PagesBroken, read_job, read_trees
from app.printing.pdf_file import PdfFile

_SPEAK_SECONDS = 0.05


def main() -> None:
    """Write the file that stdin describes."""
    try:
        job = read_job(sys.stdin.buffer)
    except PagesBroken:
        sys.exit(1)
    try:
        _write(job, sys.stdin.buffer)
    except BaseException:  # whatever ends it: half a file is of no use
        Path(job.path).unlink(missing_ok=True)
        raise


def _write(job: PageJob, pipe: BinaryIO) -> None:
    progress = _Progress()
    if job.kind is PageKind.HTML:
        with open(job.path, "wb") as file:
            pages = HtmlFile(file, job.labels)
            for tree in read_trees(pipe):
                pages.add(tree, progress.show)
                progress.end_one()
            pages.close()
            file.flush()
            os.fsync(file.fileno())
        return
    application = QGuiApplication([])  # fonts need one
    document = PdfFile(job.path, job.labels, is_letter=job.is_letter)
    for tree in read_trees(pipe):
        document.add(tree, progress.show)
        progress.end_one()
    document.close()
    del application
    with open(job.path, "r+b") as file:
        os.fsync(file.fileno())


class _Progress:
    """Says how far it has come, now and then."""

    def __init__(self) -> None:
        self._done = 0
        self._next = 0.0

    def show(self, share: float) -> None:
        """Say which share of a conversation is done."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + _SPEAK_SECONDS
            sys.stdout.write(f"{self._done + share:.3f}\n")
            sys.stdout.flush()

    def end_one(self) -> None:
        """A conversation is done."""
        self._done += 1


if __name__ == "__main__":
    main()

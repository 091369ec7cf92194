"""Writes conversations as pages in a separate process, so that the window does not wait.

``python -m app.printing.process``: reads conversations from stdin, and reports progress after each
part (see ``messages.py``). Exits with 0 if the file is complete; otherwise the file is removed.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtGui import QGuiApplication

from app.domain.conversations import ConversationTree
from app.printing.html_file import HtmlFile
from app.printing.messages import (
    JOBS,
    PROGRESS,
    AllSent,
    PageContent,
    PageJob,
    PageKind,
    PagesWritten,
)
from app.printing.pdf_file import PdfFile
from engine.ipc.serve import Worker

_SPEAK_SECONDS = 0.05


def main() -> None:
    """Write the file that stdin describes."""
    worker = Worker(ends_with_parent=False)  # an incomplete file is removed first
    job = worker.read(JOBS)
    if not isinstance(job, PageJob):
        worker.exit(1)
    progress = _Progress(worker)
    try:
        _write(job, _trees(worker, progress), progress)
    except BaseException:  # on any error: an incomplete file is useless
        Path(job.path).unlink(missing_ok=True)
        raise
    worker.exit(0)


def _write(job: PageJob, trees: Iterator[ConversationTree], progress: "_Progress") -> None:
    if job.kind is PageKind.HTML:
        with open(job.path, "wb") as file:
            pages = HtmlFile(file, job.labels)
            for tree in trees:
                pages.add(tree, progress.show)
            pages.close()
            file.flush()
            os.fsync(file.fileno())
        return
    application = QGuiApplication([])  # fonts need one
    document = PdfFile(job.path, job.labels, is_letter=job.is_letter)
    for tree in trees:
        document.add(tree, progress.show)
    document.close()
    del application
    with open(job.path, "r+b") as file:
        os.fsync(file.fileno())


def _trees(worker: Worker, progress: "_Progress") -> Iterator[ConversationTree]:
    """Yield the conversations from stdin. Raises EOFError if the input ends too early."""
    while not isinstance(message := worker.read(JOBS), AllSent):
        if not isinstance(message, PageContent):
            raise EOFError("the window is gone")
        yield message.tree
        progress.end_one()


class _Progress:
    """Reports progress at intervals."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._done = 0
        self._next = 0.0

    def show(self, share: float) -> None:
        """Report the share of a conversation that is written."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + _SPEAK_SECONDS
            self._worker.write(PROGRESS, PagesWritten(self._done + share))

    def end_one(self) -> None:
        """Report that a conversation is written."""
        self._done += 1


if __name__ == "__main__":
    main()

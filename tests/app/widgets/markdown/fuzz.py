"""Draws documents that nobody would write: ``python -m tests.app.widgets.markdown.fuzz``.

Each is made of pieces of the others, cut and joined anywhere, with odd letters thrown in, and grows
as a reply does. None may raise, none may make Qt complain.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from random import Random

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QMessageLogContext,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtWidgets import QApplication

from app.domain.reply_text import GrowingText
from app.widgets.transcript.body import MessageBody
from app.widgets.transcript.message_requests import MessageRequests
from tests.app.widgets.markdown.corpus import CORPUS
from tests.flows.hostile_texts import HOSTILE_MESSAGES

_ODD = (
    "\0",
    "\ufeff",
    "\u202e",
    "\ud83e\udd99",
    "\t",
    "\r",
    "\x0b",
    "\u2028",
    "|",
    "`",
    "$$",
    "\\(",
)
_OF_THE_PLATFORM = "This plugin does not support"
_MAX_CHARS = 4000


def documents(count: int, seed: int) -> Iterator[str]:
    """Yield so many documents, the same ones for a seed."""
    chance = Random(seed)
    texts = (*CORPUS, *(text[:_MAX_CHARS] for text in HOSTILE_MESSAGES))
    for _ in range(count):
        pieces = [_piece(chance.choice(texts), chance) for _ in range(chance.randint(1, 6))]
        yield chance.choice(("", "\n", "\n\n")).join(pieces)[:_MAX_CHARS]


def _piece(text: str, chance: Random) -> str:
    start, end = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
    match chance.randrange(4):
        case 0:
            return text
        case 1:
            return text[start:end]
        case 2:
            return text[:start] + chance.choice(_ODD) + text[start:]
        case _:
            return text[start:end] * chance.randint(1, 4)


def faults_of(text: str, chance: Random) -> list[str]:
    """Let a reply grow to this text in a few pieces; return what Qt said to it."""
    said: list[str] = []

    def listen(kind: QtMsgType, _context: QMessageLogContext, text_of_qt: str) -> None:
        if kind is not QtMsgType.QtDebugMsg and _OF_THE_PLATFORM not in text_of_qt:
            said.append(text_of_qt)

    before = qInstallMessageHandler(listen)
    try:
        body = MessageBody(MessageRequests())
        shown = GrowingText()
        for end in sorted(chance.randint(0, len(text)) for _ in range(3)):
            shown.append(text[len(shown) : end])
            body.grow(shown)
        body.finish(text)
        body.resize(400, 300)
        body.grab()
        body.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    finally:
        qInstallMessageHandler(before)
    return said


def main(arguments: Sequence[str]) -> int:
    """Draw as many as asked; the exit status is 1 if any was too much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    application = QApplication.instance() or QApplication(sys.argv[:1])
    chance, fault_count = Random(options.seed), 0
    for number, text in enumerate(documents(options.count, options.seed)):
        for fault in faults_of(text, chance):
            fault_count += 1
            sys.stdout.write(f"document {number} {text[:200]!r}: {fault}\n")
        application.processEvents()
    sys.stdout.write(f"{options.count:,} documents, {fault_count} complaints\n")
    return 1 if fault_count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""What the processes that read documents and PDFs say where there is no text, and limits."""

import enum

MOST_LETTERS = 4_000_000
MOST_ENTRIES = 10_000
MOST_EXPANDED_BYTES = 256 << 20
MOST_ROWS = 100_000
MOST_CELLS = 1_000_000


class DocumentTrouble(enum.IntEnum):
    """Why there is no text; the exit status of the process."""

    BROKEN = 10
    ENCRYPTED = 11
    TOO_LARGE = 12
    UNKNOWN = 13
    ENTITIES = 14


class DocumentRefused(Exception):
    """A document has no text that we may read."""

    def __init__(self, trouble: DocumentTrouble) -> None:
        super().__init__(trouble.name)
        self.trouble = trouble

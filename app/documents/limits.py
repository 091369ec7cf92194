"""What the processes that read documents and PDFs say where there is no text, and limits."""

import enum

MAX_CHARS = 4_000_000
MAX_ENTRIES = 10_000
MAX_EXPANDED_BYTES = 256 << 20
MAX_ROWS = 100_000
MAX_CELLS = 1_000_000


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

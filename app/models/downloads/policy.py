"""How patient a download is, in numbers; the tests are less patient."""

from dataclasses import dataclass

MEGABYTE = 1 << 20
FLOOR_BYTES = 512 * MEGABYTE


@dataclass(frozen=True, slots=True)
class DownloadPolicy:
    """The numbers of downloads.

    Attributes:
        piece_bytes: of these the journal knows a hash each, and after each the disk is asked to
            keep what it has: a power cut costs no more than that.
        first_pause_seconds, longest_pause_seconds: before the first retry; each later one waits
            twice as long, until something arrives.
        stall_seconds, stall_bytes: a connection that brings less in that time is given up.
        floor_bytes: of the disk are left for others.
        poll_seconds: how often a full disk or a folder that is gone is looked at.
        progress_seconds: between two reports.
    """

    piece_bytes: int = 64 * MEGABYTE
    first_pause_seconds: float = 1.0
    longest_pause_seconds: float = 300.0
    connect_seconds: float = 20.0
    stall_seconds: float = 30.0
    stall_bytes: int = 30 * 1024
    floor_bytes: int = FLOOR_BYTES
    poll_seconds: float = 5.0
    progress_seconds: float = 0.2

"""A private display with a keyboard: Xvfb and xdotool."""

from __future__ import annotations

import contextlib
import os
import struct
import subprocess
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

from failure import SetupFailed

SOCKETS = Path("/tmp/.X11-unix")
WIDTH, HEIGHT = 1280, 800
POLL_SECONDS = 0.01
_PAINTED_COLOURS = 16  # an empty window has one, a drawn one hundreds


class Screen:
    """A running display; its picture is read from shared memory, which is cheap."""

    def __init__(self, name: str, memory: Path) -> None:
        """The display must be running."""
        self.name = name
        self._memory = memory

    def window(self, title: str) -> str:
        """Return the id of a visible window with this text in its title; empty if none."""
        answer = self._xdotool("search", "--onlyvisible", "--name", title)
        return answer.split()[0] if answer else ""

    def title(self, window: str) -> str:
        """Return a window's title."""
        return self._xdotool("getwindowname", window).strip()

    def focus(self, window: str) -> None:
        """Focus a window, because there is no window manager."""
        self._xdotool("windowfocus", "--sync", window)

    def type(self, text: str) -> None:
        """Type a text."""
        self._xdotool("type", "--delay", "4", text)

    def press(self, *keys: str) -> None:
        """Press keys with their modifiers, such as ``ctrl+t``, one after the other."""
        self._xdotool("key", *keys)

    def is_painted(self) -> bool:
        """Whether the display shows more than one empty area."""
        pixels = self._pixels()
        middle = pixels[len(pixels) // 4 : 3 * len(pixels) // 4]
        return len(set(struct.unpack(f"<{len(middle) // 4}I", middle))) >= _PAINTED_COLOURS

    def fingerprint(self) -> int:
        """Return a number that changes with the picture."""
        return zlib.crc32(self._pixels())

    def save(self, path: Path) -> None:
        """Write the picture as a PNG."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(png(self._pixels(), WIDTH, HEIGHT))

    def _pixels(self) -> bytes:
        """Return the pixels: blue, green, red, unused."""
        data = self._memory.read_bytes()
        header_bytes, colour_count = (
            struct.unpack(">I", data[:4])[0],
            struct.unpack_from(">I", data, 76)[0],
        )
        start = header_bytes + 12 * colour_count
        return data[start : start + 4 * WIDTH * HEIGHT]

    def _xdotool(self, *arguments: str) -> str:
        environment = {**os.environ, "DISPLAY": self.name}
        command = ["xdotool", *arguments]
        return subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False
        ).stdout


@contextlib.contextmanager
def screen() -> Iterator[Screen]:
    """Run a display within the context."""
    with tempfile.TemporaryDirectory() as folder:
        reading, writing = os.pipe()
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{WIDTH}x{HEIGHT}x24"]
        # When the last client leaves, a display resets itself and refuses the next ones meanwhile.
        command += ["-fbdir", folder, "-ac", "-nolisten", "tcp", "-noreset"]
        with subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL) as server:
            os.close(writing)
            try:
                number = os.read(reading, 16).decode().strip()
                if not number:
                    raise SetupFailed("Xvfb does not start.")
                yield Screen(f":{number}", Path(folder, "Xvfb_screen0"))
            finally:
                os.close(reading)
                server.terminate()


def wait_until(is_so: Callable[[], object], seconds: float, what: str) -> float:
    """Wait for a condition; return the time in seconds. Raises SetupFailed after the limit."""
    started = time.monotonic()
    while not is_so():
        if time.monotonic() - started > seconds:
            raise SetupFailed(f"After {seconds:.0f} s still not so: {what}.")
        time.sleep(POLL_SECONDS)
    return time.monotonic() - started


def png(pixels: bytes, width: int, height: int) -> bytes:
    """Return a PNG of pixels in the order of a display: blue, green, red, unused."""
    rows = []
    for row in range(height):
        line = pixels[4 * width * row : 4 * width * (row + 1)]
        colours = bytearray(3 * width)
        colours[0::3], colours[1::3], colours[2::3] = line[2::4], line[1::4], line[0::4]
        rows.append(b"\0" + bytes(colours))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(b"".join(rows))), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in parts
    )

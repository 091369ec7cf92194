"""Draws the program's icon in all sizes and formats: ``… icon_files.py FOLDER``.

Needs PySide6, so it runs in the environment of the packages.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgRenderer

SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
WINDOWS_SIZES = (16, 24, 32, 48, 64, 256)
# Apple's names for PNG pictures of these sizes.
MACOS_KINDS = {
    "icp4": 16,
    "ic11": 32,
    "ic12": 64,
    "ic07": 128,
    "ic13": 256,
    "ic08": 256,
    "ic14": 512,
    "ic09": 512,
    "ic10": 1024,
}


def main(folder: Path) -> None:
    """Write ``hubbub-SIZE.png``, ``hubbub.ico`` and ``hubbub.icns``."""
    folder.mkdir(parents=True, exist_ok=True)
    source = Path(__file__).resolve().parents[1] / "resources" / "icons" / "hubbub.svg"
    renderer = QSvgRenderer(str(source))
    assert renderer.isValid(), source
    pictures = {size: _png(renderer, size) for size in {*SIZES, *MACOS_KINDS.values()}}
    for size in SIZES:
        (folder / f"hubbub-{size}.png").write_bytes(pictures[size])
    (folder / "hubbub.ico").write_bytes(ico({size: pictures[size] for size in WINDOWS_SIZES}))
    (folder / "hubbub.icns").write_bytes(
        icns({kind: pictures[size] for kind, size in MACOS_KINDS.items()})
    )


def ico(pictures: dict[int, bytes]) -> bytes:
    """Return a Windows icon of PNG pictures."""
    entries, bodies = b"", b""
    first = 6 + 16 * len(pictures)
    for size, picture in sorted(pictures.items()):
        edge = size % 256  # 0 means 256
        place = first + len(bodies)
        entries += struct.pack("<BBBBHHII", edge, edge, 0, 0, 1, 32, len(picture), place)
        bodies += picture
    return struct.pack("<HHH", 0, 1, len(pictures)) + entries + bodies


def icns(pictures: dict[str, bytes]) -> bytes:
    """Return a macOS icon of PNG pictures."""
    body = b"".join(
        kind.encode("ascii") + struct.pack(">I", 8 + len(picture)) + picture
        for kind, picture in pictures.items()
    )
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def _png(renderer: QSvgRenderer, size: int) -> bytes:
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(buffer, QByteArray(b"png")).write(image)
    data: QByteArray = buffer.data()
    return bytes(data.data())


if __name__ == "__main__":
    main(Path(sys.argv[1]))

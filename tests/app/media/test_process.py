"""What is decoded looks as it should, and holds nothing else; what can't be is named."""

import struct
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from app.media.decoder_messages import Decoded, DecodeRequest, DecodeTrouble, Refused
from app.media.pictures import MAX_PICTURE_SIDE
from app.media.process import decoded
from tests.app.media.making import (
    LEFT,
    RIGHT,
    every_kind,
    is_like,
    pixel,
    png,
    saved,
    turned_jpeg,
    two_halves,
)


def good(content: bytes, *, wants_file: bool = False) -> Decoded:
    reply = decoded(DecodeRequest(content, wants_file=wants_file))
    assert isinstance(reply, Decoded)
    assert len(reply.pixels) == 3 * reply.width * reply.height
    return reply


def trouble(content: bytes) -> DecodeTrouble:
    reply = decoded(DecodeRequest(content))
    assert isinstance(reply, Refused)
    return reply.trouble


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "BMP", "TIFF", "GIF"])
def test_every_format_is_the_same_picture(kind: str) -> None:
    reply = good(every_kind()[kind])
    assert (reply.width, reply.height) == (40, 20)
    assert is_like(pixel(reply.pixels, 40, 5, 10), LEFT)
    assert is_like(pixel(reply.pixels, 40, 35, 10), RIGHT)


def test_a_photo_stands_upright_and_has_forgotten_where_it_was_taken() -> None:
    reply = good(turned_jpeg(), wants_file=True)
    assert (reply.width, reply.height) == (20, 40)
    assert is_like(pixel(reply.pixels, 20, 10, 5), LEFT)
    assert is_like(pixel(reply.pixels, 20, 10, 35), RIGHT)
    assert b"HOME" not in reply.file
    assert b"Exif" not in reply.file


def test_what_a_picture_says_beside_its_pixels_is_not_kept() -> None:
    rows = b"".join(b"\0" + bytes((x,) * 8) for x in range(8))
    reply = good(png(8, 8, rows, text=b"Comment\0my address"), wants_file=True)
    assert b"address" not in reply.file
    assert good(reply.file).pixels == reply.pixels


@pytest.mark.parametrize(
    "form",
    [
        QImage.Format.Format_CMYK8888,
        QImage.Format.Format_RGBA64,
        QImage.Format.Format_Grayscale16,
        QImage.Format.Format_Mono,
        QImage.Format.Format_Indexed8,
    ],
)
def test_every_depth_and_kind_of_colour_becomes_plain(form: QImage.Format) -> None:
    image = two_halves().convertToFormat(form)
    kind = "JPEG" if form is QImage.Format.Format_CMYK8888 else "PNG"
    reply = good(saved(image, kind))
    assert (reply.width, reply.height) == (40, 20)
    if form in (QImage.Format.Format_CMYK8888, QImage.Format.Format_RGBA64):
        assert is_like(pixel(reply.pixels, 40, 5, 10), LEFT)


def test_what_is_transparent_is_white() -> None:
    image = QImage(4, 4, QImage.Format.Format_ARGB32)
    image.fill(QColor(0, 0, 0, 0))
    assert good(saved(image, "PNG")).pixels == b"\xff" * 48


def test_a_large_picture_is_scaled_with_its_proportions() -> None:
    image = QImage(4000, 1000, QImage.Format.Format_RGB32)
    image.fill(QColor("green"))
    for kind in ("PNG", "JPEG"):
        reply = good(saved(image, kind))
        assert (reply.width, reply.height) == (MAX_PICTURE_SIDE, MAX_PICTURE_SIDE // 4)
    thin = QImage(9000, 1, QImage.Format.Format_RGB32)
    thin.fill(QColor("green"))
    assert good(saved(thin, "PNG")).height == 1


def test_a_photo_of_a_hundred_megapixels_is_never_decoded_whole() -> None:
    image = QImage(12_000, 9_000, QImage.Format.Format_Grayscale8)
    image.fill(90)
    reply = good(saved(image, "JPEG"))
    assert (reply.width, reply.height) == (1536, 1152)
    assert trouble(png(12_000, 9_000)) is DecodeTrouble.TOO_LARGE


def test_a_bomb_is_refused_by_what_it_says_of_itself() -> None:
    rows = b"\0" * 1_000_000
    assert trouble(png(60_000, 60_000, rows)) is DecodeTrouble.TOO_LARGE
    assert trouble(png(0, 10)) in (DecodeTrouble.EMPTY, DecodeTrouble.BROKEN)
    assert trouble(struct.pack("<6sHHBBB", b"GIF89a", 0, 0, 0, 0, 0)) is not None


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", DecodeTrouble.SVG),
        (b"\xef\xbb\xbf<?xml version='1.0'?>\n<!-- x --><svg >", DecodeTrouble.SVG),
        (b"\0\0\0\x20ftypheic\0\0\0\0", DecodeTrouble.MODERN),
        (b"\0\0\0\x20ftypavif\0\0\0\0", DecodeTrouble.MODERN),
        (b"\xff\x0a\x00\x00", DecodeTrouble.MODERN),
        (b"<html><svg></svg></html>", DecodeTrouble.UNKNOWN),
        (b"BM is also how a text may begin, and go on.", DecodeTrouble.UNKNOWN),
        (b"", DecodeTrouble.UNKNOWN),
    ],
)
def test_what_is_not_decoded_here_is_named(content: bytes, expected: DecodeTrouble) -> None:
    assert trouble(content) is expected


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a sandbox for it")
@pytest.mark.parametrize(
    "attempt",
    ["subprocess.run(['true'])", "socket.socket()", "open(sys.argv[1], 'w')", "bytearray(3 << 30)"],
)
@pytest.mark.parametrize("module", ["app.media.process", "app.transfer.import_process"])
def test_readers_of_files_start_nothing_reach_nothing_and_take_no_more_memory(
    tmp_path: Path, module: str, attempt: str
) -> None:
    code = (
        f"import socket, subprocess, sys; from {module} import limit_reach; "
        f"limit_reach(); {attempt}"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "new")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    expected = "MemoryError" if attempt.startswith("bytearray") else "PermissionError"
    assert expected in ended.stderr

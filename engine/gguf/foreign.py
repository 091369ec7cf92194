"""Tells by its first bytes what a file is that is no model."""

import struct

from engine.ipc.lazy_text import LazyText, lazy

LOOKED_AT_BYTES = 512

_BEGINNINGS = (
    (
        b"version https://git-lfs",
        lazy("only a pointer of Git LFS; download the file that it stands for"),
    ),
    (b"PK\x03\x04", lazy("a ZIP archive or a PyTorch model")),
    (b"\x80\x02", lazy("a PyTorch model")),
    (b"tjgg", lazy("a model in the old GGJT form, which came before GGUF")),
    (b"lmgg", lazy("a model in the old GGML form, which came before GGUF")),
    (b"fmgg", lazy("a model in the old GGMF form, which came before GGUF")),
    (b"\x1f\x8b", lazy("a compressed archive; unpack it first")),
    (b"7z\xbc\xaf\x27\x1c", lazy("a compressed archive; unpack it first")),
    (b"Rar!", lazy("a compressed archive; unpack it first")),
    (b"SQLite format 3\0", lazy("a database")),
    (b"%PDF", lazy("a PDF document")),
    (b"\x89PNG", lazy("a picture")),
    (b"\x7fELF", lazy("a program")),
    (b"MZ", lazy("a program")),
)
_WEB_PAGES = (b"<!doctype html", b"<html", b"<?xml")
_HUGEST_SAFETENSORS_HEADER = 100 * 1024 * 1024


def appearance(beginning: bytes) -> LazyText | None:
    """Return what a file with these first bytes seems to be, or None if that is hard to tell."""
    for first, what in _BEGINNINGS:
        if beginning.startswith(first):
            return what
    text = beginning.lstrip(b"\xef\xbb\xbf \t\r\n")
    if text.lower().startswith(_WEB_PAGES):
        return lazy("a web page; the download has probably gone wrong")
    if _is_safetensors(beginning):
        return lazy("a safetensors model; Hubbub needs it in the GGUF form")
    if text.startswith(b"{"):
        return lazy("a JSON text")
    return None


def _is_safetensors(beginning: bytes) -> bool:
    if len(beginning) < 9 or beginning[8:9] != b"{":
        return False
    (header_bytes,) = struct.unpack_from("<Q", beginning)
    return 0 < int(header_bytes) <= _HUGEST_SAFETENSORS_HEADER

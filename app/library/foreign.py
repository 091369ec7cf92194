"""Tells by its first bytes what a file is that is no model."""

import struct

from app.errors import Sentence, say

LOOKED_AT_BYTES = 512

_BEGINNINGS = (
    (
        b"version https://git-lfs",
        say("only a pointer of Git LFS; download the file that it stands for"),
    ),
    (b"PK\x03\x04", say("a ZIP archive or a PyTorch model")),
    (b"\x80\x02", say("a PyTorch model")),
    (b"tjgg", say("a model in the old GGJT form, which came before GGUF")),
    (b"lmgg", say("a model in the old GGML form, which came before GGUF")),
    (b"fmgg", say("a model in the old GGMF form, which came before GGUF")),
    (b"\x1f\x8b", say("a compressed archive; unpack it first")),
    (b"7z\xbc\xaf\x27\x1c", say("a compressed archive; unpack it first")),
    (b"Rar!", say("a compressed archive; unpack it first")),
    (b"SQLite format 3\0", say("a database")),
    (b"%PDF", say("a PDF document")),
    (b"\x89PNG", say("a picture")),
    (b"\x7fELF", say("a program")),
    (b"MZ", say("a program")),
)
_WEB_PAGES = (b"<!doctype html", b"<html", b"<?xml")
_HUGEST_SAFETENSORS_HEADER = 100 * 1024 * 1024


def appearance(beginning: bytes) -> Sentence | None:
    """Return what a file with these first bytes seems to be, or None if that is hard to tell."""
    for first, what in _BEGINNINGS:
        if beginning.startswith(first):
            return what
    text = beginning.lstrip(b"\xef\xbb\xbf \t\r\n")
    if text.lower().startswith(_WEB_PAGES):
        return say("a web page; the download has probably gone wrong")
    if _is_safetensors(beginning):
        return say("a safetensors model; Hubbub needs it in the GGUF form")
    if text.startswith(b"{"):
        return say("a JSON text")
    return None


def _is_safetensors(beginning: bytes) -> bool:
    if len(beginning) < 9 or beginning[8:9] != b"{":
        return False
    (header_bytes,) = struct.unpack_from("<Q", beginning)
    return 0 < int(header_bytes) <= _HUGEST_SAFETENSORS_HEADER

"""Compresses a .deb better than nfpm does: machine code shrinks by one third."""

from __future__ import annotations

import lzma
import platform
from pathlib import Path
from typing import NamedTuple

from failure import SetupFailed

_MAGIC = b"!<arch>\n"
_HEADER_BYTES = 60


class Member(NamedTuple):
    """One file of an ``ar`` archive."""

    header: bytes
    body: bytes

    @property
    def name(self) -> str:
        """Its name."""
        return self.header[:16].decode("ascii").strip().rstrip("/")


def compress(package: Path) -> None:
    """Replace the plain contents of a package by compressed ones. Raises SetupFailed."""
    members = read(package.read_bytes())
    names = [member.name for member in members]
    if names[:1] != ["debian-binary"] or "data.tar" not in names:
        raise SetupFailed(f"{package.name} holds {', '.join(names)} instead of plain contents.")
    package.write_bytes(_MAGIC + b"".join(_written(_compressed(member)) for member in members))


def read(data: bytes) -> list[Member]:
    """Return the files of an archive."""
    assert data.startswith(_MAGIC), "an ar archive"
    members, place = [], len(_MAGIC)
    while place < len(data):
        header = data[place : place + _HEADER_BYTES]
        size = int(header[48:58])
        place += _HEADER_BYTES
        members.append(Member(header, data[place : place + size]))
        place += size + size % 2
    return members


def filters() -> list[dict[str, int]]:
    """Return the filters for compression, with one for machine code."""
    packing = {"id": lzma.FILTER_LZMA2, "preset": 9}
    if platform.machine() in ("x86_64", "AMD64"):
        return [{"id": lzma.FILTER_X86}, packing]
    return [packing]


def _compressed(member: Member) -> Member:
    if member.name != "data.tar":
        return member
    body = lzma.compress(member.body, check=lzma.CHECK_CRC32, filters=filters())
    name, rest = b"data.tar.xz".ljust(16), member.header[16:48]
    return Member(name + rest + str(len(body)).encode("ascii").ljust(10) + b"`\n", body)


def _written(member: Member) -> bytes:
    return member.header + member.body + b"\n" * (len(member.body) % 2)

"""What leaves the packaged folder, and how tight the rest is packed."""

import lzma
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import debian_archive
from trimming import is_of_the_system, is_wanted, needed_by, remove_unneeded

LINUX = pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("cc") or not shutil.which("readelf"),
    reason="links libraries of Linux",
)


def link(path: Path, *needed: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    source = path.with_suffix(".c")
    source.write_text("")
    names = [f"-l:{other.name}" for other in needed]
    folders = [f"-L{other.parent}" for other in needed]
    command = ["cc", "-shared", "-nostdlib", "-Wl,--no-as-needed", f"-Wl,-soname,{path.name}"]
    subprocess.run([*command, "-o", str(path), str(source), *folders, *names], check=True)
    source.unlink()
    return path


@pytest.mark.parametrize(
    ("name", "is_kept"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/platforms/libqoffscreen.so", True),
        ("PySide6/Qt/plugins/platforms/libqeglfs.so", False),
        ("PySide6/plugins/platforms/qwindows.dll", True),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", False),
        ("PySide6/Qt/translations/qt_de.qm", False),
        ("PySide6/Qt/translations/qtbase_de.qm", True),
        ("resources/translations/hubbub_de.qm", True),
        ("resources/models/SmolLM2-135M-Instruct.Q4_1.gguf", True),
    ],
)
def test_only_what_a_desktop_loads_is_packed(name: str, is_kept: bool) -> None:
    assert is_wanted(name) is is_kept


def test_drivers_get_the_library_of_their_own_system() -> None:
    assert is_of_the_system("libstdc++.so.6")
    assert is_of_the_system("libwayland-client.so.0")
    assert not is_of_the_system("libsqlite3.so.0")


@LINUX
def test_a_library_goes_with_the_last_one_that_needs_it(tmp_path: Path) -> None:
    deep = link(tmp_path / "libdeep.so.1")
    unneeded = link(tmp_path / "libunneeded.so.1", deep)
    system = link(tmp_path / "libX11.so.6")
    kept = link(tmp_path / "libkept.so.1")
    plugin = link(tmp_path / "plugins" / "plugin.so", kept, system)
    assert needed_by(plugin) == ("libkept.so.1", "libX11.so.6")
    assert remove_unneeded(tmp_path) == ("libX11.so.6", "libdeep.so.1", "libunneeded.so.1")
    assert not unneeded.exists()
    assert kept.exists()
    assert plugin.exists()


@LINUX
def test_what_python_imports_stays_where_libraries_lie(tmp_path: Path) -> None:
    needed = link(tmp_path / "libneeded.so.1")
    modules = [
        link(tmp_path / "_miniaudio.abi3.so", needed),
        link(tmp_path / "_cffi_backend.cpython-312-x86_64-linux-gnu.so"),
    ]
    assert remove_unneeded(tmp_path) == ()
    assert all(path.exists() for path in (needed, *modules))


def test_a_package_of_debian_is_packed_tighter_and_says_the_same(tmp_path: Path) -> None:
    members = {"debian-binary": b"2.0\n", "control.tar.gz": b"odd", "data.tar": b"text " * 1000}
    path = tmp_path / "hubbub.deb"
    archive = b"!<arch>\n"
    for name, body in members.items():
        header = f"{name:<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{len(body):<10}`\n"
        archive += header.encode() + body + b"\n" * (len(body) % 2)
    path.write_bytes(archive)
    debian_archive.compress(path)
    packed = {member.name: member.body for member in debian_archive.read(path.read_bytes())}
    assert list(packed) == ["debian-binary", "control.tar.gz", "data.tar.xz"]
    assert packed["control.tar.gz"] == b"odd"
    assert lzma.decompress(packed["data.tar.xz"]) == members["data.tar"]

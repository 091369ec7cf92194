"""The parts of the set-up program for Windows that any system can check."""

import re
from pathlib import Path

import native_library
from tests.house.source_files import ROOT
from windows_setup import inno_signing, is_signed, signing_command

COMMAND = r'"C:\Program Files\Kits\signtool.exe" sign /fd sha256 /f "C:\my keys\cert.pfx" /p a$b'
WORDS = [
    r"C:\Program Files\Kits\signtool.exe",
    *("sign", "/fd", "sha256", "/f"),
    r"C:\my keys\cert.pfx",
    *("/p", "a$b"),
]


def test_a_quoted_path_of_a_signing_command_is_one_word_without_quotes() -> None:
    assert signing_command(COMMAND) == WORDS


def test_without_a_signing_command_nothing_is_signed() -> None:
    assert signing_command("") == []
    assert inno_signing([]) == []


def test_the_uninstaller_is_signed_by_the_same_command() -> None:
    defined, tool = inno_signing(WORDS)
    assert defined == "/DSigned"
    name, _, command = tool.removeprefix("/S").partition("=")
    # As Inno Setup reads it: $q is a quotation mark, $$ a dollar, $f the file.
    read = re.sub(r"\$([$qf])", lambda match: {"$": "$", "q": '"', "f": "FILE"}[match[1]], command)
    assert signing_command(read) == [*WORDS, "FILE"]
    text = (ROOT / "packaging" / "windows" / "hubbub.iss").read_text("utf-8")
    assert f"#ifdef Signed\nSignTool={name}\nSignedUninstaller=yes\n#endif\n" in text


def test_whatever_the_case_of_its_suffix_a_program_is_signed_and_nothing_else() -> None:
    names = ("hubbub.exe", "Qt6Core.DLL", "_ssl.Pyd", "LICENSE.txt")
    assert [name for name in names if is_signed(Path(name))] == list(names[:3])


def test_paths_of_the_compiled_source_stay_short_enough_for_windows(tmp_path: Path) -> None:
    import io
    import tarfile

    archive = tmp_path / "llama_cpp_python-1.tar.gz"
    top = "llama_cpp_python-1"
    names = [
        f"{top}/vendor/llama.cpp/src/llama.cpp",
        f"{top}/vendor/llama.cpp/tools/ui/{'long/' * 30}page.svelte",
        f"{top}/vendor/llama.cpp/tools/mtmd/mtmd.cpp",
        f"{top}/.git/modules/vendor/llama.cpp/config",
    ]
    with tarfile.open(archive, "w:gz") as files:
        for name in names:
            entry = tarfile.TarInfo(name)
            entry.size = 1
            files.addfile(entry, io.BytesIO(b"x"))
    native_library.unpack_source(archive, tmp_path)
    unpacked = {
        path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()
    }
    assert unpacked == {archive.name, names[0], names[2]}

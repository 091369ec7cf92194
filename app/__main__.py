"""``python -m app``: explains why it cannot run here, or starts the program."""

import builtins
import gc
import os
import signal
import sys


def main() -> int:
    """Run Hubbub; return the exit status of the process."""
    _name_files_in_utf_8()
    _let_ctrl_c_end_it()
    is_server = sys.argv[1:2] == ["serve"]
    python = sys.version_info[:2]
    refusal = _python_refusal(python) if is_server else refusal_of(python, _pyside_version())
    if refusal is not None:
        print(refusal, file=sys.stderr)
        return 1
    if is_server:
        from app.serve import run as serve  # late: does not need Qt, which may be missing

        return serve(sys.argv[2:])
    prepare_imports()
    from app.main import run  # late: the refusal must come before Qt is loaded

    return run(sys.argv[1:])


def prepare_imports() -> None:
    """Reduce the time of the window's imports by a third.

    PySide6 replaces ``__import__``, so that a module can select features of it. The replacement
    reads and keeps the source of every module that is imported later. No feature is used here.
    """
    gc.disable()  # costs a tenth of the start; later a timer of the window collects
    import_module = builtins.__import__
    import PySide6.QtCore  # noqa: F401  # late: a Python that it refuses was reported before

    builtins.__import__ = import_module


def _name_files_in_utf_8() -> None:
    """Restart in Python's UTF-8 mode if the system's locale has another encoding.

    Qt, the histories and the engine name files in UTF-8: with another encoding, Python would not
    find the same files.
    """
    if sys.getfilesystemencoding() == "utf-8" or os.environ.get("PYTHONUTF8") == "1":
        return  # "1" means that this is the restart, or that Python ignores the variable
    os.execve(sys.executable, sys.orig_argv, {**os.environ, "PYTHONUTF8": "1"})


def _let_ctrl_c_end_it() -> None:
    """Make Ctrl+C end the process as SIGTERM does, until there is a window to close.

    A KeyboardInterrupt may be swallowed by a library, and the program would not end.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def refusal_of(python: tuple[int, ...], pyside: str | None) -> str | None:
    """Return why this Python cannot run the program, or None if it can.

    PySide6 6.12 gives away references to None and True on Python below 3.12, which ends the
    process within a second.
    """
    refusal = _python_refusal(python)
    if refusal is not None:
        return refusal
    if pyside is None:
        return "PySide6 is not installed here. Set everything up with: make setup"
    parts = tuple(int(part) for part in pyside.split(".")[:2])
    if python < (3, 12) and parts >= (6, 12):
        return (
            f"PySide6 {pyside} crashes on Python 3.11. Use Python 3.12 or 3.13, or let "
            "`make setup` install the PySide6 that works here."
        )
    return None


def _python_refusal(python: tuple[int, ...]) -> str | None:
    is_known = (3, 11) <= python < (3, 14)
    return None if is_known else "Hubbub needs Python 3.11, 3.12 or 3.13."


def _pyside_version() -> str | None:
    from importlib import metadata  # late: the import takes long enough for a Ctrl+C

    try:
        return metadata.version("PySide6-Essentials")
    except metadata.PackageNotFoundError:
        return None


if __name__ == "__main__":
    sys.exit(main())

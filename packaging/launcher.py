"""The entry point of the packaged program: the window, or one of its child processes.

A frozen program has no ``python -m``: the engine process is the same file with an argument.
"""

from __future__ import annotations

import os
import sys

# Variables that PyInstaller's bootloader may change. Programs that Hubbub opens, such as the
# browser, must find their own libraries instead of the packaged ones.
LIBRARY_PATHS = ("LD_LIBRARY_PATH", "LIBPATH")


def main() -> int:
    """Run the process named by the first argument, by default the window."""
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    if word.startswith("--") and (status := _helper(word)) is not None:
        return status
    if word == "--engine":
        from engine.core.process import main as serve

        serve(sys.argv[2:])
    if word == "--net":
        from app.net_process.process import main as serve_network

        serve_network(sys.argv[2:])
    if word == "--tool-servers":
        from app.tools.servers.process import main as serve_tools

        serve_tools(sys.argv[2:])
    if word == "--try-backend":
        from engine.llama.probe_process import main as try_backend

        return try_backend(sys.argv[2:])
    give_back_library_paths()
    from app.__main__ import main as run_window

    return run_window()


def _helper(word: str) -> int | None:
    """Run a process that reads or writes files for the window; return None for other names."""
    if word == "--read-pdf":
        from app.documents.pdf_text import main as read_pdf

        read_pdf()
        return 0
    if word == "--read-document":
        from app.documents.process import main as read_document

        read_document()
        return 0
    if word == "--read-pictures":
        from app.media.process import main as read_pictures

        read_pictures()
        return 0
    if word == "--write-pages":
        from app.printing.process import main as write_pages

        write_pages()
        return 0
    if word == "--read-export":
        from app.transfer.import_process import main as read_export

        del sys.argv[1]
        read_export()
        return 0
    if word == "--run-program":
        from app.tools.built_in.program_process import main as run_program

        run_program()
        return 0
    if word == "--find-models":
        from app.models.library.process import main as find_models

        find_models()
        return 0
    return None


def give_back_library_paths() -> None:
    """Restore the search paths changed by the bootloader; own libraries are loaded already."""
    for name in LIBRARY_PATHS:
        original = os.environ.pop(f"{name}_ORIG", None)
        if original is not None:
            os.environ[name] = original
        elif getattr(sys, "frozen", False):
            os.environ.pop(name, None)


if __name__ == "__main__":
    sys.exit(main())

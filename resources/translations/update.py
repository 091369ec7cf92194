"""Gathers all words of the window into hubbub_de.ts and compiles what is translated there.

Run it as ``.venv/bin/python -m resources.translations.update``; then translate what is still
``unfinished`` in the .ts file, and run it again.
"""

import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
SOURCES = ("app/widgets", "app/controllers")
LANGUAGES = ("de",)


def main() -> int:
    """Gather, compile, and return how lupdate or lrelease ended."""
    programs = Path(sys.executable).parent
    sources = sorted(
        path.relative_to(ROOT).as_posix()
        for folder in SOURCES
        for path in (ROOT / folder).rglob("*.py")
    )
    for language in LANGUAGES:
        stem = FOLDER / f"hubbub_{language}"
        words = str(stem.with_suffix(".ts"))
        gather = [str(programs / "pyside6-lupdate"), *sources, "-ts", words]
        gather += ["-locations", "none", "-no-obsolete", "-source-language", "en"]
        compiled = str(stem.with_suffix(".qm"))
        compile_ = [str(programs / "pyside6-lrelease"), words, "-qm", compiled]
        for command in (gather, compile_):
            environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
            code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
            if code:
                return code
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Gathers all words of the window into a .ts file per language and compiles the translations.

Run it as ``.venv/bin/python -m resources.translations.update``; then translate what is still
``unfinished`` in the .ts files, and run it again.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from resources.translations.sentences import FORMER_NOTES, REASONS, as_source, said_in

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
# Files whose texts are translated by Qt: widgets, controllers, and those of the feature packages.
WINDOW = re.compile(
    r"app/(widgets/|controllers/|\w+/(view/|view\.py|controllers/|\w*controller\.py))"
)
SAYING = ("app", "engine")
LANGUAGES = ("de", "es", "fr", "zh_CN")


def main() -> int:
    """Gather, compile, and return how lupdate or lrelease ended."""
    with tempfile.TemporaryDirectory() as folder:
        sentences = Path(folder) / "sentences.py"
        sentences.write_text(as_source(templates()), "utf-8")
        names = [path.relative_to(ROOT).as_posix() for path in _python_files(("app",))]
        sources = [name for name in names if WINDOW.match(name)]
        for language in LANGUAGES:
            code = _update(FOLDER / f"hubbub_{language}", [*sources, str(sentences)])
            if code:
                return code
    return 0


def templates() -> set[str]:
    """Return all that the rooms without a window may say; figures alone need no translation."""
    texts = {said.template or "" for path in _python_files(SAYING) for said in said_in(path)}
    return {text for text in texts if re.search(r"[a-z]", re.sub(r"\{.*?\}", "", text))} | {
        *REASONS,
        *FORMER_NOTES,
    }


def _python_files(folders: tuple[str, ...]) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def _update(stem: Path, sources: list[str]) -> int:
    programs = Path(sys.executable).parent
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

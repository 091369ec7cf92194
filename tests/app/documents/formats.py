"""Prints how much of documents with known words is read, by format.

``python -m tests.app.documents.formats [FOLDER]`` needs LibreOffice for those that it makes, and
keeps the files in the folder.
"""

import argparse
import shutil
import time
from pathlib import Path

from app.documents.text_files import read_now
from app.errors import FileNotTaken
from tests.app.documents.corpus import Score, converted, grouped, made_here, score


def main() -> None:
    """Make the files, read them, print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/documents"))
    parser.add_argument("--all", action="store_true", help="list each file that is not complete")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    program = shutil.which("soffice")
    files = [*made_here(), *(converted(program) if program else ())]
    if program is None:
        print("LibreOffice is not installed: what it makes is left out.")
    print(f"{len(files)} files")
    print("| format | files | seen | in order | words not on the page | refused | seconds |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, group in grouped(files):
        scores, refused, start = [], 0, time.perf_counter()
        for each in group:
            path = arguments.folder / each.name
            path.write_bytes(each.content)
            try:
                found = score(each.words, read_now(path).file.text)
            except FileNotTaken as error:
                refused += 1
                found = Score(0, 0, 0, (str(error),))
            scores.append(found)
            if arguments.all and (min(found.seen, found.ordered) < 1 or found.gone_count):
                print(each.name, found)
        seconds = time.perf_counter() - start
        seen = sum(it.seen for it in scores) / len(scores)
        ordered = sum(it.ordered for it in scores) / len(scores)
        gone = sum(it.gone_count for it in scores)
        print(
            f"| {name} | {len(scores)} | {seen:.1%} | {ordered:.1%} | {gone} | {refused} | "
            f"{seconds:.1f} |"
        )


if __name__ == "__main__":
    main()

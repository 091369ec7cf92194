"""The "About" page with the libraries in use, read from their installed metadata."""

import asyncio
import platform
import re
from importlib import metadata

from PySide6.QtCore import qVersion

from app.controllers.tasks import Tasks
from app.models.library.models import builtin_model
from app.process.version import own_version
from app.widgets.dialogs.about_page import AboutPage, Part
from app.widgets.kit.translation import translate
from app.widgets.window.main_window import MainWindow

_NAME = re.compile(r"[A-Za-z0-9._-]+")
_LICENCE = "License :: "
# A source checkout is not installed, so no metadata lists its requirements.
_FROM_A_CHECKOUT = (
    "PySide6-Essentials",
    "qasync",
    "llama-cpp-python",
    "msgspec",
    "jinja2",
    "SQLAlchemy",
    "alembic",
    "platformdirs",
    "filelock",
    "psutil",
    "markdown-it-py",
    "mdit-py-plugins",
    "linkify-it-py",
    "Pygments",
    "ziamath",
    "chardet",
    "webencodings",
    "python-calamine",
    "selectolax",
    "defusedxml",
    "pathspec",
    "pypdfium2",
)
FACES = (Part("Inter", "4.001", "OFL-1.1"), Part("JetBrains Mono", "2.242", "OFL-1.1"))


class AboutController:
    """Opens "About Hubbub"."""

    def __init__(self, window: MainWindow, tasks: Tasks) -> None:
        self._window = window
        window.requests.about_requested.connect(lambda: tasks.start(self._open()))

    async def _open(self) -> None:
        parts = await asyncio.to_thread(parts_of, "hubbub")
        parts = (*FACES, *parts)
        if builtin_model().is_file():
            parts = (starter_part(), *parts)
        details = (
            f"Qt {qVersion()}, Python {platform.python_version()}, "
            f"{platform.system()} {platform.machine()}"
        )
        pages = self._window.pages
        page = pages.open_page(AboutPage)
        pages.show_page(page or AboutPage(own_version(), details, parts, pages))


def parts_of(name: str) -> tuple[Part, ...]:
    """Return all direct and indirect requirements of a distribution, sorted by name."""
    found: dict[str, Part] = {}
    waiting = _needed(name) or list(_FROM_A_CHECKOUT)
    while waiting:
        each = waiting.pop()
        if each.casefold() not in found:
            part = _part(each)
            if part is not None:
                found[each.casefold()] = part
                waiting += _needed(each)
    return tuple(found[each] for each in sorted(found))


def starter_part() -> Part:
    """Return the entry of the starter model."""
    return Part("SmolLM2-135M-Instruct by Hugging Face", "(quantized Q4_1)", "Apache-2.0")


def _part(name: str) -> Part | None:
    try:
        about = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return None  # required on other systems only
    classifiers = about.get_all("Classifier") or []
    licences = [each.rsplit(" :: ", 1)[-1] for each in classifiers if each.startswith(_LICENCE)]
    named = about.get_all("License-Expression") or licences or about.get_all("License") or [""]
    first_line = ", ".join(named).strip().split("\n")[0][:80]
    return Part(
        about["Name"], about["Version"], first_line or translate("About", "see its own page")
    )


def _needed(name: str) -> list[str]:
    try:
        lines = metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return []
    names = (_NAME.match(line) for line in lines if "extra ==" not in line)
    return [each.group() for each in names if each is not None]

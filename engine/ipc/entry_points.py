"""How this program starts itself again, for work that may crash without harm to anybody."""

import subprocess
import sys

# Windows opens a console for a process that is started without this flag.
NO_WINDOW = 0
if sys.platform == "win32":
    NO_WINDOW = subprocess.CREATE_NO_WINDOW

OPEN = "--open"  # to a process that else enters a sandbox
NETWORK = "--network"  # to an engine process that shall reach other computers' memory

# What the packaged program is called with instead of ``python -m module``.
FROZEN_FLAGS = {
    "engine.core.process": "--engine",
    "app.net_process.process": "--net",
    "engine.llama.probe_process": "--try-backend",
    "app.documents.pdf_text": "--read-pdf",
    "app.documents.process": "--read-document",
    "app.media.process": "--read-pictures",
    "app.transfer.import_process": "--read-export",
    "app.printing.process": "--write-pages",
    "app.models.library.process": "--find-models",
}


def own_command(module: str) -> list[str]:
    """Return the command that runs a module of ours as a process."""
    if getattr(sys, "frozen", False):
        return [sys.executable, FROZEN_FLAGS[module]]
    return [sys.executable, "-m", module]

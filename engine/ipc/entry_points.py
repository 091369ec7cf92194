"""Commands by which this program starts itself again, for work that may crash harmlessly."""

import subprocess
import sys

# Windows opens a console for a process that is started without this flag.
NO_WINDOW = 0
if sys.platform == "win32":
    NO_WINDOW = subprocess.CREATE_NO_WINDOW

OPEN = "--open"  # for a process that would otherwise enter a sandbox
NETWORK = "--network"  # for an engine process that uses other computers' memory

# The packaged program is called with these instead of ``python -m module``.
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
    "app.tools.built_in.program_process": "--run-program",
    "app.tools.servers.process": "--tool-servers",
}


def own_command(module: str) -> list[str]:
    """Return the command that runs a module of ours as a process."""
    if getattr(sys, "frozen", False):
        return [sys.executable, FROZEN_FLAGS[module]]
    return [sys.executable, "-m", module]

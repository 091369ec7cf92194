"""How this program starts itself again, for work that may crash without harm to anybody."""

import sys

# What the packaged program is called with instead of ``python -m module``.
WORDS = {
    "engine.process": "--engine",
    "engine.llama.backend_trial": "--try-backend",
    "app.chat.pdf_text": "--read-pdf",
}


def own_command(module: str) -> list[str]:
    """Return the command that runs a module of ours as a process."""
    if getattr(sys, "frozen", False):
        return [sys.executable, WORDS[module]]
    return [sys.executable, "-m", module]

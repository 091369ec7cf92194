"""Which links may be followed, and how their target is told before anybody follows one."""

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

ALLOWED_SCHEMES = frozenset({"http", "https", "mailto"})


def is_allowed_link(target: str) -> bool:
    """Say whether a link leads to a web page or a mail address, and nowhere else."""
    url = QUrl(target, QUrl.ParsingMode.StrictMode)
    if not url.isValid() or url.scheme().lower() not in ALLOWED_SCHEMES:
        return False
    return url.scheme().lower() == "mailto" or bool(url.host())


def visible_target(target: str) -> str:
    """Return a link's target in full, host in plain letters only, so that it can't deceive."""
    return bytes(QUrl(target).toEncoded().data()).decode("ascii", "replace")


def open_link(target: str) -> bool:
    """Open a link outside the application if it is allowed; say whether it was."""
    return is_allowed_link(target) and QDesktopServices.openUrl(QUrl(target))

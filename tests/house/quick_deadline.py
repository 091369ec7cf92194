"""A plugin of pytest that ends a run between two tests when its time is up."""

import os
import time
from pathlib import Path

import pytest

END = "HUBBUB_QUICK_END"
UNFINISHED = "HUBBUB_QUICK_UNFINISHED"
INTERRUPTED = 2  # pytest's exit status where a run was ended


class Deadline:
    """Stops a session, and writes down which files it had not finished."""

    def __init__(self, session: pytest.Session) -> None:
        self._session = session
        self._end = float(os.environ[END])
        self._waiting = [item.nodeid for item in session.items]

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """Stop when the time is up; a run in which something failed ends as failed."""
        self._waiting.remove(nodeid)
        if time.time() > self._end and self._waiting:
            files = dict.fromkeys(waiting.partition("::")[0] for waiting in self._waiting)
            Path(os.environ[UNFINISHED]).write_text("\n".join(files), "utf-8")
            if self._session.testsfailed:
                self._session.shouldfail = "the time is up"
            else:
                self._session.shouldstop = "the time is up"


def pytest_collection_finish(session: pytest.Session) -> None:
    """Watch the session from now on; there is nothing to stop before."""
    session.config.pluginmanager.register(Deadline(session))

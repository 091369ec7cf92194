"""Showing a text opens no file and no connection, whatever the text names."""

import os
import re
import site
import subprocess
import sys
import sysconfig
from pathlib import Path

from tests.faults.showing import BEGIN, CANARY, END
from tests.faults.test_failing_disk import ROOT, pytestmark  # noqa: F401  strace is needed here, too

_OPENED = re.compile(r'\bopen(?:at2?)?\((?:AT_FDCWD, |\d+, )?"([^"]*)"')
_NETWORK = re.compile(r"\b(socket|connect|sendto|sendmsg|bind|getaddrinfo)\(")
# Modules that are imported when they are needed, and fonts that a letter is looked for in.
_OWN_FOLDERS = (
    str(ROOT),
    sys.prefix,
    sys.base_prefix,
    sysconfig.get_path("stdlib"),
    *site.getsitepackages(),
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "/etc/fonts",
    "/usr/share/fontconfig",
    "/var/cache/fontconfig",
    str(Path.home() / ".cache/fontconfig"),
    "/proc/",
    "/sys/",
    "/usr/share/zoneinfo",
    "/etc/localtime",
)


def test_what_a_text_names_is_not_looked_at_and_nothing_is_fetched_or_started(
    tmp_path: Path,
) -> None:
    file = tmp_path / "trace"
    command = ["strace", "-f", "-s", "4096", "-e", "trace=%file,%network", "-o", str(file)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    subprocess.run(
        [*command, sys.executable, "-m", "tests.faults.showing"],
        check=True,
        cwd=ROOT,
        env=environment,
        timeout=500,
    )
    lines = file.read_text("utf-8", "replace").splitlines()
    (begin,) = (place for place, line in enumerate(lines) if BEGIN in line)
    (end,) = (place for place, line in enumerate(lines) if END in line)
    trace = lines[begin + 1 : end]
    assert [line for line in trace if CANARY in line] == []
    opened = {found[1] for line in trace if (found := _OPENED.search(line))}
    assert {path for path in opened if not path.startswith(_OWN_FOLDERS)} == set()
    assert [line for line in trace if _NETWORK.search(line) or "execve(" in line] == []

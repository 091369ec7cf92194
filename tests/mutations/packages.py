"""Bugs of what other systems need, and of making packages."""

from tests.mutations.mutation import Mutation

FILES = "tests/engine/test_files.py"
JOBS = "tests/engine/client/test_job_object.py"
WINDOWS = "tests/packaging/test_windows_setup.py"
PEERS = "tests/packaging/test_peers.py"
CELLS = "tests/benchmarks/test_cells.py"
FROZEN = "tests/packaging/test_frozen_folder.py"

PACKAGE_MUTATIONS = (
    Mutation(
        "a file that a virus scanner has open for a moment is not moved",
        "engine/files.py",
        " not in _IN_USE or attempt == _MOVE_ATTEMPTS:",
        " not in _IN_USE or True:",
        FILES,
    ),
    Mutation(
        "an engine that hangs outlives a killed window on Windows",
        "engine/client/job_object.py",
        "BasicLimits(limit_flags=KILL_ON_JOB_CLOSE)",
        "BasicLimits()",
        JOBS,
    ),
    Mutation(
        "the quotes of a signing command stay in its words",
        "packaging/windows_setup.py",
        "posix=True, punctuation_chars=False",
        "posix=False, punctuation_chars=False",
        WINDOWS,
    ),
    Mutation(
        "files that are no code lie among the frameworks of macOS",
        "packaging/frozen_folder.py",
        '        if sys.platform != "darwin":\n            folder = self.contents / name\n',
        "        if True:\n            folder = self.contents / name\n",
        FROZEN,
    ),
    Mutation(
        "a chat is exported under the name of a device",
        "app/transfer/exporting.py",
        "if _DEVICE.match(name) else name",
        "if False else name",
        "tests/app/transfer/test_exporting.py",
    ),
    Mutation(
        "a file that was double-clicked before there was a window is forgotten",
        "app/process/desktop_application.py",
        "        for path in waiting:\n            on_file(path)\n",
        "",
        "tests/app/process/test_desktop_application.py",
    ),
    Mutation(
        "benchmarks compare with peers of another version",
        "packaging/peers.py",
        ' and self._stamp.read_text("utf-8") == self._key()',
        "",
        PEERS,
    ),
    Mutation(
        "one round decides a ratio of the benchmark",
        "tests/benchmarks/cells.py",
        "statistics.median(ratios) if ratios",
        "ratios[0] if ratios",
        CELLS,
    ),
    Mutation(
        "a benchmark counts a reply while the others were still read",
        "tests/benchmarks/cells.py",
        "since = max(",
        "since = min(",
        CELLS,
    ),
)

"""Cuts a download again and again, in every way, and looks at what gets a name in the end.

``python -m tests.faults.downloads --megabytes 512 --cuts 1000``. No file may ever have its final
name without its right bytes, and for each cut at most a megabyte may be sent twice, as the server
counts; a server that ignores Range, and so sends all again, is counted apart. Disks get full only
where a small one can be mounted (Linux, as root).

Of what a killed process loses it holds a quarter of a megabyte itself; the rest is in the buffers
of both systems, and grows while it gets no processor: at 3 MB/s, stopped for 0, 0.2, 0.4 and 0.8 s
before the kill, 0.4, 0.8, 1.0 and 2.1 MiB. So on a crowded machine a kill may pass the mark (once
in 1,000 cuts, by a fifth). A smaller receive buffer (SO_RCVBUF) is no remedy: what the sender's
system holds is counted, too, and over 100 ms of distance 512 KiB are 5 MB/s at most, for everybody.
"""

import argparse
import contextlib
import hashlib
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

from engine.messages.download_messages import DownloadState, StartDownload, WantedFile
from tests.faults.downloads_worker import ENDS, Work, fetch
from tests.net.hub_files import PatternContent, Repository
from tests.net.hub_server import Exchange, HubServer, Reply, Request
from tests.net.misbehaviour import ends_after, ignores_range, is_file, sends_page

MEGABYTE = 1 << 20
MAX_TWICE_BYTES = MEGABYTE
NAME = "large.gguf"
# How often of a hundred cuts.
KINDS = {"closed": 40, "ended": 10, "killed": 20, "full": 10, "ignored": 10, "refused": 10}
_SLOW = 3e6  # bytes per second, so that a kill or a full disk comes in the middle
_SMALL_DISK = "HUBBUB_SMALL_DISK"
_PATIENCE_SECONDS = 120


@dataclass
class Findings:
    """What the cuts did."""

    cuts: Counter[str] = field(default_factory=Counter)
    wrong_names: list[str] = field(default_factory=list)
    twice_bytes: list[int] = field(default_factory=list)
    ignored_bytes: int = 0
    sent_bytes: int = 0
    seconds: float = 0.0
    end: str = ""

    @property
    def is_clean(self) -> bool:
        """Whether every promise was kept."""
        return self.end == "done" and not self.wrong_names and self.most_twice <= MAX_TWICE_BYTES

    @property
    def most_twice(self) -> int:
        """The most that one cut cost."""
        return max(self.twice_bytes, default=0)


class Saboteur:
    """Chooses what becomes of each connection; the server asks it in its thread.

    ``wanted`` is what has to be done to the process or its disk, at which length of the part.
    """

    def __init__(self, size: int, kinds: list[str], dice: random.Random) -> None:
        self.kinds, self.wanted = kinds, ("", 0)
        self.done: Counter[str] = Counter()
        self._dice = dice
        self._most = max(1, int(1.3 * size / max(1, len(kinds))))

    def __call__(self, request: Request, reply: Reply) -> Reply | None:
        if not self.kinds:
            return reply
        kind, count = self.kinds[-1], self._dice.randrange(self._most)
        if kind == "ignored" and "if-range" in request.headers:
            return ignores_range(request, reply)  # asked again without, it is ignored again
        self.kinds.pop()
        self.done[kind] += 1
        match kind:
            case "closed":
                return replace(reply, cut_after_bytes=count)
            case "ended":
                return ends_after(count)(request, reply)
            case "ignored":
                return replace(ignores_range(request, reply), cut_after_bytes=reply.start + count)
            case "refused":
                return self._dice.choice([sends_page(request, reply), Reply(503), Reply(500), None])
        self.wanted = kind, reply.start + count
        return replace(ends_after(4 * self._most)(request, reply), bytes_per_second=_SLOW)


class Cutter:
    """Runs the process that downloads, and does to it what the saboteur wants."""

    def __init__(self, hub: HubServer, folder: Path, piece_bytes: int, repository: Repository):
        self._folder = folder
        content = repository.content(NAME)
        assert content is not None
        self._digest, self._size = content.sha256, content.size_bytes
        file = WantedFile(NAME, NAME, self._size, self._digest)
        request = StartDownload("one", repository.name, repository.commit, str(folder), (file,))
        self._work = Work(hub.url, request, piece_bytes)
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["tests.faults.downloads_worker"])
        self._start()

    def run(self, saboteur: Saboteur) -> str:
        """Return how it ended, in words."""
        while True:
            kind, length = saboteur.wanted
            if kind and self._length() >= min(length, self._size - 1):
                saboteur.wanted = "", 0
                if kind == "killed":
                    self._kill()
                    self._start()
                else:
                    self._fill_disk()
            if self._pipe.poll(0.002):
                state, reason = self._pipe.recv()
                if state in ENDS:
                    self._kill()
                    return "done" if state is DownloadState.DONE else f"{state.value}: {reason}"

    def has_wrong_name(self) -> bool:
        """Return whether a file has its name and other bytes."""
        path = self._folder / NAME
        if not path.exists():
            return False
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() != self._digest

    def _start(self) -> None:
        self._pipe, theirs = self._context.Pipe()
        self._process = self._context.Process(target=fetch, args=(theirs, self._work), daemon=True)
        self._process.start()
        theirs.close()

    def _kill(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()
        if (self._folder / NAME).exists() and (self._folder / f"{NAME}.download").exists():
            assert not self.has_wrong_name()

    def _length(self) -> int:
        with contextlib.suppress(FileNotFoundError):
            return (self._folder / f"{NAME}.part").stat().st_size
        return self._size if (self._folder / NAME).exists() else 0

    def _fill_disk(self) -> None:
        """Fill the disk until the download says so; then make room."""
        filler = self._folder / "filler"
        with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while file.write(bytes(64 * 1024)):
                pass
        try:
            deadline = time.monotonic() + _PATIENCE_SECONDS
            while time.monotonic() < deadline:
                if self._pipe.poll(0.05):
                    state, _ = self._pipe.recv()
                    if state is DownloadState.NO_ROOM:
                        return
                    assert state not in ENDS, "the disk was full"
            raise AssertionError("a full disk was not noticed")
        finally:
            filler.unlink()


def run(folder: Path, size: int, cuts: int, seed: int, *, has_small_disk: bool) -> Findings:
    """Download one file over so many cuts, into a folder."""
    dice = random.Random(seed)
    kinds = [kind for kind in KINDS if has_small_disk or kind != "full"]
    plan = dice.choices(kinds, [KINDS[kind] for kind in kinds], k=cuts)
    repository = Repository("maker/large-GGUF", {NAME: PatternContent(size, seed=seed)})
    findings = Findings()
    began = time.monotonic()
    with HubServer(repository) as hub:
        saboteur = Saboteur(size, plan, dice)
        hub.misbehave(saboteur, when=is_file)
        piece_bytes = min(64 * MEGABYTE, max(1 << 16, size // 8))
        cutter = Cutter(hub, folder, piece_bytes, repository)
        findings.end = cutter.run(saboteur)
        if cutter.has_wrong_name():
            findings.wrong_names.append(NAME)
        findings.cuts = saboteur.done
        count_bytes(hub.exchanges, findings)
    findings.seconds = time.monotonic() - began
    return findings


def count_bytes(exchanges: list[Exchange], findings: Findings) -> None:
    """Count what was sent twice: what of a body the next request asks for again."""
    files = [each for each in exchanges if is_file(each.request) and each.status in (200, 206)]
    findings.sent_bytes = sum(each.sent_bytes for each in files)
    for one, following in pairwise(files):
        wanted, start = _start(one), _start(following)
        is_ignored = one.status == 200 and wanted > 0
        if is_ignored and start == wanted:
            # The program hung up, and did not read what the system had taken from the server.
            findings.ignored_bytes += one.sent_bytes
            continue
        if is_ignored:
            findings.ignored_bytes += min(one.sent_bytes, wanted)
        end = one.sent_bytes if is_ignored else wanted + one.sent_bytes
        findings.twice_bytes.append(max(0, end - max(start, wanted)))


def _start(exchange: Exchange) -> int:
    value = exchange.request.headers.get("range", "bytes=0-")
    return int(value.removeprefix("bytes=").partition("-")[0])


@contextlib.contextmanager
def small_disk(size: int) -> Iterator[Path]:
    """Have a folder on a disk of its own that holds the file and little more."""
    with tempfile.TemporaryDirectory() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={size + 8 * MEGABYTE}", "none", folder]
        subprocess.run(mount, check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", folder], check=False)


def can_mount() -> bool:
    """Return whether this system lets us have a disk of our own."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return False
    probe = ["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"]
    with contextlib.suppress(OSError):
        return subprocess.run(probe, capture_output=True, check=False).returncode == 0
    return False


def main() -> int:
    """Cut as often as asked, print the figures, and answer with 1 where a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=64)
    parser.add_argument("--cuts", type=int, default=100)
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    if _SMALL_DISK not in os.environ and can_mount():
        # Seen by this process and its children alone, and gone with them.
        again = ["unshare", "--mount", sys.executable, "-m", "tests.faults.downloads"]
        environment = {**os.environ, _SMALL_DISK: "1"}
        return subprocess.run([*again, *sys.argv[1:]], env=environment, check=False).returncode
    size = options.megabytes * MEGABYTE
    has_small_disk = _SMALL_DISK in os.environ
    place = small_disk(size) if has_small_disk else tempfile.TemporaryDirectory()
    with place as folder:
        findings = run(
            Path(folder), size, options.cuts, options.seed, has_small_disk=has_small_disk
        )
    sys.stdout.write(summary(findings, size))
    if options.json:
        options.json.write_text(json.dumps(figures(findings, size)))
    return 0 if findings.is_clean else 1


def summary(findings: Findings, size: int) -> str:
    """Return what was found, for a terminal."""
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(findings.cuts.items()))
    twice = sum(findings.twice_bytes)
    return (
        f"{size >> 20} MiB over {findings.cuts.total()} cuts ({kinds}) in "
        f"{findings.seconds:.0f} s: {findings.end}, {len(findings.wrong_names)} wrong files under "
        f"a final name, {twice >> 10} KiB sent twice, at most {findings.most_twice >> 10} KiB for "
        f"one cut; {findings.ignored_bytes >> 20} MiB more by servers that ignored Range\n"
    )


def figures(findings: Findings, size: int) -> dict[str, float]:
    """Return the figures for a file."""
    return {
        "size_bytes": size,
        "cuts": findings.cuts.total(),
        "wrong_names": len(findings.wrong_names),
        "twice_bytes": sum(findings.twice_bytes),
        "most_twice_bytes": findings.most_twice,
        "ignored_bytes": findings.ignored_bytes,
        "seconds": round(findings.seconds, 1),
    }


if __name__ == "__main__":
    sys.exit(main())

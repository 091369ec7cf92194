"""Bugs of downloads: bytes lost, bytes believed, names given too early."""

from tests.mutations.mutation import Mutation

CLIENT = "tests/engine/client/test_download_client.py"
ROOM = "engine/net/downloads"
TESTS = "tests/engine/net/downloads"
ANSWERS, DISK, DOWNLOADS = (f"{TESTS}/test_{name}.py" for name in ("answers", "disk", "downloads"))

DOWNLOAD_MUTATIONS = (
    Mutation(
        "a download is said to go on while Hubbub works offline",
        "engine/client/net_client.py",
        "                self._listener.process_stopped(_OFFLINE, is_offline=True)\n",
        "                pass\n",
        CLIENT,
    ),
    Mutation(
        "a download is said to go on without a process",
        "engine/client/net_client.py",
        "if self._listener is not None and not end.will_restart:",
        "if False:",
        CLIENT,
    ),
    Mutation(
        "what the user has paused is said to wait for the network",
        "engine/client/download_client.py",
        "            if status.state not in _STANDING:\n",
        "            if True:\n",
        CLIENT,
    ),
    Mutation(
        "a file whose hash is wrong gets its name",
        f"{ROOM}/file_download.py",
        '        return self._record.sha256 in ("", hasher.digest)\n',
        "        return True\n",
        ANSWERS,
    ),
    Mutation(
        "a piece that has rotted on the disk is not fetched again alone",
        f"{ROOM}/file_download.py",
        "                self._wrong.add(piece)\n",
        "                pass\n",
        DISK,
    ),
    Mutation(
        "what no piece vouches for is not looked at first",
        f"{ROOM}/file_download.py",
        "range(len(record.pieces), last + 1)",
        "range(0)",
        DISK,
    ),
    Mutation(
        "another part of the file is taken for the one that was asked for",
        f"{ROOM}/answers.py",
        "    if response.status_code == 206 and first != wanted:\n",
        "    if False:\n",
        ANSWERS,
    ),
    Mutation(
        "a file of another length is begun",
        f"{ROOM}/answers.py",
        "    if size is not None and size != expected.size_bytes:\n",
        "    if False:\n",
        ANSWERS,
    ),
    Mutation(
        "a changed file without a hash is joined with the old one",
        f"{ROOM}/answers.py",
        "    if wanted and not expected.has_hash and",
        "    if False and",
        ANSWERS,
    ),
    Mutation(
        "a whole file in place of the rest is written from the middle on",
        f"{ROOM}/fetcher.py",
        "                data = piece[skipped:][:left]\n",
        "                data = piece[:left]\n",
        ANSWERS,
    ),
    Mutation(
        "bytes that are paid for are written after the wait",
        f"{ROOM}/fetcher.py",
        "                if data:\n                    await writer.put(data)\n",
        "                await self._network.limit.consume(len(piece))\n"
        "                if data:\n                    await writer.put(data)\n",
        DOWNLOADS,
    ),
    Mutation(
        "a server that trickles is waited for",
        f"{ROOM}/fetcher.py",
        "        if self._bytes < self._policy.stall_bytes:\n",
        "        if self._bytes < 0:\n",
        ANSWERS,
    ),
    Mutation(
        "a file of another program is taken for a part",
        f"{ROOM}/requests.py",
        "            if part_path(folder, each.name).exists():\n",
        "            if False:\n",
        DOWNLOADS,
    ),
    Mutation(
        "a model may be called like a journal",
        f"{ROOM}/requests.py",
        " or each.name.casefold().endswith(_OWN_SUFFIXES)",
        "",
        DOWNLOADS,
    ),
    Mutation(
        "who is cancelled while a place comes keeps it",
        f"{ROOM}/fetch_queue.py",
        "                self._taken -= 1\n                self._hand_out()\n            raise\n",
        "                pass\n            raise\n",
        f"{TESTS}/test_fetch_queue.py",
    ),
    Mutation(
        "pauses do not end after sleep",
        f"{ROOM}/retries.py",
        "        if jump > TICK_SECONDS + _JUMP_SECONDS or network",
        "        if network",
        f"{TESTS}/test_retries.py",
    ),
    Mutation(
        "names that are half given are not finished",
        f"{ROOM}/naming.py",
        "    if has_both_names(part, name):\n        part.unlink()\n    elif",
        "    if",
        DISK,
    ),
    Mutation(
        "a part that was removed is written on",
        f"{ROOM}/part_file.py",
        "        if not self._has_its_name:\n",
        "        if False:\n",
        DISK,
    ),
    Mutation(
        "the second pause for the same reason is not told of",
        f"{ROOM}/download.py",
        "        self._retry_at = time.monotonic() + seconds\n        self._changed(self.status)\n",
        "        self._retry_at = time.monotonic() + seconds\n"
        "        if reason != self._reason:\n            self._changed(self.status)\n",
        ANSWERS,
    ),
    Mutation(
        "the countdown of a retry stands still",
        "engine/client/download_client.py",
        "return None if at is None else max(0.0, at - time.monotonic())",
        "return self.statuses[download_id].retry_seconds",
        "tests/app/controllers/engine/test_downloads.py",
    ),
    Mutation(
        "a process that starts again does not find its downloads",
        "engine/client/download_client.py",
        "        if self._folders:\n",
        "        if False:\n",
        "tests/engine/client/test_download_client.py",
    ),
)

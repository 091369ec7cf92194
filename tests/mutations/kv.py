"""Bugs of what is kept beside the slots."""

from tests.mutations.mutation import Mutation

CONTAINER = "tests/engine/kv/test_container.py"
RESTARTS = "tests/engine/kv/test_restarts.py"
CACHE_MANAGER = "tests/engine/core/test_cache_manager.py"
TROUBLE = "tests/engine/kv/test_troubled_disks.py"
PERSISTENCE = "tests/engine/invariants/test_persistence.py"

KV_MUTATIONS = (
    Mutation(
        "a damaged state is given to the library",
        "engine/kv/container.py",
        '            if _digest(chunk) != next(digests, b""):\n',
        '            if _digest(chunk) == b"":\n',
        CONTAINER,
    ),
    Mutation(
        "the file of another installation is taken",
        "engine/kv/container.py",
        "    if not hmac.compare_digest(mac, _mac(key, prefix + body)):\n",
        "    if not mac:\n",
        CONTAINER,
    ),
    Mutation(
        "another conversation's file is taken",
        "engine/kv/container.py",
        "    if header.conversation_id != conversation_id:\n",
        "    if not conversation_id:\n",
        PERSISTENCE,
    ),
    Mutation(
        "another model's file is taken",
        "engine/kv/container.py",
        "    if header.identity != sealing.identity:\n",
        "    if not header.identity:\n",
        CONTAINER,
    ),
    Mutation(
        "a file is written in place of the old one, not beside it",
        "engine/kv/cache_folder.py",
        "        part = self._path / (name + _PART)\n",
        "        part = self._path / name\n",
        PERSISTENCE,
    ),
    Mutation(
        "a link in place of the folder is followed",
        "engine/kv/cache_folder.py",
        "            mode = self._path.lstat().st_mode\n",
        "            mode = self._path.stat().st_mode\n",
        CONTAINER,
    ),
    Mutation(
        "a file that the process ended over is tried again",
        "engine/core/cache_manager.py",
        "            self.disk.begin_restore(name)\n",
        "            pass\n",
        TROUBLE,
    ),
    Mutation(
        "a forgotten conversation stays on the disk",
        "engine/core/cache_manager.py",
        "            self.disk.drop(name)\n",
        "            pass\n",
        RESTARTS,
    ),
    Mutation(
        "what was forgotten on its way to the disk gets there",
        "engine/kv/disk_tier.py",
        "        if self._sealing is not None:\n"
        "            name = self._folder.name_of(conversation_id)\n",
        "        if self._sealing is not None and not self._saving:\n"
        "            name = self._folder.name_of(conversation_id)\n",
        RESTARTS,
    ),
    Mutation(
        "a round evicts what it has promised",
        "engine/core/scheduler.py",
        "            self.cache_manager.claim(each.sequence for each in admissions)\n",
        "",
        CACHE_MANAGER,
    ),
    Mutation(
        "a slot is copied while others are answered",
        "engine/core/write_back.py",
        "        is_busy = self._disk.is_writing or self._pool.in_state(SlotState.RUNNING)\n",
        "        is_busy = self._disk.is_writing\n",
        CACHE_MANAGER,
    ),
    Mutation(
        "what is newer goes to make room for what is older",
        "engine/kv/disk_index.py",
        "not self._is_usable(each) or each.used < used]\n",
        "True]\n",
        RESTARTS,
    ),
    Mutation(
        "a request does not wait for its file",
        "engine/core/scheduler.py",
        "ready = [each for each in self._waiting if each.pending_key is None]\n",
        "ready = list(self._waiting)\n",
        RESTARTS,
    ),
    Mutation(
        "a system prompt stays when its last conversation is deleted",
        "engine/core/cache_manager.py",
        "        self._drop_unused_prefixes({each.shared_key for each in requests})\n\n",
        "",
        CACHE_MANAGER,
    ),
    Mutation(
        "a system prompt goes with any of its conversations",
        "engine/kv/shared_prefixes.py",
        "        if not any(each.startswith(tokens) for each in everything)\n",
        "",
        CACHE_MANAGER,
    ),
    Mutation(
        "a system prompt goes while a request waits for it",
        "engine/core/cache_manager.py",
        "            if name not in needed:\n",
        "            if name:\n",
        CACHE_MANAGER,
    ),
    Mutation(
        "what is forgotten before the disk is known leaves its system prompt there",
        "engine/core/cache_manager.py",
        "            self._was_forgotten_early = not self.disk.is_open\n",
        "            pass\n",
        CACHE_MANAGER,
    ),
    Mutation(
        "nothing is written as long as anybody is answered",
        "engine/core/cache_manager.py",
        "            self.write_back.write_overdue()\n",
        "",
        CACHE_MANAGER,
    ),
    Mutation(
        "a copy that takes long is made between two steps",
        "engine/core/write_back.py",
        "if is_overdue and (isinstance(each, CachedState) or self._is_brief(each)):",
        "if is_overdue:",
        CACHE_MANAGER,
    ),
    Mutation(
        "what waits but a moment is written while others are answered",
        "engine/core/write_back.py",
        "            is_overdue = now - self._waiting[name] >= self._overdue_seconds\n",
        "            is_overdue = True\n",
        CACHE_MANAGER,
    ),
)

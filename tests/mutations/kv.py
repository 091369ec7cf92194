"""Bugs of what is cached outside the slots."""

from tests.mutations.mutation import Mutation

CACHE_FOLDER = "tests/engine/kv/test_cache_folder.py"
CACHE_MANAGER = "tests/engine/core/test_cache_manager.py"
CONTAINER = "tests/engine/kv/test_container.py"
DISK_INDEX = "tests/engine/kv/test_disk_index.py"
DISK_TIER = "tests/engine/kv/test_disk_tier.py"
PERSISTENCE = "tests/engine/invariants/test_persistence.py"
RAM_TIER = "tests/engine/kv/test_ram_tier.py"
RESTARTS = "tests/engine/kv/test_restarts.py"
WRITE_BACK = "tests/engine/core/test_write_back.py"
RESTORER = "tests/engine/core/test_restorer.py"
TROUBLE = "tests/engine/kv/test_troubled_disks.py"
TRANSFERS = "tests/engine/core/test_slot_transfers.py"
ORDERS = "tests/engine/core/test_transfer_orders.py"

KV_MUTATIONS = (
    Mutation(
        "a branch that has ended is copied into a slot that is nobody's",
        "engine/core/slot_transfers.py",
        "            if copy is None or slot.conversation_id is None:",
        "            if copy is None:",
        ORDERS,
    ),
    Mutation(
        "a prompt is read ahead into a slot that a copy is on its way to",
        "engine/core/prewarmer.py",
        "        if donor is not None and donor.lent:\n",
        "        if False:\n",
        ORDERS,
    ),
    Mutation(
        "a copy that fails in an admission ends the engine",
        "engine/core/admission_loop.py",
        "(self.waiting if sequence in self.waiting else self.running)",
        "(self.waiting if sequence.slot is None else self.running)",
        ORDERS,
    ),
    Mutation(
        "a copy that fails beside replies ends the engine",
        "engine/core/admission_loop.py",
        "                self._slot_assigner.empty(slot)  # it",
        "                self._pool.disown(slot)  # it",
        ORDERS,
    ),
    Mutation(
        "the library is asked about a slot that is lent",
        "engine/scheduling/matching.py",
        "        if slot.lent:  # the",
        "        if False:  # the",
        ORDERS,
    ),
    Mutation(
        "what was forgotten on its way replaces what was asked afterwards",
        "engine/kv/ram_tier.py",
        " and state.copy is not None and state.copy.tokens == copy.tokens:\n",
        ":\n",
        ORDERS,
    ),
    Mutation(
        "a long copy holds up those who write",
        "engine/core/slot_transfers.py",
        "        return slot.lent > 0 or (seconds > WORTH_A_THREAD and self._is_written())\n",
        "        return slot.lent > 0\n",
        TRANSFERS,
    ),
    Mutation(
        "a slot is computed on while it is copied",
        "engine/core/admission_loop.py",
        "[each for each in self.running if not self._pool.slot_of(each).lent]",
        "list(self.running)",
        TRANSFERS,
    ),
    Mutation(
        "what is deleted while it is copied is kept",
        "engine/core/slot_transfers.py",
        "            if each.key == key:\n                each.key = None\n",
        "            pass\n",
        TRANSFERS,
    ),
    Mutation(
        "the keys of a slot are moved while it is copied",
        "engine/core/slot_assigner.py",
        "        self._transfers.wait()\n",
        "",
        TRANSFERS,
    ),
    Mutation(
        "what was on its way for a cancelled request is lost",
        "engine/core/slot_assigner.py",
        "            self._cache_manager.store_again(sequence)\n",
        "",
        TRANSFERS,
    ),
    Mutation(
        "a conversation is read anew while its state is on its way",
        "engine/scheduling/admission.py",
        "        and each.conversation_id not in moving\n",
        "",
        TRANSFERS,
    ),
    Mutation(
        "the engine spins while only copies run",
        "engine/core/admission_loop.py",
        "        if self.able:\n",
        "        if self.running:\n",
        TRANSFERS,
    ),
    Mutation(
        "a lent slot may be asked",
        "engine/llama/kv_cache.py",
        "if slot in self.lent and threading.get_ident() == self._thread:",
        "if False:",
        "tests/engine/llama/test_lend.py",
    ),
    Mutation(
        "a token costs the same wherever it stands",
        "engine/scheduling/cost_model.py",
        "        return 1.0 + held / self._doubling\n",
        "        return 1.0\n",
        "tests/engine/scheduling",
    ),
    Mutation(
        "a damaged state is given to the library",
        "engine/kv/container.py",
        '            if _checksum(chunk) != next(checksums, b""):\n',
        '            if _checksum(chunk) == b"":\n',
        CONTAINER,
    ),
    Mutation(
        "a damaged header is taken",
        "engine/kv/container.py",
        "    if checksum != _checksum(prefix + body):\n",
        "    if not checksum:\n",
        CONTAINER,
    ),
    Mutation(
        "another conversation's file is taken",
        "engine/kv/container.py",
        "    if header.key != key:\n",
        "    if not key:\n",
        PERSISTENCE,
    ),
    Mutation(
        "another model's file is taken",
        "engine/kv/container.py",
        "    if header.identity != identity:\n",
        "    if not header.identity:\n",
        CONTAINER,
    ),
    Mutation(
        "what a later version requires is ignored",
        "engine/kv/container.py",
        "    if set(header.requires) - {_MEDIA}:",
        "    if False:",
        CONTAINER,
    ),
    Mutation(
        "two conversations share a file where case does not count",
        "engine/kv/cache_folder.py",
        '_PLAIN_ID = re.compile(r"[a-z0-9_-]{1,100}")',
        '_PLAIN_ID = re.compile(r"[A-Za-z0-9_-]{1,100}")',
        CACHE_FOLDER,
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
        CACHE_FOLDER,
    ),
    Mutation(
        "a file that the process ended over is tried again",
        "engine/core/restorer.py",
        "            self._disk.begin_restore(copy.key)\n",
        "            pass\n",
        TROUBLE,
    ),
    Mutation(
        "a file that comes late takes a second slot",
        "engine/core/restorer.py",
        "elif self._is_here(event.job.key):",
        "elif False:",
        RESTORER,
    ),
    Mutation(
        "a forgotten conversation stays on the disk",
        "engine/core/cache_manager.py",
        "        self.disk.drop(key)\n",
        "",
        RESTARTS,
    ),
    Mutation(
        "what was forgotten on its way to the disk gets there",
        "engine/kv/disk_tier.py",
        "        # Removed by name, also if the index knows no file: one may be being written.\n"
        "        self._worker.remove(name_of(key))\n",
        "        if not self._jobs:\n            self._worker.remove(name_of(key))\n",
        RESTARTS,
    ),
    Mutation(
        "a round evicts what it has promised",
        "engine/core/admission_loop.py",
        "            self._cache_manager.claim(each.sequence for each in admissions)\n",
        "",
        CACHE_MANAGER,
    ),
    Mutation(
        "a slot is copied while others are answered",
        "engine/core/write_back.py",
        "        is_busy = self._disk.is_writing or self._pool.in_state(SlotState.RUNNING)\n",
        "        is_busy = self._disk.is_writing\n",
        WRITE_BACK,
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
        "engine/scheduling/admission.py",
        "if each.pending_key is None\n",
        "if True\n",
        RESTARTS,
    ),
    Mutation(
        "a system prompt stays when its last conversation is deleted",
        "engine/core/cache_manager.py",
        "        self.disk.after_scan(lambda: self._remove_unused_prefixes(needed))\n",
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
        "            if key not in needed:\n",
        "            if key:\n",
        CACHE_MANAGER,
    ),
    Mutation(
        "what is forgotten before the disk is known leaves its system prompt there",
        "engine/core/cache_manager.py",
        "        self.disk.after_scan(lambda: self._remove_unused_prefixes(needed))\n",
        "        self._remove_unused_prefixes(needed)\n",
        CACHE_MANAGER,
    ),
    Mutation(
        "nothing is written as long as anybody is answered",
        "engine/core/cache_manager.py",
        "            self.write_back.write_overdue()\n",
        "",
        WRITE_BACK,
    ),
    Mutation(
        "a copy that takes long is made between two steps",
        "engine/core/write_back.py",
        "is_overdue and isinstance(each, Slot) and self._transfers.may_copy_out(each):",
        "is_overdue and isinstance(each, Slot):",
        WRITE_BACK,
    ),
    Mutation(
        "what waits but a moment is written while others are answered",
        "engine/core/write_back.py",
        "            is_overdue = now - self._waiting[key] >= self._overdue_seconds\n",
        "            is_overdue = True\n",
        WRITE_BACK,
    ),
    Mutation(
        "a file that is removed during the scan stands in the index again",
        "engine/kv/disk_tier.py",
        "        if self._is_scanning:\n            self._after_scan",
        "        if False:\n            self._after_scan",
        DISK_TIER,
    ),
    Mutation(
        "a load that was given up is taken after all",
        "engine/kv/disk_tier.py",
        "        if state is None or state.load_job is not event.job:\n",
        "        if state is None:\n",
        DISK_TIER,
    ),
    Mutation(
        "a file that is being read makes room for another one",
        "engine/kv/disk_index.py",
        "            and not self._states.is_loading(file.key)\n",
        "",
        DISK_INDEX,
    ),
    Mutation(
        "a promised copy is evicted",
        "engine/kv/ram_tier.py",
        "[state for state in self._order.values() if not state.is_claimed]",
        "list(self._order.values())",
        RAM_TIER,
    ),
    Mutation(
        "those who write wait for a restore that is hardly worth it",
        "engine/core/restorer.py",
        "(_WORTH_A_PAUSE * pause if is_felt else total)",
        "total",
        RESTORER,
    ),
    Mutation(
        "what the queue waits for is evicted before what was answered",
        "engine/kv/ram_tier.py",
        "key=lambda each: -waiting.get(each.key, math.inf))",
        "key=lambda each: 0)",
        "tests/engine/core/test_reuse_order.py",
    ),
)

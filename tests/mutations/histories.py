"""Bugs of the histories: what deletion leaves, backups that are rewritten or restored."""

from tests.mutations.mutation import Mutation

BACKUPS = "tests/app/storage/content/test_backup_repository.py"
TOGETHER = "tests/app/storage/content/test_backups_together.py"
DELETED = "tests/flows/test_backups.py"
TRASH = "tests/app/controllers/conversations/test_trash.py"
POINTS = "tests/faults/test_points.py"

VIEW = "tests/app/widgets/settings/test_backups_view.py"
SAVER = "tests/app/chat/test_reply_saver.py"
FOLDERS = "tests/app/test_data_folders.py"
MODES = "tests/flows/test_file_modes.py"

UPKEEP = "tests/app/storage/test_upkeep.py"

HISTORY_MUTATIONS = (
    Mutation(
        "words of a deleted chat stay in the file until its journal is copied over",
        "app/storage/content/trash.py",
        """            await self._merge_index()
            # The index that was merged is in the journal as yet, its words are still in the file.
            await self.database.with_driver(_empty_journal)
""",
        "            await self._merge_index()\n",
        DELETED,
    ),
    Mutation(
        "a backup keeps the words of what was removed in its index",
        "app/storage/recovery/removal.py",
        "    search_index.optimize(copy)",
        "    pass",
        BACKUPS,
    ),
    Mutation(
        "a backup that was rewritten counts as one of today",
        "app/storage/recovery/removal.py",
        "        os.utime(part, ns=(status.st_atime_ns, status.st_mtime_ns))\n",
        "",
        BACKUPS,
    ),
    Mutation(
        "what is to be removed is not remembered when the program is killed",
        "app/storage/content/trash.py",
        "                await self._backups.note_removal(ids)\n",
        "                pass\n",
        BACKUPS,
    ),
    Mutation(
        "a cancelled removal goes on at the next upkeep",
        "app/storage/content/backup_repository.py",
        "                    await asyncio.to_thread(removal.forget, path, noted)\n",
        "                    pass\n",
        BACKUPS,
    ),
    Mutation(
        "what is noted while backups are rewritten is forgotten with the rest",
        "app/storage/recovery/removal.py",
        "    left = sorted({*noted(path)} - {*ids})\n",
        "    left: list[str] = []\n",
        TOGETHER,
    ),
    Mutation(
        "an upkeep between a note and its purge forgets the note",
        "app/storage/content/trash.py",
        "        async with self._backups.note_lock:\n",
        "        if True:\n",
        TOGETHER,
    ),
    Mutation(
        "after a restore no backup is checked any more",
        "app/controllers/conversations/maintenance.py",
        "        self._history.upkeep.open()\n",
        "",
        "tests/app/controllers/conversations/test_maintenance.py",
    ),
    Mutation(
        "half an import comes back with a backup",
        "app/storage/history.py",
        "        await self.imports.drop_unfinished()\n        await self.conversations",
        "        await self.conversations",
        TOGETHER,
    ),
    Mutation(
        "a killed restore leaves a piece of its copy",
        "app/storage/recovery/restore.py",
        "    for file in (_restored(path), part_of(_restored(path))):\n",
        "    for file in (_restored(path),):\n",
        TOGETHER,
    ),
    Mutation(
        "a link to nothing among the backups keeps the others from being used",
        "app/storage/backups.py",
        " if each.is_file()]",
        "]",
        TOGETHER,
    ),
    Mutation(
        "conversations that are there are removed from the backups",
        "app/storage/content/backup_repository.py",
        "            ids = noted - there\n",
        "            ids = noted | there\n",
        BACKUPS,
    ),
    Mutation(
        "backups before an update stay for ever",
        "app/storage/backups.py",
        "        elif written < min(newest, oldest):\n",
        "        elif False:\n",
        BACKUPS,
    ),
    Mutation(
        "a clock that was ahead keeps a backup for years",
        "app/storage/backups.py",
        "            os.utime(backup, (now.timestamp(), now.timestamp()))\n",
        "            pass\n",
        BACKUPS,
    ),
    Mutation(
        "a backup of a newer version is restored",
        "app/storage/recovery/restore.py",
        "    if version > SCHEMA_VERSION:\n",
        "    if False:\n",
        BACKUPS,
    ),
    Mutation(
        "the state before a restore is not kept",
        "app/storage/recovery/restore.py",
        "    backups.make(driver, kept)\n",
        "",
        BACKUPS,
    ),
    Mutation(
        "attachments of what was replaced are swept away",
        "app/storage/content/attachments.py",
        "backups.replaced_digests(self.database.path) | self._of_drafts",
        "self._of_drafts",
        BACKUPS,
    ),
    Mutation(
        "a damaged backup is restored",
        "app/storage/recovery/restore.py",
        "    if fault is not None:\n",
        "    if False:\n",
        BACKUPS,
    ),
    Mutation(
        "a killed restore leaves its copy",
        "app/storage/database.py",
        "            restore.remove_interrupted(self.path)\n            lost",
        "            lost",
        POINTS,
    ),
    Mutation(
        "any file of the folder can be deleted as a damaged one",
        "app/storage/content/backup_repository.py",
        "        if name in {each.name for each in await self.put_aside()}:\n",
        "        if True:\n",
        BACKUPS,
    ),
    Mutation(
        "the question offers the backups where none holds it",
        "app/widgets/dialogs/removal_question.py",
        "        self._backups.setVisible(kept_until is not None)\n",
        "",
        TRASH,
    ),
    Mutation(
        "a backup that can't be restored has a button that does it",
        "app/widgets/settings/backups_view.py",
        "            self.button(row).setEnabled(can_restore and not backup.trouble)\n",
        "",
        VIEW,
    ),
    Mutation(
        "a full disk is logged with each save of each reply",
        "app/chat/reply_saver.py",
        "            self._kinds.add(type(error))\n",
        "",
        SAVER,
    ),
    Mutation(
        "nobody is told that a full disk takes replies again",
        "app/chat/reply_saver.py",
        "            self._kinds.clear()\n",
        "",
        SAVER,
    ),
    Mutation(
        "what the disk takes for a save comes on top of the pause",
        "app/chat/reply_saver.py",
        "            due = max(due + SAVE_SECONDS, monotonic())\n",
        "            due = monotonic() + SAVE_SECONDS\n",
        SAVER,
    ),
    Mutation(
        "folders that were open to others stay so",
        "app/data_folders.py",
        "            tighten(getattr(self.paths, field.name))\n",
        "",
        FOLDERS,
    ),
    Mutation(
        "folders that are links are tightened where they lead",
        "app/data_folders.py",
        "    status = path.lstat()\n",
        "    status = path.stat()\n",
        FOLDERS,
    ),
    Mutation(
        "the histories are as open as the mask allows",
        "app/storage/connecting.py",
        "            path.touch(mode=0o600)",
        "            path.touch()",
        MODES,
    ),
    Mutation(
        "the log is as open as the mask allows",
        "app/process/reporting.py",
        "touch(mode=0o600)",
        "touch()",
        MODES,
    ),
    Mutation(
        "the lock is as open as the mask allows",
        "app/instance_lock.py",
        "mode=0o600, ",
        "",
        MODES,
    ),
    Mutation(
        "Tab goes to the cells of a table instead of its buttons",
        "app/widgets/settings/plain_table.py",
        "        self.setTabKeyNavigation(False)\n",
        "",
        VIEW,
    ),
    Mutation(
        "the upkeep fails in the first month of a calendar",
        "app/storage/history.py",
        "        if day is None or day <= _FIRST_DAY:\n",
        "        if day is None:\n",
        UPKEEP,
    ),
    Mutation(
        "the weekly check fails in the first week of a calendar",
        "app/storage/upkeep.py",
        "(max(today, date.min + _WEEK) - _WEEK)",
        "(today - _WEEK)",
        UPKEEP,
    ),
    Mutation(
        "files of what was removed from the backups stay",
        "app/storage/content/backup_repository.py",
        "        await self._files.sweep()\n",
        "",
        BACKUPS,
    ),
    Mutation(
        "Cancel does not stop the rewriting of backups",
        "app/controllers/conversations/trash.py",
        "        box.cancelled.connect(stop.set)\n",
        "",
        TRASH,
    ),
)

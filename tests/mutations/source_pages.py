"""Bugs of sources and of the documents that they are read from."""

from tests.mutations.mutation import Mutation

DOCUMENTS = "tests/app/chat/documents/test_documents.py"
STORED = "tests/app/storage/content/test_sources.py"
IGNORED = "tests/app/chat/sources/test_git_ignore.py"
GATHERING = "tests/app/controllers/conversations/test_source_gathering.py"
WALK = "tests/app/chat/sources/test_folder_walk.py"

SOURCE_PAGE_MUTATIONS = (
    Mutation(
        "a document is unpacked however large it becomes",
        "app/chat/documents/archive.py",
        "len(members) > MOST_ENTRIES or expanded > MOST_EXPANDED_BYTES",
        "len(members) > MOST_ENTRIES",
        DOCUMENTS,
    ),
    Mutation(
        "entities of office files are expanded",
        "app/chat/documents/archive.py",
        "                parser.StartDoctypeDeclHandler = _refuse_document_type\n",
        "",
        DOCUMENTS,
    ),
    Mutation(
        "a source that is added by a double click is stored twice",
        "app/controllers/conversations/source_editing.py",
        "        if not draft.is_being_stored:\n",
        "        if draft is not None:\n",
        GATHERING,
    ),
    Mutation(
        "an editor that is gone is closed again",
        "app/controllers/conversations/source_editing.py",
        "        if not draft.is_closed:\n            editor.accept()\n",
        "        editor.accept()\n",
        GATHERING,
    ),
    Mutation(
        "of a long text that is edited the end is lost",
        "app/controllers/conversations/source_editing.py",
        "            editor.text_box.setPlainText(text)\n",
        "            editor.show_text(text)\n",
        GATHERING,
    ),
    Mutation(
        "what reads documents may open sockets",
        "app/chat/documents/process.py",
        "    bound_this_process()\n    content",
        "    content",
        DOCUMENTS,
    ),
    Mutation(
        "a source whose deletion the engine did not hear of stays on the disk",
        "app/chat/sources/readings.py",
        "        for key in kept - needed:\n",
        "        for key in ():\n",
        "tests/app/chat/sources/test_readings.py",
    ),
    Mutation(
        "a version is forgotten in which a list has rows to ask",
        "app/chat/sources/readings.py",
        "        needed |= {_key(each.source_id, each.number) for each in awaited}\n",
        "",
        "tests/app/chat/sources/test_readings.py",
    ),
    Mutation(
        "the text of a source is swept away",
        "app/storage/content/attachments.py",
        "        used.update(session.scalars(select(SourceVersionRow.digest)))\n",
        "",
        STORED,
    ),
    Mutation(
        "a fork forgets its source",
        "app/storage/content/trees.py",
        "        source_version_id=row.source_version_id,\n",
        "",
        STORED,
    ),
    Mutation(
        "an import names a source of this computer by its number",
        "app/transfer/own_format.py",
        'if name not in ("messages", "source_version_id")',
        'if name != "messages"',
        STORED,
    ),
    Mutation(
        "a folder is left through its links",
        "app/chat/sources/folder_walk.py",
        "            if entry.is_symlink():\n",
        "            if False:\n",
        WALK,
    ),
    Mutation(
        "files that git ignores go into a source",
        "app/chat/sources/folder_walk.py",
        "        if not ignore.ignores(name, is_folder=is_folder):\n",
        "        if True:\n",
        IGNORED,
    ),
    Mutation(
        "a .gitignore of a few lines holds the window up for years",
        "app/chat/sources/git_ignore.py",
        "_MOST_STARS = 2",
        "_MOST_STARS = 5",
        IGNORED,
    ),
    Mutation(
        "the rules of a folder go before those of a folder in it",
        "app/chat/sources/git_ignore.py",
        "reversed(self._rules)",
        "self._rules",
        IGNORED,
    ),
    Mutation(
        "a chat in a source asks without its own system prompt",
        "app/chat/request_builder.py",
        'f"{text}\\n\\n{system_prompt}" if system_prompt else text',
        "text",
        "tests/app/chat/test_request_builder.py",
    ),
    Mutation(
        "a reading that is paused counts as read",
        "app/chat/sources/readings.py",
        "            self._pause(version)\n",
        "",
        "tests/app/chat/sources/test_readings.py",
    ),
)

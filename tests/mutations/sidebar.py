"""Bugs of the list of conversations: what buries, loses or confuses chats, and their titles."""

from tests.mutations.mutation import Mutation

FOLDERS = "tests/app/widgets/sidebar/test_folder_rows.py"
FOLDS = "tests/app/widgets/sidebar/test_folds.py"
SIGNS = "tests/app/widgets/sidebar/test_signs.py"
KEPT_ROWS = "tests/app/widgets/sidebar/test_kept_rows.py"
RENAMING = "tests/app/widgets/sidebar/test_renaming.py"
LIST = "tests/app/widgets/sidebar/test_sidebar.py"
ORGANIZING = "tests/app/storage/content/test_organizing.py"
TITLES = "tests/app/controllers/conversations/test_titles.py"
ARCHIVE = "tests/app/controllers/conversations/test_archive.py"

SIDEBAR_MUTATIONS = (
    Mutation(
        "twenty folders bury today's chats",
        "app/widgets/sidebar/listed.py",
        "        if len(used) <= FEW_FOLDERS + 1 or not self.is_folded(MORE_FOLDERS.key):\n",
        "        if True:\n",
        FOLDERS,
    ),
    Mutation(
        "a folder that was opened is not listed among many",
        "app/widgets/sidebar/listed.py",
        "if each in last or not self.folds.is_folded(folder_group(each).key)",
        "if each in last",
        FOLDERS,
    ),
    Mutation(
        "a search finds nothing in a folder that is closed",
        "app/widgets/sidebar/listed.py",
        "        if self._search:\n            return key in self._folded_while_searching\n",
        "",
        FOLDERS,
    ),
    Mutation(
        "a folder that an older version had folded is open",
        "app/widgets/sidebar/folds.py",
        "            if name.startswith(_OPENED) == is_closed_at_first(",
        "            if True or is_closed_at_first(",
        FOLDS,
    ),
    Mutation(
        "the filter's hits begin where the list was",
        "app/widgets/sidebar/sidebar.py",
        "        # A list that was scrolled down keeps its place where there are enough hits.\n"
        "        self.view.scrollToTop()\n",
        "",
        LIST,
    ),
    Mutation(
        "who waits looks like who is written",
        "app/widgets/sidebar/listed.py",
        "            self.waiting[conversation_id] = place\n",
        "            pass\n",
        SIGNS,
    ),
    Mutation(
        "a tag finds the messages of all chats",
        "app/widgets/sidebar/listed.py",
        "        return is_here and self._search.fit_tags(summary.tags)\n",
        "        return is_here\n",
        SIGNS,
    ),
    Mutation(
        "what is typed over a row is lost to a change of the list",
        "app/widgets/sidebar/delegate.py",
        "        if not editor.isModified():\n",
        "        if True:\n",
        RENAMING,
    ),
    Mutation(
        "the tab in front takes the row from who is renaming it",
        "app/widgets/sidebar/sidebar.py",
        "        if self.view.is_renaming():\n            return\n",
        "",
        RENAMING,
    ),
    Mutation(
        "equal titles get numbers by what was used last",
        "app/widgets/kit/distinct_titles.py",
        "    for each in sorted(alike, key=lambda one: (one.number, one.id)):\n",
        "    for each in alike:\n",
        "tests/app/widgets/kit/test_distinct_titles.py",
    ),
    Mutation(
        "a number of a fork is given to another chat",
        "app/domain/titles.py",
        '    while f"{stem}{TITLE_MARK}{number}" in taken:\n        number += 1\n',
        "",
        "tests/app/domain/test_titles.py",
    ),
    Mutation(
        "a chat that is used stays in the archive",
        "app/storage/content/turns.py",
        "    conversation.is_archived = False  # what is used again stands in the list again\n",
        "",
        ORGANIZING,
    ),
    Mutation(
        "a copy of an archived chat cannot be seen",
        "app/storage/content/archive.py",
        "replace(tree.options, is_pinned=False, is_archived=False)",
        "replace(tree.options, is_pinned=False)",
        ORGANIZING,
    ),
    Mutation(
        "an answer that found no more room has no sign",
        "app/storage/content/conversations.py",
        "            ConversationRow.active_leaf_id.in_("
        "select(ReplyUsageRow.message_id).where(IS_SHORT)),\n",
        "",
        ORGANIZING,
    ),
    Mutation(
        "a title of the model is another chat's as well",
        "app/storage/content/conversations.py",
        "        row.title = free_title(session, proposed, own_id=conversation_id)\n",
        "        row.title = proposed\n",
        ORGANIZING,
    ),
    Mutation(
        "Undo brings what was archived back without its tab",
        "app/controllers/conversations/archive.py",
        "        await self._tabs.put_back(*tabs)\n",
        "        pass\n",
        ARCHIVE,
    ),
    Mutation(
        "titles are asked for where the user wants none",
        "app/controllers/conversations/titles.py",
        "self._settings.current.names_chats and conversation_id not in self._asked",
        "conversation_id not in self._asked",
        TITLES,
    ),
    Mutation(
        "whatever a small model says is a title",
        "app/controllers/conversations/titles.py",
        "is_checked = not is_remote and parameter_count < TRUSTED_PARAMETERS",
        "is_checked = False",
        TITLES,
    ),
    Mutation(
        "an answer that ends moves the keyboard to the chat in front",
        "app/widgets/sidebar/kept_rows.py",
        "        self._is_used = self._view.window().focusWidget() is self._view\n",
        "        self._is_used = False\n",
        KEPT_ROWS,
    ),
    Mutation(
        "what is deleted gives the keyboard to the row above",
        "app/widgets/sidebar/kept_rows.py",
        "(*range(self._row, self._list.rowCount()), *range(self._row - 1, -1, -1))",
        "range(self._row - 1, -1, -1)",
        KEPT_ROWS,
    ),
)

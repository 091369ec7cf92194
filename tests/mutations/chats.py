"""Bugs in what is remembered of chats: deletions, where the context begins, names, presets."""

from tests.mutations.mutation import Mutation

DELETIONS = "tests/app/storage/content/test_deletions.py"
REPAIRER = "tests/app/storage/recovery/test_repairer.py"
CONVERSATIONS = "tests/app/storage/content/test_conversations.py"
ARCHIVE = "tests/app/storage/content/test_archive.py"
BIASES = "tests/engine/text/test_biases.py"
ORDER = "tests/app/domain/test_natural_order.py"
REQUESTS = "tests/app/chat/test_request_builder.py"
TITLES = "tests/app/widgets/tabs/test_cut_titles.py"
QUEUES = "tests/app/controllers/messages/test_send_queues.py"

CHAT_MUTATIONS = (
    Mutation(
        "a queue that changes while its first message waits for its turn is stored without it",
        "app/controllers/messages/send_queues.py",
        "            messages = (sending.message, *messages)\n",
        "            pass\n",
        QUEUES,
    ),
    Mutation(
        "a message that was taken out and not sent is in memory alone",
        "app/controllers/messages/send_queues.py",
        "            sending.is_overwritten = True\n",
        "            pass\n",
        QUEUES,
    ),
    Mutation(
        "a deleted message comes back from a backup",
        "app/storage/recovery/repairer.py",
        "        if self._was_deleted(id_):\n",
        "        if False:\n",
        REPAIRER,
    ),
    Mutation(
        "what hung on a deleted message hangs on the one before in a rescue",
        "app/storage/recovery/repairer.py",
        "        if parent_id in left:\n",
        "        if False:\n",
        REPAIRER,
    ),
    Mutation(
        "a new message gets the id of a deleted one",
        "app/storage/recovery/repairer.py",
        'self._count("SELECT max(id) FROM deleted_message")',
        "0",
        REPAIRER,
    ),
    Mutation(
        "nobody remembers that a message was deleted",
        "app/storage/content/deletions.py",
        "        session.merge(DeletedMessageRow(id=message_id))\n",
        "",
        REPAIRER,
    ),
    Mutation(
        "an answer is deleted while it is written beside another one",
        "app/storage/content/deletions.py",
        "        if self._variants.are_in(session, conversation_id):\n",
        "        if False:\n",
        DELETIONS,
    ),
    Mutation(
        "the first words of a deleted message stay the title",
        "app/storage/content/deletions.py",
        "            _take_first_words(session, conversation)\n        if len",
        "            pass\n        if len",
        DELETIONS,
    ),
    Mutation(
        "a chat of which only a queue is left is deleted",
        "app/storage/content/conversations.py",
        "~is_open, ~has_messages, ~has_queue",
        "~is_open, ~has_messages",
        CONVERSATIONS,
    ),
    Mutation(
        "a copy of a chat begins its context at the first message",
        "app/storage/content/trees.py",
        "grown.new_ids.get(grown.tree.context_starts_at or 0)",
        "None",
        ARCHIVE,
    ),
    Mutation(
        "a token that a text has twice has its bias twice",
        "engine/text/biases.py",
        "in dict.fromkeys(tokens):",
        "in tokens:",
        BIASES,
    ),
    Mutation(
        "the tenth chapter stands before the second",
        "app/domain/natural_order.py",
        "return text, len(figures), figures",
        "return text, 0, figures",
        ORDER,
    ),
    Mutation(
        "the thinking of a preset has no effect",
        "app/chat/request_builder.py",
        "options.thinking.over(thinking_options_of(preset.get(PRESET_THINKING)))",
        "options.thinking",
        REQUESTS,
    ),
    Mutation(
        "two letters from within a title are all that a narrow tab shows",
        "app/widgets/tabs/cut_titles.py",
        "    if kept < min(len(end), _READABLE):\n",
        "    if False:\n",
        TITLES,
    ),
    Mutation(
        "what became of a message is told to a window that is closed",
        "app/controllers/conversations/grid.py",
        "if grid is not None and self._composer_of(grid) is not None:",
        "if grid is not None:",
        "tests/app/controllers/conversations/test_grid.py",
    ),
    Mutation(
        "the model thinks about a recap",
        "app/chat/recaps.py",
        "thinking=ThinkingRequest(False, budget=0)",
        "thinking=ThinkingRequest()",
        "tests/app/chat/test_recaps.py",
    ),
    Mutation(
        "the demo goes on with the chats of the one before",
        "app/main.py",
        "            if begins_empty:\n",
        "            if False:\n",
        "tests/app/test_demo.py",
    ),
    Mutation(
        "a tab that is closed while others come back comes back as well",
        "app/controllers/conversations/restored_tabs.py",
        "if conversation_id in self._opened or conversation_id in",
        "if conversation_id in",
        "tests/app/controllers/conversations/test_restored_tabs.py",
    ),
)

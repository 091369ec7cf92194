"""Bugs of toasts, of what is said at the paper clip, and of saved prompts."""

from tests.mutations.mutation import Mutation

BOARD = "tests/app/widgets/window/test_toast_board.py"
NOTICE = "tests/app/widgets/composer/test_notice.py"
COMPOSER = "tests/app/controllers/messages/test_composer.py"
PICKER = "tests/app/widgets/composer/test_prompt_picker.py"
CHAT_PICKER = "tests/app/widgets/composer/test_chat_picker.py"
EXCERPTS = "tests/app/chat/test_excerpts.py"

TOAST_MUTATIONS = (
    Mutation(
        "an address of mail opens the list of chats",
        "app/widgets/composer/chat_picker.py",
        "bool(behind) and (not start or start[-1].isspace())",
        "bool(behind)",
        CHAT_PICKER,
    ),
    Mutation(
        "what was searched for stays in the message",
        "app/widgets/composer/chat_picker.py",
        "        cursor.removeSelectedText()\n",
        "",
        CHAT_PICKER,
    ),
    Mutation(
        "Escape lets the list of chats open again with the next letter",
        "app/widgets/composer/row_picker.py",
        "            self._is_dismissed = True\n",
        "",
        CHAT_PICKER,
    ),
    Mutation(
        "the last question of another chat goes along without its answer",
        "app/chat/excerpts.py",
        "messages[(starts or answers)[-1] : answers[-1] + 1]",
        "messages[(starts or answers)[-1] : answers[-1]]",
        EXCERPTS,
    ),
    Mutation(
        "a toast goes while the mouse or the keyboard is at it",
        "app/widgets/kit/toast.py",
        "        if self.is_held or not self.window().isActiveWindow():\n",
        "        if not self.window().isActiveWindow():\n",
        BOARD,
    ),
    Mutation(
        "a toast whose cause stands gives way to news",
        "app/widgets/window/toast_board.py",
        "    return not (toast.content.stays or toast.is_held)\n",
        "    return not toast.is_held\n",
        BOARD,
    ),
    Mutation(
        "a toast goes with the pane over which it stood",
        "app/widgets/window/toast_board.py",
        "            if host is not old:\n",
        "            if False:\n",
        BOARD,
    ),
    Mutation(
        "what was undone can be undone again from the history",
        "app/widgets/window/toast_board.py",
        "        self.history.close(content)\n",
        "",
        BOARD,
    ),
    Mutation(
        "a refused model is spoken of although another one is loaded",
        "app/controllers/engine/model.py",
        "        self._toasts.resolve(ModelFileError)",
        "        self._toasts.resolve()",
        "tests/flows/test_toasts.py",
    ),
    Mutation(
        "the box speaks of the tokens of a message that was sent",
        "app/controllers/messages/composer.py",
        "        if not self._is_there(conversation_id, draft):\n            return\n"
        "        if own",
        "        if own",
        COMPOSER,
    ),
    Mutation(
        "an attached beginning leaves no room for an answer",
        "app/controllers/messages/message_room.py",
        "        room -= min(self.window // 4, _MOST_FOR_REPLY)\n",
        "",
        COMPOSER,
    ),
    Mutation(
        "a beginning has a token more than it may have",
        "app/chat/first_tokens.py",
        "        if counted <= most:\n",
        "        if counted <= most + 1:\n",
        "tests/app/chat/test_first_tokens.py",
    ),
    Mutation(
        "a complaint stays although the next file was taken",
        "app/widgets/composer/composer.py",
        "        self.chips.changed.connect(self.notice.clear)\n",
        "",
        NOTICE,
    ),
    Mutation(
        "what was typed for a field is put into none of its name",
        "app/widgets/composer/prompt_fields.py",
        "        self._fill_same()\n",
        "",
        PICKER,
    ),
    Mutation(
        "prompts from a file replace those of the same name",
        "app/storage/content/saved_prompts.py",
        "            row.name = free_name(row.name, known)\n"
        "            known[row.name] = row.text\n"
        "            session.add(row)\n",
        "            session.merge(row)\n",
        "tests/app/storage/content/test_saved_prompts.py",
    ),
)

"""Bugs of the panel with the settings of the chat in front, and of presets."""

from tests.mutations.mutation import Mutation

KEYBOARD = "tests/app/widgets/chat_panel/test_keyboard.py"
PANEL = "tests/app/widgets/chat_panel/test_panel.py"
CHANGES = "tests/app/widgets/chat_panel/test_changes.py"
ROWS = "tests/app/widgets/chat_panel/test_rows.py"
CONTROLLER = "tests/app/controllers/conversations/test_chat_panel.py"
FILES = "tests/app/transfer/test_presets.py"

PANEL_MUTATIONS = (
    Mutation(
        "a chat gets what was typed about the one before",
        "app/widgets/chat_panel/panel.py",
        "            self._leave_chat(before)\n",
        "            pass\n",
        PANEL,
    ),
    Mutation(
        "the settings go before a chat's preset",
        "app/widgets/chat_panel/content.py",
        "        values.update(self.preset_values(preset_name))\n",
        "        values = {**self.preset_values(preset_name), **values}\n",
        PANEL,
    ),
    Mutation(
        "a grammar is in force before anybody has checked it",
        "app/widgets/chat_panel/answer_form.py",
        "            self.check_requested.emit(form)\n            return\n",
        "            self.edited.emit(self.name, form)\n            return\n",
        PANEL,
    ),
    Mutation(
        "an answer of the engine about an older text counts",
        "app/widgets/chat_panel/answer_form.py",
        "        if form != self.value():\n            return\n",
        "",
        PANEL,
    ),
    Mutation(
        "undo brings back all options as they were",
        "app/widgets/chat_panel/editing.py",
        "Change(name, self.own(name), value)",
        'Change("everything", self.options, self.options)',
        CHANGES,
    ),
    Mutation(
        "a new change leaves the future of another",
        "app/widgets/chat_panel/editing.py",
        "            self._future.clear()\n        self._apply",
        "        self._apply",
        CHANGES,
    ),
    Mutation(
        "a refresh takes away what is half typed",
        "app/widgets/chat_panel/rows.py",
        "if shown != self._shown and not self._pause.isActive():",
        "if not self._pause.isActive() or True:",
        ROWS,
    ),
    Mutation(
        "the wheel changes what it scrolls past",
        "app/widgets/chat_panel/fields.py",
        "event.type() is QEvent.Type.Wheel and not self._field.hasFocus()",
        "False",
        ROWS,
    ),
    Mutation(
        "what was read before a change undoes it",
        "app/controllers/conversations/chat_panel.py",
        "            options = self._panel.editor.options  # newer than what was read\n",
        "            pass\n",
        CONTROLLER,
    ),
    Mutation(
        "a renamed preset is lost to its chats",
        "app/storage/content/presets.py",
        "            .values(preset_name=name)",
        "            .values(preset_name=old)",
        "tests/app/storage/content/test_presets.py",
    ),
    Mutation(
        "an imported preset takes the place of another",
        "app/transfer/presets.py",
        "        while name in values_by_name and values_by_name[name] != dict(preset.values):",
        "        while False:",
        FILES,
    ),
    Mutation(
        "Reset throws the keyboard out of the presets",
        "app/widgets/chat_panel/preset_bar.py",
        "        if own_count == 0 and has_keyboard:\n",
        "        if False:\n",
        KEYBOARD,
    ),
    Mutation(
        "unpinning by key loses the keyboard",
        "app/widgets/chat_panel/pin_list.py",
        "        if place is not None and pins:\n",
        "        if False:\n",
        KEYBOARD,
    ),
    Mutation(
        "Enter does not fold a part of the panel",
        "app/widgets/chat_panel/fold.py",
        "        self.setAutoDefault(True)  # Enter presses it\n",
        "",
        KEYBOARD,
    ),
)

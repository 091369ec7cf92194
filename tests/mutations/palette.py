"""Bugs of the palette and of the settings in pages."""

from tests.mutations.mutation import Mutation

SNIPPETS = "tests/app/domain/test_snippets.py"
GROUPS = "tests/app/widgets/commands/test_palette_groups.py"
USES = "tests/app/widgets/commands/test_command_uses.py"
PREVIEWS = "tests/app/storage/content/test_messages.py"
SETTINGS = "tests/app/widgets/settings/test_dialog.py"
FLOW = "tests/flows/test_palette.py"

PALETTE_MUTATIONS = (
    Mutation(
        "a mark that was looked for is taken away",
        "app/domain/snippets.py",
        "if is_found or (is_pipe",
        "if (is_pipe",
        SNIPPETS,
    ),
    Mutation(
        "a bar in code is taken for a table",
        "app/domain/snippets.py",
        'return line.startswith("|") or line.endswith("|")',
        "return True",
        SNIPPETS,
    ),
    Mutation(
        "what is counted of commands grows for ever",
        "app/widgets/commands/command_uses.py",
        "if len(counted) > MOST_COMMANDS:",
        "if False:",
        USES,
    ),
    Mutation(
        "habits never fade",
        "app/widgets/commands/command_uses.py",
        "if counted[name] > MOST_USES:",
        "if False:",
        USES,
    ),
    Mutation(
        "commands stand in the order of the menus, however often they are used",
        "app/widgets/commands/palette_groups.py",
        "score=_score(fit) + bonus(self._offers.uses, name),",
        "score=_score(fit),",
        GROUPS,
    ),
    Mutation(
        "groups stand in one order, whatever fits best",
        "app/widgets/commands/palette_groups.py",
        "        groups = sorted(groups, key=lambda group: -group[0].score if group else 0)\n",
        "",
        GROUPS,
    ),
    Mutation(
        "room that a group has no use for stays empty",
        "app/widgets/commands/palette_groups.py",
        "        shared.append(group[: MOST_IN_GROUP + more])\n",
        "        shared.append(group[:MOST_IN_GROUP])\n",
        GROUPS,
    ),
    Mutation(
        "room is given out twice",
        "app/widgets/commands/palette_groups.py",
        "        spare -= more\n",
        "",
        GROUPS,
    ),
    Mutation(
        "the titles of all chats are looked at in one go",
        "app/widgets/commands/chat_finder.py",
        "for _ in range(SLICE):",
        "while True:",
        GROUPS,
    ),
    Mutation(
        "Enter does not wait for the titles that are still looked at",
        "app/widgets/commands/chat_finder.py",
        "while self.is_busy:",
        "while False:",
        GROUPS,
    ),
    Mutation(
        "a heading can be chosen",
        "app/widgets/commands/palette_list.py",
        "return item.kind is not PaletteItemKind.HEADING",
        "return True",
        GROUPS,
    ),
    Mutation(
        "the look into another chat is shown",
        "app/widgets/commands/palette.py",
        "if asked == (preview.conversation_id, preview.message_id):",
        "if asked:",
        GROUPS,
    ),
    Mutation(
        "Ctrl+Enter is Enter",
        "app/widgets/commands/palette.py",
        "self._choose(self.current(), is_beside=has_control)",
        "self._choose(self.current(), is_beside=False)",
        GROUPS,
    ),
    Mutation(
        "a look into a chat in the trash is given",
        "app/storage/content/previews.py",
        "            ConversationRow.deleted_at.is_(None),\n",
        "",
        PREVIEWS,
    ),
    Mutation(
        "a chat that is opened beside comes to the front of the same pane",
        "app/controllers/conversations/beside.py",
        "other = 1 if layout.number_of(panes.in_use) == 0 else 0",
        "other = layout.number_of(panes.in_use)",
        FLOW,
    ),
    Mutation(
        "all pages of the settings show at once",
        "app/widgets/settings/paged_form.py",
        "page.setVisible(found[number] if wanted else number == self.page)",
        "page.setVisible(found[number])",
        SETTINGS,
    ),
    Mutation(
        "cells of a list are said to take the keyboard",
        "app/widgets/settings/plain_table.py",
        "item.setFlags(Qt.ItemFlag.ItemIsEnabled)",
        "pass",
        "tests/app/widgets/settings/test_plain_table.py",
    ),
    Mutation(
        "a setting that is gone to stays hidden by the search",
        "app/widgets/settings/paged_form.py",
        "            self.search.clear()\n",
        "            pass\n",
        SETTINGS,
    ),
)

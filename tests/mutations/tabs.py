"""Bugs of tabs: what is in sight, how titles are told apart, what a restart brings back."""

from tests.mutations.mutation import Mutation

MARKS = "tests/app/widgets/tabs/test_bar.py"
CUTS = "tests/app/widgets/tabs/test_cut_titles.py"
SIZES = "tests/app/widgets/tabs/test_sizes.py"
RESTORED = "tests/app/widgets/tabs/test_restored_rows.py"
LISTS = "tests/app/widgets/tabs/test_list_popup.py"
RECENT = "tests/app/widgets/tabs/test_recent_tabs.py"
CARDS = "tests/app/widgets/tabs/test_hover_card.py"
UNREAD = "tests/app/controllers/conversations/test_restored_tabs.py"

TAB_MUTATIONS = (
    Mutation(
        "no sign tells that another machine answers while it does",
        "app/widgets/tabs/mark.py",
        "        return self._has_room and bool(self.state.machine) and has_mark(self.state)\n",
        "        return False\n",
        MARKS,
    ),
    Mutation(
        "the list of tabs does not tell which machine answers",
        "app/widgets/tabs/list_model.py",
        "                machine=state.machine,\n",
        "",
        LISTS,
    ),
    Mutation(
        "half a number stands where a title could",
        "app/widgets/tabs/cut_titles.py",
        "return text if fits(text) else title[:kept].rstrip() + ELLIPSIS",
        "return text",
        CUTS,
    ),
    Mutation(
        "the ring of a chat that is read is always full",
        "app/widgets/tabs/mark.py",
        "-round(share * _FULL_ARC)",
        "-_FULL_ARC",
        MARKS,
    ),
    Mutation(
        "tabs are out of sight while there is room for them",
        "app/widgets/tabs/sizes.py",
        "    return max(0, min(offset, length - room))\n",
        "    return max(0, offset)\n",
        SIZES,
    ),
    Mutation(
        "a row stays scrolled as it was in a window not yet shown",
        "app/widgets/tabs/strip.py",
        "            self._in_sight, self._offset = used - arrows, 0\n        self.show_front()\n",
        "            self._in_sight, self._offset = used - arrows, self._length()\n",
        RESTORED,
    ),
    Mutation(
        "titles that begin alike are cut at their ends",
        "app/widgets/tabs/cut_titles.py",
        "    if kept > shared or shared >= len(title):\n",
        "    if True:\n",
        CUTS,
    ),
    Mutation(
        "two tabs show the same text",
        "app/widgets/tabs/cut_titles.py",
        "        text = _unlike(_shortened(title, shared, fits), taken, fits)\n",
        "        text = _shortened(title, shared, fits)\n",
        CUTS,
    ),
    Mutation(
        "a number is given that another title has",
        "app/widgets/tabs/cut_titles.py",
        "        while title in seen and label in taken:\n",
        "        while title in seen and label == title:\n",
        CUTS,
    ),
    Mutation(
        "the number of an equal title is cut off",
        "app/widgets/tabs/cut_titles.py",
        "    if separator and shared >= len(base) and number.isdecimal():\n",
        "    if False:\n",
        CUTS,
    ),
    Mutation(
        "words that were not sent are closed with what is finished",
        "app/widgets/tabs/panes.py",
        "id_ not in staying and self._is_sent(id_)",
        "id_ not in staying",
        LISTS,
    ),
    Mutation(
        "a walk with Ctrl held counts each tab on its way as used",
        "app/widgets/tabs/recent_tabs.py",
        "        if self._is_stepping:\n            return\n",
        "",
        RECENT,
    ),
    Mutation(
        "the page keys walk in the order of use",
        "app/widgets/tabs/recent_tabs.py",
        "        if is_along or not self.is_by_use:\n",
        "        if not self.is_by_use:\n",
        RECENT,
    ),
    Mutation(
        "a card stays with the tab that the mouse has left",
        "app/widgets/tabs/hover_card.py",
        "            if self.isVisible():\n                self._open(",
        "            if self.isHidden():\n                self._open(",
        CARDS,
    ),
    Mutation(
        "nobody sees which answers were cut short by the end of the program",
        "app/storage/content/turns.py",
        "    _mark_tabs(session, {row.conversation_id for row in running})\n",
        "",
        "tests/app/storage/content/test_tabs.py",
    ),
    Mutation(
        "an answer that was cut short while quitting is taken as seen",
        "app/storage/content/turns.py",
        "        if status is MessageStatus.INTERRUPTED:\n",
        "        if False:\n",
        "tests/app/storage/content/test_tabs.py",
    ),
    Mutation(
        "the mark of an interrupted answer never goes",
        "app/controllers/messages/replies.py",
        "            state = replace(state, is_unread=False, is_interrupted=False)\n",
        "            state = replace(state, is_unread=False)\n",
        UNREAD,
    ),
)

"""Bugs of the grid of tabs, and of answers that are shown at reading speed."""

from tests.mutations.mutation import Mutation

SHAPE = "tests/app/widgets/grid/test_shape.py"
GRID = "tests/app/widgets/grid/test_grid.py"
SEND_ALL = "tests/app/controllers/conversations/test_grid.py"
PACE = "tests/app/chat/test_reading_pace.py"

GRID_MUTATIONS = (
    Mutation(
        "the cells of a grid are as small as they can be",
        "app/widgets/grid/shape.py",
        "    return max(candidates, key",
        "    return min(candidates, key",
        SHAPE,
    ),
    Mutation(
        "below a last row that is not full there is nothing",
        "app/widgets/grid/shape.py",
        "    return count - 1 if is_row_below else None\n",
        "    return None\n",
        SHAPE,
    ),
    Mutation(
        "a page of the grid is kept when the tabs are shown again",
        "app/widgets/grid/cells.py",
        "                pane.take_back(conversation_id)\n",
        "                pass\n",
        GRID,
    ),
    Mutation(
        "what was typed in a cell and not sent is hidden",
        "app/widgets/grid/cell.py",
        "self._is_in_use or not view.composer.draft().is_empty",
        "self._is_in_use",
        GRID,
    ),
    Mutation(
        "Esc in the grid stops an answer",
        "app/widgets/grid/grid.py",
        "            if event.key() == Qt.Key.Key_Escape or is_arrow",
        "            if is_arrow",
        GRID,
    ),
    Mutation(
        "what is seen in the grid counts as unread",
        "app/widgets/tabs/panes.py",
        "in_front | self.shown_beside",
        "in_front",
        GRID,
    ),
    Mutation(
        "without a model a message for all is thrown away",
        "app/controllers/conversations/grid.py",
        "        if is_local and state.phase in _UNABLE:\n",
        "        if False:\n",
        SEND_ALL,
    ),
    Mutation(
        "a slow model saves up for a burst of text",
        "app/chat/reading_pace.py",
        "self._tokens = min(self._tokens + step * self._tokens_per_second, float(token_count))",
        "self._tokens = self._tokens + step * self._tokens_per_second",
        PACE,
    ),
    Mutation(
        "a stopped reply is stored with what nobody has seen",
        "app/chat/reply_runner.py",
        "        self.reply = self.pace.shown(self.reply)\n",
        "        self.reply = self.reply\n",
        PACE,
    ),
    Mutation(
        "what the engine said is thrown away when the program ends before it is shown",
        "app/chat/reply_runner.py",
        "                if not is_ended and running.finished is not None:\n",
        "                if False:\n",
        PACE,
    ),
)

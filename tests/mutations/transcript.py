"""Bugs of very long conversations and lines in the window."""

from tests.mutations.mutation import Mutation

EXTREMES = "tests/app/widgets/transcript/test_extremes.py"
BLOCKS = "tests/app/widgets/markdown/test_blocks.py"
HEIGHTS = "tests/app/widgets/transcript/test_row_heights.py"

TRANSCRIPT_MUTATIONS = (
    Mutation(
        "each of twenty thousand messages is looked at when they are opened",
        "app/widgets/transcript/row_heights.py",
        "            if place % step == 0:\n",
        "            if True:\n",
        EXTREMES,
    ),
    Mutation(
        "rows are counted for a width that nobody has",
        "app/widgets/transcript/row_heights.py",
        "        self._sums = None\n        self._unmeasured = None\n",
        "        self._sums = HeightIndex(self._heights())\n        self._unmeasured = None\n",
        HEIGHTS,
    ),
    Mutation(
        "a line of a megabyte is laid out at once",
        "app/widgets/markdown/blocks.py",
        "        if end - start > 2 * longest:\n",
        "        if False:\n",
        EXTREMES,
    ),
    Mutation(
        "a paragraph of a megabyte is laid out at once",
        "app/widgets/transcript/body_parts.py",
        "            yield from prose_blocks(block, LONGEST_LINE)\n",
        "            yield block\n",
        EXTREMES,
    ),
    Mutation(
        "what is copied of a message has no blanks around it",
        "app/widgets/transcript/message.py",
        "        _copy(self.message.text, self.footer)\n",
        "        _copy(self.message.text.strip(), self.footer)\n",
        "tests/flows/test_any_text.py",
    ),
    Mutation(
        "a piece of a paragraph becomes a list",
        "app/widgets/markdown/blocks.py",
        '(?=[^\\W\\d_])")',
        '")',
        BLOCKS,
    ),
)

"""Bugs of how the window is drawn: fields, bars, wide code, the order of the queue."""

from tests.mutations.mutation import Mutation

STYLE = "tests/app/widgets/kit/test_style.py"
WIDE_CODE = "tests/app/widgets/transcript/test_wide_code.py"
PORTAL = "tests/app/process/test_portal.py"

LOOK_MUTATIONS = (
    Mutation(
        "wide code runs off the page",
        "app/widgets/transcript/block_views.py",
        "min(view.natural_width(), width + spare)",
        "view.natural_width()",
        WIDE_CODE,
    ),
    Mutation(
        "code leaves the column where there is no room behind it",
        "app/widgets/transcript/rows.py",
        "            spare = 0  # code",
        "            pass  # code",
        WIDE_CODE,
    ),
    Mutation(
        "heights are kept for another width of the page",
        "app/widgets/transcript/body.py",
        "        if (width, spare) != (self._width, self._spare):\n",
        "        if width != self._width:\n",
        WIDE_CODE,
    ),
    Mutation(
        "the handle of a long page is too small to be hit",
        "app/widgets/kit/style/bars.py",
        "max(SHORTEST_HANDLE, length *",
        "max(1, length *",
        STYLE,
    ),
    Mutation(
        "the handle is at the wrong end where text is read from the right",
        "app/widgets/kit/style/bars.py",
        "        return QStyle.visualRect(option.direction, groove, place)\n",
        "        return place\n",
        STYLE,
    ),
    Mutation(
        "the upper arrow makes a number smaller",
        "app/widgets/kit/style/fields.py",
        "        QStyle.SubControl.SC_SpinBoxUp: QRect(area.width() - arrows, 0, arrows, upper),\n",
        "        QStyle.SubControl.SC_SpinBoxUp: QRect(),\n",
        STYLE,
    ),
    Mutation(
        "the edge of a field is hardly seen",
        "app/widgets/kit/style/shapes.py",
        "colours.text if is_touched(option) else colours.outline",
        "colours.text if is_touched(option) else colours.border",
        STYLE,
    ),
    Mutation(
        "the system's dialog is never shown",
        "app/widgets/dialogs/file_choice.py",
        "    dialog = QFileDialog(parent, title)\n",
        '    dialog = type("Own", (QFileDialog,), {})(parent, title)\n',
        "tests/app/widgets/dialogs/test_file_choice.py",
    ),
    Mutation(
        "a portal is asked that nobody answers for",
        "app/process/portal.py",
        "    if not _has_session_bus(environment):\n",
        "    if False:\n",
        PORTAL,
    ),
    Mutation(
        "programs that are started from here get our choice of dialogs",
        "app/process/portal.py",
        "        environment.pop(_THEME, None)\n",
        "        pass\n",
        PORTAL,
    ),
    Mutation(
        "who is answered last stands on top",
        "app/widgets/sidebar/listed.py",
        "self.waiting.get(id_, 0)",
        "-self.waiting.get(id_, 0)",
        "tests/app/widgets/sidebar/test_signs.py",
    ),
    Mutation(
        "a line parts nothing from nothing",
        "app/widgets/kit/scrolled_line.py",
        "        is_drawn = value > 0\n",
        "        is_drawn = value >= 0\n",
        "tests/app/widgets/kit/test_scrolled_line.py",
    ),
    Mutation(
        "a button stays lit that has moved away from the mouse",
        "app/widgets/kit/controls.py",
        " and widget.rect().contains(widget.mapFromGlobal(QCursor.pos()))",
        "",
        "tests/app/widgets/kit/test_controls.py",
    ),
    Mutation(
        "one token is called many",
        "app/widgets/transcript/usage_text.py",
        "    if usage.reply_tokens == 1:\n",
        "    if usage.reply_tokens == 2:\n",
        "tests/app/widgets/transcript/test_usage_text.py",
    ),
)

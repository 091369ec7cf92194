"""Bugs of leaving, of the icon in the tray, and of coming back."""

from tests.mutations.mutation import Mutation

LEAVING = "tests/app/controllers/window/test_leaving.py"
LEAVING_DOWNLOADS = "tests/app/controllers/engine/test_leaving_downloads.py"
INTERRUPTED = "tests/app/controllers/window/test_interrupted.py"
ARRANGEMENT = "tests/app/controllers/window/test_arrangement.py"
TRAY = "tests/app/widgets/window/test_tray_icon.py"
CLIPBOARD = "tests/app/process/test_clipboard.py"

LEAVING_MUTATIONS = (
    Mutation(
        "the dialogs stay on the screen while the program ends",
        "app/application.py",
        "        hide_dialogs(self.window)\n",
        "",
        "tests/flows/test_quitting.py",
    ),
    Mutation(
        "a dialog is gone with its window, and nobody hears of it",
        "app/widgets/tabs/pane_layout.py",
        "        close_dialogs(self)\n",
        "",
        "tests/flows/test_windows.py",
    ),
    Mutation(
        "the end of the session is asked whether it may",
        "app/controllers/window/leaving.py",
        "self._is_finishing or self._session_end.isActive() or leaving",
        "self._is_finishing or leaving",
        LEAVING,
    ),
    Mutation(
        "the program hides where no tray leads back to it",
        "app/controllers/window/leaving.py",
        "        elif leaving is CloseAction.BACKGROUND and self._tray.is_available:\n",
        "        elif leaving is CloseAction.BACKGROUND:\n",
        LEAVING,
    ),
    Mutation(
        "a tray that goes leaves the program where nobody finds it",
        "app/controllers/window/leaving.py",
        "        if not self._tray.is_available:\n            self.come_back()\n",
        "",
        LEAVING,
    ),
    Mutation(
        "downloads are paused without a word",
        "app/controllers/window/leaving.py",
        "len(self._replies.running_ids), self._downloads.running_count, comparison_count",
        "len(self._replies.running_ids), 0, comparison_count",
        LEAVING_DOWNLOADS,
    ),
    Mutation(
        "the program stays in the tray when its last download has ended",
        "app/controllers/window/leaving.py",
        "        if self._download_count != self._downloads.running_count:\n",
        "        if False:\n",
        LEAVING_DOWNLOADS,
    ),
    Mutation(
        "who comes back is quit with the last answer",
        "app/controllers/window/leaving.py",
        '        """Show the window again; what runs goes on in it."""\n'
        "        self._is_finishing = False\n",
        '        """Show the window again; what runs goes on in it."""\n',
        LEAVING,
    ),
    Mutation(
        "the program ends before a queue is sent",
        "app/controllers/window/leaving.py",
        "        if is_awaited and not self._has_work:\n",
        "        if is_awaited:\n",
        LEAVING,
    ),
    Mutation(
        "closing the window to the tray ends the program with the last answer",
        "app/controllers/window/leaving.py",
        "        if stays and not self._session_end.isActive():\n            self._hide()\n",
        "        if stays and not self._session_end.isActive():\n"
        "            self._finish_in_background()\n",
        LEAVING,
    ),
    Mutation(
        "a cancelled question remembers its check box",
        "app/widgets/dialogs/leaving_question.py",
        "        self.accepted.connect(partial(self._answer, main))\n",
        "        self.accepted.connect(partial(self._answer, main))\n"
        "        self.rejected.connect(partial(self._answer, CloseAction.QUIT))\n",
        "tests/app/widgets/dialogs/test_leaving_question.py",
    ),
    Mutation(
        "a dialog stays on the screen without its window",
        "app/widgets/window/hidden_windows.py",
        "            dialog.hide()\n",
        "            pass\n",
        LEAVING,
    ),
    Mutation(
        "an answer that is whole by now is continued",
        "app/controllers/window/interrupted.py",
        "        return [each for each in found if each is not None and _is_cut(each)]\n",
        "        return [each for each in found if each is not None]\n",
        INTERRUPTED,
    ),
    Mutation(
        "a second kill forgets what the first one cut",
        "app/controllers/window/interrupted.py",
        "        self._settings.change(interrupted_ids=self._offered)\n",
        "        self._settings.change(interrupted_ids=())\n",
        INTERRUPTED,
    ),
    Mutation(
        "what was put away is offered at every start",
        "app/controllers/window/interrupted.py",
        "        if content == self._toast:\n",
        "        if content is None:\n",
        INTERRUPTED,
    ),
    Mutation(
        "continuing brings other tabs to the front",
        "app/controllers/window/interrupted.py",
        "ClosedTab(conversation_id, 0, end, was_in_front=False)",
        "ClosedTab(conversation_id, 0, end, was_in_front=True)",
        INTERRUPTED,
    ),
    Mutation(
        "answers are begun where no model can write them",
        "app/controllers/window/interrupted.py",
        " if state.phase in _UNABLE and self._is_here(each)]",
        " if False]",
        INTERRUPTED,
    ),
    Mutation(
        "further windows that are still to come lose their places",
        "app/controllers/window/arrangement.py",
        "        if not self._tabs.is_restoring:\n",
        "        if True:\n",
        ARRANGEMENT,
    ),
    Mutation(
        "a hidden sidebar comes back without a width",
        "app/widgets/window/arrangement.py",
        "self.columns.sizes()[0] or self._sidebar_width",
        "self.columns.sizes()[0]",
        ARRANGEMENT,
    ),
    Mutation(
        "large text widens the sidebar with each start",
        "app/widgets/window/arrangement.py",
        "        if self._coming is not None and self._coming.sidebar_width > 0:\n",
        "        if False:\n",
        ARRANGEMENT,
    ),
    Mutation(
        "each place that is stored colours the whole window anew",
        "app/controllers/window/view.py",
        "        if any(getattr(old, name) != getattr(new, name) for name in _SHOWN):\n",
        "        if True:\n",
        "tests/app/controllers/window/test_view.py",
    ),
    Mutation(
        "text is scaled twice after a change of the language",
        "app/widgets/kit/theme_switch.py",
        "    font = application.property(_FONT_PROPERTY)\n",
        "    font = None\n",
        "tests/app/widgets/kit/test_theme.py",
    ),
    Mutation(
        "places are stored at the end only",
        "app/widgets/window/arrangement.py",
        "        self._rest.timeout.connect(self.changed)\n",
        "",
        ARRANGEMENT,
    ),
    Mutation(
        "a notification takes the lasting icon along",
        "app/widgets/window/tray_icon.py",
        "        if self._icon is not None and not self._is_lasting:\n",
        "        if self._icon is not None:\n",
        TRAY,
    ),
    Mutation(
        "what was copied outlives Python, and the program ends with a fault",
        "app/main.py",
        "        release_clipboard()\n",
        "",
        CLIPBOARD,
    ),
)

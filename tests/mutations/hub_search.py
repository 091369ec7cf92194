"""Bugs of the search on the hub and of downloads in the window."""

from tests.mutations.mutation import Mutation

FIRST = "tests/app/controllers/engine/test_first_models.py"
DOWNLOADS = "tests/app/controllers/engine/test_downloads.py"
FIT = "tests/app/controllers/engine/test_remote_fit.py"
LEFTOVERS = "tests/app/library/test_leftovers.py"
FOLDER = "tests/app/controllers/engine/test_models_folder.py"
MOVE = "tests/app/library/test_folder_move.py"
ROWS = "tests/app/widgets/models/test_hub_rows.py"
SEARCH = "tests/app/controllers/engine/test_hub_search.py"
VALUES = "tests/app/controllers/engine/test_hub_values.py"
VIEW = "tests/app/widgets/models/test_transfers_view.py"

HUB_SEARCH_MUTATIONS = (
    Mutation(
        "the hub is asked before anybody has agreed",
        "app/controllers/engine/hub_search.py",
        "return settings.searches_hub and not settings.is_offline",
        "return not settings.is_offline",
        SEARCH,
    ),
    Mutation(
        "the hub is asked offline",
        "app/controllers/engine/hub_search.py",
        "return settings.searches_hub and not settings.is_offline",
        "return settings.searches_hub",
        SEARCH,
    ),
    Mutation(
        "the file that an address names is not selected",
        "app/controllers/engine/hub_search.py",
        'file=page.named_file if is_named else "",',
        'file="",',
        SEARCH,
    ),
    Mutation(
        "what can't be verified is fetched unasked",
        "app/controllers/engine/hub_repository.py",
        "        if variant.is_verifiable:\n",
        "        if True:\n",
        SEARCH,
    ),
    Mutation(
        "more results are asked for with each step of the scroll bar",
        "app/widgets/models/hub_rows.py",
        "        self._has_more = False\n        self.more_requested.emit()",
        "        self.more_requested.emit()",
        ROWS,
    ),
    Mutation(
        "more results are asked for at the very end alone",
        "app/widgets/models/hub_rows.py",
        "        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)\n",
        "",
        ROWS,
    ),
    Mutation(
        "results that did not come are never asked for again",
        "app/controllers/engine/hub_search.py",
        "                half.results.rows.offer_more()\n",
        "",
        SEARCH,
    ),
    Mutation(
        "a result that comes twice is shown twice",
        "app/widgets/models/hub_rows.py",
        "new = [each for each in rows if each.key not in known]",
        "new = list(rows)",
        ROWS,
    ),
    Mutation(
        "the other files of a repository are said to take what the one does that was read",
        "app/controllers/engine/remote_fit.py",
        "fit_of(rest + each.size_bytes, memory)",
        "fit_of(rest + known.size_bytes, memory)",
        FIT,
    ),
    Mutation(
        "another model of the repository is reckoned with the shape of this one",
        "app/controllers/engine/remote_fit.py",
        "if each is not known and _stem(each) == stem",
        "if each is not known",
        FIT,
    ),
    Mutation(
        "a model with missing parts is selected",
        "app/controllers/engine/hub_values.py",
        "whole = [each for each in variants if each.is_complete]",
        "whole = list(variants)",
        VALUES,
    ),
    Mutation(
        "half of a split model counts as here",
        "app/controllers/engine/hub_values.py",
        "is_here=all(",
        "is_here=any(",
        VALUES,
    ),
    Mutation(
        "the net process is started at each start",
        "app/controllers/engine/downloads.py",
        "if has_some and not self._net.is_offline:",
        "if not self._net.is_offline:",
        DOWNLOADS,
    ),
    Mutation(
        "what was refused can't be tried again",
        "app/controllers/engine/downloads.py",
        "if has_failed and request is not None:",
        "if False:",
        DOWNLOADS,
    ),
    Mutation(
        "a click throws away gigabytes",
        "app/controllers/engine/downloads.py",
        "if status.done_bytes < _ASKED_FROM_BYTES:",
        "if True:",
        DOWNLOADS,
    ),
    Mutation(
        "a paused download seems to be one that can be resumed while Hubbub is offline",
        "app/controllers/engine/downloads.py",
        "if self._net.is_offline:  # also",
        "if False:  # also",
        DOWNLOADS,
    ),
    Mutation(
        "the first part of a split model is old while the second one is fetched",
        "app/library/leftovers.py",
        "if sizes and all(",
        "if sizes and any(",
        LEFTOVERS,
    ),
    Mutation(
        "a download that somebody goes on with is deleted under his hands",
        "app/library/leftovers.py",
        "        if each not in old_leftovers(each.files[0].parent):\n",
        "        if False:\n",
        LEFTOVERS,
    ),
    Mutation(
        "a model is moved over another one",
        "app/library/folder_move.py",
        "    if os.path.lexists(target):\n        return False\n",
        "",
        MOVE,
    ),
    Mutation(
        "half a model gets its name on the other disk",
        "app/library/folder_move.py",
        "            part.unlink()\n            return False\n",
        "            pass\n",
        MOVE,
    ),
    Mutation(
        "models move into their own folder",
        "app/library/folder_move.py",
        "_contains(source, target) or _contains(target, source)",
        "_contains(target, source)",
        MOVE,
    ),
    Mutation(
        "models that stay in the old folder are lost from sight",
        "app/controllers/engine/models_folder.py",
        "has_rest=set(move.names) > moved",
        "has_rest=False",
        FOLDER,
    ),
    Mutation(
        "models are offered to who has one",
        "app/controllers/engine/first_models.py",
        "if settings.model_path is not None or settings.recent_models:",
        "if settings.model_path is not None:",
        FIRST,
    ),
    Mutation(
        "the time left is that of the quickest download",
        "app/widgets/window/download_button.py",
        "duration_text(max(times))",
        "duration_text(min(times))",
        VIEW,
    ),
    Mutation(
        "the first results are said to be all of them",
        "app/controllers/engine/hub_search.py",
        "    if has_more:\n        text",
        "    if False:\n        text",
        SEARCH,
    ),
    Mutation(
        "who has no model is offered a button that does nothing",
        "app/widgets/models/local_half.py",
        "        self.nothing.action_requested.connect(self._on_folder)\n",
        "",
        "tests/app/controllers/engine/test_models_page.py",
    ),
)

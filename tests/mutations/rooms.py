"""The bugs of single rooms and of what came later, in one list."""

from tests.mutations.budget import BUDGET_MUTATIONS
from tests.mutations.calls import CALL_MUTATIONS
from tests.mutations.features import FEATURE_MUTATIONS
from tests.mutations.figures import FIGURE_MUTATIONS
from tests.mutations.histories import HISTORY_MUTATIONS
from tests.mutations.imports import IMPORT_MUTATIONS
from tests.mutations.kv import KV_MUTATIONS
from tests.mutations.limits import LIMIT_MUTATIONS
from tests.mutations.loader import LOADER_MUTATIONS
from tests.mutations.packages import PACKAGE_MUTATIONS
from tests.mutations.sampling import SAMPLING_MUTATIONS
from tests.mutations.slots import SLOT_MUTATIONS
from tests.mutations.speculation import SPECULATION_MUTATIONS
from tests.mutations.steps import STEP_MUTATIONS
from tests.mutations.stops import STOP_MUTATIONS
from tests.mutations.threads import THREAD_MUTATIONS
from tests.mutations.transcript import TRANSCRIPT_MUTATIONS

ROOM_MUTATIONS = (
    *BUDGET_MUTATIONS,
    *CALL_MUTATIONS,
    *FEATURE_MUTATIONS,
    *FIGURE_MUTATIONS,
    *HISTORY_MUTATIONS,
    *KV_MUTATIONS,
    *IMPORT_MUTATIONS,
    *LIMIT_MUTATIONS,
    *LOADER_MUTATIONS,
    *PACKAGE_MUTATIONS,
    *SAMPLING_MUTATIONS,
    *SLOT_MUTATIONS,
    *SPECULATION_MUTATIONS,
    *STEP_MUTATIONS,
    *STOP_MUTATIONS,
    *THREAD_MUTATIONS,
    *TRANSCRIPT_MUTATIONS,
)

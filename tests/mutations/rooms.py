"""The bugs of single rooms and of what came later, in one list."""

from tests.mutations.answers import ANSWER_MUTATIONS
from tests.mutations.budget import BUDGET_MUTATIONS
from tests.mutations.calls import CALL_MUTATIONS
from tests.mutations.chats import CHAT_MUTATIONS
from tests.mutations.comparisons import COMPARISON_MUTATIONS
from tests.mutations.downloads import DOWNLOAD_MUTATIONS
from tests.mutations.encoding import ENCODING_MUTATIONS
from tests.mutations.features import FEATURE_MUTATIONS
from tests.mutations.figures import FIGURE_MUTATIONS
from tests.mutations.grid import GRID_MUTATIONS
from tests.mutations.headers import HEADER_MUTATIONS
from tests.mutations.histories import HISTORY_MUTATIONS
from tests.mutations.hub_search import HUB_SEARCH_MUTATIONS
from tests.mutations.imports import IMPORT_MUTATIONS
from tests.mutations.kv import KV_MUTATIONS
from tests.mutations.leaving import LEAVING_MUTATIONS
from tests.mutations.libmtmd import LIBMTMD_MUTATIONS
from tests.mutations.library import LIBRARY_MUTATIONS
from tests.mutations.limits import LIMIT_MUTATIONS
from tests.mutations.loader import LOADER_MUTATIONS
from tests.mutations.look import LOOK_MUTATIONS
from tests.mutations.media import MEDIA_MUTATIONS
from tests.mutations.model_settings import MODEL_SETTINGS_MUTATIONS
from tests.mutations.network import NETWORK_MUTATIONS
from tests.mutations.packages import PACKAGE_MUTATIONS
from tests.mutations.palette import PALETTE_MUTATIONS
from tests.mutations.panel import PANEL_MUTATIONS
from tests.mutations.pictures import PICTURE_MUTATIONS
from tests.mutations.planner import PLANNER_MUTATIONS
from tests.mutations.printing import PRINTING_MUTATIONS
from tests.mutations.programs import PROGRAM_MUTATIONS
from tests.mutations.projectors import PROJECTOR_MUTATIONS
from tests.mutations.remote import REMOTE_MUTATIONS
from tests.mutations.routes import ROUTE_MUTATIONS
from tests.mutations.rpc import RPC_MUTATIONS
from tests.mutations.sampling import SAMPLING_MUTATIONS
from tests.mutations.server import SERVER_MUTATIONS
from tests.mutations.sidebar import SIDEBAR_MUTATIONS
from tests.mutations.slots import SLOT_MUTATIONS
from tests.mutations.sounds import SOUND_MUTATIONS
from tests.mutations.source_pages import SOURCE_PAGE_MUTATIONS
from tests.mutations.sources import SOURCE_MUTATIONS
from tests.mutations.speculation import SPECULATION_MUTATIONS
from tests.mutations.steps import STEP_MUTATIONS
from tests.mutations.stops import STOP_MUTATIONS
from tests.mutations.tabs import TAB_MUTATIONS
from tests.mutations.thinking import THINKING_MUTATIONS
from tests.mutations.threads import THREAD_MUTATIONS
from tests.mutations.toasts import TOAST_MUTATIONS
from tests.mutations.transcript import TRANSCRIPT_MUTATIONS

ROOM_MUTATIONS = (
    *ANSWER_MUTATIONS,
    *BUDGET_MUTATIONS,
    *CALL_MUTATIONS,
    *CHAT_MUTATIONS,
    *COMPARISON_MUTATIONS,
    *DOWNLOAD_MUTATIONS,
    *ENCODING_MUTATIONS,
    *FEATURE_MUTATIONS,
    *FIGURE_MUTATIONS,
    *GRID_MUTATIONS,
    *MEDIA_MUTATIONS,
    *HEADER_MUTATIONS,
    *HUB_SEARCH_MUTATIONS,
    *LIBMTMD_MUTATIONS,
    *LIBRARY_MUTATIONS,
    *PROJECTOR_MUTATIONS,
    *NETWORK_MUTATIONS,
    *REMOTE_MUTATIONS,
    *PROGRAM_MUTATIONS,
    *SOURCE_MUTATIONS,
    *SOURCE_PAGE_MUTATIONS,
    *HISTORY_MUTATIONS,
    *KV_MUTATIONS,
    *IMPORT_MUTATIONS,
    *LEAVING_MUTATIONS,
    *LIMIT_MUTATIONS,
    *LOADER_MUTATIONS,
    *LOOK_MUTATIONS,
    *MODEL_SETTINGS_MUTATIONS,
    *PACKAGE_MUTATIONS,
    *PALETTE_MUTATIONS,
    *PANEL_MUTATIONS,
    *PICTURE_MUTATIONS,
    *PLANNER_MUTATIONS,
    *PRINTING_MUTATIONS,
    *ROUTE_MUTATIONS,
    *RPC_MUTATIONS,
    *SAMPLING_MUTATIONS,
    *SERVER_MUTATIONS,
    *SIDEBAR_MUTATIONS,
    *SLOT_MUTATIONS,
    *SOUND_MUTATIONS,
    *SPECULATION_MUTATIONS,
    *STEP_MUTATIONS,
    *STOP_MUTATIONS,
    *TAB_MUTATIONS,
    *THINKING_MUTATIONS,
    *THREAD_MUTATIONS,
    *TOAST_MUTATIONS,
    *TRANSCRIPT_MUTATIONS,
)

"""The selected repository of the hub: its files, whether they fit, and their download."""

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from app.controllers.services import Controller, Services
from app.models.controllers.downloads import DownloadsController
from app.models.controllers.fit_text import (
    RemoteShape,
    fit_of_shape,
    fits_of_quantizations,
    read_shape,
    room_text,
    unknown_text,
)
from app.models.controllers.library import ModelLibraryController
from app.models.hub_model import HubContent, HubOffer, HubResult, Transfer, TransferState
from app.models.library.choices import SHARE_OF_FILE, Memory
from app.models.library.recommended_models import is_file_of
from app.models.model import ModelFit
from app.models.view.hub_details import HubDetails
from app.models.view.hub_words import duration_text
from app.widgets.kit.text import format_bytes, open_link
from app.widgets.kit.translation import fill, translate, translated
from engine.client.net_client import NetClient, NetFailure
from engine.messages.net_messages import (
    Gate,
    HubModel,
    HubRepository,
    HubVariant,
    NetTrouble,
    VariantKind,
)

PUBLIC_HUB = "https://huggingface.co"
# Selected by default: small, with nearly the quality of the full model.
_USUAL_QUANTIZATION = "Q4_K_M"
AGAIN, SETTINGS, PAGE = "again", "settings", "page"
Actions = tuple[tuple[str, str], ...]


def failure_text(failure: NetFailure) -> str:
    """Return the sentence of a failure, with the pause that the server asks for."""
    text = translated(str(failure))
    if failure.retry_after_seconds:
        time = duration_text(failure.retry_after_seconds)
        pause = translate("HubFailure", "Try again in {time}.")
        text = f"{text} {fill(pause, time=time)}"
    return text


def failure_actions(failure: NetFailure) -> Actions:
    """Return the keys and labels of buttons, the main one first."""
    again = (AGAIN, translate("HubFailure", "Try again"))
    if failure.trouble is NetTrouble.OFFLINE:
        return ((SETTINGS, translate("HubFailure", "Open the settings")),)
    if failure.trouble is NetTrouble.GATED and failure.page:
        return ((PAGE, translate("HubFailure", "Open the model's page")), again)
    return (again,)


def hub_address(environment: Mapping[str, str]) -> str:
    """Return the address of the hub that the net process uses."""
    return environment.get("HF_ENDPOINT", "").strip().rstrip("/") or PUBLIC_HUB


def hub_result(model: HubModel) -> HubResult:
    """Return a repository of the hub as a result."""
    return HubResult(
        name=model.name,
        page=model.page,
        downloads=model.downloads,
        likes=model.likes,
        updated=model.updated,
        licence=model.licence,
        parameter_count=model.parameter_count or 0,
        is_gated=model.gate is not Gate.OPEN,
    )


def models_of(repository: HubRepository) -> tuple[HubVariant, ...]:
    """Return the chat models of a repository, the smallest first."""
    return tuple(each for each in repository.variants if each.kind is VariantKind.MODEL)


def hub_content(
    repository: HubRepository,
    fits: Mapping[str, tuple[ModelFit, str]],
    here: Collection[tuple[str, int]],
) -> HubContent:
    """Return a repository with its files; ``fits`` is by the path of the first file.

    ``here`` has the names and sizes of the files in the models folder.
    """
    offers = (_offer(each, fits, here) for each in models_of(repository))
    return HubContent(hub_result(repository.model), tuple(offers), repository.refused)


def best_variant(
    variants: Iterable[HubVariant], pattern: str, named_file: str, room_bytes: int
) -> HubVariant | None:
    """Return the variant to select first, of variants from small to large.

    It is the file in an address, that of the recommendation, the default quantization if it has at
    most ``room_bytes``, or the largest that has; the smallest if none has.
    """
    # A model with a missing part can't be loaded.
    whole = [each for each in variants if each.is_complete]
    paths = [(each, each.files[0].path) for each in whole]
    named = [each for each, path in paths if path == named_file]
    meant = [each for each, path in paths if pattern and is_file_of(pattern, path)]
    held = [each for each in whole if each.size_bytes <= room_bytes]
    usual = [each for each in held if each.quantization == _USUAL_QUANTIZATION]
    return next(iter([*named, *meant, *usual, *held[::-1], *whole]), None)


def files_here(folder: Path) -> frozenset[tuple[str, int]]:
    """Return the names and sizes of the files in a folder. Blocks."""
    try:
        return frozenset((each.name, each.stat().st_size) for each in folder.iterdir())
    except OSError:
        return frozenset()


def _offer(
    variant: HubVariant,
    fits: Mapping[str, tuple[ModelFit, str]],
    here: Collection[tuple[str, int]],
) -> HubOffer:
    path = variant.files[0].path
    fit, text = fits.get(path, (ModelFit(), ""))
    return HubOffer(
        path=path,
        name=variant.name,
        quantization=variant.quantization,
        byte_count=variant.size_bytes,
        file_count=len(variant.files),
        is_complete=variant.is_complete,
        is_verifiable=variant.is_verifiable,
        fit=fit,
        fit_text=text,
        is_here=all((file.save_name, file.size_bytes) in here for file in variant.files),
    )


_PAUSE_SECONDS = 0.3  # so that arrow keys in a list ask for the last row only


class WantedRepository(msgspec.Struct, frozen=True):
    """The repository to show; ``pattern`` or ``file`` selects one of its files.

    A model that ``has_projector`` is downloaded with its projector.
    """

    name: str
    title: str = ""
    revision: str = ""
    pattern: str = ""
    file: str = ""
    has_projector: bool = False


class HubRepositoryController(Controller):
    """Fills the details of one repository at a time."""

    def __init__(
        self,
        services: Services,
        net: NetClient,
        library: ModelLibraryController,
        downloads: DownloadsController,
        folder: Path,
    ) -> None:
        super().__init__(services)
        self._net, self._library, self._downloads = net, library, downloads
        self._folder = folder
        self._details: HubDetails | None = None
        self._memory: Memory | None = None
        self._wanted: WantedRepository | None = None
        self._repository: HubRepository | None = None
        self._fits: dict[str, tuple[ModelFit, str]] = {}
        self._shapes: dict[str, RemoteShape] = {}
        self._here: frozenset[tuple[str, int]] = frozenset()
        self._page = ""  # the page that the last failure names
        self._loading: asyncio.Task[None] | None = None
        self._inspecting: asyncio.Task[None] | None = None
        downloads.changes.add(self._on_transfers)

    def show_in(self, details: HubDetails) -> None:
        """Show repositories in this view."""
        self._details = details
        details.offers.row_selected.connect(self._on_offer)
        details.download_requested.connect(self._on_download)
        details.page_requested.connect(open_link)
        details.state.action_requested.connect(self._on_action)

    def set_memory(self, memory: Memory) -> None:
        """Use this memory for estimates."""
        self._memory = memory
        # Loading or unloading a model changes the free memory: all estimates are repeated, without
        # reading a header again.
        for path in self._shapes:
            self._estimate_fit(path)
        self._show_content()

    def show(self, wanted: WantedRepository) -> None:
        """Show a repository after a short pause; an earlier request is cancelled."""
        self.stop()
        self._wanted = wanted
        self._loading = self._tasks.start(self._load(wanted), may_be_dropped=True)

    def stop(self) -> None:
        """Cancel the requests that are running."""
        for task in (self._loading, self._inspecting):
            if task is not None:
                task.cancel()

    async def _load(self, wanted: WantedRepository) -> None:
        details = self._shown()
        self._repository = None
        self._fits, self._shapes = {}, {}
        # Emptied at once: rows of the previous repository could be downloaded.
        details.offers.rows.set_rows(())
        details.show_loading(wanted.title or wanted.name)
        await asyncio.sleep(_PAUSE_SECONDS)
        try:
            repository = await self._net.show(wanted.name, wanted.revision)
        except NetFailure as failure:
            self._page = failure.page
            details.show_state(failure_text(failure), *failure_actions(failure))
            return
        self._here = await asyncio.to_thread(files_here, self._folder)
        self._repository = repository
        self._show_content()
        room = self._memory.free_bytes / SHARE_OF_FILE if self._memory else 0
        models = models_of(repository)
        best = best_variant(models, wanted.pattern, wanted.file, int(room))
        if best is not None:
            details.offers.select_key(best.files[0].path)

    def _on_offer(self, path: str) -> None:
        if self._inspecting is not None:
            self._inspecting.cancel()
        details = self._shown()
        variant = self._variant(path)
        details.set_room("", is_enough=True)
        details.set_running(is_running=variant is not None and self._is_running(variant))
        details.show_offer()
        if variant is not None:
            self._inspecting = self._tasks.start(self._inspect(variant), may_be_dropped=True)

    async def _inspect(self, variant: HubVariant) -> None:
        """Ask for the free space, and read the header, both of the selected file only."""
        path = variant.files[0].path
        await asyncio.sleep(_PAUSE_SECONDS)
        try:
            await self._show_room(variant)
            if path not in self._shapes:
                await self._read_header(variant)
        except NetFailure as failure:
            self._fits[path] = (ModelFit(), unknown_text(failure.args[0]))
        self._show_content()

    async def _show_room(self, variant: HubVariant) -> None:
        answer = await self._net.ask_room(str(self._folder), variant.size_bytes)
        text = translated(answer.refusal)
        if not answer.refusal:
            text = room_text(format_bytes(answer.free_bytes), format_bytes(variant.size_bytes))
        self._shown().set_room(text, is_enough=not answer.refusal)

    async def _read_header(self, variant: HubVariant) -> None:
        path = variant.files[0].path
        assert self._repository is not None
        before = self._fits.get(path)
        waiting = translate("HubRepository", "Reading its header to estimate the memory…")
        self._fits[path] = (ModelFit(), waiting)
        self._show_content()
        # If another file is selected meanwhile, this one returns to its previous text.
        try:
            self._shapes[path] = await read_shape(self._net, self._repository, variant)
        finally:
            if before is None:
                self._fits.pop(path, None)
            else:
                self._fits[path] = before
        self._estimate_fit(path)

    def _estimate_fit(self, path: str) -> None:
        """Estimate with a header, for its file and for others of the same model."""
        variant, found = self._variant(path), self._shapes[path]
        if variant is None or self._memory is None or self._repository is None:
            return
        if found.shape is None:
            self._fits[path] = (ModelFit(), unknown_text(found.reason))
            return
        load = self._library.wanted_load()
        has_own_window = self._settings.current.context_window is not None
        models = models_of(self._repository)
        others = fits_of_quantizations(found.shape, variant, models, load, self._memory)
        # The header of a file itself is preferred to that of another quantization.
        self._fits = {
            **others,
            **{key: self._fits[key] for key in self._shapes if key in self._fits},
            path: fit_of_shape(found.shape, load, self._memory, has_own_window=has_own_window),
        }

    def _show_content(self) -> None:
        if self._repository is not None:
            self._shown().set_content(hub_content(self._repository, self._fits, self._here))

    def _on_download(self, path: str) -> None:
        variant, repository = self._variant(path), self._repository
        if variant is None or repository is None:
            return
        has_projector = self._wanted is not None and self._wanted.has_projector
        self._downloads.ask_download(
            repository, variant, self._shown(), has_projector=has_projector
        )

    def _on_action(self, key: str) -> None:
        if key == AGAIN and self._wanted is not None:
            self.show(self._wanted)
        elif key == PAGE:
            open_link(self._page)
        elif key == SETTINGS:
            self._window.requests.setting_requested.emit("is_offline")

    def _on_transfers(self, transfers: Sequence[Transfer]) -> None:
        if self._details is None or self._details.offer is None:
            return
        variant = self._variant(self._details.offer.path)
        if variant is not None:
            self._details.set_running(is_running=self._is_running(variant))
        # A file of this name may be on this computer now, and can't be downloaded again.
        done = {each.name for each in transfers if each.state is TransferState.DONE}
        if done - {name.removesuffix(".gguf") for name, _size in self._here}:
            self._tasks.start(self._read_folder(), may_be_dropped=True)

    async def _read_folder(self) -> None:
        self._here = await asyncio.to_thread(files_here, self._folder)
        self._show_content()

    def _is_running(self, variant: HubVariant) -> bool:
        return self._downloads.is_running([file.save_name for file in variant.files])

    def _variant(self, path: str) -> HubVariant | None:
        models = models_of(self._repository) if self._repository is not None else ()
        return next((each for each in models if each.files[0].path == path), None)

    def _shown(self) -> HubDetails:
        assert self._details is not None, "repositories are shown on the page only"
        return self._details

"""The settings of single models: applied when a model is loaded, and edited on a page."""

import asyncio
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import aclosing
from functools import partial
from pathlib import Path, PurePath

import msgspec
from msgspec.structs import replace
from shiboken6 import isValid

from app.chat.request_builder import ChatSettings, model_key, sampling_with
from app.controllers.services import Controller, Services
from app.controllers.settings_controller import chat_settings_of
from app.domain.chat_options import PRESET_THINKING, ChatModel, ThinkingOptions, thinking_options_of
from app.engine_settings import settings_with, slots_of
from app.errors import ModelFileError, StorageError
from app.models.controllers.draft_offers import DraftOffers
from app.models.controllers.fit_text import ModelFitTeller
from app.models.controllers.library import ModelLibraryController
from app.models.library.load_projector import projector_candidates, read_candidate
from app.models.library.messages import Hashed
from app.models.library.model_files import ModelFiles, named_models
from app.models.library.model_groups import ProjectorCandidate, ProjectorChoice, chosen_projector
from app.models.library.model_settings_store import ModelSettingsStore
from app.models.library.models import (
    advised_sampling_of,
    builtin_model,
    default_prompt_of,
    describe,
    is_starter,
    used_paths,
)
from app.models.library_model import LibraryModel
from app.models.model import FitEstimate
from app.models.named_model import NamedModel
from app.models.settings_model import ModelSettings
from app.models.view.file_rows import FileRow, OfferedFile
from app.models.view.model_settings_page import ModelSettingsFacts, ModelSettingsPage
from app.models.view.sampling_section import SamplingDefaults
from app.settings import Settings, with_section
from app.widgets.kit.text import format_number
from app.widgets.kit.translation import fill, translate, translated
from engine.gguf.memory_plan import NO_PROJECTOR, ProjectorPlan
from engine.gguf.model_file import NO_ADVICE
from engine.gguf.model_name import model_name
from engine.gguf.model_shape import ModelShape
from engine.listeners import Listeners
from engine.messages.sampling_params import SamplingParams

LOADING_FIELDS = (
    *("context_window", "slot_count", "kv_type", "chat_template", "keeps_experts"),
    *("projector_path", "draft_path"),
    "tensor_split",
)
_SHOWN_CHARS = 120


def chat_settings_with(
    settings: ChatSettings,
    own: ModelSettings,
    preset: Mapping[str, object],
    path: str,
    advice: Mapping[str, object] = NO_ADVICE,
    default_prompt: str = "",
) -> ChatSettings:
    """Return the settings of chats with one model, for options that a chat does not set.

    The settings of the model override its preset, which overrides the general settings. ``advice``
    is the sampling that its makers advise, and ``default_prompt`` a system prompt that it needs:
    both replace defaults, not values that the user has set.
    """
    advised = unset_values(settings.sampling, advice)
    own_sampling = {**preset, **(own.sampling or {})}
    prompt = preset.get("system_prompt")
    if own.system_prompt is not None:
        prompt = own.system_prompt
    key = model_key(path)
    thinking = settings.thinking.get(key, ThinkingOptions())
    of_preset = thinking_options_of(preset.get(PRESET_THINKING))
    return replace(
        settings,
        general=settings,
        system_prompt=(
            prompt if isinstance(prompt, str) else settings.system_prompt or default_prompt
        ),
        sampling=sampling_with(sampling_with(settings.sampling, advised), own_sampling),
        advised=frozenset(advised) - own_sampling.keys(),
        thinking={**settings.thinking, key: thinking.over(of_preset)},
    )


def unset_values(sampling: SamplingParams, advice: Mapping[str, object]) -> dict[str, object]:
    """Return the advised values in place of which the user has set no others."""
    default = SamplingParams()
    return {
        name: value
        for name, value in advice.items()
        if getattr(sampling, name) == getattr(default, name)
    }


def needs_loading(old: ModelSettings, new: ModelSettings) -> bool:
    """Return whether a change of settings needs the model to be loaded again."""
    return any(getattr(old, name) != getattr(new, name) for name in LOADING_FIELDS)


def own_texts(own: ModelSettings) -> dict[str, str]:
    """Return the settings of a model as texts, by the names of the settings they override."""
    texts: dict[str, str] = {}
    if own.context_window is not None:
        text = translate("ModelSettings", "{count} tokens")
        texts["context_window"] = fill(text, count=format_number(own.context_window))
    if own.slot_count is not None:
        texts["slot_count"] = format_number(own.slot_count)
    if own.kv_type is not None:
        texts["kv_type"] = own.kv_type
    sampling = own.sampling or {}
    temperature, length = sampling.get("temperature"), sampling.get("max_tokens")
    if isinstance(temperature, int | float):
        texts["temperature"] = format_number(temperature, 2)
    if isinstance(length, int):
        text = translate("ModelSettings", "{count} tokens")
        texts["max_reply_tokens"] = fill(text, count=format_number(length))
    if own.system_prompt is not None:
        prompt = " ".join(own.system_prompt.split())
        is_long = len(prompt) > _SHOWN_CHARS
        texts["system_prompt"] = f"{prompt[:_SHOWN_CHARS]}…" if is_long else prompt
    return texts


class ProjectorOffers(msgspec.Struct):
    """The projectors that can be chosen for one model."""

    shape: ModelShape | None = None
    _candidates: dict[str, ProjectorCandidate] = msgspec.field(default_factory=dict)

    @classmethod
    def of(cls, path: str, index_folder: Path, wanted: str | None) -> "ProjectorOffers":
        """Read the projectors in the folder of a model, and the one in its settings. Blocks."""
        try:
            model = describe(Path(path))
        except ModelFileError:
            return cls()
        found = projector_candidates(model.path, index_folder)
        paths = (*found, wanted) if wanted else found
        return cls(model.shape, {each: read_candidate(each) for each in paths})

    @property
    def automatic(self) -> str:
        """Return the name of the projector that is used by default; empty for none."""
        found = self._best(self._candidates.values())
        return found.file.name if found.file is not None else ""

    @property
    def offered(self) -> tuple[OfferedFile, ...]:
        """Return the projectors to choose from, without those of other models."""
        return tuple(
            OfferedFile(path, each.file.size_bytes)
            for path, each in self._candidates.items()
            if each.file is not None and not self.problem(path)
        )

    def add_file(self, path: str) -> None:
        """Read one more file. Blocks."""
        self._candidates[path] = read_candidate(path)

    def problem(self, path: str) -> str:
        """Return the reason why a file can't be used; empty if it can."""
        known = self._candidates.get(path)
        reason = None if known is None else self._best((known,)).problem
        return "" if reason is None else translated(reason)

    def plan(self, wanted: str | None) -> ProjectorPlan:
        """Return the memory of the projector that the settings choose."""
        if self.shape is None or wanted == "":
            return NO_PROJECTOR
        known = self._candidates.values() if wanted is None else (self._candidates.get(wanted),)
        return self._best(each for each in known if each is not None).plan(self.shape)

    def _best(self, candidates: Iterable[ProjectorCandidate]) -> ProjectorChoice:
        return ProjectorChoice() if self.shape is None else chosen_projector(self.shape, candidates)


class ModelSettingsController(Controller):
    """Has the settings of the model in use, and opens the page for any model.

    Attributes:
        changes: called when the settings of chats change, or another model is in use.
        current: the settings of the model in use.
        on_reload: loads the model in use again.
    """

    def __init__(
        self,
        services: Services,
        store: ModelSettingsStore,
        library: ModelLibraryController,
        model_files: ModelFiles,
    ) -> None:
        super().__init__(services)
        self._model_files = model_files
        self._store = store
        self._library = library
        self._path = ""
        self._preset: Mapping[str, object] = {}
        self._advice: Mapping[str, object] = {}
        self.changes: Listeners[[]] = Listeners()
        self.current = ModelSettings()
        self._page: ModelSettingsPage | None = None
        self.on_reload: Callable[[], None] = lambda: None
        requests = services.window.requests
        requests.model_settings_requested.connect(self._tasks.starter(self._open))

    @property
    def page(self) -> ModelSettingsPage | None:
        """The page while it is open; closing its window may have deleted it."""
        page = self._page
        return page if page is not None and isValid(page) else None

    def effective(self, settings: Settings) -> Settings:
        """Return settings with those of the model in use applied."""
        settings = settings_with(settings, self.current)
        return msgspec.structs.replace(settings, slot_count=slots_of(settings, self._path))

    def chat_settings(self, settings: ChatSettings) -> ChatSettings:
        """Return the settings of chats with those of the model in use applied."""
        return chat_settings_with(
            settings,
            self.current,
            self._preset,
            self._path,
            self._advice,
            default_prompt_of(self._path),
        )

    async def chat_settings_of(self, digest: str) -> ChatSettings | None:
        """Return the settings of chats that have chosen a model other than the one in use.

        None for the one in use, and if the model is missing.
        """
        path = await self._model_files.path_of(ChatModel(digest))
        if path is None or path == self._path:
            return None
        own = await self.read(path)
        preset = await self._preset_values(own)
        advice = await asyncio.to_thread(_advice_of, path)
        general, prompt = chat_settings_of(self._settings.current), default_prompt_of(path)
        return chat_settings_with(general, own, preset, path, advice, prompt)

    async def set_context_window(self, path: str, token_count: int) -> None:
        """Set the context window of a model's chats, in its settings if they have one.

        The path is empty for the model in use.
        """
        own = await self.read(path or self._path)
        if own.context_window is None:
            self._settings.change(context_window=token_count)
        else:
            await self.save(path or self._path, replace(own, context_window=token_count))

    def refresh(self) -> None:
        """Read the settings of the model in use again; its preset may have changed."""
        if self._path:
            self._tasks.start(self._use_again())

    async def use(self, path: str) -> ModelSettings:
        """Return the settings of a model, which becomes the one in use."""
        path = _absolute(path)
        own = await self.read(path)
        preset = await self._preset_values(own)
        advice = await asyncio.to_thread(_advice_of, path)
        self._path, self.current, self._preset, self._advice = path, own, preset, advice
        self.changes.notify()
        return own

    async def save(self, path: str, own: ModelSettings) -> None:
        """Store the settings of a model, and reload it if it is in use and needs it."""
        before = await self.read(path)
        model = self._library_model(path)
        if model is not None and model.digest is not None:
            await self._store.save_digest(path, model.digest)
        is_hashed = await self._store.save(path, own)
        if not is_hashed and not own.is_default:
            self._tasks.start(self._hash(path), may_be_dropped=True)
        is_in_use = path == self._path
        if needs_loading(self.current if is_in_use else before, own):
            self.reload(path)
        elif is_in_use:
            await self.use(path)
        if not is_in_use:
            self.changes.notify()

    def reload(self, path: str) -> None:
        """Load a model again if it is in use; another one is unloaded as soon as it is idle."""
        if path == self._path:
            self.on_reload()
        else:
            self._models.host.unload_file(path)

    async def _use_again(self) -> None:
        await self.use(self._path)

    async def read(self, path: str) -> ModelSettings:
        """Return the settings of a model; the defaults if they can't be read."""
        try:
            return await self._store.settings_of(path)
        except StorageError as error:
            self._toasts.report(error)  # the model works without them
            return ModelSettings()

    async def _hash(self, path: str) -> None:
        """Compute the digest, so that the settings follow the file."""
        async with aclosing(self._library.digests((path,))) as steps:
            async for step in steps:
                if isinstance(step, Hashed) and step.digest is not None:
                    await self._store.settings_of(path)  # moves them to the digest

    async def _preset_values(self, own: ModelSettings) -> Mapping[str, object]:
        if own.preset_name is None:
            return {}
        presets = await self._history.presets.all()
        return next((each.values for each in presets if each.name == own.preset_name), {})

    async def _open(self, path: str) -> None:
        """Show the page of a model; without a path, that of the one in use."""
        path = _absolute(path or self._client.model_path or str(builtin_model()))
        own = await self.read(path)
        presets = await self._history.presets.all()
        host = self._models.host
        state = host.engines.state_of(path) if host.engines.is_present(path) else self._client.state
        teller = await asyncio.to_thread(ModelFitTeller.of, path, state, self._models.loaded_bytes)
        has_experts = await asyncio.to_thread(_has_experts, path)
        index = self._store.index_folder
        offers = await asyncio.to_thread(ProjectorOffers.of, path, index, own.projector_path)
        models = self._library.state.models
        drafts = await asyncio.to_thread(DraftOffers.of, path, models, own.draft_path)
        if self._window.pages.shows_unsaved(ModelSettingsPage):
            return
        known = self._library_model(path)
        advice = await asyncio.to_thread(_advice_of, path)
        general = chat_settings_of(self._settings.current).sampling
        advised = unset_values(general, advice)
        facts = ModelSettingsFacts(
            name=self._name(path),
            general=self._settings.current,
            preset_names=tuple(each.name for each in presets),
            sampling=SamplingDefaults(
                msgspec.to_builtins(sampling_with(general, advised)),
                advice,
                frozenset(advised),
                is_in_file=not is_starter(path),
                presets={each.name: each.values for each in presets},
            ),
            embeds_only=known is not None and known.only_embeds,
            is_in_use=path == self._path and self._client.state.known_model is not None,
            has_experts=has_experts and self._card_count() > 0,
            card_count=self._card_count(),
            projectors=offers.offered,
            automatic_projector=offers.automatic,
            drafts=drafts.offered,
            others=await self._others(path),
            estimate=partial(self._estimate, teller, offers),
        )
        self._page = page = ModelSettingsPage(own, facts, self._window)
        check_template = self._tasks.starter(self._check_template, may_be_dropped=True)
        page.template_check_requested.connect(check_template)
        check = self._tasks.starter(self._check_file)
        for row, files in ((page.projector_row, offers), (page.draft_row, drafts)):
            row.set_folder(str(PurePath(path).parent))
            row.file_selected.connect(partial(check, row, files))
        page.saved.connect(partial(self._on_saved, path))
        page.section_folded.connect(self._on_section_folded)
        page.finished.connect(partial(self._on_finished, page))
        self._window.pages.show_page(page)

    def _on_finished(self, page: ModelSettingsPage, _result: int) -> None:
        if self._page is page:
            self._page = None

    async def _others(self, path: str) -> tuple[NamedModel, ...]:
        used = used_paths(self._settings.current)
        try:
            found = await named_models(self._model_files, self._store, used)
        except StorageError:
            return ()
        return tuple(each for each in found if each.path != path)

    def _card_count(self) -> int:
        return self._models.host.engines.card_count

    def _on_section_folded(self, key: str, is_folded: bool) -> None:
        settings = with_section(self._settings.current, key, is_folded=is_folded)
        self._settings.apply(settings)

    def _on_saved(self, path: str, own: ModelSettings) -> None:
        self._tasks.start(self.save(path, own))

    def _estimate(
        self, teller: ModelFitTeller | None, offers: ProjectorOffers, own: ModelSettings
    ) -> FitEstimate:
        settings = settings_with(self._settings.current, own)
        if teller is None:
            return FitEstimate()
        return teller.estimate(settings, offers.plan(own.projector_path), own.draft_path)

    async def _check_file(
        self, row: FileRow, offers: ProjectorOffers | DraftOffers, path: str
    ) -> None:
        await asyncio.to_thread(offers.add_file, path)
        if self.page is not None:
            self.page.show_file_checked(row, path, offers.problem(path))

    async def _check_template(self, text: str) -> None:
        checked = await self._client.queries.check_template(text)
        problem = ""
        if checked is not None and checked.error is not None:
            problem = translated(checked.error.text)
        if self.page is not None:
            self.page.show_template_checked(text, problem)

    def _name(self, path: str) -> str:
        model = self._client.state.known_model
        if model is not None and model.path == path:
            return model.name
        known = self._library_model(path)
        return model_name(path, {}).full if known is None else known.name

    def _library_model(self, path: str) -> LibraryModel | None:
        models = self._library.state.models
        return next((each for each in models if each.path == path), None)


def _has_experts(path: str) -> bool:
    """Return whether a model is a mixture of experts. Blocks."""
    try:
        shape = describe(Path(path)).shape
    except ModelFileError:
        return False
    return shape is not None and shape.expert_count > 0


def _advice_of(path: str) -> Mapping[str, object]:
    try:
        return advised_sampling_of(path)
    except ModelFileError:
        return {}  # loading it reports the problem


def _absolute(path: str) -> str:
    """Return a path in the form that the engine's client uses."""
    return os.path.abspath(path)

"""The models that other programs can name: listed, loaded for a request, and kept until its end."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import PurePath

from app.controllers.services import Controller, Services
from app.domain.chat_options import ChatModel
from app.errors import AppError
from app.models.controllers.library import ModelLibraryController
from app.models.host.broker import WaitKind
from app.models.host.host import WaitState
from app.models.host.table import Phase
from app.models.library.chat_models import ChatModels
from app.models.library.models import default_path, used_paths
from app.settings import Settings
from engine.client.server_client import ModelNotServed, ServerClient
from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.server_messages import ServedModel

_WHO = "program"
_RETRY_SECONDS = 10
_LOADING = (WaitKind.LOAD, WaitKind.UNLOAD)


class ServedModels(Controller):
    """Lists the models of this computer to the local server, and loads those that are asked for.

    A request waits for the load of its model; if there is no room for it now, it is refused.
    """

    def __init__(
        self,
        services: Services,
        server: ServerClient,
        library: ModelLibraryController,
        files: ChatModels,
    ) -> None:
        super().__init__(services)
        self._server = server
        self._files = files
        self._paths: dict[str, str] = {}  # of the listed models, by id
        self._listed: dict[str, ChatModel] = {}  # by id
        self._listing: asyncio.Task[None] | None = None
        self._is_outdated = False
        server.give = self.use
        server.states.add(lambda _state: self._list())
        library.changes.add(lambda _state: self._list())
        services.settings.changes.add(self._on_settings_changed)
        services.models.host.changes.add(self._show)

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        names = ("model_path", "recent_models")
        if any(getattr(old, name) != getattr(new, name) for name in names):
            self._list()

    def _list(self) -> None:
        self._is_outdated = True
        is_listing = self._listing is not None and not self._listing.done()
        if self._server.config is not None and not is_listing:
            self._listing = self._tasks.start(self._read(), may_be_dropped=True)

    async def _read(self) -> None:
        """Read which models there are, again if that has changed meanwhile."""
        while self._is_outdated:
            self._is_outdated = False
            await self._read_once()

    async def _read_once(self) -> None:
        found = await self._files.all(used_paths(self._settings.current))
        listed: dict[str, ChatModel] = {}
        paths: dict[str, str] = {}
        for each in found:
            path = await self._files.path_of(each)
            if path is not None:
                id_ = PurePath(path).stem
                listed.setdefault(id_, each)
                paths.setdefault(id_, path)
        self._listed, self._paths = listed, paths
        self._show()

    def _show(self) -> None:
        """Tell the server which models there are, and which are loaded."""
        default = default_path(self._settings.current)
        entries = self._models.host.entries
        loaded = {each.path for each in entries if each.phase is Phase.READY}
        self._server.set_models(
            tuple(
                ServedModel(
                    id_,
                    each.name,
                    is_default=self._paths[id_] == default,
                    is_loaded=self._paths[id_] in loaded,
                )
                for id_, each in self._listed.items()
            )
        )

    @asynccontextmanager
    async def use(self, id_: str) -> AsyncGenerator[str]:
        """Load the model with an id, and keep it in the block; yield the address of its engine.

        Raises ModelNotServed.
        """
        listed = self._listed.get(id_)
        if listed is None:
            raise ModelNotServed(lazy("There is no model “{id}”.", id=id_))
        refusal = asyncio.get_running_loop().create_future()

        def follow(wait: WaitState) -> None:
            if wait.kind not in _LOADING and not refusal.done():
                refusal.set_result(wait.text)

        async with AsyncExitStack() as stack:
            using = self._models.use(_WHO, listed.digest, is_background=True, on_wait=follow)
            entering = asyncio.ensure_future(stack.enter_async_context(using))
            try:
                await asyncio.wait((entering, refusal), return_when=asyncio.FIRST_COMPLETED)
                if not entering.done():
                    raise ModelNotServed(refusal.result(), _RETRY_SECONDS)
                client = entering.result()
            except AppError as error:
                raise ModelNotServed(LazyText.of(str(error))) from error
            finally:
                if not entering.done():
                    entering.cancel()
                    await asyncio.wait((entering,))
            yield client.channel_address

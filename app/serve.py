"""``hubbub serve``: the engine and the local server without a window, and without Qt."""

import argparse
import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec
from msgspec.structs import replace

from app.data_folders import DataFolders, Paths
from app.engine_settings import cache_limit, engine_config, settings_with
from app.errors import (
    AlreadyRunning,
    AppError,
    FolderNotWritable,
    InvalidSettings,
    LazyText,
    ModelUnavailable,
    StorageError,
    lazy,
)
from app.instance_lock import InstanceLock
from app.media.decoder import PictureDecoder
from app.media.program_media import ProgramMedia
from app.models.host.host import ModelHost, ModelSpec
from app.models.host.local_models import LocalModels
from app.models.host.specs import rest_seconds
from app.models.host.table import MAIN
from app.models.library.load_projector import projector_at_load
from app.models.library.model_files import library_models
from app.models.library.model_folders import known_folders, models_folder
from app.models.library.model_library import ModelLibrary
from app.models.library.model_settings_store import stored_settings
from app.models.library.models import builtin_model, defaults_of, describe, describe_any, used_paths
from app.models.library_model import ModelFolder, ModelFolderKind
from app.models.named_model import NamedModel, alias_problem
from app.models.settings_model import ModelSettings, is_alias
from app.process.reporting import logging_to
from app.process.requirements import missing_means
from app.process.version import own_version
from app.programs.offered_models import (
    MAX_STOPS,
    MAX_WAIT_SECONDS,
    OfferedModels,
    stopped_text,
)
from app.settings import Settings, SettingsFile
from engine.client.client import EngineClient, EnginePhase, EngineState
from engine.client.listening_socket import ListeningSocket
from engine.client.net_client import NetClient, NetFailure
from engine.client.server_client import ServerClient
from engine.gguf.model_file import ModelFile
from engine.messages.config import EngineConfig
from engine.messages.errors import InvalidConfig
from engine.messages.page_origin import host_name, page_origin
from engine.messages.remote_messages import KeyOrigin
from engine.messages.server_messages import DEFAULT_PORT, ServerConfig, ServerState, same_name

_OFFLINE = "Hubbub is set to work offline, so nothing listens. Change that in its settings."
_IN_USE = "If it has a window, this can answer programs, too: see its settings, Other programs."
_LINE_WIDTH = 79  # of a terminal, for a line that is written again
_MAX_DIGITS = 9  # of the number in an option
_EXIT_STATUS = (
    "The exit status is 0 after Ctrl+C or SIGTERM, 2 for invalid arguments, and 1 for any other "
    "error. An engine that crashes is restarted at most three times within five minutes; after "
    "the next crash `hubbub serve` ends with status 1."
)
_NO_SCREEN = (
    "If no one can unlock the keyring, as without a screen, "
    "PYTHON_KEYRING_BACKEND=keyring.backends.fail.Keyring keeps the token in a file."
)
_NO_MODEL = "No model was found. Name one with --model, or run the set-up again."
_SEARCH_FAILED = "Only models that were found before are offered: {error}"
_NO_SUCH_MODEL = "The model “{model}” was not found."
_NOT_OFFERED = "{problem} So the alias “{alias}” is not offered."


def run(arguments: Sequence[str]) -> int:
    """Serve until Ctrl+C or SIGTERM; return the exit status. Errors are one line on stderr."""
    options = _parser().parse_args(arguments)
    missing = missing_means()
    if missing is not None:
        return _failed(missing)
    try:
        wanted = partial(Paths.under, options.data) if options.data else Paths.for_user
        folders = DataFolders(wanted)
    except AppError as error:
        return _failed(str(error))
    with contextlib.closing(folders):
        if options.mcp:
            return asyncio.run(_serve_histories(folders.paths, options))
        lock = InstanceLock(folders.paths.lock_file)
        try:
            lock.acquire()
        except AlreadyRunning as error:
            return _failed(f"{error} {_IN_USE}")
        except FolderNotWritable as error:
            return _failed(str(error))
        try:
            with logging_to(folders.paths.log_dir):
                return asyncio.run(_Service(folders.paths, options).run())
        except KeyboardInterrupt:  # for systems without signal handlers in the loop
            return 0
        finally:
            lock.release()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="hubbub serve",
        description="Answers other programs over HTTP with a local language model.",
        epilog=f"{_EXIT_STATUS} {_NO_SCREEN}",
    )
    parser.add_argument(
        "--model",
        type=Path,
        metavar="FILE",
        help="a GGUF file, which answers the requests that name no other model; else the last one",
    )
    parser.add_argument(
        "--models-max",
        type=_count,
        metavar="N",
        help="how many models are loaded at once; 0, the default, leaves that to the memory",
    )
    parser.add_argument(
        "--wait",
        type=_count,
        metavar="SECONDS",
        default=MAX_WAIT_SECONDS,
        help="how long a request waits for answers of other models whose memory its own needs; "
        "0 refuses at once; else 60",
    )
    parser.add_argument(
        "--rest",
        type=_count,
        metavar="SECONDS",
        help="unload a model that is idle for this time; 0 for never; else as in the settings",
    )
    parser.add_argument(
        "--stay",
        type=_count,
        metavar="SECONDS",
        help="of models that do not fit together and are asked for in turn, each stays loaded for "
        "this time; 0 changes at once; else as in the settings",
    )
    parser.add_argument(
        "--alias",
        type=_alias,
        action="append",
        default=[],
        metavar="NAME=MODEL",
        help="a name by which programs can ask for a model too, which is named by its file or as "
        "it is listed; may be given several times",
    )
    parser.add_argument(
        "--listen",
        metavar="ADDRESS",
        default="127.0.0.1",
        help="another address than 127.0.0.1 can be reached from the network",
    )
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="0 takes any that is free")
    parser.add_argument("--cert", type=Path, metavar="FILE", help="a certificate, for HTTPS")
    parser.add_argument("--key", type=Path, metavar="FILE", help="the key of the certificate")
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="a web page that may ask, as https://app.example; may be given several times",
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a host name by which programs reach this computer, such as host.docker.internal; "
        "may be given several times",
    )
    parser.add_argument(
        "--mcp",
        action="store_true",
        help="instead of HTTP, let the program that started this read the conversations and "
        "sources, by the Model Context Protocol over its standard input and output",
    )
    parser.add_argument(
        "--allow-asking", action="store_true", help="with --mcp: it may ask the model as well"
    )
    parser.add_argument("--show-token", action="store_true", help="print the token as well")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="keep everything there")
    parser.add_argument("--version", action="version", version=f"Hubbub {own_version()}")
    return parser


def _count(text: str) -> int:
    """Return a number of an option. Raises ArgumentTypeError."""
    if not text.isdecimal() or len(text) > _MAX_DIGITS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 0")
    return int(text)


def _alias(text: str) -> tuple[str, str]:
    """Return the alias and the model of an option. Raises ArgumentTypeError."""
    alias, sign, model = text.partition("=")
    if not sign or not model.strip() or not is_alias(alias):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form NAME=MODEL")
    return alias.strip(), model.strip()


async def _serve_histories(paths: Paths, options: argparse.Namespace) -> int:
    """Serve the program at the other end of the standard streams until it closes them.

    The data folder is not locked, so that a window may be open on it.
    """
    from app.tools import mcp_server  # late: the library takes half a second to import

    settings, _ = SettingsFile(paths.settings_file).load()
    asker = None
    if options.allow_asking:
        try:
            model = await asyncio.to_thread(model_to_serve, settings, paths, options.model)
            await asyncio.to_thread(describe, model.path)  # an embedding model is not asked
            own = await asyncio.to_thread(own_settings, paths, model)
            config = await asyncio.to_thread(config_of, settings, paths, model, own)
        except (AppError, InvalidConfig) as error:
            return _failed(str(error))
        # The window has its folder of cached states to itself.
        config = msgspec.structs.replace(config, cache_dir=None)
        asker = mcp_server.Asker(str(model.path), config, is_confined=settings.confines_engine)
    await mcp_server.serve(paths.database, asker)
    return 0


class _Service:
    """The engine processes and the net process, and their printed status."""

    def __init__(self, paths: Paths, options: argparse.Namespace) -> None:
        self._paths = paths
        self._options = options
        self._settings = Settings()
        self._ended = asyncio.Event()
        self._status = 0
        self._text = ""
        self._engine_text: str | LazyText = ""

    async def run(self) -> int:
        """Start all, wait for the end, stop all."""
        self._settings, notice = SettingsFile(self._paths.settings_file).load()
        if notice:
            print(notice, file=sys.stderr)
        try:
            if self._settings.is_offline:
                raise InvalidSettings(_OFFLINE)
            model = await asyncio.to_thread(
                model_to_serve, self._settings, self._paths, self._options.model
            )
            spec = await asyncio.to_thread(self._spec, model)
            config = self._server_config()
            check_aliases(await self._offered(spec.path), self._options.alias)
        except (AppError, InvalidConfig) as error:
            return _failed(str(error))
        self._end_on_signals()
        pictures = ProgramMedia(PictureDecoder())
        folders = (str(self._paths.conversation_cache), str(self._paths.gpu_packs))

        def make_client() -> EngineClient:
            return EngineClient(
                folders=folders if self._settings.confines_engine else (),
                channel=ListeningSocket.create(),
                give_media=pictures.give,
            )

        engine = make_client()
        models = LocalModels(engine, self._host(make_client, engine), self._spec_of)
        net = NetClient(
            folder=str(self._paths.models),
            keys=str(self._paths.keys),
            is_confined=self._settings.confines_engine,
        )
        net.media.read = pictures.read
        server = ServerClient(net)
        offered = OfferedModels(
            models,
            server,
            partial(self._offered, spec.path),
            lambda: spec.path,
            max_wait_seconds=self._options.wait,
        )
        tasks: list[asyncio.Task[None]] = []
        try:
            await engine.start()
            await offered.refresh()
            config = msgspec.structs.replace(config, channel=engine.channel_address)
            await self._serve(server, config)
            if not self._ended.is_set():
                works = (self._load_default(models, spec), self._find_others(offered))
                tasks = [asyncio.create_task(each) for each in works]
            await self._ended.wait()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await net.close()
            await models.close()
            await pictures.close()
        return self._status

    def _host(self, make_client: Callable[[], EngineClient], first: EngineClient) -> ModelHost:
        memory, stay = self._settings.models_memory, self._options.stay
        return ModelHost(
            make_client,
            self._paths.conversation_cache,
            first=first,
            stay_seconds=self._settings.model_stay_seconds if stay is None else stay,
            limit={} if memory is None else {MAIN: memory},
            cache_bytes=cache_limit(self._settings),
            max_models=self._options.models_max or None,
        )

    def _spec(self, model: ModelFile) -> ModelSpec:
        """Return how a model is loaded. Blocks."""
        own = own_settings(self._paths, model)
        config = config_of(self._settings, self._paths, model, own)
        rest = self._options.rest
        rest = rest_seconds(self._settings, own) if rest is None else float(rest) or None
        return ModelSpec(str(model.path), config, rest)

    async def _spec_of(self, path: str) -> ModelSpec:
        try:
            return await asyncio.to_thread(lambda: self._spec(describe_any(Path(path))))
        except InvalidConfig as error:
            raise ModelUnavailable(LazyText.of(str(error))) from error

    async def _load_default(self, models: LocalModels, spec: ModelSpec) -> None:
        """Load the default model, unless it may crash the computer at each start."""
        try:
            stops = 0 if self._options.model else await models.host.stop_count(spec)
        except AppError as error:
            self._end(str(error))
            return
        if stops > MAX_STOPS:
            self._end(str(stopped_text(Path(spec.path).name)))
            return
        await self._load(models, spec)

    async def _load(self, models: LocalModels, spec: ModelSpec) -> None:
        """Load the default model, without its projector if it can't be loaded with it."""
        engine = models.client
        try:
            with _shown_progress(engine):
                await models.host.load_default(spec)
                async with models.host.use(spec, ""):
                    engine.states.add(self._on_engine)
                    loaded = engine.state.model
            if loaded is not None:
                _print(f"{loaded.name} is ready.")
        except AppError as error:
            if spec.config.projector_path is None or engine.state.phase is EnginePhase.DOWN:
                self._end(str(error))
                return
            print(error, file=sys.stderr, flush=True)
            config = msgspec.structs.replace(spec.config, projector_path=None)
            await self._load(models, replace(spec, config=config))

    async def _offered(self, default: str) -> list[NamedModel]:
        """Return the default model, those that were used, and those of the last search."""
        return await asyncio.to_thread(self._offered_now, default)

    def _offered_now(self, default: str) -> list[NamedModel]:
        found: dict[str, NamedModel] = {}
        aliased = (os.path.abspath(model) for _, model in self._options.alias)
        for path in (default, *used_paths(self._settings), *filter(os.path.isfile, aliased)):
            with contextlib.suppress(AppError):
                model = describe_any(Path(path))
                found[path] = NamedModel(path, model.name, path, embeds_only=model.embeds_only)
        for embeds_only in (False, True):
            listed = library_models(self._paths.model_index, embeds_only=embeds_only)
            for each, path in listed:
                found.setdefault(path, NamedModel(path, each.name, path, embeds_only=embeds_only))
        return [self._with_aliases(each) for each in found.values()]

    def _with_aliases(self, model: NamedModel) -> NamedModel:
        own: tuple[str, ...] = ()
        with contextlib.suppress(StorageError):  # the load reports it
            index = self._paths.model_index
            own = stored_settings(self._paths.database, index, model.path).aliases or ()
        given = [alias for alias, wanted in self._options.alias if _is_meant(model, wanted)]
        return replace(model, aliases=(*own, *given))

    async def _find_others(self, offered: OfferedModels) -> None:
        """Search the folders of models, as the window does, and offer what is found."""
        library = ModelLibrary(self._paths.model_index)
        try:
            async for _state in library.scan(self._folders()):
                pass
        except AppError as error:
            print(_SEARCH_FAILED.format(error=error), file=sys.stderr, flush=True)
        await offered.refresh()
        for alias, wanted in self._options.alias:
            if not any(_is_meant(each, wanted) for each in offered.models):
                problem = await asyncio.to_thread(_problem_of, wanted)
                text = _NOT_OFFERED.format(problem=problem, alias=alias)
                print(text, file=sys.stderr, flush=True)

    def _folders(self) -> tuple[ModelFolder, ...]:
        own = models_folder(self._settings, self._paths.models)
        return (
            ModelFolder(ModelFolderKind.OWN, str(own)),
            *known_folders(os.environ, os.path.expanduser("~"), sys.platform),
            *(ModelFolder(ModelFolderKind.ADDED, each) for each in self._settings.model_folders),
        )

    def _server_config(self) -> ServerConfig:
        certificate, key = self._options.cert, self._options.key
        return ServerConfig(
            host=self._options.listen,
            port=self._options.port,
            origins=tuple(map(page_origin, self._options.origin)),
            host_names=tuple(map(host_name, self._options.allow_host)),
            # The process that reads them has another working folder.
            certificate=str(certificate.absolute()) if certificate else "",
            key_file=str(key.absolute()) if key else "",
        )

    async def _serve(self, server: ServerClient, config: ServerConfig) -> None:
        server.states.add(self._on_server)
        try:
            state = await server.start(config)
            token = await server.token()
        except NetFailure as failure:
            self._end(str(failure))
            return
        if not state.is_running:
            self._end(str(state.text))
            return
        _print(f"Hubbub answers at {state.address}")
        if token.origin is KeyOrigin.KEYRING:
            _print("The token is in this computer's keyring; --show-token prints it.")
        else:
            _print(f"The token is in a file of {self._paths.keys}; --show-token prints it.")
        if self._options.show_token:
            _print(token.token)

    def _on_server(self, state: ServerState) -> None:
        # Called again whenever a count changes; if the server stops, end.
        if not state.is_running:
            return
        if state.text != self._text:
            self._text = state.text
            if state.text:
                print(state.text, file=sys.stderr, flush=True)

    def _on_engine(self, state: EngineState) -> None:
        if state.phase is EnginePhase.DOWN:
            self._end(str(state.text))
        elif state.failed_path is not None and state.text != self._engine_text:
            print(state.text, file=sys.stderr, flush=True)  # other models still answer
        self._engine_text = state.text

    def _end_on_signals(self) -> None:
        loop = asyncio.get_running_loop()
        numbers = [signal.SIGINT, signal.SIGTERM]
        # Under nohup, SIGHUP stays ignored.
        if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            numbers.append(signal.SIGHUP)
        for number in numbers:
            with contextlib.suppress(NotImplementedError, RuntimeError):  # Windows
                loop.add_signal_handler(number, self._ended.set)

    def _end(self, text: str) -> None:
        if not self._ended.is_set():
            self._status = _failed(text)
            self._ended.set()


def model_to_serve(settings: Settings, paths: Paths, named: Path | None) -> ModelFile:
    """Return the named model, else that of the settings, else the starter model.

    Raises AppError if it can't be loaded.
    """
    path = Path(os.path.abspath(named or settings.model_path or builtin_model()))
    if not (named or settings.model_path or path.is_file()):
        raise InvalidSettings(_NO_MODEL)
    return describe_any(path)


def check_aliases(models: Sequence[NamedModel], aliases: Sequence[tuple[str, str]]) -> None:
    """Raise InvalidSettings if an alias is given twice, or is a name of another model."""
    known: set[str] = set()
    for alias, wanted in aliases:
        problem = alias_problem(alias, (each for each in models if not _is_meant(each, wanted)))
        if same_name(alias) in known:
            problem = lazy("The alias “{alias}” is given twice.", alias=alias)
        if problem is not None:
            raise InvalidSettings(problem)
        known.add(same_name(alias))


def _is_meant(model: NamedModel, wanted: str) -> bool:
    """Return whether an option means this model: by its file, or a name."""
    return model.has_name(wanted) or model.path == os.path.abspath(wanted)


def _problem_of(wanted: str) -> str:
    """Return why an alias means no model. Blocks."""
    if os.path.isfile(wanted):
        try:
            describe(Path(wanted))
        except AppError as error:
            return str(error)
    return _NO_SUCH_MODEL.format(model=wanted)


def own_settings(paths: Paths, model: ModelFile) -> ModelSettings:
    """Return the settings of a model alone."""
    try:
        return stored_settings(paths.database, paths.model_index, str(model.path))
    except StorageError as error:  # the model can be used without its own settings
        print(error, file=sys.stderr)
        return ModelSettings()


def config_of(
    settings: Settings, paths: Paths, model: ModelFile, own: ModelSettings
) -> EngineConfig:
    """Return the configuration that the window would use for a model."""
    eyes = projector_at_load(model, own.projector_path, paths.model_index)
    if own.projector_path and eyes.problem is not None:
        print(eyes.problem, file=sys.stderr)
    return engine_config(
        settings_with(settings, own),
        paths,
        own,
        path=str(model.path),
        projector_path=eyes.path,
        defaults=defaults_of(model),
        embeds_only=model.embeds_only,
    )


@contextlib.contextmanager
def _shown_progress(engine: EngineClient) -> Iterator[None]:
    """Show in a terminal how much of a model is loaded; elsewhere nothing."""
    if not sys.stdout.isatty():
        yield
        return

    def show(text: str) -> None:
        with contextlib.suppress(OSError):
            print(f"\r{text:{_LINE_WIDTH}}", end="\r", flush=True)

    def follow(state: EngineState) -> None:
        if state.phase is EnginePhase.LOADING and state.progress is not None:
            show(f"{state.text} {100 * state.progress:.0f}%")

    remove = engine.states.add(follow)
    try:
        yield
    finally:
        remove()
        show("")


def _print(text: str) -> None:
    with contextlib.suppress(OSError):  # the reader of the output may have ended; continue serving
        print(text, flush=True)


def _failed(text: str) -> int:
    print(text, file=sys.stderr, flush=True)
    return 1

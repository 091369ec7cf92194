"""The models of this computer around one client, which has the default model."""

from pathlib import Path

from app.models.host.host import ModelHost
from app.models.host.local_models import LocalModels
from engine.client.client import EngineClient
from tests.fakes.engine_process import ENGINE_COMMAND


def local_models(client: EngineClient, folder: Path = Path("/nowhere")) -> LocalModels:
    """Return models whose processes are scripted; cached conversations are below a folder."""
    host = ModelHost(lambda: EngineClient(ENGINE_COMMAND), folder, first=client)
    return LocalModels(client, host)

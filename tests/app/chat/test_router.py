"""Values of the settings and of the net process, turned into each other."""

import pytest

from app.chat.router import endpoint_of, models_of
from app.domain import EndpointKind, EndpointSetting
from app.domain import RemoteModel as SettingsModel
from engine.messages.remote_messages import EndpointFound, RemoteModel
from engine.messages.remote_messages import EndpointKind as NetKind


@pytest.mark.parametrize("kind", EndpointKind)
def test_the_net_process_is_told_of_each_kind_of_machine(kind: EndpointKind) -> None:
    endpoint = endpoint_of(EndpointSetting("5f", "rack", "http://rack:8000", kind))
    assert (endpoint.id, endpoint.name, endpoint.address) == ("5f", "rack", "http://rack:8000")
    assert (endpoint.kind.name, endpoint.kind.value) == (kind.name, kind.value)


def test_settings_know_each_kind_that_the_net_process_finds() -> None:
    assert {each.value for each in NetKind} == {each.value for each in EndpointKind}


def test_settings_keep_all_that_a_machine_says_of_its_models() -> None:
    models = (RemoteModel("qwen3", 4096, True, False), RemoteModel("other"))
    kept = models_of(EndpointFound(1, NetKind.VLLM, "1", models, 0.1))
    assert kept == (SettingsModel("qwen3", 4096, True, False), SettingsModel("other"))

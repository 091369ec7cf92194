"""A model is sampled from as its makers advise, where the user has set nothing else."""

from pathlib import Path

import gguf

from app.chat.request_builder import ChatSettings
from app.controllers.engine.model_overrides import chat_settings_with
from app.controllers.engine.model_settings import ModelSettingsController
from app.domain import ModelSettings
from engine.messages.sampling_params import Mirostat, SamplingParams
from tests.engine.gguf.gguf_files import write_model

ADVICE = {"temperature": 0.6, "top_k": 20, "mirostat": {"tau": 4.0}}


def _sampling(settings: SamplingParams, preset: dict[str, object] | None = None) -> SamplingParams:
    general = ChatSettings(sampling=settings)
    return chat_settings_with(general, ModelSettings(), preset or {}, "a.gguf", ADVICE).sampling


def test_advice_takes_the_place_of_defaults() -> None:
    found = _sampling(SamplingParams())
    assert (found.temperature, found.top_k, found.top_p) == (0.6, 20, 0.95)
    assert found.mirostat == Mirostat(tau=4.0)


def test_what_the_user_has_set_goes_before_it() -> None:
    assert _sampling(SamplingParams(temperature=0.0)).temperature == 0.0
    assert _sampling(SamplingParams(), {"top_k": 64}).top_k == 64


def test_machines_that_answer_do_not_get_it() -> None:
    general = ChatSettings()
    found = chat_settings_with(general, ModelSettings(), {}, "a.gguf", ADVICE)
    assert found.general == general


def _advise(writer: gguf.GGUFWriter) -> None:
    writer.add_sampling_temp(0.25)


async def test_the_model_in_use_brings_its_own(
    model_settings: ModelSettingsController, tmp_path: Path
) -> None:
    await model_settings.use(str(write_model(tmp_path / "a.gguf", more=_advise)))
    assert model_settings.chat_settings(ChatSettings()).sampling.temperature == 0.25
    await model_settings.use(str(write_model(tmp_path / "b.gguf")))
    assert model_settings.chat_settings(ChatSettings()).sampling == SamplingParams()
    await model_settings.use(str(tmp_path / "missing.gguf"))
    assert model_settings.chat_settings(ChatSettings()).sampling == SamplingParams()

"""The settings of a model override its preset, which overrides the general settings."""

from pathlib import Path

import gguf

from app.chat.request_builder import ChatSettings
from app.domain.chat_options import ThinkingOptions
from app.engine_settings import settings_with
from app.models.controllers.model_settings import (
    ModelSettingsController,
    chat_settings_with,
    needs_loading,
    own_texts,
)
from app.models.settings_model import (
    ModelSettings,
    packed_model_settings,
    unpacked_model_settings,
)
from app.settings import KvType, Settings
from engine.messages.sampling_params import Mirostat, SamplingParams
from tests.engine.gguf.gguf_files import write_model

GENERAL = Settings(context_window=4096, slot_count=4, system_prompt="Be kind.")
ADVICE = {"temperature": 0.6, "top_k": 20, "mirostat": {"tau": 4.0}}


def test_unset_values_come_from_the_settings() -> None:
    assert settings_with(GENERAL, ModelSettings()) == GENERAL


def test_what_is_set_goes_before() -> None:
    own = ModelSettings(context_window=8192, slot_count=2, kv_type="Q8_0", system_prompt="")
    found = settings_with(GENERAL, own)
    assert (found.context_window, found.slot_count) == (8192, 2)
    assert (found.kv_type, found.system_prompt) == (KvType.Q8_0, "")


def test_what_can_not_be_used_takes_nothing_else_along() -> None:
    own = ModelSettings(context_window=3, slot_count=2, kv_type="Q2")
    assert settings_with(GENERAL, own) == settings_with(GENERAL, ModelSettings(slot_count=2))


def test_a_preset_goes_between_the_model_and_the_settings() -> None:
    general = ChatSettings("Be kind.", SamplingParams(temperature=0.7, top_k=40))
    preset = {"temperature": 0.1, "system_prompt": "Be short.", "thinking": {"is_on": False}}
    found = chat_settings_with(general, ModelSettings(), preset, "/models/a.gguf")
    assert (found.system_prompt, found.sampling.temperature) == ("Be short.", 0.1)
    assert found.sampling.top_k == 40
    assert found.thinking["a.gguf"] == ThinkingOptions(is_on=False)
    own = ModelSettings(system_prompt="Be loud.")
    assert chat_settings_with(general, own, preset, "").system_prompt == "Be loud."
    assert chat_settings_with(general, ModelSettings(), {}, "").system_prompt == "Be kind."


def test_only_what_the_engine_has_to_know_loads_a_model_again() -> None:
    old = ModelSettings()
    assert not needs_loading(old, ModelSettings(system_prompt="a", preset_name="b"))
    assert needs_loading(old, ModelSettings(context_window=512))
    assert needs_loading(old, ModelSettings(slot_count=1))
    assert needs_loading(old, ModelSettings(kv_type="Q8_0"))
    assert needs_loading(old, ModelSettings(chat_template="a"))
    assert needs_loading(old, ModelSettings(keeps_experts=False))
    assert needs_loading(old, ModelSettings(tensor_split=(3.0, 1.0)))


def test_the_settings_say_what_holds_for_the_model() -> None:
    own = ModelSettings(context_window=8192, kv_type="Q8_0", system_prompt="Be\nkind.")
    assert own_texts(own) == {
        "context_window": "8,192 tokens",
        "kv_type": "Q8_0",
        "system_prompt": "Be kind.",
    }
    assert own_texts(ModelSettings()) == {}


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


def test_the_sampling_of_a_model_goes_before_that_of_its_preset() -> None:
    own = ModelSettings(sampling={"temperature": 0.3, "max_tokens": None, "top_p": "broken"})
    general = ChatSettings(sampling=SamplingParams(max_tokens=100))
    preset = {"temperature": 0.1, "min_p": 0.2}
    found = chat_settings_with(general, own, preset, "a.gguf", ADVICE)
    assert (found.sampling.temperature, found.sampling.min_p) == (0.3, 0.2)
    assert found.sampling.max_tokens is None
    assert found.sampling.top_p == SamplingParams().top_p
    assert found.sampling.top_k == 20
    assert found.advised == {"top_k", "mirostat"}, "the temperature is not the advised one"
    assert own_texts(ModelSettings(sampling={"temperature": 0.3, "max_tokens": 512})) == {
        "temperature": "0.30",
        "max_reply_tokens": "512 tokens",
    }
    assert not needs_loading(ModelSettings(), own)


def test_the_sampling_of_a_model_is_stored_as_it_is() -> None:
    own = ModelSettings(sampling={"temperature": 0.3, "max_tokens": None})
    assert unpacked_model_settings(packed_model_settings(own)) == own
    assert unpacked_model_settings('{"sampling": [1], "slot_count": 2}') == ModelSettings(
        slot_count=2
    )

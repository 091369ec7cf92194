"""How a model without a chat template is used: told by its names, else by its vocabulary."""

import pytest

from engine.gguf.chat_training import chat_format, named_training
from engine.messages.metrics import ChatFormat, ModelTraining

OWN, CHATML, CONTINUES = ChatFormat.OWN, ChatFormat.CHATML, ChatFormat.CONTINUATION
CHAT, BASE, UNKNOWN = ModelTraining.CHAT, ModelTraining.BASE, ModelTraining.UNKNOWN

# File name, general.name, general.finetune, has a template; for a vocabulary without the markers of
# ChatML: how it is used. The names are those of published files.
MODELS = [
    ("Qwen3.5-4B-Q4_K_M.gguf", "Qwen3.5-4B", "", True, OWN),
    ("Meta-Llama-3-8B.Q4_K_M.gguf", "Meta-Llama-3-8B", "", False, CONTINUES),
    ("Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf", "Meta Llama 3.1 8B Instruct", "Instruct", True, OWN),
    ("Meta-Llama-3-8B-Instruct.Q8_0.gguf", "hub", "", False, CHATML),
    ("llama-2-7b.Q4_K_M.gguf", "LLaMA v2", "", False, CONTINUES),
    ("llama-2-7b-chat.Q4_K_M.gguf", "LLaMA v2", "", False, CHATML),
    (
        "mistral-7b-instruct-v0.1.Q4_K_M.gguf",
        "mistralai_mistral-7b-instruct-v0.1",
        "",
        False,
        CHATML,
    ),
    ("Mistral-7B-v0.3-Q4_K_M.gguf", "Mistral 7B v0.3", "", False, CONTINUES),
    ("gemma-2-2b-it-Q4_K_M.gguf", "Gemma 2 2b It", "it", False, CHATML),
    ("gemma-3-4b-pt-q4_0.gguf", "Gemma 3 4b Pt", "pt", False, CONTINUES),
    ("gemma-3-4b-it-qat-q4_0.gguf", "", "", False, CHATML),
    ("Qwen3-0.6B-Base-Q8_0.gguf", "Qwen3 0.6B Base", "Base", False, CONTINUES),
    ("SmolLM2-135M-Instruct-Q4_1.gguf", "Smollm2 135M 8k Lc100K Mix1 Ep2", "", False, CHATML),
    ("SmolLM2-360M.Q4_K_M.gguf", "SmolLM2 360M", "", False, CONTINUES),
    ("tinyllama-1.1b-chat-v1.0.Q4_K_M.gguf", "tinyllama_tinyllama-1.1b-chat-v1.0", "", True, OWN),
    ("openchat_3.5.Q4_K_M.gguf", "openchat_openchat_3.5", "", False, CHATML),
    ("phi-2.Q4_K_M.gguf", "Phi2", "", False, CONTINUES),
    ("granite-7b-base.Q4_K_M.gguf", "LLaMA v2", "", False, CONTINUES),
    ("ggml-model-Q4_K_M.gguf", "DeepSeek-R1-Distill", "Reasoning", False, CHATML),
    ("deepseek-coder-6.7b-instruct.Q4_K_M.gguf", "deepseek-ai_deepseek-coder", "", False, CHATML),
    ("stories15M-q4_0.gguf", "llama", "", False, CONTINUES),
    ("model.gguf", "Llama 3.2 1B", "Instruct", False, CHATML),
]


@pytest.mark.parametrize(("file", "name", "finetune", "has_template", "expected"), MODELS)
def test_a_model_is_used_as_its_names_say(
    file: str, name: str, finetune: str, has_template: bool, expected: ChatFormat
) -> None:
    values = {"general.name": name, "general.finetune": finetune}
    training = named_training(file, values)
    found = chat_format(training, has_template=has_template, knows_chatml=False)
    assert found is expected


@pytest.mark.parametrize(
    ("training", "knows_chatml", "expected"),
    [
        (CHAT, False, CHATML),
        (CHAT, True, CHATML),
        (BASE, False, CONTINUES),
        (BASE, True, CONTINUES),
        (UNKNOWN, False, CONTINUES),
        (UNKNOWN, True, CHATML),
    ],
)
def test_the_vocabulary_decides_where_no_name_does(
    training: ModelTraining, knows_chatml: bool, expected: ChatFormat
) -> None:
    assert chat_format(training, has_template=False, knows_chatml=knows_chatml) is expected


@pytest.mark.parametrize(
    "file", ["Do-it.gguf", "it-tales-1b.gguf", "pt-br-tales.gguf", "database-7b.gguf", "model.gguf"]
)
def test_parts_of_other_words_say_nothing(file: str) -> None:
    assert named_training(file, {}) is UNKNOWN


def test_a_base_model_that_was_tuned_chats() -> None:
    assert named_training("Qwen3-1.7B-Base-SFT.gguf", {}) is CHAT
    assert named_training("x.gguf", {"general.name": 7, "general.finetune": None}) is UNKNOWN

"""A model is shown by the name that its makers would know it by, whatever its header says."""

import pytest

from engine.gguf.model_name import (
    MAX_NAME_LENGTH,
    ModelName,
    model_name,
    quantization_of,
    shown_text,
)

# File, general.name, general.basename, general.size_label, general.finetune, architecture, and the
# name that is shown. Reported by users of llama.cpp, Ollama, LM Studio and others in public issues,
# where the loader prints the header; what a report leaves out is empty here.
REAL_MODELS = (
    "SmolLM2-135M-Instruct.Q4_1.gguf | Smollm2 135M 8k Lc100K Mix1 Ep2 | smollm2 | 135M | "
    "8k-lc100k-mix1-ep2 | llama | SmolLM2 135M Instruct · Q4_1",
    "unsloth_Qwen3-0.6B-GGUF_Qwen3-0.6B-Q8_0.gguf | Qwen3-0.6B | Qwen3-0.6B | 0.6B | | qwen3 | "
    "Qwen3 0.6B · Q8_0",
    "qwen2.5-1.5b-instruct-q5_k_m.gguf | qwen2.5-1.5b-instruct | | 1.8B | qwen2.5-1.5b-instruct | "
    "qwen2 | Qwen2.5 1.5B Instruct · Q5_K_M",
    "Qwen3-VL-30B-A3B-Instruct-Q8_0.gguf | Qwen3-Vl-30B-A3B-Instruct | Qwen3-Vl-30B-A3B-Instruct | "
    "30B-A3B | Instruct | qwen3vlmoe | Qwen3 VL 30B A3B Instruct · Q8_0",
    "Qwen3-30B-A3B-Q5_K_M.gguf | Qwen3-30B-A3B | Qwen3-30B-A3B | 30B-A3B | | qwen3moe | "
    "Qwen3 30B A3B · Q5_K_M",
    "qwopus3.5-9b-coder-mtp-q8.gguf | Qwopus3.5 9B Coder | Qwopus3.5 | 9B | coder | qwen35 | "
    "Qwopus3.5 9B Coder MTP · Q8",
    "QwQ-32B-Q8_0.gguf | QwQ 32B | QwQ | 32B | | qwen2 | QwQ 32B · Q8_0",
    "Meta-Llama-3-8B-Instruct-q8_0.gguf | Meta-Llama-3-8B-Instruct | | | | llama | "
    "Meta Llama 3 8B Instruct · Q8_0",
    "Meta-Llama-3-8B-Instruct.Q5_K_M.gguf | models | | | | llama | "
    "Meta Llama 3 8B Instruct · Q5_K_M",
    "Llama-3-8B-Instruct-f16.GGUF | c4a54320a52ed5f88b7a2f84496903ea4ff07b45 | | | | llama | "
    "Llama 3 8B Instruct · F16",
    "llama3-openbiollm-8b-q4_k_m.gguf | Meta Llama 3 8B | Meta-Llama-3 | 8B | | llama | "
    "Llama3 Openbiollm 8B · Q4_K_M",
    "unsloth.Q8_0.gguf | Meta Llama 3.1 8b Bnb 4bit | meta-llama-3.1 | 8B | bnb-4bit | llama | "
    "Meta Llama 3.1 8B · Q8_0",
    "llama-2-7b.Q3_K_L.gguf | LLaMA v2 | | | | llama | Llama 2 7B · Q3_K_L",
    "Fimbulvetr-11B-v2-Test-14.q8_0.gguf | LLaMA v2 | | | | llama | "
    "Fimbulvetr 11B v2 Test 14 · Q8_0",
    "llava-v1.6-mistral-7b.Q4_K_M.gguf | 1.6 | | | | llama | LLaVA v1.6 Mistral 7B · Q4_K_M",
    "llava-v1.6-mistral-7b.Q5_K_M.gguf | 1.6 | | | | llama | LLaVA v1.6 Mistral 7B · Q5_K_M",
    "dolphin-2.6-mistral-7b.Q4_K_M.gguf | cognitivecomputations_dolphin-2.6-mistral-7b | | | | "
    "llama | Dolphin 2.6 Mistral 7B · Q4_K_M",
    "mistral-7b-instruct-v0.2.Q3_K_L.gguf | mistralai_mistral-7b-instruct-v0.2 | | | | llama | "
    "Mistral 7B Instruct v0.2 · Q3_K_L",
    "mistral-7b-instruct-v0.2.Q4_K_M.gguf | mistralai_mistral-7b-instruct-v0.2 | | | | llama | "
    "Mistral 7B Instruct v0.2 · Q4_K_M",
    "mistral-7b-instruct-v0.2.Q5_K_M.gguf | mistralai_mistral-7b-instruct-v0.2 | | | | llama | "
    "Mistral 7B Instruct v0.2 · Q5_K_M",
    "Home-3B-v2.q8_0.gguf | Phi2 | | | | phi2 | Home 3B v2 · Q8_0",
    "gemma-4-E4B-it-UD-Q4_K_XL.gguf | Gemma-4-E4B-It | Gemma-4-E4B-It | 7.5B | | gemma4 | "
    "Gemma 4 E4B it · UD-Q4_K_XL",
    "google_gemma-4-31B-it-Q8_0.gguf | Gemma 4 31B It | gemma-4 | 31B | it | gemma4 | "
    "Gemma 4 31B it · Q8_0",
    "gemopus-4-26B-A4B-APEX-I-Quality.gguf | Safetensors | | 128x2.6B | | gemma4 | "
    "Gemopus 4 26B A4B APEX I Quality",
    "ggml-model-Q4_K_M.gguf | Gemma 7b | gemma | 7B | | gemma | Gemma 7B · Q4_K_M",
    "ggml-model-f16.gguf | Bge Small | bge | small | | bert | BGE Small · F16",
    "ggml-model-f16.gguf | 9fe64d67d13873f218cb05083b6fc2faab2d034a | | | | command-r | "
    "ggml-model-f16",
    "ggml-model-q4_0.gguf | models | | | | llama | ggml-model-q4_0",
    "c4ai-command-r-v01-Q4_K_M.gguf | 9fe64d67d13873f218cb05083b6fc2faab2d034a | | | | command-r | "
    "C4ai Command r v01 · Q4_K_M",
    "bge-reranker-v2-m3-Q8_0.gguf | Bge M3 | | 568M | | bert | BGE Reranker v2 M3 · Q8_0",
    "granite-3.0-8B-instruct-F16_llama_cpp.gguf | Granite 3.0 8b Instruct | granite-3.0 | 8B | "
    "instruct | granite | Granite 3.0 8B Instruct · F16",
    "gpt-oss-20b-mxfp4.gguf | Gpt Oss 20b | | | | gpt-oss | GPT OSS 20B · MXFP4",
    "glm-4.5-air-q3_K_M.gguf | Zai org_GLM 4.5 Air | | 128x9.4B | | glm4moe | GLM 4.5 Air · Q3_K_M",
    "SmolVLM2-500M-Video-Instruct-f16.gguf | SmolVLM2 500M Video Instruct | SmolVLM2 | 500M | "
    "Video-Instruct | llama | SmolVLM2 500M Video Instruct · F16",
    "Kimi-K2-Instruct-Q2_K.gguf | Kimi K2 Instruct BF16 | Kimi-K2 | | Instruct | deepseek2 | "
    "Kimi K2 Instruct · Q2_K",
    "DeepSeek-V3-0324-UD-Q2_K_XL-merged.gguf | Deepseek-V3-0324 | Deepseek-V3-0324 | | | deepseek2 "
    "| DeepSeek V3 0324 · UD-Q2_K_XL",
    "DeepSeek-R1-Distill-Llama-8B-Q4_K_M__OLD.gguf | DeepSeek R1 Distill Llama 8B | "
    "DeepSeek-R1-Distill-Llama | 8B | | llama | DeepSeek R1 Distill Llama 8B OLD · Q4_K_M",
    "DeepSeek-R1-UD-Q2_K_XL-00001-of-00005.gguf | DeepSeek R1 BF16 | | 256x20B | | deepseek2 | "
    "DeepSeek R1 · UD-Q2_K_XL",
    "Llama-3_1-Nemotron-Ultra-253B-v1-UD-Q3_K_XL-00001-of-00003.gguf | | | | | deci | "
    "Llama 3 1 Nemotron Ultra 253B v1 · UD-Q3_K_XL",
    "sha256-61ed3f9e10925faa36f64996b41bfc0ee9da5f5002b63459d3f918e155fbed88 | "
    "DeepSeek R1 Distill Llama 70B | DeepSeek-R1-Distill-Llama | 70B | | llama | "
    "DeepSeek R1 Distill Llama 70B",
    "sha256-4824460d29f2058aaf6e1118a63a7a197a09bed509f0e7d4e2efb1ee273b447d | "
    "Llama 3.1 70B Instruct 2024 12 | | | | llama | Llama 3.1 70B Instruct 2024 12",
    "sha256-657cef1d1ae3ab8b8c58622a8b01b12e364ebfc6777d23964edaa1b20ac979b8 | "
    "Lamarck 14b Converge Della Linear | lamarck | 14B | converge-della-linear | qwen2 | "
    "Lamarck 14B Converge Della Linear",
    "sha256-7f4030143c1c477224c5434f8272c662a8b042079a0a584f0a27a1684fe2e1fa | Qwen3 0.6B | "
    "Qwen3 | 0.6B | | qwen3 | Qwen3 0.6B",
    "sha256-e9183b5c18a0cf736578c1e3d1cbd4b7e98e3ad3be6176b68c20f156d54a07ac | Qwen3 30B A3B | "
    "Qwen3 | 30B-A3B | | qwen3moe | Qwen3 30B A3B",
    "sha256-3291abe70f16ee9682de7bfae08db5373ea9d6497e614aaad63340ad421d6312 | Qwen3 32B | Qwen3 | "
    "32B | | qwen3 | Qwen3 32B",
    "sha256-11f274007f093fefeec994a5dbbb33d0733a4feb87f7ab66dcd7c1069fef0068 | Model | | 10B | | "
    "mllama | Mllama 10B",
    "sha256-eb30fa5273749385c6a42b8df12a692ea3ab552fbf8883ce87af9938f69e9f4c | glm-4-9b-chat | | | "
    "| chatglm | GLM 4 9B Chat",
    "sha256-3a43f93b78ec50f7c4e4dc8bd1cb3fff5a900e7d574c51a6f7495e48486e0dac | codellama | | | | "
    "llama | CodeLlama",
    "sha256-e554c6b9de016673fd2c732e0342967727e9659ca5f853a4947cc96263fa602b | moondream2 | | | | "
    "phi2 | Moondream2",
    "sha256:66002b78c70a22ab25e16cc9a1736c6cc6335398c7312e3eb33db202350afe66 | pankajmathur | | | "
    "| llama | Pankajmathur",
)
MADE_UP = (
    ("model.gguf", "Smollm2 135M 8k Lc100K Mix1 Ep2", "SmolLM2 135M"),
    ("model-00001-of-00003.gguf", "", "model"),
    ("Q4_K_M.gguf", "", "Q4_K_M"),
    ("mmproj-model-f16.gguf", "", "mmproj-model-f16"),
    ("mmproj-google_gemma-3-4b-it-f16.gguf", "Gemma 3 4b It", "Gemma 3 4B it · F16"),
    ("wise.gguf", "/home/me/models", "Wise"),
    ("wise.gguf", "D:\\my\\checkpoints\\checkpoint-1200", "Wise"),
    ("wise.gguf", "2024-05-06", "Wise"),
    ("wise.gguf", "Llama", "Wise"),
    ("wise.gguf", "hf merged", "Wise"),
    ("wise.gguf", "meta-llama/Llama-3.2-1B", "Llama 3.2 1B"),
    ("my-assistant.gguf", "Llama 3.2 3B Instruct", "Llama 3.2 3B Instruct"),
    ("x.gguf", "\U0001f999\a Llama\u200f\n3 Bold\u202e", "\U0001f999 Llama 3 Bold"),
    ("a\u202efdp\x00.gguf", "", "Afdp"),
    ("x.gguf", "Z" * 10_000, "Z" * MAX_NAME_LENGTH),
    ("y" * 10_000 + ".gguf", "", "Y" + "y" * (MAX_NAME_LENGTH - 1)),
    ("\u200b.gguf", "", "?"),
    ("", "", "?"),
)


@pytest.mark.parametrize("row", REAL_MODELS)
def test_a_real_model_has_a_good_name(row: str) -> None:
    file, name, basename, size, finetune, architecture, shown = map(str.strip, row.split("|"))
    values = {
        "general.name": name,
        "general.basename": basename,
        "general.size_label": size,
        "general.finetune": finetune,
        "general.architecture": architecture,
    }
    assert model_name(file, values).full == shown


@pytest.mark.parametrize(("file", "name", "shown"), MADE_UP)
def test_no_name_does_harm(file: str, name: str, shown: str) -> None:
    values = {"general.name": name, "general.architecture": "llama"}
    if name.startswith("Smol"):
        values |= {"general.basename": "smollm2", "general.size_label": "135M"}
    assert model_name(file, values).full == shown


@pytest.mark.parametrize("value", [7, b"x", None, True, 1.5, ["a"]])
def test_a_value_of_another_type_is_ignored(value: object) -> None:
    keys = ("name", "basename", "size_label", "finetune", "architecture")
    values = {f"general.{key}": value for key in keys}
    assert model_name("Wise-7B.gguf", values).text == "Wise 7B"


def test_the_header_states_the_quantization_where_the_file_does_not() -> None:
    assert model_name("wise.gguf", {"general.file_type": 15}).full == "Wise · Q4_K_M"
    assert model_name("wise.gguf", {"general.file_type": 9999}).full == "Wise"
    assert model_name("wise-q8_0.gguf", {"general.file_type": 15}).quantization == "Q8_0"
    assert ModelName("qwen3:4b-q4_K_M", "Q4_K_M").full == "qwen3:4b-q4_K_M"


def test_the_last_quantization_of_a_name_counts() -> None:
    assert quantization_of("Q8_0-of-a-Q4_0") == "Q4_0"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u202efdp.gguf", "afdp.gguf"),
        ("two\nlines", "two lines"),
        ("caf\udce9", "caf"),
        ("x" * 300, "x" * MAX_NAME_LENGTH),
        ("\u200b\u2066", ""),
        ("../../etc/passwd", "../../etc/passwd"),
    ],
)
def test_a_shown_text_is_one_line_of_visible_characters(text: str, shown: str) -> None:
    assert shown_text(text) == shown

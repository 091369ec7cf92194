"""The name that a model is shown by: one rule for every place that shows one.

``general.name`` is often the name of a folder, of the network's family, or of a training run, and
converters change the case. A file's name is usually chosen by its publisher, and sometimes
"model.gguf". So the more specific of the two is used, then ``general.basename`` with the size, then
the unchanged file name.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePath

import msgspec

MAX_NAME_LENGTH = 100
SEPARATOR = " · "

_MAX_TEXT_LENGTH = 4 * MAX_NAME_LENGTH
_MAX_WORD_LENGTH = 40
_ENDING = re.compile(r"\.gguf$", re.IGNORECASE)
_PART = re.compile(r"-\d{5}-of-\d{5}$")
_QUANTIZATION = re.compile(
    r"(?<![a-z0-9])(?P<dynamic>UD[-_])?"
    r"(?P<type>I?Q[1-8](?:_[0-9A-Z]+)*|TQ[12]_0|MXFP4(?:_MOE)?|NVFP4|BF16|F?P?16|F?P?32)"
    r"(?![a-z0-9])",
    re.IGNORECASE,
)
_FLOATS = {"16": "F16", "32": "F32", "P16": "F16", "P32": "F32", "FP16": "F16", "FP32": "F32"}
# By the library's file type numbers; those without a name were abandoned.
_FILE_TYPES = (
    *("F32", "F16", "Q4_0", "Q4_1", "", "", "", "Q8_0", "Q5_0", "Q5_1", "Q2_K"),
    *("Q3_K_S", "Q3_K_M", "Q3_K_L", "Q4_K_S", "Q4_K_M", "Q5_K_S", "Q5_K_M", "Q6_K"),
    *("IQ2_XXS", "IQ2_XS", "Q2_K_S", "IQ3_XS", "IQ3_XXS", "IQ1_S", "IQ4_NL", "IQ3_S"),
    *("IQ3_M", "IQ2_S", "IQ2_M", "IQ4_XS", "IQ1_M", "BF16", "", "", "", "TQ1_0", "TQ2_0"),
    *("MXFP4_MOE", "NVFP4", "Q1_0", "Q2_0"),
)
# A dot inside a number belongs to it, as in "Llama-3.2".
_GAP = re.compile(r"[\s_\-\u2013\u2014/\\,()\[\]]+|\.(?!\d)|(?<!\d)\.")
_OWNER = re.compile(r"^[^\W\d_][^_\d]*_(?=[^_]*[- ][^_]*$)")  # as in "google_gemma-3-4b-it"
_PROGRAM = re.compile(r"[-_ ]llama[-_.]cpp$", re.IGNORECASE)
_CACHED = re.compile(r"^.+-GGUF_(?=.)", re.IGNORECASE)  # prefixes of files downloaded by llama.cpp
_SIZE = re.compile(r"(?:\d+x)?[ae]?\d+(?:\.\d+)?[bm]", re.IGNORECASE)
_NUMBER = re.compile(r"v?\d+(?:\.\d+)*", re.IGNORECASE)
_HASH = re.compile(r"(?=[a-z]*\d)[0-9a-f]{12,}|[0-9a-f]{32,}", re.IGNORECASE)
_DIGITS_AT_END = re.compile(r"[\d.]+$")
_TRAINING = re.compile(
    r"(?:global|ep|epochs?|steps?|ckpts?|checkpoints?|iters?|mix|runs?|seed|lr|bs|wd)\d+(?:e\d+)?k?"
    r"|lc\d+k|epochs?|ckpts?|checkpoints?|global|steps?|\d+(?:steps?|ep|epochs?)|bnb|4bit|8bit",
    re.IGNORECASE,
)
# Words about the conversion of a file; none of them names a model.
_NOISE = re.compile(
    r"gguf|ggml|hf|imat|imatrix|i1|merged|fp8|safetensors|unsloth|sha256|mmproj|ud", re.IGNORECASE
)
_GENERIC = re.compile(
    r"models?|your|my|the|new|test|checkpoints?|outputs?|out|final|te?mp|results|snapshots?"
    r"|weights|base|main|content|working|work|data|workspace|downloads?|cache|hub|pytorch"
    r"|transformers|exported|export|converted|finetuned?|lora|adapter|llm|file|untitled|unknown"
    r"|none|null|chat|instruct|root|home|users|desktop",
    re.IGNORECASE,
)
_FAMILIES = frozenset(
    ("llama", "gpt", "phi", "qwen", "gemma", "mistral", "mixtral", "falcon", "bert", "bloom")
)
_OWNERS = frozenset(("meta", "mistralai", "google", "microsoft", "ibm", "nvidia", "openai"))
_SPELLINGS: dict[str, str] = {
    each.lower(): each
    for each in re.findall(
        r"\S+",
        "it Llama DeepSeek SmolLM SmolLM2 SmolLM3 TinyLlama CodeLlama LLaVA GPT OSS GLM QwQ VL MoE "
        "DPO SFT RP BGE LFM LFM2 LFM2.5 RWKV MPT OLMo OLMo2 InternLM InternLM2 EXAONE ERNIE "
        "MiniCPM StarCoder StarCoder2 MTP XL XS LLM AI",
    )
}


class ModelName(msgspec.Struct, frozen=True):
    """A model's name in two parts.

    Attributes:
        text: the model with its size: "SmolLM2 135M Instruct". Never empty, on one line.
        quantization: the quantization, such as "Q4_K_M"; empty if unknown.
    """

    text: str
    quantization: str = ""

    @property
    def full(self) -> str:
        """Return both parts, such as "SmolLM2 135M Instruct · Q4_1"."""
        is_said = not self.quantization or self.quantization.lower() in self.text.lower()
        return self.text if is_said else f"{self.text}{SEPARATOR}{self.quantization}"


def model_name(file_name: str, values: Mapping[str, object]) -> ModelName:
    """Return the name of a model from its file's name and the ``general`` keys of its header."""
    stem = _stem(file_name)
    quantization = quantization_of(stem) or file_type_name(values.get("general.file_type"))
    architecture = shown_text(_text(values, "general.architecture"))
    from_file = _words(_without_owner(stem))
    from_name = _words(_without_owner(_last_part(_text(values, "general.name"))))
    words = _chosen(from_file, from_name, architecture, values)
    text = shown_text(" ".join(_spelled(words, from_name, from_file)))
    return ModelName(text or shown_text(stem) or "?", quantization)


def quantization_of(text: str) -> str:
    """Return the quantization in a file's name; "" if there is none."""
    found = list(_QUANTIZATION.finditer(text[:_MAX_TEXT_LENGTH]))
    if not found:
        return ""
    written = found[-1]["type"].upper()
    return ("UD-" if found[-1]["dynamic"] else "") + _FLOATS.get(written, written)


def without_quantization(text: str) -> str:
    """Return a file's name without its quantizations."""
    return _QUANTIZATION.sub("", text)


def file_type_name(number: object) -> str:
    """Return the quantization of a ``general.file_type``; "" if it is unknown."""
    is_known = isinstance(number, int) and 0 <= number < len(_FILE_TYPES)
    return _FILE_TYPES[number] if is_known and isinstance(number, int) else ""


def shown_text(text: str) -> str:
    """Return a name on one line, of visible characters; "" if there are none.

    Characters that change the direction of writing, and unpaired surrogates, are omitted.
    """
    visible = (each for each in text[:_MAX_TEXT_LENGTH] if each.isprintable() or each in "\n\t")
    return " ".join("".join(visible).split())[:MAX_NAME_LENGTH].strip()


def _chosen(
    from_file: list[str], from_name: list[str], architecture: str, values: Mapping[str, object]
) -> list[str]:
    is_file_good = _is_telling(from_file, architecture)
    is_label = any(_TRAINING.fullmatch(word) for word in from_name)
    is_name_good = _is_telling(from_name, architecture) and not is_label
    if is_name_good and not (is_file_good and _says_all(from_file, from_name)):
        return from_name
    if is_file_good:
        return from_file
    basename = _words(_text(values, "general.basename"))
    size = _words(_text(values, "general.size_label"))
    if _is_telling(basename, architecture):
        finetune = _words(_text(values, "general.finetune"))
        is_finetune_good = not any(_TRAINING.fullmatch(word) for word in finetune)
        new = [word for word in finetune if not _says_all(basename, [word])]
        return [*basename, *_missing(size, basename), *(new if is_finetune_good else ())]
    weak = [word for word in from_name if not _TRAINING.fullmatch(word)]
    if any(not _is_generic(word) for word in weak):
        return weak
    return [*_words(architecture), *size] if architecture and size else []


def _stem(file_name: str) -> str:
    return _PART.sub("", _ENDING.sub("", PurePath(file_name).name[:_MAX_TEXT_LENGTH]))


def _text(values: Mapping[str, object], key: str) -> str:
    value = values.get(key, "")
    return value[:_MAX_TEXT_LENGTH] if isinstance(value, str) else ""


def _last_part(name: str) -> str:
    """Return the last part of a path, or of "owner/name"."""
    return re.split(r"[/\\]", name.rstrip("/\\ \n"))[-1]


def _without_owner(text: str) -> str:
    plain = _PROGRAM.sub("", without_quantization(text))
    return _OWNER.sub("", _CACHED.sub("", plain).strip(" -_."))


def _words(text: str) -> list[str]:
    """Return the words of a name without those about the conversion of the file."""
    words: list[str] = []
    for word in _GAP.split(without_quantization(shown_text(text))):
        is_repeated = bool(words) and words[-1].lower() == word.lower()
        is_useful = word and not _NOISE.fullmatch(word) and not _HASH.fullmatch(word)
        if is_useful and not is_repeated:
            words.append(word)
    return words


def _is_telling(words: Sequence[str], architecture: str) -> bool:
    """Return whether words name one model, not only a family, a folder or a date."""
    sizes = [word for word in words if _SIZE.fullmatch(word)]
    if sizes and any(map(str.isalpha, words)):
        return True
    families = {*_FAMILIES, *_stems(architecture)}
    others = (word for word in words if word not in sizes and not _is_generic(word))
    return any(_DIGITS_AT_END.sub("", word.lower()) not in families for word in others)


def _is_generic(word: str) -> bool:
    return any(each.fullmatch(word) for each in (_GENERIC, _NOISE, _NUMBER))


def _stems(architecture: str) -> set[str]:
    plain = architecture.lower()
    return {plain, _DIGITS_AT_END.sub("", plain)}


def _says_all(longer: Sequence[str], shorter: Sequence[str]) -> bool:
    """Return whether the first words include all of the second."""
    whole = "".join(longer).lower()
    return all(word.lower() in whole for word in shorter if word.lower() not in _OWNERS)


def _missing(words: Sequence[str], there: Sequence[str]) -> list[str]:
    return [word for word in words if not _says_all(there, [word])]


def _spelled(words: Sequence[str], from_name: Sequence[str], from_file: Sequence[str]) -> list[str]:
    """Return words in the best known case: the publisher's, the name's or the file's."""
    named = {word.lower(): word for word in from_name}
    filed = {word.lower(): word for word in from_file}
    is_name_cased = any(word != word.lower() for word in from_name)
    return [
        _spelling(
            word,
            [each[word.lower()] for each in (filed, named) if word.lower() in each],
            is_kept=is_name_cased and word.lower() in named,
        )
        for word in words
    ]


def _spelling(word: str, seen: Sequence[str], *, is_kept: bool) -> str:
    plain = word.lower()
    if plain in _SPELLINGS:
        return _SPELLINGS[plain]
    if _SIZE.fullmatch(word):
        return plain.upper().replace("X", "x")
    cased = [each for each in seen if each != plain and each[:_MAX_WORD_LENGTH] != each.upper()]
    loud = [each for each in seen if each != plain]
    if cased or loud:
        return max(cased or loud, key=_capital_count)
    is_word = len(word) > 2 and word[0].isalpha() and not _NUMBER.fullmatch(word)
    return word[0].upper() + word[1:] if is_word and not is_kept else word


def _capital_count(word: str) -> int:
    return sum(letter.isupper() for letter in word)

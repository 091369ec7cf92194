"""Which projectors belong to which families of models: the library itself never asks."""

# By ``clip.projector_type``: the architectures whose models were trained with it. Types that are
# not here, as "mlp", "pixtral", "idefics3" or "internvl", were put before models of many families.
_FAMILIES: dict[str, frozenset[str]] = {
    "qwen2vl_merger": frozenset({"qwen2vl"}),
    "qwen2.5vl_merger": frozenset({"qwen2vl"}),
    "qwen2.5o": frozenset({"qwen2vl"}),
    "qwen3vl_merger": frozenset({"qwen3vl", "qwen3vlmoe", "qwen35", "qwen35moe", "qwen4exp"}),
    "gemma3": frozenset({"gemma3"}),
    "gemma3nv": frozenset({"gemma3n"}),
    "gemma3na": frozenset({"gemma3n"}),
    "gemma4v": frozenset({"gemma4"}),
    "gemma4uv": frozenset({"gemma4"}),
    "gemma4a": frozenset({"gemma4"}),
    "gemma4ua": frozenset({"gemma4"}),
    "llama4": frozenset({"llama4"}),
    "cogvlm": frozenset({"cogvlm"}),
    "glm4v": frozenset({"glm4", "glm4moe"}),
    "hunyuanvl": frozenset({"hunyuan_vl"}),
    "lfm2": frozenset({"lfm2", "lfm2moe"}),
    "lfm2a": frozenset({"lfm2", "lfm2moe"}),
    "kimivl": frozenset({"deepseek2"}),
    "kimik25": frozenset({"deepseek2"}),
    "deepseekocr": frozenset({"deepseek2-ocr"}),
    "deepseek4v": frozenset({"deepseek4"}),
    "exaone4_5": frozenset({"exaone4"}),
}
# Positions of a picture have rows and columns there: only what was trained for that gives them.
_WITH_ROWS_AND_COLUMNS = frozenset({"qwen2vl", "qwen3vl", "qwen3vlmoe"})
# All rows of a picture see each other: they must be computed in one pass of the library.
_SEES_ITSELF = frozenset({"gemma3", "gemma4v", "gemma4uv", "deepseek4v"})
_CAUSAL_GEMMA4 = (1536, 2560)  # widths of the small models, which read pictures like texts
# What is made of a picture depends on where it stands in the text: it can't be kept for another.
_DEPENDS_ON_TEXT = frozenset({"deepseek4v", "hunyuanvl"})
# ``projection_dim`` is another thing there: the width of the encoder that they were made from.
_WIDTH_IS_OF_ENCODER = frozenset({"mlp", "mlp_norm", "ldp", "ldpv2", "resampler", "adapter"})


def belongs(kind: str, architecture: str) -> bool:
    """Return whether a projector of this type may belong to a model of this architecture."""
    family = _FAMILIES.get(kind)
    if family is None:
        return architecture not in _WITH_ROWS_AND_COLUMNS
    return architecture in family


def can_be_kept(kind: str) -> bool:
    """Return whether a picture is the same wherever it stands."""
    return kind not in _DEPENDS_ON_TEXT


def is_causal(kind: str, model_width: int) -> bool:
    """Return whether rows of a picture see only those before them, so that they can be cut."""
    if kind == "gemma4v" and model_width in _CAUSAL_GEMMA4:
        return True
    return kind not in _SEES_ITSELF


def tells_width(kind: str) -> bool:
    """Return whether the header of such a projector says how wide its rows are."""
    return kind not in _WIDTH_IS_OF_ENCODER

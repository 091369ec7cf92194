"""Whether a model says of its rotated positions what the library can compute.

The library takes these numbers as they are: rotating an odd count, or more than a key has, ends the
process, and rotating none of it never ends.
"""

from collections.abc import Mapping

from engine.ipc.lazy_text import lazy
from engine.messages.errors import ModelLoadFailed


def check_rotation(name: str, metadata: Mapping[str, str], *, width: int, head_count: int) -> None:
    """Raise ModelLoadFailed for a model whose keys can't be rotated as it says.

    ``width`` is that of all heads together. Ask only about models that rotate keys at all.
    """
    prefix = metadata.get("general.architecture", "")
    if metadata.get(f"{prefix}.rope.scaling.finetuned") == "false":
        return  # some families rotate no layer then

    def number(key: str, default: int) -> int:
        text = metadata.get(f"{prefix}.{key}", "")
        return int(text) if text.isdecimal() else default

    key_width = number("attention.key_length", width // max(1, head_count))
    rotated = number("rope.dimension_count", key_width)
    sliding_width = number("attention.key_length_swa", key_width)
    sliding = number("rope.dimension_count_swa", rotated)
    for count, most in ((rotated, key_width), (sliding, sliding_width)):
        if count % 2 or not 0 < count <= most:
            raise ModelLoadFailed(
                lazy(
                    "{name} can't be used: it says that {count} of {most} numbers of a key are "
                    "rotated. Choose another file.",
                    name=name,
                    count=count,
                    most=most,
                )
            )

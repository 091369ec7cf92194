"""The list of recommended models, ordered by memory, which ships with the program.

The list is ``resources/models.json``. On 2026-11-29 each entry was confirmed in public material:

- Owner, file name and size in bytes of every model and of every projector: in public programs that
  download these files and pin their size, most of them with the SHA-256 that the hub names. The
  projector is the one that a download takes: F16, or BF16 where there is no other.
- ggml-org has spelled ``mxfp4`` in upper and in lower case: it does not matter in a pattern.
- Licences: from the same programs, which quote the hub's own description of the repository, and
  from the pages of the models on huggingface.co (LFM Open License 1.0 for LFM2.5, MIT for GLM,
  Apache 2.0 for all others).
- Architectures: all of them are known to the library that the engine loads.

An entry that the hub does not have is hidden
(``app.models.controllers.recommendations``).
"""

import os
from collections.abc import Iterable
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec

import resources
from app.models.hub_model import ModelPurpose
from app.models.library.choices import WORDS_PER_TOKEN, Memory
from app.models.model import READING_WORDS_PER_SECOND
from engine.gguf.automatic_context import CORE_OPERATIONS

_FILE = "models.json"

# Until it is measured: the CPU reads the weights that compute a token once per token; memory
# delivers about 5 GB/s to a core, and at most 20 GB/s to all of them.
_CORE_BYTES_PER_SECOND = 5e9
_MAX_BYTES_PER_SECOND = 20e9
_READING_TOKENS_PER_SECOND = READING_WORDS_PER_SECOND / WORDS_PER_TOKEN
# A question of 150 tokens must be read within ten seconds, however fast the answer is.
_PROMPT_TOKENS_PER_SECOND = 15


class RecommendedModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the list.

    Attributes:
        repository: the repository on the hub, as ``owner/name``.
        file: a pattern of the path of its file in the repository; case does not matter.
        active_parameter_count: the parameters that compute one token; fewer with experts.
        licence: the licence as the hub names it.
        download_bytes: the size of the file on the date of the list.
        projector_bytes: the size of its projector; 0 for none.
        memory_bytes: the memory with four chats of 2,048 tokens and its projector.
        purposes: its uses, the main one first.
        about: one sentence about it, by language.
    """

    name: str
    repository: str
    file: str
    parameter_count: int
    active_parameter_count: int
    licence: str
    download_bytes: int
    memory_bytes: int
    purposes: tuple[ModelPurpose, ...]
    about: dict[str, str]
    projector_bytes: int = 0

    @property
    def maker(self) -> str:
        """Return the family, the first word of the name: "Qwen" for "Qwen3.5 4B"."""
        return self.name.partition(" ")[0].rstrip("0123456789.")

    @property
    def bytes_per_token(self) -> float:
        """Return the number of bytes of weights that compute one token."""
        return self.download_bytes * self.active_parameter_count / self.parameter_count

    def description(self, language: str) -> str:
        """Return the sentence about it in a language, or in English."""
        return self.about.get(language.partition("_")[0], self.about["en"])

    def is_file(self, path: str) -> bool:
        """Return whether a file of its repository is the recommended one."""
        return is_file_of(self.file, path)


class RecommendedModels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The list, the smallest model first; ``written`` is its date."""

    written: date
    models: tuple[RecommendedModel, ...]

    def for_computer(
        self,
        memory: Memory,
        *,
        core_count: int | None = None,
        hidden: Iterable[str] = (),
        max_count: int = 3,
    ) -> tuple[RecommendedModel, ...]:
        """Return chat models that fit into free memory, the best one first.

        Without a graphics card, models that read a question and answer it at reading speed come
        before slower ones. Then larger ones come first, with one of each maker before a second one
        of any. ``hidden`` are the repositories to leave out.
        """
        left_out = frozenset(hidden)
        cores = core_count or os.cpu_count() or 1

        def is_quick(model: RecommendedModel) -> bool:
            estimate = min(_MAX_BYTES_PER_SECOND, _CORE_BYTES_PER_SECOND * cores)
            tokens = (memory.weight_speed or estimate) / model.bytes_per_token
            prompt = cores * CORE_OPERATIONS / (2 * model.active_parameter_count)
            is_readable = tokens >= _READING_TOKENS_PER_SECOND
            return memory.has_gpu or (is_readable and prompt >= _PROMPT_TOKENS_PER_SECOND)

        fitting = [
            each
            for each in self.models
            if each.memory_bytes <= memory.free_bytes
            and ModelPurpose.CHAT in each.purposes
            and each.repository not in left_out
        ]
        quick = [each for each in fitting if is_quick(each)]
        slow = [each for each in fitting if not is_quick(each)]
        # Of the slow ones, the fastest come first.
        slow.sort(key=lambda each: -each.bytes_per_token)
        return (*_by_maker(quick[::-1]), *slow[::-1])[:max_count]


def recommended_models() -> RecommendedModels:
    """Return the list, read from a file of some kilobytes."""
    path = Path(resources.__file__).with_name(_FILE)
    return msgspec.json.decode(path.read_bytes(), type=RecommendedModels)


def is_file_of(pattern: str, path: str) -> bool:
    """Return whether a path in a repository matches a pattern of the list."""
    return fnmatchcase(path.lower(), pattern.lower())


def _by_maker(models: list[RecommendedModel]) -> list[RecommendedModel]:
    """Return the first model of each maker, then the others, both in the given order."""
    makers: set[str] = set()
    first: list[RecommendedModel] = []
    others: list[RecommendedModel] = []
    for each in models:
        (others if each.maker in makers else first).append(each)
        makers.add(each.maker)
    return [*first, *others]

"""Files are grouped into models: split files, duplicates, projectors and drafts."""

import pytest
from msgspec.structs import replace

from app.errors import lazy
from app.models.library.descriptions import Description
from app.models.library.model_folders import FoundFile
from app.models.library.model_groups import groups_of, models_of, read_name
from app.models.library_model import (
    LibraryModel,
    ModelFacts,
    ModelFileKind,
    ModelFileState,
    ModelFolder,
    ModelFolderKind,
)

Kind = ModelFolderKind


def file(path: str, inode: int = 0, kind: Kind = Kind.ADDED, **more: object) -> FoundFile:
    folder = ModelFolder(kind, "/models")
    return FoundFile(path, folder, 10, 2 * 10**9, 1, inode, **more)  # type: ignore[arg-type]


def models(*files: FoundFile, **descriptions: Description) -> dict[str, LibraryModel]:
    """Return models by the names of their files; descriptions by the same, with _ for the dot."""
    described = {
        each.path: descriptions[name]
        for each in files
        if (name := each.path.rpartition("/")[2].partition(".")[0]) in descriptions
    }
    made = models_of(groups_of(files), described, {})
    return {model.path.rpartition("/")[2]: model for model in made}


def test_parts_are_one_model() -> None:
    found = models(
        file("/m/GLM-Q4_K_M-00002-of-00002.gguf", 2), file("/m/GLM-Q4_K_M-00001-of-00002.gguf", 1)
    )
    (model,) = found.values()
    assert model.path == "/m/GLM-Q4_K_M-00001-of-00002.gguf"
    assert (model.name, model.byte_count, len(model.parts)) == ("GLM", 20, 2)
    assert model.state is ModelFileState.LISTED


def test_a_missing_part_is_named() -> None:
    (model,) = models(file("/m/a-00001-of-00003.gguf"), file("/m/a-00003-of-00003.gguf")).values()
    assert model.state is ModelFileState.INCOMPLETE
    assert model.problem == (
        "The model is split into 3 files, and “a-00002-of-00003.gguf” is missing."
    )
    assert not model.can_chat


def test_a_hundred_thousand_parts_are_claimed_in_no_time() -> None:
    (model,) = models(file("/m/a-99999-of-99999.gguf")).values()
    assert "a-00001-of-99999.gguf" in str(model.problem)


def test_parts_of_another_folder_or_count_are_another_model() -> None:
    found = models_of(
        groups_of(
            [
                file("/m/a-00001-of-00002.gguf"),
                file("/n/a-00002-of-00002.gguf"),
                file("/m/a-00002-of-00003.gguf"),
            ]
        ),
        {},
        {},
    )
    assert [model.state for model in found] == [ModelFileState.INCOMPLETE] * 3


def test_the_same_file_is_listed_once_where_it_belongs_most() -> None:
    found = models(
        file("/hub/x.gguf", 7, Kind.HUGGING_FACE, digest="d" * 64),
        file("/own/tiny.gguf", 7, Kind.OWN),
        file("/own/link.gguf", 7, Kind.OWN),
        file("/own/tiny.gguf", 7, Kind.ADDED),
    )
    (model,) = found.values()
    assert model.path == "/own/link.gguf"
    assert model.also_in == (Kind.HUGGING_FACE,)
    assert model.digest == "d" * 64


def test_files_without_a_number_of_their_own_are_told_apart_by_path() -> None:
    assert len(models(file("/m/a.gguf"), file("/m/b.gguf"))) == 2


def test_a_projector_belongs_to_the_model_of_its_name() -> None:
    found = models(
        file("/m/gemma-3-4b-it-Q4_K_M.gguf"),
        file("/m/gemma-3-4b-it-Q8_0.gguf"),
        file("/m/mmproj-gemma-3-4b-it-F16.gguf"),
        file("/m/Qwen3-4B-Q4_K_M.gguf"),
        replace(file("/m/Qwen3-4B-draft-Q8_0.gguf"), byte_count=4),
    )
    projector = ("/m/mmproj-gemma-3-4b-it-F16.gguf",)
    assert found["gemma-3-4b-it-Q4_K_M.gguf"].projectors == projector
    assert found["gemma-3-4b-it-Q8_0.gguf"].projectors == projector
    assert not found["Qwen3-4B-Q4_K_M.gguf"].can_see
    assert found["Qwen3-4B-Q4_K_M.gguf"].drafts == ("/m/Qwen3-4B-draft-Q8_0.gguf",)
    assert not found["Qwen3-4B-draft-Q8_0.gguf"].can_chat


@pytest.mark.parametrize(
    "name", ["Small-4B-Q4_K_M-MTP.gguf", "Qwen3-0.6B-draft-Q8_0.gguf", "mtp-Small-4B.gguf"]
)
def test_a_name_alone_makes_no_draft(name: str) -> None:
    assert models(file(f"/m/{name}"))[name].can_chat
    assert models(file(f"/m/{name}"), file("/m/other.gguf"))[name].can_chat
    alike = "Small-4B-Q8_0.gguf"
    assert models(file(f"/m/{name}"), file(f"/m/{alike}"))[name].can_chat


def test_a_projector_belongs_to_the_only_model_of_its_folder() -> None:
    found = models(file("/m/gemma-Q4_0.gguf"), file("/m/gemma-Q8_0.gguf"), file("/m/mmproj.gguf"))
    assert found["gemma-Q4_0.gguf"].can_see
    assert found["gemma-Q8_0.gguf"].can_see


def test_an_unnamed_projector_belongs_to_none_of_several_models() -> None:
    found = models(file("/m/gemma.gguf"), file("/m/qwen.gguf"), file("/m/mmproj-F16.gguf"))
    assert not any(model.can_see for model in found.values())


def test_names_that_only_begin_alike_are_others() -> None:
    found = models(
        file("/m/gemma-3-12b.gguf"), file("/m/qwen.gguf"), file("/m/mmproj-gemma-3-1.gguf")
    )
    assert not found["gemma-3-12b.gguf"].can_see


def test_a_projector_in_another_folder_belongs_to_no_model() -> None:
    assert not models(file("/m/a.gguf"), file("/n/mmproj-a.gguf"))["a.gguf"].can_see


def test_what_the_header_says_goes_before_the_name() -> None:
    said = Description(ModelFileKind.PROJECTOR, "Eyes", ModelFacts("clip"))
    found = models(file("/m/a.gguf"), file("/m/vision.gguf"), vision=said)
    assert found["vision.gguf"].kind is ModelFileKind.PROJECTOR
    assert found["vision.gguf"].name == "Eyes"
    assert found["a.gguf"].projectors == ("/m/vision.gguf",)


def test_a_name_that_its_program_gave_stays() -> None:
    found = models(
        file("/o/sha256-abc", name="llama3.2:3b"), **{"sha256-abc": Description(name="Llama")}
    )
    assert [model.name for model in found.values()] == ["llama3.2:3b"]


def test_a_model_that_could_not_be_read_says_why() -> None:
    problem = lazy("It ends too early.")
    (model,) = models(
        file("/m/a-7B-Q4_0.gguf"), **{"a-7B-Q4_0": Description(problem=problem)}
    ).values()
    assert (model.state, model.problem) == (ModelFileState.DAMAGED, problem)
    assert model.facts.quantization == "Q4_0"
    assert not model.can_chat


@pytest.mark.parametrize(
    ("name", "quantization", "parameter_count", "base"),
    [
        ("Qwen3-4B-Instruct-2507-Q4_K_M.gguf", "Q4_K_M", 4 * 10**9, "qwen3-4b-instruct-2507"),
        ("gemma-3-270m-it-UD-Q4_K_XL.gguf", "UD-Q4_K_XL", 270 * 10**6, "gemma-3-270m-it"),
        ("Mixtral-8x7B-v0.1.IQ3_XXS.GGUF", "IQ3_XXS", 56 * 10**9, "mixtral-8x7b-v0-1"),
        ("llama-3.2-1b-instruct-fp16.gguf", "F16", 10**9, "llama-3-2-1b-instruct"),
        ("gpt-oss-20b-MXFP4.gguf", "MXFP4", 20 * 10**9, "gpt-oss-20b"),
        ("tiny.gguf", "", 0, "tiny"),
        ("q.gguf", "", 0, "q"),
    ],
)
def test_a_name_says_what_the_model_is(
    name: str, quantization: str, parameter_count: int, base: str
) -> None:
    read = read_name(name)
    assert (read.quantization, read.parameter_count, read.base) == (
        quantization,
        parameter_count,
        base,
    )
    assert read.kind is ModelFileKind.CHAT


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("mmproj-F16.gguf", ModelFileKind.PROJECTOR),
        ("gemma-3-4b-it-mmproj-model-f16.gguf", ModelFileKind.PROJECTOR),
        ("Qwen2.5-0.5B-draft-Q8_0.gguf", ModelFileKind.DRAFT),
        ("mtp-GLM-4.5-Air.gguf", ModelFileKind.DRAFT),
        ("overdraft-7b.gguf", ModelFileKind.CHAT),
        ("Eagle-7B.gguf", ModelFileKind.CHAT),
    ],
)
def test_projectors_and_drafts_are_known_by_their_names(name: str, kind: ModelFileKind) -> None:
    assert read_name(name).kind is kind


def test_a_part_knows_its_number() -> None:
    read = read_name("GLM-Q4_K_M-00002-of-00003.gguf")
    assert (read.stem, read.part_number, read.part_count) == ("GLM-Q4_K_M", 2, 3)

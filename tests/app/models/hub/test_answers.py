"""Any response of a hub becomes a value of ours, or a ValueError."""

import json
from contextlib import suppress
from pathlib import PurePosixPath, PureWindowsPath

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.models.hub import answers as hub_answers
from app.models.hub.answers import MAX_BYTES, is_repository_name, safe_name
from app.models.hub.hub import HubAddress, _next_cursor, parse_address
from app.models.hub.variants import quantization_of, variants_of
from app.models.hub_model import HubOffer
from engine.messages.framing import NET_EVENTS
from engine.messages.net_messages import HubFile, HubPage, HubVariant, VariantKind
from engine.net.http import retry_after_seconds

KEYS = st.sampled_from(
    [
        *("id", "sha", "gated", "downloads", "likes", "tags", "cardData", "license", "gguf"),
        *("total", "lastModified", "path", "type", "size", "lfs", "oid", "architecture"),
    ]
)
WORDS = st.sampled_from(["a/b", "../x", "file", "model.gguf", "auto", "0" * 64, "0" * 40, "\u202e"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=8),
    max_leaves=20,
)
REFUSED = [
    *("", ".", "..", "../x.gguf", "a/../x.gguf", "a/..", "/etc/passwd", "a//x.gguf", "a/"),
    *("..\\x.gguf", "a\\b.gguf", "C:\\x.gguf", "C:x.gguf", "\\\\server\\share\\x.gguf"),
    *("CON", "con.gguf", "a/NUL.gguf", "nul .gguf", "COM1.gguf", "lpt9", "COM¹.gguf", "CONIN$"),
    *("x.gguf.", "x.gguf ", ".hidden.gguf", "-rf.gguf", "~root.gguf", " x.gguf"),
    *("x\0.gguf", "x\n.gguf", "x\x1b[31m.gguf", "\u202efugg.exe", "x\u200f.gguf", "x\u2066.gguf"),
    *("x\u200b.gguf", "x\ufeff.gguf", "x\u2028.gguf", "x\ud800.gguf", "x\x85.gguf"),
]
FLATTENED = [
    ("model-Q4_K_M.gguf", "model-Q4_K_M.gguf"),
    ("BF16/model-00001-of-00002.gguf", "model-00001-of-00002.gguf"),
    ("ab:c?d*.gguf", "ab_c_d_.gguf"),
    ("a\u00a0b.gguf", "a_b.gguf"),
    ("Modèle é.gguf", "Modèle é.gguf"),
    ("e\u0301.gguf", "é.gguf"),
    ("模型.gguf", "模型.gguf"),
    ("console.gguf", "console.gguf"),
    ("a..b.gguf", "a..b.gguf"),
]


@given(JSON)
def test_any_json_becomes_values_that_can_be_sent(value: object) -> None:
    model = hub_answers.model_of(value, "https://hub.example")
    if model is not None:
        assert is_repository_name(model.name)
        NET_EVENTS.encode(HubPage(1, (model,)))
    with suppress(ValueError):
        assert hub_answers.is_commit(hub_answers.commit_of(value))
    with suppress(ValueError):
        for entry in hub_answers.objects_in(value):
            path = hub_answers.path_of(entry)
            file = hub_answers.file_of(entry, path) if path is not None else None
            if file is not None:
                assert safe_name(file.path) == file.save_name
                variants_of([file])


@given(st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_are_json_or_refused(content: bytes) -> None:
    with suppress(ValueError):
        hub_answers.decoded(content)


@example(["..gguf"])
@given(st.lists(st.text(max_size=60).map(lambda name: f"{name}.gguf"), max_size=8))
def test_any_names_are_grouped_and_none_is_lost(names: list[str]) -> None:
    files = [HubFile(name, name, 1) for name in names]
    found = [file for variant in variants_of(files) for file in variant.files]
    assert all(file in files for file in found)
    assert len(found) <= len(files)


@given(st.text(max_size=300))
def test_any_text_is_an_address_or_none(text: str) -> None:
    for each in (text, f"https://huggingface.co/{text}", f"hf.co/{text}"):
        address = parse_address(each)
        assert address is None or is_repository_name(address.repository)


@given(st.text(max_size=200))
def test_any_header_is_read_or_left(text: str) -> None:
    retry_after_seconds({"Retry-After": text, "Date": text})
    with suppress(ValueError):
        _next_cursor(f'<{text}>; rel="next"')


@pytest.mark.parametrize("text", REFUSED)
def test_what_could_leave_or_deceive_is_refused(text: str) -> None:
    assert safe_name(text) is None


@pytest.mark.parametrize(("text", "name"), FLATTENED)
def test_other_names_become_valid_on_every_system(text: str, name: str) -> None:
    assert safe_name(text) == name


def test_long_names_are_cut_and_stay_different() -> None:
    one, other = safe_name("x" * 300 + "a.gguf"), safe_name("x" * 300 + "b.gguf")
    assert one is not None
    assert other is not None
    assert len(one.encode()) <= MAX_BYTES
    assert one.endswith(".gguf")
    assert one != other


def test_parts_of_a_long_name_stay_parts_of_one_model() -> None:
    first, second = (safe_name("模" * 300 + f"-0000{n}-of-00002.gguf") or "" for n in (1, 2))
    assert first.endswith("-00001-of-00002.gguf")
    assert first.replace("-00001-", "-00002-") == second
    assert len(first.encode()) <= MAX_BYTES


@given(st.text(max_size=400))
def test_any_text_is_one_name_in_one_folder_or_nothing(text: str) -> None:
    name = safe_name(text)
    if name is None:
        return
    assert 0 < len(name.encode()) <= MAX_BYTES
    assert PurePosixPath("/folder", name).parent == PurePosixPath("/folder")
    assert PureWindowsPath("C:/folder", name).parent == PureWindowsPath("C:/folder")
    assert name.isprintable()
    assert safe_name(name) == name


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Qwen/Qwen3-4B-GGUF", True),
        ("a/b", True),
        ("a", False),
        ("a/b/c", False),
        ("../b", False),
        ("a/..", False),
        ("a/b..c", False),
        ("con/b", False),
        ("a/nul.gguf", False),
        ("a/" + "b" * 97, False),
        ("a b/c", False),
        ("a/b\n", False),
    ],
)
def test_a_repository_has_an_owner_and_a_name(text: str, answer: bool) -> None:
    assert is_repository_name(text) is answer


A = "Qwen/Qwen3-4B-GGUF"
C = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        (A, HubAddress(A)),
        (f"  {A} ", HubAddress(A)),
        (f"{A}:Q4_K_M", HubAddress(A)),
        (f"https://huggingface.co/{A}", HubAddress(A)),
        (f"http://www.huggingface.co/{A}/", HubAddress(A)),
        (f"huggingface.co/{A}", HubAddress(A)),
        (f"hf.co/{A}:Q8_0", HubAddress(A)),
        (f"https://huggingface.co/{A}?library=x#y", HubAddress(A)),
        (f"https://huggingface.co/{A}/tree/main", HubAddress(A, "main")),
        (f"https://huggingface.co/{A}/discussions/3", HubAddress(A)),
        (f"https://huggingface.co/{A}/blob/{C}/a/b.gguf", HubAddress(A, C, "a/b.gguf")),
        (
            f"https://huggingface.co/{A}/resolve/main/b%20c.gguf?download=true",
            HubAddress(A, "main", "b c.gguf"),
        ),
        (f"https://mirror.example/{A}", HubAddress(A)),
    ],
)
def test_a_place_on_the_hub_is_recognized(text: str, address: HubAddress) -> None:
    assert parse_address(text, "mirror.example") == address


@pytest.mark.parametrize(
    "text",
    [
        *("", "qwen", "qwen 3 4b", "and/or what", "https://example.org/a/b", "a/b/c"),
        *("https://huggingface.co/", "https://huggingface.co/Qwen", "https://huggingface.co/api/x"),
        *("https://huggingface.co/datasets/a/b", "../..", "a/../b", "https://[", "file:///a/b"),
        *("https://huggingface.co.evil.org/a/b", "x" * 3000 + "/y"),
    ],
)
def test_all_else_is_searched_for(text: str) -> None:
    assert parse_address(text, "mirror.example") is None


def variants(*paths: str, sha256: str = "0" * 64) -> tuple[HubVariant, ...]:
    return variants_of(
        HubFile(path, path.rpartition("/")[2], 100 * number, sha256)
        for number, path in enumerate(paths, 1)
    )


@pytest.mark.parametrize(
    ("name", "quantization"),
    [
        ("Qwen3-4B-Q4_K_M", "Q4_K_M"),
        ("qwen2.5-coder-7b-instruct-q4_k_m", "Q4_K_M"),
        ("model.Q8_0", "Q8_0"),
        ("gemma-3-4b-it-UD-Q4_K_XL", "UD-Q4_K_XL"),
        ("x-IQ2_XXS", "IQ2_XXS"),
        ("x-IQ4_NL", "IQ4_NL"),
        ("x-IQ3_M", "IQ3_M"),
        ("x-Q3_K_L", "Q3_K_L"),
        ("x-Q6_K", "Q6_K"),
        ("x-Q2_K", "Q2_K"),
        ("gpt-oss-20b-mxfp4", "MXFP4"),
        ("x-BF16", "BF16"),
        ("x-fp16", "F16"),
        ("x-f32", "F32"),
        ("Phi-3-mini-4k-instruct-q4", "Q4"),
        ("x-TQ1_0", "TQ1_0"),
        ("Q8_0-to-Q4_0", "Q4_0"),
        ("llama-3.2-1b", ""),
        ("faq4you", ""),
    ],
)
def test_a_name_tells_its_quantization(name: str, quantization: str) -> None:
    assert quantization_of(name) == quantization


def test_a_split_model_is_one() -> None:
    (model,) = variants("a/M-Q8_0-00002-of-00002.gguf", "a/M-Q8_0-00001-of-00002.gguf")
    assert [file.path[-8:-5] for file in model.files] == ["002", "002"]
    assert [file.size_bytes for file in model.files] == [200, 100]
    assert (model.name, model.size_bytes, model.is_complete) == ("M-Q8_0", 300, True)


def test_a_split_model_that_lacks_a_part_is_not_whole() -> None:
    (model,) = variants("M-00001-of-00003.gguf", "M-00003-of-00003.gguf")
    assert not model.is_complete


def test_two_splits_of_one_name_stay_two() -> None:
    assert len(variants("M-00001-of-00001.gguf", "M-00001-of-00002.gguf")) == 2


def test_what_belongs_to_a_model_is_tied_to_it() -> None:
    names = ("M-Q4_K_M.gguf", "mmproj-M-F32.gguf", "mmproj-M-f16.gguf", "M-draft-Q8_0.gguf")
    files = [HubFile(name, name, 9 if "draft" in name else 100) for name in names]
    by_kind = {each.kind: each for each in variants_of(files)}
    model = by_kind[VariantKind.MODEL]
    assert (model.projector, model.draft) == ("mmproj-M-f16.gguf", "M-draft-Q8_0.gguf")
    assert by_kind[VariantKind.DRAFT].projector == ""


@pytest.mark.parametrize(
    "names",
    [
        ("Small-4B-Q4_K_M-MTP.gguf", "Small-4B-Q8_0-MTP.gguf", "mmproj-F16.gguf"),
        ("Small-0.6B-DRAFT-Q4_0.gguf",),
        ("Small-4B-Q4_K_M.gguf", "Small-4B-MTP-Q4_K_M.gguf"),
        ("eagle-7b-Q4_K_M.gguf", "eagle-7b-Q8_0.gguf"),
    ],
)
def test_a_name_alone_makes_no_draft(names: tuple[str, ...]) -> None:
    found = {each.files[0].path: each.kind for each in variants(*names)}
    assert VariantKind.DRAFT not in found.values()
    assert list(found.values()).count(VariantKind.MODEL) == len(names) - (
        "mmproj-F16.gguf" in names
    )


@pytest.mark.parametrize(
    "names",
    [
        ("M.Q6_K.gguf.part1of2", "M.Q6_K.gguf.part2of2"),
        ("M-Q6_K-part1of2.gguf", "M-Q6_K-part2of2.gguf"),
    ],
)
def test_pieces_of_a_file_are_one_model_that_can_not_be_loaded(names: tuple[str, ...]) -> None:
    (model,) = variants(*names)
    assert (model.quantization, len(model.files), model.is_complete) == ("Q6_K", 2, False)
    assert HubOffer(model.files[0].path, model.name).is_in_pieces
    assert not HubOffer("M-00001-of-00002.gguf", "M").is_in_pieces


def test_each_model_gets_the_projector_of_its_name() -> None:
    names = ("small-Q4_0.gguf", "large-Q4_0.gguf", "mmproj-small.gguf", "mmproj-large.gguf")
    models = [each for each in variants(*names) if each.kind is VariantKind.MODEL]
    assert [each.projector for each in models] == ["mmproj-small.gguf", "mmproj-large.gguf"]


def test_other_files_are_left_out() -> None:
    assert (
        variants("README.md", "M-imatrix.gguf", "imatrix.gguf", "M-lora.gguf", "x.safetensors")
        == ()
    )


def test_the_folder_names_it_where_the_file_does_not() -> None:
    (model,) = variants("Q4_K_M/model.gguf")
    assert model.quantization == "Q4_K_M"


def test_a_part_of_nothing_is_a_model_of_its_own() -> None:
    (model,) = variants("-00001-of-00002.gguf")
    assert (model.name, model.is_complete) == ("-00001-of-00002", True)

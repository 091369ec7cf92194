"""What somebody pastes is a repository, a file in one, or something to search for."""

import pytest

from engine.net.addresses import HubAddress, parse_address

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

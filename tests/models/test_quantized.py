"""The benchmarks' models hold the weights that their names say."""

from collections import Counter

import pytest
from gguf import GGUFReader

from tests.models.quantized import WRITERS, quantized_model


@pytest.mark.parametrize("name", WRITERS)
def test_most_matrices_are_quantized_as_named(name: str) -> None:
    reader = GGUFReader(quantized_model(name))
    kinds = Counter(str(tensor.tensor_type.name) for tensor in reader.tensors)
    ((most_frequent, _),) = kinds.most_common(1)
    assert most_frequent == name.removesuffix("_m").upper()

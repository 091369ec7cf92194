"""Lends tiny models as the tests of the library's room do."""

from tests.engine.llama.conftest import idle_backends as idle_backends
from tests.engine.llama.conftest import load_tiny as load_tiny

"""A small model for tests that need quick answers in words: ``talker.gguf``, 4.3 MB, Q8_0.

A llama of 3.9 million parameters that this project trained on questions and answers about its own
window, under the MIT licence.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from resources import models

TALKER = Path(__file__).with_name("talker.gguf")
STARTER_MODEL = models.path()
# <|endoftext|> and <|im_end|>: without them, a reply of the starter model never ends by itself.
STARTER_ENDS = (0, 2)


@contextmanager
def talker_built_in() -> Iterator[None]:
    """Let this process use the small model, ten times faster, in place of the starter model."""
    with patch.object(models, "path", lambda: TALKER):
        yield

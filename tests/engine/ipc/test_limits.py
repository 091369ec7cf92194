"""A process can limit itself also where somebody has limited it further."""

import subprocess
import sys

import pytest

PROGRAM = """
import resource
from engine.ipc.limits import limit_memory, limit_processor_time
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
resource.setrlimit(resource.RLIMIT_CPU, (40, 40))
limit_memory(2 << 30)
limit_processor_time({seconds})
print(resource.getrlimit(resource.RLIMIT_AS)[0] >> 20, *resource.getrlimit(resource.RLIMIT_CPU))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits both")
@pytest.mark.parametrize(("seconds", "expected"), [(3600, "1024 40 40"), (10, "1024 11 40")])
def test_a_lower_limit_of_the_user_stays(seconds: int, expected: str) -> None:
    command = [sys.executable, "-c", PROGRAM.format(seconds=seconds)]
    assert subprocess.check_output(command, text=True).strip() == expected

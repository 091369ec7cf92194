"""The filter of calls, run as the kernel runs it: also for the processor that this is not."""

import errno

import pytest

from engine.sandbox.confinement import PROCESSORS, Processor, call_filter

ALLOWED = 0x7FFF0000
REFUSED = 0x00050000
ANY_READ = {"x86_64": 0, "aarch64": 63}
EXECVE = {"x86_64": 59, "aarch64": 221}
PTRACE = {"x86_64": 101, "aarch64": 117}
UNIX, INET, INET6 = 1, 2, 10
TERMINAL_SIZE, TYPE_AHEAD = 0x5413, 0x5412

every_processor = pytest.mark.parametrize("name", PROCESSORS)


def verdict(
    processor: Processor,
    number: int,
    *arguments: int,
    mark: int | None = None,
    allows_network: bool = False,
) -> int:
    """Return what the filter answers to a call with these arguments."""
    words = {0: number, 4: processor.mark if mark is None else mark}
    words |= {16 + 8 * index: value for index, value in enumerate(arguments)}
    program = list(call_filter(processor, allows_network=allows_network))
    at = loaded = 0
    while True:
        step = program[at]
        at += 1
        match step.code:
            case 0x20:
                loaded = words.get(step.value, 0)
            case 0x15:
                at += step.if_so if loaded == step.value else step.if_not
            case 0x35:
                at += step.if_so if loaded >= step.value else step.if_not
            case _:
                return int(step.value)


@every_processor
def test_what_the_engine_needs_passes(name: str) -> None:
    processor = PROCESSORS[name]
    assert verdict(processor, ANY_READ[name]) == ALLOWED
    assert verdict(processor, processor.socket, UNIX) == ALLOWED
    assert verdict(processor, processor.ioctl, 1, TERMINAL_SIZE) == ALLOWED


@every_processor
def test_what_it_does_not_need_is_refused(name: str) -> None:
    processor = PROCESSORS[name]
    for number in (EXECVE[name], PTRACE[name]):
        assert verdict(processor, number) == REFUSED | errno.EACCES
    assert verdict(processor, 425) == REFUSED | errno.ENOSYS
    assert verdict(processor, processor.ioctl, 1, TYPE_AHEAD) == REFUSED | errno.EACCES


@every_processor
@pytest.mark.parametrize("family", [INET, INET6, 17, 40])
def test_the_network_is_reached_only_where_that_is_asked_for(name: str, family: int) -> None:
    processor = PROCESSORS[name]
    assert verdict(processor, processor.socket, family) == REFUSED | errno.EACCES
    assert verdict(processor, processor.socket, family, allows_network=True) == ALLOWED
    assert verdict(processor, EXECVE[name], allows_network=True) == REFUSED | errno.EACCES


@every_processor
def test_calls_of_another_numbering_are_refused(name: str) -> None:
    processor = PROCESSORS[name]
    assert verdict(processor, ANY_READ[name], mark=0x40000003) == REFUSED | errno.EACCES
    assert verdict(processor, ANY_READ[name] | 0x40000000) == REFUSED | errno.EACCES

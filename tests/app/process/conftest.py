"""Lets a test log what is not valid Unicode, also where pytest-xdist sends its report."""

from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable() -> Generator[None, object, object]:
    """Escape lone surrogates in a report: one that can't be encoded ends the whole run."""
    return _escaped((yield))


def _escaped(value: object) -> object:
    match value:
        case str():
            return value.encode("utf-8", "backslashreplace").decode("utf-8")
        case dict():
            return {_escaped(key): _escaped(each) for key, each in value.items()}
        case list() | tuple():
            return type(value)(map(_escaped, value))
        case _:
            return value

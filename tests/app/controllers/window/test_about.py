"""The list of parts is read from what is installed, with a licence for each."""

from app.controllers.window.about import parts_of


def test_every_part_has_a_name_a_version_and_a_licence() -> None:
    parts = {part.name.casefold(): part for part in parts_of("hubbub")}

    assert {"pyside6_essentials", "sqlalchemy", "msgspec"} <= {
        name.replace("-", "_") for name in parts
    }
    assert all(part.version and part.licence for part in parts.values())
    assert "MIT" in parts["sqlalchemy"].licence

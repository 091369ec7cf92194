"""The item model of the conversations keeps Qt's rules for item models."""

from datetime import UTC, datetime

from PySide6.QtTest import QAbstractItemModelTester

from app.domain import Role, SearchHit
from app.widgets.sidebar.list import ConversationList
from app.widgets.sidebar.row_data import IS_HEADING_ROLE
from tests.app.widgets.samples import summary

MOMENT = datetime(2026, 3, 1, tzinfo=UTC)


def test_the_model_keeps_qts_rules() -> None:
    model = ConversationList()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    model.set_conversations((summary("a", "A"), summary("b", "B", days_ago=1)), ("a",))
    model.update_conversations((summary("c", "C"),), ("a",), ("b", "c"))
    model.update_conversations((), (), ())
    model.set_filter("b")
    model.set_hits((SearchHit("c", "A title", 3, Role.USER, MOMENT, "a bee"),))
    model.toggle_fold(model.index(0))

    assert model.rowCount() == 3
    assert model.index(0).data(IS_HEADING_ROLE) is True

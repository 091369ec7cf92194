"""The buttons at the foot of a dialog, in the window's own looks."""

from PySide6.QtWidgets import QDialog, QDialogButtonBox

from app.widgets.kit.controls import PillButton


def dialog_buttons(dialog: QDialog, *, accept: str = "", reject: str) -> QDialogButtonBox:
    """Return buttons in the platform's order: one that accepts, if it has words, and one to leave.

    Standard buttons would bring their desktop's pictures along.
    """
    box = QDialogButtonBox()
    if accept:
        main = PillButton(accept, is_main=True)
        main.setDefault(True)
        box.addButton(main, QDialogButtonBox.ButtonRole.AcceptRole)
    box.addButton(PillButton(reject), QDialogButtonBox.ButtonRole.RejectRole)
    box.accepted.connect(dialog.accept)
    box.rejected.connect(dialog.reject)
    return box

"""What the user asks the window for, declared once and shared by all of its parts."""

from PySide6.QtCore import QObject, QPoint, Signal


class WindowRequests(QObject):
    """A part emits what the user asked for; a controller, or the window, connects to it here.

    It is handed down, so that no part declares another part's signal again on the way up.
    """

    # Tabs: each names the conversation in the tab.
    new_tab_requested = Signal()
    reopen_tab_requested = Signal()
    close_tab_requested = Signal(str)
    tab_menu_requested = Signal(str, QPoint)
    tab_dropped = Signal(str, QPoint)
    show_beside_requested = Signal(str)
    detach_requested = Signal(str)
    bring_back_requested = Signal(str)
    other_pane_requested = Signal()

    # Conversations: those in a tuple can be many.
    conversation_activated = Signal(str)
    message_activated = Signal(str, int)
    open_beside_requested = Signal(str)
    rename_dialog_requested = Signal(str)
    rename_requested = Signal(str, str)
    title_requested = Signal(str)
    pin_requested = Signal(tuple, bool)
    folder_requested = Signal(tuple, str)
    folder_rename_requested = Signal(str, str)
    folder_delete_requested = Signal(str)
    duplicate_requested = Signal(str)
    options_requested = Signal(str)
    export_requested = Signal(tuple)
    import_requested = Signal()
    delete_requested = Signal(tuple)
    undo_delete_requested = Signal()
    trash_requested = Signal()
    search_requested = Signal(str)

    # The answer at the end of a conversation.
    stop_requested = Signal(str)
    regenerate_requested = Signal(str)
    continue_requested = Signal(str)
    variants_requested = Signal(str)
    version_requested = Signal(str, int)

    # The program.
    open_model_requested = Signal(str)
    builtin_model_requested = Signal()
    settings_requested = Signal()
    keys_changed = Signal(object)
    theme_selected = Signal(object)
    zoom_changed = Signal(int)
    sidebar_toggled = Signal(bool)
    banner_closed = Signal(object)
    banner_action_requested = Signal(object, str)
    about_requested = Signal()
    quit_requested = Signal()

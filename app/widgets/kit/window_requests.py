"""The requests of the user to the window, as signals that all its parts share."""

from PySide6.QtCore import QObject, QPoint, Signal


class WindowRequests(QObject):
    """Widgets emit these signals; controllers and the window connect to them.

    The object is passed down to all widgets, so that no widget has to repeat a child's signal.
    """

    # Tabs: each names the conversation in the tab.
    new_tab_requested = Signal()
    reopen_tab_requested = Signal()
    close_tab_requested = Signal(str)
    tab_menu_requested = Signal(str, QPoint)
    tab_dragged = Signal(str, object)  # to a point outside of its row; None when that ends
    tab_dropped = Signal(str, QPoint)
    show_in_split_requested = Signal(str)
    detach_requested = Signal(str)
    bring_back_requested = Signal(str)
    other_pane_requested = Signal()

    # Conversations, one or several in a tuple.
    conversation_activated = Signal(str)
    message_activated = Signal(str, int)
    open_in_split_requested = Signal(str)
    message_in_split_requested = Signal(str, int)
    rename_dialog_requested = Signal(str)
    folder_menu_requested = Signal(str)
    rename_requested = Signal(str, str)
    title_requested = Signal(str)
    pin_requested = Signal(tuple, bool)
    folder_requested = Signal(tuple, str)
    folder_rename_requested = Signal(str, str)
    folder_delete_requested = Signal(str)
    folder_colour_requested = Signal(str, str)
    folder_model_requested = Signal(str, object)  # a ChatModel
    new_chat_in_folder_requested = Signal(str)
    tag_requested = Signal(tuple, str, bool)
    archive_requested = Signal(tuple, bool)
    duplicate_requested = Signal(str)
    points_requested = Signal(str)
    export_requested = Signal(tuple)
    import_requested = Signal()
    import_folder_requested = Signal()
    import_report_requested = Signal()
    delete_requested = Signal(tuple)
    undo_delete_requested = Signal()
    trash_requested = Signal()
    search_requested = Signal(str)
    preview_requested = Signal(str, object, str)

    # The answer at the end of a conversation.
    stop_requested = Signal(str)
    regenerate_requested = Signal(str)
    continue_requested = Signal(str)
    variants_requested = Signal(str)
    version_requested = Signal(str, int)

    # Comparisons and lists of questions.
    comparisons_requested = Signal()
    question_list_requested = Signal()

    # Saved prompts; each names the conversation of the message box.
    saved_prompts_requested = Signal()
    save_prompt_requested = Signal(str)

    # The program.
    models_requested = Signal(object)  # the widget that was clicked; None for a command
    models_page_requested = Signal()
    sources_requested = Signal()
    folder_question_requested = Signal(str, str)  # a chat, and the folder to ask about there
    model_settings_requested = Signal(str)  # path of the model file; empty for the model in use
    chat_model_requested = Signal(str)  # the file for the chat in front
    default_file_requested = Signal()  # the user chooses a file for new chats
    open_model_requested = Signal(str)
    builtin_model_requested = Signal()
    default_model_requested = Signal(str)  # the file for new chats; empty for the starter model
    settings_requested = Signal()
    setting_requested = Signal(str)
    keys_changed = Signal(object)
    command_chosen = Signal(str)
    theme_selected = Signal(object)
    zoom_changed = Signal(int)
    sidebar_toggled = Signal(bool)
    toast_action_requested = Signal(object, str)
    about_requested = Signal()
    window_requested = Signal()  # shows the window again
    close_requested = Signal()
    quit_requested = Signal()

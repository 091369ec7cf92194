"""Tools at the message box and in the settings: the picker, the page, and its dialogs."""

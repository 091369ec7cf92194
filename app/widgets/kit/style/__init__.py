"""How fields, check boxes, bars, menus and buttons are drawn, also those in Qt's own dialogs."""

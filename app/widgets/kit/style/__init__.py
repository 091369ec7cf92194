"""How fields, check boxes, bars and plain buttons are drawn, also those in Qt's own dialogs."""

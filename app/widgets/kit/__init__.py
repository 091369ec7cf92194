"""Parts that all widgets are made of: theme, icons, buttons, lists, forms."""

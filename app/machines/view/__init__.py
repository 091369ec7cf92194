"""The list of other computers in the settings, and the dialog for one of them."""

"""Other programs that use the models of this computer through the local server."""

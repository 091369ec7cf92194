"""The local server: other programs use the loaded model over HTTP."""

"""The local server: other programs ask the model that is loaded here, over HTTP."""

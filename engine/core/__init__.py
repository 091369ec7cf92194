"""The engine process: its loop, its scheduler, and the stages of a request."""

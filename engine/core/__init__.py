"""The engine process: its loop, its scheduler, and what a request passes through."""

"""The asyncio side: starts the engine process, sends commands, reads events, restarts it."""

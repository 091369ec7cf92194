"""The whole program, started as a process, where the system gives it little."""

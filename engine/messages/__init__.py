"""The messages between the processes: commands, events, settings, errors."""

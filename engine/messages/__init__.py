"""What both processes know: commands, events, settings, errors."""

"""The engine panel: slots, queue, step times, speeds and memory."""

"""The parts of the remote benchmark."""

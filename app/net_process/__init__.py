"""The net process as a program: its entry point, and the service that joins its parts."""

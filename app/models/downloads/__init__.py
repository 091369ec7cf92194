"""Downloads in the net process: journal, resume, hash, queue."""

"""Downloads that never lose a byte: journal, resume, hash, queue."""

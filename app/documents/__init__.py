"""Documents: office files, books, PDF and saved web pages as text, read by a bounded process."""

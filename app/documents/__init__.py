"""Office files, books and saved web pages as text, read by a process with bounds."""

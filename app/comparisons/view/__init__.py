"""The window of a comparison: forms, answers in columns, rows in a table."""

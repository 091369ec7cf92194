"""The help page in the languages of the window, with its pictures."""
